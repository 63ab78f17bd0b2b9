import type { CallerPlan } from '../../rate-limit/pricing-tier.ts'

/**
 * The maximum cost of one operation, by plan. Ten cenotes with everything that belongs to them, down to the days of
 * their availability, cost about 4,000; a hundred with pictures, amenities and schedule about 2,000.
 */
export const costBudgets: Readonly<Record<CallerPlan, number>> = {
  none: 1_000,
  basic: 5_000,
  pro: 20_000,
  enterprise: 100_000,
}
