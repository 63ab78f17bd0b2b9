import type { CenoteCalendarQuery, TourCalendarQuery } from '../../generated/operations.ts'

type CenoteDay = NonNullable<CenoteCalendarQuery['cenote']>['availability']['days'][number]
type TourDay = NonNullable<TourCalendarQuery['tour']>['availability']['days'][number]

/** A day of a cenote or a tour. */
export type CalendarDay = CenoteDay | TourDay

export type Calendar = CenoteCalendarQuery['calendar']
export type SlotOverride = Calendar['slotOverrides'][number]
