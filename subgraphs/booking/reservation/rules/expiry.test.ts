import { describe, expect, it } from '@jest/globals'
import type { Reservation } from '../reservation.ts'
import { holdEndAfterMove } from './expiry.ts'

const createdAt = new Date('2026-11-28T12:00:00Z')
const after = (minutes: number): Date => new Date(createdAt.getTime() + minutes * 60_000)
/** Held until its own end, or as long as it was cut. */
const held = (visitAt: Date, holdEndsAt: Date): Reservation =>
  ({ visitAt, paymentDeadline: holdEndsAt < visitAt ? holdEndsAt : visitAt, holdEndsAt }) as Reservation
const endOf = (reservation: Reservation, newVisitAt: Date, now = after(5)): number =>
  (holdEndAfterMove(reservation, newVisitAt, now).getTime() - createdAt.getTime()) / 60_000

describe('the end of a hold after a move', () => {
  it('is its own, or the start of the new visit if that is earlier', () => {
    const reservation = held(after(10_000), after(60))
    expect(endOf(reservation, after(20_000))).toBe(60)
    expect(endOf(reservation, after(30))).toBe(30)
  })

  it('is its own again when it was cut at the start of the visit before', () => {
    expect(endOf(held(after(30), after(60)), after(20_000))).toBe(60)
    expect(endOf(held(after(30), after(60)), after(45))).toBe(45)
    expect(endOf(held(after(100), after(120)), after(20_000))).toBe(120)
  })

  it('leaves the staff a quarter of an hour for a slot that has begun', () => {
    expect(endOf(held(after(10_000), after(60)), after(-20), after(10))).toBe(25)
    expect(endOf(held(after(10_000), after(60)), after(-20), after(50))).toBe(60)
  })
})
