import { createBoundedCache } from '../../../platform/bounded-cache.ts'
import type { Subject } from './plan.ts'
import type { Verdict } from './window.ts'

/** The processor time of a caller in one process, in milliseconds. */
interface Budget {
  /** What is added in each second. */
  readonly perSecond: number
  /** The most that is saved up, and all that there is at first. */
  readonly reserve: number
}

/**
 * Far above what the requests of a plan take in ordinary use: they are for documents, bodies and lists that are made to
 * be expensive. Enterprise has more than one thread can spend for long.
 */
const budgets: Readonly<Record<Subject['plan'], Budget>> = {
  basic: { perSecond: 100, reserve: 10_000 },
  pro: { perSecond: 300, reserve: 20_000 },
  enterprise: { perSecond: 2_000, reserve: 120_000 },
}

const maxCallers = 100_000

/**
 * What the requests of each caller cost this process. A request may begin while anything is left and is charged
 * afterwards, so that a caller may be in debt, by no more than its reserve.
 */
export class ProcessorTime {
  readonly #factor: number
  readonly #now: () => number
  readonly #levels = createBoundedCache<{ readonly left: number; readonly at: number }>(maxCallers)

  /** `factor` multiplies every budget; 0 is no limit. `now` is in milliseconds and never goes back. */
  constructor(factor: number, now: () => number = () => performance.now()) {
    this.#factor = factor
    this.#now = now
  }

  spend(subject: Subject, milliseconds: number): void {
    if (this.#factor === 0 || milliseconds <= 0) return
    const { reserve } = this.#budgetOf(subject)
    const left = Math.max(this.#leftOf(subject) - milliseconds, -reserve)
    this.#levels.set(subject.id, { left, at: this.#now() })
  }

  /** The refusal of a caller that has nothing left; undefined while there is something. */
  refusalOf(subject: Subject): Verdict | undefined {
    if (this.#factor === 0) return undefined
    const left = this.#leftOf(subject)
    if (left > 0) return undefined
    const { perSecond, reserve } = this.#budgetOf(subject)
    const now = Date.now()
    const millisecondsUntil = (wanted: number): number => Math.ceil(((wanted - left) / perSecond) * 1_000)
    const reading = {
      limit: reserve,
      seconds: Math.ceil(reserve / perSecond),
      remaining: 0,
      resetAt: now + millisecondsUntil(reserve),
      retryAt: now + millisecondsUntil(1),
    }
    return { admitted: false, now, readings: [reading] }
  }

  #leftOf(subject: Subject): number {
    const { perSecond, reserve } = this.#budgetOf(subject)
    const level = this.#levels.get(subject.id)
    if (!level) return reserve
    return Math.min(level.left + ((this.#now() - level.at) / 1_000) * perSecond, reserve)
  }

  #budgetOf({ plan }: Subject): Budget {
    const { perSecond, reserve } = budgets[plan]
    return { perSecond: perSecond * this.#factor, reserve: reserve * this.#factor }
  }
}
