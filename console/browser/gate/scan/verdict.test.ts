import { describe, expect, it } from '@jest/globals'
import { verdictFor, verdictOf, type ArrivalFacts, type ReasonName, type Verdict } from './verdict.ts'

const date = '2026-12-05'
const at = (time: string, day = date) => ({ date: day, time })
/** A paid party of 10:00 that is on time at its own entrance. */
const onTime: ArrivalFacts = {
  status: 'CONFIRMED',
  isHoldExpired: false,
  visitDate: date,
  now: at('09:50'),
  expected: [at('10:00')],
  isHere: true,
  dueCents: 0,
  tickets: 'PARTY',
  arrivedAt: null,
  isCheckedInHere: false,
  isSandbox: false,
}
const arrived = { status: 'IN_PROGRESS', arrivedAt: '10:05' } as const

type Row = readonly [
  what: string,
  facts: Partial<ArrivalFacts>,
  colour: Verdict['colour'],
  admission: Verdict['admission'],
  ...reasons: (ReasonName | `${ReasonName} ${string}`)[],
]
const rows: readonly Row[] = [
  ['a paid party of now', {}, 'green', 'at once'],
  ['a party of an hour from now', { now: at('09:00') }, 'green', 'at once'],
  ['a party of an hour ago', { now: at('11:00') }, 'green', 'at once'],
  ['a party that comes earlier', { now: at('08:59') }, 'amber', 'after confirmation', 'early 10:00'],
  ['a party that comes later', { now: at('11:01') }, 'amber', 'after confirmation', 'late 10:00'],
  ['a party with money due', { dueCents: 1 }, 'amber', 'after confirmation', 'due'],
  [
    'a late party with money due',
    { dueCents: 1, now: at('12:00') },
    'amber',
    'after confirmation',
    'late 10:00',
    'due',
  ],
  ['a hold that is not confirmed', { status: 'PENDING', dueCents: 1 }, 'amber', 'never', 'not_confirmed', 'due'],
  ['a free hold', { status: 'PENDING' }, 'amber', 'never', 'not_confirmed'],
  ['a party checked in from this card', { ...arrived, isCheckedInHere: true }, 'green', 'never', 'checked_in'],
  [
    'a late party checked in from this card',
    { ...arrived, isCheckedInHere: true, now: at('13:00') },
    'green',
    'never',
    'checked_in',
  ],
  ['a party with one ticket that is in', arrived, 'red', 'never', 'already_in 10:05'],
  [
    'a party with a ticket each that has arrived',
    { ...arrived, tickets: 'PERSON', now: at('13:00') },
    'amber',
    'never',
    'arrived 10:05',
  ],
  ['a party of another cenote', { isHere: false }, 'red', 'after confirmation', 'other_cenote'],
  [
    'a late party of another cenote',
    { isHere: false, now: at('12:00') },
    'red',
    'after confirmation',
    'other_cenote',
    'late 10:00',
  ],
  ['a party of tomorrow', { now: at('10:00', '2026-12-04') }, 'red', 'never', 'other_day'],
  ['a party of yesterday', { now: at('10:00', '2026-12-06') }, 'red', 'never', 'other_day'],
  [
    'a party of tomorrow in the sandbox',
    { now: at('10:00', '2026-12-04'), isSandbox: true },
    'amber',
    'after confirmation',
    'test_day',
  ],
  [
    'a party of another cenote and day in the sandbox',
    { now: at('10:00', '2026-12-04'), isSandbox: true, isHere: false },
    'red',
    'after confirmation',
    'other_cenote',
    'test_day',
  ],
  ['a cancelled party', { status: 'CANCELLED' }, 'red', 'never', 'cancelled'],
  ['a cancelled party of another day', { status: 'CANCELLED', visitDate: '2027-01-01' }, 'red', 'never', 'cancelled'],
  ['a hold that has expired', { status: 'CANCELLED', isHoldExpired: true }, 'red', 'never', 'expired'],
  ['a refunded party', { status: 'REFUNDED' }, 'red', 'never', 'refunded'],
  ['a no-show', { status: 'NO_SHOW' }, 'red', 'never', 'no_show'],
  ['a completed visit', { status: 'COMPLETED', tickets: 'PERSON' }, 'red', 'never', 'completed'],
]

describe('the verdict on a party', () => {
  it.each(rows)('is right for %s', (_what, facts, colour, admission, ...reasons) => {
    const verdict = verdictOf({ ...onTime, ...facts })
    expect(verdict.reasons.map(({ name, time }) => (time === undefined ? name : `${name} ${time}`))).toEqual(reasons)
    expect([verdict.colour, verdict.admission]).toEqual([colour, admission])
  })

  it.each([
    ['07:29', 'early 08:30'],
    ['07:30', 'at once'],
    ['11:00', 'at once'],
    ['11:01', 'late 10:00'],
  ])('at %s measures from the first to the last time of meeting and start: %s', (now, expected) => {
    const { reasons, admission } = verdictOf({ ...onTime, now: at(now), expected: [at('10:00'), at('08:30')] })
    const [reason] = reasons
    expect(reason ? `${reason.name} ${reason.time}` : admission).toBe(expected)
  })

  it.each(['unknown', 'forged', 'unreadable'] as const)('is red for a code that is %s', (name) => {
    expect(verdictFor({ name })).toEqual({ colour: 'red', reasons: [{ name }], admission: 'never' })
  })
})
