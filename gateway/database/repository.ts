import { PrismaPg } from '@prisma/adapter-pg'
import type { Environment } from '../../platform/trust/identity.ts'
import { environments } from '../../platform/trust/identity.ts'
import { patternContaining } from '../../platform/values/text.ts'
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

export interface OwnLimit {
  readonly limit: number
  readonly seconds: number
}

/** A key's own numbers, by name: `hour`, `minute`, `burst` or an operation's limit. They take the plan's place. */
export type OwnLimits = Readonly<Record<string, OwnLimit>>

export type NewTrustedDocument = Omit<TrustedDocument, 'trustedAt'>
export type StoredKey = ApiKey & { partner: Partner }
export type NewKey = Pick<
  ApiKey,
  'id' | 'partnerId' | 'hash' | 'prefix' | 'lastFour' | 'plan' | 'scopes' | 'familyId'
> & {
  label?: string | null
  ownLimits?: OwnLimits
  revokedAt?: Date
}

/** Reads partners and keys; the commands of `auth` change them by the statements of `store`. */
export interface AccessRepository {
  findKeyByHash(environment: Environment, hash: Buffer): Promise<StoredKey | null>
  findKey(environment: Environment, id: string): Promise<StoredKey | null>
  /** A key that exists. */
  requireKey(environment: Environment, id: string): Promise<StoredKey>
  /** Every key, or those of one partner, newest first. */
  listKeys(environment: Environment, partner: PartnerChoice | undefined): Promise<StoredKey[]>
  /** Those of the partners that exist. */
  listPartners(environment: Environment, ids: readonly string[]): Promise<StoredPartner[]>
  /** Partners with this id or exactly this name. */
  findPartners(environment: Environment, partner: PartnerChoice): Promise<Partner[]>
  /** Adds partners and keys that are not there yet, and gives the keys that are the scopes named. */
  seedKeys(environment: Environment, partners: Pick<Partner, 'id' | 'name'>[], keys: NewKey[]): Promise<void>
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
  /** Resolves when the database responds; rejects otherwise. */
  check(): Promise<void>
  /** The origins of the publishable keys that work. */
  listOrigins(environment: Environment): Promise<string[]>
  /** Some keys of a partner or of all, newest first, after a position. */
  pageOfKeys(
    environment: Environment,
    filter: { readonly partnerId: string | undefined; readonly isActive: boolean | undefined },
    take: number,
    after: readonly [position: string, id: string] | null,
  ): Promise<(StoredKey & { position: string })[]>
  /** Some partners by name, after a name and id. `search` is a folded text. */
  pageOfPartners(
    environment: Environment,
    search: string | undefined,
    take: number,
    after: readonly [name: string, id: string] | null,
  ): Promise<StoredPartner[]>
  /** The keys of a partner that work, newest first. */
  listWorking(environment: Environment, partnerId: string): Promise<StoredKey[]>
  /** How many keys of a family still work. */
  countWorking(environment: Environment, familyId: string): Promise<number>
  /** Those of the keys that were revoked or have expired. */
  findEnded(environment: Environment, ids: readonly string[]): Promise<string[]>
  /** Notes when keys were used last; never turns a time back. */
  noteUses(environment: Environment, uses: ReadonlyMap<string, Date>): Promise<void>
  close(): Promise<void>
}

export type StoredPartner = Pick<Partner, 'id' | 'name'>

export type PartnerChoice = { readonly id: string } | { readonly name: string }

