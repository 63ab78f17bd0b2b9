// `npm run chaos`: random failures of every part under load, in which nothing may be lost.
import { randomInt } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { ages } from '../schema/ages.ts'
import { eventTypes } from '../schema/event-types.ts'
import { Chance } from './chance.ts'
import { CatalogLoad } from './chaos/catalog.ts'
import { apiKey, partnerAt } from './chaos/client.ts'
import {
  auditFindings,
  compareWithLog,
  countsOf,
  oversold,
  readLog,
  stateDifferences,
  untilDelivered,
  wantedBy,
  type Load,
  type Query,
} from './chaos/comparison.ts'
import { causeFaults, type Episode } from './chaos/episodes.ts'
import { faultsOf } from './chaos/faults.ts'
import { startChaosInstallation, type ChaosInstallation } from './chaos/installation.ts'
import { Journal } from './chaos/journal.ts'
import { describeMisses, missesOf } from './chaos/misses.ts'
import { pause } from './chaos/random.ts'
import { LoadReader } from './chaos/readers.ts'
import { LoadReceiver } from './chaos/receivers.ts'
import type { AcknowledgedState } from './chaos/records.ts'
import { episodeLine, faultTable } from './chaos/report.ts'
import { LoadReseller } from './chaos/resellers.ts'
import { LoadSubscriber } from './chaos/subscribers.ts'
import { LoadWriter } from './chaos/writers.ts'
import { environment } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'

const help = `npm run chaos -- [--minutes n] [--workers n] [--seed n] [--only <text>] [--keep <folder>]

Runs the product on a PostgreSQL and a Redis server of its own under a load of bookings of cenotes and of tours that
take places there, holds (extended, confirmed with changes and too late), changes, moves between all of them, the same by
resellers over OCTO, reads, subscribers (WebSocket and server-sent events, resumed by cursor) and receivers of webhooks,
while the operator changes products and closes days, and while workers, PostgreSQL and Redis are killed and stopped,
connections used up, the disk filled and networks slowed down, silenced and cut. Then compares every acknowledged request
with the database, what each subscriber and receiver got with the event log, two copies of all that is sold (kept by a
subscriber of catalogEvents and by a webhook for *) with a full read, the places sold with those that there are, and runs
the audit. Prints how long each fault took to recover. Exit code 1 when anything was lost, repeated or oversold, a copy
differs, or the product did not recover.

--minutes  5 by default
--workers  2 by default
--seed     of the order of faults; printed, so that a run can be made again
--only     faults whose name contains this text
--keep     folder to which the logs are copied at the end
`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string' },
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const counts = { writers: 5, resellers: 2, readers: 3, subscribers: 12, receivers: 4 }
const pauseMilliseconds = { writer: 60, reader: 60 }
/** Failed deliveries are retried within seconds: when nothing arrives for so long, nothing follows. */
const stallMilliseconds = 90_000
/** Coupons are released in the background. */
const auditMilliseconds = 180_000
const print = (text: string): void => void process.stdout.write(`${text}\n`)

function numberOf(name: 'minutes' | 'workers' | 'seed', text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= min && value <= max && (name === 'minutes' || Number.isInteger(value)))
    return value
  throw new Error(`--${name} must be a number from ${min} to ${max}, not ${text}`)
}

async function startLoad(
  { url, query }: ChaosInstallation,
  journal: Journal,
): Promise<Load & { writers: (LoadWriter | LoadReseller)[]; readers: LoadReader[]; catalog: CatalogLoad }> {
  const direct = partnerAt(url, apiKey)
  const catalog = await CatalogLoad.start(url, direct, query, atEnd)
  const send = journal.noting(direct)
  const receivers = await Promise.all(
    Array.from({ length: counts.receivers }, (_, index) => new LoadReceiver([0, 0.1, 0.3][index % 3] ?? 0).start()),
  )
  atEnd(async () => void (await Promise.all(receivers.map((receiver) => receiver.stop()))))
  for (const receiver of receivers) {
    const { body } = await direct('POST', '/webhooks', { url: receiver.url, events: eventTypes })
    receiver.secret = body.data?.secret ?? ''
  }
  const { body } = await direct('POST', '/graphql', { query: '{ reservationEventsCursor }' })
  const cursor = body.data?.reservationEventsCursor ?? ''
  const subscribers = Array.from(
    { length: counts.subscribers },
    (_, index) =>
      new LoadSubscriber(
        index % 2 === 0 ? 'WebSocket' : 'SSE',
        () => [url],
        cursor,
        index % 5 === 4 ? ['RESERVATION_CREATED', 'RESERVATION_CANCELLED'] : undefined,
        index,
      ),
  )
  atEnd(async () => void (await Promise.all(subscribers.map((subscriber) => subscriber.stop()))))
  return {
    catalog,
    receivers,
    subscribers,
    readers: Array.from({ length: counts.readers }, () => new LoadReader(send, pauseMilliseconds.reader)),
    writers: [
      ...Array.from({ length: counts.writers }, () => new LoadWriter(send, pauseMilliseconds.writer)),
      ...Array.from({ length: counts.resellers }, () => new LoadReseller(send, pauseMilliseconds.writer)),
    ],
  }
}

