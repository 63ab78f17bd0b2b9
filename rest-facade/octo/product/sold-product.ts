import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isUuid } from '../../../platform/values/uuid.ts'
import { cenoteMinutes } from '../../../schema/visit-terms.ts'
import { ApiFailure } from '../../errors.ts'
import type { Facade } from '../../facade.ts'
import {
  FindCenoteDocument,
  FindTourDocument,
  ReadSoldCenoteDocument,
  ReadSoldTourDocument,
  type SoldUnitFragment,
} from '../../generated/operations.ts'
import { invalidProduct, invalidUnit } from '../errors.ts'
import { isUnitId, unitIdOf, type UnitId } from '../ids.ts'

export type ProductType = 'cenote' | 'tour'

/** A product as far as its bookings need it. */
export interface SoldProduct {
  readonly id: string
  readonly type: ProductType
  /** Of its dates and times. */
  readonly timeZone: string
  /** The units that are sold, from the youngest to the oldest. */
  readonly units: readonly UnitId[]
  readonly durationMinutes: number
  /** Before its start, when booking it ends. */
  readonly bookingCutoffMinutes: number
  /** Other minutes than these, on weekdays of a cenote. */
  readonly weekdayCutoffs?: readonly { readonly weekday: string; readonly minutes: number }[]
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

/** The units of active age configurations. */
export const unitsOf = (configurations: readonly SoldUnitFragment[]): UnitId[] =>
  configurations.filter(({ isActive }) => isActive).map(({ category }) => unitIdOf(category))

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

/** The active product that an id names. Throws INVALID_PRODUCT_ID. */
export const readProduct = (
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  productId: string,
): Promise<SoldProduct> =>
  eitherProduct(productId, async (type, id) => {
    if (type === 'cenote') {
      const { cenote } = await facade.executeOrThrow(request, reply, ReadSoldCenoteDocument, { id })
      const { schedule, ageConfigurations, ...cutoffs } = requireActive(productId, cenote)
      const { bookingCutoffMinutes, weekdayCutoffs } = cutoffs
      return {
        id,
        type,
        timeZone: schedule.timezone,
        units: unitsOf(ageConfigurations),
        durationMinutes: cenoteMinutes,
        bookingCutoffMinutes,
        weekdayCutoffs,
      }
    }
    const { tour } = await facade.executeOrThrow(request, reply, ReadSoldTourDocument, { id })
    const { timezone: timeZone, ageConfigurations, ...times } = requireActive(productId, tour)
    const { durationMinutes, bookingCutoffMinutes } = times
    return { id, type, timeZone, units: unitsOf(ageConfigurations), durationMinutes, bookingCutoffMinutes }
  })

/** Throws INVALID_UNIT_ID for a unit that is not sold. */
export function requireUnit(id: string, sold: readonly UnitId[]): asserts id is UnitId {
  if (!isUnitId(id) || !sold.includes(id)) throw invalidUnit(id)
}
