// `npm run bench:reservations`: creating reservations beside a hand-written transaction, and reading few and many.
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { audit } from '../cli/audit/audit.ts'
import { demoId } from '../platform/values/demo-id.ts'
import { slotsADay, opensAt } from './bulk/facts.ts'
import { seedBulk } from './bulk/seed.ts'
import { TcpProxy } from './chaos/tcp-proxy.ts'
import { runChild, startChild } from './child.ts'
import { apiKey, environment, startInstallation, startReplica } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import type { LoadPlan, Measurement } from './load.ts'
import { percentile } from './percentile.ts'

const help = `npm run bench:reservations -- [--clients 1,16,64] [--seconds 5] [--sizes 10000,1000000] [--requests 200] [--only creation|reads] [--data FOLDER] [--database-delay MS]

Creation: as many clients at once on one hot slot and spread over many, the product and a hand-written server that does
the same writes in one transaction, in turn on the same PostgreSQL, and the product with tours that take places of two
cenotes, which must be at least 0.6 times as many; then the audit. Reads: lists and details at each
size, one request after the other. Exits 1 when a response is not 2xx, the books do not balance, or a read's p95 at the
largest size is more than twice that at the smallest, save for the reads that pass over as much as there is. With --data
what was filled for the reads stays in that folder, by size, for the next run. With --database-delay all that the product
and the hand-written server send to PostgreSQL, and all that it sends back, arrives that many milliseconds late.
`

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '5' },
    sizes: { type: 'string', default: '10000,1000000' },
    requests: { type: 'string', default: '200' },
    only: { type: 'string' },
    data: { type: 'string' },
    'database-delay': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const numbers = (text: string): number[] => {
  const found = text.split(',').map(Number)
  if (found.every((number) => Number.isInteger(number) && number >= 1)) return found
  throw new Error(`${text} must be whole numbers from 1`)
}

const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, 'user-agent': 'bench' }
const reservations = '/api/partner/reservations'
const partnerId = demoId('partner', 'demo')
const bulk = (serverUrl: string, cenotes: number, count: number): Promise<void> =>
  seedBulk({ serverUrl, environment: 'sandbox', cenotes, reservations: count, partnerId, onProgress: log })
const log = (step: string): void => void process.stderr.write(`${step}\n`)
const figure = (value: number, digits = 2): string => value.toFixed(digits)

/** The product, and its PostgreSQL with and without the delay between them. */
async function startProduct(dataFolder?: string): Promise<{ url: string; serverUrl: string; delayedUrl: string }> {
  const { url, serverUrl } = await startInstallation(dataFolder)
  if (values['database-delay'] === undefined) return { url, serverUrl, delayedUrl: serverUrl }
  const [milliseconds = 0] = numbers(values['database-delay'])
  const proxy = await TcpProxy.before(Number(new URL(serverUrl).port))
  atEnd(() => proxy.close())
  proxy.slow(() => milliseconds)
  // The process that started PostgreSQL is connected to it directly: measure another.
  const delayedUrl = proxy.address(serverUrl)
  return { url: (await startReplica({ serverUrl: delayedUrl })).url, serverUrl, delayedUrl }
}

async function query<R extends pg.QueryResultRow>(database: string, text: string, given: unknown[] = []): Promise<R[]> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    return (await client.query<R>(text, given)).rows
  } finally {
    await client.end()
  }
}

// --- Creation --------------------------------------------------------------------------------------------------------

const sideNames = ['product', 'product, tours', 'hand-written'] as const
type SideName = (typeof sideNames)[number]
/** Reservations of tours must be at least so many times as many as those of cenotes. */
const minTourRatio = 0.6

/** One that creates reservations. */
interface Side {
  readonly url: string
  /** The member of a request that names the product. */
  readonly productMember: 'cenoteId' | 'tourId'
  /** Separate products, so that no side finds places taken by another. */
  readonly productIds: readonly string[]
  /** Start times of the slots of a product. */
  readonly times: readonly string[]
  /** Seconds of processor time that its process has used, without PostgreSQL. */
  cpuSeconds(): Promise<number>
}

