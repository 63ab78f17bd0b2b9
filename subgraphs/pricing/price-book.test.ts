import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { onConnection } from '../../tests/testkit/database.ts'
import { eventually } from '../../tests/testkit/eventually.ts'
import { statementsDuring } from '../../tests/testkit/statements.ts'
import type { TestSubgraph } from '../../tests/testkit/subgraph.ts'
import { startTestPricing } from '../../tests/testkit/pricing-subgraph.ts'

const calculation = `query($representations: [_Any!]!, $input: PriceCalculationInput!) {
  _entities(representations: $representations) { ... on Cenote { priceCalculation(input: $input) { taxesCents discountsCents } } }
}`

describe('the price book', () => {
  let pricing: TestSubgraph
  let replica: TestSubgraph
  beforeAll(async () => {
    pricing = await startTestPricing()
    replica = await startTestPricing(pricing.databaseName)
  })
  afterAll(async () => {
    await replica.close()
    await pricing.close()
  })

  const price = async (
    through: TestSubgraph,
    environment: 'live' | 'sandbox' = 'live',
  ): Promise<{ taxesCents: number; discountsCents: number }> => {
    const representations = [
      {
        __typename: 'Cenote',
        id: demoId('cenote', 'gran-cenote'),
        pricing: { adultCents: 10_000 },
        stopSchedule: { timezone: 'America/Cancun' },
      },
    ]
    const { _entities } = await through.ask<{ _entities: [{ priceCalculation: never }] }>(
      calculation,
      { representations, input: { ageBreakdown: { adult: 1 } } },
      { environment },
    )
    return _entities[0].priceCalculation
  }
  const setTax = (percent: number, environment = 'live'): Promise<unknown> =>
    pricing.sql(`UPDATE ${environment}.tax_rate SET percent = $1`, [percent])

  it('receives changes in every replica, in the environment where they happened', async () => {
    for (const each of [pricing, replica]) expect(await price(each)).toEqual({ taxesCents: 1_600, discountsCents: 0 })
    await setTax(20)
    for (const each of [pricing, replica]) await eventually(async () => (await price(each)).taxesCents, 2_000)
    expect((await price(pricing, 'sandbox')).taxesCents).toBe(1_600)
    await setTax(16)
    for (const each of [pricing, replica]) await eventually(async () => (await price(each)).taxesCents, 1_600)
  })

  it('has what an operator changed at once, and every replica a moment later', async () => {
    const update = 'mutation ($input: UpdateChargesInput!) { updateCharges(input: $input) { version } }'
    const taxes = (percent: number) => [{ name: 'IVA', percent }]
    for (const each of [pricing, replica]) await price(each)
    const { updateCharges } = await pricing.ask<{ updateCharges: { version: number } }>(update, {
      input: { version: 1, taxes: taxes(18) },
    })
    expect((await price(pricing)).taxesCents).toBe(1_800)
    await eventually(async () => (await price(replica)).taxesCents, 1_800)
    await pricing.ask(update, { input: { version: updateCharges.version, taxes: taxes(16) } })
    expect((await price(pricing)).taxesCents).toBe(1_600)
    await eventually(async () => (await price(replica)).taxesCents, 1_600)
  })

  it('receives new, changed and deleted rules, and their promotions', async () => {
    const discounts = async (): Promise<number> => (await price(replica)).discountsCents
    await pricing.sql(
      `INSERT INTO live.promotion VALUES (gen_random_uuid(), '{"en": "", "es": ""}', 'test', 'active', 'seasonal', now() - interval '1 day', now() + interval '1 day')`,
    )
    await pricing.sql(
      `INSERT INTO live.discount_rule (id, name, discount_type, applies_to, value, max_discount_cents, priority, stackable, exclude_transport, user_eligibility, is_active, promotion_id)
       SELECT id, name, 'fixed', 'all', 700, 700, 1, true, false, 'all', true, id FROM live.promotion WHERE slug = 'test'`,
    )
    await eventually(discounts, 700)
    await pricing.sql(`UPDATE live.promotion SET status = 'paused' WHERE slug = 'test'`)
    await eventually(discounts, 0)
    await pricing.sql(`UPDATE live.promotion SET status = 'active' WHERE slug = 'test'`)
    await eventually(discounts, 700)
    await pricing.sql(`DELETE FROM live.discount_rule WHERE value = 700`)
    await eventually(discounts, 0)
  })

  it('never returns stale values: while notifications are not received it reads, and caches again afterwards', async () => {
    await price(pricing)
    const endListeners = (): Promise<unknown> =>
      pricing.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '%-watch'`,
      )
    await endListeners()
    // The change happens while nothing listens.
    await setTax(25)
    await eventually(async () => (await price(pricing)).taxesCents, 2_500)
    await eventually(async () => (await price(replica)).taxesCents, 2_500)
    const listening = async (): Promise<number> =>
      Number(
        (
          await pricing.sql(
            `SELECT count(*)::int AS listeners FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '%-watch'`,
          )
        )[0]?.listeners,
      )
    await eventually(listening, 2)
    await setTax(16)
    await eventually(async () => (await price(pricing)).taxesCents, 1_600)
    await eventually(async () => (await price(replica)).taxesCents, 1_600)
  })

  it('reads nothing for a price whose facts it has', async () => {
    const reads = async (): Promise<number> =>
      (await statementsDuring(() => price(pricing))).filter(({ text }) => text.includes('tax_rate')).length
    // Its facts are in memory once the changes of the tests before were read.
    await eventually(reads, 0)
    // Reads of one of these tables would wait until the lock is released.
    await onConnection(pricing.databaseName, async (client) => {
      // A read that waits ends this transaction after a minute, and the last statement of the test fails.
      await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '60s'")
      await client.query(
        'LOCK TABLE live.tax_rate, live.discount_rule, live.exchange_rate, live.cenote_service, live.age_configuration',
      )
      const charged = await price(pricing)
      for (let time = 1; time < 20; time += 1) expect(await price(pricing)).toEqual(charged)
      expect((await client.query('SELECT 1')).rowCount).toBe(1)
    })
  })
})
