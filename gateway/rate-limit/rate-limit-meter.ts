import { declareBound, type Bound } from '../../platform/process/bounds.ts'
import { workClock } from '../../platform/process/work-account.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { apiError } from '../../schema/errors.ts'
import { processorSeconds, refusalsOfLimits } from '../metrics.ts'
import { guessWindows, operationWindows, requestWindows, type OperationUse, type Subject } from './pricing-tier.ts'
import type { CallerMeter } from './caller-meter.ts'
import type { ProcessorTime } from './processor-time.ts'
import { tightest, type Counters, type Reading, type Verdict, type Window } from './window.ts'

/** The value of an unlimited window in the headers (docs/partner-api/keys-and-limits.md#rate-limit-headers). */
export const unlimitedNumber = 2_147_483_647
const hourSeconds = 3_600

const byPricingTier = '[by pricing tier](../partner-api/keys-and-limits.md#pricing-tiers)'
const response = '429 `RATE_LIMIT_EXCEEDED`, before anything of the request is read'
const requestRate = declareBound({
  name: 'request-rate',
  what: 'Requests in an hour, a minute and a second',
  per: 'API key and the keys that replaced it; address without a key; signed address',
  default: byPricingTier,
  response,
})
const operationRate = declareBound({
  name: 'operation-rate',
  what: 'Operations with a limit of their own',
  per: 'API key and the keys that replaced it; address without a key',
  default: '[by operation](../partner-api/keys-and-limits.md#limits-of-operations)',
  response: '429 `RATE_LIMIT_EXCEEDED`',
})
const wrongKeys = declareBound({
  name: 'wrong-keys',
  what: 'Unknown API keys',
  per: 'address',
  default: '60 a minute',
  response: '429 `RATE_LIMIT_EXCEEDED`, before the key is looked up',
})
const timeOfRequests = declareBound({
  name: 'processor-time',
  what: '[Processor time](../partner-api/keys-and-limits.md#processor-time) of requests and messages',
  per: 'API key and the keys that replaced it; address without a key',
  default: byPricingTier,
  setting: 'PROCESSOR_TIME_FACTOR',
  response,
})

/**
 * The rate limit meter of one request. The request is counted before anything of it is read, so that a caller over its
 * limit costs no more than its headers; the limited operations that it uses are counted once they are known.
 */
export class RateLimitMeter implements CallerMeter {
  readonly #counters: Counters
  readonly #subject: Subject
  readonly #processorTime: ProcessorTime
  #counting: Promise<void> | undefined
  #hasOwnLimit = false
  #readings: readonly Reading[] = []
  #reading: Reading | undefined
  #retryAfter: number | undefined

  /** `alreadyCounted`: an earlier operation of the same REST request was counted; only limited operations are now. */
  constructor(counters: Counters, processorTime: ProcessorTime, subject: Subject, alreadyCounted = false) {
    this.#counters = counters
    this.#processorTime = processorTime
    this.#subject = subject
    if (alreadyCounted) this.#counting = Promise.resolve()
  }

  /** Counts the request, at most once. Error: RATE_LIMIT_EXCEEDED, and then nothing was counted. */
  take(): Promise<void> {
    return (this.#counting ??= this.#begin())
  }

  /**
   * Counts limited operations. Error: RATE_LIMIT_EXCEEDED; then none of them was counted, while the request stays
   * counted: refusals that cost nothing could be had without end.
   */
  async use(uses: readonly OperationUse[]): Promise<void> {
    await this.take()
    this.#hasOwnLimit = uses.length > 0
    await this.#ask(operationWindows(this.#subject, uses), operationRate)
  }

  /**
   * Counts an unknown API key before it is looked up: beyond the limit of the caller's address a flood of wrong keys
   * causes no look-ups. Returns a function that takes the count back, for a key that turns out to be right. Error:
   * RATE_LIMIT_EXCEEDED.
   */
  async guess(): Promise<() => Promise<void>> {
    const windows = guessWindows(this.#subject)
    if (windows.length === 0) return async () => undefined
    const verdict = await this.#counters.take(windows)
    if (!verdict.admitted) this.#reportOrRefuse(verdict, wrongKeys)
    return () => this.#counters.refund(windows)
  }

  async #begin(): Promise<void> {
    const refusal = this.#processorTime.refusalOf(this.#subject)
    if (refusal) this.#reportOrRefuse(refusal, timeOfRequests)
    await this.#ask(requestWindows(this.#subject), requestRate)
  }

  async #ask(windows: readonly Window[], bound: Bound): Promise<void> {
    if (windows.length === 0) return
    const account = workClock.current
    const verdict = await this.#counters.take(windows)
    if (workClock.current !== account) await workClock.continueAs(account)
    this.#reportOrRefuse(verdict, bound)
  }

  #reportOrRefuse({ admitted, now, readings }: Verdict, bound: Bound): void {
    // For a refusal, only the windows that refused decide when to retry.
    this.#readings = admitted ? [...this.#readings, ...readings] : readings
    const reading = tightest({ admitted, now, readings: this.#readings })
    if (!reading) return
    this.#reading = reading
    if (admitted) return
    bound.reached(this)
    const { environment, plan, keyless } = this.#subject
    refusalsOfLimits.inc({ environment, plan: keyless ? 'none' : plan })
    this.#retryAfter = Math.max(1, Math.ceil(((reading.retryAt ?? reading.resetAt) - now) / 1_000))
    throw apiError('RATE_LIMIT_EXCEEDED', {
      limit: reading.limit,
      window: reading.seconds,
      resetTime: new Date(reading.resetAt).toISOString(),
      retryAfter: this.#retryAfter,
    })
  }

  get id(): string {
    const { id, timeOf = id } = this.#subject
    return timeOf
  }

  get environment(): Environment | undefined {
    return this.partnerId === undefined ? undefined : this.#subject.environment
  }

  get partnerId(): string | undefined {
    return this.#subject.partnerId
  }

  /** Charges processor time to the caller: to what it begins next, for what runs is not broken off. */
  spend(milliseconds: number): void {
    const { environment, plan, keyless } = this.#subject
    processorSeconds.inc({ environment, plan: keyless ? 'none' : plan }, milliseconds / 1_000)
    this.#processorTime.spend(this.#subject, milliseconds)
  }

  /** Whether the caller has processor time left. */
  get hasTimeLeft(): boolean {
    return this.#processorTime.refusalOf(this.#subject) === undefined
  }

  /**
   * Whether the operation uses something with its own limit: such responses must be requested and counted each time.
   */
  get hasOwnLimit(): boolean {
    return this.#hasOwnLimit
  }

  /** The rate limit headers, in lower case. */
  get headers(): Record<string, string> {
    const {
      limit = unlimitedNumber,
      remaining = unlimitedNumber,
      seconds = hourSeconds,
      resetAt = Date.now() + hourSeconds * 1_000,
    } = this.#reading ?? {}
    const retryAfter = this.#retryAfter === undefined ? undefined : String(this.#retryAfter)
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Math.ceil(resetAt / 1_000)),
      'x-ratelimit-window': String(seconds),
      ...(retryAfter === undefined ? {} : { 'x-ratelimit-retry-after': retryAfter, 'retry-after': retryAfter }),
    }
  }
}
