import type { Clock } from '../../platform/clock.ts'
import type { Identity } from '../../platform/identity.ts'
import { languageOf, type Language } from '../../platform/i18n.ts'
import type { Database } from './database.ts'
import { createLoaders } from './loaders.ts'

/** What the resolvers of one request share. */
export interface Context {
  readonly identity: Identity
  readonly language: Language
  readonly clock: Clock
  /** The environment's own. */
  readonly database: Database
  readonly loaders: ReturnType<typeof createLoaders>
}

export const createContext = (identity: Identity, database: Database, clock: Clock): Context => ({
  identity,
  language: languageOf(identity.locale),
  clock,
  database,
  loaders: createLoaders(database),
})
