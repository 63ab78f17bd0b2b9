import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '../testkit/eventually.ts'
import { makeDue } from '../testkit/due.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

const address = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`
const pay = (id: string, body: object, headers: Record<string, string> = {}) =>
  rest.post(address(id, 'payments'), { method: 'cash', ...body }, headers)
const read = async (id: string): Promise<Json> => (await rest.get(address(id))).body.data

describe('recording a payment', () => {
  it('keeps a pending reservation pending, and a confirmation without payment then records none', async () => {
    const { id, pricing } = await reserve(product.url)
    const { status, body } = await pay(id, { amount: 100, note: 'Deposit', paymentId: 'till 1' })
    expect([status, body.data]).toEqual([
      201,
      {
        id,
        status: 'pending',
        payment: {
          id: 'till 1',
          amount: 100,
          method: 'cash',
          transactionId: null,
          note: 'Deposit',
          paidAt: expect.any(String),
          amountPaid: 100,
          amountReturned: 0,
          balanceDue: pricing.total - 100,
          creditDue: 0,
          currency: 'MXN',
        },
      },
    ])
    expect((await read(id)).payment).toMatchObject({ amountPaid: 100, balanceDue: pricing.total - 100 })
    expect((await rest.post(address(id, 'confirm'), {})).status).toBe(200)
    expect(await read(id)).toMatchObject({
      status: 'confirmed',
      payment: { amountPaid: 100, balanceDue: pricing.total - 100 },
    })
    // Events follow their transactions, once no older one is running.
    const types = async (): Promise<string[]> =>
      (await rest.get(`/events?reservationId=${id}`)).body.data.map(({ type }: Json) => type)
    await eventually(types, ['reservation.created', 'reservation.modified', 'reservation.confirmed'])
  })

  it('counts a payment of one id once: 200, with another amount 409; without an id each is a payment', async () => {
    const { id } = await reserve(product.url)
    expect((await pay(id, { amount: 10, paymentId: 'p' })).status).toBe(201)
    const again = await pay(id, { amount: 10, paymentId: 'p' })
    expect([again.status, again.body.data.payment]).toEqual([200, expect.objectContaining({ id: 'p', amountPaid: 10 })])
    const other = await pay(id, { amount: 11, paymentId: 'p' })
    expect([other.status, other.body.error]).toEqual([
      409,
      expect.objectContaining({
        code: 'PAYMENT_ALREADY_RECORDED',
        details: { paymentId: 'p', recorded: 10, requested: 11, currency: 'MXN' },
      }),
    ])
    expect((await pay(id, { amount: 10, transactionId: 't' })).status).toBe(201)
    expect((await pay(id, { amount: 10, transactionId: 't' })).status).toBe(200)
    for (const headers of [{}, {}]) expect((await pay(id, { amount: 10 }, headers)).status).toBe(201)
    expect((await read(id)).payment.amountPaid).toBe(40)
    const key = { 'Idempotency-Key': randomUUID() }
    for (const replayed of [null, 'true'])
      expect((await pay(id, { amount: 10 }, key)).headers.get('idempotent-replayed')).toBe(replayed)
    expect((await read(id)).payment.amountPaid).toBe(50)
  })

  it('takes at most what is due, and nothing that is not an amount', async () => {
    const { id, pricing } = await reserve(product.url)
    const { status, body } = await pay(id, { amount: pricing.total + 0.01 })
    expect([status, body.error.code, body.error.details]).toEqual([
      422,
      'PAYMENT_EXCEEDS_BALANCE',
      { requested: pricing.total + 0.01, balanceDue: pricing.total, currency: 'MXN' },
    ])
    for (const wrong of [{ amount: 0 }, {}, { amount: 1, method: 'shells' }])
      expect((await pay(id, wrong)).status).toBe(400)
    expect((await read(id)).payment).toBeUndefined()
  })

  it('is possible until it is cancelled or refunded', async () => {
    const { id } = await reserve(product.url)
    for (const [step, body] of [
      ['confirm', {}],
      ['checkin', {}],
      ['complete', {}],
    ] as const) {
      expect((await rest.post(address(id, step), body)).status).toBe(200)
      expect((await pay(id, { amount: 1 })).status).toBe(201)
    }
    const { id: cancelled } = await reserve(product.url)
    await rest.post(address(cancelled, 'cancel'), { reason: 'weather' })
    const refused = await pay(cancelled, { amount: 1 })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })

  it('confirms by the same id without counting it again, and once more paid in full', async () => {
    const { id, pricing } = await reserve(product.url)
    await pay(id, { amount: pricing.total, paymentId: 'p' })
    expect((await rest.post(address(id, 'confirm'), { paymentId: 'p' })).status).toBe(200)
    expect(await read(id)).toMatchObject({
      status: 'confirmed',
      payment: { id: 'p', amountPaid: pricing.total, balanceDue: 0 },
    })
  })

  it('is for the operator as well, and for no other partner', async () => {
    const { id } = await reserve(product.url)
    const by = (apiKey: string) =>
      partner(product.url, apiKey).post(address(id, 'payments'), { amount: 1, method: 'card_present' })
    expect((await by(operatorKeys.sandbox)).status).toBe(201)
    expect((await by(keys.rival)).status).toBe(404)
    expect((await by(keys.readonly)).status).toBe(403)
  })
})

describe('what was paid for a pending reservation', () => {
  it('is due in full when it is cancelled, whatever is requested', async () => {
    const { id } = await reserve(product.url)
    await pay(id, { amount: 100 })
    const { body } = await rest.post(address(id, 'cancel'), {
      reason: 'guest_request',
      refund: { requested: false, amount: 1 },
    })
    expect(body.data.refund).toMatchObject({ eligible: true, amount: 100, status: 'processing' })
    expect((await rest.post(address(id, 'refund'), {})).body.data).toMatchObject({
      status: 'refunded',
      payment: { amountReturned: 100 },
    })
  })

  it('is due in full when its hold ends', async () => {
    const { id } = await reserve(product.url)
    await pay(id, { amount: 100 })
    await makeDue(product.database('booking'), 'hold', [id])
    expect(await read(id)).toMatchObject({ status: 'cancelled', refund: { amount: 100, settled: 0 } })
    const refunded = await rest.post(address(id, 'refund'), { amount: 'auto' })
    expect([refunded.status, refunded.body.data]).toEqual([
      200,
      expect.objectContaining({ status: 'refunded', refund: expect.objectContaining({ settled: 100 }) }),
    ])
  })
})

describe('a check-in that requires payment', () => {
  it('is refused while something is due, and without it allowed as before', async () => {
    const { id, pricing } = await reserve(product.url)
    await rest.post(address(id, 'confirm'), {})
    const refused = await rest.post(address(id, 'checkin'), { requirePaid: true })
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      422,
      'PAYMENT_REQUIRED',
      { balanceDue: pricing.total, currency: 'MXN' },
    ])
    await pay(id, { amount: pricing.total })
    expect((await rest.post(address(id, 'checkin'), { requirePaid: true })).status).toBe(200)
    const { id: other } = await reserve(product.url)
    await rest.post(address(other, 'confirm'), {})
    const { status, body } = await rest.post(address(other, 'checkin'), {})
    expect([status, body.data.payment.balanceDue]).toEqual([200, pricing.total])
  })
})
