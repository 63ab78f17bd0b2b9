import type DataLoader from 'dataloader'
import type { Clock } from '../../platform/values/clock.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { languageOf, type Language } from '../../platform/values/i18n.ts'
import type { Seal } from '../../platform/trust/seal.ts'
import type { Coupon } from './coupon/index.ts'
import type { Database } from './database.ts'
import { createCouponLoader, type PriceBook } from './loaders.ts'

/** What the resolvers of one request share. */
export interface Context {
  readonly identity: Identity
  readonly language: Language
  readonly clock: Clock
  /** The environment's own. */
  readonly database: Database
  readonly book: PriceBook
  readonly coupons: DataLoader<string, Coupon | null>
  /** Of the prices that we promise. */
  readonly quotes: Seal
}

export const createContext = (
  identity: Identity,
  { database, book, clock, quotes }: Pick<Context, 'database' | 'book' | 'clock' | 'quotes'>,
): Context => ({
  identity,
  language: languageOf(identity.locale),
  clock,
  database,
  book,
  coupons: createCouponLoader(database),
  quotes,
})
