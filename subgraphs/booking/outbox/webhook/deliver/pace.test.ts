import { describe, expect, it } from '@jest/globals'
import { Pace } from './pace.ts'

describe('the pace of a receiver', () => {
  it('begins with one request at a time, and grows by one with each success, to a maximum', () => {
    const pace = new Pace()
    expect(pace.allowed(16)).toBe(1)
    for (let count = 0; count < 3; count += 1) pace.succeeded(16)
    expect([pace.allowed(16), pace.allowed(2)]).toEqual([4, 2])
    for (let count = 0; count < 30; count += 1) pace.succeeded(16)
    expect(pace.allowed(100)).toBe(16)
  })

  it('is halved by an error, and is one again without a response', () => {
    const pace = new Pace()
    for (let count = 0; count < 15; count += 1) pace.succeeded(16)
    pace.failed(true)
    expect(pace.allowed(16)).toBe(8)
    pace.failed(false)
    expect(pace.allowed(16)).toBe(1)
  })

  it('pauses once several attempts in a row have failed, until one succeeds', () => {
    const pace = new Pace()
    const pauses = [1, 2, 3].map(() => {
      pace.failed(false)
      return pace.pauseMilliseconds > 0
    })
    expect(pauses).toEqual([false, false, true])
    pace.succeeded(16)
    expect(pace.pauseMilliseconds).toBe(0)
  })
})
