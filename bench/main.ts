// `npm run bench [-- --workers n] [--tracing | --replica]`: the product against hand-written handlers on the same PostgreSQL, each in its own process.
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import {
  availabilityQuery,
  creation,
  creationBodies,
  dayFromNow,
  graphqlList,
  priceCalculation,
  restAvailability,
  restCalendar,
  restDetail,
  restList,
  tourAvailability,
  withBrotli,
  type AvailabilityResponse,
  type Case,
} from './cases.ts'
import { startChild } from './child.ts'
import { startCollector } from './collector.ts'
import { environment, startInstallation, startReplica } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import { beside, connections, fetchText, measure, productSide, sumOf, type Measured, type Side } from './side.ts'
import { startStandby } from './standby.ts'

const {
  workers = '1',
  tracing = false,
  replica = false,
} = parseArgs({
  options: { workers: { type: 'string' }, tracing: { type: 'boolean' }, replica: { type: 'boolean' } },
}).values
const publicUrl = 'https://api.example.com'
const warmUpSeconds = 2
const seconds = 8
const nameWidth = 31
/** Reservations beside measured reads, and reads beside measured reservations, for each second. */
const reservationsBeside = 5
const readsBeside = 20

/** How many requests of a case are compared, spread over all of them. */
const maxCompared = 40

async function verifySame(
  { name, path, paths = [], method, bodies = [], headers: own, comparable }: Case,
  product: string,
  peer: string,
): Promise<void> {
  const count = Math.max(1, paths.length, bodies.length)
  for (let index = 0; index < count; index += Math.ceil(count / maxCompared)) {
    const [to, sent] = [paths[index] ?? path, bodies[index]]
    const [productBody, peerBody] = [
      comparable(await fetchText(product, to, method, sent, own)),
      comparable(await fetchText(peer, to, method, sent)),
    ]
    if (productBody === peerBody) continue
    const at = [...productBody].findIndex((letter, position) => letter !== peerBody[position])
    const around = (text: string): string => text.slice(Math.max(0, at - 200), at + 200)
    throw new Error(
      `${name}: the responses to ${to} ${sent ?? ''} differ at ${at}\nproduct: ${around(productBody)}\npeer:    ${around(peerBody)}`,
    )
  }
}

function row(name: string, measured: Measured, ratio: string): string {
  const time = (milliseconds: number): string => milliseconds.toFixed(2)
  const { requestsPerSecond, p50, p95, p99, errors, cpuEach } = measured
  const figures = [requestsPerSecond.toFixed(0), time(p50), time(p95), time(p99), cpuEach.toFixed(2), String(errors)]
  const cells = [name, ...figures, ratio]
  return `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(nameWidth) : cell.padStart(10))).join(' | ')} |`
}

