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

/** The part of a reservation whose changes its guest is told: the day, hour, product, party and pickup. */
export type ToldVisit = Pick<Reservation, (typeof members)[number]> & {
  /** ISO 8601. */
  readonly visitAt: string
}

export const toldVisit = (reservation: Reservation): ToldVisit => ({
  ...(Object.fromEntries(members.map((name) => [name, reservation[name]])) as Pick<
    Reservation,
    (typeof members)[number]
  >),
  visitAt: reservation.visitAt.toISOString(),
})

/** Whether there is nothing to tell the guest. A renamed product alone, or another price of the pickup, is nothing. */
export const isSameToGuest = (before: ToldVisit, after: ToldVisit): boolean =>
  isSameValue(compared(before), compared(after))

function compared({ productNames, transport, ...visit }: ToldVisit): object {
  const { meetingPoint, option, pickup, minutesBefore } = transport ?? {}
  return { ...visit, meetingPointId: meetingPoint?.id, option, pickup, minutesBefore }
}
