/** One benchmark case, on the product and on the hand-written peer alike. */
export interface Case {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Of each request in turn, if they differ. */
  readonly paths?: readonly string[]
  /** Likewise; creations have bodies for each side instead. */
  readonly bodies?: readonly string[]
  /** Beside those of every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** The content, without what differs in every response. */
  readonly comparable: (response: string) => string
}

/** Day from today, UTC. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

/** Days of the requested visits, in turn. */
const dates = Array.from({ length: 47 }, (_, index) => dayFromNow(3 + index))

/** Some of the pairs, without neighbours that share a member. */
const pairs = <A, B>(all: readonly A[], others: readonly B[]): [A, B][] =>
  Array.from({ length: all.length * others.length }, (_, index) => [
    all[index % all.length] as A,
    others[(index + Math.floor(index / all.length)) % others.length] as B,
  ])

const query = `query CenotesAcrossSubgraphs($from: LocalDate!, $offset: NonNegativeInt!) {
  cenotes(first: 10, offset: $offset, sort: { field: NAME, direction: ASC }) {
    totalCount
    nodes {
      id
      name
      slug
      location { latitude longitude state municipality }
      pricing { adultCents childCents seniorCents currency }
      availability(input: { startDate: $from, days: 7 }) {
        days { date available reason capacity { total booked remaining } timeSlots { time available remaining } }
      }
      ageConfigurations { category minAge maxAge pricingMultiplier source }
      services { id name { en es } category inclusionType priceCents isBookable durationMinutes }
    }
  }
}`

/** 10 cenotes with facts of all three subgraphs; 7 days of places from a date on. */
export const graphqlListBody = (from: string, offset = 0): string =>
  JSON.stringify({ query, variables: { from, offset } })

/** Another date and page each time. */
export const graphqlList: Case = {
  name: 'GraphQL list',
  method: 'POST',
  path: '/graphql',
  bodies: pairs(dates, [0, 10, 19, 5, 14]).map(([from, offset]) => graphqlListBody(from, offset)),
  // A line break at the end is irrelevant, and `extensions` are no part of the data.
  comparable: (response) => response.trimEnd().replace(/,"extensions":\{.*\}\}$/, '}'),
}

const same = (response: string): string => response
const restPath = '/api/partner/cenotes'

export const restList: Case = { name: 'REST list', method: 'GET', path: restPath, comparable: same }

/** The same case by a client that accepts brotli, as browsers and most servers do. */
export const withBrotli = (one: Case): Case => ({
  ...one,
  name: `${one.name}, br`,
  headers: { 'accept-encoding': 'br' },
})

export const restDetail = (cenoteIds: readonly string[]): Case => ({
  name: 'REST detail',
  method: 'GET',
  path: restPath,
  paths: cenoteIds.map((id) => `${restPath}/${id}`),
  comparable: same,
})

/** 7 days of a cenote. */
export const restAvailability = (cenoteIds: readonly string[]): Case => ({
  name: 'REST availability',
  method: 'GET',
  path: restPath,
  paths: pairs(cenoteIds, dates).map(([id, from]) => {
    const to = new Date(Date.parse(from) + 6 * 86_400_000).toISOString().slice(0, 10)
    return `${restPath}/${id}/availability?startDate=${from}&endDate=${to}`
  }),
  comparable: same,
})

/** The same of tours whose parties take places of cenotes. */
export const tourAvailability = (tourIds: readonly string[]): Case => ({
  name: 'tour availability',
  method: 'GET',
  path: '/booking/tours',
  paths: pairs(tourIds, dates).map(([id, from]) => {
    const to = new Date(Date.parse(from) + 6 * 86_400_000).toISOString().slice(0, 10)
    return `/booking/tours/${id}/availability?startDate=${from}&endDate=${to}`
  }),
  comparable: same,
})

/** A year of a cenote. */
export const restCalendar = (cenoteIds: readonly string[]): Case => ({
  name: 'REST calendar',
  method: 'GET',
  path: restPath,
  paths: pairs(cenoteIds, dates).map(([id, from]) => {
    const to = new Date(Date.parse(from) + 365 * 86_400_000).toISOString().slice(0, 10)
    return `${restPath}/${id}/calendar?startDate=${from}&endDate=${to}`
  }),
  comparable: same,
})

/** About as many cenotes as OCTO lists products. */
export const restProducts: Case = {
  name: 'REST list of 30',
  method: 'GET',
  path: `${restPath}?perPage=30`,
  comparable: same,
}

export const octoProducts: Case = { name: 'OCTO products', method: 'GET', path: '/octo/v1/products', comparable: same }

/** Few enough for the cache to hold the months of all cenotes, prices included. */
const monthStarts = dates.slice(0, 5)

/** 31 days of a cenote, the longest range that REST accepts: the same days as over OCTO. */
export const restMonth = (cenoteIds: readonly string[]): Case => ({
  name: 'REST availability, 31 days',
  method: 'GET',
  path: restPath,
  paths: pairs(cenoteIds, monthStarts).map(
    ([id, from]) => `${restPath}/${id}/availability?startDate=${from}&endDate=${dayAfter(from, 30)}`,
  ),
  comparable: same,
})

