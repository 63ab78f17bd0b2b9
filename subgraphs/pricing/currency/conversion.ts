import { proportionOf } from '../money/index.ts'

/** How much of a currency one MXN buys, in millionths. */
export type RateMicros = number

const million = 1_000_000

/** Converts cents of MXN to whole cents of a currency. */
export const convert = (cents: number, rate: RateMicros): number =>
  rate === million ? cents : proportionOf(cents, rate, million)
