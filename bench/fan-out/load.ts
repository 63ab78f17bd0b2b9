// Opens the connections of a fan-out, causes events, and records when each was delivered to the last subscriber.
import { setTimeout as delay } from 'node:timers/promises'
import WebSocket from 'ws'
import { percentile } from '../percentile.ts'
import { atEnd } from '../leftovers.ts'

/** The load to generate, read as JSON from standard input. */
export interface FanOutPlan {
  /** Base URL of the server. */
  readonly url: string
  readonly headers: Record<string, string>
  /** The payload of connection_init. */
  readonly init: Record<string, unknown>
  readonly subscribers: number
  /** Assigned to the subscribers in turn. */
  readonly queries: readonly string[]
  readonly writePath: string
  /** Requests that write one event each, one after the other, so many milliseconds apart. */
  readonly single: readonly string[]
  readonly everyMilliseconds: number
  /** Whether the next request is written before events have arrived: changes that are coalesced into fewer events. */
  readonly isCoalesced?: boolean
  /** Requests that write many at once: the first to warm up, the second without subscribers, the rest with them. */
  readonly bursts: readonly string[]
  readonly eventsPerBurst: number
}

/** The measurements, written as JSON to standard output. */
export interface FanOut {
  readonly p50: number
  readonly p99: number
  readonly deliveriesPerSecond: number
  readonly cpuMicrosecondsPerDelivery: number
  readonly kilobytesPerConnection: number
  readonly bytesPerMessage: number
  /** Events that arrived one by one, and the requests for them, a second. */
  readonly eventsPerSecond: number
  readonly writesPerSecond: number
}

async function read(stream: NodeJS.ReadStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

const plan = JSON.parse(await read(process.stdin)) as FanOutPlan
const sockets: WebSocket[] = []
atEnd(async () => sockets.forEach((socket) => socket.terminate()))

/** Processor seconds and resident bytes of the server, from its metrics. */
async function usage(): Promise<{ cpu: number; memory: number }> {
  const text = await (await fetch(`${plan.url}/metrics`)).text()
  const metric = (name: string): number => Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(text)?.[1])
  return { cpu: metric('process_cpu_seconds_total'), memory: metric('process_resident_memory_bytes') }
}

async function write(body: string): Promise<void> {
  const response = await fetch(plan.url + plan.writePath, { method: 'POST', headers: plan.headers, body })
  const text = await response.text()
  if (!response.ok || text.includes('"failed":1')) throw new Error(`${response.status} ${text.slice(0, 500)}`)
}

// The nth message of each subscriber is the same event: how many have it, and when it was written.
const delivered: number[] = []
const latencies: number[] = []
let bytes = 0
let messages = 0
let onComplete: (() => void) | undefined
let expected = 0
let lastDelivery = 0
const now = (): number => performance.timeOrigin + performance.now()

function take(data: Buffer, nth: number): void {
  messages += 1
  bytes += data.length
  delivered[nth] = (delivered[nth] ?? 0) + 1
  if (delivered[nth] < plan.subscribers) return
  const writtenAt = /"occurredAt":"([^"]+)"/.exec(data.toString())?.[1]
  lastDelivery = now()
  latencies.push(lastDelivery - Date.parse(writtenAt ?? ''))
  if (latencies.length >= expected) onComplete?.()
}

const allDelivered = (events: number): Promise<void> => {
  expected = latencies.length + events
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Events were not delivered: ${JSON.stringify(delivered.slice(-60))}`)),
      120_000,
    )
    onComplete = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/** Connections from one loopback address. */
const portsOfAddress = 10_000

/** Connects and subscribes; resolves when the server has registered the subscription. */
function connect(index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${plan.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      perMessageDeflate: false,
      // The ports of one address are fewer than the connections of several runs, closed ones included.
      ...(index < portsOfAddress ? {} : { localAddress: `127.0.0.${1 + Math.floor(index / portsOfAddress)}` }),
    })
    sockets.push(socket)
    let nth = 0
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: plan.init })))
    socket.on('message', (data: Buffer) => {
      // "next" messages are recognized by their beginning, so that reading costs little beside sending.
      if (data.includes('"type":"next"')) return take(data, nth++)
      const { type } = JSON.parse(data.toString()) as { type: string }
      if (type === 'connection_ack') {
        const query = plan.queries[index % plan.queries.length]
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
        socket.send('{"type":"ping"}')
      } else if (type === 'pong') resolve()
      else if (type === 'error') reject(new Error(data.toString()))
    })
    socket.on('close', (code) => reject(new Error(`A connection was closed with ${code}`)))
    socket.on('error', reject)
  })
}

/** No event of a change comes later. */
const coalescingMilliseconds = 3_000

const [warmUp = '', alone = '', ...bursts] = plan.bursts
await write(warmUp)
await delay(1_000)
const beforeAlone = await usage()
await write(alone)
// An event of it must not reach those subscribers that are connected first.
await delay(plan.isCoalesced ? coalescingMilliseconds : 1_000)
const afterAlone = await usage()

for (let index = 0; index < plan.subscribers; index += 50)
  await Promise.all(
    Array.from({ length: Math.min(50, plan.subscribers - index) }, (_, offset) => connect(index + offset)),
  )
await delay(3_000)
const connected = await usage()

/** Writes at a steady rate over some connections, and waits until every subscriber has every event. */
async function writeCoalesced(): Promise<void> {
  const started = now()
  const bodies = plan.single.entries()
  const writeInTurn = async (): Promise<void> => {
    for (const [index, body] of bodies) {
      const wait = started + index * plan.everyMilliseconds - now()
      if (wait > 0) await delay(wait)
      await write(body)
    }
  }
  await Promise.all(Array.from({ length: writers }, writeInTurn))
  for (let seen = -1; seen < messages; await delay(coalescingMilliseconds)) seen = messages
  const missing = delivered.filter((count) => count !== plan.subscribers)
  if (missing.length > 0) throw new Error(`Events were not delivered to all: ${JSON.stringify(missing)}`)
}
/** More than the product has creations at once at that rate. */
const writers = 32

const singlesStarted = now()
if (plan.isCoalesced) await writeCoalesced()
else
  for (const body of plan.single) {
    const done = allDelivered(1)
    await write(body)
    await Promise.all([done, delay(plan.everyMilliseconds)])
  }
const singleSeconds = ((plan.isCoalesced ? lastDelivery : now()) - singlesStarted) / 1_000
const times = latencies.splice(0).sort((a, b) => a - b)

let seconds = 0
let cpu = 0
for (const body of bursts) {
  const before = await usage()
  const started = now()
  const done = allDelivered(plan.eventsPerBurst)
  await write(body)
  await done
  seconds += (lastDelivery - started) / 1_000
  await delay(1_000)
  cpu += (await usage()).cpu - before.cpu - (afterAlone.cpu - beforeAlone.cpu)
}
const deliveries = bursts.length * plan.eventsPerBurst * plan.subscribers
const result: FanOut = {
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  deliveriesPerSecond: deliveries / seconds,
  cpuMicrosecondsPerDelivery: (cpu / deliveries) * 1e6,
  kilobytesPerConnection: (connected.memory - afterAlone.memory) / plan.subscribers / 1_024,
  bytesPerMessage: bytes / messages,
  eventsPerSecond: times.length / singleSeconds,
  writesPerSecond: plan.single.length / singleSeconds,
}
process.stdout.write(JSON.stringify(result), () => process.exit(0))
