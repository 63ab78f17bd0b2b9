import { PrismaPg } from '@prisma/adapter-pg'
import type { Environment } from '../../platform/identity.ts'
import { environments } from '../../platform/identity.ts'
import { closeDatabase, openDatabase, type PerEnvironment, type Pool } from '../../platform/database.ts'
import { PrismaClient, type ApiKey, type Partner } from './generated/prisma/client.ts'

export type StoredKey = ApiKey & { partner: Partner }
export type NewKey = Omit<ApiKey, 'createdAt' | 'revokedAt'> & { revokedAt?: Date }

/** The only place that reads and writes partners and keys. */
export interface AccessRepository {
  findKeyByHash(environment: Environment, hash: Buffer): Promise<StoredKey | null>
  /** Adds partners and keys that are not there yet. */
  insertMissing(environment: Environment, partners: { id: string; name: string }[], keys: NewKey[]): Promise<void>
  close(): Promise<void>
}

export async function openAccessRepository(serverUrl: string, databaseName: string): Promise<AccessRepository> {
  const pools = await openDatabase({
    serverUrl,
    name: databaseName,
    migrations: new URL('prisma/migrations/', import.meta.url),
    poolSize: 4,
  })
  const clients = Object.fromEntries(
    environments.map((environment) => [environment, clientOf(pools[environment], environment)]),
  ) as PerEnvironment<PrismaClient>
  return {
    findKeyByHash: (environment, hash) =>
      clients[environment].apiKey.findUnique({ where: { hash: new Uint8Array(hash) }, include: { partner: true } }),
    async insertMissing(environment, partners, keys) {
      await clients[environment].$transaction([
        clients[environment].partner.createMany({ data: partners, skipDuplicates: true }),
        clients[environment].apiKey.createMany({ data: keys, skipDuplicates: true }),
      ])
    },
    async close() {
      await Promise.all(environments.map((environment) => clients[environment].$disconnect()))
      await closeDatabase(pools)
    },
  }
}

const clientOf = (pool: Pool, environment: Environment): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool, { schema: environment }) })
