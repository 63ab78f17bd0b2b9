import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { eventually } from '../testkit/eventually.ts'
import {
  nextSaturday,
  partner,
  sharedTestProduct,
  startTestProduct,
  type Json,
  type SharedProduct,
  type TestProduct,
  type TestResponse,
} from '../testkit/product.ts'
import { laterBy } from '../testkit/pauses.ts'
import { storedEvents } from '../testkit/stored-events.ts'
import { setStatus, setVisitStart } from '../testkit/stored-reservations.ts'

const reservations = '/api/partner/reservations'
/** A cenote for 200 people an hour. */
const cenoteId = demoId('cenote', 'casa-cenote')
const replicas: SharedProduct[] = []
let second: TestProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  const first = await sharedTestProduct()
  second = await startTestProduct({}, first)
  replicas.push(first, second)
  rest = partner(first.url)
})
afterAll(() => second.close())

const database = (): string => replicas[0]?.database('booking') ?? ''
const at = (replica: number) => partner(replicas[replica % replicas.length]?.url ?? '')
const change = (id: string, step: string, body: object = {}, replica = 0): Promise<TestResponse> =>
  at(replica).post(`${reservations}/${id}/${step}`, body)
const resize = (id: string, adults: number, { dryRun = false, replica = 0 } = {}): Promise<TestResponse> =>
  at(replica).send('PATCH', `${reservations}/${id}?dryRun=${dryRun}`, { visitors: { adults } })
const read = async (id: string): Promise<Json> => (await rest.get(`${reservations}/${id}`)).body.data
const outcome = ({ status, body }: TestResponse): unknown[] => [status, body.error?.code]
const cents = (amount: number): number => Math.round(amount * 100)
const less = (a: number, b: number): number => (cents(a) - cents(b)) / 100

