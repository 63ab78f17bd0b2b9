import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import WebSocket, { type ClientOptions } from 'ws'
import { eventually } from '../../tests/testkit/eventually.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Credentials } from '../auth/callers.ts'
import type { ProtocolOptions } from './protocol.ts'
import { attachWebSocket } from './websocket.ts'

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

/** A server with WebSockets at /graphql, what their callers sent, and the addresses that requests counted for. */
async function serve({ isOverLimit = false } = {}) {
  const server: Server = createServer()
  const credentials: Credentials[] = []
  const counted: (string | undefined)[] = []
  const options = {
    callers: {
      socketsNeedKey: true,
      authenticate: (sent: Credentials) => {
        credentials.push(sent)
        return Promise.resolve({ partnerId: 'p' } as Identity)
      },
      meter: (_identity: unknown, address: string | undefined) => ({
        headers: { 'x-ratelimit-remaining': '7' },
        hasTimeLeft: true,
        spend: () => undefined,
        take: () => {
          counted.push(address)
          return isOverLimit ? Promise.reject(new Error('over the limit')) : Promise.resolve()
        },
      }),
      bodyBounds: () => ({ maxMembers: 1_000 }),
    },
    connections: { add: () => () => undefined },
    limits: { perConnection: 2, initialisationMilliseconds: 10_000 },
    trusts: () => true,
    logger: { error: () => undefined, info: () => undefined },
  } as unknown as ProtocolOptions
  const endpoint = attachWebSocket(server, '/graphql', options)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closes.push(
    () => server.close(),
    () => endpoint.close(),
  )
  return { url: `ws://127.0.0.1:${port}`, port, credentials, counted, endpoint }
}

async function open(url: string, options: ClientOptions = {}, protocols = ['graphql-transport-ws']) {
  const socket = new WebSocket(`${url}/graphql`, protocols, options)
  const closed = once(socket, 'close').then(([code]) => Number(code))
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'open'), closed])
  closes.push(() => socket.terminate())
  return { socket, closed }
}

