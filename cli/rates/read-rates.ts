import { isObject } from '../../platform/values/json.ts'
import { OperatorErrors } from '../../platform/process/operator-error.ts'
import { fieldErrorText } from '../../schema/field-errors.ts'
import { exchangeRateForm, type ExchangeRatesForm } from '../../subgraphs/pricing/currency/exchange-rates.ts'

/** The content of a rates file, in the form of the cenote list's `currency`. */
export interface RatesFile {
  readonly rates: readonly { readonly currency: string; readonly rate: number }[]
  /** When the rates were published; null for now. */
  readonly lastUpdated: Date | null
}

/** Everything that is wrong with a file of rates. */
export class UnusableRates extends OperatorErrors {}

const base = 'MXN'

/**
 * Reads `{"base": "MXN", "rates": {"USD": 0.054}, "lastUpdated": "2026-01-31T12:00:00Z"}`; a rate is the amount of that
 * currency for one peso. Throws UnusableRates with every invalid field.
 */
export function readRates(text: string, now: Date): RatesFile {
  const file = parsed(text)
  const fieldErrors: string[] = []
  const rates = isObject(file.rates) ? Object.entries(file.rates) : []
  if (file.base !== base) fieldErrors.push(`base: must be "${base}"`)
  if (rates.length === 0) fieldErrors.push('rates: must be an object of at least one currency and its rate')
  for (const [currency, rate] of rates) {
    for (const fieldError of Object.values(exchangeRateForm.errors({ currency, rate })).flat())
      fieldErrors.push(`rates.${currency}: ${fieldErrorText(fieldError, 'en')}`)
  }
  const { lastUpdated = null } = file
  const at = typeof lastUpdated === 'string' ? new Date(lastUpdated) : null
  if (lastUpdated !== null && (at === null || Number.isNaN(at.getTime())))
    fieldErrors.push('lastUpdated: must be an instant, ISO 8601')
  else if (at !== null && at > now) fieldErrors.push('lastUpdated: must not be in the future')
  if (fieldErrors.length > 0) throw new UnusableRates(fieldErrors)
  return {
    rates: rates.map(([currency, rate]) => ({ currency, rate: rate as number })),
    lastUpdated: at,
  }
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnusableRates(['the file is not JSON'])
  }
  if (!isObject(value)) throw new UnusableRates(['the file must hold an object'])
  return value
}

/** All rates as they will be: those of the file, and present ones of other currencies. */
export function withRates({ rates, lastUpdated }: RatesFile, present: ExchangeRatesForm, now: Date): ExchangeRatesForm {
  const named = new Set(rates.map(({ currency }) => currency))
  const updatedAt = (lastUpdated ?? now).toISOString()
  return {
    rates: [
      ...present.rates.filter(({ currency }) => !named.has(currency)),
      ...rates.map((rate) => ({ ...rate, updatedAt })),
    ],
  }
}
