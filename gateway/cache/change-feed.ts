import { setImmediate } from 'node:timers/promises'
import type { ExecutionResult } from 'graphql'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { environments, ourselves, type Environment, type Identity } from '../../platform/trust/identity.ts'
import { ReadClock } from '../../platform/postgres/read-clock.ts'

/** How long cached facts are used without asking for changes again; what another process wrote is seen by then. */
const leaseMilliseconds = 500
/** Changes are asked for ahead while facts are read, so that no reader waits for it. */
const renewMilliseconds = 250
/** A reader does not wait longer: it reads from the subgraphs instead. */
const maxWaitMilliseconds = 100
const pollMilliseconds = 2_000
/** Other work gets its turn after so long, however much has changed. */
const turnMilliseconds = 5
/** Subgraphs store changes for five minutes (platform/postgres/fact-changes.ts); after this time anything may have changed. */
const memoryMilliseconds = 120_000

const query = 'query ($since: String) { factChanges(since: $since) { position changes isComplete time } }'

interface Reported {
  readonly position: string
  readonly changes: readonly string[]
  readonly isComplete: boolean
  readonly time: number
}

/** The state of one subgraph in one environment. */
class Source {
  /** Every change before it is applied, or is being applied now. */
  position: string | null = null
  readonly clock = new ReadClock()
}

/** The state of one environment. */
class Following {
  /** When the latest successful poll began: every change committed before is applied. */
  leasedAt = -Infinity
  /** When a mutation ended that this process has run: what it changed must be applied before anything is read. */
  changedAt = -Infinity
  polling: { readonly startedAt: number; readonly done: Promise<boolean> } | undefined
  readonly sources: ReadonlyMap<string, Source>

  constructor(subgraphs: readonly string[]) {
    this.sources = new Map(subgraphs.map((name) => [name, new Source()]))
  }
}

export interface ChangeFeedOptions {
  /** The subgraphs that report changes. */
  readonly subgraphs: Readonly<Record<string, Pick<GraphQLExecutor, 'execute'>>>
  /** Something changed. */
  readonly onChange: (environment: Environment, tag: string) => void
  /** Anything may have changed. */
  readonly onGap: () => void
  readonly logger: Logger
}

