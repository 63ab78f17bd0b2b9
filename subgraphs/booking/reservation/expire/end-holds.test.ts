import { describe, expect, it } from '@jest/globals'
import { apiError } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import { withEndedHolds } from './end-holds.ts'

const tourId = 'a3f1c2d4-0000-4000-8000-000000000001'
const cenoteId = 'a3f1c2d4-0000-4000-8000-000000000002'
const tourIsFull = apiError('TOUR_NOT_AVAILABLE', { tourId, date: '2026-12-24', reason: 'fully_booked' })
const stopIsFull = apiError('TOUR_NOT_AVAILABLE', {
  tourId,
  date: '2026-12-24',
  reason: 'stop_full',
  stop: { cenoteId, date: '2026-12-24', time: '11:00' },
})
/** No hold is left to end. */
const context = {
  database: { pool: { query: () => Promise.resolve({ rows: [] }) } },
  clock: { now: () => new Date() },
} as unknown as ReservationContext

/** Runs a command that is refused with these errors, and then succeeds. */
function refusedWith(...errors: readonly Error[]): { readonly result: Promise<string>; readonly left: Error[] } {
  const left = [...errors]
  const attempt = (): Promise<string> => {
    const error = left.shift()
    return error ? Promise.reject(error) : Promise.resolve('reserved')
  }
  return { result: withEndedHolds(context, attempt), left }
}

describe('a command that finds a day full', () => {
  it.each([
    ['once, because a job has ended a hold meanwhile', [tourIsFull]],
    ['and then a stop, because a job has ended both holds meanwhile', [tourIsFull, stopIsFull]],
  ])('succeeds when it is refused %s', async (_when, errors) => {
    await expect(refusedWith(...errors).result).resolves.toBe('reserved')
  })

  it('fails when it is refused twice for the same day', async () => {
    const { result, left } = refusedWith(tourIsFull, tourIsFull, tourIsFull)
    await expect(result).rejects.toBe(tourIsFull)
    expect(left).toHaveLength(1)
  })

  it('fails at once for any other reason', async () => {
    const error = apiError('CENOTE_NOT_FOUND', { cenoteId })
    const { result, left } = refusedWith(error, error)
    await expect(result).rejects.toBe(error)
    expect(left).toHaveLength(1)
  })
})
