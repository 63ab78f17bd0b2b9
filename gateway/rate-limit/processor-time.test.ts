import { describe, expect, it } from '@jest/globals'
import { keylessSubject, limitsOf, subjectOf, type Subject } from './pricing-tier.ts'
import { ProcessorTime } from './processor-time.ts'

const caller = keylessSubject('192.0.2.1')
const enterprise: Subject = { ...caller, id: 'key:1', environment: 'sandbox', plan: 'enterprise', keyless: false }

/** Processor time with a clock that the test moves. */
function timed(factor = 1) {
  const clock = { now: 0 }
  return { clock, time: new ProcessorTime(factor, () => clock.now) }
}

describe('the processor time of a caller', () => {
  it('is refused once its reserve is spent, and reports when some is available again', () => {
    const { clock, time } = timed()
    time.spend(caller, 9_999)
    expect(time.refusalOf(caller)).toBeUndefined()
    time.spend(caller, 1_000)
    const { now = 0, readings: [reading] = [] } = time.refusalOf(caller) ?? {}
    expect(reading).toMatchObject({ limit: 10_000, seconds: 100, remaining: 0 })
    expect((reading?.retryAt ?? 0) - now).toBe(10_000)
    expect((reading?.resetAt ?? 0) - now).toBe(109_990)
    clock.now += 9_980
    expect(time.refusalOf(caller)).toBeDefined()
    clock.now += 20
    expect(time.refusalOf(caller)).toBeUndefined()
  })

  it('is its own: others are not refused for it', () => {
    const { time } = timed()
    time.spend(caller, 50_000)
    expect(time.refusalOf(keylessSubject('192.0.2.2'))).toBeUndefined()
  })

  it('is no larger in debt than its reserve, and saves up no more than that', () => {
    const { clock, time } = timed()
    time.spend(caller, 1_000_000)
    clock.now += 100_001
    expect(time.refusalOf(caller)).toBeUndefined()
    clock.now += 10_000_000
    time.spend(caller, 10_000)
    expect(time.refusalOf(caller)).toBeDefined()
  })

  it('is enough for the whole rate of a plan, spent on ordinary requests, hour after hour', () => {
    // A list of 20 cenotes with everything that REST returns of each.
    const ordinaryMilliseconds = 19
    for (const environment of ['sandbox', 'live'] as const)
      for (const plan of ['basic', 'pro'] as const) {
        const { clock, time } = timed()
        const subject: Subject = { ...caller, environment, plan, keyless: false }
        const { perHour, perMinute } = limitsOf(subject)
        let refused = 0
        for (let hour = 1; hour <= 2; hour += 1) {
          // As fast as a minute allows, until the hour is used up.
          for (let sent = 0; sent < perHour; sent += 1) {
            if (time.refusalOf(subject)) refused += 1
            time.spend(subject, ordinaryMilliseconds)
            clock.now += 60_000 / perMinute
          }
          clock.now = hour * 3_600_000
        }
        expect([environment, plan, refused]).toEqual([environment, plan, 0])
      }
  })

  it('is that of its address for visitors of pages, whatever their publishable keys allow', () => {
    const { time } = timed()
    const visitor = (familyId: string, address: string): Subject =>
      subjectOf(
        {
          environment: 'live',
          key: { familyId, plan: 'pro', origins: ['https://shop.example'], ownLimits: {} },
        } as never,
        address,
      )
    time.spend(visitor('1', '192.0.2.1'), 9_999)
    expect(time.refusalOf(visitor('2', '192.0.2.1'))).toBeUndefined()
    time.spend(visitor('2', '192.0.2.1'), 1)
    for (const subject of [visitor('1', '192.0.2.1'), visitor('2', '192.0.2.1'), caller])
      expect(time.refusalOf(subject)?.readings).toMatchObject([{ limit: 10_000, seconds: 100 }])
    expect(time.refusalOf(visitor('1', '192.0.2.2'))).toBeUndefined()
  })

  it('follows the setting, and is not limited by 0 nor where requests are not', () => {
    const { time } = timed()
    time.spend(enterprise, 1_000_000)
    expect(time.refusalOf(enterprise)).toBeUndefined()
    const half = timed(0.5).time
    half.spend(caller, 5_000)
    expect(half.refusalOf(caller)).toBeDefined()
    const none = timed(0).time
    none.spend(caller, 1_000_000)
    expect(none.refusalOf(caller)).toBeUndefined()
  })
})
