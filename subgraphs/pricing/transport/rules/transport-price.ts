import { apiError } from '../../../../schema/errors.ts'
import { percentOf, roundHalfUp } from '../../money.ts'
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
  /** Minutes before the start that guests are met or picked up. */
  readonly minutesBefore: number
}

/** A place where guests are met, as the catalog has it; its cost in cents of MXN. */
export interface MeetingPoint {
  readonly id: string
  readonly priceCents: number
  readonly minutesBefore: number
}

export type ProductType = 'cenote' | 'tour'

export interface StoredTransportOption extends TransportOption {
  readonly productType: ProductType
  /** Null for every product of `productType` without its own option of this kind. */
  readonly productId: string | null
}

export interface GroupDiscount {
  readonly minPeople: number
  readonly percent: number
}

export interface TransportRequest {
  readonly type: TransportType
  /** The one that the request names, for the type `meeting_point` alone. */
  readonly meetingPoint: MeetingPoint | null
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
  /** The meeting point that was named; null when the price is that of an option. */
  readonly meetingPointId: string | null
  /** Degrees, as requested; null for meeting points. */
  readonly pickupLatitude: number | null
  readonly pickupLongitude: number | null
  /** Minutes before the start: of the meeting point or of the option; 0 where no option is known. */
  readonly minutesBefore: number
  /** Kilometres from where the price is measured; null when distance plays no part. */
  readonly distanceKm: number | null
  /** Vehicles of a private transfer; null for what is shared. */
  readonly vehicles: number | null
}

/** The farthest that anyone is picked up. */
export const maxDistanceKm = 150

/** The options of a product: its own, and those for every product of each type that it has no own option of. */
export function offeredTransport(
  all: readonly StoredTransportOption[],
  productType: ProductType,
  productId: string,
): StoredTransportOption[] {
  const own = all.filter((option) => option.productId === productId)
  const ownTypes = new Set(own.map(({ type }) => type))
  return [
    ...own,
    ...all.filter(
      (option) => option.productId === null && option.productType === productType && !ownTypes.has(option.type),
    ),
  ]
}

/**
 * Price of transport (docs/partner-api/pricing.md#transport): a meeting point at its own price, or at that of the option
 * where none is named, a hotel pickup at base plus distance, a private transfer the same for each vehicle; of several
 * options that reach the pickup place the cheapest. Groups get the largest discount they are big enough for. Errors, unless validation is skipped, which prices
 * what cannot be reached at 0: PICKUP_REQUIRED, PICKUP_OUT_OF_ZONE.
 */
export function transportPrice(request: TransportRequest, offer: TransportOffer): TransportPrice {
  const { type, pickupLocation, people } = request
  const finish = (strategy: TransportPrice['strategy'], cost: Cost): TransportPrice => {
    const percents = offer.groupDiscounts.filter(({ minPeople }) => people >= minPeople).map(({ percent }) => percent)
    const groupDiscountCents = percentOf(cost.baseCents, Math.max(0, ...percents))
    return {
      type,
      strategy,
      groupDiscountCents,
      totalCents: cost.baseCents - groupDiscountCents,
      pickupLocation,
      meetingPointId: request.meetingPoint?.id ?? null,
      pickupLatitude: type === 'meeting_point' ? null : request.pickupLatitude,
      pickupLongitude: type === 'meeting_point' ? null : request.pickupLongitude,
      ...cost,
    }
  }
  const offered = offer.options.filter((option) => option.type === type)
  if (type === 'meeting_point') return finish('fixed', meetingPointCost(request.meetingPoint, offered, offer))
  const pickup = pickupOf(request)
  if (!pickup) return finish('skipped', nothing)
  const cheapest = cheapestPickup(pickup, people, offered, offer)
  if (!cheapest && request.skipValidation) return finish('skipped', nothing)
  if (!cheapest)
    throw apiError('PICKUP_OUT_OF_ZONE', { latitude: pickup.latitude, longitude: pickup.longitude, maxDistanceKm })
  return finish('calculated', cheapest)
}

/** The price of transport before the group discount. */
type Cost = Pick<TransportPrice, 'baseCents' | 'minutesBefore' | 'distanceKm' | 'vehicles'>

const nothing: Cost = { baseCents: 0, minutesBefore: 0, distanceKm: null, vehicles: null }

/** The cheaper first; of equal ones the nearer, then the one that comes earlier to the guests. */
const byCost = (a: Cost, b: Cost): number =>
  a.baseCents - b.baseCents || (a.distanceKm ?? 0) - (b.distanceKm ?? 0) || b.minutesBefore - a.minutesBefore

function meetingPointCost(
  named: MeetingPoint | null,
  options: readonly TransportOption[],
  { toDisplay }: TransportOffer,
): Cost {
  if (named) return { ...nothing, baseCents: toDisplay(named.priceCents), minutesBefore: named.minutesBefore }
  const [cheapest = nothing] = options
    .map(({ baseCents, minutesBefore }): Cost => ({ ...nothing, baseCents: toDisplay(baseCents), minutesBefore }))
    .sort(byCost)
  return cheapest
}

/** The cheapest of the options that reach a place. */
function cheapestPickup(
  pickup: Point,
  people: number,
  options: readonly TransportOption[],
  { item, toDisplay }: TransportOffer,
): Cost | undefined {
  const [cheapest] = options
    .flatMap((option): Cost[] => {
      const from = pointOf(option) ?? item
      if (!from) return []
      const km = distanceKm(from, pickup)
      if (km > Math.min(option.zoneRadiusKm ?? maxDistanceKm, maxDistanceKm)) return []
      const vehicles = option.type === 'private_transfer' ? Math.ceil(people / option.vehicleCapacity) : null
      const each = toDisplay(option.baseCents) + roundHalfUp(km * toDisplay(option.centsPerKm))
      const { minutesBefore } = option
      return [{ baseCents: each * (vehicles ?? 1), minutesBefore, distanceKm: km, vehicles }]
    })
    .sort(byCost)
  return cheapest
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
