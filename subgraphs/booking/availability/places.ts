/** Places of a party at one product on one date: on the day, and in each of some slots. */
export interface HeldPlaces {
  readonly productId: string
  readonly date: string
  readonly times: readonly string[]
}

/** The facts of a product that limit what is taken. */
export interface PlaceLimits {
  /** People on one day; null without a limit. */
  readonly daily: number | null
  /** People in one slot. */
  readonly hourly: number
  /** Of the facts: outdated ones are refused. */
  readonly version: number
}

export interface WantedPlaces extends HeldPlaces {
  readonly limits: PlaceLimits
}

/** Places of a party. */
export interface PartyPlaces<P extends HeldPlaces = HeldPlaces> {
  readonly places: readonly P[]
  readonly people: number
}

/** Places that some parties release and one takes. What is released counts as free. */
export interface PlaceChanges {
  readonly release?: readonly PartyPlaces[]
  readonly take?: PartyPlaces<WantedPlaces>
}

/** A slot of a cenote at which a tour's party stops and takes places. */
export interface VisitedSlot {
  readonly cenoteId: string
  readonly date: string
  readonly time: string
}

/** A visit with the stops at which its party takes places of other products. */
export interface PlacedVisit {
  readonly productId: string
  readonly visitDate: string
  readonly visitTime: string
  readonly stops?: readonly VisitedSlot[] | null
}

/** A slot of a product in which a party takes places. */
export interface TakenSlot {
  readonly productId: string
  readonly date: string
  readonly time: string
}

/** The slots in which a party takes places: that of the visit itself, and then those of its stops in their order. */
export const takenSlots = ({ productId, visitDate, visitTime, stops }: PlacedVisit): TakenSlot[] => [
  { productId, date: visitDate, time: visitTime },
  ...(stops ?? []).map(({ cenoteId, date, time }) => ({ productId: cenoteId, date, time })),
]

/** The places that a party takes, by product and date: two stops in one slot take them once. */
export function placesOf(visit: PlacedVisit): HeldPlaces[] {
  const places = new Map<string, { productId: string; date: string; times: string[] }>()
  for (const { productId, date, time } of takenSlots(visit)) {
    const key = `${productId} ${date}`
    const known = places.get(key)
    if (!known) places.set(key, { productId, date, times: [time] })
    else if (!known.times.includes(time)) known.times.push(time)
  }
  return [...places.values()]
}

/** A change of the database's `change_places`: to a day of a product, or with a time to one of its slots. */
interface ChangedPlace {
  readonly product: string
  readonly date: string
  readonly time?: string
  released: number
  taken: number
  capacity?: number | null
  version?: number
}

/** Changes in the form of the database's `change_places`: a party counts once on a day, and once in each slot. */
export function changedPlaces({ release = [], take }: PlaceChanges): ChangedPlace[] {
  const changed = new Map<string, ChangedPlace>()
  const placeOf = ({ productId, date }: HeldPlaces, time?: string): ChangedPlace => {
    const key = `${productId} ${date} ${time ?? ''}`
    let place = changed.get(key)
    if (!place) changed.set(key, (place = { product: productId, date, ...(time && { time }), released: 0, taken: 0 }))
    return place
  }
  for (const { places, people } of release.filter(hasPeople))
    for (const held of places) for (const time of [undefined, ...held.times]) placeOf(held, time).released += people
  for (const { places, people } of take && hasPeople(take) ? [take] : [])
    for (const { limits, ...wanted } of places) {
      Object.assign(placeOf(wanted), { taken: people, capacity: limits.daily, version: limits.version })
      for (const time of wanted.times) Object.assign(placeOf(wanted, time), { taken: people, capacity: limits.hourly })
    }
  return [...changed.values()]
}

const hasPeople = ({ people }: PartyPlaces): boolean => people > 0