async function paidFor(adults: number): Promise<{ id: string; total: number }> {
  const { status, body } = await rest.post(reservations, {
    cenoteId,
    visitDate: nextSaturday(),
    visitors: { adults, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  expect(status).toBe(201)
  expect(await change(body.data.id, 'confirm', { paymentId: 'pay_1' })).toHaveStatus(200)
  return { id: body.data.id, total: body.data.pricing.total }
}

/** Paid for ten, then changed to be for one. */
async function withCredit(): Promise<{ id: string; paid: number; total: number; credit: number }> {
  const { id, total: paid } = await paidFor(10)
  const { newTotal: total } = (await resize(id, 1)).body.data.pricing
  return { id, paid, total, credit: less(paid, total) }
}

describe('a change that makes a paid reservation cheaper', () => {
  it('leaves a credit, which reads, events and its dry run show', async () => {
    const { id, total: paid } = await paidFor(10)
    expect((await read(id)).payment).toMatchObject({ amountReturned: 0, balanceDue: 0, creditDue: 0 })
    const dry = await resize(id, 1, { dryRun: true })
    const credit = less(paid, dry.body.data.pricing.newTotal)
    expect(credit).toBeGreaterThan(0)
    expect(dry.body.data.payment).toMatchObject({ additionalPaymentRequired: false, amount: 0, creditDue: credit })
    expect((await read(id)).payment.creditDue).toBe(0)

    expect((await resize(id, 1)).body.data.payment.creditDue).toBe(credit)
    const owed = { amountPaid: paid, amountReturned: 0, balanceDue: 0, creditDue: credit }
    expect((await read(id)).payment).toMatchObject(owed)
    const { body } = await rest.graphql(
      `{ reservation(id: "${id}") { amountPaidCents amountReturnedCents balanceDueCents creditDueCents allowedActions } }`,
    )
    expect(body.data.reservation).toEqual({
      amountPaidCents: cents(paid),
      amountReturnedCents: 0,
      balanceDueCents: 0,
      creditDueCents: cents(credit),
      allowedActions: expect.arrayContaining(['REFUND']),
    })
    const snapshot = (await storedEvents(database(), id)).at(-1)?.snapshot
    expect(snapshot.payment.amountCents - snapshot.pricing.totalCents).toBe(cents(credit))
  })

  it('has its credit go back at once, in parts or in full, and stands', async () => {
    const { id, paid, credit } = await withCredit()
    const part = await change(id, 'refund', { amount: 100.5 })
    expect(part).toHaveStatus(200)
    const { refundId } = part.body.data.refund
    expect(part.body.data).toMatchObject({
      status: 'confirmed',
      refund: { eligible: true, amount: credit, settled: 100.5, fees: 0, status: 'processing' },
      payment: { amountPaid: paid, amountReturned: 100.5, balanceDue: 0, creditDue: less(credit, 100.5) },
    })
    const beyond = await change(id, 'refund', { amount: credit })
    expect([...outcome(beyond), beyond.body.error.details]).toEqual([
      422,
      'REFUND_NOT_DUE',
      { requested: credit, remaining: less(credit, 100.5), currency: 'MXN' },
    ])
    const remaining = await change(id, 'refund', { amount: 'auto' })
    expect(remaining.body.data).toMatchObject({
      status: 'confirmed',
      refund: { amount: credit, settled: credit, status: 'completed' },
    })
    const after = await read(id)
    expect(after).toMatchObject({
      status: 'confirmed',
      payment: {
        amountPaid: paid,
        amountReturned: credit,
        balanceDue: 0,
        creditDue: 0,
        returns: [
          { id: refundId, amount: 100.5 },
          { id: remaining.body.data.refund.refundId, amount: less(credit, 100.5) },
        ],
      },
    })
    expect(after).not.toHaveProperty('refund')
    expect(after.statusHistory.map(({ status }: Json) => status)).toEqual(['pending', 'confirmed'])
    const events = await storedEvents(database(), id)
    expect(events.slice(2).map(({ type }) => type)).toEqual(Array(3).fill('reservation.modified'))
    expect(outcome(await change(id, 'refund'))).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })

  it('has its credit go back while it is pending too, over GraphQL', async () => {
    const { id, credit } = await withCredit()
    await setStatus(database(), id, 'pending')
    const { body } = await rest.graphql(
      `mutation { refundReservation(input: { id: "${id}" }) {
        status amountReturnedCents creditDueCents refund { amountCents } payment { returns { amountCents } } } }`,
    )
    expect(body.data.refundReservation).toEqual({
      status: 'PENDING',
      amountReturnedCents: cents(credit),
      creditDueCents: 0,
      refund: null,
      payment: { returns: [{ amountCents: cents(credit) }] },
    })
    await setStatus(database(), id, 'confirmed')
    await resize(id, 2)
  })

  it('uses the credit first when it becomes more expensive again', async () => {
    const { id, paid, total, credit } = await withCredit()
    // Within the credit nothing is to be paid.
    const within = (await resize(id, 2)).body.data
    expect(within.payment).toMatchObject({
      additionalPaymentRequired: false,
      amount: 0,
      creditDue: less(paid, within.pricing.newTotal),
    })
    const beyond = (await resize(id, 12)).body.data
    const balance = less(beyond.pricing.newTotal, paid)
    expect(beyond.payment).toMatchObject({ additionalPaymentRequired: true, amount: balance })
    expect(beyond.payment).not.toHaveProperty('creditDue')
    expect((await read(id)).payment).toMatchObject({ amountPaid: paid, balanceDue: balance, creditDue: 0 })

    await resize(id, 1)
    await change(id, 'refund', { amount: 100 })
    const later = (await resize(id, 10)).body.data
    expect(later.payment).toMatchObject({ additionalPaymentRequired: true, amount: 100 })
    expect(outcome(await change(id, 'refund'))).toEqual([409, 'INVALID_STATE_TRANSITION'])
    expect(await change(id, 'confirm', { paymentId: 'pay_2', amount: 100 })).toHaveStatus(200)
    expect((await read(id)).payment).toMatchObject({
      amountPaid: less(paid, -100),
      amountReturned: 100,
      balanceDue: 0,
      creditDue: 0,
    })
    expect(less(paid, total)).toBe(credit)
  })

  it('refunds the credit in full and its share of the rest when it is cancelled', async () => {
    const { id, total, credit } = await withCredit()
    await change(id, 'refund', { amount: 50 })
    const left = less(credit, 50)
    await setVisitStart(database(), id, new Date(Date.now() + 30 * 3_600_000))
    const half = Math.floor(cents(total) / 2 + 0.5)
    const due = (cents(left) + half) / 100
    const fees = (cents(total) - half) / 100
    const quote = async (body: object): Promise<Json> =>
      (await change(id, 'cancel/quote', { reason: 'guest_request', ...body })).body.data.refund
    expect(await quote({})).toMatchObject({ eligible: true, amount: due, fees })
    expect(await quote({ reason: 'weather' })).toMatchObject({ amount: less(left, -total), fees: 0 })
    // What was paid above the price is the guest's, whatever else is agreed.
    expect(await quote({ refund: { amount: 1 } })).toMatchObject({ amount: left, fees: total })
    expect(await quote({ refund: { requested: false } })).toMatchObject({ eligible: true, amount: left, fees: total })

    const cancelled = await change(id, 'cancel', { reason: 'guest_request' })
    expect(cancelled.body.data.refund).toMatchObject({ amount: due, fees, settled: 0 })
    expect((await read(id)).payment).toMatchObject({ amountReturned: 50, balanceDue: 0, creditDue: 0 })
    const settled = await change(id, 'refund')
    expect(settled.body.data).toMatchObject({ status: 'refunded', refund: { amount: due, settled: due } })
    expect((await read(id)).payment.amountReturned).toBe(less(due, -50))
  })

  it('gives back after the visit what has not gone back before', async () => {
    const { id, paid, credit } = await withCredit()
    await change(id, 'refund')
    await change(id, 'no-show')
    expect((await change(id, 'refund')).body.data.refund).toMatchObject({
      amount: less(paid, credit),
      settled: less(paid, credit),
    })
  })

  it('is counted in the summary with what went back and what is still to', async () => {
    const summary = async (): Promise<Json> =>
      (
        await rest.graphql(
          `{ reservationSummary(filter: { dateFrom: "${nextSaturday()}", dateTo: "${nextSaturday()}", cenoteId: "${cenoteId}" }) {
            amounts { totalCents paidCents returnedCents creditDueCents } } }`,
        )
      ).body.data.reservationSummary.amounts[0]
    const before = await summary()
    const { id, paid, total, credit } = await withCredit()
    await change(id, 'refund', { amount: 100 })
    const after = await summary()
    expect(Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]))).toEqual({
      totalCents: cents(total),
      paidCents: cents(paid),
      returnedCents: 10_000,
      creditDueCents: cents(credit) - 10_000,
    })
  })

  it('says so to the guest: on the page of the visit and in the mail about the cancellation', async () => {
    const { id, total, credit } = await withCredit()
    const { body } = await rest.graphql(`{ reservation(id: "${id}") { visitUrl } }`)
    const page = async (): Promise<string> => (await fetch(body.data.reservation.visitUrl)).text()
    const shown = (amount: number): string => amount.toLocaleString('en', { minimumFractionDigits: 2 })
    expect(await page()).toMatch(new RegExp(`To be paid back</th>\\s*<td>[^<]*${shown(credit)}`))
    await change(id, 'refund', { amount: 100 })
    expect(await page()).toMatch(/Paid back<\/th>\s*<td>[^<]*100\.00/)
    await change(id, 'cancel', { reason: 'weather', notifyGuest: true })
    const query = `{ reservation(id: "${id}") { communications { testMail { text } } } }`
    const mail = async (): Promise<Json> => (await rest.graphql(query)).body.data.reservation.communications.at(-1)
    const {
      testMail: { text },
    } = await eventually(mail, (sent: Json) => sent?.testMail != null)
    expect(text).toMatch(/Returned: [^\n]*100\.00/)
    expect(text).toContain(`${shown(less(credit, 100 - total))}`)
  })
})

