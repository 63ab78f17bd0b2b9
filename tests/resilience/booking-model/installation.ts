import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import type { Chance } from '../../../bench/chance.ts'
import { readLog, type LoggedEvent } from '../../../bench/chaos/comparison.ts'
import { startEmbeddedPostgres } from '../../../platform/postgres/embedded-postgres.ts'
import { peopleSum } from '../../../subgraphs/booking/reservation/columns.ts'
import { openPool } from '../../testkit/database.ts'
import { copyDemoServer, unsafeSettings } from '../../testkit/demo-server.ts'
import { eventually } from '../../testkit/eventually.ts'
import { isLong } from '../../testkit/long-form.ts'
import { dosOjos, granCenote, visitDay, zaci } from '../../testkit/moves.ts'
import { ownDatabases } from '../../testkit/own-postgres.ts'
import { ended, startProcess, type RunningProcess } from '../../testkit/process.ts'
import { partner, startTestProduct, type Json, type TestResponse } from '../../testkit/product.ts'
import { classic, diving } from '../../testkit/tours.ts'
import type { ModelProduct, ModelWorld } from './model.ts'

/** So few places that many requests are refused for lack of room. */
const capacity = { hourly: 10, daily: 32, departure: 8 }
const cenotes = [granCenote, dosOjos, zaci]

/** A tour of the test, in the time zone of the first two cenotes; the third is an hour behind them. */
const tours = [
  {
    id: diving,
    stops: [
      { cenoteId: granCenote, offsetMinutes: 45 },
      { cenoteId: dosOjos, offsetMinutes: 105 },
    ],
    departures: {
      '09:30': [
        { cenoteId: granCenote, time: '10:00' },
        { cenoteId: dosOjos, time: '11:00' },
      ],
      '10:30': [
        { cenoteId: granCenote, time: '11:00' },
        { cenoteId: dosOjos, time: '12:00' },
      ],
    },
  },
  {
    // Twice at one cenote, of whose day it takes places once.
    id: classic,
    stops: [
      { cenoteId: granCenote, offsetMinutes: 0 },
      { cenoteId: granCenote, offsetMinutes: 60 },
      { cenoteId: zaci, offsetMinutes: 90 },
    ],
    departures: {
      '10:00': [
        { cenoteId: granCenote, time: '10:00' },
        { cenoteId: granCenote, time: '11:00' },
        { cenoteId: zaci, time: '10:00' },
      ],
      '11:00': [
        { cenoteId: granCenote, time: '11:00' },
        { cenoteId: granCenote, time: '12:00' },
        { cenoteId: zaci, time: '11:00' },
      ],
    },
  },
] as const
const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const cancun = '-05:00'
const holdMinutes = 60
/**
 * The process is killed once this many changes wait for a lock and this many of its requests for a response, or after
 * this time: how many get so far depends on the requests that happen to be drawn.
 */
const killedRequests = 6
const gatheringMilliseconds = 5_000

interface InstallationOptions {
  /** Of both processes. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * Whether the killed process is started again, and the other one can be restarted. Otherwise the other one serves alone
   * then, in the process of the tests, where a start takes little processor time.
   */
  readonly restartsKilled?: boolean
}

/** The process that is not killed. */
interface Other {
  url(): string
  stop(): Promise<unknown>
  /** At the end of the test. */
  end(): Promise<unknown>
}

/** Two products on one database server, the first of which is killed at one request. */
export class Installation {
  /** Requests until the process is killed. */
  killAt = Infinity
  #requests = 0
  /** Whether all requests go to the process that is about to be killed. */
  #isGathering = false
  /** Requests without a response yet, by the address of their process. */
  readonly #inFlight = new Map<string, number>()
  #unanswered = 0
  #restart: Promise<void> | undefined
  readonly #started: Other[] = []
  /** The first is undefined while it is down. */
  #processes: readonly [RunningProcess | undefined, Other]

  private constructor(
    readonly folder: string,
    readonly serverUrl: string,
    readonly world: ModelWorld,
    readonly booking: pg.Pool,
    processes: readonly [RunningProcess, Other],
    readonly stopServer: () => Promise<void>,
    readonly options: Required<InstallationOptions>,
  ) {
    const [victim, other] = processes
    this.#processes = processes
    this.#started.push(killable(victim), other)
  }

  static async start({ settings = {}, restartsKilled = true }: InstallationOptions = {}): Promise<Installation> {
    const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-model-'))
    await chmod(folder, 0o755)
    await copyDemoServer(folder)
    const postgres = await startEmbeddedPostgres({ folder, settings: unsafeSettings })
    await changeCatalog(postgres.url)
    const startOne = (): Promise<RunningProcess> => startOn(postgres.url, folder, settings)
    const startOther = async (): Promise<Other> =>
      restartsKilled ? killable(await startOne()) : startUnkilled(postgres.url, settings)
    const processes = await Promise.all([startOne(), startOther()])
    const [{ url }] = processes
    const products = [...(await Promise.all(cenotes.map((id) => cenoteOf(url(), id)))), ...tours.map(tourOf)]
    const days = [visitDay(20), visitDay(21), ...(isLong ? [visitDay(22)] : [])]
    const world = { products, days, holdMinutes }
    const booking = openPool('booking', postgres.url)
    const options = { settings, restartsKilled }
    return new Installation(folder, postgres.url, world, booking, processes, () => postgres.stop(), options)
  }

