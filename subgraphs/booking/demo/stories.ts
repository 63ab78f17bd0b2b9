import { addDays, day, hour, instantOf, localDateTime, minute } from '../../../platform/values/clock.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import type { CreateReservationInput } from '../generated/resolvers.ts'
import { cancellations, destinations, guests, parties, type Destination, type Seller } from './cast.ts'

/** Something that happens to a reservation, and when. */
export type Turn = { readonly at: Date } & (
  | { readonly does: 'confirm'; readonly payment: 'full' | 'deposit' | 'on_site' }
  | { readonly does: 'pay'; readonly method: 'cash' | 'bank_transfer' | 'card_present' }
  | { readonly does: 'move'; readonly to: { readonly visitDate: string } }
  | { readonly does: 'grow' }
  | { readonly does: 'cancel'; readonly reason: (typeof cancellations)[number]['reason']; readonly note: string | null }
  | { readonly does: 'refund' | 'expire' | 'check_in' | 'no_show' }
  | { readonly does: 'complete'; readonly requestReview: boolean }
)

/** A reservation of the demo data from its creation on. */
export interface Story {
  readonly seller: Seller
  readonly createdAt: Date
  readonly locale: 'en' | 'es'
  readonly input: CreateReservationInput
  /** In the order of time, only of the past. */
  readonly turns: readonly Turn[]
}

/** Events are stored for 30 days: all of these have theirs. */
const oldestDays = 29
const firstDay = -28
const lastDay = 30

