import { PrismaPg } from '@prisma/adapter-pg'
import { openDatabase, type DatabaseOptions, type PerEnvironment, type Pool } from './database.ts'
import type { DatabaseConnections } from './database-settings.ts'
import type { DatabaseWatch } from './database-watch.ts'
import type { Environment } from '../trust/identity.ts'

/** A busy database may begin a transaction late, which is no reason to fail. In milliseconds. */
export const transactionOptions = { maxWait: 20_000, timeout: 20_000 }

/** One environment of an owner's database: Prisma for plain reads, statements where one must be short or exact. */
export interface PrismaDatabase<Client> {
  readonly environment: Environment
  readonly pool: Pool
  readonly prisma: Client
}

export interface OpenDatabases<Client> {
  readonly databases: PerEnvironment<PrismaDatabase<Client>>
  /** For reads of requests: of a replica where there is one, and otherwise the same. */
  readonly readDatabases: PerEnvironment<PrismaDatabase<Client>>
  readonly watch: DatabaseWatch
  close(): Promise<void>
}

/** Options for opening an owner's database, beside those that the owner sets itself. */
export type OpenOptions = DatabaseConnections & Pick<DatabaseOptions, 'logger' | 'onMigrate'>

/** Opens an owner's database, created and migrated when needed, with its generated client in each environment. */
export async function openPrismaDatabase<Client extends { $disconnect(): Promise<void> }>(
  options: DatabaseOptions,
  createClient: (adapter: PrismaPg) => Client,
): Promise<OpenDatabases<Client>> {
  const { pools, readPools, watch, close } = await openDatabase(options)
  const openAll = (from: PerEnvironment<Pool>): PerEnvironment<PrismaDatabase<Client>> => {
    const open = (environment: Environment): PrismaDatabase<Client> => ({
      environment,
      pool: from[environment],
      prisma: createClient(new PrismaPg(from[environment], { schema: environment })),
    })
    return { live: open('live'), sandbox: open('sandbox') }
  }
  const databases = openAll(pools)
  const readDatabases = readPools === pools ? databases : openAll(readPools)
  return {
    databases,
    readDatabases,
    watch,
    async close() {
      const clients = new Set([databases, readDatabases].flatMap(({ live, sandbox }) => [live.prisma, sandbox.prisma]))
      await Promise.all([...clients].map((client) => client.$disconnect()))
      await close()
    },
  }
}