async function bench(): Promise<boolean> {
  process.stderr.write('starting the product, without and with its cache\n')
  const shared = {
    SIGNING_SECRET: 'the same in both processes of the benchmark',
    // Addresses in responses are those of one installation, whichever process sends them.
    PUBLIC_URL: publicUrl,
    WORKERS: workers,
  }
  const uncached = await startInstallation(undefined, { ...shared, CACHE_MB: '0' })
  const cached = await startReplica(uncached, shared)
  const { url: productUrl, serverUrl } = uncached

  // Each side gets its own 30 days, so that neither finds places taken by another.
  const [offHeadroom, peerHeadroom, onHeadroom] = await Promise.all(
    [3, 33, 63].map(
      async (days) =>
        JSON.parse(
          await fetchText(productUrl, '/graphql', 'POST', availabilityQuery(dayFromNow(days))),
        ) as AvailabilityResponse,
    ),
  )
  if (!offHeadroom || !peerHeadroom || !onHeadroom) throw new Error('The room for reservations was not read')
  // The first response of each is stored for the comparison.
  const [probe, ...offBodies] = creationBodies([offHeadroom])
  const peerBodies = creationBodies([peerHeadroom])
  const onBodies = creationBodies([onHeadroom])
  if (probe === undefined) throw new Error('There is no room for reservations')
  await fetchText(productUrl, creation.path, 'POST', peerBodies.pop())
  const partner = await readPartner(serverUrl)

  const peer = await startChild(
    './baseline.js',
    [serverUrl, publicUrl, partner],
    environment,
    /Ready at (http:\S+)/,
    atEnd,
  )
  const peerUrl = peer.ready[1] ?? ''

  const text = async (address: string): Promise<string> => (await fetch(address)).text()
  const handWritten: Side = { url: peerUrl, cpuSeconds: async () => Number(await text(`${peerUrl}/cpu`)) }
  const [off, on] = [productSide(productUrl), productSide(cached.url)]
  const cenoteIds = offHeadroom.data.cenotes.nodes.map(({ id }) => id)
  const availability = await ordinary(restAvailability(cenoteIds), productUrl)
  const ofTours = await ordinary(tourAvailability(await toursWithStops(productUrl)), productUrl)
  const reads = [
    graphqlList,
    restList,
    restDetail(cenoteIds),
    availability,
    restCalendar(cenoteIds),
    priceCalculation(cenoteIds),
  ]
  for (const one of reads) {
    await verifySame(one, productUrl, peerUrl)
    await verifySame(one, cached.url, peerUrl)
  }
  for (const one of [withBrotli(graphqlList), withBrotli(restList)])
    for (const url of [productUrl, cached.url]) await verifySame(one, url, peerUrl)
  // Twice the same slot; there is room for both where a slot holds two.
  await verifySame({ ...creation, bodies: [probe] }, productUrl, peerUrl)
  process.stderr.write('the responses of all sides agree byte by byte\n')

  const lines: string[] = []
  let flawless = true
  async function add(name: string, side: Side, one: Case, peerRate?: number): Promise<number> {
    process.stderr.write(`measuring: ${name.trim()} (${one.name})\n`)
    const measured = await measure(side, one, { warmUpSeconds, seconds })
    const { requestsPerSecond, errors, statuses, ranOutOfBodies } = measured
    lines.push(row(name, measured, (requestsPerSecond / (peerRate ?? requestsPerSecond)).toFixed(2)))
    if (one.name === creation.name && ranOutOfBodies)
      process.stderr.write(`${name}: there were too few places to reserve\n`)
    if (errors > 0) {
      flawless = false
      process.stderr.write(`${name}: ${errors} errors; responses by status ${JSON.stringify(statuses)}\n`)
    }
    return requestsPerSecond
  }

  async function compareWithPeer(): Promise<void> {
    // Of days that the reads show.
    const reserve = (): Promise<string> => fetchText(cached.url, creation.path, 'POST', peerBodies.pop())
    for (const one of reads) {
      const rate = await add('  hand-written', handWritten, one)
      const offRate = await add(`${one.name}, cache off`, off, one, rate)
      const onRate = await beside(reservationsBeside, reserve, () => add(`${one.name}, cache on`, on, one, rate))
      if (one === availability) {
        // Beside the availability of cenotes, to which its ratio refers.
        await add(`${ofTours.name}, cache off`, off, ofTours, offRate)
        await beside(reservationsBeside, reserve, () => add(`${ofTours.name}, cache on`, on, ofTours, onRate))
      }
      if (one === graphqlList || one === restList) {
        const compressed = withBrotli(one)
        await add(`${one.name}, br, cache off`, off, compressed, rate)
        await beside(reservationsBeside, reserve, () => add(`${one.name}, br, cache on`, on, compressed, rate))
      }
      if (one === graphqlList) await add('  bytes from memory', handWritten, { ...one, path: '/bytes' }, rate)
    }
    const rate = await add('  hand-written', handWritten, { ...creation, bodies: peerBodies })
    for (const [name, side, bodies] of [
      ['cache off', off, offBodies],
      ['cache on', on, onBodies],
    ] as const) {
      let turn = 0
      const { bodies: lists = [] } = graphqlList
      const list = (): Promise<string> => fetchText(side.url, graphqlList.path, 'POST', lists[turn++ % lists.length])
      await beside(readsBeside, list, () => add(`${creation.name}, ${name}`, side, { ...creation, bodies }, rate))
    }
  }

  /** The same process with and without a setting, each on places of its own; `hasWorked` is false if it had no effect. */
  async function compareSetting(
    [without, withIt]: readonly [string, string],
    setting: Readonly<Record<string, string>>,
    hasWorked: (side: Side, one: Case) => Promise<boolean>,
  ): Promise<void> {
    const changed = productSide((await startReplica(uncached, { ...shared, CACHE_MB: '0', ...setting })).url)
    for (const one of [...reads, creation]) {
      const [plainly, otherwise] = one === creation ? [offBodies, onBodies] : [one.bodies, one.bodies]
      const rate = await add(`${one.name}, ${without}`, off, { ...one, ...(plainly ? { bodies: plainly } : {}) })
      await hasWorked(changed, one)
      await add(`  ${withIt}`, changed, { ...one, ...(otherwise ? { bodies: otherwise } : {}) }, rate)
      if (await hasWorked(changed, one)) continue
      flawless = false
      process.stderr.write(`${one.name}: ${withIt} had no effect\n`)
    }
  }

  async function compareTracing(): Promise<void> {
    const collector = await startCollector()
    let before = 0
    await compareSetting(['not traced', 'traced'], { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, () => {
      const received = collector.bytes() > before
      before = collector.bytes()
      return Promise.resolve(received)
    })
  }

  async function compareReplica(): Promise<void> {
    const standby = await startStandby({ url: serverUrl, folder: uncached.folder })
    atEnd(() => standby.stop())
    let before = 0
    await compareSetting(
      ['primary alone', 'with a replica'],
      { DATABASE_REPLICA_URL: standby.url },
      async (side, one) => {
        const served = sumOf([
          ...(await text(`${side.url}/metrics`)).matchAll(
            /^database_replica_reads_total\{[^}]*server="replica"[^}]*\} (\S+)/gm,
          ),
        ])
        const hasServed = served > before
        before = served
        // Prices are in memory, and creations go to the primary.
        return hasServed || one.method === 'POST'
      },
    )
  }

  await (tracing ? compareTracing() : replica ? compareReplica() : compareWithPeer())
  const headings = ['requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms', 'errors', 'ratio'].map((heading) =>
    heading.padStart(10),
  )
  process.stdout.write(
    [
      `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${workers} worker(s), ${connections} connections, ${seconds} s after ${warmUpSeconds} s of warm-up`,
      '',
      `| ${'case'.padEnd(nameWidth)} | ${headings.join(' | ')} |`,
      `| ${'-'.repeat(nameWidth)} | ${headings.map(() => `${'-'.repeat(9)}:`).join(' | ')} |`,
      ...lines,
      '',
    ].join('\n'),
  )
  return flawless
}