describe('requests about one credit at the same time, at two replicas', () => {
  it('never return more than the credit', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, credit } = await withCredit()
      const whole = await Promise.all(Array.from({ length: 6 }, (_, index) => change(id, 'refund', {}, index)))
      expect(whole.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
      expect((await read(id)).payment).toMatchObject({ amountReturned: credit, creditDue: 0, balanceDue: 0 })
    }
    const { id, credit } = await withCredit()
    // Three of these fit into the credit.
    const amount = Math.floor(cents(credit) / 3) / 100
    const parts = await Promise.all(Array.from({ length: 6 }, (_, index) => change(id, 'refund', { amount }, index)))
    expect(parts.filter(({ status }) => status === 200)).toHaveLength(3)
    const { payment } = await read(id)
    expect(cents(payment.amountReturned)).toBe(3 * cents(amount))
    expect(cents(payment.creditDue)).toBe(cents(credit) - 3 * cents(amount))
  })

  it('lose nothing when the party changes meanwhile', async () => {
    const orders = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const { id, paid, total, credit } = await withCredit()
      const [modified, refunded] = await Promise.all([
        resize(id, 10, { replica: round }),
        // A change of the party asks for its price first.
        laterBy(round * 4).then(() => change(id, 'refund', {}, round + 1)),
      ])
      expect(modified).toHaveStatus(200)
      expect([200, 409]).toContain(refunded.status)
      const { pricing, payment, visitors } = await read(id)
      expect([visitors.total, pricing.total, payment.amountPaid]).toEqual([10, paid, paid])
      const returned = refunded.status === 200 ? credit : 0
      expect(payment).toMatchObject({ amountReturned: returned, balanceDue: returned, creditDue: 0 })
      expect(modified.body.data.payment.amount).toBe(returned)
      expect(less(total, -credit)).toBe(paid)
      orders.add(`${refunded.status}`)
    }
    process.stdout.write(`Refunds beside a change of the party: ${[...orders].sort().join(', ')}\n`)
  })

  it('leave books that balance', () => expectBalancedBooks(database()))
})
