import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { eventually } from '../../tests/testkit/eventually.ts'
import { openMetrics } from '../process/metrics.ts'
import { createLogger } from '../process/logger.ts'
import type { ConnectionBounds } from './connection-bounds.ts'
import { endRequests } from './request-queue.ts'
import { createHttpServer } from './server.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  jest.useRealTimers()
  for (const end of ends.splice(0).reverse()) await end()
})

/** A server whose requests to /slow wait for `finish`, and the order in which requests were executed. */
async function serve({ trusts = () => false, time }: Partial<ConnectionBounds> = {}) {
  const app: FastifyInstance = createHttpServer(createLogger('silent', 'test'), {
    connections: { perAddress: 100, trusts, ...(time ? { time } : {}) },
  })
  const executed: string[] = []
  const waiting: FastifyReply[] = []
  app.get('/slow', (_request, reply) => {
    executed.push('/slow')
    waiting.push(reply)
  })
  app.get<{ Params: { status: string } }>('/status/:status', async ({ params: { status } }, reply) => {
    executed.push(status)
    return reply.code(Number(status)).send('')
  })
  app.post('/echo', async ({ body }) => body)
  app.get('/stream', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { connection: 'close' }).write(':\n')
    endRequests(reply.raw.socket!)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  ends.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  /** Sends requests on a new connection and collects their responses. */
  async function open(
    text = '',
    localAddress = '127.0.0.1',
  ): Promise<{ socket: Socket; received: () => string; isEnded: () => boolean }> {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
    let received = ''
    let isEnded = false
    socket.on('data', (bytes) => (received += bytes.toString()))
    socket.on('end', () => (isEnded = true))
    ends.push(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(text)
    return { socket, received: () => received, isEnded: () => isEnded }
  }
  return { app, open, executed, finish: () => waiting.shift()?.send('done') }
}

const connectionsOf = ({ server }: FastifyInstance, count: number): Promise<unknown> =>
  eventually(() => new Promise((resolve) => server.getConnections((_error, open) => resolve(open))), count)
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const statusesIn = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status!)

