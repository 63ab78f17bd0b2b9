import { LRUCache } from 'lru-cache'

/** Processor time that comes back with time, in milliseconds. */
export interface Budget {
  /** Milliseconds added in each second. */
  readonly perSecond: number
  /** The maximum reserve, which is also the initial one. */
  readonly reserve: number
}

/** An owner that has nothing left, and for how many milliseconds. */
export interface Exhausted {
  /** Until something is left. */
  readonly untilSome: number
  /** Until the whole reserve is there again. */
  readonly untilAll: number
}

const maxOwners = 100_000

/**
 * The budgets of many owners. Work may begin while anything is left and is charged afterwards, so that an owner may be in
 * debt, by no more than its reserve.
 */
export class Budgets {
  readonly #now: () => number
  readonly #levels = new LRUCache<string, { readonly left: number; readonly at: number }>({ max: maxOwners })

  /** `now` is in milliseconds and never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  spend(owner: string, budget: Budget, milliseconds: number): void {
    if (milliseconds <= 0) return
    const left = Math.max(this.#leftOf(owner, budget) - milliseconds, -budget.reserve)
    this.#levels.set(owner, { left, at: this.#now() })
  }

  /** Undefined while the owner has something left. */
  exhausted(owner: string, budget: Budget): Exhausted | undefined {
    const left = this.#leftOf(owner, budget)
    if (left > 0) return undefined
    const until = (wanted: number): number => Math.ceil(((wanted - left) / budget.perSecond) * 1_000)
    return { untilSome: until(1), untilAll: until(budget.reserve) }
  }

  #leftOf(owner: string, { perSecond, reserve }: Budget): number {
    const level = this.#levels.get(owner)
    if (!level) return reserve
    return Math.min(level.left + ((this.#now() - level.at) / 1_000) * perSecond, reserve)
  }
}
