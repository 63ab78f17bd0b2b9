import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Chance } from '../../bench/chance.ts'
import { auditedAmounts } from '../../cli/audit/audit.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { testServerUrl } from '../testkit/database.ts'
import { seedOf, times } from '../testkit/long-form.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'

const chance = new Chance(seedOf(20_261_125))
const count = (min: number, max: number): number => min + chance.below(max - min + 1)
/** Enough for each kind of change to succeed several times. */
const reservations = times(25, 100)

const from = nextSaturday()
const dayAfter = (days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.close())

/** Changes of a reservation; those that its state does not allow are refused and change nothing. */
const steps: readonly ((act: (method: string, action: string, body: object) => Promise<Json>) => Promise<Json>)[] = [
  (act) => act('POST', '/confirm', { paymentId: `pay_${chance.fraction()}` }),
  (act) => act('POST', '/confirm', {}),
  (act) => act('POST', '/payments', { amount: count(1, 300), method: 'cash' }),
  (act) => act('PATCH', '', { visitors: { adults: count(1, 6) } }),
  (act) => act('PATCH', '', { visitDate: dayAfter(count(0, 30)) }),
  (act) => act('POST', '/cancel', { reason: chance.pick(['weather', 'guest_request']) }),
  (act) => act('POST', '/refund', {}),
  (act) => act('POST', '/refund', { amount: count(1, 200) }),
]

describe('the report of sales and the audit', () => {
  it('have the same totals, whatever was paid, changed, cancelled and refunded', async () => {
    const seen = { refunded: 0, cancelled: 0, changed: 0, paid: 0 }
    for (let index = 0; index < reservations; index += 1) {
      const rest = partner(product.url, chance.pick([keys.demo, keys.rival]))
      const { body } = await rest.post('/api/partner/reservations', {
        cenoteId: demoId('cenote', chance.pick(['gran-cenote', 'dos-ojos', 'ik-kil'])),
        visitDate: dayAfter(count(0, 30)),
        visitors: { adults: count(1, 5), children: count(0, 2) },
        guest: { name: 'Ana', email: `a${index}@example.com`, phone: '+52 998 123 4567' },
        ...(chance.often(0.3) ? { promoCode: 'CENOTE10' } : {}),
      })
      if (!body.data) throw new Error(JSON.stringify(body))
      for (let step = count(0, 6); step > 0; step -= 1)
        await chance.pick(steps)(async (method, action, given) => {
          const response = await rest.send(method, `/api/partner/reservations/${body.data.id}${action}`, given)
          if (response.status >= 500) throw new Error(JSON.stringify(response.body))
          if (response.status >= 400) return
          if (action === '/refund') seen.refunded += 1
          else if (action === '/cancel') seen.cancelled += 1
          else if (method === 'PATCH') seen.changed += 1
          else seen.paid += 1
        })
    }
    // Otherwise the seed says nothing.
    for (const [what, times] of Object.entries(seen)) expect([what, times]).not.toEqual([what, 0])
    const { body } = await partner(product.url, operatorKeys.sandbox).graphql(
      `{ salesReport(filter: { from: "${dayAfter(-30)}", to: "${dayAfter(300)}" }, by: []) { rows {
           currency reservations visitors totalCents paidCents refundedCents balanceCents soldReservations soldVisitors
           soldTotalCents cancelledReservations cancelledTotalCents refundDueCents } } }`,
    )
    const amounts = await auditedAmounts({
      serverUrl: testServerUrl(),
      databasePrefix: product.database('booking').replace(/booking$/, ''),
      environment: 'sandbox',
    })
    expect(body.data.salesReport.rows).toEqual(amounts)
    expect(amounts).toEqual([expect.objectContaining({ currency: 'MXN', reservations })])
    expect(amounts[0]?.refundedCents).toBeGreaterThan(0)
    expect(amounts[0]?.refundDueCents).toBeGreaterThan(0)
  })
})
