import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { eventually } from '../../tests/testkit/eventually.ts'
import { Cancellation } from '../process/cancellation.ts'
import { ConnectionPool, type ConnectionPoolOptions } from './connection-pool.ts'

const opened: { close: () => Promise<void>; server: Server }[] = []
afterEach(async () => {
  for (const { close, server } of opened.splice(0)) {
    server.closeAllConnections()
    await close()
    server.close()
  }
})

/** A pool for a server with this handler, and the connections that the server has accepted. */
async function open(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  connections = 1,
  options?: ConnectionPoolOptions,
) {
  const server = createServer(handler)
  const accepted = { count: 0 }
  server.on('connection', () => (accepted.count += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql?of=test`)
  const pool = new ConnectionPool(url, connections, options)
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => (closed ??= pool.close())
  opened.push({ close, server })
  return { pool, close, accepted }
}

const echo = (request: IncomingMessage, response: ServerResponse): void => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => {
    const { method, url, headers } = request
    response.setHeader('x-of', 'server')
    response.end(JSON.stringify({ method, url, type: headers['content-type'], body: Buffer.concat(chunks).toString() }))
  })
}

describe('a connection pool', () => {
  it('sends a body with its headers to the path of its URL, and reads the whole response', async () => {
    const { pool } = await open(echo)
    const body = JSON.stringify({ text: 'ñ'.repeat(200_000) })
    const { status, headers, text } = await pool.post(body, { 'x-other': '1' }, new Cancellation())
    expect({ status, of: headers['x-of'] }).toEqual({ status: 200, of: 'server' })
    expect(JSON.parse(text)).toEqual({ method: 'POST', url: '/graphql?of=test', type: 'application/json', body })
    expect(JSON.parse((await pool.get(new Cancellation())).text)).toMatchObject({ method: 'GET', body: '' })
  })

  it('keeps its connections, and lets requests wait when all are in use', async () => {
    const waiting: ServerResponse[] = []
    const { pool, accepted } = await open((_request, response) => void waiting.push(response), 2)
    const responses = [1, 2, 3].map(() => pool.get(new Cancellation()))
    await eventually(() => waiting.length, 2)
    waiting.splice(0).forEach((response) => response.end('done'))
    await eventually(() => waiting.length, 1)
    waiting.splice(0).forEach((response) => response.end('done'))
    expect((await Promise.all(responses)).map(({ text }) => text)).toEqual(['done', 'done', 'done'])
    expect(accepted.count).toBe(2)
  })

  it('gives up a request whose caller has left: before it is sent, while it waits, and while it runs', async () => {
    const received: ServerResponse[] = []
    const { pool } = await open((_request, response) => void received.push(response))
    const [before, running, waiting] = [new Cancellation(), new Cancellation(), new Cancellation()]
    before.abort(new Error('left before'))
    await expect(pool.get(before)).rejects.toThrow('left before')
    const first = pool.get(running)
    const second = pool.get(waiting)
    await eventually(() => received.length, 1)
    waiting.abort(new Error('left while waiting'))
    await expect(second).rejects.toThrow('left while waiting')
    running.abort(new Error('left while running'))
    await expect(first).rejects.toThrow('left while running')
    // Neither stands in the way of the next.
    const third = pool.get(new Cancellation())
    await eventually(() => received.length, 2)
    received.at(-1)?.end('third')
    expect((await third).text).toBe('third')
  })

  it('breaks off a response that is larger than its limit', async () => {
    const { pool } = await open((_request, response) => void response.end('x'.repeat(2_000)), 1, {
      maxResponseBytes: 1_000,
    })
    await expect(pool.get(new Cancellation())).rejects.toThrow('Response content exceeded max size')
  })

  it('rejects when the server ends the connection, and connects again for the next request', async () => {
    let requests = 0
    const { pool, accepted } = await open((request, response) => {
      requests += 1
      if (requests === 1) request.socket.destroy()
      else response.end('back')
    })
    await expect(pool.get(new Cancellation())).rejects.toThrow('other side closed')
    expect((await pool.get(new Cancellation())).text).toBe('back')
    expect(accepted.count).toBe(2)
  })

  it('finishes what runs when it is closed, and accepts nothing more', async () => {
    const received: ServerResponse[] = []
    const { pool, close } = await open((_request, response) => void received.push(response))
    const running = pool.get(new Cancellation())
    await eventually(() => received.length, 1)
    const closed = close()
    await expect(pool.get(new Cancellation())).rejects.toThrow('closed')
    received[0]?.end('last')
    expect((await running).text).toBe('last')
    await closed
  })
})
