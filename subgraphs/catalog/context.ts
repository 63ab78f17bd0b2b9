import type { Administrator } from '../../platform/postgres/changes.ts'
import type { CursorCodec } from '../../platform/trust/cursor.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Language } from '../../platform/values/i18n.ts'
import type { Database } from './database.ts'

/** The context of every feature in one request. Each feature declares what else it needs: loaders, cached counts. */
export interface Context {
  readonly identity: Identity
  readonly language: Language
  /** The catalog of the caller's environment; the other one is out of reach. */
  readonly database: Database
  readonly cursors: CursorCodec
  /** Where the product is reached, for pictures that it has itself. */
  readonly publicUrl: string
  /** Forgets what was read, because it has changed; what is cached is not used until the change was read. */
  readonly forgetReads: () => void
  /** Names the work of a request under an Idempotency-Key. */
  readonly operation?: string
}

/** Who changes the catalog, and where. */
export const administrator = ({ database: { pool }, identity, operation }: Context): Administrator => ({
  pool,
  identity,
  operation,
})
