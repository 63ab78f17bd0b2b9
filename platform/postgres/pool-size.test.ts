import { describe, expect, it } from '@jest/globals'
import { fitPools } from './pool-size.ts'

describe('the size of pools', () => {
  it('is 10 where the server allows it', () => {
    expect(fitPools({ processes: 1, databases: 4 }, 97)).toEqual({ poolSize: 10, fits: true })
    expect(fitPools({ processes: 1, databases: 1 }, 97)).toEqual({ poolSize: 10, fits: true })
  })

  it('shrinks with the number of processes, so that all of them fit', () => {
    for (const processes of [3, 4, 5]) {
      const { poolSize, fits } = fitPools({ processes, databases: 4 }, 197)
      expect(fits).toBe(true)
      expect(processes * 4 * (2 * poolSize + 1)).toBeLessThanOrEqual(197)
      expect(processes * 4 * (2 * (poolSize + 1) + 1)).toBeGreaterThan(197 - 10)
    }
  })

  it('is 3 at least, and does not fit where the server allows less', () => {
    expect(fitPools({ processes: 8, databases: 4 }, 97)).toEqual({ poolSize: 3, fits: false })
  })

  it('is what the operator asks for, whether it fits or not', () => {
    expect(fitPools({ processes: 2, databases: 4, wanted: 20 }, 97)).toEqual({ poolSize: 20, fits: false })
    expect(fitPools({ processes: 2, databases: 4, wanted: 2 }, 97)).toEqual({ poolSize: 2, fits: true })
  })
})
