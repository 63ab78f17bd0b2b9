import { describe, expect, it } from '@jest/globals'
import type { Finding } from '../../platform/postgres/consistency-check.ts'
import { reportLasting } from './lasting.ts'

const slot = (booked: number, held: number, cenote = '00000000-0000-4000-8000-000000000001'): string =>
  `product ${cenote} on 2026-07-01 at 10:00: ${booked} places are booked, its reservations hold ${held}`
/** Looks that find these discrepancies in sequence, and how many there were. */
function looksAt(...found: readonly string[][]): { look: () => Promise<Finding[]>; count: () => number } {
  let looks = 0
  return {
    count: () => looks,
    look: () => {
      const discrepancies = found[Math.min(looks, found.length - 1)] ?? []
      looks += 1
      return Promise.resolve([{ subject: 'slots', examined: 3, discrepancies }])
    },
  }
}
const reported = async (look: () => Promise<Finding[]>): Promise<readonly string[]> =>
  (await reportLasting(look, 1)).flatMap(({ discrepancies }) => discrepancies)

describe('discrepancies', () => {
  it('are looked for once when there are none', async () => {
    const { look, count } = looksAt([])
    expect(await reported(look)).toEqual([])
    expect(count()).toBe(1)
  })

  it('are not reported when a later look does not find them', async () => {
    expect(await reported(looksAt([slot(7, 6)], []).look)).toEqual([])
  })

  it('are not reported when each look finds those of another subject', async () => {
    const other = '00000000-0000-4000-8000-000000000002'
    expect(await reported(looksAt([slot(7, 6)], [slot(7, 6, other)]).look)).toEqual([])
    expect(await reported(looksAt([slot(7, 6)], [slot(7, 6).replace('10:00', '11:00')]).look)).toEqual([])
  })

  it('are reported as they are at last when every look finds them, with whatever counts', async () => {
    expect(await reported(looksAt([slot(7, 6)], [slot(8, 7)], [slot(9, 8)], [slot(10, 9)]).look)).toEqual([slot(10, 9)])
  })
})
