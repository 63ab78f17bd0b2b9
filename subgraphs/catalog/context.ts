import type { CursorCodec } from '../../platform/trust/cursor.ts'
import { languageOf, type Language } from '../../platform/values/i18n.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { cenoteLoaders, type CenoteLoaders } from './cenote/index.ts'
import type { Database } from './database.ts'
import type { CachedCounts } from './cached-counts.ts'
import { locationLoaders, type LocationLoaders } from './location/index.ts'
import { reviewLoaders, type ReviewLoaders } from './review/index.ts'
import { tourLoaders, type TourLoaders } from './tour/index.ts'

/** What the resolvers of one request share. */
export interface Context {
  readonly identity: Identity
  readonly language: Language
  /** The catalog of the caller's environment; there is no way to the other one. */
  readonly database: Database
  readonly counts: CachedCounts
  readonly cursors: CursorCodec
  readonly loaders: CenoteLoaders & LocationLoaders & ReviewLoaders & TourLoaders
}

export function createContext(
  identity: Identity,
  database: Database,
  counts: CachedCounts,
  cursors: CursorCodec,
): Context {
  const language = languageOf(identity.locale)
  return {
    identity,
    language,
    database,
    counts,
    cursors,
    loaders: {
      ...cenoteLoaders(database),
      ...locationLoaders(database),
      ...reviewLoaders(database),
      ...tourLoaders(database, language),
    },
  }
}
