import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from '../../../platform/postgres/database.ts'
import type { Database } from '../database.ts'

/**
 * A database whose commands, one after the other, are all part of one open transaction: no one sees a part of their work.
 * A command that is refused has written nothing, so they need no savepoints, which cost half of PostgreSQL's time. Each
 * statement is prepared, because commands repeat the same few hundreds of times.
 */
export function inOneTransaction({ environment, prisma }: Database, client: PoolClient): Database {
  const names = new Map<string, string>()
  const nameOf = (statement: string): string => {
    const name = names.get(statement) ?? createHash('sha256').update(statement).digest('base64url')
    names.set(statement, name)
    return name
  }
  const query = async (statement: unknown, values?: unknown[]): Promise<unknown> => {
    if (statement === 'BEGIN' || statement === 'COMMIT' || statement === 'ROLLBACK') return { rows: [], rowCount: 0 }
    if (typeof statement !== 'string') return client.query(statement as Parameters<PoolClient['query']>[0], values)
    return client.query({ name: nameOf(statement), text: statement, values })
  }
  const shared = { query, release: () => undefined }
  return { environment, prisma, pool: { query, connect: async () => shared } as unknown as Pool }
}
