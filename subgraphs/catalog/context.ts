import type { CursorCodec } from '../../platform/trust/cursor.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Language } from '../../platform/values/i18n.ts'
import type { Database } from './database.ts'

/** What every feature can use in one request. Each declares for itself what it needs besides: loaders, cached counts. */
export interface Context {
  readonly identity: Identity
  readonly language: Language
  /** The catalog of the caller's environment; there is no way to the other one. */
  readonly database: Database
  readonly cursors: CursorCodec
}
