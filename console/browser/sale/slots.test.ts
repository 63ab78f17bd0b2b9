import { describe, expect, it } from '@jest/globals'
import { saleSlots } from './slots.ts'

/** A slot of a day in UTC. */
const slot = (time: string, booked: number, remaining: number, bookableUntil = time) => ({
  time,
  capacity: 20,
  booked,
  remaining,
  bookableUntil: `2026-12-05T${bookableUntil}:00.000Z`,
})
const at = (time: string): Date => new Date(`2026-12-05T${time}:00.000Z`)
const day = (booked: number, timeSlots: ReturnType<typeof slot>[]) => ({
  reason: null,
  capacity: { total: 50, booked },
  timeSlots,
})

describe('the slots of a sale', () => {
  it('are those that have not ended, with the places of the present one', () => {
    const slots = [slot('09:00', 0, 0), slot('10:00', 5, 0), slot('11:00', 2, 18)]
    expect(saleSlots(day(7, slots), '10:30', { instant: at('10:30') })).toEqual([
      { time: '10:00', left: 15, hasBegun: true },
      { time: '11:00', left: 18, hasBegun: false },
    ])
    expect(saleSlots(day(7, slots), '11:00', { instant: at('11:00') }).map(({ time }) => time)).toEqual(['11:00'])
  })

  it('are none that are full, closed or beyond the capacity of the day', () => {
    expect(saleSlots(day(20, [slot('10:00', 20, 0), slot('11:00', 0, 0)]), '10:30', { instant: at('10:30') })).toEqual(
      [],
    )
    expect(saleSlots(day(48, [slot('10:00', 5, 0)]), '10:30', { instant: at('10:30') })).toEqual([
      { time: '10:00', left: 2, hasBegun: true },
    ])
    expect(saleSlots(undefined, '10:30', { instant: at('10:30') })).toEqual([])
  })

  it('of partners are those that they can book', () => {
    const slots = [slot('11:00', 5, 0, '09:00'), slot('14:00', 5, 15)]
    expect(saleSlots(day(10, slots), '10:30', { isStaff: false, instant: at('10:30') })).toEqual([
      { time: '14:00', left: 15, hasBegun: false },
    ])
  })

  it('of a tour last until it ends, without departures that are cancelled or full at a stop', () => {
    const departure = (time: string, endTime: string, reason: string | null) => ({
      ...slot(time, 5, 0),
      endTime,
      reason,
    })
    const slots = [
      departure('06:00', '09:00', 'PAST_DATE'),
      departure('07:00', '12:00', 'PAST_DATE'),
      departure('08:00', '02:00', 'PAST_DATE'),
      departure('09:00', '14:00', 'DEPARTURE_CANCELLED'),
      departure('11:00', '14:00', 'STOP_FULL'),
    ]
    expect(saleSlots(day(10, slots), '10:30', { instant: at('10:30') }).map(({ time }) => time)).toEqual([
      '07:00',
      '08:00',
    ])
  })

  it('include those that partners can no longer book', () => {
    const slots = [slot('11:00', 5, 0, '09:00'), slot('14:00', 5, 0, '12:00')]
    expect(saleSlots(day(10, slots), '10:30', { instant: at('10:30') })).toEqual([
      { time: '11:00', left: 15, hasBegun: false },
    ])
  })
})
