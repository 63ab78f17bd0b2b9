import { beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../testkit/long-form.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const callers = [keys.demo, keys.rival, operatorKeys.sandbox]
const acts = fc.record({
  caller: fc.constantFrom(...callers),
  of: fc.constantFrom(0, 1),
  step: fc.constantFrom('cancel', 'refund', 'refund', 'payments'),
  amount: fc.integer({ min: 1, max: 300 }),
})

describe('two partners and the operator on the same reservations', () => {
  it('lose and double no payment and no refund, and no partner reaches the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 12, maxLength: 24 }), async (actions) => {
        const owners = [keys.demo, keys.rival]
        const ids: string[] = []
        for (const apiKey of owners) {
          const { id } = await reserve(product.url, { apiKey })
          await partner(product.url, apiKey).post(`/api/partner/reservations/${id}/confirm`, {
            paymentId: 'p',
            amount: 500,
          })
          ids.push(id)
        }
        const bodyOf = (step: string, amount: number): object =>
          step === 'cancel' ? { reason: 'weather' } : step === 'refund' ? { amount } : { amount, method: 'cash' }
        const responses = await Promise.all(
          actions.map(async ({ caller, of, step, amount }) => {
            const { status } = await partner(product.url, caller).post(
              `/api/partner/reservations/${ids[of]}/${step}`,
              bodyOf(step, amount),
            )
            return { caller, of, step, amount, status }
          }),
        )
        for (const { caller, of, status } of responses)
          expect(status === 404).toBe(caller !== operatorKeys.sandbox && caller !== owners[of])
        for (const index of [0, 1]) {
          const sum = (step: string, done: number): number =>
            responses
              .filter((one) => one.of === index && one.step === step && one.status === done)
              .reduce((total, { amount }) => total + amount, 0)
          const { data }: Json = (
            await partner(product.url, operatorKeys.sandbox).get(`/api/partner/reservations/${ids[index]}`)
          ).body
          expect(data.payment.amountPaid).toBe(500 + sum('payments', 201))
          expect(data.payment.amountReturned).toBe(sum('refund', 200))
          expect(data.payment.amountReturned).toBeLessThanOrEqual(data.payment.amountPaid)
          const cancelled = responses.filter(
            (one) => one.of === index && one.step === 'cancel' && one.status === 200,
          ).length
          expect(cancelled).toBeLessThanOrEqual(1)
          expect(data.statusHistory.filter(({ status }: Json) => status === 'cancelled')).toHaveLength(cancelled)
        }
      }),
      runs(4),
    )
  })
})
