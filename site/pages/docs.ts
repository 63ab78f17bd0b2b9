import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { builtFolder, formFor, readFiles, type StoredFile } from '../../platform/http/assets.ts'
import { Html, html, strictPagePolicy } from '../../platform/http/pages.ts'
import { frame, mainLinks, productName } from '../frame.ts'
import type { SiteContext } from '../context.ts'

interface PageLink {
  readonly address: string
  readonly title: string
}

interface BuiltPage extends PageLink {
  readonly html: string
  readonly contents: readonly { readonly id: string; readonly text: string; readonly level: number }[]
}

/** The files that scripts/build-docs.mjs writes. */
interface BuiltDocs {
  readonly pages: readonly BuiltPage[]
  readonly navigation: readonly { readonly title: string; readonly pages: readonly PageLink[] }[]
}

/** Pages change with a release; until then browsers revalidate them. */
const headers = { 'cache-control': 'public, max-age=300' }

/** The documentation at /docs: what the build has rendered, framed and compressed when it is first read. */
export async function docs(context: SiteContext): Promise<(app: FastifyInstance) => void> {
  const folder = builtFolder('site/docs')
  const built = JSON.parse(await readFile(path.join(folder, 'pages.json'), 'utf8')) as BuiltDocs
  const search = (await readFiles(folder)).get('search.json')
  return (app) => {
    for (const page of built.pages) {
      let framed: Promise<StoredFile> | undefined
      app.get(page.address, { schema: { hide: true } as object }, async (request, reply) => {
        framed ??= compressed(pageAround(context, built, page))
        const form = formFor(await framed, request.headers['accept-encoding'])
        return reply
          .headers({ ...headers, ...form.headers, 'content-security-policy': strictPagePolicy() })
          .send(form.body)
      })
    }
    app.get('/docs/search.json', { schema: { hide: true } as object }, (request, reply) => {
      if (!search) return reply.callNotFound()
      const form = formFor(search, request.headers['accept-encoding'])
      return reply.headers({ ...headers, ...form.headers }).send(form.body)
    })
  }
}

/** The first reader of a page waits for this: the highest quality takes fifty times as long to save an eighth. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 6 }

async function compressed(text: string): Promise<StoredFile> {
  const body = Buffer.from(text)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(body, { params: brotliParams }), promisify(gzip)(body)])
  return { type: 'text/html; charset=utf-8', body, compressed: { br, gzip: gz } }
}

/** The content of a page with what follows its title, and the address of this installation where the build left marks. */
function contentOf({ html: content }: BuiltPage, publicUrl: string, afterTitle: Html | false): Html {
  const address = html`${publicUrl}`.text
  return new Html(
    content
      .replace('</h1>', (end) => end + html`${afterTitle}`.text)
      .replaceAll('PRODUCTADDRESS', () => address)
      .replaceAll('PRODUCTSOCKET', () => address.replace(/^http/, 'ws')),
  )
}

function pageAround({ assets, options }: SiteContext, { navigation }: BuiltDocs, page: BuiltPage): string {
  const { address, title, contents } = page
  const link = (target: PageLink): Html =>
    html`<a href="${target.address}" ${target.address === address && html` aria-current="page"`}>${target.title}</a>`
  const list = (links: readonly PageLink[]): Html =>
    html`<ul>
      ${links.map((target) => html`<li>${link(target)}</li>`)}
    </ul>`
  const section = navigation.find(({ pages }) => pages.some((one) => one.address === address))
  const ordered = navigation.flatMap(({ pages }) => pages).filter((one) => one.address.startsWith('/docs/'))
  const next = ordered[ordered.findIndex((one) => one.address === address) + 1]
  const body = html`<div class="docs">
    <div class="docs-side">
      <form class="docs-search" role="search">
        <label class="visually-hidden" for="search">Search the documentation</label>
        <input id="search" type="search" placeholder="Search ( / )" autocomplete="off" />
        <p id="found" class="visually-hidden" role="status"></p>
        <ul id="results" hidden></ul>
      </form>
      <nav id="docs-menu" popover aria-label="Documentation">
        <div class="docs-main-links">
          <button type="button" class="quiet" popovertarget="docs-menu" popovertargetaction="hide">Close</button>
          ${list(mainLinks('en'))}
        </div>
        ${navigation.map(
          (part) =>
            html`<h2>${part.title}</h2>
              ${list(part.pages)}`,
        )}
      </nav>
    </div>
    ${contents.length > 1 && contentsBeside(contents)}
    <article>
      ${section && html`<p class="docs-section">${section.title}</p>`}
      ${contentOf(page, options.publicUrl, contents.length > 1 && contentsAbove(contents))}
      ${next && section && html`<p class="docs-next">Next: <a href="${next.address}">${next.title}</a></p>`}
    </article>
  </div>`
  return frame({
    title: `${title} – ${productName}`,
    language: 'en',
    assets,
    audience: 'developer',
    isListed: true,
    menu: 'docs-menu',
    scripts: ['copy'],
    earlyScripts: ['docs'],
    styles: ['docs'],
    body,
  })
}

const contentsList = (contents: BuiltPage['contents']): Html =>
  html`<ul>
    ${contents.map(({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)}
  </ul>`

/** Beside the article on wide screens; above it on others, where this one is not shown. */
const contentsBeside = (contents: BuiltPage['contents']): Html =>
  html`<nav class="docs-contents-beside" aria-label="On this page">
    <h2>On this page</h2>
    ${contentsList(contents)}
  </nav>`

const contentsAbove = (contents: BuiltPage['contents']): Html =>
  html`<details class="docs-contents-above">
    <summary>On this page</summary>
    <nav aria-label="Contents">${contentsList(contents)}</nav>
  </details>`
