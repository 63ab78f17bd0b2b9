import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Weekday } from '../../../platform/values/clock.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { cenoteMinutes } from '../../../schema/visit-terms.ts'
import { ApiFailure } from '../../http/errors.ts'
import type { Facade } from '../../http/facade.ts'
import {
  FindCenoteDocument,
  FindTourDocument,
  ReadOctoCenoteDocument,
  ReadOctoTourDocument,
  type DailyPricesInput,
  type SoldCenoteFragment,
  type SoldTourFragment,
} from '../../generated/operations.ts'
import { hasCapability } from '../capabilities.ts'
import { invalidProduct, invalidUnit } from '../errors.ts'
import { isUnitId, type UnitId } from '../ids.ts'
import { openingHoursOf, type OpeningHours } from '../opening-hours.ts'
import {
  cenoteProduct,
  formOf,
  tourProduct,
  unitBodies,
  unitsOf,
  type ProductBody,
  type UnitBody,
} from './representation.ts'

export type ProductType = 'cenote' | 'tour'

/** A product as far as its bookings need it. */
export interface SoldProduct {
  readonly id: string
  readonly type: ProductType
  readonly isActive: boolean
  /** As `GET /products/{id}` has it. */
  readonly body: ProductBody
  /** The unit of each age, also of those that are not sold any more. */
  readonly unitBodies: ReadonlyMap<UnitId, UnitBody>
  /** Of its dates and times. */
  readonly timeZone: string
  /** The units that are sold, from the youngest to the oldest. */
  readonly units: readonly UnitId[]
  readonly openingHours: readonly OpeningHours[]
  readonly durationMinutes: number
  /** Before its start, when booking it ends. */
  readonly bookingCutoffMinutes: number
  /** Other minutes than these, on weekdays of a cenote. */
  readonly weekdayCutoffs?: readonly { readonly weekday: Weekday; readonly minutes: number }[]
}

/** The types of ids that were read: the type of an id never changes. */
const knownTypes = new LRUCache<string, ProductType>({ max: 10_000 })

/**
 * Reads a cenote or a tour, whichever an id names; the type of one that was read before is known. Throws
 * INVALID_PRODUCT_ID.
 */
export async function eitherProduct<T>(
  productId: string,
  read: (type: ProductType, id: string) => Promise<T>,
): Promise<T> {
  const id = productId.toLowerCase()
  const known = knownTypes.get(id)
  if (!known && !isUuid(productId)) throw invalidProduct(productId)
  for (const type of known ? [known] : (['cenote', 'tour'] as const)) {
    try {
      const product = await read(type, id)
      if (!known) knownTypes.set(id, type)
      return product
    } catch (error) {
      const isUnknown = error instanceof ApiFailure && ['CENOTE_NOT_FOUND', 'TOUR_NOT_FOUND'].includes(error.code)
      if (!isUnknown) throw error
    }
  }
  throw invalidProduct(productId)
}

/** A product that is active; throws INVALID_PRODUCT_ID for any other. */
export function requireActive<P extends { readonly isActive: boolean }>(productId: string, product: P | null): P {
  if (!product?.isActive) throw invalidProduct(productId)
  return product
}

/** The product that an id names, active or not. Throws INVALID_PRODUCT_ID for an unknown one. */
export const findProduct = (
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  productId: string,
): Promise<Pick<SoldProduct, 'id' | 'type'>> =>
  eitherProduct(productId, async (type, id) => {
    const document = type === 'cenote' ? FindCenoteDocument : FindTourDocument
    await facade.executeOrThrow<unknown, { id: string }>(request, reply, document, { id })
    return { id, type }
  })

/** The variables of operations that read products in the form of a request; prices are those of a visit today (UTC). */
export function productVariables(request: FastifyRequest): {
  content: boolean
  pricing: boolean
  prices: DailyPricesInput
} {
  const today = new Date().toISOString().slice(0, 10)
  return {
    content: hasCapability(request, 'content'),
    pricing: hasCapability(request, 'pricing'),
    prices: { startDate: today, endDate: today },
  }
}

/** A cenote as its bookings need it. */
export function soldCenote(request: FastifyRequest, cenote: SoldCenoteFragment): SoldProduct {
  const form = formOf(request)
  return {
    ...commonParts(cenote),
    type: 'cenote',
    body: cenoteProduct(cenote, form),
    unitBodies: unitBodies(cenote, form),
    timeZone: cenote.schedule.timezone,
    openingHours: openingHoursOf(cenote.schedule),
    durationMinutes: cenoteMinutes,
    weekdayCutoffs: cenote.weekdayCutoffs,
  }
}

/** A tour as its bookings need it. */
export function soldTour(request: FastifyRequest, tour: SoldTourFragment): SoldProduct {
  const form = formOf(request)
  return {
    ...commonParts(tour),
    type: 'tour',
    body: tourProduct(tour, form),
    unitBodies: unitBodies(tour, form),
    timeZone: tour.timezone,
    openingHours: [],
    durationMinutes: tour.durationMinutes,
  }
}

const commonParts = ({
  id,
  isActive,
  ageConfigurations,
  bookingCutoffMinutes,
}: SoldCenoteFragment | SoldTourFragment) => ({
  id,
  isActive,
  units: unitsOf(ageConfigurations),
  bookingCutoffMinutes,
})

/** A product by its type and id, active or not; null for an unknown one. */
export async function readAnyProduct(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, id }: Pick<SoldProduct, 'type' | 'id'>,
): Promise<SoldProduct | null> {
  const variables = { id, ...productVariables(request) }
  if (type === 'cenote') {
    const { cenote } = await facade.executeOrThrow(request, reply, ReadOctoCenoteDocument, variables)
    return cenote && soldCenote(request, cenote)
  }
  const { tour } = await facade.executeOrThrow(request, reply, ReadOctoTourDocument, variables)
  return tour && soldTour(request, tour)
}

/** The active product that an id names. Throws INVALID_PRODUCT_ID. */
export const readProduct = (
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  productId: string,
): Promise<SoldProduct> =>
  eitherProduct(productId, async (type, id) =>
    requireActive(productId, await readAnyProduct(facade, request, reply, { type, id })),
  )

/** Throws INVALID_UNIT_ID for a unit that is not sold. */
export function requireUnit(id: string, sold: readonly UnitId[]): asserts id is UnitId {
  if (!isUnitId(id) || !sold.includes(id)) throw invalidUnit(id)
}
