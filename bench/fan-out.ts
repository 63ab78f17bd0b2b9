// `npm run bench:fanout`: events to many WebSocket subscribers, the product beside a plain server without federation.
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { demoId } from '../platform/values/demo-id.ts'
import { runChild, startChild } from './child.ts'
import type { FanOut, FanOutPlan } from './fan-out/load.ts'
import { catalogSubscription, subscriptions } from './fan-out/selections.ts'
import { apiKey, environment, startInstallation } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'

const help = `npm run bench:fanout -- [--subscribers 100,1000,5000] [--selections 1,50] [--events 30]
                   [--catalog-subscribers 5000]

Starts the product and, in another process on the same PostgreSQL, a plain server of graphql-yoga and graphql-ws. For
each number of subscribers and of distinct selections it opens the connections to one of them after the other and
prints: the time from the writing of an event to its last delivery, the deliveries a second when 50 are written at
once, the processor time of a delivery, and the memory of a connection. Then as many subscribe to changes of what is
sold while 200 reservations a second are created at five cenotes: the time from the publication of an event to its last
delivery. 0 leaves one of the two out.
`

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '100,1000,5000' },
    selections: { type: 'string', default: '1,50' },
    events: { type: 'string', default: '30' },
    'catalog-subscribers': { type: 'string', default: '5000' },
    help: { type: 'boolean', default: false },
  },
})
const eventsPerBurst = 50
const bursts = 3

/** Numbers of the command line; throws for anything else. */
function numbers(name: 'subscribers' | 'selections' | 'events' | 'catalog-subscribers'): number[] {
  const given = values[name].split(',').map(Number)
  if (given.every((number) => Number.isInteger(number) && number >= 0)) return given.filter((number) => number > 0)
  throw new Error(`--${name} must be whole numbers`)
}

/** A reservation; the dates alternate, so that all fit. */
let made = 0
function reservation(cenotes: readonly string[] = ['gran-cenote'], firstDay = 3): Record<string, unknown> {
  made += 1
  return {
    cenoteId: demoId('cenote', cenotes[made % cenotes.length] ?? ''),
    visitDate: new Date(Date.now() + (firstDay + (made % 25)) * 86_400_000).toISOString().slice(0, 10),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana López', email: 'ana@example.com', phone: '+52 998 555 0100' },
  }
}

/** The event of the plain server: a reservation as the product's subscribers read it. */
const plainReservation = () => ({
  reservationId: demoId('reservation', 'plain'),
  bookingReference: 'CEN-ABC123',
  status: 'PENDING',
  visitDate: '2030-01-01',
  visitTime: '10:00',
  visitors: { adults: 1, children: 0, total: 1 },
  guest: { name: 'Ana López', email: 'ana@example.com' },
  cenote: {
    name: 'Gran Cenote',
    slug: 'gran-cenote',
    location: { latitude: 20.2464, longitude: -87.4642, state: 'Quintana Roo', municipality: 'Tulum' },
  },
})

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

function planOf(server: 'product' | 'plain', url: string, subscribers: number, selections: number): FanOutPlan {
  const [events = 30] = numbers('events')
  const isProduct = server === 'product'
  return {
    url,
    headers: { 'content-type': 'application/json', ...(isProduct ? { 'x-api-key': apiKey } : {}) },
    init: isProduct ? { apiKey } : {},
    subscribers,
    queries: subscriptions(selections),
    writePath: isProduct ? '/api/partner/reservations/bulk' : '/events',
    single: times(events, () => JSON.stringify(isProduct ? { reservations: [reservation()] } : [plainReservation()])),
    // Enough for the last delivery before the next event is written.
    everyMilliseconds: 250,
    bursts: times(bursts + 2, () => {
      const reservations = times(eventsPerBurst, isProduct ? () => reservation() : plainReservation)
      return JSON.stringify(isProduct ? { reservations } : reservations)
    }),
    eventsPerBurst,
  }
}

