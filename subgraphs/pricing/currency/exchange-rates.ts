import { Type, type Static } from 'typebox'
import { Form } from '../../../platform/values/form-fields.ts'
import { requireValid } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm, namedTwice } from '../../shared/form.ts'
import { Instant } from '../form-parts.ts'
import type { PriceList } from '../price-list/index.ts'
import type { CurrencyReads } from './cached.ts'
import { findRates, replaceRates } from './repository.ts'

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

const exchangeRatesForm = compileForm(exchangeRatesSchema, ({ rates }) => {
  const currencies = rates.map(({ currency }) => currency)
  const fields: FieldErrors = namedTwice('rates', currencies, 'currency')
  const missing = displayCurrencies.filter((currency) => !currencies.includes(currency))
  if (missing.length > 0) fields['rates'] = [{ code: 'NAMES_NO', names: missing.join(', ') }]
  for (const [index, rate] of rates.entries())
    for (const [member, errors] of Object.entries(rateErrors(rate))) fields[`rates.${index}.${member}`] = errors
  return fields
})

const million = 1_000_000

/** Exchange rates as operators change them. */
export const exchangeRates: PriceList<ExchangeRatesForm> = {
  id: 'exchange_rates',
  type: 'exchange_rates',
  form: exchangeRatesForm,
  settle({ rates }, before, now) {
    const present = new Map(before.rates.map((stored) => [stored.currency, stored]))
    const fields: FieldErrors = {}
    const settled = rates.map(({ currency, rate: given, updatedAt }, index) => {
      const rate = Math.round(given * million) / million
      const stored = present.get(currency)
      // The present time of a rate that stays is in order, whatever clock set it.
      if (updatedAt !== undefined && updatedAt !== stored?.updatedAt && new Date(updatedAt) > now)
        fields[`rates.${index}.updatedAt`] = [{ code: 'IN_THE_FUTURE' }]
      const at = updatedAt ?? (stored?.rate === rate ? stored.updatedAt : undefined)
      return { currency, rate, updatedAt: (at === undefined ? now : new Date(at)).toISOString() }
    })
    requireValid(fields)
    return { rates: settled.sort((a, b) => (a.currency < b.currency ? -1 : 1)) }
  },
  read: async (database) => ({
    rates: (await findRates(database)).map(({ currency, micros, updatedAt }) => ({
      currency,
      rate: micros / million,
      updatedAt: updatedAt.toISOString(),
    })),
  }),
  write: (client, { rates }) =>
    replaceRates(
      client,
      rates.map(({ currency, rate, updatedAt }) => ({ currency, micros: Math.round(rate * million), updatedAt })),
    ),
}

/** Rates as the contract has them. */
export interface ShownRates {
  readonly base: string
  readonly rates: { currency: string; rate: number }[]
  readonly lastUpdated: Date
}

export async function shownRates(book: Pick<CurrencyReads, 'rates'>): Promise<ShownRates> {
  const rates = await book.rates()
  return {
    base: 'MXN',
    rates: rates.map(({ currency, micros }) => ({ currency, rate: micros / million })),
    lastUpdated: new Date(Math.max(...rates.map(({ updatedAt }) => updatedAt.getTime()))),
  }
}
