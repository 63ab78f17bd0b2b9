import { timeText } from '../../../../platform/values/display.ts'
import { localNow } from '../../components/local-date.ts'
import type { GateReservationFragment } from '../../generated/operations.ts'
import type { GateCenote } from '../session.ts'
import { minutesOf, type ArrivalFacts, type LocalMoment } from './verdict.ts'

export interface Entrance {
  /** The cenote of this entrance; empty for all. */
  readonly cenoteId: string
  readonly cenotes: readonly GateCenote[]
  readonly isSandbox: boolean
}

/** The facts of a reservation at an entrance, of which `dueCents` are still to be paid. */
export function arrivalFacts(
  reservation: GateReservationFragment,
  { cenoteId, cenotes, isSandbox }: Entrance,
  { dueCents, isCheckedInHere }: Pick<ArrivalFacts, 'dueCents' | 'isCheckedInHere'>,
  now = new Date(),
): ArrivalFacts {
  const { status, product, visitDate, visitTime, timezone, transport, checkIn, tickets, cancellation } = reservation
  const start = { date: visitDate, time: visitTime }
  const hereId = cenoteId || product.id
  const stops = 'stops' in product ? product.stops.filter((stop) => stop.cenoteId === hereId) : []
  const visitsHere = product.id === hereId || ('cenotes' in product && product.cenotes.some(({ id }) => id === hereId))
  const meetingPoint = transport?.meetingPoint?.coordinates
  const location = cenotes.find(({ id }) => id === hereId)?.location
  const meetsHere = !!meetingPoint && !!location && kilometresBetween(meetingPoint, location) <= entranceKilometres
  return {
    status,
    isHoldExpired: cancellation.reason === 'HOLD_EXPIRED',
    visitDate,
    now: localNow(timezone, now),
    expected: [
      start,
      ...stops.map(({ offsetMinutes }) => later(start, offsetMinutes)),
      ...(transport && meetsHere ? [{ date: transport.pickup.date, time: transport.pickup.time }] : []),
    ],
    isHere: visitsHere || stops.length > 0 || meetsHere,
    dueCents,
    tickets,
    arrivedAt: checkIn && status === 'IN_PROGRESS' ? timeText(checkIn.checkedInAt, timezone) : null,
    isCheckedInHere,
    isSandbox,
  }
}

/** A meeting point this near is the entrance itself. */
const entranceKilometres = 0.2
const kilometresOfDegree = 111.2

interface Position {
  readonly latitude: number
  readonly longitude: number
}

/** Accurate for places near each other. */
function kilometresBetween(one: Position, other: Position): number {
  const narrowing = Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * narrowing) * kilometresOfDegree
}

function later(moment: LocalMoment, minutes: number): LocalMoment {
  const text = new Date((minutesOf(moment) + minutes) * 60_000).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}
