import { sql } from './database.ts'

/** Everything stored in the request log of the sandbox. */
export const storedRequestLog = (accessDatabase: string): Promise<Record<string, unknown>[]> =>
  sql(accessDatabase, 'SELECT * FROM sandbox.request_log')

/** Dates the logged REST requests of a sandbox key back by some days. */
export async function ageLoggedRequests(accessDatabase: string, keyId: string, days: number): Promise<void> {
  const aged = await sql(
    accessDatabase,
    `UPDATE sandbox.request_log SET at = now() - $2 * interval '1 day' WHERE key_id = $1 AND path LIKE '/api/%'
     RETURNING sequence`,
    [keyId, days],
  )
  if (aged.length === 0) throw new Error('No REST request of the key was logged')
}
