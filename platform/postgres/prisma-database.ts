import { PrismaPg } from '@prisma/adapter-pg'
import { openDatabase, type DatabaseOptions, type PerEnvironment, type Pool } from './database.ts'
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
  readonly watch: DatabaseWatch
  close(): Promise<void>
}

/** Options for opening an owner's database, beside those that the owner sets itself. */
export type OpenOptions = Pick<DatabaseOptions, 'timeouts' | 'logger'>

/** Opens an owner's database, created and migrated when needed, with its generated client in each environment. */
export async function openPrismaDatabase<Client extends { $disconnect(): Promise<void> }>(
  options: DatabaseOptions,
  createClient: (adapter: PrismaPg) => Client,
): Promise<OpenDatabases<Client>> {
  const { pools, watch, close } = await openDatabase(options)
  const open = (environment: Environment): PrismaDatabase<Client> => ({
    environment,
    pool: pools[environment],
    prisma: createClient(new PrismaPg(pools[environment], { schema: environment })),
  })
  const databases = { live: open('live'), sandbox: open('sandbox') }
  return {
    databases,
    watch,
    async close() {
      await Promise.all([databases.live.prisma.$disconnect(), databases.sandbox.prisma.$disconnect()])
      await close()
    },
  }
}
