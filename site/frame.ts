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
    console: 'Console',
    menu: 'Menu',
    other: 'Español',
    main: 'Main',
  },
  es: {
    skip: 'Ir al contenido',
    docs: 'Documentación',
    reference: 'Referencia REST',
    console: 'Consola',
    menu: 'Menú',
    other: 'English',
    main: 'Principal',
  },
} as const

export const productName = 'Cenote Partner Platform'

/** The pages of developers that every other of their pages links to. */
export const mainLinks = (language: Language): { readonly address: string; readonly title: string }[] => [
  { address: '/docs', title: texts[language].docs },
  { address: '/docs/api', title: texts[language].reference },
  { address: '/graphiql', title: 'GraphiQL' },
  { address: '/console', title: texts[language].console },
]

export interface PageParts {
  readonly title: string
  readonly language: Language
  readonly assets: Assets
  readonly body: Html
  /** For developers; guests get none of the navigation. */
  readonly audience: 'developer' | 'guest'
  /** Name at the top of a page for guests: that of the company they booked with. */
  readonly brand?: string
  /** Address of the page in the other language, when it has one. */
  readonly otherLanguage?: string
  /** Whether search engines may list the page. */
  readonly isListed?: boolean
  readonly scripts?: readonly string[]
  /** Small scripts that run before the page is first shown, so that nothing moves afterwards. */
  readonly earlyScripts?: readonly string[]
  /** Entry points with styles besides those of all pages. */
  readonly styles?: readonly string[]
  readonly description?: string
  /** The id of the page's own menu, which has the links of the header too; phones show it in place of theirs. */
  readonly menu?: string
}

/** The whole page for its content. */
export function frame(parts: PageParts): string {
  const {
    title,
    language,
    assets,
    body,
    audience,
    brand = 'Cenotes',
    otherLanguage,
    isListed = false,
    scripts = [],
    earlyScripts = [],
    styles = [],
    description,
    menu,
  } = parts
  const text = texts[language]
  const other = language === 'en' ? 'es' : 'en'
  const languageLink =
    otherLanguage && html`<a href="${otherLanguage}" hreflang="${other}" lang="${other}">${text.other}</a>`
  const navigation =
    audience === 'developer'
      ? html`<a class="brand" href="/">${productName}</a>
          <button type="button" class="menu-button" popovertarget="${menu ?? 'main-menu'}">${text.menu}</button>
          <nav id="main-menu" popover aria-label="${text.main}">
            ${mainLinks(language).map((link) => html`<a href="${link.address}">${link.title}</a> `)} ${languageLink}
          </nav>`
      : html`<span class="brand"><bdi>${brand}</bdi></span>
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
        ${earlyScripts.map(
          (script) => html`<script type="module" blocking="render" src="${assets.script(script)}"></script>`,
        )}
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
