// Receivers of webhooks in a process of their own: each responds after so many milliseconds as its path says, or
// never; what is sent to `uncounted` gets a response, too.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { percentile } from '../percentile.ts'

/** The deliveries that came since the last reset. */
export interface Received {
  readonly deliveries: number
  readonly receivers: number
  /** Milliseconds since the epoch. */
  readonly firstAt: number
  readonly lastAt: number
  /** The most requests that one receiver had under way at once. */
  readonly maxInFlight: number
  readonly connections: number
  /** Deliveries that came after a later one about the same reservation. */
  readonly outOfOrder: number
  /** From the event to its receipt, in milliseconds, of the receivers that are counted. */
  readonly p50: number
  readonly p99: number
  /** The last body. */
  readonly body: string
}

const [count = '10'] = process.argv.slice(2)
let deliveries = 0
let firstAt = 0
let lastAt = 0
let maxInFlight = 0
let connections = 0
let outOfOrder = 0
let lags: number[] = []
let body = ''
const used = new Set<number>()
const versions = new Map<string, number>()

function reset(): void {
  deliveries = firstAt = lastAt = maxInFlight = connections = outOfOrder = 0
  lags = []
  used.clear()
  versions.clear()
}

function record(receiver: number, text: string): void {
  const now = Date.now()
  firstAt ||= now
  lastAt = now
  deliveries += 1
  used.add(receiver)
  body = text
  const [, timestamp = ''] = /"timestamp":"([^"]+)"/.exec(text) ?? []
  lags.push(now - Date.parse(timestamp))
  const [, id = ''] = /"data":\{"id":"([^"]+)"/.exec(text) ?? []
  const [, version = '0'] = /"version":(\d+)/.exec(text) ?? []
  const key = `${receiver} ${id}`
  if (Number(version) < (versions.get(key) ?? 0)) outOfOrder += 1
  versions.set(key, Number(version))
}

function receiver(number: number): Server {
  let inFlight = 0
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = []
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    response.once('close', () => (inFlight -= 1))
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url?.slice(1) ?? ''
      if (path === 'never') return
      if (path !== 'uncounted') record(number, Buffer.concat(chunks).toString())
      const respond = (): void => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}')
      }
      if (Number(path) > 0) setTimeout(respond, Number(path))
      else respond()
    })
  }
  const server = createServer(receive)
  server.on('connection', () => (connections += 1))
  return server
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const origins: string[] = []
for (let number = 0; number < Number(count); number += 1) origins.push(await listen(receiver(number)))

const control = createServer((request, response) => {
  if (request.url === '/origins') return void response.end(JSON.stringify(origins))
  if (request.url === '/reset') reset()
  const sorted = lags.toSorted((a, b) => a - b)
  const received: Received = {
    deliveries,
    receivers: used.size,
    firstAt,
    lastAt,
    maxInFlight,
    connections,
    outOfOrder,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    body,
  }
  response.end(JSON.stringify(received))
})
process.stdout.write(`Ready at ${await listen(control)}\n`)
process.once('SIGTERM', () => process.exit(0))