/** The response to an upgrade that is refused. */
async function refusal(port: number, path: string, headers: Record<string, string> = {}) {
  const sent = request({
    ...{ host: '127.0.0.1', port, path, agent: false },
    headers: {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': Buffer.alloc(16).toString('base64'), ...headers },
    },
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [{ statusCode: number; headers: Record<string, string> }]
  return { status: response.statusCode, left: response.headers['x-ratelimit-remaining'] }
}

describe('an upgrade', () => {
  it('passes its key, language and address to the protocol', async () => {
    const { url, credentials } = await serve()
    for (const headers of [{ 'x-api-key': 'one' }, { authorization: 'Bearer two' }] as Record<string, string>[]) {
      const { socket } = await open(`${url}`, { headers: { 'accept-language': 'es', ...headers } })
      socket.send('{"type":"connection_init"}')
      expect(String((await once(socket, 'message'))[0])).toBe('{"type":"connection_ack"}')
    }
    expect(credentials).toMatchObject([
      { apiKey: 'one', acceptLanguage: 'es' },
      { apiKey: 'two', acceptLanguage: 'es' },
    ])
  })

  it('passes both of two different keys', async () => {
    const { url, credentials } = await serve()
    const { socket } = await open(url, { headers: { 'x-api-key': 'one', authorization: 'Bearer two' } })
    socket.send('{"type":"connection_init"}')
    await once(socket, 'message')
    expect(credentials).toMatchObject([{ otherApiKey: expect.stringMatching(/one|two/) }])
  })

  it('has the path whatever its query, and chooses the subprotocol among others', async () => {
    const { url } = await serve()
    const { socket } = await open(url, {}, ['graphql-ws', 'graphql-transport-ws'])
    expect(socket.protocol).toBe('graphql-transport-ws')
    const other = new WebSocket(`${url}/graphql?x=1`, 'graphql-transport-ws')
    await once(other, 'open')
    other.terminate()
  })

  it('without the subprotocol is closed with 4406', async () => {
    const { url } = await serve()
    expect(await (await open(url, {}, [])).closed).toBe(4406)
  })

  it.each([
    ['of another path', '/other', {}, 404],
    ['that is not one of WebSocket', '/graphql', { 'sec-websocket-key': 'x' }, 400],
  ] as const)(
    '%s is refused with the limits of its address, for which it counts',
    async (_what, path, headers, code) => {
      const { port, counted } = await serve()
      const response = await refusal(port, path, { 'x-forwarded-for': '10.0.0.7', ...headers })
      expect([response, counted]).toEqual([{ status: code, left: '7' }, ['10.0.0.7']])
    },
  )

  it('of an address over its limit is 429 instead', async () => {
    const { port } = await serve({ isOverLimit: true })
    expect((await refusal(port, '/other')).status).toBe(429)
  })
})

describe('a socket', () => {
  /** Opened and acknowledged. */
  async function acknowledged(url: string) {
    const opened = await open(url, { headers: { 'x-api-key': 'key' } })
    opened.socket.send('{"type":"connection_init"}')
    await once(opened.socket, 'message')
    return opened
  }

  /** Sends a message in so many fragments. */
  const inFragments = (socket: WebSocket, count: number): void => {
    for (let index = 1; index <= count; index += 1)
      socket.send(index === 1 ? '{"type":"ping"' : index === count ? '}' : ' ', { fin: index === count })
  }

  it('is closed with 1009 after a message of more than 256 KiB, and with 4400 after one that is no text', async () => {
    const { url } = await serve()
    const [large, binary, frames] = [await acknowledged(url), await open(url), await open(url)]
    large.socket.send('x'.repeat(256 * 1024 + 1))
    binary.socket.send(Buffer.from('{"type":"connection_init"}'), { binary: true })
    frames.socket.send('{"type":"ping"}')
    expect(String((await once(frames.socket, 'message'))[0])).toBe('{"type":"pong"}')
    expect(await Promise.all([large.closed, binary.closed])).toEqual([1009, 4400])
  })

  it('is closed with 1008 by the 17th fragment of a message', async () => {
    const { url } = await serve()
    const [few, many] = [await acknowledged(url), await acknowledged(url)]
    inFragments(few.socket, 16)
    expect(String((await once(few.socket, 'message'))[0])).toBe('{"type":"pong"}')
    inFragments(many.socket, 17)
    expect(await many.closed).toBe(1008)
  })

  it('is closed with 4429 by a sixth message before its acknowledgement, and with 1009 by more than 16 KiB', async () => {
    const { url } = await serve()
    const [many, large] = [await open(url), await open(url)]
    for (let index = 0; index < 3; index += 1) {
      many.socket.ping()
      many.socket.send('{"type":"pong"}')
    }
    large.socket.send(`{"type":"ping","payload":{"text":"${'x'.repeat(16_384)}"}}`)
    expect(await Promise.all([many.closed, large.closed])).toEqual([4429, 1009])
  })

  it('has all of its messages handled, however many one read brings', async () => {
    const { url } = await serve()
    const { socket } = await acknowledged(url)
    let pongs = 0
    socket.on('message', () => (pongs += 1))
    for (let index = 0; index < 200; index += 1) socket.send('{"type":"ping"}')
    await eventually(() => pongs, 200)
  })
})

describe('the end of the server', () => {
  it('closes every socket with 1001', async () => {
    const { url, endpoint } = await serve()
    const sockets = [await open(url), await open(url)]
    await endpoint.close()
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1001, 1001])
  })

  it('does not wait for a client that does not respond', async () => {
    const { port, endpoint } = await serve()
    const silent = connect(port, '127.0.0.1')
    closes.push(() => silent.destroy())
    silent.write(
      `GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`,
    )
    expect(String((await once(silent, 'data'))[0])).toContain('101 Switching Protocols')
    const ended = once(silent, 'close')
    silent.resume()
    await endpoint.close()
    await ended
  })
})
