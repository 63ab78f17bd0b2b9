import type { ReservationStatus } from '../../generated/operations.ts'

/** A day and a time, HH:MM, by the clock of the visit. */
export interface LocalMoment {
  readonly date: string
  readonly time: string
}

/** The facts that decide whether a party comes in. */
export interface ArrivalFacts {
  readonly status: ReservationStatus
  readonly isHoldExpired: boolean
  readonly visitDate: string
  readonly now: LocalMoment
  /** When the party may be expected at this entrance: at least the start of the visit. */
  readonly expected: readonly LocalMoment[]
  /** Whether the visit is to the cenote of this entrance. */
  readonly isHere: boolean
  readonly dueCents: number
  readonly tickets: 'PARTY' | 'PERSON'
  /** HH:MM; null before its check-in. */
  readonly arrivedAt: string | null
  /** Whether that check-in was made from this very card. */
  readonly isCheckedInHere: boolean
  /** The sandbox checks in on any day. */
  readonly isSandbox: boolean
}

type Colour = 'green' | 'amber' | 'red'
/** Whether staff may check the party in: at once, after one confirmation, or not at all. */
type Admission = 'at once' | 'after confirmation' | 'never'

const reasons = {
  checked_in: ['green', 'never'],
  early: ['amber', 'after confirmation'],
  late: ['amber', 'after confirmation'],
  due: ['amber', 'after confirmation'],
  test_day: ['amber', 'after confirmation'],
  arrived: ['amber', 'never'],
  not_confirmed: ['amber', 'never'],
  other_cenote: ['red', 'after confirmation'],
  other_day: ['red', 'never'],
  already_in: ['red', 'never'],
  cancelled: ['red', 'never'],
  refunded: ['red', 'never'],
  expired: ['red', 'never'],
  no_show: ['red', 'never'],
  completed: ['red', 'never'],
  unknown: ['red', 'never'],
  forged: ['red', 'never'],
  unreadable: ['red', 'never'],
} as const satisfies Record<string, readonly [Colour, Admission]>

export type ReasonName = keyof typeof reasons
export interface Reason {
  readonly name: ReasonName
  /** HH:MM: when the party is expected, or has arrived. */
  readonly time?: string
}

export interface Verdict {
  readonly colour: Colour
  /** The most severe first; empty when nothing speaks against the party. */
  readonly reasons: readonly Reason[]
  readonly admission: Admission
}

const colours: readonly Colour[] = ['green', 'amber', 'red']
const admissions: readonly Admission[] = ['at once', 'after confirmation', 'never']

/** The verdict that some reasons lead to. */
export function verdictFor(...given: readonly Reason[]): Verdict {
  const severity = ({ name }: Reason): number => colours.indexOf(reasons[name][0])
  const strictness = ({ name }: Reason): number => admissions.indexOf(reasons[name][1])
  return {
    colour: colours[Math.max(0, ...given.map(severity))] ?? 'red',
    reasons: [...given].sort((one, other) => severity(other) - severity(one)),
    admission: admissions[Math.max(0, ...given.map(strictness))] ?? 'never',
  }
}

const ended = {
  CANCELLED: 'cancelled',
  REFUNDED: 'refunded',
  NO_SHOW: 'no_show',
  COMPLETED: 'completed',
} as const satisfies Partial<Record<ReservationStatus, ReasonName>>
const isEnded = (status: ReservationStatus): status is keyof typeof ended => Object.hasOwn(ended, status)

/** Whether a party comes in, and why not. */
export function verdictOf(facts: ArrivalFacts): Verdict {
  const { status, arrivedAt, dueCents } = facts
  if (isEnded(status)) return verdictFor({ name: facts.isHoldExpired ? 'expired' : ended[status] })
  if (arrivedAt !== null) {
    if (facts.isCheckedInHere) return verdictFor({ name: 'checked_in' })
    if (facts.tickets === 'PARTY') return verdictFor({ name: 'already_in', time: arrivedAt })
  }
  const found: (Reason | null)[] = [
    facts.isHere ? null : { name: 'other_cenote' },
    arrivedAt === null ? dayReason(facts) : { name: 'arrived', time: arrivedAt },
    status === 'PENDING' ? { name: 'not_confirmed' } : null,
    dueCents > 0 ? { name: 'due' } : null,
  ]
  return verdictFor(...found.filter((reason) => reason !== null))
}

const toleranceMinutes = 60

function dayReason({ visitDate, now, expected, isSandbox }: ArrivalFacts): Reason | null {
  if (visitDate !== now.date) return { name: isSandbox ? 'test_day' : 'other_day' }
  const order = [...expected].sort((one, other) => minutesOf(one) - minutesOf(other))
  const [first, last] = [order[0], order.at(-1)]
  if (first && minutesOf(now) < minutesOf(first) - toleranceMinutes) return { name: 'early', time: first.time }
  if (last && minutesOf(now) > minutesOf(last) + toleranceMinutes) return { name: 'late', time: last.time }
  return null
}

/** A local moment in minutes, to be compared with others of the same clock. */
export const minutesOf = ({ date, time }: LocalMoment): number => Date.parse(`${date}T${time}Z`) / 60_000
