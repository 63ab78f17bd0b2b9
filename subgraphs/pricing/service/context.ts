import type { Context } from '../context.ts'
import type { ServiceReads } from './cached.ts'

/** What services need of a request. */
export interface ServiceContext extends Context {
  readonly book: ServiceReads
}
