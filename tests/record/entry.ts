import type { Json } from '../testkit/responses.ts'

/** The codes of reservations. */
export const codePattern = /[A-Z]{3}-[0-9A-HJKMNP-TV-Z]{6}(?![0-9A-Za-z])/g

/** One thing that a product said, with the request that it said it to. */
export interface Entry {
  /** As the contract names it: `createReservation`, `Query.cenote`, `OCTO confirmBooking`, `mail about CEN-ABC123`. */
  readonly operation: string
  /** Which of the operation's entries it is, the same in every recording. */
  readonly step: string
  readonly request: Json
  /** Absent where nothing was requested, as for a mail. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

export interface Recording {
  readonly startedAt: number
  readonly endedAt: number
  readonly entries: readonly Entry[]
  /** Operations of the product's own documents that never succeeded. */
  readonly withoutSuccess: readonly string[]
}
