// Raw bytes on a few connections: WebSocket frames and pipelined requests, as fast as the product takes them.
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { floodSeconds, type Attack, type Outcome, type Target } from './attack.ts'
import { clientFrame } from './client-frame.ts'
import { send } from './client.ts'

/** A connection from the attacker's address; what it receives is counted and dropped. */
async function open({ url, from }: Target): Promise<Socket & { received: string }> {
  const { hostname, port } = new URL(url)
  const socket = Object.assign(
    connect({ host: hostname, port: Number(port || 80), ...(from === undefined ? {} : { localAddress: from }) }),
    { received: '' },
  )
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    if (socket.received.length < 1_000_000) socket.received += bytes.toString('latin1')
  })
  await eventOf(socket, 'connect')
  return socket
}

/** An event of a connection, or its end, which is no error here. */
function eventOf(socket: Socket, event: 'connect' | 'drain', milliseconds = 10_000): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      socket.off(event, done).off('close', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    socket.on(event, done).on('close', done)
  })
}

/** Writes the same bytes again and again, as fast as they are read, and opens another connection whenever one ends. */
async function floodWith(
  bytes: Buffer,
  connections: number,
  begin: () => Promise<Socket & { received: string }>,
): Promise<{ opened: number; sent: number; received: string }> {
  const until = performance.now() + floodSeconds * 1_000
  let opened = 0
  let sent = 0
  let received = ''
  const run = async (): Promise<void> => {
    while (performance.now() < until) {
      const socket = await begin()
      opened += 1
      while (performance.now() < until && socket.writable) {
        sent += bytes.length
        if (!socket.write(bytes)) await eventOf(socket, 'drain', until - performance.now())
      }
      if (received.length < 1_000_000) received += socket.received
      socket.destroy()
      await delay(1)
    }
  }
  await Promise.all(Array.from({ length: connections }, run))
  return { opened, sent, received }
}

const stillResponds = async (target: Target): Promise<string | undefined> => {
  const { status } = await send(target, { path: '/healthz', method: 'GET' })
  return status === 200 ? undefined : `the product no longer responds (${status})`
}

const message = (value: unknown): Buffer => clientFrame(1, JSON.stringify(value))
const [continuation, text, ping, pong] = [0, 1, 9, 10] as const