/** Everything that must not happen. */
async function findingsOf(
  { query, databaseUrl }: ChaosInstallation,
  load: Awaited<ReturnType<typeof startLoad>>,
  logBefore: number,
  episodes: readonly Episode[],
): Promise<readonly string[]> {
  const log = (await readLog(query)).slice(logBefore)
  await untilDelivered(log, load, stallMilliseconds)
  // Time for a subscriber to receive something twice.
  await pause(2_000)
  for (const [name, count] of Object.entries(countsOf(log, load))) print(`  ${name.padEnd(28)} ${count}`)
  print(`  ${'reads'.padEnd(28)} ${load.readers.reduce((sum, { reads }) => sum + reads, 0)}`)
  const copies = await load.catalog.findings(query, stallMilliseconds)
  for (const [name, count] of Object.entries(copies.counts)) print(`  ${name.padEnd(28)} ${count}`)
  const acknowledged = new Map(load.writers.flatMap(({ states }) => [...states]))
  return [
    ...compareWithLog(log, load),
    ...copies.found,
    ...load.subscribers.flatMap((subscriber, index) =>
      describeMisses(missesOf(wantedBy(log, subscriber.types), subscriber.received), subscriber, episodes).map(
        (text) => `subscriber ${index} (${subscriber.transport}) missed ${text}`,
      ),
    ),
    ...load.readers.flatMap(({ fieldErrors }) => fieldErrors),
    ...stateDifferences(await storedStates(query), acknowledged),
    ...(await oversold(query)),
    ...(await auditFindings(databaseUrl, auditMilliseconds)),
  ]
}

async function storedStates(query: Query) {
  const rows = await query<AcknowledgedState & { id: string }>(
    'booking',
    `SELECT id, status, special_requests AS "specialRequests", visit_date AS "visitDate", product_id AS "productId",
       concat_ws(', ', ${ages.join(', ')}) AS party FROM sandbox.reservation`,
  )
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

async function chaos(): Promise<boolean> {
  if (values.help) {
    print(help.trimEnd())
    return true
  }
  const minutes = numberOf('minutes', values.minutes, 0.1, 10_000)
  const workers = numberOf('workers', values.workers, 1, 64)
  const seed = values.seed === undefined ? randomInt(2 ** 31) : numberOf('seed', values.seed, 0, 2 ** 32)
  print(`Node ${process.version}, ${availableParallelism()} cores, ${workers} workers, ${minutes} min, --seed ${seed}`)
  const installation = await startChaosInstallation({
    workers,
    environment,
    atEnd,
    onMissing: (text) => print(`skipped: ${text}`),
  })
  print(`logs: ${installation.folder}`)
  const faults = faultsOf(installation).filter(({ name }) => name.includes(values.only))
  if (faults.length === 0) throw new Error(`--only ${values.only} names no fault`)

  const journal = new Journal()
  const logBefore = (await readLog(installation.query)).length
  const load = await startLoad(installation, journal)
  const episodes: Episode[] = await causeFaults(installation, {
    faults,
    chance: new Chance(seed),
    journal,
    milliseconds: minutes * 60_000,
    onEpisode: (episode) => print(episodeLine(episode)),
  })
  await Promise.all([...load.writers, ...load.readers, load.catalog].map((one) => one.stop()))
  for (const receiver of load.receivers) receiver.recover()
  for (const subscriber of load.subscribers) subscriber.settle()
  print('')
  const findings = await findingsOf(installation, load, logBefore, episodes)
  if (values.keep !== undefined)
    await cp(installation.folder, values.keep, { recursive: true, filter: (file) => !file.endsWith('/database') })
  print(`\n${faultTable(episodes)}\n`)
  const stuck = episodes.filter(({ recovery }) => recovery === undefined)
  for (const { name } of stuck) print(`- did not recover from: ${name}`)
  for (const finding of findings) print(`- ${finding}`)
  const held = findings.length === 0 && stuck.length === 0
  print(
    held ? 'Nothing lost, nothing repeated, nothing oversold.' : `FAILED: ${findings.length + stuck.length} findings.`,
  )
  return held
}

await runBenchmark(chaos)
