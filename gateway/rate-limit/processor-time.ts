import { LRUCache } from 'lru-cache'
import { limitsOf, type Subject } from './pricing-tier.ts'
import type { Verdict } from './window.ts'

/** The processor time of a caller in one process, in milliseconds. */
interface Budget {
  /** Milliseconds added in each second. */
  readonly perSecond: number
  /** The maximum reserve, which is also the initial one. */
  readonly reserve: number
}

/**
 * The average time that each admitted request may take, many times that of usual requests: the whole rate of a plan is
 * available for ordinary requests, but not for those made to be expensive.
 */
const millisecondsPerRequest = 100
/** A plan of few requests may spend more on each, and one of many not all that the process has. */
const perSecondBounds = { min: 100, max: 800 }
const reserveBounds = { min: 10_000, max: 60_000 }

const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(value, min), max)

/** The budget that goes with the limits of a caller; none where its requests are not limited. */
function budgetOf(subject: Subject): Budget | undefined {
  const { perHour, perMinute } = limitsOf(subject)
  const requestsPerSecond = Math.min(perHour / 3_600, perMinute / 60)
  if (requestsPerSecond === Infinity) return undefined
  return {
    perSecond: within(requestsPerSecond * millisecondsPerRequest, perSecondBounds),
    reserve: within(Math.min(perHour, perMinute) * millisecondsPerRequest, reserveBounds),
  }
}

const maxCallers = 100_000

/**
 * The processor time that the requests of each caller take in this process. A request may begin while anything is left and is charged
 * afterwards, so that a caller may be in debt, by no more than its reserve.
 */
export class ProcessorTime {
  readonly #factor: number
  readonly #now: () => number
  readonly #levels = new LRUCache<string, { readonly left: number; readonly at: number }>({ max: maxCallers })

  /** `factor` multiplies every budget; 0 is no limit. `now` is in milliseconds and never goes back. */
  constructor(factor: number, now: () => number = () => performance.now()) {
    this.#factor = factor
    this.#now = now
  }

  spend(subject: Subject, milliseconds: number): void {
    const budget = this.#budgetOf(subject)
    if (!budget || milliseconds <= 0) return
    const left = Math.max(this.#leftOf(subject, budget) - milliseconds, -budget.reserve)
    this.#levels.set(subject.id, { left, at: this.#now() })
  }

  /** The refusal of a caller that has nothing left; undefined while there is something. */
  refusalOf(subject: Subject): Verdict | undefined {
    const budget = this.#budgetOf(subject)
    if (!budget) return undefined
    const left = this.#leftOf(subject, budget)
    if (left > 0) return undefined
    const { perSecond, reserve } = budget
    const now = Date.now()
    const millisecondsUntil = (wanted: number): number => Math.ceil(((wanted - left) / perSecond) * 1_000)
    const reading = {
      limit: Math.round(reserve),
      seconds: Math.ceil(reserve / perSecond),
      remaining: 0,
      resetAt: now + millisecondsUntil(reserve),
      retryAt: now + millisecondsUntil(1),
    }
    return { admitted: false, now, readings: [reading] }
  }

  #leftOf({ id }: Subject, { perSecond, reserve }: Budget): number {
    const level = this.#levels.get(id)
    if (!level) return reserve
    return Math.min(level.left + ((this.#now() - level.at) / 1_000) * perSecond, reserve)
  }

  #budgetOf(subject: Subject): Budget | undefined {
    const budget = this.#factor === 0 ? undefined : budgetOf(subject)
    return budget && { perSecond: budget.perSecond * this.#factor, reserve: budget.reserve * this.#factor }
  }
}
