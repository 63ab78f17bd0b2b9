import { setTimeout as delay } from 'node:timers/promises'
import type { Client, Pool } from 'pg'
import { withDeadline } from '../process/deadline.ts'
import { isDependencyDown } from '../process/failures.ts'
import type { Logger } from '../process/logger.ts'
import { counter } from '../process/metrics.ts'
import { OperatorError } from '../process/operator-error.ts'

const reads = counter('database_replica_reads_total', 'Reads that a replica may serve, by the server that did.', [
  'database',
  'server',
])

/** A read waits this long for the replica to catch up; beyond that the primary serves it. */
const maxWaitMilliseconds = 15
const pollMilliseconds = 1
/** How long a replica is not asked again after it was behind, or did not respond. */
const behindMilliseconds = 100
const awayMilliseconds = 1_000
const responseMilliseconds = 500

export interface ReplicaOptions {
  /** Name of the database, for metrics and the log. */
  readonly name: string
  /** Any pool of the primary. */
  readonly primary: Pool
  /** Any pool of the replica. */
  readonly replica: Pool
  /** The replica does not respond: nothing should wait for it. */
  readonly onAway: (reason: string) => void
  readonly onResponse: () => void
  readonly logger?: Logger | undefined
}

/**
 * Decides for each read whether the replica may serve it: only when the replica has replayed everything that the primary
 * had written when the read began. So a read never misses a commit that preceded it, by any caller and through any
 * process. Reads that begin meanwhile share the next check.
 */
export class ReplicaGate {
  readonly #options: ReplicaOptions
  readonly #query: Pool['query']
  #running: Promise<boolean> | undefined
  #next: Promise<boolean> | undefined
  #pausedUntil = -Infinity
  #isAway = false

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.#query = options.replica.query.bind(options.replica) as Pool['query']
  }

  isCurrent(): Promise<boolean> {
    if (performance.now() < this.#pausedUntil) return Promise.resolve(false)
    this.#next ??= this.#afterRunning()
    return this.#next
  }

  /** A statement failed there. */
  lost(error: unknown): void {
    this.#pausedUntil = performance.now() + awayMilliseconds
    if (this.#isAway) return
    this.#isAway = true
    this.#options.logger?.warn(
      { err: error, database: this.#options.name },
      'the replica does not respond: the primary serves all reads',
    )
    this.#options.onAway('The replica does not respond')
  }

  async #afterRunning(): Promise<boolean> {
    // One that has begun may have read the position before what this caller must see.
    await this.#running
    this.#next = undefined
    this.#running = this.#check()
    return this.#running
  }

  async #check(): Promise<boolean> {
    let position: string
    try {
      const { rows } = await this.#options.primary.query<{ position: string }>(
        'SELECT pg_current_wal_insert_lsn()::text AS position',
      )
      position = rows[0]?.position ?? ''
    } catch {
      // The read fails at the primary as well, and reports it.
      return false
    }
    if (this.#isAway) this.#options.onResponse()
    try {
      const isCurrent = await withDeadline(this.#reaches(position), responseMilliseconds)
      if (this.#isAway)
        this.#options.logger?.info({ database: this.#options.name }, 'the replica responds again and serves reads')
      this.#isAway = false
      if (!isCurrent) this.#pausedUntil = performance.now() + behindMilliseconds
      return isCurrent
    } catch (error) {
      if (this.#isAway) this.#options.onAway('The replica does not respond')
      this.lost(error)
      return false
    }
  }

  async #reaches(position: string): Promise<boolean> {
    const endsAt = performance.now() + maxWaitMilliseconds
    for (;;) {
      const { rows } = await this.#query<{ current: boolean | null }>(
        'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS current',
        [position],
      )
      if (rows[0]?.current === true) return true
      if (performance.now() >= endsAt) return false
      await delay(pollMilliseconds)
    }
  }
}

type Query = (...given: unknown[]) => Promise<unknown>
type Connect = (...given: unknown[]) => Promise<unknown>

/**
 * Makes a pool of the replica one for reads of any request: a statement that the replica may not serve, or fails to,
 * goes to the primary.
 */
export function routeReads(replica: Pool, primary: Pool, gate: ReplicaGate, name: string): Pool {
  const replicaQuery = replica.query.bind(replica) as Query
  const replicaConnect = replica.connect.bind(replica) as Connect
  const count = (server: 'replica' | 'primary'): void => reads.inc({ database: name, server })
  const routed =
    (atReplica: Query, atPrimary: Query): Query =>
    async (...given) => {
      if (await gate.isCurrent()) {
        try {
          const result = await atReplica(...given)
          count('replica')
          return result
        } catch (error) {
          // It is gone, or a change of the primary ended the statement.
          if (!isDependencyDown(error)) throw error
          if (!isStatementOnly(error)) gate.lost(error)
        }
      }
      count('primary')
      return atPrimary(...given)
    }
  replica.query = routed(replicaQuery, primary.query.bind(primary) as Query) as Pool['query']
  const connect = routed(replicaConnect, primary.connect.bind(primary) as Connect)
  // The pool itself takes connections with a callback.
  replica.connect = ((...given: unknown[]) =>
    given.length > 0 ? replicaConnect(...given) : connect()) as Pool['connect']
  return replica
}

/** A conflict with recovery, or a statement that writes: the replica itself works. */
const isStatementOnly = (error: unknown): boolean =>
  ['40001', '25006'].includes(String((error as { code?: unknown }).code))

type Server = Pick<Client, 'query'>

/** Refuses a server that is no streaming replica of the primary. */
export async function requireReplica(primary: Server, replica: Server): Promise<void> {
  const [{ isReplica } = { isReplica: false }] = (
    await replica.query<{ isReplica: boolean }>('SELECT pg_is_in_recovery() AS "isReplica"')
  ).rows
  if (!isReplica)
    throw new OperatorError(
      'DATABASE_REPLICA_URL names a primary: it must be a streaming replica of the server that DATABASE_URL names',
    )
  if ((await systemOf(replica)) !== (await systemOf(primary)))
    throw new OperatorError('DATABASE_REPLICA_URL names a replica of another server than DATABASE_URL')
}

/** Given to a server when its files were made; its replicas have the same. */
async function systemOf(server: Server): Promise<string> {
  const { rows } = await server.query<{ value: string }>(
    'SELECT system_identifier::text AS value FROM pg_control_system()',
  )
  return rows[0]?.value ?? ''
}