const firstDay = 3
const roomyDays = 30
const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const hours = Array.from({ length: slotsADay }, (_, slot) => `${String(opensAt + slot).padStart(2, '0')}:00`)
const body = ({ productMember, times }: Side, productId: string, day: number, slot: number): string =>
  JSON.stringify({
    [productMember]: productId,
    visitDate: dayFromNow(day),
    visitTime: times[slot],
    visitors: { adults: 1, children: 0, seniors: 0 },
    guest: { name: 'Ana López', email: 'ana@example.com', phone: '+52 998 555 0100' },
  })

/** The first product of a side has capacity for all its reservations. */
const hotBody = (side: Side): string[] => [body(side, side.productIds[0] ?? '', firstDay, 0)]
/** The others in turn, days and slots far apart. */
function spreadBodies(side: Side): string[] {
  const cold = side.productIds.slice(1)
  const slots = side.times.length
  return Array.from({ length: cold.length * roomyDays * slots }, (_, index) => {
    const [product, rest] = [index % cold.length, Math.floor(index / cold.length)]
    return body(side, cold[product] ?? '', firstDay + (rest % roomyDays), Math.floor(rest / roomyDays) % slots)
  })
}

const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const unlimited = 1_000_000

/** Products for three sides: tours with two stops that take places there, and cenotes that no tour takes places of. */
async function productsOf(serverUrl: string) {
  const catalog = `${serverUrl}/catalog`
  const tours = await query<{ id: string; stops: { cenoteId: string }[]; startTimes: string[] }>(
    catalog,
    `SELECT id, stops, ARRAY(SELECT jsonb_path_query(departures, '$.times[*].startTime') #>> '{}') AS "startTimes"
     FROM sandbox.tour WHERE slug LIKE 'bulk-%' AND jsonb_array_length(stops) = 2 ORDER BY slug`,
  )
  const [hotTour] = tours
  if (!hotTour) throw new Error('The bulk data have no tours with stops')
  const stops = tours.flatMap((tour) => tour.stops.map(({ cenoteId }) => cenoteId))
  const cenotes = await query<{ id: string }>(
    catalog,
    `SELECT id FROM sandbox.cenote WHERE slug LIKE 'bulk-%' AND id <> ALL ($1) ORDER BY slug`,
    [stops],
  )
  const cenoteIds = cenotes.map(({ id }) => id)
  const half = Math.floor(cenoteIds.length / 2)
  const [own, peer] = [cenoteIds.slice(0, half), cenoteIds.slice(half)]
  await query(catalog, 'UPDATE sandbox.cenote SET daily_capacity = $2, hourly_capacity = $2 WHERE id = ANY ($1)', [
    [own[0], peer[0], ...hotTour.stops.map(({ cenoteId }) => cenoteId)],
    unlimited,
  ])
  const times = hotTour.startTimes.map((startTime) => ({ weekdays: everyDay, startTime, capacity: unlimited }))
  await query(catalog, 'UPDATE sandbox.tour SET departures = $2 WHERE id = $1', [
    hotTour.id,
    JSON.stringify({ times, exceptions: [] }),
  ])
  return { own, peer, tours: tours.map(({ id }) => id), startTimes: hotTour.startTimes }
}

async function create(side: Side, bodies: readonly string[], connections: number) {
  const [seconds = 5] = numbers(values.seconds)
  const address = `${side.url}${reservations}`
  const plan: LoadPlan = { url: address, method: 'POST', headers, bodies, connections, warmUpSeconds: 2, seconds }
  const before = await side.cpuSeconds()
  const measured = JSON.parse(await runChild('./load.js', [], JSON.stringify(plan), environment, atEnd)) as Measurement
  const cpuMilliseconds = ((await side.cpuSeconds()) - before) * 1_000
  return { ...measured, cpuEach: cpuMilliseconds / (measured.statuses['201'] ?? NaN) }
}