export async function openAccessRepository(
  serverUrl: string,
  databaseName: string,
  options: OpenOptions = {},
): Promise<AccessRepository> {
  const { pools, watch, close } = await openDatabase({
    ...options,
    serverUrl,
    name: databaseName,
    prisma: new URL('prisma/', import.meta.url),
  })
  const clients = Object.fromEntries(
    environments.map((environment) => [environment, clientOf(pools[environment], environment)]),
  ) as PerEnvironment<PrismaClient>
  const { clock } = watch
  const include = { partner: true } as const
  const stillWorks = (): Prisma.ApiKeyWhereInput => ({
    revokedAt: null,
    OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }],
  })
  return {
    findKeyByHash: (environment, hash) =>
      clients[environment].apiKey.findUnique({ where: { hash: new Uint8Array(hash) }, include }),
    findKey: (environment, id) => clients[environment].apiKey.findUnique({ where: { id }, include }),
    requireKey: (environment, id) => clients[environment].apiKey.findUniqueOrThrow({ where: { id }, include }),
    listKeys: (environment, partner) =>
      clients[environment].apiKey.findMany({
        ...(partner ? { where: { partner } } : {}),
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        include,
      }),
    listPartners: (environment, ids) =>
      clients[environment].partner.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } }),
    findPartners: (environment, partner) => clients[environment].partner.findMany({ where: partner }),
    async seedKeys(environment, partners, keys) {
      await clients[environment].$transaction([
        clients[environment].partner.createMany({ data: partners, skipDuplicates: true }),
        clients[environment].apiKey.createMany({ data: keys, skipDuplicates: true }),
      ])
      await pools[environment].query(
        `UPDATE api_key SET scopes = ARRAY(SELECT jsonb_array_elements_text(seeded.scopes))
         FROM jsonb_to_recordset($1) AS seeded (id uuid, scopes jsonb)
         WHERE api_key.id = seeded.id AND to_jsonb(api_key.scopes) <> seeded.scopes`,
        [JSON.stringify(keys.map(({ id, scopes }) => ({ id, scopes })))],
      )
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
    async listOrigins(environment) {
      const { rows } = await pools[environment].query<{ origin: string }>(
        `SELECT DISTINCT unnest(origins) AS origin FROM api_key
         WHERE origins <> '{}' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)`,
        [clock.now()],
      )
      return rows.map(({ origin }) => origin)
    },
    async pageOfKeys(environment, { partnerId, isActive }, take, after) {
      // The position is the creation to the microsecond, which a Date does not have.
      const { rows } = await pools[environment].query<{ id: string; position: string }>(
        `SELECT id, created_at::text AS position FROM api_key
         WHERE ($1::uuid IS NULL OR partner_id = $1)
           AND ($2::boolean IS NULL OR $2 = (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)))
           AND ($4::timestamptz IS NULL OR created_at < $4 OR (created_at = $4 AND id > $5::uuid))
         ORDER BY created_at DESC, id LIMIT $6`,
        [partnerId ?? null, isActive ?? null, clock.now(), after?.[0] ?? null, after?.[1] ?? null, take],
      )
      const keys = await clients[environment].apiKey.findMany({
        where: { id: { in: rows.map(({ id }) => id) } },
        include,
      })
      const byId = new Map(keys.map((key) => [key.id, key]))
      return rows.flatMap(({ id, position }) => {
        const key = byId.get(id)
        return key ? [{ ...key, position }] : []
      })
    },
    async pageOfPartners(environment, search, take, after) {
      const { rows } = await pools[environment].query<StoredPartner>(
        `SELECT id, name FROM partner
         WHERE ($1::text IS NULL OR fold(name) LIKE $1) AND ($2::text IS NULL OR (name, id) > ($2, $3::uuid))
         ORDER BY name, id LIMIT $4`,
        [search === undefined ? null : patternContaining(search), after?.[0] ?? null, after?.[1] ?? null, take],
      )
      return rows
    },
    listWorking: (environment, partnerId) =>
      clients[environment].apiKey.findMany({
        where: { partnerId, ...stillWorks() },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        include,
      }),
    countWorking: (environment, familyId) =>
      clients[environment].apiKey.count({ where: { familyId, ...stillWorks() } }),
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
  new PrismaClient({ adapter: new PrismaPg(pool, { schema: environment }), transactionOptions, errorFormat: 'minimal' })