/** Numbers in [0, 1), the same each time. */
function randomNumbers(): () => number {
  let state = 20_261_126
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** A departure that is sold out, a day before the cancelled and the extra departure of the same tour. */
const soldOut = {
  tour: 'tulum-cenotes-classic',
  time: '08:00',
  inDays: 7,
  parties: [
    { name: 'Lucía Hernández', adults: 4, children: 2 },
    { name: 'Jorge Canul', adults: 3, children: 1 },
    { name: 'Camille Dubois', adults: 2, children: 2 },
  ],
} as const

/**
 * The reservations of the demo data around an instant: more at weekends and near today, fewer the further ahead. The same
 * for the same day and hour.
 */
export function planStories(now: Date, holdMinutes: number): Story[] {
  const random = randomNumbers()
  const { date: today } = localDateTime(now, 'America/Cancun')
  const stories = soldOutStories(now, today)
  for (let offset = firstDay; offset <= lastDay; offset += 1)
    for (let number = visitsOn(addDays(today, offset), offset); number > 0; number -= 1)
      stories.push(planStory({ number: stories.length, offset, now, holdMinutes, random }))
  return stories
}

function visitsOn(date: string, offset: number): number {
  if (offset === 0) return 14
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const usual = weekday === 0 || weekday === 6 ? 8 : weekday === 5 ? 6 : 4
  if (offset < 10) return usual
  return offset < 20 ? usual : usual - 1
}

const guestOf = (name: string, number: number) => ({
  name,
  email: `guest-${number + 1}@example.com`,
  phone: `+52 984 555 ${String(1000 + number).slice(-4)}`,
})

function soldOutStories(now: Date, today: string): Story[] {
  return soldOut.parties.map(({ name, adults, children }, number) => {
    const createdAt = new Date(now.getTime() - (60 + 7 * number) * hour)
    return {
      seller: 'rival',
      createdAt,
      locale: 'es',
      input: {
        tourId: demoId('tour', soldOut.tour),
        visitDate: addDays(today, soldOut.inDays),
        visitTime: soldOut.time,
        visitors: { adults, children, seniors: 0, infants: 0, teens: 0 },
        guest: guestOf(name, number),
      },
      turns: [{ at: new Date(createdAt.getTime() + 12 * minute), does: 'confirm', payment: 'full' }],
    }
  })
}

interface Given {
  readonly number: number
  /** Days from today, at the place of the visit. */
  readonly offset: number
  readonly now: Date
  readonly holdMinutes: number
  readonly random: () => number
}

function planStory({ number, offset, now, holdMinutes, random }: Given): Story {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  // The first ones of the list are sold most.
  const destination: Destination = destinations[Math.floor(destinations.length * random() ** 1.6)] ?? destinations[0]
  const zone = destination.zone ?? 'America/Cancun'
  const clock = localDateTime(now, zone)
  const visitDate = addDays(clock.date, offset)
  const fate = fateOf(offset, random())
  // The departure that is sold out has no room, nor for those that come to its day for a while.
  const isSoldOut = destination.tour === soldOut.tour && Math.abs(offset - soldOut.inDays) <= 1
  const visitTime = isSoldOut ? '13:00' : timeOf(destination, random(), fate === 'under_way' ? clock.time : undefined)
  const visitAt = instantOf(visitDate, visitTime, zone).getTime()
  const oldest = now.getTime() - oldestDays * day + number * minute
  const lead =
    (fate === 'waiting' ? 0.05 + 0.7 * random() : fate === 'expired' ? 3 + 9 * random() : 0.6 + 12 * random() ** 2) *
    day
  const createdAt =
    fate === 'waiting'
      ? now.getTime() - lead * Math.min(1, holdMinutes / 1440)
      : Math.max(oldest, Math.min(visitAt, now.getTime()) - lead)
  const [name, nationality, locale] = pick(guests)
  const [adults = 2, children = 0, seniors = 0, infants = 0, teens = 0] = pick(parties)
  const service = pick([undefined, undefined, ...(destination.services ?? [])])
  const transport = destination.hotel && random() < 0.3
  const promoCode = random() < 0.08 ? (destination.coupon ?? 'CENOTE10') : null
  const isLong = visitAt - createdAt > 4 * day && now.getTime() - createdAt > day
  const movedAt =
    fate === 'kept' && isLong && random() < 0.14
      ? createdAt + (Math.min(visitAt - 50 * hour, now.getTime()) - createdAt) * (0.6 + 0.4 * random())
      : null
  // Today both have guests in every state.
  const seller: Seller = (offset === 0 ? number % 2 === 0 : random() < 0.6) ? 'demo' : 'rival'
  const dayBegins = instantOf(visitDate, '00:00', zone).getTime()
  const turns = turnsOf({ fate, visitAt, visitDate, dayBegins, createdAt, now, holdMinutes, random, pick, movedAt })
  return {
    seller,
    createdAt: new Date(createdAt),
    locale,
    input: {
      ...(destination.tour === undefined
        ? { cenoteId: demoId('cenote', destination.cenote ?? '') }
        : { tourId: demoId('tour', destination.tour) }),
      visitDate: movedAt === null ? visitDate : addDays(visitDate, 1),
      visitTime,
      visitors: { adults, children, seniors, infants, teens },
      guest: { ...guestOf(name, number), nationality },
      ...(service === undefined ? {} : { services: [{ id: demoId('service', service), quantity: 1 }] }),
      ...(transport
        ? {
            transport: {
              option: 'hotel_pickup',
              pickup: { coordinates: destination.hotel, hotel: 'Hotel Ceiba', room: String(101 + (number % 40)) },
            },
          }
        : {}),
      ...(promoCode === null ? {} : { promoCode }),
      ...(number % 5 === 0 ? { resellerReference: `AG-${7000 + number}` } : {}),
      ...(number % 11 === 0 ? { specialRequests: locale === 'es' ? 'Silla para bebé' : 'A vegetarian lunch' } : {}),
      metadata: { source: pick(['website', 'widget', 'api', 'call-center']) },
    },
    turns: turns.filter(({ at }) => at <= now).sort((a, b) => a.at.getTime() - b.at.getTime()),
  }
}

type Fate = 'kept' | 'under_way' | 'missed' | 'cancelled' | 'refunded' | 'expired' | 'waiting'

function fateOf(offset: number, chance: number): Fate {
  if (offset === 0) return chance < 0.4 ? 'under_way' : chance < 0.9 ? 'kept' : 'cancelled'
  if (chance < 0.1) return 'cancelled'
  if (chance < 0.15) return 'refunded'
  if (chance < 0.19) return 'expired'
  if (offset < 0) return chance < 0.27 ? 'missed' : 'kept'
  return chance < 0.34 ? 'waiting' : 'kept'
}

/** A slot of a day: of those in the morning more than in the afternoon. With a time the last one before it. */
function timeOf({ opens = '09:00', times }: Destination, chance: number, before: string | undefined): string {
  const opening = Number(opens.slice(0, 2))
  const slots =
    times ?? Array.from({ length: 7 }, (_, index) => `${String(opening + index).padStart(2, '0')}${opens.slice(2)}`)
  const begun = before === undefined ? [] : slots.filter((time) => time <= before)
  return begun.at(-1) ?? slots[Math.floor(slots.length * chance ** 1.3)] ?? '09:00'
}

interface Course extends Pick<Given, 'now' | 'holdMinutes' | 'random'> {
  readonly visitDate: string
  /** Midnight before the visit, at its place. */
  readonly dayBegins: number
  readonly fate: Fate
  readonly visitAt: number
  readonly createdAt: number
  /** When it came to this day from the next one; null when it did not. */
  readonly movedAt: number | null
  pick<T>(list: readonly T[]): T
}

function turnsOf(course: Course): Turn[] {
  const { fate, visitAt, visitDate, dayBegins, createdAt, now, holdMinutes, random, pick, movedAt } = course
  const at = (milliseconds: number) => ({ at: new Date(milliseconds) })
  if (fate === 'waiting') return []
  if (fate === 'expired') return [{ ...at(createdAt + (holdMinutes + 1) * minute), does: 'expire' }]
  const confirmedAt = createdAt + (2 + 90 * random() ** 2) * minute
  const isPaid = fate === 'refunded' || random() < 0.85
  const payment = isPaid ? (random() < 0.8 ? 'full' : 'deposit') : 'on_site'
  const turns: Turn[] = [{ ...at(confirmedAt), does: 'confirm', payment }]
  const between = (share: number): number => confirmedAt + (visitAt - confirmedAt) * share
  if (fate === 'cancelled' || fate === 'refunded') {
    // Its refund follows some days later, in part or not yet.
    const cancelledAt = between(0.2 + 0.5 * random())
    turns.push({
      ...at(cancelledAt),
      does: 'cancel',
      ...pick(fate === 'refunded' ? cancellations.slice(3) : cancellations),
    })
    if (fate === 'refunded') turns.push({ ...at(cancelledAt + (1 + 40 * random()) * hour), does: 'refund' })
    return turns
  }
  if (movedAt !== null) turns.push({ ...at(movedAt), does: 'move', to: { visitDate } })
  if (random() < 0.07) turns.push({ ...at(between(0.3)), does: 'grow' })
  if (payment === 'deposit' && random() < 0.7) turns.push({ ...at(between(0.6)), does: 'pay', method: 'bank_transfer' })
  if (fate === 'missed') return [...turns, { ...at(visitAt + (3 + 2 * random()) * hour), does: 'no_show' }]
  const isUnderWay = fate === 'under_way'
  // Also before the first slot of today: something is always under way.
  const cameAt = isUnderWay
    ? Math.max(dayBegins, Math.min(visitAt + 15 * random() * minute, now.getTime() - (4 + 30 * random()) * minute))
    : visitAt + (25 * random() - 15) * minute
  turns.push(
    { ...at(cameAt - minute), does: 'pay', method: pick(['cash', 'card_present']) },
    { ...at(cameAt), does: 'check_in' },
  )
  if (!isUnderWay)
    turns.push({ ...at(cameAt + (70 + 60 * random()) * minute), does: 'complete', requestReview: random() < 0.6 })
  return turns
}
