import type { FastifyInstance } from 'fastify'
import { builtFolder, openAssets, type Assets } from '../platform/http/assets.ts'
import { html, sendPage, socketsOf, strictPagePolicy } from '../platform/http/pages.ts'

/** The path of the console. */
const path = '/console'

/** Serves the console and the page for the entrance, which read and change data through the GraphQL API alone. */
export async function registerConsole(app: FastifyInstance): Promise<void> {
  const assets = await openAssets(builtFolder('console/assets'), `${path}/assets`)
  assets.register(app)
  serve(app, path, pageOf(assets, 'main', 'Console'))
  // With its own small script: it opens on a phone with a bad connection.
  serve(app, `${path}/gate`, pageOf(assets, 'gate', 'Gate'))
}

const pageOf = (assets: Assets, entry: string, title: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assets.style(entry)}" />
        <script type="module" src="${assets.script(entry)}"></script>
      </head>
      <body>
        <div id="console"></div>
        <noscript>The console needs JavaScript.</noscript>
      </body>
    </html>`.text

/** Serves a page at its path and at all below it, which are routes within the page. */
function serve(app: FastifyInstance, at: string, page: string): void {
  for (const url of [at, `${at}/*`])
    app.get(url, (request, reply) => sendPage(reply, page, strictPagePolicy({ sockets: socketsOf(request.host) })))
}
