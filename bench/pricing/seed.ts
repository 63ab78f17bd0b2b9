import pg from 'pg'

/** The scope of the rules: spread over cenotes, or all of them for everything. */
export type Spread = 'spread' | 'everywhere'

/**
 * Replaces the discount rules of the sandbox by a given number. Spread: one in ten is for every cenote, the others each
 * for one of 1,000 cenotes. Everywhere: every rule is for everything. In either case a third belongs to one of 60
 * promotions, of which 20 run, and requires from 1 to 200 people or from 0 to 50,000 pesos.
 */
export async function seedRules(serverUrl: string, count: number, spread: Spread, cenoteId: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    await client.query('DELETE FROM sandbox.discount_rule')
    await client.query("DELETE FROM sandbox.promotion WHERE slug LIKE 'bench-%'")
    await client.query(
      `INSERT INTO sandbox.promotion (id, name, slug, status, promotion_type, starts_at, ends_at)
       SELECT gen_random_uuid(), '{"en": "Bench", "es": "Bench"}', 'bench-' || n, 'active', 'seasonal',
         now() + make_interval(days => (n % 3 - 1) * 30 - 10), now() + make_interval(days => (n % 3 - 1) * 30 + 10)
       FROM generate_series(1, 60) AS n`,
    )
    await client.query(
      `INSERT INTO sandbox.discount_rule (id, name, description, discount_type, applies_to, product_id, value,
         min_amount_cents, max_discount_cents, min_people, priority, stackable, exclude_transport, user_eligibility,
         is_active, promotion_id)
       SELECT gen_random_uuid(), '{"en": "Rule", "es": "Regla"}', '{"en": "", "es": ""}', 'percentage',
         CASE WHEN $2 AND n % 10 > 0 THEN 'specific' ELSE 'all' END,
         CASE WHEN $2 AND n % 10 > 0 THEN CASE n % 1000 WHEN 1 THEN $3::uuid ELSE md5((n % 1000)::text)::uuid END END,
         1 + n % 5, CASE WHEN n % 2 = 0 THEN (n * 7919) % 5000000 END, 1000000, CASE WHEN n % 2 = 1 THEN 1 + (n * 7919) % 200 END,
         n % 100, true, false, 'all', true,
         CASE WHEN n % 3 = 0 THEN (SELECT id FROM sandbox.promotion WHERE slug = 'bench-' || (1 + n / 3 % 60)) END
       FROM generate_series(1, $1::integer) AS n`,
      [count, spread === 'spread', cenoteId],
    )
    await client.query('ANALYZE sandbox.discount_rule')
  })
}

/** Adds coupons `BENCH1` to `BENCH<count>`, each of 5 percent. */
export async function seedCoupons(serverUrl: string, count: number): Promise<void> {
  await withClient(serverUrl, async (client) => {
    await client.query(
      `INSERT INTO sandbox.coupon (id, code, name, discount_type, value, stackable, priority, is_active)
       SELECT gen_random_uuid(), 'BENCH' || n, '{"en": "Bench", "es": "Bench"}', 'percentage', 5, true, 1, true
       FROM generate_series(1, $1::integer) AS n`,
      [count],
    )
    await client.query('ANALYZE sandbox.coupon')
  })
}

async function withClient(serverUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(`${serverUrl}/pricing`)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
