import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { Clock } from '../../../platform/values/clock.ts'
import type { Context } from '../context.ts'
import type { SettingsReader } from './reader.ts'

/** The context of the settings of partners. */
export interface SettingsContext extends Context {
  readonly services: { readonly settings: PerEnvironment<SettingsReader>; readonly clock: Clock }
}
