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

interface ChangedSlot {
  readonly time: string
  released: number
  taken: number
  capacity?: number
}

interface ChangedDay {
  readonly product: string
  readonly date: string
  released: number
  taken: number
  dayCapacity?: number | null
  version?: number
  readonly slots: ChangedSlot[]
}

/** Changes in the form of the database's `change_places`: a party counts once on a day, and once in each slot. */
export function changedDays({ release = [], take }: PlaceChanges): ChangedDay[] {
  const days = new Map<string, ChangedDay>()
  const dayOf = ({ productId, date }: HeldPlaces): ChangedDay => {
    const key = `${productId} ${date}`
    let day = days.get(key)
    if (!day) days.set(key, (day = { product: productId, date, released: 0, taken: 0, slots: [] }))
    return day
  }
  const slotOf = ({ slots }: ChangedDay, time: string): ChangedSlot => {
    let slot = slots.find((one) => one.time === time)
    if (!slot) slots.push((slot = { time, released: 0, taken: 0 }))
    return slot
  }
  for (const { places, people } of release.filter(hasPeople))
    for (const held of places) {
      const day = dayOf(held)
      day.released += people
      for (const time of held.times) slotOf(day, time).released += people
    }
  for (const { places, people } of take && hasPeople(take) ? [take] : [])
    for (const { limits, ...wanted } of places) {
      const day = Object.assign(dayOf(wanted), { taken: people, dayCapacity: limits.daily, version: limits.version })
      for (const time of wanted.times) Object.assign(slotOf(day, time), { taken: people, capacity: limits.hourly })
    }
  return [...days.values()]
}

const hasPeople = ({ people }: PartyPlaces): boolean => people > 0
