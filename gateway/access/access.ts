import { timingSafeEqual } from 'node:crypto'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { PerEnvironment, Pool } from '../../platform/database.ts'
import type { Environment, Identity } from '../../platform/identity.ts'
import { negotiateLocale } from '../../platform/i18n.ts'
import { subgraphSchema, type Subgraph } from '../../platform/subgraph.ts'
import { scalarsNamed } from '../../platform/scalars.ts'
import { apiError } from '../../schema/errors.ts'
import type { TrustedDocuments } from '../execution/persisted.ts'
import { parseApiKey } from './api-key.ts'
import type { Context } from './context.ts'
import { seedDemoAccess } from './demo.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { openAccessRepository, type AccessRepository, type StoredKey } from './repository.ts'

/** What a request brings to say who it is. */
export interface Credentials {
  readonly apiKey: string | undefined
  readonly acceptLanguage: string | undefined
  readonly requestId: string
}

/** Knows partners and their keys; the place where scopes, plans and limits are decided. */
export interface Access {
  /** The identity behind a key, or the public one without a key. Error: INVALID_API_KEY. */
  authenticate(credentials: Credentials): Promise<Identity>
  /** Documents that the operator trusts, in a store that all replicas share. */
  readonly trustedDocuments: TrustedDocuments
  /** The plan of the key behind an identity; `none` without a key. */
  planOf(identity: Identity): 'none' | 'basic' | 'pro' | 'enterprise'
  /** The databases of partners and keys, for what else the gateway keeps. */
  readonly pools: PerEnvironment<Pool>
  /** The part of the supergraph that tells a caller about itself. */
  readonly subgraph: Subgraph
}

export interface AccessOptions {
  readonly serverUrl: string
  readonly databaseName?: string
  readonly demoData: boolean
}

interface Caller {
  readonly environment: Environment
  readonly key: StoredKey
}

/** A revocation is effective on every replica within this time. */
const cacheMilliseconds = 3_000

export async function openAccess(options: AccessOptions): Promise<Access> {
  const repository = await openAccessRepository(options.serverUrl, options.databaseName ?? 'access')
  if (options.demoData) await seedDemoAccess(repository)
  const known = createBoundedCache<{ caller: Promise<Caller | null>; until: number }>(10_000)
  // The access subgraph runs in this process, so the key behind an identity need not travel in its token.
  const callers = new WeakMap<Identity, Caller>()

  async function look(apiKey: string): Promise<Caller | null> {
    const parts = parseApiKey(apiKey)
    if (!parts) return null
    const key = await repository.findKeyByHash(parts.environment, parts.hash)
    if (!key || !timingSafeEqual(key.hash, parts.hash) || key.revokedAt) return null
    return { environment: parts.environment, key }
  }

  async function callerOf(apiKey: string): Promise<Caller | null> {
    const now = Date.now()
    const cached = known.get(apiKey)
    if (cached && cached.until > now) return cached.caller
    const caller = look(apiKey)
    known.set(apiKey, { caller, until: now + cacheMilliseconds })
    caller.catch(() => known.delete(apiKey))
    return caller
  }

  const resolvers: Resolvers<Context> = {
    Query: {
      viewer(_parent, _arguments, { identity }) {
        const caller = callers.get(identity)
        if (!caller) throw apiError('AUTHENTICATION_REQUIRED')
        const { environment, key } = caller
        return {
          partner: { id: key.partner.id, name: key.partner.name },
          key: { id: key.id, prefix: key.prefix, lastFour: key.lastFour, createdAt: key.createdAt },
          environment: environment === 'live' ? 'LIVE' : 'SANDBOX',
          plan: key.plan === 'enterprise' ? 'ENTERPRISE' : key.plan === 'pro' ? 'PRO' : 'BASIC',
          scopes: key.scopes,
        }
      },
    },
  }
  return {
    async authenticate({ apiKey, acceptLanguage, requestId }) {
      const locale = negotiateLocale(acceptLanguage)
      if (apiKey === undefined) return { partnerId: null, environment: 'live', scopes: [], locale, requestId }
      const caller = await callerOf(apiKey)
      if (!caller) throw apiError('INVALID_API_KEY')
      const { environment, key } = caller
      const identity: Identity = { partnerId: key.partnerId, environment, scopes: key.scopes, locale, requestId }
      callers.set(identity, caller)
      return identity
    },
    trustedDocuments: rememberDocuments(repository),
    planOf: (identity) => (callers.get(identity)?.key.plan ?? 'none') as ReturnType<Access['planOf']>,
    pools: repository.pools,
    subgraph: {
      name: 'access',
      schema: subgraphSchema(new URL('../../schema/access.graphql', import.meta.url), {
        ...scalarsNamed('UUID', 'DateTime'),
        ...resolvers,
      }),
      createContext: (identity): Context => ({ identity }),
      close: () => repository.close(),
    },
  }
}

/** Asks the store for a document once in a few seconds: one taken out of it is refused everywhere soon after. */
function rememberDocuments(repository: AccessRepository): TrustedDocuments {
  const known = createBoundedCache<{ text: Promise<string | null>; until: number }>(2_000)
  return {
    find(environment, id) {
      const key = `${environment} ${id}`
      const now = Date.now()
      const cached = known.get(key)
      if (cached && cached.until > now) return cached.text
      const text = repository.findTrustedDocument(environment, id)
      known.set(key, { text, until: now + cacheMilliseconds })
      text.catch(() => known.delete(key))
      return text
    },
  }
}
