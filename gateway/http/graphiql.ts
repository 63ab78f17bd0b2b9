import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { builtFolder } from '../../platform/http/assets.ts'
import { compressOnce } from '../../platform/http/compression.ts'
import { socketsOf } from '../../platform/http/pages.ts'
import { pagePolicy } from '../../platform/http/security-headers.ts'

const require = createRequire(import.meta.url)

/** The document that the editor starts with; it runs as it is. */
const firstQuery = `# Ctrl+Enter runs the operation at the cursor. Keys go into the headers below.
query FirstCenotes {
  cenotes(first: 3) {
    nodes {
      id
      name
      pricing {
        adultCents
        currency
      }
    }
  }
}

# Shows reservations as they are made and changed, until it is stopped.
subscription LiveReservations {
  reservationEvents {
    type
    occurredAt
    reservation {
      bookingReference
      status
    }
  }
}
`

/** Files of the page by the name they are served under; the build copies those of GraphiQL from its packages. */
function assets(apiKey: string): Map<string, { type: string; body: Buffer }> {
  const script = 'text/javascript; charset=utf-8'
  const types = {
    'graphiql.js': script,
    'graphiql.css': 'text/css; charset=utf-8',
    'react.js': script,
    'react-dom.js': script,
  }
  const folder = builtFolder('graphiql')
  const served = new Map(
    Object.entries(types).map(([name, type]) => [name, { type, body: readFileSync(path.join(folder, name)) }]),
  )
  const graphqlWs = path.dirname(require.resolve('graphql-ws'))
  // The client is a module beside a chunk whose name changes from release to release.
  const client = readFileSync(path.join(graphqlWs, 'client.js'))
  served.set('graphql-ws.js', { type: script, body: client })
  for (const [, chunk] of client.toString().matchAll(/from '\.\/([\w-]+\.js)'/g)) {
    if (chunk) served.set(chunk, { type: script, body: readFileSync(path.join(graphqlWs, chunk)) })
  }
  served.set('page.js', { type: script, body: Buffer.from(pageWith(apiKey)) })
  return served
}

/** The script of the page. Where there is no key to offer, the reader fills one in. */
const pageWith = (apiKey: string): string => `import { createClient } from './graphql-ws.js'
const endpoint = new URL('/graphql', location.href)
const socket = new URL(endpoint)
socket.protocol = socket.protocol.replace('http', 'ws')
let keys = {}
const wsClient = createClient({ url: socket.href, connectionParams: () => keys })
const http = GraphiQL.createFetcher({ url: endpoint.href, wsClient })
// The key of the header editor opens the WebSocket too; another key needs another connection.
const fetcher = (request, options) => {
  const header = (wanted) => Object.entries(options?.headers ?? {}).find(([name]) => name.toLowerCase() === wanted)?.[1]
  const sent = { apiKey: header('x-api-key'), Authorization: header('authorization') }
  if (sent.apiKey !== keys.apiKey || sent.Authorization !== keys.Authorization) wsClient.terminate()
  keys = sent
  return http(request, options)
}
ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, {
    fetcher,
    shouldPersistHeaders: false,
    defaultQuery: ${JSON.stringify(firstQuery)},
    defaultHeaders: JSON.stringify({ 'X-API-Key': ${JSON.stringify(apiKey)} }, null, 2),
    defaultEditorToolsVisibility: 'headers',
  }),
)
// Names for screen readers that the editors lack, and a stop of the keyboard where they scroll.
const names = { '.graphiql-query-editor': 'Operation', '.graphiql-editor-tool': 'Variables and headers', '.result-window': 'Response' }
const repair = () => {
  for (const [place, name] of Object.entries(names))
    for (const input of document.querySelectorAll(place + ' .CodeMirror textarea:not([aria-label])'))
      input.setAttribute('aria-label', name)
  for (const scroller of document.querySelectorAll('.CodeMirror-scroll[tabindex="-1"]')) scroller.tabIndex = 0
}
new MutationObserver(repair).observe(document.body, { childList: true, subtree: true })
`

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL</title>
<link rel="stylesheet" href="/graphiql/graphiql.css">
<link rel="stylesheet" href="/graphiql/page.css">
</head>
<body>
<div id="graphiql">Loading…</div>
<script src="/graphiql/react.js"></script>
<script src="/graphiql/react-dom.js"></script>
<script src="/graphiql/graphiql.js"></script>
<script type="module" src="/graphiql/page.js"></script>
</body>
</html>
`

/** The size of the editor, and its colors with too little contrast, in both of its themes. */
const css = `body { margin: 0 }
#graphiql { height: 100vh }
.graphiql-container .graphiql-logo .graphiql-logo-link { color: #3b4a6b }
.graphiql-container .CodeMirror-linenumber { color: #5a6478 }
.graphiql-container .cm-s-graphiql .cm-def, .graphiql-container .cm-s-graphiql .cm-attribute { color: #00697a }
.graphiql-container .cm-s-graphiql .cm-property { color: #0059a8 }
.graphiql-container .cm-s-graphiql :is(.cm-punctuation, .cm-comment, .cm-invalidchar, .cm-ws) { color: #5a6478 }
.graphiql-container .cm-s-graphiql .cm-string { color: #8a4b00 }
.graphiql-container .cm-s-graphiql .cm-number { color: #6a1fd0 }
.graphiql-container .cm-s-graphiql .cm-keyword { color: #a8006e }
/* On a phone the response is below the operation, and the tools are a row. */
@media (max-width: 48rem) {
  .graphiql-container .graphiql-session { flex-direction: column; padding: 0 }
  .graphiql-container .graphiql-session > * { flex: 1 1 0 !important; min-height: 0 }
  .graphiql-container .graphiql-session > .graphiql-horizontal-drag-bar { display: none }
}
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light) .graphiql-logo .graphiql-logo-link { color: #c5cede }
  body:not(.graphiql-light) .graphiql-container .CodeMirror-linenumber { color: #aab4c8 }
  body:not(.graphiql-light) .cm-s-graphiql :is(.cm-punctuation, .cm-comment, .cm-invalidchar, .cm-ws) { color: #aab4c8 }
  body:not(.graphiql-light) .cm-s-graphiql :is(.cm-def, .cm-attribute) { color: #5fd7ea }
  body:not(.graphiql-light) .cm-s-graphiql .cm-property { color: #7cc0ff }
  body:not(.graphiql-light) .cm-s-graphiql .cm-string { color: #f0b35f }
  body:not(.graphiql-light) .cm-s-graphiql .cm-number { color: #c8a0ff }
  body:not(.graphiql-light) .cm-s-graphiql .cm-keyword { color: #ff8acb }
}
`

/**
 * A page to try GraphQL in, at /graphiql; everything it needs comes from this server. `apiKey` is one that every reader
 * may use.
 */
export function registerGraphiql(
  app: FastifyInstance,
  { apiKey = '' }: { readonly apiKey?: string | undefined } = {},
): void {
  const files = assets(apiKey)
  files.set('page.css', { type: 'text/css; charset=utf-8', body: Buffer.from(css) })
  app.get('/graphiql', ({ host }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy(socketsOf(host)))
      .send(html),
  )
  for (const [name, { type, body }] of files) {
    compressOnce(body)
    app.get(`/graphiql/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(body),
    )
  }
}