/** Upgrades a connection, and authenticates it where a key is given. */
async function upgrade(target: Target, apiKey: string | undefined): Promise<Socket & { received: string }> {
  const socket = await open(target)
  socket.write(
    `GET /graphql HTTP/1.1\r\nHost: ${new URL(target.url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`,
  )
  if (apiKey !== undefined) socket.write(message({ type: 'connection_init', payload: { apiKey } }))
  const deadline = performance.now() + 2_000
  const wanted = apiKey === undefined ? '101 Switching' : 'connection_ack'
  while (!socket.received.includes(wanted) && !socket.closed && performance.now() < deadline) await delay(5)
  return socket
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB sent`
const repeated = (bytes: Buffer): Buffer => Buffer.concat(Array<Buffer>(Math.ceil(65_536 / bytes.length)).fill(bytes))

const messages = (name: string, bytes: Buffer, key?: (target: Target) => string): Attack => ({
  name: `WebSocket: ${name}`,
  async run(target): Promise<Outcome> {
    const { opened, sent } = await floodWith(repeated(bytes), 2, () => upgrade(target, key?.(target)))
    return { responses: `${megabytes(sent)}, ${opened} connections`, breach: await stillResponds(target) }
  },
})

const basic = ({ keys }: Target): string => keys.basic
const manyMembers = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`m${index}`, 0]))

/** A message that never ends, in fragments. */
const unfinished = (fragments: number, bytes: number): Buffer =>
  Buffer.concat([
    clientFrame(text, 'x'.repeat(bytes), { isFinal: false }),
    ...Array.from({ length: fragments - 1 }, () => clientFrame(continuation, 'x'.repeat(bytes), { isFinal: false })),
  ])

const unfinishedMessages = (
  name: string,
  sockets: number,
  begun: Buffer,
  key?: (target: Target) => string,
): Attack => ({
  name: `WebSocket: ${name}`,
  async run(target): Promise<Outcome> {
    const opened: Socket[] = []
    for (let index = 0; index < sockets; index += 25) {
      const some = await Promise.all(Array.from({ length: 25 }, () => upgrade(target, key?.(target))))
      for (const socket of some) socket.write(begun)
      opened.push(...some)
    }
    for (let second = 0; second < floodSeconds; second += 1) {
      await delay(1_000)
      for (const socket of opened) if (socket.writable) socket.write(clientFrame(pong, ''))
    }
    const open = opened.filter(({ closed }) => !closed).length
    for (const socket of opened) socket.destroy()
    return { responses: `${open} of ${sockets} stayed open`, breach: await stillResponds(target) }
  },
})

/** Requests one after the other, without waiting for a response. */
const pipelined = (name: string, head: string, connections: number): Attack => ({
  name: `pipelined: ${name}`,
  async run(target): Promise<Outcome> {
    const request = Buffer.from(`${head}\r\nHost: a\r\n\r\n`)
    const { opened, sent, received } = await floodWith(repeated(request), connections, () => open(target))
    const counts = new Map<string, number>()
    for (const [, status = ''] of received.matchAll(/HTTP\/1\.1 (\d{3})/g))
      counts.set(status, (counts.get(status) ?? 0) + 1)
    const statuses = [...counts].map(([status, count]) => `${status} x ${count}`).join(', ')
    return {
      responses: `${statuses}; ${megabytes(sent)}, ${opened} connections`,
      breach: await stillResponds(target),
    }
  },
})

/** Requests that are sent once, and whose responses are never read. */
const unread = (name: string, head: string, count: number): Attack => ({
  name: `unread: ${name}`,
  async run(target): Promise<Outcome> {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(target)))
    for (const socket of sockets) {
      socket.pause()
      socket.write(`${head}\r\nHost: a\r\n\r\n`.repeat(count))
    }
    await delay(floodSeconds * 1_000)
    for (const socket of sockets) socket.destroy()
    return { responses: `${sockets.length} connections`, breach: await stillResponds(target) }
  },
})

export const floods: readonly Attack[] = [
  messages('complete before connection_init', message({ type: 'complete', id: 'x' })),
  messages('ping before connection_init', message({ type: 'ping', payload: { a: 'x'.repeat(100) } })),
  messages('frames of pong, no key', clientFrame(pong, '')),
  messages('frames of ping, no key', clientFrame(ping, 'x'.repeat(100))),
  messages('complete, Basic', message({ type: 'complete', id: 'x' }), basic),
  messages('ping with a payload, Basic', message({ type: 'ping', payload: { a: 'x'.repeat(100) } }), basic),
  messages('pong with 900 members, Basic', message({ type: 'pong', payload: manyMembers }), basic),
  messages('refused subscribe, Basic', message({ type: 'subscribe', id: 'x', payload: { query: '{ no }' } }), basic),
  messages('frames of pong, Basic', clientFrame(pong, ''), basic),
  unfinishedMessages('300 messages of 16,200 fragments, Basic', 300, unfinished(16_200, 16), basic),
  unfinishedMessages('300 messages of 250 KB in 15 fragments, Basic', 300, unfinished(15, 17_000), basic),
  unfinishedMessages('300 messages of 15 KB, no key', 300, unfinished(15, 1_000)),
  pipelined('one picture', 'GET /pictures/azul-1.png HTTP/1.1', 4),
  pipelined('/metrics', 'GET /metrics HTTP/1.1', 4),
  pipelined('requests without a key', 'GET /api/partner/cenotes HTTP/1.1', 4),
  pipelined('wrong keys', 'GET /api/partner/cenotes HTTP/1.1\r\nX-API-Key: sk_test_wrong', 4),
  pipelined(
    'preflights',
    'OPTIONS /graphql HTTP/1.1\r\nOrigin: http://localhost:5173\r\nAccess-Control-Request-Method: POST',
    4,
  ),
  pipelined('unknown paths', 'GET /nothing HTTP/1.1', 4),
  pipelined('/openapi.json', 'GET /openapi.json HTTP/1.1', 4),
  pipelined('wrong keys on 100 connections', 'GET /api/partner/cenotes HTTP/1.1\r\nX-API-Key: sk_test_wrong', 100),
  unread('one picture', 'GET /pictures/azul-1.png HTTP/1.1', 1_000),
]
