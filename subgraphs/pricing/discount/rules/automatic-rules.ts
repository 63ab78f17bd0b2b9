import type { Promotion } from '../../promotion/index.ts'
import type { ProductType } from '../../transport/index.ts'
import { isRunning, type Circumstances, type DiscountRule, type Eligibility } from './discount-rule.ts'

/** The facts of a purchase before its price. */
export type Occasion = Pick<Circumstances, 'at' | 'eligibilities' | 'people'>

/** The automatic rules, put in order so that a calculation looks only at those that may apply to it. */
export interface AutomaticRules {
  readonly all: readonly DiscountRule[]
  /** Every rule for a product that applies on an occasion, except for its minimum amount. */
  of(productType: ProductType, productId: string, occasion: Occasion): DiscountRule[]
}

/** Rules with the same promotion for the same people, those for the smallest parties first. */
interface Shelf {
  readonly promotion: Promotion | null
  readonly eligibility: Eligibility
  readonly rules: readonly DiscountRule[]
}

export function automaticRules(all: readonly DiscountRule[]): AutomaticRules {
  const general = (productType: ProductType): Shelf[] =>
    shelves(all.filter(({ appliesTo }) => appliesTo === 'all' || appliesTo === productType))
  const byType = { cenote: general('cenote'), tour: general('tour') }
  const specific = grouped(
    all.filter(({ appliesTo }) => appliesTo === 'specific'),
    ({ productId }) => productId ?? '',
  )
  const byProduct = new Map([...specific].map(([productId, rules]) => [productId, shelves(rules)]))
  return {
    all,
    of(productType, productId, occasion) {
      const found: DiscountRule[] = []
      for (const shelf of byType[productType]) takeFrom(shelf, occasion, found)
      for (const shelf of byProduct.get(productId) ?? []) takeFrom(shelf, occasion, found)
      return found
    },
  }
}

function shelves(rules: readonly DiscountRule[]): Shelf[] {
  const groups = grouped(rules, ({ promotion, userEligibility }) => `${promotion?.id ?? ''} ${userEligibility}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const smallestFirst = group.toSorted((a, b) => fewest(a) - fewest(b))
    return [{ promotion: first.promotion, eligibility: first.userEligibility, rules: smallestFirst }]
  })
}

function grouped(rules: readonly DiscountRule[], keyOf: (rule: DiscountRule) => string): Map<string, DiscountRule[]> {
  const groups = new Map<string, DiscountRule[]>()
  for (const rule of rules) {
    const key = keyOf(rule)
    const group = groups.get(key)
    if (group) group.push(rule)
    else groups.set(key, [rule])
  }
  return groups
}

function takeFrom(shelf: Shelf, { at, eligibilities, people }: Occasion, found: DiscountRule[]): void {
  if (!eligibilities.has(shelf.eligibility) || !isRunning(shelf, at)) return
  for (const rule of shelf.rules) {
    if (fewest(rule) > people) return
    found.push(rule)
  }
}

const fewest = ({ minPeople }: DiscountRule): number => minPeople ?? 0

/** Those to show: without the ones whose promotion is over or not running, which no purchase can get. */
export const listedRules = (all: readonly DiscountRule[], now: Date): DiscountRule[] =>
  all.filter(({ promotion }) => promotion === null || (promotion.status === 'active' && promotion.endsAt > now))
