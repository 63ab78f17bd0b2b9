import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { copyCenote } from '../testkit/copies.ts'
import { cutHoldAtVisit, endHoldAt, makeDue, makeMailsDue } from '../testkit/due.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { mover, startIn, visitDay } from '../testkit/moves.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { queuedMails } from '../testkit/stored-mails.ts'

let product: SharedProduct
let guide: ReturnType<typeof mover>
let staff: ReturnType<typeof mover>
/** Copies of the cenotes; that of Zací is in another time zone than the others. */
let granCenote: string
let dosOjos: string
let zaci: string
beforeAll(async () => {
  product = await productToChange()
  ;[granCenote = '', dosOjos = '', zaci = ''] = await Promise.all(
    ['gran-cenote', 'dos-ojos', 'zaci'].map((slug) => copyCenote(product.url, slug)),
  )
  guide = mover(product, undefined, granCenote)
  staff = mover(product, operatorKeys.sandbox, granCenote)
})
afterAll(() => expectBalancedBooks(product.database('booking')))

async function paid(change: object = {}): Promise<Json> {
  const made = await guide.reserve(change)
  await guide.step(made.id, 'confirm', { paymentId: `pay-${made.id}`, confirmationEmail: true })
  return made
}

/** The share of what was paid that cancelling now would refund. */
async function share(id: string, reason = 'guest_request', of = guide): Promise<number> {
  const { refund } = await of.step(id, 'cancel/quote', { reason })
  return refund.amount / (refund.amount + refund.fees)
}
const ceiling = async (id: string): Promise<number> => (await guide.read(id)).cancellation.refundCeiling

describe('the refund of a reservation that was moved', () => {
  it('is at most what it was before the move, however far the new visit is, and in full for other reasons', async () => {
    const { id } = await paid()
    await startIn(product, id, 30)
    expect([await ceiling(id), await share(id)]).toEqual([1, 0.5])
    await guide.moved(id, { visitDate: visitDay(10) })
    expect([await ceiling(id), await share(id)]).toEqual([0.5, 0.5])
    // Moved again while all of it would come back otherwise.
    await guide.moved(id, { visitDate: visitDay(20) })
    expect([await ceiling(id), await share(id)]).toEqual([0.5, 0.5])
    const { body } = await guide.graphql('query ($id: ID!) { reservation(id: $id) { visitUrl } }', { id })
    expect(await (await fetch(body.data.reservation.visitUrl)).text()).toContain('you get back 50%')
    for (const reason of ['weather', 'maintenance', 'force_majeure']) expect(await share(id, reason)).toBe(1)
    expect(await share(id, 'guest_request', staff)).toBe(0.5)
    await startIn(product, id, 25)
    await guide.moved(id, { visitTime: '12:00' })
    const { refund } = await guide.step(id, 'cancel', { reason: 'guest_request' })
    expect(refund.amount).toBe(refund.fees)
  })

  it('has a ceiling of 1 while it is moved early, pending or unpaid', async () => {
    const { id } = await paid({ visitDate: visitDay(3) })
    await guide.moved(id, { visitDate: visitDay(10) })
    expect([await ceiling(id), await share(id)]).toEqual([1, 1])
    const unpaid = await guide.reserve()
    await guide.step(unpaid.id, 'confirm')
    await startIn(product, unpaid.id, 30)
    await guide.moved(unpaid.id, { visitDate: visitDay(11) })
    expect(await ceiling(unpaid.id)).toBe(1)
    const pending = await guide.reserve()
    const payment = await guide.post(`/api/partner/reservations/${pending.id}/payments`, {
      amount: 100,
      method: 'cash',
    })
    expect(payment).toHaveStatus(201)
    await startIn(product, pending.id, 10)
    await guide.moved(pending.id, { visitDate: visitDay(12) })
    expect([await ceiling(pending.id), await share(pending.id)]).toEqual([1, 1])
  })

  it('is nothing when an operator moved it within the last 24 hours, which its partner cannot', async () => {
    const { id } = await paid()
    await startIn(product, id, 5)
    expect(await guide.refusal(id, { visitDate: visitDay(9) })).toMatchObject({
      status: 422,
      code: 'MODIFICATION_NOT_ALLOWED',
      details: { reason: 'too_close_to_visit_date' },
    })
    await staff.moved(id, { visitDate: visitDay(9) })
    expect([await ceiling(id), await share(id), await share(id, 'weather')]).toEqual([0, 0, 1])
  })

  it('gives a credit of a cheaper cenote back in full beside the share of the rest', async () => {
    const { id, pricing } = await paid()
    await startIn(product, id, 30)
    const { payment, pricing: moved } = await guide.moved(id, { cenoteId: zaci, visitDate: visitDay(8) })
    const credit = pricing.total - moved.newTotal
    expect([payment.creditDue, moved.difference]).toEqual([credit, -credit])
    const { refund } = await guide.step(id, 'cancel/quote', { reason: 'guest_request' })
    expect(refund.amount).toBeCloseTo(credit + moved.newTotal / 2, 2)
    await guide.step(id, 'refund', { amount: 'auto' })
    expect((await guide.read(id)).payment).toMatchObject({ amountReturned: credit, creditDue: 0 })
  })

  it('is not bound by the move out of a day that was closed, which its partner may make until the visit', async () => {
    const { id } = await paid({ cenoteId: zaci, visitDate: visitDay(5) })
    const { ask } = operator(product.url)
    await ask('mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }', {
      input: { cenoteId: zaci, from: visitDay(5), to: visitDay(5), reason: 'storm', reservations: 'KEEP' },
    })
    await eventually(async () => (await guide.read(id)).disrupted, true)
    await startIn(product, id, 2)
    expect(await guide.refusal(id, { visitTime: '12:00' })).toMatchObject({ details: { reason: 'maintenance' } })
    const { changes } = await guide.moved(id, { visitDate: visitDay(6) })
    expect(changes.map(({ field }: Json) => field)).toEqual(['visitDate'])
    expect(await guide.read(id)).toMatchObject({ disrupted: false, cancellation: { refundCeiling: 1 } })
  })
})

