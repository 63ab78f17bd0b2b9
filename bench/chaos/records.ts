/** The state of a reservation after its last acknowledged change. */
export interface AcknowledgedState {
  status: string
  specialRequests: string | null
  visitDate: string
  productId: string
  /** People of each age, in the order of `ages`. */
  party: string
}

/** The differences from the acknowledged state. */
export const differencesBetween = (
  acknowledged: Readonly<AcknowledgedState>,
  found: Readonly<AcknowledgedState>,
): string[] =>
  (Object.keys(acknowledged) as (keyof AcknowledgedState)[]).flatMap((name) =>
    found[name] === acknowledged[name]
      ? []
      : [`${name} was acknowledged as ${acknowledged[name]} and is ${found[name]}`],
  )

/** Records of a partner that books, to be compared with the database. */
export interface LoadRecords {
  /** Acknowledged versions of each reservation, by operation. */
  readonly acknowledged: { readonly reservationId: string; readonly operation: string }[]
  /** The expected state of each reservation in the database. */
  readonly states: Map<string, AcknowledgedState>
  readonly fieldErrors: string[]
  refused: number
  resent: number
}
