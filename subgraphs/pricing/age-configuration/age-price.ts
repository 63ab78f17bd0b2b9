import { proportionOf } from '../money/index.ts'

const wholeMultiplier = 10_000

/** What some people of an age category pay, in whole cents, from the price of an adult. */
export const agePrice = (adultCents: number, quantity: number, multiplier: number): number =>
  proportionOf(quantity * adultCents, multiplier, wholeMultiplier)
