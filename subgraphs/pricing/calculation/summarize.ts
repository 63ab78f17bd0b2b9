import { validationError } from '../../../schema/errors.ts'
import { maxPeople } from '../age-configuration/index.ts'
import type { PriceSummary } from '../generated/resolvers.ts'
import { isActiveItem } from '../item-state.ts'
import { maxCents } from '../money/index.ts'
import { adultCents, type PricedItem } from './calculate.ts'

/** Price of some adults without anything else (docs/partner-api/pricing.md#summary). Error: ERROR_VALIDACION. */
export function summarize(item: PricedItem, people: number): PriceSummary {
  const basePriceCents = adultCents(item)
  if (people < 1 || people > maxPeople)
    throw validationError({ people: [{ code: 'OUT_OF_RANGE', min: 1, max: maxPeople }] })
  const totalCents = basePriceCents * people
  if (totalCents > maxCents) throw validationError({ people: [{ code: 'PRICE_TOO_LARGE' }] })
  return { isActive: isActiveItem(item), basePriceCents, totalCents, currency: 'MXN' }
}
