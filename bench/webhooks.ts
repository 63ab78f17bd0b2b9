// `npm run bench:webhooks`: deliveries to receivers that respond at once, late or never, compared with a plain undici loop.
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { demoId } from '../platform/values/demo-id.ts'
import { runChild, startChild } from './child.ts'
import { apiKey, environment, startInstallation, type Installation } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import { measureBacklog, residentMegabytes } from './webhooks/backlog.ts'
import { clearLog, queryOf, writeEvents, type Query } from './webhooks/events.ts'
import type { PlainLoop } from './webhooks/plain-loop.ts'
import type { Received } from './webhooks/receivers.ts'

const help = `npm run bench:webhooks -- [--receivers 10] [--delays 0,50,500] [--seconds 10] [--rounds 3] [--rate 20]
  [--only rate|dead|backlog] [--backlog 1000000]

Rate: writes events to the log, for each of which every receiver is sent one delivery, and counts those that arrive; in
turn with a loop over undici that signs the same body and sends it without a database, with as many requests under way
at once to each receiver. Dead: creates so many reservations a second through the API, for one receiver in ten that is
alive, refuses connections or never responds, in turn, and compares the time from the event to its receipt by the
others. Exits 1 when a delivery about a reservation arrives out of order, 10 receivers of 0 ms get fewer than 2,000 a
second and than 0.6 of the loop, or a dead receiver makes the 99th percentile of the others more than 1.2 times as long.
Backlog, only with --only: starts with so many deliveries due and makes them; exits 1 when that takes more than 500 MB.
`
const { values } = parseArgs({
  options: {
    receivers: { type: 'string', default: '10' },
    delays: { type: 'string', default: '0,50,500' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '20' },
    backlog: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [receivers, seconds, rounds, rate] = (['receivers', 'seconds', 'rounds', 'rate'] as const).map((name) =>
  Number(values[name]),
) as [number, number, number, number]
const delays = values.delays.split(',').map(Number)
const minPerSecond = 2_000
const minRatio = 0.6
const maxSlowdown = 1.2
const maxMegabytes = 500

const log = (step: string): void => void process.stderr.write(`${step}\n`)
const print = (...cells: (string | number)[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`)
const heading = (...cells: string[]): void => {
  process.stdout.write('\n')
  print(...cells)
  print(...cells.map((_, index) => (index === 0 ? '---' : '---:')))
}
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

/** The product with its receivers, and what a run needs of both. */
interface Setting {
  readonly product: Installation
  readonly query: Query
  readonly origins: readonly string[]
  readonly webhookIds: readonly string[]
  received(): Promise<Received>
  reset(): Promise<Received>
  /** Sends each webhook's deliveries to a path of its receiver; those of the last one elsewhere, if an address is given. */
  direct(path: string, last?: string): Promise<void>
}

const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, 'user-agent': 'bench' }

async function post<T>({ url }: Installation, path: string, body: object): Promise<T> {
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.status !== 201) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { data: T }).data
}

let made = 0
/** A reservation; days and cenotes alternate, so that all fit. */
function reservation(): object {
  made += 1
  const slug = ['gran-cenote', 'azul', 'calavera'][made % 3] ?? ''
  return {
    cenoteId: demoId('cenote', slug),
    visitDate: new Date(Date.now() + (3 + (made % 80)) * 86_400_000).toISOString().slice(0, 10),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana López', email: 'ana@example.com', phone: '+52 998 555 0100' },
  }
}

async function prepare(): Promise<Setting> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-bench-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const product = await startInstallation(folder)
  const child = await startChild(
    './webhooks/receivers.js',
    [String(receivers)],
    environment,
    /Ready at (http:\S+)/,
    atEnd,
  )
  const control = child.ready[1] ?? ''
  const read = async (path: string): Promise<Received> => (await (await fetch(control + path)).json()) as Received
  const origins = (await (await fetch(`${control}/origins`)).json()) as string[]
  const webhookIds: string[] = []
  for (const origin of origins) {
    const events = ['reservation.created', 'reservation.modified']
    webhookIds.push((await post<{ id: string }>(product, '/webhooks', { url: `${origin}/0`, events })).id)
  }
  const query = await queryOf(product.serverUrl)
  await post(product, '/api/partner/reservations', reservation())
  return {
    product,
    query,
    origins,
    webhookIds,
    received: () => read('/'),
    reset: () => read('/reset'),
    async direct(path, last) {
      const urls = origins.map((origin) => `${origin}/${path}`)
      if (last !== undefined) urls[urls.length - 1] = last
      for (const [index, id] of webhookIds.entries())
        await query('UPDATE sandbox.webhook SET url = $2 WHERE id = $1', [id, urls[index]])
    },
  }
}

// --- Rate ------------------------------------------------------------------------------------------------------------

/** Deliveries of the product in some seconds. */
async function deliver(setting: Setting, milliseconds: number): Promise<Received & { readonly perSecond: number }> {
  await setting.direct(String(milliseconds))
  await setting.reset()
  // More than can be made meanwhile; what is left is removed.
  const perReceiver = Math.min(600, 40_000 / Math.max(1, milliseconds))
  await writeEvents(setting.query, Math.ceil(perReceiver * seconds))
  const expected = Math.ceil(perReceiver * seconds) * receivers
  let received = await setting.received()
  while (
    received.firstAt === 0 ||
    (Date.now() - received.firstAt < seconds * 1_000 && received.deliveries < expected)
  ) {
    await delay(50)
    received = await setting.received()
  }
  await clearLog(setting.query)
  return { ...received, perSecond: received.deliveries / ((received.lastAt - received.firstAt) / 1_000) }
}

async function measureRates(setting: Setting): Promise<boolean> {
  heading(
    'receivers respond after',
    'product /s',
    'plain /s',
    'ratio',
    'in flight',
    'connections',
    'out of order',
    'MB',
  )
  let content = true
  for (const milliseconds of delays) {
    const product: number[] = []
    const plain: number[] = []
    let [inFlight, connections, outOfOrder] = [1, 0, 0]
    for (let round = 0; round < rounds; round += 1) {
      log(`${milliseconds} ms, round ${round + 1}`)
      const received = await deliver(setting, milliseconds)
      product.push(received.perSecond)
      // A receiver that responds at once never sees two; each that was under way had a connection of its own.
      const used = Math.max(received.maxInFlight, Math.ceil(received.connections / receivers))
      inFlight = Math.max(inFlight, used)
      connections = Math.max(connections, received.connections)
      outOfOrder += received.outOfOrder
      await delay(1_000)
      const urls = setting.origins.map((origin) => `${origin}/${milliseconds}`)
      const plan: PlainLoop = { urls, body: received.body, inFlight: used, seconds }
      const output = await runChild('./webhooks/plain-loop.js', [], JSON.stringify(plan), environment, atEnd)
      plain.push((JSON.parse(output) as { perSecond: number }).perSecond)
    }
    const [perSecond, plainPerSecond] = [median(product), median(plain)]
    const ratio = perSecond / plainPerSecond
    const megabytes = await residentMegabytes(setting.product.pid)
    const figures = [perSecond, plainPerSecond].map((figure) => Math.round(figure).toLocaleString('en'))
    print(`${milliseconds} ms`, ...figures, ratio.toFixed(2), inFlight, connections, outOfOrder, Math.round(megabytes))
    if (outOfOrder > 0) content = false
    if (milliseconds === 0 && receivers === 10 && perSecond < minPerSecond && ratio < minRatio) content = false
  }
  return content
}

// --- A dead receiver -------------------------------------------------------------------------------------------------

const fates = ['alive', 'refuses', 'never responds'] as const

/** Milliseconds from events to their receipt by the nine others, however the tenth responds. */
async function measureLag(setting: Setting, fate: (typeof fates)[number]): Promise<Received> {
  const last = setting.origins.at(-1) ?? ''
  const urls = { alive: `${last}/uncounted`, refuses: 'http://127.0.0.1:9/', 'never responds': `${last}/never` }
  await setting.direct('0', urls[fate])
  // It has been so for a while.
  const creations: Promise<unknown>[] = []
  const create = setInterval(
    () => creations.push(post(setting.product, '/api/partner/reservations', reservation())),
    1_000 / rate,
  )
  await delay(2_000)
  await setting.reset()
  await delay(seconds * 1_000)
  clearInterval(create)
  await Promise.all(creations)
  await delay(500)
  const received = await setting.received()
  await clearLog(setting.query)
  return received
}

async function measureDead(setting: Setting): Promise<boolean> {
  const lags = new Map<string, Received[]>(fates.map((fate) => [fate, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const fate of fates) {
      log(`one receiver ${fate}, round ${round + 1}`)
      lags.get(fate)?.push(await measureLag(setting, fate))
    }
  heading('one receiver in ten', 'deliveries to the others', 'p50 ms', 'p99 ms', 'p99 times')
  const p99Of = (fate: string): number => median(lags.get(fate)?.map(({ p99 }) => p99) ?? [])
  for (const [fate, runs] of lags) {
    const deliveries = runs.reduce((sum, run) => sum + run.deliveries, 0)
    const times = p99Of(fate) / p99Of('alive')
    print(fate, deliveries.toLocaleString('en'), median(runs.map(({ p50 }) => p50)), p99Of(fate), times.toFixed(2))
  }
  return fates.every((fate) => p99Of(fate) / p99Of('alive') <= maxSlowdown)
}

// --- All -------------------------------------------------------------------------------------------------------------

async function showBacklog(setting: Setting): Promise<boolean> {
  const { product } = setting
  const backlog = await measureBacklog(
    { folder: product.folder, product, count: Number(values.backlog), log },
    async () => {
      const { deliveries } = await setting.received()
      return deliveries
    },
  )
  heading(
    'deliveries',
    'start s, none served',
    'start s',
    'drained in s',
    'per second',
    'MB before',
    'peak MB',
    'slowest metrics s',
  )
  print(
    backlog.deliveries.toLocaleString('en'),
    backlog.emptyStartSeconds.toFixed(1),
    backlog.startSeconds.toFixed(1),
    backlog.drainSeconds.toFixed(0),
    Math.round(backlog.deliveries / backlog.drainSeconds).toLocaleString('en'),
    Math.round(backlog.emptyMegabytes),
    Math.round(backlog.peakMegabytes),
    backlog.slowestMetricsSeconds.toFixed(1),
  )
  return backlog.peakMegabytes <= maxMegabytes
}

await runBenchmark(async () => {
  if (values.help) {
    process.stdout.write(help)
    return true
  }
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})\n`,
  )
  const setting = await prepare()
  let content = true
  if (values.only === undefined || values.only === 'rate') content = (await measureRates(setting)) && content
  if (values.only === undefined || values.only === 'dead') content = (await measureDead(setting)) && content
  if (values.only === 'backlog') content = (await showBacklog(setting)) && content
  return content
})
