import type { FastifyRequest } from 'fastify'
import type { Assets } from '../platform/http/assets.ts'
import { html, type Html } from '../platform/http/pages.ts'
import { languageOf, negotiateLocale, type Language } from '../platform/values/i18n.ts'

/** The language of a page: that of its URL, otherwise the browser's. */
export function languageFor({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Language {
  // A URL that cannot be decoded has no query.
  const { lang } = (query ?? {}) as { lang?: unknown }
  return lang === 'en' || lang === 'es' ? lang : languageOf(negotiateLocale(headers['accept-language']))
}

const texts = {
  en: {
    skip: 'Skip to the content',
    docs: 'Documentation',
    reference: 'REST reference',
    other: 'Español',
    main: 'Main',
  },
  es: {
    skip: 'Ir al contenido',
    docs: 'Documentación',
    reference: 'Referencia REST',
    other: 'English',
    main: 'Principal',
  },
} as const

export const productName = 'Cenote Partner Platform'

export interface PageParts {
  readonly title: string
  readonly language: Language
  readonly assets: Assets
  readonly body: Html
  /** For developers; guests get none of the navigation. */
  readonly audience: 'developer' | 'guest'
  /** Address of the page in the other language, when it has one. */
  readonly otherLanguage?: string
  /** Whether search engines may list the page. */
  readonly isListed?: boolean
  readonly scripts?: readonly string[]
  /** Entry points with styles besides those of all pages. */
  readonly styles?: readonly string[]
  readonly description?: string
}

/** The whole page for its content. */
export function frame(parts: PageParts): string {
  const {
    title,
    language,
    assets,
    body,
    audience,
    otherLanguage,
    isListed = false,
    scripts = [],
    styles = [],
    description,
  } = parts
  const text = texts[language]
  const other = language === 'en' ? 'es' : 'en'
  const languageLink =
    otherLanguage && html`<a href="${otherLanguage}" hreflang="${other}" lang="${other}">${text.other}</a>`
  const navigation =
    audience === 'developer'
      ? html`<a class="brand" href="/">${productName}</a>
          <nav aria-label="${text.main}">
            <a href="/docs">${text.docs}</a> <a href="/docs/api">${text.reference}</a> <a href="/graphiql">GraphiQL</a>
            ${languageLink}
          </nav>`
      : html`<span class="brand">Cenotes</span>
          <nav aria-label="${text.main}">${languageLink}</nav>`
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${description && html`<meta name="description" content="${description}" />`}
        ${!isListed && html`<meta name="robots" content="noindex" />`}
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${assets.style('site')}" />
        ${styles.map((style) => html`<link rel="stylesheet" href="${assets.style(style)}" />`)}
        ${scripts.map((script) => html`<script type="module" src="${assets.script(script)}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">${text.skip}</a>
        <header class="top">${navigation}</header>
        <main id="content" class="${audience === 'guest' && 'narrow'}">${body}</main>
      </body>
    </html> `
  return page.text
}
