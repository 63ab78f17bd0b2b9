import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import WebSocket from 'ws'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { keys, partner, startTestProduct, type TestProduct, type Json } from '../testkit/product.ts'
import { slowFor } from '../testkit/pauses.ts'

let product: TestProduct
const friend = 'https://shop.example'
beforeAll(async () => {
  product = await startTestProduct({
    CORS_ORIGINS: `${friend}, http://localhost:5173`,
    HEADERS_TIMEOUT_SECONDS: '1.5',
    REQUEST_TIMEOUT_SECONDS: '2.5',
  })
})
afterAll(() => product.close())

const pages = ['/graphiql', '/docs']
const responses = [
  '/api/partner/cenotes',
  '/nothing',
  '/openapi.json',
  '/asyncapi.json',
  '/healthz',
  '/api/system/health',
  '/%zz',
]

describe('the headers of a response', () => {
  it.each([...pages, ...responses])('stop browsers from interpreting %s as another type', async (address) => {
    const { headers } = await partner(product.url).get(address)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
  })

  it.each(pages)('let %s load from this server alone, without wildcards or inline scripts', async (address) => {
    const page = await partner(product.url).get(address)
    expect(page).toHaveStatus(200)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/\*|https:(?!\/\/)|wss?:(?!\/\/)|unsafe-eval/)
    expect(page.body.toString()).not.toMatch(/<script(?![^>]*src=)[^>]*>/)
    expect(page.body.toString()).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })

  it('make browsers stay with HTTPS where the public address has it', async () => {
    const app = createHttpServer(createLogger('silent', 'test'), { publicUrl: 'https://api.example' })
    app.get('/', () => 'x')
    const { headers } = await app.inject('/')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    await app.close()
  })
})

