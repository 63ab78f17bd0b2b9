import { connectionFailure } from '../../../platform/postgres/prepare-database.ts'
import { openSession, type Session } from '../../../platform/postgres/database.ts'

/** A database of a server, and how many sessions others have in it. */
export interface DatabaseUsage {
  readonly name: string
  readonly exists: boolean
  readonly sessions: number
}

/** Which of some databases a server has, and which are in use. */
export async function readUsage(serverUrl: string, names: readonly string[]): Promise<DatabaseUsage[]> {
  const { client, end } = await connectToAny(serverUrl, ['postgres', ...names])
  try {
    const { rows } = await client.query<DatabaseUsage>(
      `SELECT name, EXISTS (SELECT FROM pg_database WHERE datname = name) AS exists,
              (SELECT count(*)::integer FROM pg_stat_activity
               WHERE datname = name AND pid <> pg_backend_pid() AND usesysid IS NOT NULL
                 AND coalesce(backend_type, 'client backend') = 'client backend'
                 -- Nodes of a Citus cluster keep sessions with one another.
                 AND application_name NOT LIKE 'citus\\_%') AS sessions
       FROM unnest($1::text[]) AS name`,
      [names],
    )
    return rows
  } finally {
    await end()
  }
}

/** A role may be allowed to reach the databases of the product and no other. */
async function connectToAny(serverUrl: string, names: readonly string[]): Promise<Session> {
  let failure: unknown
  for (const name of names) {
    try {
      return await openSession({ serverUrl, name }, 'databases-copy')
    } catch (error) {
      failure ??= error
    }
  }
  throw connectionFailure(serverUrl, failure)
}
