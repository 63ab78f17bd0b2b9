import { describe, expect, it } from '@jest/globals'
import { Snapshot } from './snapshot.ts'

describe('a snapshot', () => {
  it('sees what had ended, in whatever order that was', () => {
    const snapshot = new Snapshot('10:15:10,13')
    expect([9n, 10n, 12n, 13n, 14n, 15n].filter((transaction) => snapshot.sees(transaction))).toEqual([9n, 12n, 14n])
  })

  it.each([
    ['10:15:10,13', '10:15:10,13', true],
    ['10:15:10', '10:15:10,13', true],
    ['10:15:10,13', '10:15:10', false],
    // The same oldest transaction is running, and another one has ended since.
    ['10:12:10', '10:11:10', true],
    ['10:11:10', '10:12:10', false],
    ['20:20:', '10:15:10,13', true],
    ['12:20:12,15', '10:15:10,13', false],
    ['13:20:13,15', '10:15:10,13', true],
  ])('%s includes %s: %s', (one, other, includes) => {
    expect(new Snapshot(one).includes(new Snapshot(other))).toBe(includes)
  })
})
