import { Type, type Static } from 'typebox'
import { Form } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../../schema/form.ts'
import { Instant, namedTwice } from '../form-parts.ts'

const known = new Set(Intl.supportedValuesOf('currency'))
/** Prices are set in the first, and shown in all of these. */
const displayCurrencies = ['MXN', 'USD']

const exchangeRateSchema = Form({
  currency: Type.Refine(
    Type.String({ description: 'Its currency, ISO 4217.' }),
    (currency) => known.has(currency),
    () => 'NOT_A_CURRENCY',
  ),
  rate: Type.Number({ minimum: 1e-6, maximum: 1e6, description: 'How much of it one peso buys.' }),
  updatedAt: Type.Optional(Instant('When it was published; now when absent.')),
})

const rateErrors = ({ currency, rate }: Static<typeof exchangeRateSchema>): FieldErrors =>
  currency === 'MXN' && rate !== 1 ? { rate: [{ code: 'NOT_ONE_OF', values: 1 }] } : {}

/** One rate. */
export const exchangeRateForm = compileForm(exchangeRateSchema, rateErrors)

/** Exchange rates as an operator describes them. */
export const exchangeRatesSchema = Form({
  rates: Type.Array(exchangeRateSchema, {
    maxItems: 200,
    description: 'A rate for each currency, MXN and USD among them.',
  }),
})

export type ExchangeRatesForm = Static<typeof exchangeRatesSchema>

export const exchangeRatesForm = compileForm(exchangeRatesSchema, ({ rates }) => {
  const currencies = rates.map(({ currency }) => currency)
  const fields: FieldErrors = namedTwice('rates', 'currency', currencies)
  const missing = displayCurrencies.filter((currency) => !currencies.includes(currency))
  if (missing.length > 0) fields['rates'] = [{ code: 'NAMES_NO', names: missing.join(', ') }]
  for (const [index, rate] of rates.entries())
    for (const [member, errors] of Object.entries(rateErrors(rate))) fields[`rates.${index}.${member}`] = errors
  return fields
})
