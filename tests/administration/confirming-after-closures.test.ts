import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import {
  cenotesToClose,
  close,
  deactivate,
  open,
  override,
  reservationPath as path,
  type CenotesToClose,
} from '../testkit/closures.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { nextSaturday, partner, productToChange, type SharedProduct } from '../testkit/product.ts'
import { setPaid } from '../testkit/reservation-states.ts'

const from = nextSaturday()
const to = addDays(from, 1)

let product: SharedProduct
let staff: ReturnType<typeof partner>
let ask: ReturnType<typeof operator>['ask']
let unusedCenote: CenotesToClose['unusedCenote']
let reserve: CenotesToClose['reserve']
let shown: CenotesToClose['shown']
beforeAll(async () => {
  product = await productToChange()
  staff = partner(product.url, operatorKeys.sandbox)
  ;({ ask } = operator(product.url))
  ;({ unusedCenote, reserve, shown } = cenotesToClose(product.url, from))
})
afterAll(() => expectBalancedBooks(product.database('booking')))

describe('confirming', () => {
  it('into a closed day is refused with the reason, also after KEEP, and forced by an operator alone', async () => {
    const cenoteId = await unusedCenote()
    const { id } = await reserve(cenoteId)
    const { id: confirmed } = await reserve(cenoteId, { confirm: true })
    const message = { en: 'Storm', es: 'Tormenta' }
    const { createClosure } = await ask(close, {
      input: { cenoteId, from, to, reason: 'weather', message, reservations: 'KEEP' },
    })
    const { post } = partner(product.url)
    const refused = await post(path(id, 'confirm'), { paymentId: 'p' })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'CENOTE_NOT_AVAILABLE'])
    expect(refused.body.error.details).toMatchObject({
      reason: 'maintenance',
      closure: { reason: 'weather', message: 'Storm' },
      date: from,
      time: '10:00',
    })
    expect(await post(path(id, 'confirm'), { paymentId: 'p', force: true })).toHaveStatus(403)
    expect(await partner(product.url, 'sk_test_demo_gate').post(path(id, 'confirm'), { force: true })).toHaveStatus(403)
    // The closure does not keep a confirmed one from paying its balance.
    await setPaid(product.database('booking'), confirmed, 100)
    const balance = await post(path(confirmed, 'confirm'), { paymentId: 'q' })
    expect(balance).toHaveStatus(200)
    expect(await staff.post(path(id, 'confirm'), { paymentId: 'p' })).toHaveStatus(422)
    expect(await staff.post(path(id, 'confirm'), { paymentId: 'p', force: true })).toHaveStatus(200)
    await ask(open, { input: { id: createClosure.id } })
  })

  it('on the payment page of the sandbox says that the day was closed, and charges nothing', async () => {
    const cenoteId = await unusedCenote()
    const { id, payment, pricing } = await reserve(cenoteId)
    await ask(close, { input: { cenoteId, from, to, reason: 'storm', reservations: 'KEEP' } })
    const paid = await fetch(payment.instructions.creditCard.url, {
      headers: { Origin: product.url, 'Sec-Fetch-Site': 'same-origin' },
      method: 'POST',
      body: new URLSearchParams({ outcome: 'PAY', amountCents: String(Math.round(pricing.total * 100)) }),
    })
    expect([paid.status, await paid.text()]).toEqual([200, expect.stringContaining('Nothing was charged')])
    expect((await shown(id)).status).toBe('pending')
  })

  it('into a closed slot and at a cenote off sale is refused', async () => {
    const cenoteId = await unusedCenote()
    const slot = await reserve(cenoteId)
    const other = await reserve(cenoteId, { time: '12:00' })
    const { post } = partner(product.url)
    const input = { cenoteId, from, to: from, times: ['10:00'], available: false, reservations: 'KEEP' }
    await ask(override, { input })
    const closed = await post(path(slot.id, 'confirm'), {})
    expect([closed.status, closed.body.error.details.reason]).toEqual([422, 'closed_by_operator'])
    const { cenote } = await ask(`{ cenote(id: "${cenoteId}") { version } }`)
    await ask(deactivate, { input: { id: cenoteId, version: cenote.version, reservations: 'KEEP' } })
    const inactive = await post(path(other.id, 'confirm'), {})
    expect([inactive.status, inactive.body.error.details.reason]).toEqual([422, 'inactive'])
  })
})

describe('the availability of a closed day', () => {
  it('has what is booked and the closure in the words of its own', async () => {
    const cenoteId = await unusedCenote()
    await reserve(cenoteId, { adults: 4 })
    const message = { en: 'Storm', es: 'Tormenta' }
    await ask(close, { input: { cenoteId, from, to: from, reason: 'weather', message, reservations: 'KEEP' } })
    const { body } = await partner(product.url).get(
      `/api/partner/cenotes/${cenoteId}/availability?startDate=${from}&visitors=1`,
    )
    expect(body.data.availability[0]).toEqual({
      date: from,
      available: false,
      reason: 'maintenance',
      nextAvailable: to,
      capacity: { total: expect.any(Number), booked: 4, remaining: 0 },
      closure: { reason: 'weather', message: 'Storm' },
      timeSlots: [],
    })
  })
})
