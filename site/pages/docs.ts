import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { builtFolder, formFor, readFiles, type Assets, type StoredFile } from '../../platform/http/assets.ts'
import { Html, html, strictPagePolicy } from '../../platform/http/pages.ts'
import { frame, productName } from '../frame.ts'
import type { SiteContext } from '../context.ts'

/** The files that scripts/build-docs.mjs writes. */
interface BuiltDocs {
  readonly pages: readonly { readonly address: string; readonly title: string; readonly html: string }[]
  readonly navigation: readonly {
    readonly title: string
    readonly pages: readonly { readonly address: string; readonly title: string }[]
  }[]
}

/** Pages change with a release; until then browsers revalidate them. */
const headers = { 'cache-control': 'public, max-age=300' }

/** The documentation at /docs: what the build has rendered, framed and compressed when it is first read. */
export async function docs({ assets }: SiteContext): Promise<(app: FastifyInstance) => void> {
  const folder = builtFolder('site/docs')
  const built = JSON.parse(await readFile(path.join(folder, 'pages.json'), 'utf8')) as BuiltDocs
  const search = (await readFiles(folder)).get('search.json')
  return (app) => {
    for (const { address, title, html: content } of built.pages) {
      let page: Promise<StoredFile> | undefined
      app.get(address, { schema: { hide: true } as object }, async (request, reply) => {
        page ??= compressed(pageAround(assets, built, address, title, new Html(content)))
        const form = formFor(await page, request.headers['accept-encoding'])
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

async function compressed(text: string): Promise<StoredFile> {
  const body = Buffer.from(text)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(body), promisify(gzip)(body)])
  return { type: 'text/html; charset=utf-8', body, compressed: { br, gzip: gz } }
}

function pageAround(assets: Assets, { navigation }: BuiltDocs, address: string, title: string, content: Html): string {
  const body = html`<div class="docs">
    <aside class="docs-menu">
      <form role="search">
        <label class="visually-hidden" for="search">Search the documentation</label>
        <input id="search" type="search" placeholder="Search ( / )" autocomplete="off" />
      </form>
      <p id="found" class="visually-hidden" role="status"></p>
      <ul id="results"></ul>
      <nav aria-label="Documentation">
        ${navigation.map(
          (section) =>
            html`<h2>${section.title}</h2>
              <ul>
                ${section.pages.map(
                  (page) =>
                    html`<li>
                      <a href="${page.address}" ${page.address === address && html` aria-current="page"`}
                        >${page.title}</a
                      >
                    </li>`,
                )}
              </ul>`,
        )}
      </nav>
    </aside>
    <article>${content}</article>
  </div>`
  return frame({
    title: `${title} – ${productName}`,
    language: 'en',
    assets,
    audience: 'developer',
    isListed: true,
    scripts: ['copy', 'docs'],
    styles: ['docs'],
    body,
  })
}
