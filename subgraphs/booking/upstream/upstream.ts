import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import type { GraphQLExecutor } from '../../../platform/graphql/executor.ts'
import type { Environment, Identity } from '../../../platform/trust/identity.ts'
import { apiError } from '../../../schema/errors.ts'
import {
  ApplyCenoteDeactivationDocument,
  ApplyCenoteScheduleDocument,
  ApplyTourDeactivationDocument,
  ApplyTourDeparturesDocument,
  CenoteTermsDocument,
  CenoteVersionsDocument,
  SubmitReviewDocument,
  TourTermsDocument,
  TourVersionsDocument,
  type ApplyTourDeparturesInput,
  type CenoteTermsQuery,
  type SubmitReviewInput,
  type TourTermsQuery,
  type UpdateCenoteScheduleInput,
} from '../generated/catalog-operations.ts'
import {
  OfferedServicesDocument,
  RedeemCouponDocument,
  ReleaseCouponDocument,
  ReservationPriceDocument,
  type OfferedServicesQuery,
  type PriceCalculationInput,
  type RedeemCouponInput,
  type ReservationPriceQuery,
} from '../generated/pricing-operations.ts'
import { run } from './run.ts'

export type CatalogTerms = NonNullable<CenoteTermsQuery['cenote']>
export type TourTerms = NonNullable<TourTermsQuery['tour']>
/** The price of a visit, with the services that a cenote offers; a tour offers none. */
export type PricedVisit = Extract<NonNullable<ReservationPriceQuery['_entities'][number]>, { services: unknown }>

/** A cenote or tour, as what refers to it in another subgraph. */
export interface ProductReference {
  readonly id: string
  readonly type: 'cenote' | 'tour'
}

/** The facts of a product that a price depends on. */
export interface PricedTerms extends ProductReference {
  readonly adultCents: number
  /** Of a cenote. */
  readonly position?: { readonly latitude: number; readonly longitude: number }
  readonly meetingPoints: CatalogTerms['meetingPoints'] | TourTerms['meetingPoints']
}

/** A service of a cenote, with its id there and its id everywhere. */
export type OfferedService = Extract<
  NonNullable<OfferedServicesQuery['_entities'][number]>,
  { services: unknown }
>['services'][number]

/** A version of a cenote or tour that was read. */
export interface ProductVersion {
  readonly id: string
  readonly version: number
}

/** The requests of booking to other subgraphs, by GraphQL, in process or over HTTP. */
export interface Upstream {
  /** A cenote's schedule, capacity and prices as they are now. Error: CENOTE_NOT_FOUND. */
  cenote(id: string, identity: Identity): Promise<CatalogTerms>
  /** A tour's facts as they are now. Error: TOUR_NOT_FOUND. */
  tour(id: string, identity: Identity): Promise<TourTerms>
  /** The name of a cenote or tour, in the language of the identity. Errors: CENOTE_NOT_FOUND, TOUR_NOT_FOUND. */
  nameOf(
    product: { readonly productId: string; readonly productType: 'cenote' | 'tour' },
    identity: Identity,
  ): Promise<string>
  /**
   * Changes a cenote's schedule and capacity, or with `dryRun` validates the change; the cenote's version. Errors:
   * CENOTE_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION.
   */
  applySchedule(input: UpdateCenoteScheduleInput, dryRun: boolean, identity: Identity): Promise<number>
  /**
   * Takes a cenote off sale, or with `dryRun` validates that; the cenote's version. Errors: CENOTE_NOT_FOUND,
   * EDIT_CONFLICT.
   */
  applyDeactivation(cenote: ProductVersion, dryRun: boolean, identity: Identity): Promise<number>
  /**
   * Changes a tour's departures and stops, or with `dryRun` validates the change; the tour's version. Errors:
   * TOUR_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION.
   */
  applyDepartures(input: ApplyTourDeparturesInput, dryRun: boolean, identity: Identity): Promise<number>
  /**
   * Takes a tour off sale, or with `dryRun` validates that; the tour's version. Errors: TOUR_NOT_FOUND, EDIT_CONFLICT.
   */
  applyTourDeactivation(tour: ProductVersion, dryRun: boolean, identity: Identity): Promise<number>
  /**
   * The price of a visit. Errors: INVALID_AGE_BREAKDOWN, PICKUP_OUT_OF_ZONE, MEETING_POINT_NOT_FOUND, and the SERVICE_,
   * COUPON_ and QUOTE_ codes.
   */
  price(product: PricedTerms, input: PriceCalculationInput, identity: Identity): Promise<PricedVisit>
  /** The services of products, in their order. */
  services(products: readonly ProductReference[], identity: Identity): Promise<OfferedService[][]>
  /** Counts one use of a coupon for a reservation; a repeated call counts nothing. Errors: the COUPON_ codes. */
  redeemCoupon(input: RedeemCouponInput, identity: Identity): Promise<void>
  /** Writes the review of a visit by its invitation. Errors: NOT_FOUND, REVIEW_ALREADY_WRITTEN, ERROR_VALIDACION. */
  submitReview(input: SubmitReviewInput, identity: Identity): Promise<void>
  /** Releases a reservation's use of a coupon, once; does nothing when it has none. */
  releaseCoupon(reservationId: string, identity: Identity): Promise<void>
}

/** Of how many products of a kind facts are cached (docs/decisions/0211-facts-in-memory-follow-one-log.md). */
const maxCached = 10_000

