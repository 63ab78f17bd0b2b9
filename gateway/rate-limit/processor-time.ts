import { Budgets, type Budget } from '../../platform/process/budgets.ts'
import { limitsOf, type Subject } from './pricing-tier.ts'
import type { Verdict } from './window.ts'

/**
 * The average time that each admitted request may take, many times that of usual requests: the whole rate of a plan is
 * available for ordinary requests, but not for those made to be expensive.
 */
const millisecondsPerRequest = 100
/** A plan of few requests may spend more on each, and one of many not all that the process has. */
const perSecondBounds = { min: 100, max: 800 }
const reserveBounds = { min: 10_000, max: 60_000 }

/** Of callers that no secret key makes known, whatever they may request. */
const keylessBudget: Budget = { perSecond: 100, reserve: 10_000 }

const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(value, min), max)

/** The budget that goes with the limits of a caller; none where its requests are not limited. */
function budgetOf(subject: Subject): Budget | undefined {
  if (subject.keyless) return keylessBudget
  const { perHour, perMinute } = limitsOf(subject)
  const requestsPerSecond = Math.min(perHour / 3_600, perMinute / 60)
  if (requestsPerSecond === Infinity) return undefined
  return {
    perSecond: within(requestsPerSecond * millisecondsPerRequest, perSecondBounds),
    reserve: within(Math.min(perHour, perMinute) * millisecondsPerRequest, reserveBounds),
  }
}

const ownerOf = ({ id, timeOf = id }: Subject): string => timeOf

/** The processor time that the requests of each caller take in this process, by the budget of its limits. */
export class ProcessorTime {
  readonly #factor: number
  readonly #budgets: Budgets

  /** `factor` multiplies every budget; 0 is no limit. `now` is in milliseconds and never goes back. */
  constructor(factor: number, now?: () => number) {
    this.#factor = factor
    this.#budgets = new Budgets(now)
  }

  spend(subject: Subject, milliseconds: number): void {
    const budget = this.#budgetOf(subject)
    if (budget) this.#budgets.spend(ownerOf(subject), budget, milliseconds)
  }

  /** The refusal of a caller that has nothing left; undefined while there is something. */
  refusalOf(subject: Subject): Verdict | undefined {
    const budget = this.#budgetOf(subject)
    const exhausted = budget && this.#budgets.exhausted(ownerOf(subject), budget)
    if (!exhausted) return undefined
    const { perSecond, reserve } = budget
    const now = Date.now()
    const reading = {
      limit: Math.round(reserve),
      seconds: Math.ceil(reserve / perSecond),
      remaining: 0,
      resetAt: now + exhausted.untilAll,
      retryAt: now + exhausted.untilSome,
    }
    return { admitted: false, now, readings: [reading] }
  }

  #budgetOf(subject: Subject): Budget | undefined {
    const budget = this.#factor === 0 ? undefined : budgetOf(subject)
    return budget && { perSecond: budget.perSecond * this.#factor, reserve: budget.reserve * this.#factor }
  }
}
