import type { CurrencyReads } from './cached.ts'

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
    rates: rates.map(({ currency, micros }) => ({ currency, rate: micros / 1_000_000 })),
    lastUpdated: new Date(Math.max(...rates.map(({ updatedAt }) => updatedAt.getTime()))),
  }
}
