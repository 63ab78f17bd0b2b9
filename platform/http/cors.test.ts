import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import fastify, { type FastifyInstance } from 'fastify'
import { areOrigins, readOrigins } from './cors.ts'

const shop = 'https://shop.example'
let app: FastifyInstance
afterEach(() => app.close())

function server(setting: string | undefined, publicUrl?: string): FastifyInstance {
  app = fastify({ forceCloseConnections: true })
  readOrigins(setting, publicUrl).register(app)
  app.get('/', (_request, reply) => reply.header('vary', 'Accept').send('x'))
  return app
}
const get = (origin: string) => app.inject({ url: '/', headers: { origin } })

describe('a page of another origin', () => {
  it('may read responses where the operator allows it', async () => {
    server(`${shop}, http://localhost:5173`)
    const { headers } = await get(shop)
    expect(headers['access-control-allow-origin']).toBe(shop)
    expect(headers['access-control-expose-headers']).toContain('X-Request-Id')
    expect(headers['vary']).toBe('Accept, Origin')
    expect((await get('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
    expect((await get(`${shop}.evil.example`)).headers['access-control-allow-origin']).toBeUndefined()
  })

  it('may read nothing unless it is allowed, and anything where all are', async () => {
    server(undefined)
    expect((await get(shop)).headers['access-control-allow-origin']).toBeUndefined()
    await app.close()
    server('*')
    const { headers } = await get(shop)
    expect([headers['access-control-allow-origin'], headers['vary']]).toEqual(['*', 'Accept, Origin'])
  })

  it('may read responses once a publishable key names its origin, and no longer when none does', async () => {
    const pages = new Set([shop])
    app = fastify()
    const origins = readOrigins(undefined, undefined)
    origins.register(app)
    origins.follow(pages)
    app.get('/', (_request, reply) => reply.send('x'))
    const { headers } = await get(shop)
    expect([headers['access-control-allow-origin'], headers['vary']]).toEqual([shop, 'Origin'])
    expect((await get('null')).headers['access-control-allow-origin']).toBeUndefined()
    pages.delete(shop)
    const refused = await get(shop)
    expect([refused.headers['access-control-allow-origin'], refused.headers['vary']]).toEqual([undefined, 'Origin'])
  })

  it('may send any header that its preflight names, in a list that can be read', async () => {
    server(shop)
    const allowedFor = async (names: string): Promise<unknown> => {
      const { headers } = await app.inject({
        method: 'OPTIONS',
        url: '/',
        headers: { origin: shop, 'access-control-request-method': 'GET', 'access-control-request-headers': names },
      })
      expect(headers['vary']).toBe('Origin, Access-Control-Request-Headers')
      return headers['access-control-allow-headers']
    }
    const names = 'apollographql-client-name, traceparent,x-requested-with'
    expect(await allowedFor(names)).toBe(names)
    for (const unreadable of ['a b', 'a,,b', 'a: b', `a${',x-name'.repeat(300)}`])
      expect(await allowedFor(unreadable)).toContain('X-API-Key')
  })

  it('gets the response to its preflight request without any route', async () => {
    server(shop)
    const preflight = (origin: string) =>
      app.inject({ method: 'OPTIONS', url: '/none', headers: { origin, 'access-control-request-method': 'PATCH' } })
    const { statusCode, headers } = await preflight(shop)
    expect([statusCode, headers['access-control-allow-methods']]).toEqual([204, expect.stringContaining('PATCH')])
    expect((await preflight('https://evil.example')).statusCode).toBe(404)
  })
})

describe('a WebSocket', () => {
  /** The status of the response to an upgrade; 101 where the server takes it. */
  async function upgrade(headers: Record<string, string>): Promise<number | undefined> {
    app.server.on('upgrade', (_request, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      headers: { connection: 'Upgrade', upgrade: 'x', ...headers },
    })
    request.end()
    const [response] = (await Promise.race([once(request, 'response'), once(request, 'upgrade')])) as [
      { statusCode?: number },
    ]
    request.destroy()
    return response.statusCode
  }

  it.each([
    ['a program, which sends no origin', {}, 101],
    ['an allowed page', { origin: shop }, 101],
    ['a page of the server itself', { origin: 'http://api.example', host: 'api.example' }, 101],
    ['a page of its public address', { origin: 'https://public.example' }, 101],
    ['another page', { origin: 'https://evil.example' }, 403],
    ['something without an address', { origin: 'null' }, 403],
  ])('may be opened, or not, by %s', async (_who, headers, status) => {
    server(shop, 'https://public.example/api')
    expect(await upgrade(headers as Record<string, string>)).toBe(status)
  })
})

it.each([
  ['https://shop.example', true],
  ['https://shop.example, http://localhost:5173', true],
  ['*', true],
  ['shop.example', false],
  ['https://shop.example/path', false],
  ['https://*.example', false],
])('a setting of origins is read or refused: %s', (setting, isRight) => {
  app = fastify()
  expect(areOrigins(setting)).toBe(isRight)
})
