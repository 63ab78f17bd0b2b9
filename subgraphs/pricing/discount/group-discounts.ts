import { LRUCache } from 'lru-cache'
import { maxPeople } from '../age-configuration/index.ts'
import { applyRules } from './rules/apply-rules.ts'
import type { AutomaticRules } from './rules/automatic-rules.ts'
import type { Circumstances, DiscountRule } from './rules/discount-rule.ts'

/** A discount that a group gets from a number of people on. */
export interface GroupDiscount {
  readonly minSize: number
  /** Share taken off, 0 to 1. */
  readonly discount: number
}

type Visit = Pick<Circumstances, 'at' | 'eligibilities'>

/**
 * The rules that give groups of adults a discount at a cenote, the smallest group first. A rule is included only when
 * the calculation of a price applies it to the smallest group that it is for, together with all others.
 */
export function groupDiscounts(
  rules: AutomaticRules,
  cenoteId: string,
  adultCents: number,
  visit: Visit,
): GroupDiscount[] {
  const key = [cenoteId, adultCents, visit.at.getTime(), ...visit.eligibilities].join(' ')
  const cache = computedFrom(rules)
  let discounts = cache.get(key)
  if (!discounts) cache.set(key, (discounts = compute(rules, cenoteId, adultCents, visit)))
  return discounts
}

/** Rules that change are read into another object, and what was computed from the old ones goes with it. */
const computed = new WeakMap<AutomaticRules, LRUCache<string, GroupDiscount[]>>()
const maxComputed = 5_000

function computedFrom(rules: AutomaticRules): LRUCache<string, GroupDiscount[]> {
  let cache = computed.get(rules)
  if (!cache) computed.set(rules, (cache = new LRUCache({ max: maxComputed })))
  return cache
}

function compute(rules: AutomaticRules, cenoteId: string, adultCents: number, visit: Visit): GroupDiscount[] {
  const appliedTo = new Map<number, ReadonlySet<DiscountRule>>()
  const isApplied = (rule: DiscountRule, people: number): boolean => {
    let applied = appliedTo.get(people)
    if (!applied) appliedTo.set(people, (applied = rulesFor(people)))
    return applied.has(rule)
  }
  const rulesFor = (people: number): ReadonlySet<DiscountRule> => {
    const purchase = { ...visit, people, subtotalCents: people * adultCents, transportCents: 0, toDisplay: asItIs }
    const { automatic } = applyRules(rules.of('cenote', cenoteId, purchase), purchase)
    return new Set(automatic.map(({ rule }) => rule))
  }
  return rules
    .of('cenote', cenoteId, { ...visit, people: Infinity })
    .filter(({ minPeople, discountType }) => minPeople !== null && minPeople > 1 && discountType !== 'fixed')
    .map((rule) => ({ rule, minSize: smallestGroup(rule, adultCents) }))
    .filter(({ rule, minSize }) => minSize <= maxPeople && isApplied(rule, minSize))
    .map(({ rule, minSize }) => ({ minSize, discount: rule.value / 100 }))
    .sort((a, b) => a.minSize - b.minSize || a.discount - b.discount)
}

const asItIs = (cents: number): number => cents

/** The minimum adults that meet a rule's group size and minimum amount. */
const smallestGroup = ({ minPeople, minAmountCents }: DiscountRule, adultCents: number): number =>
  Math.max(minPeople ?? 1, minAmountCents === null ? 1 : Math.ceil(minAmountCents / adultCents))
