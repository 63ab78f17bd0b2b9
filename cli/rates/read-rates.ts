import { OperatorErrors } from '../../platform/process/operator-error.ts'

/** The content of a rates file, in the form of the cenote list's `currency`. */
export interface RatesFile {
  readonly rates: readonly { readonly currency: string; readonly micros: number }[]
  /** When the rates were published; null for now. */
  readonly lastUpdated: Date | null
}

/** Everything that is wrong with a file of rates. */
export class UnusableRates extends OperatorErrors {}

const million = 1_000_000
const base = 'MXN'
const known = new Set(Intl.supportedValuesOf('currency'))

/**
 * Reads `{"base": "MXN", "rates": {"USD": 0.054}, "lastUpdated": "2026-01-31T12:00:00Z"}`; a rate is the amount of that
 * currency for one peso, stored in millionths. Throws UnusableRates with every invalid field.
 */
export function readRates(text: string, now: Date): RatesFile {
  const file = parsed(text)
  const fieldErrors: string[] = []
  const rates = isRecord(file.rates) ? Object.entries(file.rates) : []
  if (file.base !== base) fieldErrors.push(`base: must be "${base}"`)
  if (rates.length === 0) fieldErrors.push('rates: must be an object of at least one currency and its rate')
  for (const [currency, rate] of rates) {
    const fieldError = fieldErrorIn(currency, rate)
    if (fieldError) fieldErrors.push(`rates.${currency}: ${fieldError}`)
  }
  const { lastUpdated = null } = file
  const at = typeof lastUpdated === 'string' ? new Date(lastUpdated) : null
  if (lastUpdated !== null && (at === null || Number.isNaN(at.getTime())))
    fieldErrors.push('lastUpdated: must be an instant, ISO 8601')
  else if (at !== null && at > now) fieldErrors.push('lastUpdated: must not be in the future')
  if (fieldErrors.length > 0) throw new UnusableRates(fieldErrors)
  return {
    rates: rates.map(([currency, rate]) => ({ currency, micros: Math.round((rate as number) * million) })),
    lastUpdated: at,
  }
}

function fieldErrorIn(currency: string, rate: unknown): string | undefined {
  if (!known.has(currency)) return 'is no currency of ISO 4217'
  if (typeof rate !== 'number' || !(rate >= 1 / million) || rate > million)
    return `must be a number from ${(1 / million).toFixed(6)} to ${million}`
  return currency === base && rate !== 1 ? 'must be 1' : undefined
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnusableRates(['the file is not JSON'])
  }
  if (!isRecord(value)) throw new UnusableRates(['the file must hold an object'])
  return value
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
