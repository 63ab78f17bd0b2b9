/**
 * The selections for both servers: some fields of the reservation, and of its cenote, which the product reads from
 * another subgraph.
 */
const fields = `{
    id type version occurredAt
    reservation {
      reservationId bookingReference status visitDate visitTime
      visitors { adults children total }
      guest { name email }
      cenote { name slug location { latitude longitude state municipality } }
    }
  }`

/** A subscription to changes of what is sold, with facts of the cenote. */
export const catalogSubscription = `subscription {
  catalogEvents {
    id type occurredAt productType productId dateFrom dateTo
    product { id name ... on Cenote { slug location { latitude longitude state municipality } } }
  }
}`

/** Subscriptions that are all the same, or differ by their aliases. */
export const subscriptions = (distinct: number): string[] =>
  Array.from({ length: distinct }, (_, index) => `subscription { e${index}: reservationEvents ${fields} }`)
