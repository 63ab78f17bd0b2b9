import {
  beginTransaction,
  inSnapshot,
  type Pool,
  type Statements,
  type Transaction,
} from '../../platform/postgres/database.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { openDatabases as openBooking } from '../../subgraphs/booking/database.ts'
import { openDatabases as openCatalog } from '../../subgraphs/catalog/database.ts'
import { openDatabases as openPricing } from '../../subgraphs/pricing/database.ts'

/** Subgraphs whose databases hold what a file describes. */
export const owners = ['catalog', 'booking', 'pricing'] as const
export type Owner = (typeof owners)[number]
export type PerOwner<T> = Readonly<Record<Owner, T>>

export interface ServerOptions {
  /** Address of the PostgreSQL server. */
  readonly serverUrl: string
  readonly databasePrefix?: string
  /** Called before a database is migrated to this version. */
  readonly onMigrate?: (database: string) => void
}

/** The time by the clock that decides about places and prices. */
export async function databaseTime(client: Statements): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('SELECT now()')
  return rows[0]?.now ?? new Date()
}

/** The databases of an installation, created and migrated when needed. */
export interface InstallationDatabases {
  /** A transaction in each database of an environment. The caller ends them. */
  begin(environment: Environment): Promise<PerOwner<Transaction>>
  /** Reads an environment, each database as of one moment. */
  read<T>(environment: Environment, work: (databases: PerOwner<Statements>) => Promise<T>): Promise<T>
}

export async function withDatabases<T>(
  { serverUrl, databasePrefix = '', ...options }: ServerOptions,
  work: (databases: InstallationDatabases) => Promise<T>,
): Promise<T> {
  const open = { catalog: openCatalog, booking: openBooking, pricing: openPricing }
  const opened: { pools: Record<Environment, Pool>; close: () => Promise<void> }[] = []
  try {
    for (const owner of owners) {
      const { databases, close } = await open[owner](serverUrl, `${databasePrefix}${owner}`, options)
      opened.push({ pools: { live: databases.live.pool, sandbox: databases.sandbox.pool }, close })
    }
    const snapshot = <R>(owner: Owner, environment: Environment, reading: (reader: Statements) => Promise<R>) =>
      inSnapshot({ serverUrl, name: `${databasePrefix}${owner}`, environment }, reading)
    return await work({
      async begin(environment) {
        const begun: Transaction[] = []
        try {
          for (const { pools } of opened) begun.push(await beginTransaction(pools[environment]))
        } catch (error) {
          await Promise.all(begun.map(({ rollback }) => rollback()))
          throw error
        }
        const [catalog, booking, pricing] = begun as [Transaction, Transaction, Transaction]
        return { catalog, booking, pricing }
      },
      read: (environment, reading) =>
        snapshot('catalog', environment, (catalog) =>
          snapshot('booking', environment, (booking) =>
            snapshot('pricing', environment, (pricing) => reading({ catalog, booking, pricing })),
          ),
        ),
    })
  } finally {
    await Promise.all(opened.map(({ close }) => close()))
  }
}
