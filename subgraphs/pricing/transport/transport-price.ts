import { apiError } from '../../../schema/errors.ts'
import { percentOf } from '../discount/index.ts'
import { distanceKm, type Point } from './distance.ts'

export type TransportType = 'meeting_point' | 'hotel_pickup' | 'private_transfer'

/** One way to come, as offered; costs in cents of the calculation's currency. */
export interface TransportOption extends Point {
  readonly type: TransportType
  readonly baseCents: number
  readonly centsPerKm: number
  readonly vehicleCapacity: number
  /** Null without a zone: any pickup within `maxDistanceKm` will do. */
  readonly zoneRadiusKm: number | null
}

export interface GroupDiscount {
  readonly minPeople: number
  readonly percent: number
}

export interface TransportRequest {
  readonly type: TransportType
  readonly pickup: Point | null
  readonly pickupLocation: string | null
  readonly people: number
  readonly skipValidation: boolean
}

export interface TransportPrice {
  readonly type: TransportType
  readonly strategy: 'calculated' | 'fixed' | 'skipped'
  readonly baseCents: number
  readonly groupDiscountCents: number
  readonly totalCents: number
  readonly pickupLocation: string | null
}

const maxDistanceKm = 150

/**
 * Price of transport (decisions 7): a meeting point at its fixed price, a hotel pickup at base plus distance, a private
 * transfer the same for each vehicle. Errors: PICKUP_REQUIRED, PICKUP_OUT_OF_ZONE.
 */
export function transportPrice(
  request: TransportRequest,
  options: readonly TransportOption[],
  groupDiscounts: readonly GroupDiscount[],
): TransportPrice {
  const { type, pickup, pickupLocation, people, skipValidation } = request
  const offered = options.filter((option) => option.type === type)
  const finish = (strategy: TransportPrice['strategy'], baseCents: number): TransportPrice => {
    const percent = Math.max(
      0,
      ...groupDiscounts.filter(({ minPeople }) => people >= minPeople).map((group) => group.percent),
    )
    const groupDiscountCents = percentOf(baseCents, percent)
    return { type, strategy, baseCents, groupDiscountCents, totalCents: baseCents - groupDiscountCents, pickupLocation }
  }
  if (type === 'meeting_point')
    return finish('fixed', Math.min(...(offered.length > 0 ? offered.map(({ baseCents }) => baseCents) : [0])))
  if (!pickup) {
    if (skipValidation) return finish('skipped', 0)
    throw apiError('PICKUP_REQUIRED', { transportationType: type, missing: ['pickupLatitude', 'pickupLongitude'] })
  }
  const costs = offered
    .map((option) => ({ option, km: distanceKm(option, pickup) }))
    .filter(({ option, km }) => km <= (option.zoneRadiusKm ?? maxDistanceKm))
    .map(
      ({ option, km }) =>
        (option.baseCents + Math.floor(km * option.centsPerKm + 0.5)) *
        (type === 'private_transfer' ? Math.ceil(people / option.vehicleCapacity) : 1),
    )
  if (costs.length === 0)
    throw apiError('PICKUP_OUT_OF_ZONE', { latitude: pickup.latitude, longitude: pickup.longitude, maxDistanceKm })
  return finish('calculated', Math.min(...costs))
}
