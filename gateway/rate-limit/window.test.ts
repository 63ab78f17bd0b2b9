import { describe, expect, it } from '@jest/globals'
import { tightest } from './window.ts'

describe('the reported window', () => {
  const reading = (limit: number, remaining: number, retryAt?: number) => ({
    limit,
    remaining,
    seconds: 60,
    resetAt: 5,
    ...(retryAt === undefined ? {} : { retryAt }),
  })
  it('is the one with the smallest share left', () => {
    const readings = [reading(1_000, 900), reading(20, 10), reading(10, 8)]
    expect(tightest({ admitted: true, now: 0, readings })?.limit).toBe(20)
  })

  it('of a refusal is the one with the longest wait of those that refuse', () => {
    const readings = [reading(1_000, 0, 7), reading(20, 0, 9), reading(10, 0)]
    expect(tightest({ admitted: false, now: 0, readings })?.limit).toBe(20)
  })
})
