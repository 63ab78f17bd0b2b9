import {
  placesOf,
  placesWith,
  slotsOn,
  slotTimes,
  stopsAt,
  termsOfCenote,
  type DayReason,
  type HeldPlaces,
  type PartyPlaces,
  type PlaceLimits,
  type ProductTerms,
  type Stop,
  type StoredInventory,
  type WantedPlaces,
} from '../../availability/index.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import type { CatalogTerms, PricedTerms, TourTerms } from '../../upstream/index.ts'
import type { ReservationContext } from '../context.ts'
import { cenoteMinutes, type ProductType, type Reservation } from '../reservation.ts'

/** Taken places of products, by their ids. */
export type Inventories = ReadonlyMap<string, StoredInventory>

/** Why a visit cannot take place, with the stop that is the reason where one is. */
export interface Refused {
  readonly reason: DayReason
  readonly stop: Pick<Stop, 'cenoteId' | 'time'> | null
}

/** A cenote or tour with the facts by which it is sold, and what differs between the two. */
export interface SoldProduct {
  readonly type: ProductType
  readonly id: string
  readonly names: LocalizedText
  readonly timezone: string
  /** The facts that its places depend on. */
  readonly terms: ProductTerms
  /** The facts that its price depends on. */
  readonly priced: PricedTerms
  /** How long a party stays. */
  readonly durationMinutes: number
  /** Versions of the facts, by product: of a tour also those of the cenotes at which it stops. */
  readonly versions: ReadonlyMap<string, number>
  /** The slots of a date. */
  timesOn(date: string): readonly string[]
  /** The slots of cenotes in which the party of a slot takes places, too; null without. */
  stopsAt(date: string, time: string): Reservation['stops']
  /** The limits of places, of this product and of those at which it stops. */
  limitsOf(places: HeldPlaces): PlaceLimits
  /** Why a visit that was reserved can no longer be sold, by the facts of the catalog; null when it can. */
  withdrawn(visit: Pick<Reservation, 'visitDate' | 'visitTime' | 'stops'>): Refused | null
}

/**
 * Reads a product as it is sold now, with the cenotes at which it stops, and those of `stops`, at which a reservation does.
 * Errors: CENOTE_NOT_FOUND, TOUR_NOT_FOUND.
 */
export async function readProduct(
  {
    productId,
    productType,
    stops = null,
  }: Pick<Reservation, 'productId' | 'productType'> & Partial<Pick<Reservation, 'stops'>>,
  { services: { upstream }, identity }: Pick<ReservationContext, 'services' | 'identity'>,
): Promise<SoldProduct> {
  if (productType === 'cenote') return soldCenote(await upstream.cenote(productId, identity))
  const tour = await upstream.tour(productId, identity)
  const visited = [...tour.stops.filter(({ takesPlaces }) => takesPlaces), ...(stops ?? [])]
  const ids = [...new Set(visited.map(({ cenoteId }) => cenoteId))]
  return soldTour(tour, await Promise.all(ids.map((id) => upstream.cenote(id, identity))))
}

/** Whether the facts of a product are still the present ones. */
export async function isCurrent(
  { id, type, versions }: SoldProduct,
  context: Pick<ReservationContext, 'services' | 'identity'>,
): Promise<boolean> {
  const present = await readProduct({ productId: id, productType: type }, context)
  return [...present.versions].every(([productId, version]) => versions.get(productId) === version)
}

/** Without what GraphQL adds. */
const localizedText = ({ en, es }: LocalizedText): LocalizedText => ({ en, es })

const limitsOfCenote = ({ capacity: { daily, hourly }, version }: CatalogTerms): PlaceLimits => ({
  daily,
  hourly,
  version,
})

const soldCenote = (terms: CatalogTerms): SoldProduct => ({
  type: 'cenote',
  id: terms.id,
  names: localizedText(terms.names),
  timezone: terms.schedule.timezone,
  terms: termsOfCenote(terms),
  priced: {
    type: 'cenote',
    id: terms.id,
    adultCents: terms.pricing.adultCents,
    position: { latitude: terms.location.latitude, longitude: terms.location.longitude },
    meetingPoints: terms.meetingPoints,
  },
  durationMinutes: cenoteMinutes,
  versions: new Map([[terms.id, terms.version]]),
  timesOn: (date) => slotTimes(terms.schedule, date),
  stopsAt: () => null,
  limitsOf: () => limitsOfCenote(terms),
  withdrawn: () => (terms.isActive ? null : { reason: 'inactive', stop: null }),
})

function soldTour(tour: TourTerms, visited: readonly CatalogTerms[]): SoldProduct {
  const cenotes = new Map(visited.map((cenote) => [cenote.id, cenote]))
  const terms: ProductTerms = {
    ...tour,
    schedule: tour.departures,
    stops: tour.stops.flatMap((stop) => {
      const cenote = cenotes.get(stop.cenoteId)
      return stop.takesPlaces && cenote ? [{ ...stop, cenote }] : []
    }),
  }
  const departureAt = (date: string, time: string) => {
    const departure = slotsOn(terms.schedule, terms.timezone, date).find((one) => one.time === time)
    return departure?.isCancelled === false ? departure : undefined
  }
  return {
    type: 'tour',
    id: tour.id,
    names: localizedText(tour.names),
    timezone: tour.timezone,
    terms,
    priced: {
      type: 'tour',
      id: tour.id,
      adultCents: tour.pricing.adultCents,
      meetingPoints: tour.meetingPoints,
    },
    durationMinutes: tour.durationMinutes,
    versions: new Map([tour, ...visited].map(({ id, version }) => [id, version])),
    timesOn: (date) => slotsOn(terms.schedule, terms.timezone, date).map(({ time }) => time),
    stopsAt: (date, time) => stopsAt(terms, date, time),
    limitsOf: ({ productId, date, times: [time = ''] }) => {
      if (productId === tour.id)
        return { daily: null, hourly: departureAt(date, time)?.capacity ?? 0, version: tour.version }
      const cenote = cenotes.get(productId)
      if (!cenote) throw new Error(`The facts of the cenote ${productId} were not read`)
      return limitsOfCenote(cenote)
    },
    withdrawn: ({ visitDate, visitTime, stops }) => {
      if (!tour.isActive) return { reason: 'inactive', stop: null }
      if (!departureAt(visitDate, visitTime)) return { reason: 'departure_cancelled', stop: null }
      const stop = stops?.find(({ cenoteId }) => cenotes.get(cenoteId)?.isActive === false)
      return stop ? { reason: 'stop_closed', stop } : null
    },
  }
}

/** The places of a reservation, with what limits them. */
export const wantedPlaces = (reservation: Reservation, product: SoldProduct): WantedPlaces[] =>
  placesOf(reservation).map((places) => ({ ...places, limits: product.limitsOf(places) }))

/** Taken places as they would be with those of one more party, or with fewer than no people as many less. */
export function takenWith(taken: Inventories, { places, people }: PartyPlaces): Inventories {
  const changed = new Map(taken)
  for (const { productId, date, times } of places) {
    const inventory = taken.get(productId)
    if (inventory) changed.set(productId, placesWith(changed.get(productId) ?? inventory, { date, times, people }))
  }
  return changed
}
