import { Socket } from 'node:net'
import pg from 'pg'
import type { Clock } from '../values/clock.ts'
import type { DatabaseTimeouts } from './database-settings.ts'
import { withDeadline } from '../process/deadline.ts'
import { Unavailable } from '../process/failures.ts'
import { gauge } from '../process/metrics.ts'
import type { Logger } from '../process/logger.ts'
import { ReadClock } from './read-clock.ts'

export interface WatchOptions {
  /** Name of the database, for metrics. */
  readonly name: string
  readonly connection: pg.ClientConfig
  readonly timeouts: DatabaseTimeouts
  /** The database does not respond: nothing should wait for it. */
  readonly onAway: (reason: string) => void
  readonly onResponse: () => void
  readonly logger?: Logger | undefined
}

/** Receives changes that are announced with PostgreSQL's NOTIFY. */
export interface ChangeListener {
  /** An SQL identifier. */
  readonly channel: string
  /** Something changed; what, is in the payload. */
  changed(payload: string): void
  /** From now on every change is received. Anything cached before may be stale. */
  connected(): void
  /** Changes may be missed until `connected` is called again. */
  lost(): void
}

const databaseUp = gauge('database_up', 'Whether a database responds: 1 or 0.', ['database'])

/** How often the database is checked, and how often while it is down. */
const beatMilliseconds = 500
const retryMilliseconds = 200
/** A response this recent counts for the present check. */
const freshMilliseconds = 1_000
/** Clocks further apart than this are reported. */
const maxClockDifferenceMilliseconds = 5_000
/** Attempts to connect to a stopped server wait in its queue, so while it is away each is given more time. */
const maxAttemptMilliseconds = 5_000

/**
 * Watches one database over its own connection: whether it responds, what its clock shows, and what it announces. A
 * connection that goes silent is replaced; if a new one is silent too, the database is down until one responds.
 */
export class DatabaseWatch {
  readonly #options: WatchOptions
  readonly #time = new ReadClock()
  readonly #listeners = new Set<ChangeListener>()
  #link: Link | undefined
  #beating: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #respondedAt = -Infinity
  #away: string | undefined
  #attemptMilliseconds: number
  #closed = false
  #counting: { stop(): void } | undefined

  private constructor(options: WatchOptions) {
    this.#options = options
    this.#attemptMilliseconds = options.timeouts.connection
  }

  /** Resolves once the database has responded for the first time. */
  static async start(options: WatchOptions): Promise<DatabaseWatch> {
    const watch = new DatabaseWatch(options)
    await watch.#beat()
    watch.#compareClocks()
    watch.#schedule()
    watch.#counting = databaseUp.observe((gauge) =>
      gauge.set({ database: options.name }, watch.#away === undefined ? 1 : 0),
    )
    return watch
  }

  /** The database's clock, right to a few milliseconds: the one by which every process decides. */
  get clock(): Clock {
    return this.#time
  }

  /** Resolves when the database responds, or did within the last second; rejects with Unavailable otherwise. */
  async check(): Promise<void> {
    if (this.#away !== undefined) throw new Unavailable(this.#away)
    if (performance.now() - this.#respondedAt > freshMilliseconds) await this.#beat()
  }

  /** Resolves once changes are received, so that the caller misses none from then on. */
  async listen(listener: ChangeListener): Promise<void> {
    this.#listeners.add(listener)
    await this.#link?.listen(listener.channel)
    if (this.#link) listener.connected()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#counting?.stop()
    clearTimeout(this.#timer)
    await this.#link?.end()
    await this.#beating?.catch(() => undefined)
  }

  /** Every decision follows the database's clock, so that a wrong one of this machine is only confusing, as in logs. */
  #compareClocks(): void {
    const ahead = Date.now() - this.#time.now().getTime()
    if (Math.abs(ahead) < maxClockDifferenceMilliseconds) return
    this.#options.logger?.warn(
      { aheadSeconds: Math.round(ahead / 1_000) },
      'the clock of this machine differs from that of the database, by which everything is decided: synchronize them',
    )
  }

  #schedule(milliseconds = this.#away === undefined ? beatMilliseconds : retryMilliseconds): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    this.#timer = setTimeout(() => {
      // Its error was reported when it happened.
      void this.#beat()
        .catch(() => undefined)
        .finally(() => this.#schedule())
    }, milliseconds).unref()
  }

