import { mapInTurns, turn } from '../../../platform/process/turn.ts'
import { datesBetween, daysBetween, isLocalDate } from '../../../platform/values/clock.ts'
import { byCategory } from '../../../schema/ages.ts'
import { validationError } from '../../../schema/errors.ts'
import { errorsOfInput, partyErrors, peopleIn, type AgeConfiguration, type Party } from '../age-configuration/index.ts'
import type { DiscountRule } from '../discount/index.ts'
import type { DailyPricesInput, DayPrices, GuestPrice } from '../generated/resolvers.ts'
import { adultCents, type PricedItem } from '../item.ts'
import { maxCents, mxnMicros } from '../money.ts'
import type { ProductType } from '../transport/index.ts'
import type { CalculationContext } from './context.ts'
import { eligibilitiesOf, visitInstant } from './circumstances.ts'
import { calculatePrice, type PriceData } from './rules/price.ts'

const maxDays = 366

type PricesOfDay = Pick<DayPrices, 'units' | 'party'>

/**
 * Prices of each day of a range (docs/partner-api/pricing.md#prices-by-day). A day to which the same rules apply as to
 * the day before has its prices. Error: ERROR_VALIDACION.
 */
export async function dailyPrices(
  productType: ProductType,
  item: PricedItem,
  { startDate, endDate, party: counts }: DailyPricesInput,
  context: CalculationContext,
): Promise<DayPrices[]> {
  requireRange(startDate, endDate)
  const { book } = context
  const [configurations, automaticRules, charges] = await Promise.all([
    book.ageConfigurations(item.id),
    book.rules(),
    book.charges(),
  ])
  // A list has the prices of many products, whose rules are read at once.
  if (turn.isOver) await turn.next()
  const party = counts ? byCategory((category) => counts[category]) : null
  if (party) requirePriceable(party, configurations)
  const eligibilities = eligibilitiesOf(context, {})
  const sold = configurations.filter(({ isActive }) => isActive)
  // The rules for a party include those for one person; a price takes what applies to its own people.
  const people = party ? peopleIn(party) : 1
  const facts = {
    baseCents: adultCents(item),
    configurations,
    services: [],
    transport: null,
    coupon: null,
    eligibilities,
    ...charges,
    rateMicros: mxnMicros,
  }
  const pricesBy = (rules: readonly DiscountRule[], at: Date): PricesOfDay => {
    const priceOf = (priced: Party, field: string): GuestPrice =>
      guestPrice({ ...facts, party: priced, rules, at }, field)
    return {
      units: sold.map(({ category }) => ({
        category,
        price: priceOf(onePerson[category], `units.${category}`),
      })),
      party: party && priceOf(party, 'party'),
    }
  }
  let latest: { readonly rules: readonly DiscountRule[]; readonly prices: PricesOfDay } | undefined
  return mapInTurns(datesBetween(startDate, endDate), (date): DayPrices => {
    const at = visitInstant(date)
    const rules = automaticRules.of(productType, item.id, { at, eligibilities, people })
    if (!latest || !areSame(latest.rules, rules)) latest = { rules, prices: pricesBy(rules, at) }
    return { date, feesCents: charges.feesCents, ...latest.prices }
  })
}

const onePerson = byCategory((alone) => byCategory((category) => (category === alone ? 1 : 0)))

const areSame = (some: readonly DiscountRule[], others: readonly DiscountRule[]): boolean =>
  some.length === others.length && some.every((rule, index) => rule === others[index])

/** The price with and without its rules; `field` is at fault when it exceeds the maximum. */
function guestPrice(facts: PriceData, field: string): GuestPrice {
  const { originalCents, totalCents, taxes } = calculatePrice(facts)
  if (originalCents > maxCents) throw validationError({ [field]: [{ code: 'PRICE_TOO_LARGE' }] })
  return { originalCents, retailCents: totalCents, currency: 'MXN', taxes: [...taxes] }
}

function requireRange(startDate: string, endDate: string): void {
  for (const [name, date] of Object.entries({ startDate, endDate }))
    if (!isLocalDate(date)) throw validationError({ [name]: [{ code: 'NOT_A_DATE' }] })
  if (endDate < startDate) throw validationError({ endDate: [{ code: 'BEFORE', field: 'startDate' }] })
  if (daysBetween(startDate, endDate) >= maxDays)
    throw validationError({ endDate: [{ code: 'TOO_MANY_DAYS', max: maxDays }] })
}

/** Minors alone have a price, though they cannot be booked. */
function requirePriceable(party: Party, configurations: readonly AgeConfiguration[]): void {
  const errors = partyErrors(party, configurations).filter(({ code }) => code !== 'ADULT_REQUIRED')
  if (errors.length > 0) throw validationError(errorsOfInput(errors, 'party'))
}
