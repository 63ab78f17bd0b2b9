import { sql } from './database.ts'

/**
 * Leaves the sandbox as a gateway does that dies after the work was done and before it stored the responses: requests
 * under Idempotency-Keys are claimed, and no process works on them.
 */
export const loseResponses = (accessDatabase: string): Promise<unknown> =>
  sql(accessDatabase, 'UPDATE sandbox.idempotent_request SET answer = NULL, worker = NULL')

/** The same, with claims that still name the process that is gone. */
export const loseResponsesOfDeadProcess = (accessDatabase: string): Promise<unknown> =>
  sql(accessDatabase, 'UPDATE sandbox.idempotent_request SET answer = NULL, worker = 1 WHERE answer IS NOT NULL')

/** Makes the latest request look as if a running process still worked on it. */
export const resumeLatestRequest = (accessDatabase: string): Promise<unknown> =>
  sql(
    accessDatabase,
    `UPDATE sandbox.idempotent_request SET answer = NULL, worker = (SELECT objid::bigint FROM pg_locks
       WHERE locktype = 'advisory' AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1)
     WHERE id = (SELECT id FROM sandbox.idempotent_request ORDER BY claimed_at DESC LIMIT 1)`,
  )

/** Dates the requests under Idempotency-Keys back by some hours. */
export const ageClaims = (accessDatabase: string, hours: number): Promise<unknown> =>
  sql(accessDatabase, `UPDATE sandbox.idempotent_request SET claimed_at = claimed_at - $1 * interval '1 hour'`, [hours])

/** The stored responses under Idempotency-Keys, each with the id of its request. */
export async function storedResponses(accessDatabase: string): Promise<string[]> {
  const rows = await sql<{ response: string }>(
    accessDatabase,
    `SELECT encode(answer, 'escape') || encode(id, 'escape') AS response FROM sandbox.idempotent_request
     WHERE answer IS NOT NULL`,
  )
  return rows.map(({ response }) => response)
}

/** The sizes in bytes of the stored responses, the oldest first; 0 for one that was too large or was evicted. */
export async function storedResponseSizes(accessDatabase: string): Promise<number[]> {
  const rows = await sql<{ bytes: number }>(
    accessDatabase,
    'SELECT octet_length(answer) AS bytes FROM sandbox.idempotent_request ORDER BY claimed_at',
  )
  return rows.map(({ bytes }) => bytes)
}

/** How many responses are stored for each API key, and their bytes. */
export const storedResponsesByKey = (accessDatabase: string): Promise<{ responses: number; bytes: number }[]> =>
  sql<{ responses: number; bytes: number }>(
    accessDatabase,
    `SELECT count(*)::int AS responses, sum(octet_length(answer))::int AS bytes
     FROM sandbox.idempotent_request WHERE octet_length(answer) > 0 GROUP BY owner`,
  )
