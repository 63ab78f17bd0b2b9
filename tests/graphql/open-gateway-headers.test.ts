import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import {
  composeSupergraph,
  serveFederatedSubgraph,
  type FederatedSubgraph,
  type SubgraphDefinition,
} from '../testkit/federated-subgraph.ts'
import { startOpenGateway, type OpenGatewayProcess } from '../testkit/open-gateway.ts'

const definition: SubgraphDefinition = {
  name: 'items',
  typeDefs: `
    type Query { name: String }
    type Mutation { rename: String }
    type Subscription { changed: String }`,
  resolvers: {
    Query: { name: () => 'item' },
    Mutation: { rename: () => 'item' },
    Subscription: {
      changed: {
        async *subscribe() {
          yield { changed: 'item' }
        },
      },
    },
  },
}

let subgraph: FederatedSubgraph
let gateway: OpenGatewayProcess
beforeAll(async () => {
  subgraph = await serveFederatedSubgraph(definition)
  gateway = await startOpenGateway(composeSupergraph([definition], () => subgraph.url))
})
afterAll(async () => {
  await gateway?.close()
  await subgraph.close()
})
beforeEach(() => {
  subgraph.intercept = undefined
  subgraph.requests.length = 0
  subgraph.connections.length = 0
  subgraph.members.clear()
})

/** In every value that a caller sends and that must reach no subgraph. */
const mark = 'from-the-caller'

/** Headers of every kind; several times the same one, and ones that `Connection` calls our own. */
const hostileHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Authorization', `Bearer ${mark}`],
  ['Proxy-Authorization', `Basic ${mark}`],
  ['Cookie', `session=${mark}`],
  ['Cookie', `other=${mark}`],
  ['X-API-Key', mark],
  ['X-Identity', mark],
  ['X-Deadline-Ms', '1'],
  ['X-Forwarded-For', `203.0.113.7, ${mark}`],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-Host', mark],
  ['X-Forwarded-Proto', mark],
  ['X-Real-IP', mark],
  ['Forwarded', `for=${mark}`],
  ['Via', `1.1 ${mark}`],
  ['Connection', 'keep-alive, X-Own, Authorization, Content-Type, X-Request-Id'],
  ['X-Own', mark],
  ['Keep-Alive', `timeout=${mark}`],
  ['Proxy-Connection', mark],
  ['TE', `trailers, ${mark}`],
  ['Trailer', mark],
  ['Accept-Language', mark],
  ['User-Agent', mark],
  ['Origin', `https://${mark}.example`],
  ['Referer', `https://${mark}.example/`],
  ['traceparent', `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`],
  ['tracestate', `vendor=${mark}`],
  ['baggage', `secret=${mark}`],
  ['Apollo-Federation-Include-Trace', mark],
  ['X-Request-Id', `${mark} with a space`],
  ['__proto__', mark],
  ['constructor', mark],
]

/** The headers of every request to a subgraph. */
const sentHeaders = ['accept', 'connection', 'content-length', 'content-type', 'host', 'x-request-id']
/** The headers of a connection for subscriptions. */
const upgradeHeaders = [
  ...['connection', 'host', 'sec-websocket-extensions', 'sec-websocket-key', 'sec-websocket-protocol'],
  ...['sec-websocket-version', 'upgrade'],
]

interface RawResponse {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Sends a request byte by byte, as no client library would let it be sent. */
async function sendRaw(
  body: string,
  headers: readonly (readonly [string, string])[],
  { method = 'POST', target = '/graphql' } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  // A connection that stays open is closed once its response is complete.
  const isWhole = (): boolean => /\r\n\r\n[^]*(\}|\r\n0\r\n\r\n)$/.test(text)
  socket.on('data', () => {
    if (isWhole()) socket.end()
  })
  await once(socket, 'close')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') }
}

const post = (query: string, headers: readonly (readonly [string, string])[] = []): Promise<RawResponse> => {
  const body = JSON.stringify({ query, extensions: { headers: { authorization: mark }, identity: mark } })
  return sendRaw(body, [
    ['Host', 'localhost'],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ...headers,
  ])
}

