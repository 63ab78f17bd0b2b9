import { describe, expect, it } from '@jest/globals'
import type { Reservation } from '../reservation.ts'
import { holdEndAfterMove, prolongedHold } from './hold.ts'

const createdAt = new Date('2026-11-28T12:00:00Z')
const after = (minutes: number): Date => new Date(createdAt.getTime() + minutes * 60_000)
/** The length of a hold in these tests. */
const holdMinutes = 60

/** Held until its own end, cut at the start of the visit. */
function held({ until = 30, visit = 10_000, ...change }: { until?: number; visit?: number } & Partial<Reservation>) {
  const [holdEndsAt, visitAt] = [after(until), after(visit)]
  const paymentDeadline = holdEndsAt < visitAt ? holdEndsAt : visitAt
  return {
    status: 'pending',
    createdAt,
    visitAt,
    holdEndsAt,
    paymentDeadline,
    extendedAt: null,
    ...change,
  } as Reservation
}
const refusal = (reason: string) =>
  expect.objectContaining({ extensions: expect.objectContaining({ details: expect.objectContaining({ reason }) }) })

describe('a hold that is to last some minutes', () => {
  it('ends that many minutes from now', () => {
    expect(prolongedHold(held({}), 30, after(5), holdMinutes)).toEqual({
      holdEndsAt: after(35),
      paymentDeadline: after(35),
    })
  })

  it('stays as it is when it ends then or later', () => {
    expect(prolongedHold(held({}), 25, after(5), holdMinutes)).toBeNull()
    expect(prolongedHold(held({}), 1, after(5), holdMinutes)).toBeNull()
  })

  it('is cut at the start of the visit, and has no other end of its own than before when that is later', () => {
    expect(prolongedHold(held({ visit: 40 }), 50, after(5), holdMinutes)).toEqual({
      holdEndsAt: after(55),
      paymentDeadline: after(40),
    })
    expect(prolongedHold(held({ until: 60, visit: 20 }), 30, after(5), holdMinutes)).toBeNull()
  })

  it('is refused beyond the limit, but not when it ends later anyway', () => {
    expect(() => prolongedHold(held({ until: 90 }), 60, after(61), holdMinutes)).toThrow(refusal('hold_limit'))
    expect(prolongedHold(held({ until: 120 }), 59, after(61), holdMinutes)).toBeNull()
  })

  it('is refused once the visit has begun, and for what is not on hold', () => {
    const begun = held({ until: 60, visit: 5, paymentDeadline: after(20) })
    expect(() => prolongedHold(begun, 30, after(6), holdMinutes)).toThrow(refusal('too_close_to_visit_date'))
    const confirmed = held({ status: 'confirmed' })
    expect(() => prolongedHold(confirmed, 1, after(5), holdMinutes)).toThrow(refusal('status_confirmed'))
  })
})

describe('the end of a hold after a move', () => {
  const endOf = (until: number, visit: number, newVisitAt: Date, now = after(5)): Date =>
    holdEndAfterMove(held({ until, visit }), newVisitAt, now)

  it('is its own, or the start of the new visit if that is earlier', () => {
    expect(endOf(60, 10_000, after(20_000))).toEqual(after(60))
    expect(endOf(60, 10_000, after(30))).toEqual(after(30))
  })

  it('is its own again when it was cut at the start of the visit before', () => {
    expect(endOf(60, 30, after(20_000))).toEqual(after(60))
    expect(endOf(60, 30, after(45))).toEqual(after(45))
    expect(endOf(120, 100, after(20_000))).toEqual(after(120))
  })

  it('leaves the staff a quarter of an hour for a slot that has begun', () => {
    expect(endOf(60, 10_000, after(-20), after(10))).toEqual(after(25))
    expect(endOf(60, 10_000, after(-20), after(50))).toEqual(after(60))
  })
})
