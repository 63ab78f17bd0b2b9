import { apiError } from '../../../schema/errors.ts'
import { operationWindows, requestWindows, type OperationUse, type Subject } from './plan.ts'
import { tightest, type Counters, type Reading } from './window.ts'

/** What an unlimited window shows in the headers (decisions 2). */
export const unlimitedNumber = 2_147_483_647
const hourSeconds = 3_600

/**
 * The count of one request. An HTTP request is counted when its operation is about to run, together with the limited
 * operations it uses; one that never gets that far is counted when it is answered.
 */
export class Tally {
  readonly #counters: Counters
  readonly #subject: Subject
  readonly #countsRequests: boolean
  #taken: boolean
  #isLimitedByItself = false
  #reading: Reading | undefined
  #retryAfter: number | undefined

  /** `alreadyCounted`: an earlier operation of the same REST request was counted; only limited operations are now. */
  constructor(counters: Counters, subject: Subject, alreadyCounted = false) {
    this.#counters = counters
    this.#subject = subject
    this.#countsRequests = !alreadyCounted
    this.#taken = alreadyCounted
  }

  /** Counts an operation. Error: RATE_LIMIT_EXCEEDED, and then nothing was counted. */
  async take(uses: readonly OperationUse[] = []): Promise<void> {
    this.#taken = true
    this.#isLimitedByItself = uses.length > 0
    const windows = [
      ...(this.#countsRequests ? requestWindows(this.#subject) : []),
      ...operationWindows(this.#subject, uses),
    ]
    if (windows.length === 0) return
    const verdict = await this.#counters.take(windows)
    const reading = tightest(verdict)
    if (!reading) return
    this.#reading = reading
    if (verdict.admitted) return
    this.#retryAfter = Math.max(1, Math.ceil(((reading.retryAt ?? reading.resetAt) - verdict.now) / 1_000))
    throw apiError('RATE_LIMIT_EXCEEDED', {
      limit: reading.limit,
      window: reading.seconds,
      resetTime: new Date(reading.resetAt).toISOString(),
      retryAfter: this.#retryAfter,
    })
  }

  /** Counts a request that ran no operation. Error: RATE_LIMIT_EXCEEDED. */
  async settle(): Promise<void> {
    if (!this.#taken) await this.take()
  }

  /** Whether the operation uses something that has a limit of its own: each such answer is to be asked for and counted. */
  get isLimitedByItself(): boolean {
    return this.#isLimitedByItself
  }

  /** The headers of specification 8, in lower case. */
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
