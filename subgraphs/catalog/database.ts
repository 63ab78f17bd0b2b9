import { PrismaPg } from '@prisma/adapter-pg'
import { closeDatabase, openDatabase, type PerEnvironment, type Pool } from '../../platform/database.ts'
import type { Environment } from '../../platform/identity.ts'
import { PrismaClient } from './generated/prisma/client.ts'

/** The catalogue's tables in one environment; repositories choose between SQL and Prisma. */
export interface CatalogDatabase {
  readonly environment: Environment
  readonly pool: Pool
  readonly prisma: PrismaClient
}

/** Opens the catalogue's database, created and migrated when needed. */
export async function openCatalogDatabase(serverUrl: string, name: string): Promise<PerEnvironment<CatalogDatabase>> {
  const pools = await openDatabase({ serverUrl, name, migrations: new URL('prisma/migrations/', import.meta.url) })
  const open = (environment: Environment): CatalogDatabase => ({
    environment,
    pool: pools[environment],
    prisma: new PrismaClient({ adapter: new PrismaPg(pools[environment], { schema: environment }) }),
  })
  return { live: open('live'), sandbox: open('sandbox') }
}

export async function closeCatalogDatabase(databases: PerEnvironment<CatalogDatabase>): Promise<void> {
  await Promise.all([databases.live.prisma.$disconnect(), databases.sandbox.prisma.$disconnect()])
  await closeDatabase({ live: databases.live.pool, sandbox: databases.sandbox.pool })
}
