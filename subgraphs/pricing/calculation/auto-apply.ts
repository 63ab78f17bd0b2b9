import { isLocalDate } from '../../../platform/values/clock.ts'
import { requireValid } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { maxPeople } from '../age-configuration/index.ts'
import { applyRules } from '../discount/index.ts'
import type { AutomaticDiscounts, AutomaticDiscountsInput } from '../generated/resolvers.ts'
import { adultCents, type PricedItem } from '../item.ts'
import { maxCents } from '../money.ts'
import type { CalculationContext } from './context.ts'
import { eligibilitiesOf, visitInstant } from './circumstances.ts'

/** Automatic discounts on the entrance of some adults. Error: ERROR_VALIDACION. */
export async function autoApply(
  cenote: PricedItem,
  { date, totalPeople, residency }: AutomaticDiscountsInput,
  context: CalculationContext,
): Promise<AutomaticDiscounts> {
  const fields: FieldErrors = {}
  if (!isLocalDate(date)) fields.date = [{ code: 'NOT_A_DATE' }]
  if (totalPeople < 1 || totalPeople > maxPeople)
    fields.totalPeople = [{ code: 'OUT_OF_RANGE', min: 1, max: maxPeople }]
  const subtotalCents = adultCents(cenote) * totalPeople
  if (subtotalCents > maxCents) fields.totalPeople = [{ code: 'PRICE_TOO_LARGE' }]
  requireValid(fields)
  const eligibilities = eligibilitiesOf(context, { residency: residency ?? null })
  const rules = await context.book.rules()
  const occasion = { at: visitInstant(date), eligibilities, people: totalPeople }
  const applied = applyRules(rules.of('cenote', cenote.id, occasion), {
    ...occasion,
    subtotalCents,
    transportCents: 0,
    toDisplay: (cents) => cents,
  })
  const { language } = context
  return {
    discounts: applied.automatic.map(({ rule, amountCents }) => ({
      ruleId: rule.id,
      name: rule.name[language],
      description: rule.description[language],
      type: rule.discountType,
      value: rule.value,
      amountCents,
    })),
    totalCents: applied.automatic.reduce((sum, { amountCents }) => sum + amountCents, 0),
    currency: 'MXN',
  }
}
