import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { expiryRecorded, makeDue } from '../testkit/due.ts'
import { eventually } from '../testkit/eventually.ts'
import { adults, freeSlots, reseller, sold, unitItems, type Reseller } from '../testkit/octo.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct, type TestResponse } from '../testkit/product.ts'
import { logEnd } from '../testkit/reserve.ts'

const { productId, optionId } = sold.cenote
const contact = { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' }

let product: SharedProduct
let octo: Reseller
let rest: ReturnType<typeof partner>
let freeSlot: () => Json
beforeAll(async () => {
  product = await sharedTestProduct()
  octo = reseller(product.url, { capabilities: 'octo/pricing' })
  rest = partner(product.url)
  freeSlot = await freeSlots(octo, productId)
})

const bodyOf = (slot: Json, change: object = {}): Json => ({
  ...{ productId, optionId, availabilityId: slot.id, unitItems: adults(2), uuid: randomUUID() },
  ...change,
})
const read = ({ uuid }: Json): Promise<Json> => octo.get(`/bookings/${uuid}`)
const step = ({ uuid }: Json, name: string, body: object = {}): Promise<Json> =>
  octo.post(`/bookings/${uuid}/${name}`, body)
const confirmed = async (): Promise<Json> =>
  step(await octo.post('/bookings', bodyOf(freeSlot())), 'confirm', { contact })
const vacancies = async ({ id }: Json): Promise<number> =>
  (await octo.post('/availability', { productId, optionId, availabilityIds: [id] }))[0].vacancies
/** Types of all events of a booking after a cursor: none can be read while an older transaction runs. */
const eventsOf = async ({ id }: Json, after: string): Promise<string[]> => {
  await runningTransactionsEnd()
  return (await rest.get(`/events?after=${after}&reservationId=${id}&perPage=100`)).body.data.map(
    ({ type }: Json) => type,
  )
}
/** The same request several times at once. */
const atOnce = (request: () => Promise<Json>): Promise<Json[]> => Promise.all([1, 2, 3].map(request))

describe('a creation over OCTO that is sent again', () => {
  it('is the booking that it made when the time is sold out since, and no other', async () => {
    const slot = freeSlot()
    const body = bodyOf(slot)
    const booking = await octo.post('/bookings', body)
    await octo.post('/bookings', bodyOf(slot, { unitItems: adults(slot.capacity - 2) }))
    expect(await octo.post('/bookings', body)).toEqual(booking)
    expect(await octo.refusal('POST', '/bookings', { ...body, uuid: randomUUID() })).toEqual({
      error: 'UNPROCESSABLE_ENTITY',
    })
    expect(await octo.refusal('POST', '/bookings', { ...body, unitItems: adults(1) })).toEqual({
      error: 'INVALID_BOOKING_UUID',
      uuid: body.uuid,
    })
    expect(await vacancies(slot)).toBe(0)
  })

  it('is the booking that has expired since, and takes no places again', async () => {
    const slot = freeSlot()
    const body = bodyOf(slot)
    const { id, uuid } = await octo.post('/bookings', body)
    const after = await logEnd(product.url)
    await makeDue(product.database('booking'), 'hold', [id])
    // It reads as expired even before the expiry is recorded.
    expect(await read({ uuid })).toMatchObject({ status: 'EXPIRED' })
    await expiryRecorded(product.database('booking'), [id])
    const expired = await octo.post('/bookings', body)
    expect(expired).toMatchObject({ id, uuid, status: 'EXPIRED' })
    expect(expired).toEqual(await read(body))
    await eventually(() => vacancies(slot), slot.vacancies)
    await eventually(() => eventsOf({ id }, after), ['reservation.expired'])
  })

  it('is the booking that was cancelled since', async () => {
    const slot = freeSlot()
    const body = bodyOf(slot)
    const cancelled = await step(await octo.post('/bookings', body), 'cancel')
    expect(await octo.post('/bookings', body)).toEqual(cancelled)
    expect(await vacancies(slot)).toBe(slot.vacancies)
  })
})

describe('the same request over OCTO several times at once', () => {
  it('confirms a hold once, with the party that it names', async () => {
    const held = await octo.post('/bookings', bodyOf(freeSlot()))
    const after = await logEnd(product.url)
    const [first, ...others] = await atOnce(() => step(held, 'confirm', { contact, unitItems: adults(3) }))
    expect(first).toMatchObject({ uuid: held.uuid, status: 'CONFIRMED', contact, unitItems: [{}, {}, {}] })
    expect(others).toEqual([first, first])
    const events = await eventsOf(held, after)
    expect(events.filter((type) => type === 'reservation.confirmed')).toHaveLength(1)
    const { statusHistory, payment, pricing } = (await rest.get(`/api/partner/reservations/${held.uuid}`)).body.data
    expect(statusHistory.map(({ status }: Json) => status)).toEqual(['pending', 'confirmed'])
    expect(payment).toMatchObject({ amountPaid: pricing.total, balanceDue: 0 })
  })

  it.each(['a hold', 'a confirmed booking'])('cancels %s once', async (what) => {
    const slot = freeSlot()
    const held = await octo.post('/bookings', bodyOf(slot))
    const booking = what === 'a hold' ? held : await step(held, 'confirm', { contact })
    const after = await logEnd(product.url)
    const [first, ...others] = await atOnce(() => step(booking, 'cancel', { reason: `word ${randomUUID()}` }))
    expect(first).toMatchObject({ uuid: held.uuid, status: 'CANCELLED' })
    expect(others).toEqual([first, first])
    expect(await read(held)).toEqual(first)
    expect(await eventsOf(held, after)).toEqual(['reservation.cancelled'])
    expect(await vacancies(slot)).toBe(slot.vacancies)
  })
})

describe('a PATCH over OCTO with an Idempotency-Key', () => {
  const patch = ({ uuid }: Json, body: object, key: string): Promise<TestResponse> =>
    octo.checked('PATCH', `/bookings/${uuid}`, body, { 'Idempotency-Key': key })

  it('is done once, and sent again it is its first response, also after another change', async () => {
    const booking = await confirmed()
    const after = await logEnd(product.url)
    const key = randomUUID()
    const body = { notes: 'By bicycle', unitItems: adults(3) }
    const first = await patch(booking, body, key)
    expect(first).toHaveStatus(200)
    expect(first.body).toMatchObject({ notes: 'By bicycle', unitItems: [{}, {}, {}] })
    const events = await eventsOf(booking, after)
    expect(events).toContain('reservation.modified')
    const second = await octo.patch(`/bookings/${booking.uuid}`, { notes: 'By boat' })
    const repeated = await patch(booking, body, key)
    expect([repeated.status, repeated.headers.get('idempotent-replayed'), repeated.body]).toEqual([
      200,
      'true',
      first.body,
    ])
    expect(await read(booking)).toEqual(second)
    expect(await eventsOf(booking, after)).toEqual([...events, 'reservation.modified'])
  })

  it('is refused with the key of another body, and changes nothing', async () => {
    const booking = await confirmed()
    const key = randomUUID()
    expect(await patch(booking, { notes: 'By bicycle' }, key)).toHaveStatus(200)
    const before = await read(booking)
    const refused = await patch(booking, { notes: 'By boat' }, key)
    expect(refused).toHaveStatus(400)
    expect(refused.body).toEqual({ error: 'UNPROCESSABLE_ENTITY', errorMessage: expect.any(String) })
    expect(await read(booking)).toEqual(before)
  })
})

describe('uuids of unit items over OCTO', () => {
  it('may be those of another booking, and name a person within each', async () => {
    const uuid = randomUUID()
    const items = (resellerReference: string) => [{ unitId: 'ADULT', uuid, resellerReference }, ...adults(1)]
    const first = await octo.post('/bookings', bodyOf(freeSlot(), { unitItems: items('seat 1') }))
    const second = await octo.post('/bookings', bodyOf(freeSlot(), { unitItems: items('seat 2') }))
    await octo.patch(`/bookings/${second.uuid}`, { unitItems: items('seat 3') })
    const personOf = async (booking: Json): Promise<Json> =>
      (await read(booking)).unitItems.find((item: Json) => item.uuid === uuid)
    expect(await read(first)).toEqual(first)
    expect(await personOf(first)).toMatchObject({ resellerReference: 'seat 1' })
    expect(await personOf(second)).toMatchObject({ resellerReference: 'seat 3' })
  })

  it('are the same in upper case, and are returned in lower case', async () => {
    const uuid = randomUUID()
    const seated = { unitId: 'ADULT', resellerReference: 'seat 1' }
    const body = bodyOf(freeSlot(), { unitItems: [{ ...seated, uuid: uuid.toUpperCase() }, ...unitItems('CHILD')] })
    const booking = await octo.post('/bookings', { ...body, uuid: body.uuid.toUpperCase() })
    expect(booking.uuid).toBe(body.uuid)
    const uuids: string[] = booking.unitItems.map((item: Json) => item.uuid)
    expect(uuids).toContain(uuid)
    const changed = await octo.patch(`/bookings/${body.uuid.toUpperCase()}`, {
      unitItems: booking.unitItems.map((item: Json) => ({ unitId: item.unitId, uuid: item.uuid.toUpperCase() })),
    })
    expect(changed.unitItems.map((item: Json) => item.uuid).sort()).toEqual([...uuids].sort())
    expect(changed.unitItems.find((item: Json) => item.uuid === uuid)).toMatchObject(seated)
    const twice = [uuid, uuid.toUpperCase()].map((one) => ({ unitId: 'ADULT', uuid: one }))
    expect(await octo.complaint('PATCH', `/bookings/${body.uuid}`, { unitItems: twice })).toMatch(
      /^BAD_REQUEST: .*unitItems\.1\.uuid/,
    )
    expect(await read(body)).toEqual(changed)
  })
})
