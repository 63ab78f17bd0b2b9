import type { Pool, PoolClient } from 'pg'
import { OperatorError } from '../process/operator-error.ts'

type Query = (...given: unknown[]) => unknown

/**
 * Prepares a pool whose connections lead to a pooler in transaction mode. A server connection changes hands after every
 * transaction there, so statements are sent without the names under which a connection would remember them.
 */
export function throughPooler(pool: Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    client.query = ((first: unknown, ...rest: unknown[]) => query(withoutName(first), ...rest)) as PoolClient['query']
  })
}

const withoutName = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement
    ? { ...statement, name: undefined }
    : statement

/** Checks that the pooler leads to the tables of an environment, which it alone determines. */
export async function requireSchema(pool: Pool, database: string, environment: string): Promise<void> {
  const { rows } = await pool
    .query<{ schema: string | null }>('SELECT current_schema() AS schema')
    .catch((error: unknown) => {
      throw new OperatorError(
        `The pooler of DATABASE_URL does not lead to a database "${database}": ${(error as Error).message}`,
        { cause: error },
      )
    })
  const [{ schema } = { schema: null }] = rows
  if (schema !== environment)
    throw new OperatorError(
      `The pooler's database "${database}" must have the search path of the environment ${environment} ` +
        `(connect_query of PgBouncer), and begins with ${schema ?? 'no schema'}`,
    )
}