  async close(): Promise<void> {
    await Promise.all(this.#started.map((one) => one.end()))
    await this.booking.end()
    await this.stopServer()
    await rm(this.folder, { recursive: true, force: true })
  }

  get urls(): readonly string[] {
    return this.#processes.flatMap((running) => running?.url() ?? [])
  }

  /** Requests that got no response. */
  get unanswered(): number {
    return this.#unanswered
  }

  /** Kills the process after some more requests. */
  killAfter(requests: number): void {
    this.killAt = this.#requests + requests
  }

  /** Once the killed process has ended, and is up again if it is started again. */
  restarted(): Promise<void> | undefined {
    return this.#restart
  }

  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.booking.query<R>(text, values)).rows
  }

  /** The response of one of the processes; undefined when none came, and nothing of it can be committed any more. */
  async send(
    chance: Chance,
    method: string,
    address: string,
    body?: object,
    apiKey?: string,
  ): Promise<TestResponse | undefined> {
    this.#requests += 1
    if (this.#requests === this.killAt) this.#restart = this.#killAndRestart()
    const url = (this.#isGathering ? this.#processes[0]?.url() : chance.pick(this.urls)) ?? ''
    this.#inFlight.set(url, this.#inFlightAt(url) + 1)
    try {
      return await partner(url, apiKey).send(method, address, body)
    } catch {
      this.#unanswered += 1
      await this.#finished("state <> 'idle'")
      return undefined
    } finally {
      this.#inFlight.set(url, this.#inFlightAt(url) - 1)
    }
  }

  #inFlightAt(url: string): number {
    return this.#inFlight.get(url) ?? 0
  }

  /**
   * Kills the process with changes that the database works on: those of one statement are committed and have no response,
   * those of several are rolled back.
   */
  async #killAndRestart(): Promise<void> {
    const [victim, other] = this.#processes
    if (!victim) return
    this.#isGathering = true
    // Otherwise changes of the other process would wait for the lock, too.
    await eventually(() => this.#inFlightAt(other.url()), 0)
    const client = await this.booking.connect()
    await client.query('BEGIN')
    await client.query('LOCK TABLE sandbox.reservation_event IN SHARE MODE')
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = 'booking' AND wait_event_type = 'Lock'"
    const gatheredAt = Date.now() + gatheringMilliseconds
    await eventually(
      // Queried outside the transaction, which would not see sessions that start later.
      async () => Math.min((await this.query(waiting)).length, this.#inFlightAt(victim.url())),
      (count) => count >= killedRequests || Date.now() >= gatheredAt,
    )
    victim.child.kill('SIGSTOP')
    await client.query('COMMIT')
    client.release()
    this.#isGathering = false
    this.#processes = [undefined, other]
    await this.#finished("state = 'active'")
    await ended(victim.child, 'SIGKILL')
    if (this.options.restartsKilled) this.#processes = [await this.#startAgain(), other]
  }

  /** Ends the process that is not killed as an operator does, while the other one serves, and starts it again. */
  async restartOther(): Promise<void> {
    const [one, other] = this.#processes
    if (!one) throw new Error('The other process is down')
    this.#processes = [one, killable(one)]
    await other.stop()
    this.#processes = [one, killable(await this.#startAgain())]
  }

  async #startAgain(): Promise<RunningProcess> {
    const running = await startOn(this.serverUrl, this.folder, this.options.settings)
    this.#started.push(killable(running))
    return running
  }

  /** Waits until the sessions that are in a state now have left it, or begun another statement. */
  async #finished(state: string): Promise<void> {
    const working = `SELECT pid || ' ' || extract(epoch FROM query_start) AS statement FROM pg_stat_activity
      WHERE datname = 'booking' AND backend_type = 'client backend' AND ${state} AND pid <> pg_backend_pid()`
    const read = async (): Promise<string[]> =>
      (await this.query<{ statement: string }>(working)).map(({ statement }) => statement)
    const begun = new Set(await read())
    await eventually(read, (now) => !now.some((statement) => begun.has(statement)))
  }

  /** The ids of holds that have ended and are still stored as pending. */
  async endedHolds(): Promise<string[]> {
    const rows = await this.query<{ id: string }>(
      "SELECT id FROM sandbox.reservation WHERE status = 'pending' AND payment_deadline <= now()",
    )
    return rows.map(({ id }) => id)
  }

  /** The ids of the stored reservations whose reseller's reference begins with a text, in their order. */
  async reservationsWithReference(start: string): Promise<string[]> {
    const rows = await this.query<{ id: string }>(
      'SELECT id FROM sandbox.reservation WHERE starts_with(reseller_reference, $1) ORDER BY id',
      [start],
    )
    return rows.map(({ id }) => id)
  }

  /** Every event of reservations, in the order of the log. */
  events(): Promise<LoggedEvent[]> {
    return readLog((_database, text) => this.query(text))
  }

  /** Where the inventory differs from the reservations, or has more taken than there are; in one snapshot. */
  async wrongPlaces(): Promise<string[]> {
    const rows = await this.query<{ wrong: string }>(
      `WITH r AS MATERIALIZED (
         SELECT id, product_id, visit_date, visit_time, stops, ${peopleSum} AS people
         FROM sandbox.reservation WHERE status IN ('pending', 'confirmed') AND visit_date = ANY ($1)
       ), place AS (
         SELECT id, product_id, visit_date AS date, visit_time AS hour, people FROM r
         UNION ALL SELECT id, (stop ->> 'cenoteId')::uuid, stop ->> 'date', stop ->> 'time', people
         FROM r, jsonb_array_elements(stops) AS stop
       ), held AS (
         SELECT product_id, date, hour, sum(people)::integer AS people FROM place GROUP BY product_id, date, hour
         UNION ALL SELECT product_id, date, '', sum(people)::integer
         FROM (SELECT DISTINCT id, product_id, date, people FROM place) AS party GROUP BY product_id, date
       ), stored AS (
         SELECT product_id, visit_date AS date, visit_time AS hour, booked FROM sandbox.inventory_slot
         UNION ALL SELECT product_id, visit_date, '', booked FROM sandbox.inventory_day
       )
       SELECT format('%s on %s %s: %s held, %s booked of %s', product_id, date, hour, people, booked, places) AS wrong
       FROM held FULL JOIN (SELECT * FROM stored WHERE date = ANY ($1)) s USING (product_id, date, hour)
       CROSS JOIN LATERAL (SELECT CASE hour WHEN '' THEN daily ELSE hourly END AS places
         FROM jsonb_to_recordset($2) AS p (id uuid, hourly integer, daily integer) WHERE id = product_id) AS limits
       WHERE coalesce(people, 0) <> coalesce(booked, 0) OR booked > places`,
      [this.world.days, JSON.stringify(this.world.products.map(({ id, hourly, daily }) => ({ id, hourly, daily })))],
    )
    return rows.map(({ wrong }) => wrong)
  }
}

