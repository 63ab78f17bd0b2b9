import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../../platform/http/security-headers.ts'

const require = createRequire(import.meta.url)
const folderOf = (name: string, up = '.'): string => path.join(path.dirname(require.resolve(name)), up)

/** Files of the page by the name they are served under; all come from packages, none from another server. */
function assets(): Map<string, { type: string; body: Buffer }> {
  const script = 'text/javascript; charset=utf-8'
  const graphiql = folderOf('graphiql/package.json')
  const graphqlWs = folderOf('graphql-ws')
  const files: [name: string, file: string, type: string][] = [
    ['graphiql.js', path.join(graphiql, 'graphiql.min.js'), script],
    ['graphiql.css', path.join(graphiql, 'graphiql.min.css'), 'text/css; charset=utf-8'],
    ['react.js', path.join(folderOf('react/package.json'), 'umd/react.production.min.js'), script],
    ['react-dom.js', path.join(folderOf('react-dom/package.json'), 'umd/react-dom.production.min.js'), script],
  ]
  const served = new Map(files.map(([name, file, type]) => [name, { type, body: readFileSync(file) }]))
  // The client is a module beside a chunk whose name changes from release to release.
  const client = readFileSync(path.join(graphqlWs, 'client.js'))
  served.set('graphql-ws.js', { type: script, body: client })
  for (const [, chunk] of client.toString().matchAll(/from '\.\/([\w-]+\.js)'/g)) {
    if (chunk) served.set(chunk, { type: script, body: readFileSync(path.join(graphqlWs, chunk)) })
  }
  served.set('page.js', { type: script, body: Buffer.from(page) })
  return served
}

const page = `import { createClient } from '../graphql-ws.js'
const endpoint = new URL('/graphql', location.href)
const socket = new URL(endpoint)
socket.protocol = socket.protocol.replace('http', 'ws')
let apiKey
const wsClient = createClient({ url: socket.href, connectionParams: () => ({ apiKey }) })
const http = GraphiQL.createFetcher({ url: endpoint.href, wsClient })
// The key of the header editor opens the WebSocket too; another key needs another connection.
const fetcher = (request, options) => {
  const header = Object.entries(options?.headers ?? {}).find(([name]) => name.toLowerCase() === 'x-api-key')
  if (header?.[1] !== apiKey) wsClient.terminate()
  apiKey = header?.[1]
  return http(request, options)
}
ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, { fetcher, shouldPersistHeaders: false, defaultHeaders: '{ "X-API-Key": "" }', defaultEditorToolsVisibility: 'headers' }),
)
`

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
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
const css = 'body { margin: 0 } #graphiql { height: 100vh }\n'

/** Sockets of the address that the page came from: older browsers do not count them to 'self'. */
const socketsOf = (host: string): string[] => (/^[\w.:[\]-]+$/.test(host) ? [`ws://${host}`, `wss://${host}`] : [])

/** A page to try GraphQL in, at /graphiql; everything it needs comes from this server. */
export function registerGraphiql(app: FastifyInstance): void {
  const files = assets()
  files.set('page.css', { type: 'text/css; charset=utf-8', body: Buffer.from(css) })
  app.get('/graphiql', ({ host }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy(socketsOf(host)))
      .send(html),
  )
  for (const [name, { type, body }] of files) {
    app.get(`/graphiql/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(body),
    )
  }
}
