import { validationError } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import type { PriceList } from '../price-list/index.ts'
import { exchangeRatesForm, type ExchangeRatesForm } from './form.ts'
import { findRates, replaceRates } from './repository.ts'

const million = 1_000_000

/** Exchange rates as operators change them. */
export const exchangeRates: PriceList<ExchangeRatesForm> = {
  id: 'exchange_rates',
  type: 'EXCHANGE_RATES',
  tables: ['exchange_rate'],
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
    if (Object.keys(fields).length > 0) throw validationError(fields)
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
