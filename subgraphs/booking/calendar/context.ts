import type { CursorCodec } from '../../../platform/trust/cursor.ts'
import type { AvailabilityLoaders } from '../availability/index.ts'
import type { Context } from '../context.ts'
import type { Upstream } from '../upstream/index.ts'
import type { CalendarLoaders } from './loaders.ts'

/** The context of the administration of calendars. */
export interface CalendarContext extends Context {
  readonly services: {
    readonly upstream: Pick<
      Upstream,
      'cenote' | 'tour' | 'applyDeactivation' | 'applySchedule' | 'applyDepartures' | 'applyTourDeactivation'
    >
    readonly horizonDays: number
  }
  readonly cursors: CursorCodec
  readonly calendar: CalendarLoaders
  readonly availability: AvailabilityLoaders
}
