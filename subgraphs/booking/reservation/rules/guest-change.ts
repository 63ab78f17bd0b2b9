import { ages } from '../../../../schema/ages.ts'
import type { Reservation } from '../reservation.ts'
import { isSameValue } from './same-value.ts'

const members = [
  'productId',
  'productType',
  'productNames',
  'visitDate',
  'visitTime',
  'timezone',
  'transport',
  ...ages,
] as const satisfies readonly (keyof Reservation)[]

/** The part of a reservation whose changes are mailed to its guest: the day, hour, product, party and pickup. */
export type GuestFacingVisit = Pick<Reservation, (typeof members)[number]> & {
  /** ISO 8601. */
  readonly visitAt: string
}

export const guestFacingVisit = (reservation: Reservation): GuestFacingVisit => ({
  ...(Object.fromEntries(members.map((name) => [name, reservation[name]])) as Pick<
    Reservation,
    (typeof members)[number]
  >),
  visitAt: reservation.visitAt.toISOString(),
})

/** Whether there is nothing to mail. A renamed product alone, or another price of the pickup, is nothing. */
export const isSameToGuest = (before: GuestFacingVisit, after: GuestFacingVisit): boolean =>
  isSameValue(compared(before), compared(after))

function compared({ productNames, transport, ...visit }: GuestFacingVisit): object {
  const { meetingPoint, option, pickup, minutesBefore } = transport ?? {}
  return { ...visit, meetingPointId: meetingPoint?.id, option, pickup, minutesBefore }
}
