import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import {
  nextSaturday,
  partner,
  sharedTestProduct,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'

const reservations = '/api/partner/reservations'
let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url, (await newPartner(product)).apiKey)
})

const change = (id: string, step: string, body: object, headers?: Record<string, string>): Promise<TestResponse> =>
  rest.post(`${reservations}/${id}/${step}`, body, headers)
const pay = (id: string, body: object): Promise<TestResponse> => change(id, 'confirm', body)
const read = async (id: string): Promise<Json> => (await rest.get(`${reservations}/${id}`)).body.data
/** The events of a reservation. They appear once no earlier transaction runs, of other databases of the server too. */
async function eventsOf(id: string, count: number): Promise<string[]> {
  const types = async (): Promise<string[]> =>
    (await rest.get('/events?perPage=100')).body.data
      .filter(({ reservation }: Json) => reservation.id === id)
      .map(({ type }: Json) => type)
  return eventually(types, ({ length }) => length >= count)
}

async function reserve(): Promise<Json> {
  const { status, body } = await rest.post(reservations, {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: nextSaturday(),
    visitors: { adults: 2, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  expect(status).toBe(201)
  return body.data
}

/** Paid for two, then changed to be for three: what is left to pay. */
async function withBalance(): Promise<{ id: string; paid: number; balance: number }> {
  const { id, pricing } = await reserve()
  expect(await pay(id, { paymentId: 'pay_1', paymentMethod: 'credit_card' })).toHaveStatus(200)
  const modified = await rest.send('PATCH', `${reservations}/${id}`, { visitors: { adults: 3 } })
  expect(modified.body.data.payment.additionalPaymentRequired).toBe(true)
  return { id, paid: pricing.total, balance: modified.body.data.payment.amount }
}
const cents = (amount: number): number => Math.round(amount * 100)

describe('a change that makes a paid reservation more expensive', () => {
  it('leaves a balance, which a further payment settles as a modification', async () => {
    const { id, paid, balance } = await withBalance()
    const before = await read(id)
    expect(before.payment).toMatchObject({ id: 'pay_1', amountPaid: paid, balanceDue: balance })
    const response = await pay(id, { paymentId: 'pay_2', paymentMethod: 'paypal', transactionId: 'tx_2' })
    expect(response).toHaveStatus(200)
    const total = before.pricing.total
    expect(response.body.data).toMatchObject({
      status: 'confirmed',
      payment: { id: 'pay_2', status: 'completed', amountPaid: total, balanceDue: 0 },
    })
    const after = await read(id)
    expect(after.payment).toEqual({
      ...before.payment,
      amountPaid: total,
      balanceDue: 0,
      additional: [
        {
          id: 'pay_2',
          method: 'paypal',
          transactionId: 'tx_2',
          paidAt: response.body.data.payment.confirmedAt,
          amount: balance,
        },
      ],
    })
    expect(after.statusHistory.map(({ status }: Json) => status)).toEqual(['pending', 'confirmed'])
    expect(await eventsOf(id, 4)).toEqual([
      'reservation.created',
      'reservation.confirmed',
      'reservation.modified',
      'reservation.modified',
    ])
    const settled = await pay(id, { paymentId: 'pay_3' })
    expect([settled.status, settled.body.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })

  it('has all that was paid come back when it is cancelled or refunded', async () => {
    const cancelled = await withBalance()
    await pay(cancelled.id, { paymentId: 'pay_2' })
    const total = (cents(cancelled.paid) + cents(cancelled.balance)) / 100
    expect((await change(cancelled.id, 'cancel', { reason: 'weather' })).body.data.refund).toMatchObject({
      amount: total,
    })
    const missed = await withBalance()
    await pay(missed.id, { paymentId: 'pay_2', amount: 1 })
    await change(missed.id, 'no-show', {})
    const { refund, status } = (await change(missed.id, 'refund', {})).body.data
    expect([status, refund.amount, refund.settled]).toEqual(['refunded', missed.paid + 1, missed.paid + 1])
  })

  it('retains its balance through check-in, which shows what is left to collect', async () => {
    const { id, paid, balance } = await withBalance()
    const arrived = await change(id, 'checkin', {})
    expect(arrived.body.data.payment).toEqual({ amountPaid: paid, balanceDue: balance, currency: 'MXN' })
    expect((await read(id)).payment.balanceDue).toBe(balance)
    const { id: settled } = await reserve()
    await pay(settled, { paymentId: 'pay_1' })
    expect((await change(settled, 'checkin', {})).body.data).not.toHaveProperty('payment')
    expect(await pay(id, { paymentId: 'pay_2' })).toHaveStatus(409)
  })

  it('takes the balance in parts, and never more than is due', async () => {
    const { id, balance } = await withBalance()
    expect((await pay(id, { paymentId: 'pay_2', amount: 10.5 })).body.data.payment.balanceDue).toBe(
      (cents(balance) - 1050) / 100,
    )
    const tooMuch = await pay(id, { paymentId: 'pay_3', amount: balance })
    expect([tooMuch.status, tooMuch.body.error.code, tooMuch.body.error.details]).toEqual([
      422,
      'PAYMENT_EXCEEDS_BALANCE',
      { requested: balance, balanceDue: (cents(balance) - 1050) / 100, currency: 'MXN' },
    ])
    for (const [amount, fieldError] of [
      [0, 'must be at least 0.01'],
      [1.005, 'must have at most two decimals'],
      [1e9, 'must be at most 21474836.47'],
    ]) {
      const wrong = await pay(id, { paymentId: 'pay_4', amount })
      expect([wrong.status, wrong.body.errors.fields]).toEqual([400, { amount: [fieldError] }])
    }
    const unnamed = await pay(id, { amount: 5 })
    expect([unnamed.status, Object.keys(unnamed.body.errors.fields)]).toEqual([400, ['paymentId']])
    expect((await pay(id, { paymentId: 'pay_5' })).body.data.payment.balanceDue).toBe(0)
  })

  it('counts a payment once, however often and by however many callers it is sent', async () => {
    const { id, paid, balance } = await withBalance()
    // The first payment again, as a client sends it whose response was lost: nothing is added.
    const again = await pay(id, { paymentId: 'pay_1', paymentMethod: 'credit_card' })
    expect([again.status, again.body.data.payment]).toMatchObject([
      200,
      { id: 'pay_1', amountPaid: paid, balanceDue: balance },
    ])
    const body = { paymentId: `pay_${randomUUID()}`, amount: 20 }
    const responses = await Promise.all(Array.from({ length: 6 }, () => pay(id, body)))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect((await read(id)).payment).toMatchObject({ amountPaid: paid + 20, additional: [{ amount: 20 }] })
    const other = await pay(id, { ...body, amount: 21 })
    expect([other.status, other.body.error.code, other.body.error.details]).toEqual([
      409,
      'PAYMENT_ALREADY_RECORDED',
      { paymentId: body.paymentId, recorded: 20, requested: 21, currency: 'MXN' },
    ])
    // Payments of the whole balance that race: one of them finds it.
    const racing = await Promise.all(Array.from({ length: 4 }, () => pay(id, { paymentId: randomUUID() })))
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await read(id)).payment).toMatchObject({ amountPaid: (cents(paid) + cents(balance)) / 100, balanceDue: 0 })
    expect((await eventsOf(id, 5)).filter((type) => type === 'reservation.modified')).toHaveLength(3)
  })

  it('reads the same over GraphQL, in cents', async () => {
    const { id, paid, balance } = await withBalance()
    const { body } = await rest.graphql(
      `mutation { confirmReservation(input: { id: "${id}", paymentId: "pay_2", amountCents: 100 }) {
        amountPaidCents balanceDueCents payment { paymentId additional { paymentId amountCents } } } }`,
    )
    expect(body.data.confirmReservation).toEqual({
      amountPaidCents: cents(paid) + 100,
      balanceDueCents: cents(balance) - 100,
      payment: { paymentId: 'pay_1', additional: [{ paymentId: 'pay_2', amountCents: 100 }] },
    })
    const none = await rest.graphql(
      `mutation { confirmReservation(input: { id: "${id}", paymentId: "pay_3", amountCents: 0 }) { id } }`,
    )
    expect(Object.keys(none.body.errors[0].extensions.details.fields)).toEqual(['amountCents'])
  })
})

describe('the provider of a payment', () => {
  it('is stored with each payment and read over REST and GraphQL', async () => {
    const { id } = await reserve()
    await pay(id, { paymentId: 'pay_1', provider: 'stripe', amount: 100 })
    const { body } = await rest.graphql(
      `mutation { confirmReservation(input: { id: "${id}", paymentId: "pay_2", provider: "conekta" }) {
        payment { provider additional { provider } } } }`,
    )
    const payment = { provider: 'stripe', additional: [{ provider: 'conekta' }] }
    expect(body.data.confirmReservation).toEqual({ payment })
    expect((await read(id)).payment).toMatchObject(payment)
  })

  it('has 1 to 40 characters, and is absent when it was not given', async () => {
    const { id } = await reserve()
    for (const [provider, fieldError] of [
      ['', /^must (not be empty|have at least 1 character)/],
      ['x'.repeat(41), /^must have at most 40 characters$/],
    ] as const) {
      const fields = { provider: [expect.stringMatching(fieldError)] }
      const wrong = await pay(id, { paymentId: 'pay_1', provider })
      expect([wrong.status, wrong.body.errors.fields]).toEqual([400, fields])
      const { body } = await rest.graphql(
        `mutation { confirmReservation(input: { id: "${id}", paymentId: "pay_1", provider: "${provider}" }) { id } }`,
      )
      expect(body.errors[0].extensions.details.fields).toEqual(fields)
    }
    await pay(id, { paymentId: 'pay_1' })
    expect((await read(id)).payment).not.toHaveProperty('provider')
    const { id: other } = await reserve()
    await pay(other, { paymentId: 'pay_1', provider: 'x'.repeat(40) })
    expect((await read(other)).payment.provider).toBe('x'.repeat(40))
  })
})

describe('confirming without a payment', () => {
  it('records none: nothing comes back, and check-in shows the whole price to collect', async () => {
    const { id, pricing } = await reserve()
    const confirmed = await pay(id, {})
    expect([confirmed.status, confirmed.body.data.payment]).toEqual([200, null])
    expect(await read(id)).not.toHaveProperty('payment')
    const quoted = await change(id, 'cancel/quote', { reason: 'weather' })
    const refund = { eligible: false, amount: 0, settled: 0, fees: 0, refundId: null, status: 'not_paid' }
    expect(quoted.body.data.refund).toMatchObject(refund)
    const { id: other } = await reserve()
    await pay(other, {})
    expect((await change(other, 'cancel', { reason: 'weather' })).body.data.refund).toMatchObject(refund)
    const due = await change(other, 'refund', {})
    expect([due.status, due.body.error.code]).toEqual([422, 'REFUND_NOT_DUE'])
    expect((await change(id, 'checkin', {})).body.data.payment).toEqual({
      amountPaid: 0,
      balanceDue: pricing.total,
      currency: 'MXN',
    })
  })

  it('may be followed by the payment that was collected', async () => {
    const { id, pricing } = await reserve()
    await pay(id, {})
    expect(await pay(id, {})).toHaveStatus(409)
    expect((await pay(id, { transactionId: 'tx_1' })).body.data.payment).toMatchObject({
      id: 'tx_1',
      amountPaid: pricing.total,
      balanceDue: 0,
    })
  })

  it('takes a deposit too, which leaves the rest as a balance', async () => {
    const { id, pricing } = await reserve()
    const { body } = await pay(id, { paymentId: 'pay_1', amount: 100 })
    expect(body.data).toMatchObject({
      status: 'confirmed',
      payment: { amountPaid: 100, balanceDue: (cents(pricing.total) - 10_000) / 100 },
    })
  })
})