type Settings = Readonly<Record<string, string>>

const commonSettings = (serverUrl: string): Settings => ({
  DATABASE_URL: serverUrl,
  DEMO_DATA: 'true',
  PORT: '0',
  SIGNING_SECRET: 'a secret of the test, the same in every process',
  RESERVATION_HOLD_MINUTES: String(holdMinutes),
  // Changes must not time out while they wait for the lock.
  DATABASE_STATEMENT_SECONDS: '60',
  DATABASE_CONNECTION_SECONDS: '60',
})

const startOn = (serverUrl: string, folder: string, settings: Settings): Promise<RunningProcess> =>
  startProcess('main.js', { ...commonSettings(serverUrl), DATA_DIR: folder, ...settings })

const killable = (running: RunningProcess): Other => ({
  url: running.url,
  stop: () => running.stop(),
  end: () => ended(running.child, 'SIGKILL'),
})

async function startUnkilled(serverUrl: string, settings: Settings): Promise<Other> {
  const product = await startTestProduct({ ...commonSettings(serverUrl), ...settings }, ownDatabases)
  const close = (): Promise<void> => product.close()
  return { url: () => product.url, stop: close, end: close }
}

/** Gives the cenotes few places, and the tours departures and stops. */
async function changeCatalog(serverUrl: string): Promise<void> {
  const catalog = openPool('catalog', serverUrl)
  await catalog.query('UPDATE sandbox.cenote SET hourly_capacity = $1, daily_capacity = $2 WHERE id = ANY ($3)', [
    capacity.hourly,
    capacity.daily,
    cenotes,
  ])
  for (const { id, stops, departures } of tours) {
    const times = Object.keys(departures).map((startTime) => ({
      weekdays: everyDay,
      startTime,
      capacity: capacity.departure,
    }))
    await catalog.query('UPDATE sandbox.tour SET departures = $2, stops = $3 WHERE id = $1', [
      id,
      { times, exceptions: [] },
      JSON.stringify(stops.map((stop) => ({ ...stop, takesPlaces: true }))),
    ])
  }
  await catalog.end()
}

async function cenoteOf(url: string, id: string): Promise<ModelProduct> {
  const { body } = await partner(url).get(`/cenotes/${id}/services`)
  const service = body.data.find(({ inclusionType }: Json) => inclusionType !== 'included')
  const times = ['10:00', '11:00', '12:00']
  const offset = id === zaci ? '-06:00' : cancun
  return { ...capacity, type: 'cenote', id, serviceId: service.id as string, offset, times, stops: {} }
}

const tourOf = ({ id, departures }: (typeof tours)[number]): ModelProduct => ({
  type: 'tour',
  id,
  serviceId: undefined,
  offset: cancun,
  times: Object.keys(departures),
  hourly: capacity.departure,
  daily: Infinity,
  stops: departures,
})
