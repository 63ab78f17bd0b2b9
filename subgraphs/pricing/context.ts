import type DataLoader from 'dataloader'
import type { Clock } from '../../platform/clock.ts'
import type { Identity } from '../../platform/identity.ts'
import { languageOf, type Language } from '../../platform/i18n.ts'
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
}

export const createContext = (identity: Identity, database: Database, book: PriceBook, clock: Clock): Context => ({
  identity,
  language: languageOf(identity.locale),
  clock,
  database,
  book,
  coupons: createCouponLoader(database),
})