async function benchCreation(): Promise<boolean> {
  log('starting the product')
  const { url, serverUrl, delayedUrl } = await startProduct()
  await bulk(serverUrl, 800, 0)
  const products = await productsOf(serverUrl)
  const peer = await startChild(
    './baseline.js',
    [delayedUrl, url, partnerId],
    environment,
    /Ready at (http:\S+)/,
    atEnd,
  )
  const peerUrl = peer.ready[1] ?? ''
  const text = async (address: string): Promise<string> => (await fetch(address)).text()
  const cpuSeconds = async (): Promise<number> =>
    Number(/^process_cpu_seconds_total (\S+)/m.exec(await text(`${url}/metrics`))?.[1])
  const sides: Record<SideName, Side> = {
    product: { url, productMember: 'cenoteId', productIds: products.own, times: hours, cpuSeconds },
    'product, tours': {
      url,
      productMember: 'tourId',
      productIds: products.tours,
      times: products.startTimes,
      cpuSeconds,
    },
    'hand-written': {
      url: peerUrl,
      productMember: 'cenoteId',
      productIds: products.peer,
      times: hours,
      cpuSeconds: async () => Number(await text(`${peerUrl}/cpu`)),
    },
  }
  log('creating: not counted, until the code of all is compiled')
  for (const side of Object.values(sides)) await create(side, hotBody(side), 16)
  const lines: string[] = []
  let content = true
  for (const [name, bodiesOf] of [
    ['one hot slot', hotBody],
    ['spread over many', spreadBodies],
  ] as const) {
    const waiting = Object.fromEntries(sideNames.map((side) => [side, bodiesOf(sides[side])])) as Record<
      SideName,
      string[]
    >
    for (const connections of numbers(values.clients)) {
      log(`creating: ${name}, ${connections} at once`)
      const measured = {} as Record<SideName, Awaited<ReturnType<typeof create>>>
      for (const side of sideNames) {
        measured[side] = await create(sides[side], waiting[side], connections)
        // A slot holds only a few: used ones go to the end of the queue.
        const used = Object.values(measured[side].statuses).reduce((sum, count) => sum + count, 0)
        waiting[side] = [...waiting[side].slice(used), ...waiting[side].slice(0, used)]
        if (measured[side].errors > 0) {
          content = false
          log(
            `${side}: ${measured[side].errors} errors; responses by status ${JSON.stringify(measured[side].statuses)}`,
          )
        }
      }
      for (const side of sideNames) {
        const { requestsPerSecond, p50, p95, cpuEach } = measured[side]
        const isOfTours = side === 'product, tours'
        const ratio = requestsPerSecond / measured[isOfTours ? 'product' : 'hand-written'].requestsPerSecond
        if (isOfTours && ratio < minTourRatio) content = false
        const cells = [figure(requestsPerSecond, 0), figure(p50), figure(p95), figure(cpuEach), figure(ratio)]
        lines.push(`| ${[name, String(connections), side, ...cells].join(' | ')} |`)
      }
    }
  }
  process.stdout.write(
    `| creation | clients | side | creations/s | p50 ms | p95 ms | CPU ms each | ratio |\n| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |\n${lines.join('\n')}\n\n`,
  )
  const findings = await audit({ serverUrl, environment: 'sandbox' })
  for (const { subject, examined, discrepancies } of findings)
    process.stdout.write(`audit: ${examined} ${subject}, ${discrepancies.length} discrepancies\n`)
  process.stdout.write('\n')
  return content && findings.every(({ discrepancies }) => discrepancies.length === 0)
}

// --- Reads -----------------------------------------------------------------------------------------------------------

interface Sample {
  readonly id: string
  readonly reference: string
  readonly cenoteId: string
  readonly guestEmail: string
}

/** An installation that is read from, and where its list of all reservations has its middle and its end. */
interface Filled {
  readonly url: string
  readonly samples: readonly Sample[]
  readonly middlePage: number
  readonly lastPage: number
  readonly middleCursor: string
}

const reads: Readonly<Record<string, (sample: Sample, filled: Filled) => string>> = {
  'list, newest first': () => '',
  'list, latest changes first': () => '?sortBy=updatedAt',
  'list by status': () => '?status=confirmed',
  'list of the cancelled': () => '?status=cancelled',
  'list by status, next visits': () => `?status=confirmed&dateFrom=${dayFromNow(0)}&sortBy=visitDate&sortDirection=asc`,
  'list by cenote': ({ cenoteId }) => `?cenoteId=${cenoteId}`,
  'list by cenote and status': ({ cenoteId }) => `?cenoteId=${cenoteId}&status=confirmed`,
  'list by guest': ({ guestEmail }) => `?guestEmail=${encodeURIComponent(guestEmail)}`,
  'list by visit date': () => `?dateFrom=${dayFromNow(5)}&dateTo=${dayFromNow(6)}&sortBy=visitDate`,
  'list by visit date, newest first': () => `?dateFrom=${dayFromNow(5)}&dateTo=${dayFromNow(6)}`,
  'list, by cursor in the middle': (_sample, { middleCursor }) => `?cursor=${middleCursor}`,
  'list, last page': (_sample, { lastPage }) => `?page=${lastPage}`,
  'detail by id': ({ id }) => `/${id}`,
  'detail by reference': ({ reference }) => `/${reference}`,
}
/** These skip or count index entries: shown, but without a maximum ratio. */
const growingReads: typeof reads = {
  'list, page in the middle': (_sample, { middlePage }) => `?page=${middlePage}`,
  'list by creation': () => `?createdBefore=${dayFromNow(-2)}`,
}
const maxSlowdown = 2
const warmUps = 20