/** Five cenotes have at most five events a second, however many reservations are made. */
const cenotes = ['gran-cenote', 'dos-ojos', 'calavera', 'ik-kil', 'suytun']
/** The demo data close a cenote on a day before. */
const firstOpenDay = 30
const creationsPerSecond = 200
const creationSeconds = 15

function catalogPlanOf(url: string, subscribers: number): FanOutPlan {
  const plan = planOf('product', url, subscribers, 1)
  return {
    ...plan,
    queries: [catalogSubscription],
    single: times(creationsPerSecond * creationSeconds, () =>
      JSON.stringify({ reservations: [reservation(cenotes, firstOpenDay)] }),
    ),
    everyMilliseconds: 1_000 / creationsPerSecond,
    isCoalesced: true,
    bursts: plan.bursts.slice(0, 2),
  }
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell, index) => (index === 0 ? String(cell).padEnd(12) : String(cell).padStart(12))).join(' | ')} |`
}

/** The subscribers are in a process of their own. */
const measure = async (plan: FanOutPlan): Promise<FanOut> =>
  JSON.parse(await runChild('./fan-out/load.js', [], JSON.stringify(plan), environment, atEnd)) as FanOut

const print = (line: string): void => void process.stdout.write(`${line}\n`)

await runBenchmark(async () => {
  if (values.help) {
    process.stdout.write(help)
    return true
  }
  const headings = ['server', 'subscribers', 'selections', 'p50 ms', 'p99 ms', 'deliveries/s', 'CPU µs', 'KB', 'bytes']
  print(`Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})\n`)
  print(row(headings))
  print(row(headings.map((_, index) => (index === 0 ? '-'.repeat(12) : `${'-'.repeat(11)}:`))))
  for (const subscribers of numbers('subscribers')) {
    // New processes for each: memory left by earlier subscribers would distort the next figure.
    const product = await startInstallation()
    const plain = await startChild(
      './fan-out/plain-server.js',
      [product.serverUrl],
      environment,
      /Ready at (http:\S+)/,
      atEnd,
    )
    const servers = { product: product.url, plain: plain.ready[1] ?? '' } as const
    for (const selections of numbers('selections')) {
      for (const [name, url] of Object.entries(servers) as ['product' | 'plain', string][]) {
        process.stderr.write(`measuring: ${name}, ${subscribers} subscribers, ${selections} selections\n`)
        const measured = await measure(planOf(name, url, subscribers, selections))
        print(
          row([
            name,
            subscribers,
            selections,
            measured.p50.toFixed(1),
            measured.p99.toFixed(1),
            measured.deliveriesPerSecond.toFixed(0),
            measured.cpuMicrosecondsPerDelivery.toFixed(1),
            measured.kilobytesPerConnection.toFixed(1),
            measured.bytesPerMessage.toFixed(0),
          ]),
        )
      }
    }
  }
  const catalogHeadings = ['subscribers', 'creations/s', 'events/s', 'p50 ms', 'p99 ms', 'KB', 'bytes']
  for (const [index, subscribers] of numbers('catalog-subscribers').entries()) {
    if (index === 0) {
      print(`\n${row(catalogHeadings)}`)
      print(row(catalogHeadings.map((_, column) => (column === 0 ? '-'.repeat(12) : `${'-'.repeat(11)}:`))))
    }
    const product = await startInstallation()
    process.stderr.write(`measuring: ${subscribers} subscribers to changes of what is sold\n`)
    const measured = await measure(catalogPlanOf(product.url, subscribers))
    const { writesPerSecond, eventsPerSecond, p50, p99, kilobytesPerConnection, bytesPerMessage } = measured
    print(
      row([
        subscribers,
        writesPerSecond.toFixed(0),
        eventsPerSecond.toFixed(1),
        p50.toFixed(1),
        p99.toFixed(1),
        kilobytesPerConnection.toFixed(1),
        bytesPerMessage.toFixed(0),
      ]),
    )
  }
  return true
})
