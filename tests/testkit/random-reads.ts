import { demoId } from '../../platform/values/demo-id.ts'
import type { Chance } from '../../bench/chance.ts'

/** One read, as a client sends it. */
export interface RandomRead {
  readonly query: string
  readonly variables: Record<string, unknown>
  readonly headers: Record<string, string>
}

export const cenotes = ['gran-cenote', 'ik-kil', 'dos-ojos', 'suytun', 'zaci'].map((slug) => ({
  slug,
  id: demoId('cenote', slug),
}))

/** With stops that take places of cenotes, with stops that do not, and without stops. */
export const tours = [
  { slug: 'dos-ojos-diving', time: '08:30' },
  { slug: 'homun-underground', time: '08:30' },
  { slug: 'tulum-cenotes-classic', time: '08:00' },
  { slug: 'valladolid-colonial-cenotes', time: '09:00' },
].map((tour) => ({ ...tour, id: demoId('tour', tour.slug) }))

const ofCenote = [
  'name',
  'slug',
  'description',
  'isActive',
  'location { address state directions }',
  'capacity { daily hourly }',
  'bookingCutoffMinutes',
  'schedule { openTime closeTime daysOpen timezone cutoffs { weekday minutes } }',
  'images { url alt }',
  'amenities { kind name costCents }',
  'reviews(first: 2) { title rating }',
  'tours { id name pricing { adultCents childCents } cenotes { slug name } }',
  'tours { timezone minParty departures { times { startTime capacity } } stops { offsetMinutes cenote { slug name } } }',
  'nearby(first: 2) { cenote { slug name } distance { km } }',
  'pricing { adultCents childCents seniorCents currency groupDiscounts { minSize discount } includes }',
  'services { name { en es } priceCents inclusionType isActive }',
  'ageConfigurations { category minAge maxAge pricingMultiplier source }',
  'summary: priceSummary(people: $people) { totalCents basePriceCents }',
  'automaticDiscounts(input: { date: $date, totalPeople: $people }) { totalCents discounts { name amountCents } }',
  'calculated: priceCalculation(input: { ageBreakdown: { adult: 2, child: 1 }, visitDate: $date }) { totalCents taxesCents }',
  'daily: dailyPrices(input: { startDate: $day, endDate: $day, party: { adult: 9 } }) { date units { category price { retailCents } } party { originalCents retailCents taxes { name retailCents } } }',
  `places: availability(input: { startDate: $date, days: 3 }) {
    days { date available reason nextAvailable capacity { total booked remaining } pricing { adultCents childCents }
      timeSlots { time available remaining bookableUntil } } restrictions { type message datesAffected } recommendations { date time reason } }`,
  `party: availability(input: { startDate: $date, visitors: 30 }) { days { date available nextAvailable } recommendations { date time } }`,
  'glance: calendar(input: { startDate: $date, visitors: 2 }) { days { date available reason capacity { total remaining } firstTime fromPriceCents } }',
  `tourPlaces: tours { availability(input: { startDate: $date, days: 3, visitors: 2 }) {
    days { date available reason nextAvailable capacity { total remaining } timeSlots { time remaining reason stop { cenoteId time } } }
    recommendations { date time } } availableSoon calendar(input: { startDate: $date }) { days { reason firstTime } } }`,
  'availableToday',
  'availableSoon',
  'bookedToday',
] as const

const ofTour = [
  'name',
  'slug',
  'isActive',
  'timezone minParty bookingCutoffMinutes durationMinutes',
  'departures { times { weekdays startTime capacity } exceptions { date startTime cancelled capacity } }',
  'stops { offsetMinutes takesPlaces cenote { slug name availableToday } }',
  'calculated: priceCalculation(input: { ageBreakdown: { adult: 2, child: 1 }, visitDate: $date }) { totalCents taxesCents }',
  'daily: dailyPrices(input: { startDate: $day, endDate: $day, party: { adult: 9 } }) { date units { category price { retailCents } } party { originalCents retailCents taxes { name retailCents } } }',
  `places: availability(input: { startDate: $date, days: 3 }) {
    days { date available reason nextAvailable capacity { total booked remaining }
      timeSlots { time endTime available booked remaining reason bookableUntil stop { cenoteId time } } } recommendations { date time reason } }`,
  `party: availability(input: { startDate: $date, visitors: 7 }) { days { date available nextAvailable } recommendations { date time } }`,
  'glance: calendar(input: { startDate: $date, visitors: 2 }) { days { date available reason capacity { total remaining } firstTime fromPriceCents } }',
  'availableToday',
  'availableSoon',
] as const

