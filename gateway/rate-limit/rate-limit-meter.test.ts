import { describe, expect, it } from '@jest/globals'
import { openMetrics } from '../../platform/process/metrics.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { keylessSubject, type Subject } from './pricing-tier.ts'
import { ProcessorTime } from './processor-time.ts'
import { RateLimitMeter, unlimitedNumber } from './rate-limit-meter.ts'

const ofKey = (perHour: number): Subject => ({
  id: 'key:1',
  partnerId: 'one-partner',
  environment: 'sandbox',
  plan: 'enterprise',
  keyless: false,
  ownLimits: { hour: { limit: perHour, seconds: 3_600 }, pay: { limit: 1, seconds: 60 } },
})
const pay = { name: 'pay', limit: 1, seconds: 60, cost: 1, keyless: false }
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: { extensions?: { code?: string } }) => error.extensions?.code,
  )

/** Meters of requests, one after the other, of callers that are counted together. */
function meters() {
  const now = { milliseconds: Date.UTC(2030, 0, 1) }
  const counters = createMemoryCounters(() => now.milliseconds)
  const time = new ProcessorTime(1, () => now.milliseconds)
  const meter = (subject: Subject, alreadyCounted?: boolean) =>
    new RateLimitMeter(counters, time, subject, alreadyCounted)
  return { meter, now }
}
const remaining = ({ headers }: RateLimitMeter): string | undefined => headers['x-ratelimit-remaining']

describe('the meter of a request', () => {
  it('counts it once, however often it is asked to', async () => {
    const { meter } = meters()
    const one = meter(ofKey(10))
    await Promise.all([one.take(), one.take()])
    await one.take()
    expect(one.headers).toMatchObject({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '9',
      'x-ratelimit-window': '3600',
      'x-ratelimit-reset': String(Date.UTC(2030, 0, 1, 1) / 1_000),
    })
  })

  it('does not count a request again that was counted before', async () => {
    const { meter } = meters()
    await meter(ofKey(10)).take()
    await meter(ofKey(10), true).take()
    const next = meter(ofKey(10))
    await next.take()
    expect(remaining(next)).toBe('8')
  })

  it('refuses one above the limit, and says when to retry', async () => {
    const { meter, now } = meters()
    await meter(ofKey(1)).take()
    now.milliseconds += 3_000_000
    const refused = meter(ofKey(1))
    expect(await codeOf(refused.take())).toBe('RATE_LIMIT_EXCEEDED')
    expect(await openMetrics()()).toMatch(
      /^bounds_reached_total\{bound="request-rate",environment="sandbox",partner="one-partner"\} 1$/m,
    )
    expect(refused.headers).toMatchObject({ 'retry-after': '600', 'x-ratelimit-retry-after': '600' })
    now.milliseconds += 600_000
    await meter(ofKey(1)).take()
  })

  it('counts a request that is refused for an operation with a limit of its own', async () => {
    const { meter } = meters()
    const first = meter(ofKey(10))
    await first.use([pay])
    expect(first.hasOwnLimit).toBe(true)
    // The tightest window is reported.
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' })
    expect(await codeOf(meter(ofKey(10)).use([pay]))).toBe('RATE_LIMIT_EXCEEDED')
    const next = meter(ofKey(10))
    await next.use([])
    expect([remaining(next), next.hasOwnLimit]).toEqual(['7', false])
  })

  it('counts unknown keys for their address, and takes back those that turn out to be right', async () => {
    const { meter } = meters()
    const guess = () => meter(keylessSubject('1.1.1.1')).guess()
    for (let count = 0; count < 100; count += 1) await (await guess())()
    for (let count = 0; count < 60; count += 1) await guess()
    expect(await codeOf(guess())).toBe('RATE_LIMIT_EXCEEDED')
    await meter(keylessSubject('2.2.2.2')).guess()
  })

  it('admits nothing more of a caller whose processor time is spent, until some has come back', async () => {
    const { meter, now } = meters()
    const one = meter(keylessSubject('1.1.1.1'))
    await one.take()
    one.spend(1_000_000)
    expect(one.hasTimeLeft).toBe(false)
    expect(await codeOf(meter(keylessSubject('1.1.1.1')).take())).toBe('RATE_LIMIT_EXCEEDED')
    now.milliseconds += 3_600_000
    await meter(keylessSubject('1.1.1.1')).take()
  })

  it('reports the largest number where there is no limit', async () => {
    const { meter } = meters()
    const one = meter({ ...ofKey(1), ownLimits: {} })
    await one.use([pay])
    expect([one.headers['x-ratelimit-limit'], remaining(one)]).toEqual([`${unlimitedNumber}`, `${unlimitedNumber}`])
  })
})