describe('the hold of a pending reservation that is moved', () => {
  it('ends at the start of the new visit if that is earlier, and has its own length again after another move', async () => {
    const { id, expiresAt } = await guide.reserve({ visitDate: visitDay(14) })
    await cutHoldAtVisit(product.database('booking'), id, new Date(Date.now() + 2 * 3_600_000))
    await guide.moved(id, { visitDate: visitDay(15) })
    expect((await guide.read(id)).expiresAt).toBe(expiresAt)
    const soon = new Date(Date.now() + 3_600_000)
    await endHoldAt(product.database('booking'), id, soon)
    await guide.moved(id, { visitDate: visitDay(16) })
    expect((await guide.read(id)).expiresAt).toBe(soon.toISOString())
    await makeDue(product.database('booking'), 'hold', [id])
    expect(await guide.refusal(id, { visitDate: visitDay(17) })).toMatchObject({
      code: 'MODIFICATION_NOT_ALLOWED',
      details: { reason: 'status_cancelled' },
    })
  })

  it('counts for the limit of the new day', async () => {
    const many = { limit: 10_000, seconds: 3_600 }
    const { apiKey } = await issueTestKey(product, {
      plan: 'basic',
      partner: { id: randomUUID(), name: 'Basic Tours' },
      ownLimits: { hour: many, minute: many, burst: many, createReservation: many },
    })
    const basic = mover(product, apiKey, granCenote)
    const party = (adults: number) => ({ adults, children: 0 })
    for (const visitTime of ['08:00', '09:00', '10:00', '11:00'])
      await basic.reserve({ visitDate: visitDay(21), visitTime, visitors: party(24) })
    const { id } = await basic.reserve({ visitDate: visitDay(22), visitors: party(5) })
    expect(await basic.refusal(id, { visitDate: visitDay(21), visitTime: '12:00' })).toMatchObject({
      status: 422,
      code: 'HOLD_LIMIT_EXCEEDED',
      details: { limit: 100, held: 96, requested: 5, date: visitDay(21) },
    })
    expect((await basic.read(id)).visitDate).toBe(visitDay(22))
    await basic.moved(id, { visitDate: visitDay(21), visitTime: '12:00', visitors: { adults: 4 } })
    await basic.moved(id, { visitTime: '13:00', cenoteId: dosOjos })
  })
})

describe('the reminder of a visit that is moved', () => {
  const reminder = async (id: string): Promise<Json> =>
    (await guide.read(id)).communications.find(({ type }: Json) => type === 'reminder_email')
  /** 10:00 in Cancún on the day before, five hours behind UTC. */
  const eve = (days: number): string => `${visitDay(days - 1)}T15:00:00.000Z`

  it('is planned for the new day, in the time zone of the new cenote', async () => {
    const { id } = await paid({ visitDate: visitDay(7) })
    const planned = await reminder(id)
    expect(planned.scheduledFor).toBe(eve(7))
    await guide.moved(id, { visitTime: '12:00' })
    expect(await reminder(id)).toEqual(planned)
    await guide.moved(id, { visitDate: visitDay(9) })
    expect(await reminder(id)).toEqual({ ...planned, scheduledFor: eve(9) })
    await guide.moved(id, { cenoteId: zaci })
    expect((await reminder(id)).scheduledFor).toBe(eve(9).replace('T15', 'T16'))
    const queued = await queuedMails(product.database('booking'), [id])
    expect(queued.flatMap(({ type, dueAt }) => (type === 'reminder_email' ? [dueAt] : []))).toEqual([
      new Date(eve(9).replace('T15', 'T16')),
    ])
  })

  it('is sent again for the new day when it went out for the one before', async () => {
    const { id } = await paid({ visitDate: visitDay(7) })
    await makeMailsDue(product.database('booking'), [id])
    await eventually(async () => (await reminder(id)).status, 'sent')
    await guide.moved(id, { visitDate: visitDay(10) })
    expect(await reminder(id)).toMatchObject({ status: 'scheduled', scheduledFor: eve(10) })
    expect((await guide.read(id)).reminderSent).toBe(false)
    await makeMailsDue(product.database('booking'), [id])
    await eventually(async () => (await guide.read(id)).reminderSent, true)
    expect(await reminder(id)).toMatchObject({ status: 'sent', attempts: [{}, {}] })
  })

  it('is not sent for a visit whose eve has begun, and is planned when it moves away again', async () => {
    const { id } = await paid({ visitDate: visitDay(7) })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const isMorning = Date.now() < Date.parse(`${new Date().toISOString().slice(0, 10)}T15:00:00Z`)
    await staff.moved(id, { visitDate: tomorrow, visitTime: '16:00' })
    expect((await reminder(id)) === undefined).toBe(!isMorning)
    await staff.moved(id, { visitDate: visitDay(7) })
    expect(await reminder(id)).toMatchObject({ status: 'scheduled', scheduledFor: eve(7) })
  })

  it('stays away from guests that are not written to', async () => {
    const { id } = await guide.reserve({ visitDate: visitDay(7) })
    await guide.step(id, 'confirm', { paymentId: 'pay' })
    await guide.moved(id, { visitDate: visitDay(9), cenoteId: granCenote })
    expect(await reminder(id)).toBeUndefined()
  })
})