/** 31 days of a product. */
export const octoMonth = (productIds: readonly string[], from: readonly string[] = monthStarts): Case => ({
  name: 'OCTO availability, 31 days',
  method: 'POST',
  path: '/octo/v1/availability',
  bodies: pairs(productIds, from).map(([productId, localDateStart]) =>
    JSON.stringify({ productId, optionId: 'DEFAULT', localDateStart, localDateEnd: dayAfter(localDateStart, 30) }),
  ),
  comparable: same,
})

/** The members of OCTO's slots that the benchmark reads. */
export interface OctoSlot {
  readonly id: string
  readonly vacancies: number
}

/** The body of a booking of the same slot as that of a creation; slots by the id of their cenote and their local start. */
export function octoBookingBody(creationBody: string, slots: ReadonlyMap<string, OctoSlot>): string {
  const { cenoteId, visitDate, visitTime } = JSON.parse(creationBody) as Record<string, string>
  const availabilityId = slots.get(`${cenoteId} ${visitDate}T${visitTime}`)?.id
  return JSON.stringify({ productId: cenoteId, optionId: 'DEFAULT', availabilityId, unitItems: [{ unitId: 'ADULT' }] })
}

/** The price of a visit of three people. */
export const priceCalculation = (cenoteIds: readonly string[]): Case => ({
  name: 'price calculation',
  method: 'POST',
  path: '/pricing/calculate-complete',
  bodies: pairs(cenoteIds, dates).map(([itemId, visitDate]) =>
    JSON.stringify({ itemType: 'cenote', itemId, visitDate, ageBreakdown: { adult: 2, child: 1 } }),
  ),
  comparable: same,
})

/** Ids, codes, tokens and instants differ between responses; their lengths do not. */
export const creation: Case = {
  name: 'reservation creation',
  method: 'POST',
  path: '/api/partner/reservations',
  comparable(response) {
    const id = /"id":"([^"]+)"/.exec(response)?.[1] ?? ''
    const createdAt = /"createdAt":"([^"]+)"/.exec(response)?.[1] ?? ''
    const expiresAt = /"expiresAt":"([^"]+)"/.exec(response)?.[1] ?? ''
    return (
      response
        .replace(/(CEN-[0-9A-Z]{6}\.)[0-9A-F]{20}/, '$1token')
        .replace(/(CEN|CNF)-[0-9A-Z]{6}/g, '$1-')
        // The peer has no payment page to sign an address of.
        .replace(/(\/checkout\/[^"?]+)\?token=[\w-]+/, '$1')
        .replace(/token=[\w-]+/, (token) => `token of ${token.length}`)
        .replaceAll(id, 'id')
        .replaceAll(createdAt, 'now')
        .replaceAll(expiresAt, 'deadline')
    )
  },
}

export interface AvailabilityResponse {
  readonly data: {
    readonly cenotes: {
      readonly nodes: readonly {
        readonly id: string
        readonly availability: {
          readonly days: readonly {
            readonly date: string
            readonly capacity: { readonly remaining: number } | null
            readonly timeSlots: readonly { readonly time: string; readonly remaining: number }[]
          }[]
        }
      }[]
    }
  }
}

/** Reads the availability of every active cenote in 30 days. */
export const availabilityQuery = (from: string): string =>
  JSON.stringify({
    query: `query Room($from: LocalDate!) { cenotes(first: 100) { nodes { id availability(input: { startDate: $from, days: 30 }) {
      days { date capacity { remaining } timeSlots { time remaining } } } } } }`,
    variables: { from },
  })

/**
 * Bodies of reservations that all find room; neighbours in the list are far apart in the inventory. For one adult, so
 * that no discount applies.
 */
export function creationBodies(responses: readonly AvailabilityResponse[]): string[] {
  const slots: { body: string; places: number }[] = []
  for (const response of responses) {
    for (const { id, availability } of response.data.cenotes.nodes) {
      for (const { date, capacity, timeSlots } of availability.days) {
        // Some slots together hold more than their day.
        const share = capacity ? Math.floor(capacity.remaining / timeSlots.length) : 0
        for (const { time, remaining } of timeSlots) {
          const body = JSON.stringify({
            cenoteId: id,
            visitDate: date,
            visitTime: time,
            visitors: { adults: 1, children: 0, seniors: 0 },
            guest: { name: 'Ana López', email: 'ana@example.com', phone: '+52 998 555 0100' },
          })
          slots.push({ body, places: Math.min(share, remaining) })
        }
      }
    }
  }
  // A step coprime to the number of slots visits each once a round.
  const step = [7_919, 6_133, 4_099].find((prime) => slots.length % prime !== 0) ?? 1
  const bodies: string[] = []
  const maxPlaces = slots.reduce((sum, { places }) => Math.max(sum, places), 0)
  for (let round = 0; round < maxPlaces; round += 1) {
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[(index * step) % slots.length]
      if (slot && round < slot.places) bodies.push(slot.body)
    }
  }
  return bodies
}