export function createUpstream(catalog: GraphQLExecutor, pricing: GraphQLExecutor): Upstream {
  const cenote = cachedTerms<CatalogTerms>({
    versions: async (ids, identity) =>
      (await run(catalog, CenoteVersionsDocument, { ids: [...ids] }, identity)).cenoteVersions,
    terms: async (id, identity) => (await run(catalog, CenoteTermsDocument, { id }, identity)).cenote,
    notFound: (id) => apiError('CENOTE_NOT_FOUND', { cenoteId: id }),
  })
  const tour = cachedTerms<TourTerms>({
    versions: async (ids, identity) =>
      (await run(catalog, TourVersionsDocument, { ids: [...ids] }, identity)).tourVersions,
    terms: async (id, identity) => (await run(catalog, TourTermsDocument, { id }, identity)).tour,
    notFound: (id) => apiError('TOUR_NOT_FOUND', { tourId: id }),
  })
  return {
    cenote,
    tour,
    nameOf: async ({ productId, productType }, identity) =>
      (await (productType === 'tour' ? tour : cenote)(productId, identity)).name,
    async applySchedule(input, dryRun, identity) {
      const { applyCenoteSchedule } = await run(catalog, ApplyCenoteScheduleDocument, { input, dryRun }, identity)
      return applyCenoteSchedule.version
    },
    async applyDeactivation({ id, version }, dryRun, identity) {
      const variables = { id, version, dryRun }
      const { applyCenoteDeactivation } = await run(catalog, ApplyCenoteDeactivationDocument, variables, identity)
      return applyCenoteDeactivation.version
    },
    async applyDepartures(input, dryRun, identity) {
      const { applyTourDepartures } = await run(catalog, ApplyTourDeparturesDocument, { input, dryRun }, identity)
      return applyTourDepartures.version
    },
    async applyTourDeactivation({ id, version }, dryRun, identity) {
      const variables = { id, version, dryRun }
      const { applyTourDeactivation } = await run(catalog, ApplyTourDeactivationDocument, variables, identity)
      return applyTourDeactivation.version
    },
    async submitReview(input, identity) {
      await run(catalog, SubmitReviewDocument, { input }, identity)
    },
    async price({ adultCents, position, meetingPoints, ...product }, input, identity) {
      // The representation carries what pricing requires of the catalog, as the gateway would hand it over.
      const facts = { pricing: { adultCents }, ...(position ? { position } : {}), meetingPoints }
      const representations = [{ ...representationOf(product), ...facts }]
      const { _entities } = await run(pricing, ReservationPriceDocument, { representations, input }, identity)
      const [priced] = _entities
      if (!priced || !('priceCalculation' in priced)) throw new Error('Pricing returned no price')
      return { services: [], ...priced } as PricedVisit
    },
    async services(products, identity) {
      const representations = products.map(representationOf)
      const { _entities } = await run(pricing, OfferedServicesDocument, { representations }, identity)
      return _entities.map((entity) => (entity && 'services' in entity ? entity.services : []))
    },
    async redeemCoupon(input, identity) {
      await run(pricing, RedeemCouponDocument, { input }, identity)
    },
    async releaseCoupon(reservationId, identity) {
      await run(pricing, ReleaseCouponDocument, { input: { reservationId } }, identity)
    },
  }
}

const typeNames = { cenote: 'Cenote', tour: 'Tour' } as const
const representationOf = ({ id, type }: ProductReference) => ({ __typename: typeNames[type], id })

/** How the products of one kind are read. */
interface ProductReads<Terms> {
  versions(ids: readonly string[], identity: Identity): Promise<readonly (number | null)[]>
  terms(id: string, identity: Identity): Promise<Terms | null>
  notFound(id: string): Error
}

/** Reads the facts of a product as they are now, from memory where its version is the one that was read. */
function cachedTerms<Terms extends object>(reads: ProductReads<Terms>) {
  const cached = new LRUCache<string, { readonly version: number; readonly terms: Promise<Terms> }>({ max: maxCached })
  const versions = { live: createVersions(reads, 'live'), sandbox: createVersions(reads, 'sandbox') }
  const read = async (id: string, identity: Identity): Promise<Terms> => {
    const terms = await reads.terms(id, identity)
    if (!terms) throw reads.notFound(id)
    return terms
  }
  return async (id: string, identity: Identity): Promise<Terms> => {
    const version = await versions[identity.environment].load(id)
    if (version == null) throw reads.notFound(id)
    const key = `${identity.environment} ${identity.locale} ${id}`
    const known = cached.get(key)
    if (known?.version === version) return known.terms
    const terms = read(id, identity)
    const entry = { version, terms }
    cached.set(key, entry)
    // A failure is not cached: the next call may succeed.
    terms.catch(() => cached.get(key) === entry && cached.delete(key))
    return terms
  }
}

/**
 * The present versions of products. One request at a time asks for all that was wanted since the one before it began, so
 * every version is as of after it was wanted, however many callers there are.
 */
function createVersions<Terms>(
  reads: ProductReads<Terms>,
  environment: Environment,
): DataLoader<string, number | null> {
  const identity: Identity = { partnerId: null, environment, scopes: [], locale: 'en', requestId: 'product-versions' }
  let latest: Promise<unknown> = Promise.resolve()
  return new DataLoader(
    (ids) => {
      const read = reads.versions(ids, identity)
      latest = read.catch(() => undefined)
      return read.then((found) => found.map((version) => version ?? null))
    },
    { cache: false, maxBatchSize: 500, batchScheduleFn: (dispatch) => void latest.then(dispatch) },
  )
}