describe('a page of another origin', () => {
  const namesIn = (list: string | null): string[] => (list ?? '').split(', ')
  const preflight = (origin: string, path = '/graphql', names = 'x-api-key'): Promise<Response> =>
    fetch(`${product.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': names,
      },
    })

  it('that the operator configured may send requests, and read the response with its headers', async () => {
    const allowed = await preflight(friend)
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(friend)
    expect(allowed.headers.get('access-control-allow-headers')).toBe('x-api-key')
    expect(allowed.headers.get('vary')).toBe('Origin, Access-Control-Request-Headers')
    for (const address of ['/api/partner/cenotes', '/api/partner/nothing', '/public/discount-rules/auto-apply']) {
      const response = await partner(product.url).get(address, { Origin: friend })
      expect(response.headers.get('access-control-allow-origin')).toBe(friend)
      expect(namesIn(response.headers.get('access-control-expose-headers'))).toEqual(
        expect.arrayContaining(['X-Request-Id', 'Location', 'X-Environment']),
      )
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      expect(response.headers.get('vary')).toMatch(/Origin/)
    }
  })

  it('may speak OCTO: send its capabilities, and read those in effect and the languages', async () => {
    const names = 'authorization,octo-capabilities,traceparent'
    const allowed = await preflight(friend, '/octo/v1/products', names)
    expect(allowed.headers.get('access-control-allow-headers')).toBe(names)
    const response = await partner(product.url).get('/octo/v1/supplier', {
      Origin: friend,
      'Octo-Capabilities': 'octo/content',
    })
    expect(response).toHaveStatus(200)
    const exposed = namesIn(response.headers.get('access-control-expose-headers'))
    for (const [name, value] of [
      ['Octo-Capabilities', 'octo/content'],
      ['Available-Languages', 'en, es'],
      ['Content-Language', 'en'],
    ] as const) {
      expect(response.headers.get(name)).toBe(value)
      expect(exposed).toContain(name)
    }
  })

  it('that the operator named may read an event stream', async () => {
    const ending = new AbortController()
    const response = await fetch(`${product.url}/graphql/stream`, {
      method: 'POST',
      headers: { Origin: friend, 'X-API-Key': keys.demo, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'subscription { reservationEvents { id } }' }),
      signal: ending.signal,
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(response.headers.get('access-control-allow-origin')).toBe(friend)
    expect(response.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Limit')
    ending.abort()
  })

  it.each(['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null'])(
    'such as %s is not allowed',
    async (origin) => {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
      const response = await partner(product.url).get('/api/partner/cenotes', { Origin: origin })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(response.headers.get('vary')).toMatch(/Origin/)
    },
  )

  it('opens a socket only when it was configured, or is served by the product', async () => {
    const opened = (origin?: string): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = new WebSocket(
          `${product.url.replace('http', 'ws')}/graphql`,
          'graphql-transport-ws',
          origin === undefined ? {} : { origin },
        )
        socket.on('open', () => {
          resolve(true)
          socket.close()
        })
        socket.on('error', () => resolve(false))
      })
    expect(await Promise.all([opened(), opened(friend), opened(product.url)])).toEqual([true, true, true])
    expect(await Promise.all([opened('https://evil.example'), opened('null')])).toEqual([false, false])
  })
})

describe('a request without a valid key', () => {
  it.each([
    ['/api/partner/reservations', 'GET'],
    ['/octo/v1/supplier', 'GET'],
    ['/graphql', 'POST'],
  ])('to %s gets the scheme of authentication', async (path, method) => {
    const challengeOf = async (headers: Record<string, string>): Promise<unknown> => {
      const response = await fetch(product.url + path, {
        method,
        headers: { 'Content-Type': 'application/json', Origin: friend, ...headers },
        ...(method === 'POST' ? { body: '{"query":"{ reservations { totalCount } }"}' } : {}),
      })
      expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
      return [response.status, response.headers.get('www-authenticate')]
    }
    expect(await challengeOf({})).toEqual([401, 'Bearer realm="partner-api"'])
    const wrong = { Authorization: 'Bearer sk_test_wrong' }
    expect(await challengeOf(wrong)).toEqual([401, 'Bearer realm="partner-api", error="invalid_token"'])
  })
})

describe('a body or query that is not UTF-8', () => {
  const send = async (path: string, body: Buffer | string, headers: Record<string, string> = {}): Promise<unknown> => {
    const response = await fetch(product.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': keys.demo, ...headers },
      body: body as BodyInit,
    })
    const { code, error, errors } = (await response.json()) as Json
    return [response.status, code ?? error?.code ?? error ?? errors?.[0]?.extensions.code]
  }
  const paths = ['/api/partner/reservations', '/octo/v1/bookings', '/graphql']

  it('is refused in the form of its API', async () => {
    const latin1 = Buffer.from('{"query":"Núñez"}', 'latin1')
    expect(await Promise.all(paths.map((path) => send(path, latin1)))).toEqual([
      [400, 'ERROR_VALIDACION'],
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
    ])
  })

  it.each<Record<string, string>>([
    { 'Content-Type': 'application/json; charset=iso-8859-1' },
    { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
  ])('is refused by its headers: %j', async (headers) => {
    expect(await Promise.all(paths.map((path) => send(path, '{}', headers)))).toEqual([
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
      [400, 'BAD_REQUEST'],
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ])
  })

  it.each(['application/json; charset="UTF-8"', 'application/json;charset=us-ascii'])('is not %s', async (type) => {
    const query = '\ufeff{"query":"{ __typename }"}'
    expect(await send('/graphql', query, { 'Content-Type': type })).toEqual([200, undefined])
  })

  it.each(['%zz', '%fa', 'a%', '%E0%A4'])('is refused as a parameter: %s', async (text) => {
    const rest = await partner(product.url).get(`/api/partner/cenotes?search=${text}`)
    expect([rest.status, Object.keys(rest.body.errors.fields)]).toEqual([400, ['search']])
    const octo = await partner(product.url).get(`/octo/v1/products?x=${text}`)
    expect([octo.status, octo.body.error]).toEqual([400, 'BAD_REQUEST'])
    expect(await partner(product.url).get(`/graphql?query=${text}`)).toHaveStatus(400)
  })
})

describe('the language of a response', () => {
  it.each([
    ['en;q=0, *', 'es'],
    ['es;q=0, *', 'en'],
    ['*', 'en'],
    ['fr, es;q=0.1', 'es'],
  ])('to %s is %s', async (accepted, language) => {
    const { headers } = await partner(product.url).get('/api/partner/nothing', { 'Accept-Language': accepted })
    expect(headers.get('content-language')).toBe(language)
  })
})

describe('a client on a bare connection', () => {
  /** Sends, and returns whether the connection is still open. */
  type Write = (text: string) => boolean
  /** The bytes received until the server closed the connection. */
  const converse = (send: (write: Write) => unknown): Promise<string> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(product.url)
      let received = ''
      let open = true
      const socket = connect(Number(port), hostname, () => {
        void send((text) => {
          if (open) socket.write(text)
          return open
        })
      })
      socket.on('data', (chunk) => (received += chunk.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open = false
        resolve(received)
      })
    })
  const drip = (text: string) => async (write: Write) => {
    write('POST /graphql HTTP/1.1\r\nHost: x\r\n')
    while (write(text)) await slowFor(50)
  }

  it('that never ends its headers gets 408 and is closed, many at once without affecting others', async () => {
    const slow = Array.from({ length: 50 }, (_, i) => converse(drip(`X-${i}: y\r\n`)))
    const served = await partner(product.url).get('/api/partner/cenotes')
    expect(served).toHaveStatus(200)
    for (const response of await Promise.all(slow)) {
      expect(response).toContain('408 Request Timeout')
      expect(response).toContain('"code":"REQUEST_TIMEOUT"')
    }
  })

  it('that expects what no server does gets 417 with an id', async () => {
    const response = await converse((write) =>
      write('GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\nExpect: gold\r\nConnection: close\r\n\r\n'),
    )
    expect(response).toMatch(/^HTTP\/1.1 417 [^]*x-request-id: mine/i)
  })

  it('that sends its body a byte at a time is closed', async () => {
    const response = await converse(async (write) => {
      write(
        `POST /graphql HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.demo}\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n`,
      )
      while (write(' ')) await slowFor(50)
    })
    expect(response).toContain('408')
  })

  it('that sends headers beyond 16 KiB gets 431, and invalid HTTP gets 400, without revealing the server', async () => {
    const large = await converse((write) =>
      write(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`),
    )
    expect(large).toContain('HTTP/1.1 431 ')
    expect(large).toContain('"code":"HEADERS_TOO_LARGE"')
    expect(/X-Request-Id: (\S+)/.exec(large)?.[1]).toBe(/"requestId":"([^"]+)"/.exec(large)?.[1])
    for (const nonsense of [
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      '\x16\x03\x01\x02\x00',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ]) {
      const response = await converse((write) => write(nonsense))
      expect(response).toContain('HTTP/1.1 400 ')
      expect(response).toContain('"code":"MALFORMED_REQUEST"')
      expect(response).not.toMatch(/fastify|node|HPE_/i)
    }
  })
})
