import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import WebSocket from 'ws'
import { connectionCapacity } from '../../platform/http/connection-bounds.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { keys, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'

const perAddress = 40
let product: TestProduct
const open: { destroy(): void }[] = []
beforeAll(async () => {
  product = await startTestProduct({ TRUST_PROXY: 'false', CONNECTIONS_PER_ADDRESS: String(perAddress) })
})
afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
afterAll(() => product.close())

interface Connection {
  readonly socket: Socket
  closed: boolean
}

/** Opens a connection from a loopback address and sends nothing. */
async function idle(from: string, url = product.url): Promise<Connection> {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), localAddress: from })
  const connection = { socket, closed: false }
  open.push(socket)
  socket.on('error', () => undefined)
  socket.on('close', () => (connection.closed = true))
  await once(socket, 'connect')
  return connection
}

/** The response to a request over a fresh connection; undefined when the connection is closed instead. */
async function statusFrom(from: string, url = product.url): Promise<number | undefined> {
  const connection = await idle(from, url)
  let response = ''
  connection.socket.on('data', (text: Buffer) => (response += text.toString()))
  connection.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await eventually(() => connection.closed, true, { describe: () => 'the connection stays open' })
  return response === '' ? undefined : Number(response.split(' ')[1])
}

const crowd = (from: string, count: number): Promise<Connection[]> =>
  Promise.all(Array.from({ length: count }, () => idle(from)))

describe('the connections of one address', () => {
  it('are limited, idle ones too, and do not block other addresses', async () => {
    const held = await crowd('127.0.0.2', perAddress * 3)
    await eventually(() => held.filter(({ closed }) => closed).length === perAddress * 2, true, {
      describe: () => `${held.filter(({ closed }) => closed).length} were closed`,
    })
    expect(await statusFrom('127.0.0.2')).toBeUndefined()
    expect(await statusFrom('127.0.0.1')).toBe(200)
  })

  it('are free again once they are closed', async () => {
    const held = await crowd('127.0.0.3', perAddress)
    expect(await statusFrom('127.0.0.3')).toBeUndefined()
    held.slice(0, 5).forEach(({ socket }) => socket.destroy())
    await eventually(async () => (await statusFrom('127.0.0.3')) === 200, true, {
      describe: () => 'a closed connection still counts',
    })
  })

  it('do not count subscribers, who count for their partner', async () => {
    for (let subscriber = 0; subscriber < perAddress + 5; subscriber += 1) {
      const socket = new WebSocket(`${product.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        localAddress: '127.0.0.4',
      })
      open.push({ destroy: () => socket.terminate() })
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey: keys.demo } }))
      expect(String((await once(socket, 'message'))[0])).toBe('{"type":"connection_ack"}')
    }
    expect(await statusFrom('127.0.0.4')).toBe(200)
  })
})

describe('the connections of a server', () => {
  it('of a trusted proxy are not those of one client', async () => {
    const app = createHttpServer(createLogger('silent', 'test'), {
      connections: { perAddress: 2, trusts: (address) => address === '127.0.0.5' },
    })
    app.get('/healthz', () => 'fine')
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    for (const from of ['127.0.0.5', '127.0.0.6']) for (let count = 0; count < 4; count += 1) await idle(from, url)
    expect(await statusFrom('127.0.0.5', url)).toBe(200)
    expect(await statusFrom('127.0.0.6', url)).toBeUndefined()
    open.splice(0).forEach((socket) => socket.destroy())
    await app.close()
  })

  it('that are refused are logged in one line, not one for each', async () => {
    const lines: unknown[] = []
    const logger = createLogger('silent', 'test')
    logger.warn = (line: unknown) => void lines.push(line)
    const app = createHttpServer(logger, { connections: { perAddress: 1, trusts: () => false } })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const held: Connection[] = []
    for (let count = 0; count < 10; count += 1) held.push(await idle('127.0.0.7', url))
    await eventually(() => held.filter(({ closed }) => closed).length === 9, true, {
      describe: () => 'too few were refused',
    })
    expect(lines).toEqual([{ address: '127.0.0.7', limit: 1, refused: 1 }])
    open.splice(0).forEach((socket) => socket.destroy())
    await app.close()
  })

  it('are together fewer than the files that the process may open', async () => {
    expect([connectionCapacity(1_024), connectionCapacity(4_096), connectionCapacity(300)]).toEqual([768, 3_840, 150])
    expect(connectionCapacity(Infinity)).toBe(50_000)
    const app = createHttpServer(createLogger('silent', 'test'))
    expect(app.server.maxConnections).toBe(connectionCapacity())
    await app.close()
  })
})
