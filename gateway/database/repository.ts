import { PrismaPg } from '@prisma/adapter-pg'
import type { Environment } from '../../platform/trust/identity.ts'
import { environments } from '../../platform/trust/identity.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { openDatabase, type PerEnvironment, type Pool } from '../../platform/postgres/database.ts'
import { transactionOptions, type OpenOptions } from '../../platform/postgres/prisma-database.ts'
import {
  PrismaClient,
  type ApiKey,
  type Partner,
  type Prisma,
  type TrustedDocument,
} from './generated/prisma/client.ts'

export type NewTrustedDocument = Omit<TrustedDocument, 'trustedAt'>
export type StoredKey = ApiKey & { partner: Partner }
export type NewKey = Pick<
  ApiKey,
  'id' | 'partnerId' | 'hash' | 'prefix' | 'lastFour' | 'plan' | 'scopes' | 'familyId'
> & {
  label?: string | null
  ownLimits?: Prisma.InputJsonObject
  revokedAt?: Date
}

/** The only place that reads and writes partners and keys. */
export interface AccessRepository {
  findKeyByHash(environment: Environment, hash: Buffer): Promise<StoredKey | null>
  findKey(environment: Environment, id: string): Promise<StoredKey | null>
  /** Every key, or those of one partner, newest first. */
  listKeys(environment: Environment, partner: PartnerChoice | undefined): Promise<StoredKey[]>
  /** Partners with this id or exactly this name. */
  findPartners(environment: Environment, partner: PartnerChoice): Promise<Partner[]>
  /** Adds partners and keys that are not there yet. */
  insertMissing(environment: Environment, partners: Pick<Partner, 'id' | 'name'>[], keys: NewKey[]): Promise<void>
  /** The text of a trusted document; null when the id is not trusted. */
  findTrustedDocument(environment: Environment, id: string): Promise<string | null>
  /** Adds documents that are not there yet; how many were added. */
  addTrustedDocuments(environment: Environment, documents: NewTrustedDocument[]): Promise<number>
  listTrustedDocuments(environment: Environment): Promise<Omit<TrustedDocument, 'text'>[]>
  /** Whether the document was there. */
  removeTrustedDocument(environment: Environment, id: string): Promise<boolean>
  /** The pools of each environment, for other data that the gateway stores. */
  readonly pools: PerEnvironment<Pool>
  /** The database's, by which keys end. */
  readonly clock: Clock
  /** Resolves when the database answers; rejects otherwise. */
  check(): Promise<void>
  /** Adds a key, and its partner when there is none of that id. */
  insertKey(environment: Environment, partner: { id: string; name: string }, key: NewKey): Promise<StoredKey>
  /**
   * Adds the successor of a key and sets the end of the old one, unless it ends earlier. Null when the old key is no
   * longer valid: a revoked key must not continue in another.
   */
  replaceKey(
    environment: Environment,
    oldKeyId: string,
    successor: NewKey,
    expiresAt: Date,
  ): Promise<Replacement | null>
  /** Revokes keys that are not revoked yet and returns their number. */
  revokeKeys(environment: Environment, where: { id: string } | { familyId: string }): Promise<number>
  /** How many keys of a family still work. */
  countWorking(environment: Environment, familyId: string): Promise<number>
  /** Those of the keys that were revoked or have expired. */
  findEnded(environment: Environment, ids: readonly string[]): Promise<string[]>
  /** Notes when keys were used last; never turns a time back. */
  noteUses(environment: Environment, uses: ReadonlyMap<string, Date>): Promise<void>
  close(): Promise<void>
}

export type PartnerChoice = { readonly id: string } | { readonly name: string }

export interface Replacement {
  readonly replaced: StoredKey
  readonly successor: StoredKey
}

export async function openAccessRepository(
  serverUrl: string,
  databaseName: string,
  { timeouts, logger }: OpenOptions = {},
): Promise<AccessRepository> {
  const { pools, watch, close } = await openDatabase({
    serverUrl,
    name: databaseName,
    migrations: new URL('prisma/migrations/', import.meta.url),
    timeouts,
    logger,
  })
  const clients = Object.fromEntries(
    environments.map((environment) => [environment, clientOf(pools[environment], environment)]),
  ) as PerEnvironment<PrismaClient>
  const { clock } = watch
  const include = { partner: true } as const
  return {
    findKeyByHash: (environment, hash) =>
      clients[environment].apiKey.findUnique({ where: { hash: new Uint8Array(hash) }, include }),
    findKey: (environment, id) => clients[environment].apiKey.findUnique({ where: { id }, include }),
    listKeys: (environment, partner) =>
      clients[environment].apiKey.findMany({
        ...(partner ? { where: { partner } } : {}),
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        include,
      }),
    findPartners: (environment, partner) => clients[environment].partner.findMany({ where: partner }),
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
    clock,
    check: () => watch.check(),
    async insertKey(environment, partner, key) {
      const [, inserted] = await clients[environment].$transaction([
        clients[environment].partner.createMany({ data: partner, skipDuplicates: true }),
        clients[environment].apiKey.create({ data: key, include }),
      ])
      return inserted
    },
    replaceKey: (environment, oldKeyId, successor, expiresAt) =>
      clients[environment].$transaction(async (transaction) => {
        // Waits for a concurrent revocation of the key, and then sees that it was revoked.
        const [old] = await transaction.$queryRaw<{ expires_at: Date | null }[]>`
          SELECT expires_at FROM api_key WHERE id = ${oldKeyId}::uuid AND revoked_at IS NULL FOR UPDATE`
        if (!old || (old.expires_at && old.expires_at <= clock.now())) return null
        const replaced = await transaction.apiKey.update({
          where: { id: oldKeyId },
          data: { expiresAt: old.expires_at && old.expires_at < expiresAt ? old.expires_at : expiresAt },
          include,
        })
        return { replaced, successor: await transaction.apiKey.create({ data: successor, include }) }
      }),
    async revokeKeys(environment, where) {
      let revoked = 0
      for (;;) {
        const { count } = await clients[environment].apiKey.updateMany({
          where: { ...where, revokedAt: null },
          data: { revokedAt: clock.now() },
        })
        revoked += count
        // A member of the family may have been refreshed while this waited for it: its successor is seen by the next.
        if (count === 0 || 'id' in where) return revoked
      }
    },
    countWorking: (environment, familyId) =>
      clients[environment].apiKey.count({
        where: { familyId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] },
      }),
    async findEnded(environment, ids) {
      const ended = await clients[environment].apiKey.findMany({
        where: { id: { in: [...ids] }, OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: clock.now() } }] },
        select: { id: true },
      })
      return ended.map(({ id }) => id)
    },
    async noteUses(environment, uses) {
      // Ordered, so that two replicas never wait for each other in a circle.
      const rows = [...uses].sort(([a], [b]) => (a < b ? -1 : 1))
      await pools[environment].query(
        `UPDATE api_key SET last_used_at = GREATEST(last_used_at, used.at)
         FROM (SELECT k.id, u.at FROM unnest($1::uuid[], $2::timestamptz[]) AS u (id, at)
               JOIN api_key k ON k.id = u.id ORDER BY k.id FOR UPDATE OF k) AS used
         WHERE api_key.id = used.id`,
        [rows.map(([id]) => id), rows.map(([, at]) => at)],
      )
    },
    async close() {
      await Promise.all(environments.map((environment) => clients[environment].$disconnect()))
      await close()
    },
  }
}

const clientOf = (pool: Pool, environment: Environment): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool, { schema: environment }), transactionOptions })