describe('what an open gateway sends to subgraphs', () => {
  it.each(['{ name }', 'mutation { rename }'])('for %s has nothing of the headers of its caller', async (query) => {
    const { status, body } = await post(query, hostileHeaders)
    expect([status, body]).toEqual([200, expect.stringContaining('"item"')])
    expect(subgraph.requests).toHaveLength(1)
    for (const { headers } of subgraph.requests) {
      expect(Object.keys(headers).sort()).toEqual(sentHeaders)
      expect(JSON.stringify(headers)).not.toContain(mark)
      expect(headers.host).toBe(new URL(subgraph.url).host)
      expect(headers['content-type']).toBe('application/json')
    }
    expect([...subgraph.members].sort()).toEqual(['query', 'variables'])
  })

  it('by GET, too', async () => {
    const target = `/graphql?query=${encodeURIComponent('{ name }')}&extensions=${encodeURIComponent(`{"a":"${mark}"}`)}`
    const { status } = await sendRaw('', [['Host', 'localhost'], ...hostileHeaders], { method: 'GET', target })
    expect(status).toBe(200)
    expect(subgraph.requests.map(({ headers }) => Object.keys(headers).sort())).toEqual([sentHeaders])
    expect(JSON.stringify(subgraph.requests)).not.toContain(mark)
  })

  it('is the id of the request where that is one, and an own one otherwise', async () => {
    for (const id of ['order-7.1', 'x'.repeat(101), 'a b', 'ünï', 'a\tb', '../../etc'])
      await post('{ name }', [['X-Request-Id', id]])
    await post('{ name }', [
      ['X-Request-Id', 'one'],
      ['X-Request-Id', 'two'],
    ])
    const ids = subgraph.requests.map(({ headers }) => String(headers['x-request-id']))
    expect(ids[0]).toBe('order-7.1')
    for (const id of ids.slice(1)) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(new Set(ids).size).toBe(7)
  })

  it('for a subscription has nothing of its caller, whatever it comes by', async () => {
    const headers = Object.fromEntries(
      hostileHeaders.filter(
        ([name]) => !/^(connection|te|trailer|keep-alive|proxy-connection|origin|__proto__)$/i.test(name),
      ),
    )
    // A page of another origin is refused before anything is opened.
    class CallersSocket extends WebSocket {
      constructor(address: string, protocols: string[]) {
        super(address, protocols, { headers })
      }
    }
    const client = createClient({
      url: gateway.url.replace('http', 'ws'),
      webSocketImpl: CallersSocket,
      connectionParams: { apiKey: mark, authorization: mark, headers: { authorization: mark } },
      retryAttempts: 0,
    })
    const query = 'subscription { changed }'
    const results: unknown[] = []
    for await (const result of client.iterate({ query, extensions: { identity: mark } })) results.push(result)
    await client.dispose()
    expect(results).toEqual([{ data: { changed: 'item' } }])
    const streamed = await post(query, [['Accept', 'text/event-stream'], ...hostileHeaders])
    expect([streamed.status, streamed.body]).toEqual([200, expect.stringContaining('event: complete')])
    expect(subgraph.connections.length).toBeGreaterThan(0)
    for (const { headers: opened, parameters } of subgraph.connections) {
      expect(Object.keys(opened).sort()).toEqual(upgradeHeaders)
      expect(opened.host).toBe(new URL(subgraph.url).host)
      expect(parameters ?? {}).toEqual({})
    }
    expect(JSON.stringify([subgraph.connections, subgraph.requests])).not.toContain(mark)
    expect([...subgraph.members].sort()).toEqual(['query', 'variables'])
  })
})

