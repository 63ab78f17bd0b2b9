import type { Context } from '../context.ts'
import type { Upstream } from '../upstream/index.ts'
import type { AvailabilityLoaders } from './loaders.ts'

/** The context of availability. */
export interface AvailabilityServices {
  readonly upstream: Pick<Upstream, 'cenote'>
  /** How many days from today visits can be booked. */
  readonly horizonDays: number
}

export interface AvailabilityContext extends Context {
  readonly services: AvailabilityServices
  readonly availability: AvailabilityLoaders
}
