import type { Administrator } from '../../platform/postgres/changes.ts'
import type { CursorCodec } from '../../platform/trust/cursor.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Language } from '../../platform/values/i18n.ts'
import type { Database } from './database.ts'

/** The context of every feature in one request. Each feature declares what else it needs: facts of the price book, loaders. */
export interface Context {
  readonly identity: Identity
  readonly language: Language
  readonly clock: Clock
  /** The environment's own. */
  readonly database: Database
  readonly cursors: CursorCodec
  /** Facts have changed: those in memory are not used until the change was read. */
  readonly factsChanged: () => void
  /** Names the work of a request under an Idempotency-Key. */
  readonly operation?: string
}

/** The context of a feature that reads some facts of the price book. */
export type BookContext<Facts> = Context & { readonly book: Facts }

/** Who changes prices, and where. */
export const administrator = ({ database: { pool }, identity, operation }: Context): Administrator => ({
  pool,
  identity,
  operation,
})
