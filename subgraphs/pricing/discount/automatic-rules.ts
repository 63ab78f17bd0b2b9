import type { DiscountRule } from './discount-rule.ts'

export type ItemType = 'cenote' | 'tour'

/** The automatic rules, put in order so that a calculation looks only at those that can be for its item. */
export interface AutomaticRules {
  readonly all: readonly DiscountRule[]
  of(itemType: ItemType, itemId: string): readonly DiscountRule[]
}

export function automaticRules(all: readonly DiscountRule[]): AutomaticRules {
  const general = (itemType: ItemType): readonly DiscountRule[] =>
    all.filter(({ appliesTo }) => appliesTo === 'all' || appliesTo === itemType)
  const byType = { cenote: general('cenote'), tour: general('tour') }
  const byItem = new Map<string, DiscountRule[]>()
  for (const rule of all) {
    if (rule.appliesTo !== 'specific' || rule.itemId === null) continue
    const known = byItem.get(rule.itemId)
    if (known) known.push(rule)
    else byItem.set(rule.itemId, [rule])
  }
  return {
    all,
    of(itemType, itemId) {
      const own = byItem.get(itemId)
      return own ? [...byType[itemType], ...own] : byType[itemType]
    },
  }
}

/** Those to show: without the ones whose promotion is over or not on, which nobody can get. */
export const listedRules = (all: readonly DiscountRule[], now: Date): DiscountRule[] =>
  all.filter(({ promotion }) => promotion === null || (promotion.status === 'active' && promotion.endsAt > now))