  /** Checks the database; concurrent callers share one check. */
  #beat(): Promise<void> {
    this.#beating ??= this.#ask().finally(() => (this.#beating = undefined))
    return this.#beating
  }

  async #ask(): Promise<void> {
    try {
      const isKnown = this.#link !== undefined && (await this.#askOn(this.#link))
      if (!isKnown) await this.#connect()
    } catch (error) {
      this.#lost(error as Error)
      throw new Unavailable('The database does not respond', { cause: error })
    }
    this.#respondedAt = performance.now()
    this.#attemptMilliseconds = this.#options.timeouts.silence / 2
    if (this.#away === undefined) return
    this.#away = undefined
    this.#options.logger?.info('the database responds again')
    this.#options.onResponse()
  }

  /** Whether a link responds within half of the silence allowed; the other half is for a new one. */
  async #askOn(link: Link): Promise<boolean> {
    try {
      await withDeadline(link.readClock(this.#time), this.#options.timeouts.silence / 2)
      return true
    } catch {
      this.#drop(link)
      return false
    }
  }

  async #connect(): Promise<void> {
    const link = new Link(this.#options.connection, (channel, payload) => {
      for (const listener of this.#listeners) if (listener.channel === channel) listener.changed(payload)
    })
    const open = async (): Promise<void> => {
      await link.open()
      await link.readClock(this.#time)
      for (const { channel } of this.#listeners) await link.listen(channel)
    }
    try {
      await withDeadline(open(), this.#attemptMilliseconds)
    } catch (error) {
      link.destroy()
      throw error
    }
    if (this.#closed) return link.end()
    this.#link = link
    // A broken connection is noticed immediately, not at the next check.
    link.onEnd(() => {
      if (this.#link !== link) return
      this.#drop(link)
      this.#schedule(0)
    })
    for (const listener of this.#listeners) listener.connected()
  }

  #drop(link: Link): void {
    if (this.#link !== link) return
    this.#link = undefined
    link.destroy()
    for (const listener of this.#listeners) listener.lost()
  }

  #lost(error: Error): void {
    if (this.#away !== undefined) {
      this.#attemptMilliseconds = Math.min(this.#attemptMilliseconds * 2, maxAttemptMilliseconds)
      return
    }
    this.#away = 'The database does not respond'
    if (this.#closed) return
    this.#options.logger?.error({ err: error }, 'the database does not respond: requests that need it are refused')
    this.#options.onAway(this.#away)
  }
}

/** One connection of the watch. */
class Link {
  readonly #socket = new Socket()
  readonly #client: pg.Client

  constructor(connection: pg.ClientConfig, onChange: (channel: string, payload: string) => void) {
    this.#client = new pg.Client({ ...connection, stream: () => this.#socket, keepAlive: true })
    this.#client.on('error', () => undefined)
    this.#client.on('notification', ({ channel, payload = '' }) => onChange(channel, payload))
  }

  async open(): Promise<void> {
    await this.#client.connect()
  }

  async readClock(clock: ReadClock): Promise<void> {
    const requestedAt = performance.now()
    const { rows } = await this.#client.query<{ time: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time',
    )
    const [row] = rows
    if (row) clock.read(row.time, requestedAt, performance.now())
  }

  async listen(channel: string): Promise<void> {
    await this.#client.query(`LISTEN ${channel}`)
  }

  onEnd(listener: () => void): void {
    this.#client.once('end', listener)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  async end(): Promise<void> {
    await withDeadline(this.#client.end(), 500).catch(() => this.destroy())
  }
}
