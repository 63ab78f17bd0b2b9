/** What both servers are asked: some fields of the reservation, and of its cenote, which the product asks of another subgraph. */
const fields = `{
    id type version occurredAt
    reservation {
      id bookingReference status visitDate visitTime
      visitors { adults children total }
      guest { name email }
      cenote { name slug location { latitude longitude state municipality } }
    }
  }`

/** Subscriptions that all ask the same, or by their aliases so many different things. */
export const subscriptions = (distinct: number): string[] =>
  Array.from({ length: distinct }, (_, index) => `subscription { e${index}: reservationEvents ${fields} }`)
