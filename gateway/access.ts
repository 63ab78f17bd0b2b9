import { LRUCache } from 'lru-cache'
import type { PerEnvironment, Pool } from '../platform/postgres/database.ts'
import type { DatabaseConnections } from '../platform/postgres/database-settings.ts'
import { createJobRuns } from '../platform/postgres/job-runs.ts'
import type { JobObserver } from '../platform/process/job.ts'
import { subscriberOf } from '../platform/http/client-address.ts'
import { followOrigins, type PageOrigins } from '../platform/http/page-origins.ts'
import { environments, type Identity } from '../platform/trust/identity.ts'
import { negotiateLocale } from '../platform/values/i18n.ts'
import type { Logger } from '../platform/process/logger.ts'
import type { Readiness } from '../platform/process/readiness.ts'
import type { Secrets } from '../platform/trust/secret.ts'
import { addressSeal, maxTokenLength } from '../platform/trust/signed-address.ts'
import type { Subgraph } from '../platform/graphql/subgraph.ts'
import { apiError, validationError } from '../schema/errors.ts'
import type { TrustedDocuments } from './trusted-documents/persisted.ts'
import type { Callers } from './auth/callers.ts'
import type { Caller } from './caller.ts'
import { isNoDemoKey, seedDemoAccess } from './auth/demo.ts'
import { createKnownKeys } from './auth/known-keys.ts'
import { scopesOf } from './auth/scopes.ts'
import { CursorCodec } from '../platform/trust/cursor.ts'
import { createRequestLogRepository, type RequestLogRepository } from './request-log/repository.ts'
import { bodyBoundsOf } from './rate-limit/body-size.ts'
import { usageOf } from './rate-limit/usage.ts'
import { createCounters } from './rate-limit/limiter.ts'
import {
  keylessSubject,
  ourselves,
  signedAddressSubject,
  subjectOf,
  type CallerPlan,
  type Subject,
} from './rate-limit/pricing-tier.ts'
import { ProcessorTime } from './rate-limit/processor-time.ts'
import { RateLimitMeter } from './rate-limit/rate-limit-meter.ts'
import type { Counters } from './rate-limit/window.ts'
import { openAccessRepository, type AccessRepository } from './database/repository.ts'
import { viewerSubgraph } from './viewer/index.ts'

/** Stores partners and their keys, and decides on scopes, plans and limits. */
export interface Access extends Callers {
  /** Documents that the operator trusts, in a store that all replicas share. */
  readonly trustedDocuments: TrustedDocuments
  readonly partners: Pick<AccessRepository, 'listPartners'>
  /** The databases of partners and keys, for other data that the gateway stores. */
  readonly pools: PerEnvironment<Pool>
  /** Whose key it is; null for none that is valid. */
  callerOf(apiKey: string): Promise<Caller | null>
  /** The origins that working publishable keys name. */
  readonly pageOrigins: PageOrigins
  /** Records what the jobs of the gateway do. */
  readonly jobObserver: JobObserver
  /** The last requests of each key. */
  readonly requestLog: RequestLogRepository
  /** The plan of the key behind an identity; `none` without a key. */
  planOf(identity: Identity): CallerPlan
  /** The part of the supergraph that describes the caller and the service; `readiness` checks the components. */
  subgraph(readiness: () => Promise<Readiness>): Subgraph
}

export interface AccessOptions extends DatabaseConnections {
  readonly serverUrl: string
  readonly databaseName?: string
  readonly demoData: boolean
  /** Whether the publicly known keys of the demo data are accepted. */
  readonly demoKeys: boolean
  /** Multiplies the processor time that callers may spend; 0 is no limit. */
  readonly processorTimeFactor?: number
  /** Where processes count together; without it each counts alone. */
  readonly sharedCounters?: Counters | undefined
  readonly signingSecret: Secrets
  readonly logger: Logger
}

type IdentityKey = NonNullable<Identity['key']>
/** The part of an identity that all requests of a caller share. */
type CallerIdentity = Omit<Identity, 'locale' | 'requestId'>

/** A document that is no longer trusted is forgotten on every replica within this time. */
const documentMilliseconds = 3_000

