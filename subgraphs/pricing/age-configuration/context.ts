import type { Context } from '../context.ts'
import type { AgeConfigurationReads } from './cached.ts'

/** What age configurations need of a request. */
export interface AgeConfigurationContext extends Context {
  readonly book: AgeConfigurationReads
}
