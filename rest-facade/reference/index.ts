import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { builtFolder } from '../../platform/http/assets.ts'
import { compressOnce } from '../../platform/http/compression.ts'
import { html } from '../../platform/http/pages.ts'
import { preparations } from '../openapi/index.ts'

/**
 * Everything comes from this server. The renderer adds its styles as elements and attributes; requests that are tried
 * out go to the server of the document.
 */
const policyOf = (apiOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${apiOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const oneYearSeconds = 31_536_000
const types = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' }

const ownFile = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))

/** Scripts and styles by name; the renderer is one that the build copies from its package. */
const readAssets = (): ReadonlyMap<string, Buffer> =>
  new Map([
    ['reference.css', ownFile('reference.css')],
    ['reference.js', ownFile('reference.js')],
    ['accessible-names.js', ownFile('accessible-names.js')],
    ['preparation.js', ownFile('preparation.js')],
    ['scalar.js', readFileSync(path.join(builtFolder('scalar'), 'scalar.js'))],
  ])

/**
 * The reference of REST at /docs/api. An operation has the anchor `#<operationId>`. `exampleKey` is one that every
 * reader may use.
 */
export function registerReference(
  app: FastifyInstance,
  { publicUrl, exampleKey }: { readonly publicUrl: string; readonly exampleKey: string | undefined },
): void {
  const assets = readAssets()
  const hash = createHash('sha256')
  for (const file of assets.values()) hash.update(file)
  // Browsers never ask again for a file that they have: another release has another folder.
  const folder = `/docs/api/${hash.digest('hex').slice(0, 12)}`
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>REST reference – Cenote Partner Platform</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${folder}/reference.css" />
      </head>
      <body>
        <header class="top">
          <a class="brand" href="/">Cenote Partner Platform</a>
          <nav aria-label="Main">
            <a href="/docs">Documentation</a>
            <a href="/docs/api" aria-current="page">REST reference</a>
            <a href="/graphiql">GraphiQL</a>
            <a href="/console">Console</a>
            <a href="/openapi.json">OpenAPI</a>
          </nav>
        </header>
        <p id="outcome" role="status"></p>
        <main id="reference" data-key="${exampleKey}" data-preparations="${JSON.stringify(preparations)}">
          <p class="loading">Loading…</p>
        </main>
        <script src="${folder}/scalar.js"></script>
        <script type="module" src="${folder}/reference.js"></script>
      </body>
    </html> `
  const body = compressOnce(Buffer.from(page.text))
  const policy = policyOf(new URL(publicUrl).origin)
  app.get('/docs/api', { schema: { hide: true } as object }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': policy, 'cache-control': 'public, max-age=300' })
      .send(body),
  )
  for (const [name, file] of assets) {
    compressOnce(file)
    app.get(`${folder}/${name}`, { schema: { hide: true } as object }, (_request, reply) =>
      reply
        .type(types[path.extname(name) as keyof typeof types])
        .header('cache-control', `public, max-age=${oneYearSeconds}, immutable`)
        .send(file),
    )
  }
}