export async function openAccess(options: AccessOptions): Promise<Access> {
  const { logger } = options
  const repository = await openAccessRepository(options.serverUrl, options.databaseName ?? 'access', options)
  if (options.demoData) await seedDemoAccess(repository)
  const { pools } = repository
  const jobRuns = createJobRuns({ live: { pool: pools.live }, sandbox: { pool: pools.sandbox } })
  const keys = createKnownKeys(repository, {
    admits: options.demoKeys ? () => true : isNoDemoKey,
    logger,
    observer: jobRuns,
  })
  const listOrigins = async (): Promise<string[]> =>
    (await Promise.all(environments.map((environment) => repository.listOrigins(environment)))).flat()
  const pageOrigins = followOrigins(listOrigins, logger)
  await pageOrigins.first
  const counters = createCounters(options.sharedCounters, logger)
  const processorTime = new ProcessorTime(options.processorTimeFactor ?? 1)
  // The access subgraph runs in this process, so the caller behind an identity need not travel in its token.
  const callers = new WeakMap<IdentityKey, Caller>()
  const callerBehind = ({ key }: Identity): Caller | undefined => key && callers.get(key)
  const identities = new WeakMap<Caller, CallerIdentity>()

  function identityOf(caller: Caller): CallerIdentity {
    const known = identities.get(caller)
    if (known) return known
    const { id, lastFour, label, partnerId, partner, plan, origins } = caller.key
    const key = { id, lastFour, label }
    const identity: CallerIdentity = {
      partnerId,
      partnerName: partner.name,
      environment: caller.environment,
      plan,
      key,
      scopes: scopesOf(caller.key),
      ...(origins.length > 0 ? { isPublishable: true } : {}),
    }
    callers.set(key, caller)
    identities.set(caller, identity)
    return identity
  }

  const seal = addressSeal(options.signingSecret)
  const requestLog = createRequestLogRepository(pools)
  const cursors = new CursorCodec(options.signingSecret)

  function subjectFor(
    identity: Identity | undefined,
    clientAddress: string | undefined,
    signedToken: string | undefined,
  ): Subject {
    const caller = identity && callerBehind(identity)
    if (caller) return subjectOf(caller, clientAddress)
    // An invalid token, like a wrong key, counts for the address that sends it.
    if (identity && signedToken !== undefined && seal.open(signedToken, maxTokenLength))
      return signedAddressSubject(signedToken)
    return clientAddress === undefined ? ourselves : keylessSubject(subscriberOf(clientAddress))
  }

  const planOf = (identity: Identity): CallerPlan => callerBehind(identity)?.key.plan ?? 'none'

  return {
    socketsNeedKey: true,
    async authenticate({ apiKey, otherApiKey, acceptLanguage, origin, requestId }, meter) {
      if (otherApiKey !== undefined) throw validationError({ Authorization: [{ code: 'NAMES_ANOTHER_KEY' }] })
      const locale = negotiateLocale(acceptLanguage)
      if (apiKey === undefined) return { partnerId: null, environment: 'live', scopes: [], locale, requestId }
      const caller = await keys.find(apiKey, () => meter.guess())
      if (!caller) throw apiError('INVALID_API_KEY')
      const { origins } = caller.key
      if (origins.length > 0 && (origin === undefined || !origins.includes(origin)))
        throw apiError('ORIGIN_NOT_ALLOWED')
      return { ...identityOf(caller), locale, requestId }
    },
    callerOf: (apiKey) => keys.find(apiKey, () => Promise.resolve(() => Promise.resolve())),
    requestLog,
    pageOrigins,
    trustedDocuments: cacheDocuments(repository),
    pools,
    partners: repository,
    jobObserver: jobRuns,
    planOf,
    bodyBounds: (identity) => bodyBoundsOf(identity ? planOf(identity) : 'none'),
    meter: (identity, clientAddress, alreadyCounted, signedToken) =>
      new RateLimitMeter(counters, processorTime, subjectFor(identity, clientAddress, signedToken), alreadyCounted),
    watch(identity, onEnd) {
      const caller = callerBehind(identity)
      return caller ? keys.watch(caller, onEnd) : () => undefined
    },
    subgraph: (readiness) =>
      viewerSubgraph({
        repository,
        requestLog,
        cursors,
        jobRuns,
        usageOf: (caller) => usageOf(counters, subjectOf(caller)),
        callerOf: callerBehind,
        readiness,
        async close() {
          pageOrigins.close()
          await keys.close()
          await repository.close()
        },
      }),
  }
}

/** Looks a document up in the store every few seconds: a removed one is refused everywhere soon after. */
function cacheDocuments(repository: AccessRepository): TrustedDocuments {
  const known = new LRUCache<string, { text: Promise<string | null>; until: number }>({ max: 2_000 })
  return {
    find(environment, id) {
      const key = `${environment} ${id}`
      const now = performance.now()
      const cached = known.get(key)
      if (cached && cached.until > now) return cached.text
      const text = repository.findTrustedDocument(environment, id)
      known.set(key, { text, until: now + documentMilliseconds })
      text.catch(() => known.delete(key))
      return text
    },
  }
}