describe('a request whose head is no head', () => {
  const framed = (body: string, ...more: [string, string][]): [string, string][] => [
    ['Host', 'localhost'],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
    ...more,
  ]
  const body = '{"query":"{ name }"}'

  it.each([
    ['a bare line feed in a value', framed(body, ['X-A', `a\nX-Identity: ${mark}`])],
    ['a bare carriage return in a value', framed(body, ['X-A', `a\rX-Identity: ${mark}`])],
    ['a NUL in a value', framed(body, ['X-A', `a\u0000${mark}`])],
    ['a space in a name', framed(body, ['X A', mark])],
    ['two lengths', framed(body, ['Content-Length', '5'])],
    ['a length and chunks', framed(body, ['Transfer-Encoding', 'chunked'])],
    ['an unknown encoding', [...framed(body).slice(0, 2), ['Transfer-Encoding', `chunked, ${mark}`]]],
    ['no host', framed(body).slice(1)],
  ] as [string, [string, string][]][])('by %s reaches no subgraph', async (_what, headers) => {
    const reply = await sendRaw(body, headers)
    expect(reply.status).toBe(400)
    expect(reply.head + reply.body).not.toContain(mark)
    expect(subgraph.requests).toEqual([])
  })

  it.each([
    ['one header of 20 KB', [['X-Large', 'x'.repeat(20_000)]]],
    ['many headers of 20 KB together', Array.from({ length: 1_500 }, (_, index) => [`X-${index}`, 'x'.repeat(10)])],
  ] as [string, [string, string][]][])(
    'by %s is refused, and the next one gets its response',
    async (_what, headers) => {
      expect((await sendRaw(body, framed(body, ...headers))).status).toBe(431)
      expect(subgraph.requests).toEqual([])
      expect((await post('{ name }')).status).toBe(200)
    },
  )

  it('that asks for another protocol gets none, and the subgraph neither', async () => {
    const upgrade = framed(
      body,
      ['Connection', 'Upgrade, HTTP2-Settings'],
      ['Upgrade', 'h2c'],
      ['HTTP2-Settings', mark],
    )
    const { status } = await sendRaw(body, upgrade)
    expect(status).not.toBe(101)
    expect(JSON.stringify(subgraph.requests)).not.toContain(mark)
    expect((await post('{ name }')).status).toBe(200)
  })
})

describe('a response of an open gateway', () => {
  const markOfSubgraph = 'from-the-subgraph'

  it('has nothing of the headers of a subgraph', async () => {
    const own = await post('{ name }')
    const namesIn = ({ head }: RawResponse): string[] =>
      head
        .split('\r\n')
        .slice(1)
        .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    subgraph.intercept = (response) => {
      response.writeHead(200, [
        ...['Content-Type', 'application/json', 'Set-Cookie', `a=${markOfSubgraph}`, 'Set-Cookie', 'b=c'],
        ...['Location', `https://${markOfSubgraph}.example`, 'X-Powered-By', markOfSubgraph, 'Server', markOfSubgraph],
        ...['Access-Control-Allow-Origin', '*', 'Access-Control-Allow-Credentials', 'true'],
        ...['Cache-Control', 'public, max-age=99999', 'ETag', `"${markOfSubgraph}"`, 'Content-Security-Policy', ''],
        ...['Connection', 'X-Content-Type-Options', 'X-Request-Id', markOfSubgraph, 'X-Large', 'x'.repeat(8_000)],
        ...['WWW-Authenticate', `Basic realm="${markOfSubgraph}"`, 'Strict-Transport-Security', 'max-age=0'],
      ])
      response.end('{"data":{"name":"item"}}')
    }
    const reply = await post('{ name }')
    expect(reply.status).toBe(200)
    expect(namesIn(reply)).toEqual(namesIn(own))
    expect(reply.head).not.toContain(markOfSubgraph)
    expect(reply.head).not.toMatch(/max-age|allow-origin/i)
  })

  it.each([
    ['a redirect', 302],
    ['a redirect that keeps the body', 307],
    ['a demand for credentials', 401],
  ])('to %s of a subgraph is a failure of that subgraph, and nothing is sent elsewhere', async (_what, status) => {
    const elsewhere = await serveFederatedSubgraph(definition)
    subgraph.intercept = (response) => {
      response.writeHead(status, { location: elsewhere.url, 'www-authenticate': 'Basic' }).end()
    }
    try {
      const reply = await post('{ name }')
      expect([reply.status, JSON.parse(reply.body)]).toMatchObject([
        200,
        { data: { name: null }, errors: [{ path: ['name'], extensions: { code: 'SERVICE_UNAVAILABLE' } }] },
      ])
      expect(reply.head).not.toMatch(/location|www-authenticate/i)
      expect(elsewhere.requests).toEqual([])
    } finally {
      await elsewhere.close()
    }
  })
})