async function middleOf(url: string): Promise<Pick<Filled, 'middlePage' | 'lastPage' | 'middleCursor'>> {
  const read = (page: number): Promise<Response> => fetch(`${url}${reservations}?page=${page}`, { headers })
  const { pagination } = (await (await read(1)).json()) as { pagination: { lastPage: number } }
  const { lastPage } = pagination
  const middlePage = Math.ceil(lastPage / 2)
  const next = /<(\S+)>; rel="next"/.exec((await read(middlePage)).headers.get('link') ?? '')?.[1]
  if (!next) throw new Error('The page in the middle has none after it')
  return { middlePage, lastPage, middleCursor: new URL(next).searchParams.get('cursor') ?? '' }
}

async function benchReads(): Promise<boolean> {
  const sizes = numbers(values.sizes).sort((a, b) => a - b)
  const [requests = 200] = numbers(values.requests)
  const installations: Filled[] = []
  for (const size of sizes) {
    log(`filling ${size} reservations`)
    const { url, serverUrl } = await startProduct(values.data && path.resolve(values.data, String(size)))
    await bulk(serverUrl, Math.max(100, Math.ceil(size / 1_000)), size)
    const samples = await query<Sample & pg.QueryResultRow>(
      `${serverUrl}/booking`,
      `SELECT id, booking_reference AS reference, product_id AS "cenoteId", guest_email AS "guestEmail"
       FROM sandbox.reservation ORDER BY md5(booking_reference) LIMIT 500`,
    )
    installations.push({ url, samples, ...(await middleOf(url)) })
  }
  const lines: string[] = []
  let content = true
  for (const [name, addressOf] of Object.entries({ ...reads, ...growingReads })) {
    log(`reading: ${name}`)
    const times = installations.map((): number[] => [])
    for (let turn = 0; turn < warmUps + requests; turn += 1) {
      // The sizes alternate, so that other load on the machine affects all alike.
      for (const [index, filled] of installations.entries()) {
        const { url, samples } = filled
        const sample = samples[turn % samples.length]
        if (!sample) throw new Error('There are no reservations')
        const started = performance.now()
        const response = await fetch(`${url}${reservations}${addressOf(sample, filled)}`, { headers })
        await response.text()
        if (response.status !== 200) throw new Error(`${name} returned ${response.status}`)
        if (turn >= warmUps) times[index]?.push(performance.now() - started)
      }
    }
    const sorted = times.map((each) => each.sort((a, b) => a - b))
    const p95 = sorted.map((each) => percentile(each, 0.95))
    const ratio = (p95.at(-1) ?? NaN) / (p95[0] ?? NaN)
    if (sizes.length > 1 && ratio > maxSlowdown && name in reads) content = false
    const cells = sorted.flatMap((each, index) => [figure(percentile(each, 0.5)), figure(p95[index] ?? NaN)])
    lines.push(`| ${[name, ...cells, figure(ratio)].join(' | ')} |`)
  }
  const heads = sizes.flatMap((size) => [`${size.toLocaleString('en')} p50`, 'p95'])
  process.stdout.write(
    `| read | ${heads.join(' | ')} | ratio of p95 |\n| --- | ${heads.map(() => '---:').join(' | ')} | ---: |\n${lines.join('\n')}\n`,
  )
  return content
}

await runBenchmark(async () => {
  if (values.help) {
    process.stdout.write(help)
    return true
  }
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${values.seconds} s after 2 s of warm-up\n\n`,
  )
  const isCreationFine = values.only === 'reads' || (await benchCreation())
  const areReadsFine = values.only === 'creation' || (await benchReads())
  return isCreationFine && areReadsFine
})
