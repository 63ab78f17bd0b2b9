import type { Context } from '../context.ts'
import type { CurrencyReads } from './cached.ts'

/** What exchange rates need of a request. */
export interface CurrencyContext extends Context {
  readonly book: Pick<CurrencyReads, 'rates'>
}
