import { apiError } from '../../../schema/errors.ts'
import { percentOf, roundHalfUp } from '../money.ts'
import { distanceKm, type Point } from './distance.ts'

export type TransportType = 'meeting_point' | 'hotel_pickup' | 'private_transfer'

/** One transport option as offered; costs in cents of MXN. */
export interface TransportOption {
  readonly type: TransportType
  readonly baseCents: number
  readonly centsPerKm: number
  readonly vehicleCapacity: number
  /** Where distances are measured from, the centre of a zone; null for the cenote or tour itself. */
  readonly latitude: number | null
  readonly longitude: number | null
  /** Null without a zone: any pickup within `maxDistanceKm` will do. */
  readonly zoneRadiusKm: number | null
}

export type ItemType = 'cenote' | 'tour'

export interface StoredTransportOption extends TransportOption {
  readonly itemType: ItemType
  /** Null for every item of its type that has no option of this kind of its own. */
  readonly itemId: string | null
}

export interface GroupDiscount {
  readonly minPeople: number
  readonly percent: number
}

export interface TransportRequest {
  readonly type: TransportType
  /** Degrees; what is missing is null. */
  readonly pickupLatitude: number | null
  readonly pickupLongitude: number | null
  readonly pickupLocation: string | null
  readonly people: number
  readonly skipValidation: boolean
}

/** The facts that the price of transport depends on. */
export interface TransportOffer {
  readonly options: readonly TransportOption[]
  readonly groupDiscounts: readonly GroupDiscount[]
  /** Where the cenote is; null for tours, which are reached by zones. */
  readonly item: Point | null
  readonly toDisplay: (mxnCents: number) => number
}

/** Amounts in the currency that `toDisplay` converts to. */
export interface TransportPrice {
  readonly type: TransportType
  readonly strategy: 'calculated' | 'fixed' | 'skipped'
  readonly baseCents: number
  readonly groupDiscountCents: number
  readonly totalCents: number
  readonly pickupLocation: string | null
  /** Kilometres from where the price is measured; null when distance plays no part. */
  readonly distanceKm: number | null
  /** Vehicles of a private transfer; null for what is shared. */
  readonly vehicles: number | null
}

/** The farthest that anyone is picked up. */
export const maxDistanceKm = 150

/** The options that hold for an item: its own, and of each type that it has none of, those for every item. */
export function offeredTransport(
  all: readonly StoredTransportOption[],
  itemType: ItemType,
  itemId: string,
): StoredTransportOption[] {
  const own = all.filter((option) => option.itemId === itemId)
  const ownTypes = new Set(own.map(({ type }) => type))
  return [
    ...own,
    ...all.filter((option) => option.itemId === null && option.itemType === itemType && !ownTypes.has(option.type)),
  ]
}

/**
 * Price of transport (docs/partner-api/pricing.md#transport): a meeting point at its fixed price, a hotel pickup at
 * base plus distance, a private transfer the same for each vehicle; of several options that reach the pickup place the
 * cheapest. Groups get the largest discount they are big enough for. Errors, unless validation is skipped, which prices
 * what cannot be reached at 0: PICKUP_REQUIRED, PICKUP_OUT_OF_ZONE.
 */
export function transportPrice(request: TransportRequest, offer: TransportOffer): TransportPrice {
  const { type, pickupLocation, people } = request
  const { toDisplay } = offer
  const offered = offer.options.filter((option) => option.type === type)
  const finish = (
    strategy: TransportPrice['strategy'],
    baseCents: number,
    how: Pick<TransportPrice, 'distanceKm' | 'vehicles'> = { distanceKm: null, vehicles: null },
  ): TransportPrice => {
    const percents = offer.groupDiscounts.filter(({ minPeople }) => people >= minPeople).map(({ percent }) => percent)
    const groupDiscountCents = percentOf(baseCents, Math.max(0, ...percents))
    const totalCents = baseCents - groupDiscountCents
    return { type, strategy, baseCents, groupDiscountCents, totalCents, pickupLocation, ...how }
  }
  if (type === 'meeting_point')
    return finish('fixed', offered.length === 0 ? 0 : Math.min(...offered.map(({ baseCents }) => toDisplay(baseCents))))
  const pickup = pickupOf(request)
  if (!pickup) return finish('skipped', 0)
  const vehiclesOf = ({ vehicleCapacity }: TransportOption): number | null =>
    type === 'private_transfer' ? Math.ceil(people / vehicleCapacity) : null
  const [cheapest] = offered
    .flatMap((option) => {
      const from = pointOf(option) ?? offer.item
      if (!from) return []
      const km = distanceKm(from, pickup)
      if (km > Math.min(option.zoneRadiusKm ?? maxDistanceKm, maxDistanceKm)) return []
      const vehicles = vehiclesOf(option)
      const each = toDisplay(option.baseCents) + roundHalfUp(km * toDisplay(option.centsPerKm))
      return [{ km, vehicles, cents: each * (vehicles ?? 1) }]
    })
    .sort((a, b) => a.cents - b.cents || a.km - b.km)
  if (!cheapest && request.skipValidation) return finish('skipped', 0)
  if (!cheapest)
    throw apiError('PICKUP_OUT_OF_ZONE', { latitude: pickup.latitude, longitude: pickup.longitude, maxDistanceKm })
  return finish('calculated', cheapest.cents, { distanceKm: cheapest.km, vehicles: cheapest.vehicles })
}

function pickupOf({ type, pickupLatitude, pickupLongitude, skipValidation }: TransportRequest): Point | null {
  if (pickupLatitude !== null && pickupLongitude !== null)
    return { latitude: pickupLatitude, longitude: pickupLongitude }
  if (skipValidation) return null
  const missing = Object.entries({ pickupLatitude, pickupLongitude }).flatMap(([name, value]) =>
    value === null ? [name] : [],
  )
  throw apiError('PICKUP_REQUIRED', { transportationType: type, missing })
}

const pointOf = ({ latitude, longitude }: TransportOption): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }
