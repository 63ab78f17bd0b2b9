import { describe, expect, it } from '@jest/globals'
import { CircuitBreaker } from './circuit-breaker.ts'

function breakerAt() {
  const clock = { now: 0 }
  const breaker = new CircuitBreaker('The part', { maxFailures: 3, pauseMilliseconds: 100, now: () => clock.now })
  const fail = (times: number): void => {
    for (let count = 0; count < times; count += 1) {
      breaker.enter()
      breaker.failed()
    }
  }
  const isRefused = (): boolean => {
    try {
      breaker.enter()
      return false
    } catch (error) {
      expect(error).toMatchObject({ name: 'Unavailable', message: expect.stringContaining('The part') })
      return true
    }
  }
  return { clock, breaker, fail, isRefused }
}

describe('a dependency that fails', () => {
  it('is tried until it has failed several times in a row', () => {
    const { breaker, fail, isRefused } = breakerAt()
    fail(2)
    breaker.enter()
    breaker.succeeded()
    fail(2)
    expect(isRefused()).toBe(false)
    breaker.failed()
    expect(isRefused()).toBe(true)
  })

  it('is tried once after each pause, and by all again when that succeeds', () => {
    const { clock, breaker, fail, isRefused } = breakerAt()
    fail(3)
    clock.now = 100
    expect([isRefused(), isRefused()]).toEqual([false, true])
    breaker.failed()
    clock.now = 199
    expect(isRefused()).toBe(true)
    clock.now = 200
    expect(isRefused()).toBe(false)
    breaker.succeeded()
    expect([isRefused(), isRefused()]).toEqual([false, false])
  })

  it('is tried by the next caller when the one that tried it has left', () => {
    const { clock, breaker, fail, isRefused } = breakerAt()
    fail(3)
    clock.now = 100
    expect(isRefused()).toBe(false)
    breaker.abandoned()
    expect(isRefused()).toBe(false)
  })
})
