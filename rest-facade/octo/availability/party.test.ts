import { describe, expect, it } from '@jest/globals'
import { isBookable, partyOf } from './party.ts'

describe('the party of a request', () => {
  it('is refused for a unit that no product has, before anything is read', () => {
    for (const id of ['STUDENT', 'adult', '__proto__'])
      expect(() => partyOf({ units: [{ id, quantity: 1 }] })).toThrow(
        expect.objectContaining({ code: 'INVALID_UNIT_ID', ids: { unitId: id } }),
      )
  })

  it('can be booked with an adult or a senior, and with at most 50 people', () => {
    const party = (...counts: [string, number][]) =>
      partyOf({ units: counts.map(([id, quantity]) => ({ id, quantity })) })
    for (const one of [
      null,
      party(['CHILD', 0]),
      party(['ADULT', 20], ['CHILD', 30]),
      party(['SENIOR', 1], ['INFANT', 1]),
    ])
      expect(isBookable(one)).toBe(true)
    for (const one of [party(['CHILD', 1]), party(['ADULT', 0], ['YOUTH', 2]), party(['ADULT', 30], ['SENIOR', 21])])
      expect(isBookable(one)).toBe(false)
  })
})
