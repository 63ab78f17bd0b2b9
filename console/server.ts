import type { FastifyInstance } from 'fastify'
import { builtFolder, openAssets } from '../platform/http/assets.ts'
import { html, sendPage, socketsOf, strictPagePolicy } from '../platform/http/pages.ts'

/** The path of the page; paths below it are routes within the page. */
const path = '/console'

/** Serves the console: one page for all callers, which reads and changes data through the GraphQL API alone. */
export async function registerConsole(app: FastifyInstance): Promise<void> {
  const assets = await openAssets(builtFolder('console/assets'), `${path}/assets`)
  assets.register(app)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Console</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assets.style('main')}" />
        <script type="module" src="${assets.script('main')}"></script>
      </head>
      <body>
        <div id="console"></div>
        <noscript>The console needs JavaScript.</noscript>
      </body>
    </html>`.text
  for (const url of [path, `${path}/*`])
    app.get(url, (request, reply) => sendPage(reply, page, strictPagePolicy({ sockets: socketsOf(request.host) })))
}
