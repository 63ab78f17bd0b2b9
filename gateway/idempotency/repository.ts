import { randomInt } from 'node:crypto'
import type { Pool, PoolClient } from '../../platform/postgres/database.ts'
import type { Locale } from '../../platform/values/i18n.ts'
import type { ResponseLimits } from './response-budget.ts'

/** A response as it is stored, with the language of its text. */
export interface StoredResponse {
  readonly response: Buffer
  readonly locale: Locale
}

/** The claim, or what prevents it. */
export type Claim =
  | { readonly outcome: 'claimed'; readonly operation: string }
  | ({ readonly outcome: 'completed' } & StoredResponse)
  | { readonly outcome: 'in_use' }
  | { readonly outcome: 'reused' }

/** The only place that reads and writes requests made under an Idempotency-Key; one environment's. */
export interface IdempotencyRepository {
  /** Claims a request for this process, in one statement: of two concurrent claims one wins. */
  claim(id: Buffer, fingerprint: Buffer, owner: Buffer): Promise<Claim>
  /** Stores the response; an empty one only records that the request is done. */
  store(id: Buffer, operation: string, stored: StoredResponse): Promise<void>
  /** Releases the claim to a retry of the same request only: what this attempt did is not known. */
  release(id: Buffer, operation: string): Promise<void>
  /** Drops what an owner has stored above the limits, the oldest first; that it was done stays known. */
  dropAbove(owner: Buffer, limits: ResponseLimits): Promise<boolean>
  /** Forgets a request that did nothing. */
  forget(id: Buffer, operation: string): Promise<void>
  /** Forgets what is older than 24 hours; true when there may be more of it. */
  prune(): Promise<boolean>
  close(): Promise<void>
}

const workerLocks = 1_785_001
const pruneBatch = 10_000
const lifetime = `interval '24 hours'`

/**
 * A claim is taken over when the process that holds it is gone: each process holds a session lock on its own number,
 * and the database releases it when the process or its connection ends.
 */
const workerLives = `EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = ${workerLocks}
    AND objid = kept.worker AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`

const claimStatement = `INSERT INTO idempotent_request AS kept (id, fingerprint, worker, owner) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET
    worker = excluded.worker, fingerprint = excluded.fingerprint, answer = NULL, locale = NULL,
    -- Work that may have been done keeps its name, and its age.
    operation = CASE WHEN kept.claimed_at < now() - ${lifetime} THEN gen_random_uuid() ELSE kept.operation END,
    claimed_at = CASE WHEN kept.claimed_at < now() - ${lifetime} THEN now() ELSE kept.claimed_at END
  WHERE kept.claimed_at < now() - ${lifetime}
    OR (kept.answer IS NULL AND kept.fingerprint = excluded.fingerprint AND (kept.worker IS NULL OR NOT ${workerLives}))
  RETURNING operation`

export function createIdempotencyRepository(pool: Pool): IdempotencyRepository {
  const worker = createWorker(pool)
  return {
    async claim(id, fingerprint, owner) {
      const number = await worker.number()
      // The row that prevented the claim may be gone when it is read: then the claim is retried.
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const { rows } = await pool.query<{ operation: string }>(claimStatement, [id, fingerprint, number, owner])
        if (rows[0]) return { outcome: 'claimed', operation: rows[0].operation }
        const stored = await pool.query<{ same: boolean } & (StoredResponse | { response: null; locale: null })>(
          'SELECT fingerprint = $2 AS same, answer AS response, locale FROM idempotent_request WHERE id = $1',
          [id, fingerprint],
        )
        const [found] = stored.rows
        if (!found) continue
        if (!found.same) return { outcome: 'reused' }
        if (found.response === null) return { outcome: 'in_use' }
        return { outcome: 'completed', response: found.response, locale: found.locale }
      }
      return { outcome: 'in_use' }
    },
    async store(id, operation, { response, locale }) {
      await pool.query(
        'UPDATE idempotent_request SET answer = $3, locale = $4, worker = NULL WHERE id = $1 AND operation = $2',
        [id, operation, response, locale],
      )
    },
    async release(id, operation) {
      await pool.query('UPDATE idempotent_request SET worker = NULL WHERE id = $1 AND operation = $2', [id, operation])
    },
    async dropAbove(owner, { responses, bytes }) {
      const { rowCount } = await pool.query(
        `UPDATE idempotent_request SET answer = '' WHERE id IN (
           SELECT id FROM (
             SELECT id, row_number() OVER newest AS position, sum(octet_length(answer)) OVER newest AS bytes
             FROM idempotent_request WHERE owner = $1 AND octet_length(answer) > 0
             WINDOW newest AS (ORDER BY claimed_at DESC, id)
           ) stored WHERE position > $2 OR bytes > $3)`,
        [owner, responses, bytes],
      )
      return rowCount !== 0
    },
    async forget(id, operation) {
      await pool.query('DELETE FROM idempotent_request WHERE id = $1 AND operation = $2 AND answer IS NULL', [
        id,
        operation,
      ])
    },
    async prune() {
      const { rowCount } = await pool.query(
        `DELETE FROM idempotent_request WHERE id IN
           (SELECT id FROM idempotent_request WHERE claimed_at < now() - ${lifetime} LIMIT ${pruneBatch} FOR UPDATE SKIP LOCKED)`,
      )
      return rowCount === pruneBatch
    },
    close: () => worker.close(),
  }
}

/** This process as a worker: its number, and the connection that holds the lock on it. */
function createWorker(pool: Pool): { number(): Promise<number>; close(): Promise<void> } {
  let current: Promise<{ number: number; client: PoolClient }> | undefined
  const take = async (): Promise<{ number: number; client: PoolClient }> => {
    const client = await pool.connect()
    try {
      for (;;) {
        const number = randomInt(1, 2 ** 31 - 1)
        const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
          workerLocks,
          number,
        ])
        if (!rows[0]?.taken) continue
        // With the connection the lock is gone: the next claim takes another number.
        client.on('error', () => {
          current = undefined
          client.release(true)
        })
        return { number, client }
      }
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  return {
    async number() {
      current ??= take()
      try {
        return (await current).number
      } catch (error) {
        current = undefined
        throw error
      }
    },
    async close() {
      const held = await current?.catch(() => undefined)
      current = undefined
      held?.client.release(true)
    },
  }
}
