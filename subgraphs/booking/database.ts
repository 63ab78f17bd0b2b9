import { PrismaPg } from '@prisma/adapter-pg'
import { closeDatabase, openDatabase, type PerEnvironment, type Pool } from '../../platform/database.ts'
import type { Environment } from '../../platform/identity.ts'
import { PrismaClient } from './generated/prisma/client.ts'

/** One environment's database: Prisma for reading, plain statements where a transaction must be short. */
export interface Database {
  readonly environment: Environment
  readonly pool: Pool
  readonly prisma: PrismaClient
}

export async function openDatabases(
  serverUrl: string,
  name: string,
): Promise<{ databases: PerEnvironment<Database>; close(): Promise<void> }> {
  const pools = await openDatabase({ serverUrl, name, migrations: new URL('prisma/migrations/', import.meta.url) })
  const open = (environment: Environment): Database => ({
    environment,
    pool: pools[environment],
    prisma: new PrismaClient({ adapter: new PrismaPg(pools[environment], { schema: environment }) }),
  })
  const databases = { live: open('live'), sandbox: open('sandbox') }
  return {
    databases,
    async close() {
      await Promise.all([databases.live.prisma.$disconnect(), databases.sandbox.prisma.$disconnect()])
      await closeDatabase(pools)
    },
  }
}
