/** The booked places of a slot, and its overrides. */
export interface SlotState {
  readonly booked: number
  /** Null for as many as usual. */
  readonly capacity: number | null
  readonly closed: boolean
}

/** The booked places of a day; a slot that is not in `slots` is empty and as usual. */
export interface DayState {
  readonly booked: number
  /** By time. */
  readonly slots: ReadonlyMap<string, SlotState>
}

/** Taken places and overrides of one product; a day that is not in `days` is empty. */
export interface Inventory {
  /** By date. */
  readonly days: ReadonlyMap<string, DayState>
  readonly closures: readonly { readonly startDate: string; readonly endDate: string; readonly reason: string }[]
}

export const nothingTaken: Inventory = { days: new Map(), closures: [] }

/** Places of a party on one date: on the day, and in each of some slots. */
interface DayPlaces {
  readonly date: string
  readonly times: readonly string[]
  readonly people: number
}

/** The inventory as it would be with the places of one more party; fewer than no people are as many less. */
export function placesWith<I extends Inventory>(inventory: I, { date, times, people }: DayPlaces): I {
  const day = inventory.days.get(date) ?? { booked: 0, slots: new Map<string, SlotState>() }
  const slots = new Map(day.slots)
  for (const time of times) {
    const slot = slots.get(time) ?? { booked: 0, capacity: null, closed: false }
    slots.set(time, { ...slot, booked: Math.max(0, slot.booked + people) })
  }
  const days = new Map(inventory.days).set(date, { booked: Math.max(0, day.booked + people), slots })
  return { ...inventory, days }
}

/** Whether a date lies in a closure. */
export const isInClosure = ({ closures }: Pick<Inventory, 'closures'>, date: string): boolean =>
  closures.some(({ startDate, endDate }) => startDate <= date && date <= endDate)

/** People that a slot holds: the operator may lower the catalog's capacity, not raise it. */
export const slotCapacity = (usual: number, slot: SlotState | undefined): number =>
  Math.min(slot?.capacity ?? usual, usual)
