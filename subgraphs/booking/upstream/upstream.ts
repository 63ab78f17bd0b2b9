import { GraphQLError, print, type DocumentNode } from 'graphql'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { createBoundedCache } from '../../../platform/values/bounded-cache.ts'
import type { GraphQLExecutor } from '../../../platform/graphql/executor.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import { apiError, isErrorCode } from '../../../schema/errors.ts'
import { CenoteTermsDocument, type CenoteTermsQuery } from '../generated/catalog-operations.ts'
import {
  RedeemCouponDocument,
  ReleaseCouponDocument,
  ReservationPriceDocument,
  type PriceCalculationInput,
  type RedeemCouponInput,
  type ReservationPriceQuery,
} from '../generated/pricing-operations.ts'

export type CatalogTerms = NonNullable<CenoteTermsQuery['cenote']>
export type PricedCenote = Extract<
  NonNullable<ReservationPriceQuery['_entities'][number]>,
  { priceCalculation: unknown }
>

/** What booking needs from other subgraphs, through their own GraphQL, in process or over HTTP. */
export interface Upstream {
  /** A cenote's schedule, capacity and prices. Error: CENOTE_NOT_FOUND. */
  cenote(id: string, identity: Identity): Promise<CatalogTerms>
  /** The price of a visit. Errors: INVALID_AGE_BREAKDOWN and the SERVICE_, COUPON_ and QUOTE_ codes. */
  price(
    cenote: { id: string; adultCents: number },
    input: PriceCalculationInput,
    identity: Identity,
  ): Promise<PricedCenote>
  /** Counts one use of a coupon for a reservation; a repeated call counts nothing. Errors: the COUPON_ codes. */
  redeemCoupon(input: RedeemCouponInput, identity: Identity): Promise<void>
  /** Releases a reservation's use of a coupon, once; does nothing when it has none. */
  releaseCoupon(reservationId: string, identity: Identity): Promise<void>
}

/**
 * How long facts of a cenote are cached, and of how many cenotes
 * (docs/decisions/0035-cenote-facts-cached-for-two-seconds.md).
 */
const cacheMilliseconds = 2_000
const maxCached = 10_000

export function createUpstream(catalog: GraphQLExecutor, pricing: GraphQLExecutor): Upstream {
  const cached = createBoundedCache<{ readonly until: number; readonly terms: Promise<CatalogTerms> }>(maxCached)
  return {
    cenote(id, identity) {
      const key = `${identity.environment} ${identity.locale} ${id}`
      const now = performance.now()
      const known = cached.get(key)
      if (known && now < known.until) return known.terms
      const terms = fetchCatalogTerms(catalog, id, identity)
      const entry = { until: now + cacheMilliseconds, terms }
      cached.set(key, entry)
      // A failure is not cached: the next call may succeed.
      terms.catch(() => cached.get(key) === entry && cached.delete(key))
      return terms
    },
    async price({ id, adultCents }, input, identity) {
      // The representation carries what pricing requires of the catalog, as the gateway would hand it over.
      const representations = [{ __typename: 'Cenote', id, pricing: { adultCents } }]
      const { _entities } = await run(pricing, ReservationPriceDocument, { representations, input }, identity)
      const [priced] = _entities
      if (!priced || !('priceCalculation' in priced)) throw new Error('Pricing answered without a price')
      return priced as PricedCenote
    },
    async redeemCoupon(input, identity) {
      await run(pricing, RedeemCouponDocument, { input }, identity)
    },
    async releaseCoupon(reservationId, identity) {
      await run(pricing, ReleaseCouponDocument, { input: { reservationId } }, identity)
    },
  }
}

async function fetchCatalogTerms(catalog: GraphQLExecutor, id: string, identity: Identity): Promise<CatalogTerms> {
  const { cenote } = await run(catalog, CenoteTermsDocument, { id }, identity)
  if (!cenote) throw apiError('CENOTE_NOT_FOUND', { cenoteId: id })
  return cenote
}

const texts = new WeakMap<DocumentNode, string>()

async function run<R, V extends Record<string, unknown>>(
  executor: GraphQLExecutor,
  document: TypedDocumentNode<R, V>,
  variables: V,
  identity: Identity,
): Promise<R> {
  let query = texts.get(document)
  if (query === undefined) texts.set(document, (query = print(document)))
  const { data, errors } = await executor.execute({ query, variables }, identity)
  const [error] = errors ?? []
  // An error of the catalog of errors is for the caller; anything else is an internal failure.
  if (error && isErrorCode(error.extensions?.code))
    throw new GraphQLError(error.message, { extensions: error.extensions })
  if (error) throw new Error(`A subgraph failed: ${error.message}`, { cause: error.originalError })
  if (!data) throw new Error('A subgraph answered neither data nor errors')
  return data as R
}