describe('the requests of one connection', () => {
  it('are executed one after the other, and those of another meanwhile', async () => {
    const { open, executed, finish } = await serve()
    const first = await open(get('/slow') + get('/status/200').repeat(2_000))
    await eventually(() => executed, ['/slow'])
    const second = await open(get('/status/204'))
    await eventually(() => statusesIn(second.received()), ['204'])
    expect(executed).toEqual(['/slow', '204'])
    finish()
    await eventually(() => statusesIn(first.received()).length, 2_001)
  })

  it('with bodies, in any pieces, are all responded to in order', async () => {
    const { open } = await serve()
    const bodies = Array.from({ length: 20 }, (_, index) =>
      JSON.stringify({ index, text: '\r\n\r\n'.repeat(index * 30) }),
    )
    const text = bodies
      .map(
        (body) =>
          `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
      .join('')
    const { socket, received } = await open()
    for (let offset = 0; offset < text.length; offset += 701) socket.write(text.slice(offset, offset + 701))
    await eventually(() => statusesIn(received()), Array<string>(20).fill('200'))
    expect([...received().matchAll(/"index":(\d+)/g)].map(([, index]) => Number(index))).toEqual(
      bodies.map((_, i) => i),
    )
  })

  it('take turns by address, however many connections an address has', async () => {
    const { open, executed } = await serve()
    const many = await Promise.all(Array.from({ length: 10 }, () => open(get('/status/200'))))
    const other = await open(get('/status/204'), '127.0.0.2')
    await eventually(() => executed.length, 11)
    for (const { socket } of many) socket.write(get('/status/200').repeat(100))
    other.socket.write(get('/status/204').repeat(100))
    await eventually(() => executed.filter((status) => status === '204').length, 101)
    expect(executed.slice(0, executed.lastIndexOf('204')).length).toBeLessThan(500)
    await eventually(() => executed.length, 1_111)
  })

  it('wait while many connections of their address are accepted, and those of another address do not', async () => {
    const { open, executed } = await serve()
    const many = Array.from({ length: 20 }, () => open(get('/status/200')))
    await Promise.all([...many, open(get('/status/204'), '127.0.0.2')])
    await eventually(() => executed.length, 21)
    expect(executed.indexOf('204')).toBeLessThan(10)
  })

  it('that wait are not executed when the connection ends', async () => {
    const { app, open, executed, finish } = await serve()
    const { socket } = await open(get('/slow') + get('/status/200').repeat(5))
    await eventually(() => executed, ['/slow'])
    socket.destroy()
    await connectionsOf(app, 0)
    finish()
    const other = await open(get('/status/204'))
    await eventually(() => statusesIn(other.received()), ['204'])
    expect(executed).toEqual(['/slow', '204'])
  })

  it('are not read behind a stream, whose end is noticed', async () => {
    const { app, open, executed } = await serve()
    const { socket, received } = await open(get('/stream') + get('/status/200').repeat(5_000))
    await eventually(() => statusesIn(received()), ['200'])
    socket.destroy()
    await connectionsOf(app, 0)
    expect(executed).toEqual([])
  })

  /** Has requests wait behind a response for more than 10 seconds. */
  async function waitLong(count: number) {
    const { app, open, executed, finish } = await serve()
    const { socket, received, isEnded } = await open(get('/slow'))
    await eventually(() => executed, ['/slow'])
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance', 'Date'] })
    socket.write(get('/status/200').repeat(count))
    // The timer starts when they arrive.
    while (jest.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    jest.advanceTimersByTime(10_000)
    jest.useRealTimers()
    return { app, socket, received, isEnded, executed, finish }
  }

  it('that wait for more than 10 seconds are executed, and the end of the connection is noticed', async () => {
    const { executed, received, finish } = await waitLong(5)
    finish()
    await eventually(() => executed, ['/slow', '200', '200', '200', '200', '200'])
    await eventually(() => statusesIn(received()).length, 6)
    const other = await waitLong(5)
    other.socket.destroy()
    await connectionsOf(other.app, 0)
    expect(other.executed).toEqual(['/slow'])
  })

  it('that wait for more than 10 seconds and are more than 16 KiB are dropped with the connection', async () => {
    const { executed, received, isEnded, finish } = await waitLong(10_000)
    await eventually(
      async () => /^bounds_reached_total\{bound="pipelined-requests".*\} 1$/m.test(await openMetrics()()),
      true,
    )
    finish()
    await eventually(isEnded, true)
    expect(received()).toMatch(/connection: close/i)
    expect(executed).toEqual(['/slow'])
  })
})

describe('a connection whose requests are refused', () => {
  const wrong = (count: number): string => get('/status/401').repeat(count)

  it('ends with the 21st refusal in a row', async () => {
    const { open, executed } = await serve()
    const { received, isEnded } = await open(wrong(15) + get('/status/429').repeat(15))
    await eventually(isEnded, true)
    expect(executed).toHaveLength(21)
    expect(received().match(/connection: close/gi)).toHaveLength(1)
  })

  it('stays open when one of them succeeds in between', async () => {
    const { open, executed } = await serve()
    const { received } = await open(wrong(20) + get('/status/204') + wrong(20) + get('/status/204'))
    await eventually(() => executed.length, 42)
    expect(received()).not.toMatch(/connection: close/i)
  })

  it('stays open when it is that of a proxy of ours', async () => {
    const { open } = await serve({ trusts: () => true })
    const { received } = await open(wrong(30))
    await eventually(() => statusesIn(received()).length, 30)
  })

  it('is charged to its address, and read a second later without processor time', async () => {
    const spent = new Map<string, number>()
    let hasLeft = true
    const { open, executed } = await serve({
      time: {
        spend: (address, milliseconds) => void spent.set(address, (spent.get(address) ?? 0) + milliseconds),
        hasLeft: () => hasLeft,
      },
    })
    const { socket, received } = await open(wrong(5) + get('/unknown'))
    await eventually(() => statusesIn(received()), ['401', '401', '401', '401', '401', '404'])
    expect(spent.get('127.0.0.1')).toBeCloseTo(6 * 0.3)
    hasLeft = false
    const began = performance.now()
    socket.write(wrong(2))
    await eventually(() => executed.length, 7)
    expect(performance.now() - began).toBeGreaterThan(900)
  })
})
