import type { Pool, PoolClient } from '../../../platform/postgres/database.ts'
import type { Database } from '../database.ts'

/** The statements by which commands begin and end their transactions, within one that is open already. */
const nested: Readonly<Record<string, string>> = {
  BEGIN: 'SAVEPOINT command',
  COMMIT: 'RELEASE SAVEPOINT command',
  ROLLBACK: 'ROLLBACK TO SAVEPOINT command',
}

/** A database whose commands, one after the other, are all part of one transaction: no one sees a part of their work. */
export function inOneTransaction({ environment, prisma }: Database, client: PoolClient): Database {
  const query = (statement: unknown, ...rest: unknown[]): unknown =>
    (client.query as (...given: unknown[]) => unknown)(
      typeof statement === 'string' ? (nested[statement] ?? statement) : statement,
      ...rest,
    )
  const shared = { query, release: () => undefined }
  return { environment, prisma, pool: { query, connect: async () => shared } as unknown as Pool }
}