/**
 * Follows what changes in the databases of the subgraphs: the transaction of each change names its tags
 * (platform/postgres/fact-changes.ts), and this asks for them, at most every quarter of a second while cached facts are
 * read. A request may use cached facts while the latest response is younger than half a second, and no mutation of this
 * process that ended before the request began is younger than it.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  readonly #following: Readonly<Record<Environment, Following>>
  #isReceiving = true
  #closed = false

  constructor(options: ChangeFeedOptions) {
    this.#options = options
    const names = Object.keys(options.subgraphs)
    this.#following = { live: new Following(names), sandbox: new Following(names) }
  }

  /**
   * Whether cached facts may be used by a request that began at a given moment: true, or a promise of it after changes
   * were asked for. Mutations that ended since then do not matter to it: all its reads share one poll, however many
   * mutations end meanwhile.
   */
  ready(environment: Environment, begunAt: number): true | Promise<boolean> {
    const following = this.#following[environment]
    const now = performance.now()
    const needed = Math.min(following.changedAt, begunAt)
    if (following.leasedAt >= Math.max(now - leaseMilliseconds, needed)) {
      if (now - following.leasedAt > renewMilliseconds && !following.polling) void this.#poll(environment)
      return true
    }
    return this.#wait(environment, needed)
  }

  /** A mutation has ended, with or without an error. */
  changed(): void {
    const now = performance.now()
    for (const environment of environments) this.#following[environment].changedAt = now
  }

  /** A read of a subgraph that is to be stored must have reached this position. */
  positionOf(environment: Environment, subgraph: string): string | undefined {
    return this.#following[environment].sources.get(subgraph)?.position ?? undefined
  }

  /** The time by the clocks of the subgraphs, the earliest of them, in milliseconds since 1970. */
  earliestTime(environment: Environment): number {
    let earliest = Infinity
    for (const { clock } of this.#following[environment].sources.values())
      earliest = Math.min(earliest, clock.now().getTime())
    return earliest
  }

  close(): void {
    this.#closed = true
  }

  /** Waits for a poll that began at a moment or after it; false when that takes too long or fails. */
  async #wait(environment: Environment, needed: number): Promise<boolean> {
    const following = this.#following[environment]
    const reading = (async () => {
      if (following.polling && following.polling.startedAt >= needed) return following.polling.done
      await following.polling?.done
      return this.#poll(environment)
    })()
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), maxWaitMilliseconds)
    })
    try {
      return await Promise.race([reading, timeout])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Asks every subgraph what changed; concurrent callers share one poll. */
  #poll(environment: Environment): Promise<boolean> {
    const following = this.#following[environment]
    if (following.polling) return following.polling.done
    const startedAt = performance.now()
    if (startedAt - following.leasedAt > memoryMilliseconds) {
      for (const source of following.sources.values()) source.position = null
      if (following.leasedAt > -Infinity) this.#options.onGap()
    }
    const done = this.#ask(environment, following, startedAt).finally(() => (following.polling = undefined))
    following.polling = { startedAt, done }
    return done
  }

  async #ask(environment: Environment, following: Following, startedAt: number): Promise<boolean> {
    const signal = AbortSignal.timeout(pollMilliseconds)
    try {
      await Promise.all(
        [...following.sources].map(async ([name, source]) => {
          const executor = this.#options.subgraphs[name] as Pick<GraphQLExecutor, 'execute'>
          const requestedAt = performance.now()
          const result = await executor.execute(
            { query, variables: { since: source.position } },
            environment === 'live' ? asLive : asSandbox,
            { signal },
          )
          const reported = reportedBy(name, result)
          source.clock.read(reported.time, requestedAt, performance.now())
          await this.#apply(environment, source, reported)
        }),
      )
    } catch (error) {
      this.#report(error)
      return false
    }
    this.#report(undefined)
    following.leasedAt = startedAt
    return true
  }

  async #apply(environment: Environment, source: Source, { position, changes, isComplete }: Reported): Promise<void> {
    const known = source.position
    // Later reads have to be as new, although not all of the changes are applied yet.
    source.position = position
    // A database that was restored from a backup starts its transaction numbers again.
    if (!isComplete || (known !== null && oldestIn(position) < oldestIn(known))) return this.#options.onGap()
    let turnEnds = performance.now() + turnMilliseconds
    for (const change of changes) {
      this.#options.onChange(environment, change.slice(change.indexOf(' ') + 1))
      if (performance.now() < turnEnds) continue
      await setImmediate()
      turnEnds = performance.now() + turnMilliseconds
    }
  }

  /** Logs once when changes are no longer heard of, and once when they are again. */
  #report(error: unknown): void {
    if ((error === undefined) === this.#isReceiving || this.#closed) return
    this.#isReceiving = error === undefined
    if (this.#isReceiving) this.#options.logger.info('changes are reported again: facts are read from the cache')
    else this.#options.logger.warn({ err: error }, 'changes are not reported: the cache is not used until they are')
  }
}

/** The oldest transaction that was running. */
const oldestIn = (position: string): bigint => BigInt(position.split(':', 1)[0] ?? '')

const asLive: Identity = { ...ourselves, requestId: 'cache' }
const asSandbox: Identity = { ...asLive, environment: 'sandbox' }

function reportedBy(subgraph: string, { data, errors }: ExecutionResult): Reported {
  const reported = data?.['factChanges'] as Reported | null | undefined
  if (!reported || errors) throw new Error(`${subgraph} does not report changes`, { cause: errors?.[0] })
  return reported
}
