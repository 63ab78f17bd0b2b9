/** One benchmark case, on the product and on the hand-written peer alike. */
export interface Case {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The body of every request, or none. Creation has a body for each request instead. */
  readonly body?: string
  /** Same content, apart from what differs in every answer. */
  readonly comparable: (answer: string) => string
}

const query = `query CenotesAcrossSubgraphs($from: String!) {
  cenotes(first: 10, sort: { field: NAME, direction: ASC }) {
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
export const graphqlList = (from: string): Case => ({
  name: 'GraphQL list, 3 subgraphs',
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables: { from } }),
  // A line break at the end is irrelevant, and `extensions` are no part of the data.
  comparable: (answer) => answer.trimEnd().replace(/,"extensions":\{.*\}\}$/, '}'),
})

export const restList: Case = {
  name: 'REST list of cenotes',
  method: 'GET',
  path: '/api/partner/cenotes',
  comparable: (answer) => answer,
}

/** Ids, codes, tokens and instants differ between responses; their lengths do not. */
export const creation: Case = {
  name: 'REST reservation creation',
  method: 'POST',
  path: '/api/partner/reservations',
  comparable(answer) {
    const id = /"id":"([^"]+)"/.exec(answer)?.[1] ?? ''
    const createdAt = /"createdAt":"([^"]+)"/.exec(answer)?.[1] ?? ''
    const expiresAt = /"expiresAt":"([^"]+)"/.exec(answer)?.[1] ?? ''
    return answer
      .replace(/(CEN|CNF)-[0-9A-Z]{6}/g, '$1-')
      .replace(/token=[\w-]+/, (token) => `token of ${token.length}`)
      .replaceAll(id, 'id')
      .replaceAll(createdAt, 'now')
      .replaceAll(expiresAt, 'deadline')
  },
}

interface AvailabilityResponse {
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
    query: `query Room($from: String!) { cenotes(first: 100) { nodes { id availability(input: { startDate: $from, days: 30 }) {
      days { date capacity { remaining } timeSlots { time remaining } } } } } }`,
    variables: { from },
  })

/**
 * Bodies of reservations for one adult that all find room, neighbours in the list far apart in the inventory. One adult,
 * so that no discount applies.
 */
export function creationBodies(responses: readonly unknown[]): string[] {
  const slots: { body: string; places: number }[] = []
  for (const response of responses as readonly AvailabilityResponse[]) {
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
  // A step that shares no factor with the number of slots visits each once a round.
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
