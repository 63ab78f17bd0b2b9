/**
 * The one place where pricing rounds, always to whole cents and half a cent up. What is rounded: each amount of MXN
 * that is converted to the display currency, each age line, each percentage, and the cost of a distance. Everything
 * after that is sums and differences of whole cents, so every identity of a calculation is exact.
 */
export const roundHalfUp = (cents: number): number => Math.floor(cents + 0.5)

/** `parts` of `whole` of an amount in whole cents; exact, for it divides integers. */
export const proportionOf = (cents: number, parts: number, whole: number): number =>
  Math.floor((cents * parts + whole / 2) / whole)

/** Percentage points of an amount. */
export const percentOf = (cents: number, percent: number): number => proportionOf(cents, percent, 100)

/** GraphQL's integers end here, and so do prices. */
export const maxCents = 2_147_483_647

/** How much of a currency one MXN buys, in millionths. */
export type RateMicros = number

const million = 1_000_000

/** Of MXN itself, in which prices are set. */
export const mxnMicros: RateMicros = million

/** Converts cents of MXN to whole cents of a currency. */
export const convert = (cents: number, rate: RateMicros): number =>
  rate === million ? cents : proportionOf(cents, rate, million)
