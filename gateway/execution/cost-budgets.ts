/** A caller's plan; `none` for callers without a key. */
export type CostPlan = 'none' | 'basic' | 'pro' | 'enterprise'

/** The most that one operation may cost, by plan. A hundred cenotes with all that belongs to each cost about 5,000. */
export const costBudgets: Readonly<Record<CostPlan, number>> = {
  none: 1_000,
  basic: 5_000,
  pro: 20_000,
  enterprise: 100_000,
}
