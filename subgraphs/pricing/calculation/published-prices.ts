import { localDateTime } from '../../../platform/values/clock.ts'
import { validationError } from '../../../schema/errors.ts'
import { agePrice, maxPeople, type Category } from '../age-configuration/index.ts'
import { groupDiscounts, type GroupDiscount } from '../discount/index.ts'
import type { PriceSummary } from '../generated/resolvers.ts'
import { adultCents, isActiveItem, type PricedItem } from '../item.ts'
import { maxCents } from '../money.ts'
import type { CalculationContext } from './context.ts'
import { eligibilitiesOf, visitInstant } from './circumstances.ts'

/** The prices of a cenote or tour as the gateway hands them over: that of an adult, which the catalog owns. */
export interface PricedPeople {
  readonly productId: string
  readonly adultCents: number
}

interface PublishedPrice {
  readonly cents: number
  readonly isSold: boolean
}

/** The price of one child. */
export const childCents = async (people: PricedPeople, context: CalculationContext): Promise<number> =>
  (await publishedPrice(people, 'child', context)).cents

/** The price of one senior; null where none is sold. */
export async function seniorCents(people: PricedPeople, context: CalculationContext): Promise<number | null> {
  const { cents, isSold } = await publishedPrice(people, 'senior', context)
  return isSold ? cents : null
}

/** The price of one child or senior: the very amount that a calculation charges for one. */
async function publishedPrice(
  { productId, adultCents }: PricedPeople,
  category: Extract<Category, 'child' | 'senior'>,
  { book }: CalculationContext,
): Promise<PublishedPrice> {
  const configuration = (await book.ageConfigurations(productId)).find((candidate) => candidate.category === category)
  if (!configuration) throw new Error(`There is no age configuration for ${category}`)
  return { cents: agePrice(adultCents, 1, configuration.multiplier), isSold: configuration.isActive }
}

/** The discounts that groups get automatically for a visit to a cenote today, UTC. */
export async function publishedGroupDiscounts(
  { productId, adultCents }: PricedPeople,
  context: CalculationContext,
): Promise<GroupDiscount[]> {
  const rules = await context.book.rules()
  const eligibilities = eligibilitiesOf(context, {})
  const at = visitInstant(localDateTime(context.clock.now(), 'UTC').date)
  return groupDiscounts(rules, productId, adultCents, { at, eligibilities })
}

/** Price of some adults without anything else (docs/partner-api/pricing.md). Error: ERROR_VALIDACION. */
export function summarize(item: PricedItem, people: number): PriceSummary {
  const basePriceCents = adultCents(item)
  if (people < 1 || people > maxPeople)
    throw validationError({ people: [{ code: 'OUT_OF_RANGE', min: 1, max: maxPeople }] })
  const totalCents = basePriceCents * people
  if (totalCents > maxCents) throw validationError({ people: [{ code: 'PRICE_TOO_LARGE' }] })
  return { isActive: isActiveItem(item), basePriceCents, totalCents, currency: 'MXN' }
}
