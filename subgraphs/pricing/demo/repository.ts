import type { Statements } from '../../../platform/postgres/database.ts'

const seedLock = 7_203_661_003

/** Lets one process at a time seed, until its transaction ends. */
export async function lockSeed(client: Statements): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [seedLock])
}

/** Whether there are prices other than those that every database begins with. */
export async function isSeeded(client: Statements): Promise<boolean> {
  const { rows } = await client.query<{ seeded: boolean }>(
    'SELECT EXISTS (SELECT FROM coupon) OR EXISTS (SELECT FROM cenote_service) OR EXISTS (SELECT FROM discount_rule) AS seeded',
  )
  return rows[0]?.seeded ?? false
}

/** Counts all uses that coupons allow. */
export async function useUpCoupons(client: Statements, codes: readonly string[]): Promise<void> {
  await client.query('UPDATE coupon SET usage_count = usage_limit, usage_before = usage_limit WHERE code = ANY ($1)', [
    codes,
  ])
}
