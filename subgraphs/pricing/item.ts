import { apiError } from '../../schema/errors.ts'
import type { MeetingPoint, Point } from './transport/index.ts'

/** An entry of the meeting points of a cenote or tour; a pickup zone only describes a zone to people. */
interface CatalogMeetingPoint extends MeetingPoint {
  readonly type: 'MEETING_POINT' | 'PICKUP_ZONE'
  readonly isActive: boolean
}

/** A cenote or tour as the gateway passes it, with the fields that `@requires` names. */
export interface PricedItem {
  readonly id: string
  readonly isActive?: boolean
  readonly pricing?: { readonly adultCents: number }
  /** Cenotes only; needed when transport is requested. */
  readonly position?: Point
  /** Of a tour, and in `stopSchedule` of a cenote; needed when no day is named. */
  readonly timezone?: string
  readonly stopSchedule?: { readonly timezone: string }
  /** Needed when a meeting point is named. */
  readonly meetingPoints?: readonly CatalogMeetingPoint[]
}

/**
 * The adult price, which the catalog stores and pricing receives (docs/decisions/0201-ownership-of-availability-and-prices.md).
 */
export function adultCents({ pricing }: PricedItem): number {
  if (!pricing) throw new Error('The adult price of an item was not handed over')
  return pricing.adultCents
}

/** The time zone of a cenote or tour, which the catalog stores and pricing receives. */
export function timeZoneOf({ timezone, stopSchedule }: PricedItem): string {
  const timeZone = timezone ?? stopSchedule?.timezone
  if (timeZone === undefined) throw new Error('The time zone of an item was not handed over')
  return timeZone
}

/** Whether a cenote or tour is active, which the catalog stores and pricing receives. */
export function isActiveItem({ isActive }: { readonly isActive?: boolean }): boolean {
  if (isActive === undefined) throw new Error('Whether an item is active was not handed over')
  return isActive
}

/** An active meeting point of a cenote or tour. Error: MEETING_POINT_NOT_FOUND. */
export function meetingPointOf({ meetingPoints }: PricedItem, id: string): MeetingPoint {
  if (!meetingPoints) throw new Error('The meeting points of an item were not handed over')
  const found = meetingPoints.find((point) => point.id === id.toLowerCase())
  if (!found?.isActive || found.type !== 'MEETING_POINT')
    throw apiError('MEETING_POINT_NOT_FOUND', { meetingPointId: id })
  return found
}
