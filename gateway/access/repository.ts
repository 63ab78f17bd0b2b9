import { PrismaPg } from '@prisma/adapter-pg'
import type { Environment } from '../../platform/identity.ts'
import { environments } from '../../platform/identity.ts'
import { closeDatabase, openDatabase, type PerEnvironment, type Pool } from '../../platform/database.ts'
import { PrismaClient, type ApiKey, type Partner, type TrustedDocument } from './generated/prisma/client.ts'

export type StoredKey = ApiKey & { partner: Partner }
export type NewTrustedDocument = Omit<TrustedDocument, 'trustedAt'>
export type NewKey = Omit<ApiKey, 'createdAt' | 'revokedAt'> & { revokedAt?: Date }

/** The only place that reads and writes partners and keys. */
export interface AccessRepository {
  findKeyByHash(environment: Environment, hash: Buffer): Promise<StoredKey | null>
  /** Adds partners and keys that are not there yet. */
  insertMissing(environment: Environment, partners: { id: string; name: string }[], keys: NewKey[]): Promise<void>
  /** The text of a trusted document; null when the id is not trusted. */
  findTrustedDocument(environment: Environment, id: string): Promise<string | null>
  /** Adds documents that are not there yet; how many were added. */
  addTrustedDocuments(environment: Environment, documents: NewTrustedDocument[]): Promise<number>
  listTrustedDocuments(environment: Environment): Promise<Omit<TrustedDocument, 'text'>[]>
  /** Whether the document was there. */
  removeTrustedDocument(environment: Environment, id: string): Promise<boolean>
  /** Each environment's part of the database, for what else the gateway keeps there. */
  readonly pools: PerEnvironment<Pool>
  close(): Promise<void>
}

export async function openAccessRepository(serverUrl: string, databaseName: string): Promise<AccessRepository> {
  const pools = await openDatabase({
    serverUrl,
    name: databaseName,
    migrations: new URL('prisma/migrations/', import.meta.url),
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
    async findTrustedDocument(environment, id) {
      const found = await clients[environment].trustedDocument.findUnique({ where: { id }, select: { text: true } })
      return found?.text ?? null
    },
    async addTrustedDocuments(environment, documents) {
      const { count } = await clients[environment].trustedDocument.createMany({ data: documents, skipDuplicates: true })
      return count
    },
    listTrustedDocuments: (environment) =>
      clients[environment].trustedDocument.findMany({
        select: { id: true, name: true, trustedAt: true },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
    async removeTrustedDocument(environment, id) {
      const { count } = await clients[environment].trustedDocument.deleteMany({ where: { id } })
      return count > 0
    },
    pools,
    async close() {
      await Promise.all(environments.map((environment) => clients[environment].$disconnect()))
      await closeDatabase(pools)
    },
  }
}

const clientOf = (pool: Pool, environment: Environment): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool, { schema: environment }) })