const variables =
  '$date: LocalDate!, $day: LocalDate!, $people: Int!, $id: ID!, $tourId: ID!, $first: Int!, $offset: NonNegativeInt!'
/** Uses every variable, as a document must. */
const usesAll =
  '... on Cenote { id unused: priceSummary(people: $people) { currency } day: availability(input: { startDate: $date }) { startDate } prices: dailyPrices(input: { startDate: $day, endDate: $day }) { date } }'

const otherRoots = [
  'exchangeRates { rates { currency rate } }',
  'ageConfigurations { category maxAge }',
  'states { name cenoteCount }',
] as const

interface Selections {
  readonly list: Iterable<string>
  readonly cenote: Iterable<string>
  readonly tour: Iterable<string>
  readonly others: readonly string[]
}

/** A document with selections of the whole catalog, one cenote and one tour. */
function documentOf({ list, cenote, tour, others }: Selections): string {
  const roots = [
    `cenotes(first: $first, offset: $offset, sort: { field: NAME, direction: ASC }) { totalCount nodes { ${['id', usesAll, ...list].join(' ')} } }`,
    `cenote(id: $id) { ${['id', usesAll, ...cenote].join(' ')} }`,
    `tour(id: $tourId) { ${['id', ...tour].join(' ')} }`,
    ...others,
  ]
  return `query (${variables}) { ${roots.join(' ')} }`
}

function fieldsIn(chance: Chance, all: readonly string[]): ReadonlySet<string> {
  const fields = new Set<string>()
  for (let count = 1 + chance.below(6); count > 0; count -= 1) fields.add(chance.pick(all))
  return fields
}

export const randomDocument = (chance: Chance): string =>
  documentOf({
    list: fieldsIn(chance, ofCenote),
    cenote: fieldsIn(chance, ofCenote),
    tour: fieldsIn(chance, ofTour),
    others: chance.often(0.3) ? [chance.pick(otherRoots)] : [],
  })

/** Divides a list at random among some hands. */
function deal(chance: Chance, list: readonly string[], hands: number): string[][] {
  const left = [...list]
  const dealt: string[][] = Array.from({ length: hands }, () => [])
  for (let index = 0; left.length > 0; index += 1)
    dealt[index % hands]?.push(...left.splice(chance.below(left.length), 1))
  return dealt
}

/** Some documents that together select every field of this file once. */
export function documentsOfAllFields(chance: Chance, count: number): string[] {
  const ofCenotes = deal(chance, ofCenote, 2 * count)
  const tours = deal(chance, ofTour, count)
  const others = deal(chance, otherRoots, count)
  return Array.from({ length: count }, (_, index) =>
    documentOf({
      list: ofCenotes[index] ?? [],
      cenote: ofCenotes[count + index] ?? [],
      tour: tours[index] ?? [],
      others: others[index] ?? [],
    }),
  )
}

/** A read by one of some documents, with random arguments and in a random language. */
export function randomRead(chance: Chance, documents: readonly string[], dates: readonly string[]): RandomRead {
  const date = chance.pick(dates)
  return {
    query: chance.pick(documents),
    variables: {
      date,
      day: date,
      people: 1 + chance.below(3),
      id: chance.pick(cenotes).id,
      tourId: chance.pick(tours).id,
      first: 2 + chance.below(2),
      offset: chance.below(3) * 4,
    },
    headers: { 'Accept-Language': chance.pick(['en', 'es']) },
  }
}