/** The requests whose days are all open and as usual: the peer knows no closures and looks no further. */
async function ordinary(one: Case, product: string): Promise<Case> {
  const paths: string[] = []
  for (const path of one.paths ?? []) {
    const response = await fetchText(product, path, one.method)
    if (!response.includes('"available":false,"reason"') && response.includes('"restrictions":[]')) paths.push(path)
  }
  return { ...one, paths }
}

/** Tours with two stops or more at which parties take places. */
async function toursWithStops(product: string): Promise<string[]> {
  const { data } = JSON.parse(await fetchText(product, '/booking/tours?perPage=100', 'GET')) as {
    data: { id: string; stops: { takesPlaces: boolean }[] }[]
  }
  return data.filter(({ stops }) => stops.filter(({ takesPlaces }) => takesPlaces).length > 1).map(({ id }) => id)
}

/** The partner behind the demo key: the one that made the only reservation. */
async function readPartner(serverUrl: string): Promise<string> {
  const client = new pg.Client(`${serverUrl}/booking`)
  await client.connect()
  try {
    const { rows } = await client.query<{ partner_id: string }>(
      'SELECT partner_id FROM sandbox.reservation ORDER BY created_at DESC LIMIT 1',
    )
    if (!rows[0]) throw new Error('The reservation was not found')
    return rows[0].partner_id
  } finally {
    await client.end()
  }
}

await runBenchmark(bench)
