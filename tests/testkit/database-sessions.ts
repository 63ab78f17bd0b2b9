import type pg from 'pg'
import { sql } from './database.ts'

/** The sessions that the test server has open in some databases, or another one. */
export const openSessions = (
  databases: readonly string[],
  { serverUrl }: { serverUrl?: string } = {},
): Promise<{ database: string; application: string }[]> =>
  sql<{ database: string; application: string }>(
    'postgres',
    'SELECT datname AS database, application_name AS application FROM pg_stat_activity WHERE datname = ANY ($1)',
    [databases],
    serverUrl,
  )

/** Breaks the connection of a client, as the end of its server process does, and waits until the client has noticed. */
export async function breakConnection(pool: Pick<pg.Pool, 'query'>, client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
}

/** Runs the smallest statement there is; how many rows it returned, which is one. */
export const runStatement = async (client: pg.PoolClient): Promise<number | null> =>
  (await client.query('SELECT 1')).rowCount
