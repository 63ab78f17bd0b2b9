import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { expiryRecorded, makeDue } from '../testkit/due.ts'
import { eventually } from '../testkit/eventually.ts'
import { startIn } from '../testkit/moves.ts'
import { adults, freeSlots, reseller, sold, unitItems, type Reseller } from '../testkit/octo.ts'
import { partner, keys, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { logEnd } from '../testkit/reserve.ts'

let product: SharedProduct
let octo: Reseller
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  octo = reseller(product.url, { capabilities: 'octo/pricing' })
  rest = partner(product.url)
})

const path = '/api/partner/reservations'
const restRead = async (id: string): Promise<Json> => (await rest.get(`${path}/${id}`)).body.data
const restStep = async (id: string, name: string, body: object = {}): Promise<Json> => {
  const response = await rest.post(`${path}/${id}/${name}`, body)
  expect(response).toHaveStatus(200)
  return response.body.data
}
const read = (uuid: string): Promise<Json> => octo.get(`/bookings/${uuid}`)
const step = (uuid: string, name: string, body: object = {}): Promise<Json> =>
  octo.post(`/bookings/${uuid}/${name}`, body)
const contact = { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' }
const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

describe.each([
  { what: 'a cenote', of: sold.cenote, named: { cenoteId: sold.cenote.productId }, second: sold.tour.productId },
  { what: 'a tour', of: sold.tour, named: { tourId: sold.tour.productId }, second: sold.cenote.productId },
])('bookings of $what', ({ of: { productId, optionId }, named, second }) => {
  let freeSlot: () => Json
  beforeAll(async () => {
    freeSlot = await freeSlots(octo, productId)
  })
  const bodyOf = (change: object = {}): object => ({
    ...{ productId, optionId, availabilityId: freeSlot().id, unitItems: adults(2) },
    ...change,
  })
  const hold = (change: object = {}): Promise<Json> => octo.post('/bookings', bodyOf(change))
  const confirmed = async (change: object = {}): Promise<Json> =>
    step((await hold(change)).uuid, 'confirm', { contact })
  const reserve = async (change: object = {}): Promise<Json> => {
    const { id } = freeSlot()
    const response = await rest.post(path, {
      ...named,
      visitDate: id.slice(0, 10),
      visitTime: id.slice(11, 16),
      visitors: { adults: 2, children: 1 },
      guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
      ...change,
    })
    expect(response).toHaveStatus(201)
    return response.body.data
  }

  it('that a reseller makes are reservations over REST and GraphQL, with each event', async () => {
    const after = await logEnd(product.url)
    const uuid = randomUUID()
    const infant = randomUUID()
    const items = [...unitItems('ADULT', 'CHILD'), { unitId: 'INFANT', uuid: infant, resellerReference: 'seat 3' }]
    const booking = await hold({ uuid, notes: 'By bicycle', resellerReference: `order ${uuid}`, unitItems: items })
    const reservation = await restRead(uuid)
    expect(reservation).toMatchObject({
      id: booking.id,
      externalId: uuid,
      bookingReference: booking.supplierReference,
      status: 'pending',
      resellerReference: `order ${uuid}`,
      specialRequests: 'By bicycle',
      visitDate: booking.availabilityId.slice(0, 10),
      visitTime: booking.availabilityId.slice(11, 16),
      visitors: { total: 3, breakdown: { adults: 1, children: 1, infants: 1 } },
      guest: { name: '', email: '', phone: '' },
    })
    expect(secondsOf(reservation.expiresAt)).toBe(secondsOf(booking.utcExpiresAt))
    await step(uuid, 'confirm', { contact: { ...contact, country: 'GB', locales: ['en-GB'] } })
    const next = freeSlot()
    await octo.patch(`/bookings/${uuid}`, { availabilityId: next.id })
    await step(uuid, 'cancel', { reason: 'ill' })
    const { body } = await rest.graphql(
      `query ($id: ID!) { reservation(id: $id) { status visitDate product { id }
         guest { name email country locales } participants { participantId category resellerReference } } }`,
      { id: uuid },
    )
    expect(body.data.reservation).toEqual({
      status: 'CANCELLED',
      visitDate: next.id.slice(0, 10),
      product: { id: productId },
      guest: { name: 'Ada Lovelace', email: 'ada@example.com', country: 'GB', locales: ['en-GB'] },
      participants: expect.arrayContaining([
        { participantId: booking.unitItems[0].uuid, category: 'ADULT', resellerReference: null },
        { participantId: infant, category: 'INFANT', resellerReference: 'seat 3' },
      ]),
    })
    // None can be read while an older transaction runs.
    await runningTransactionsEnd()
    const events = await rest.get(`/events?after=${after}&reservationId=${booking.id}&perPage=100`)
    expect(
      events.body.data.map(({ type }: Json) => type).filter((type: string) => type !== 'reservation.modified'),
    ).toEqual(['reservation.created', 'reservation.confirmed', 'reservation.cancelled'])
  })

  it('that REST makes are bookings, with the state that they have', async () => {
    const externalId = randomUUID()
    const [first, other] = [await reserve(), await reserve({ externalId })]
    const booking = await read(first.id)
    expect(booking).toMatchObject({
      uuid: first.id,
      supplierReference: first.bookingReference,
      status: 'ON_HOLD',
      productId,
      contact: { fullName: 'Ana Núñez', emailAddress: 'ana@example.com', phoneNumber: '+52 998 123 4567' },
    })
    expect(booking.unitItems.map(({ unitId }: Json) => unitId).sort()).toEqual(['ADULT', 'ADULT', 'CHILD'])
    expect((await read(first.id)).unitItems).toEqual(booking.unitItems)
    expect(await read(externalId)).toMatchObject({ uuid: externalId, supplierReference: other.bookingReference })
    expect(await octo.get(`/bookings?supplierReference=${other.bookingReference}`)).toMatchObject([
      { uuid: externalId },
    ])
    await restStep(first.id, 'confirm', { paymentId: randomUUID() })
    expect(await read(first.id)).toMatchObject({ status: 'CONFIRMED', utcExpiresAt: null })
    await restStep(first.id, 'checkin', { actualVisitors: { adults: 2 } })
    const visited = await read(first.id)
    expect(visited).toMatchObject({
      status: 'REDEEMED',
      cancellable: false,
      voucher: { utcRedeemedAt: visited.utcRedeemedAt },
    })
    expect(visited.utcRedeemedAt).toEqual(expect.any(String))
    for (const [method, name, body] of [
      ['PATCH', '', { notes: 'late' }],
      ['POST', '/cancel', {}],
    ] as const)
      expect(await octo.refusal(method, `/bookings/${first.id}${name}`, body)).toEqual({
        error: 'UNPROCESSABLE_ENTITY',
      })
    const cancelled = await reserve()
    await restStep(cancelled.id, 'cancel', { reason: 'weather' })
    expect(await read(cancelled.id)).toMatchObject({ status: 'CANCELLED', cancellation: { refund: 'NONE' } })
  })

  it('have unit items that stay the same when REST changes the party', async () => {
    const booking = await hold({ unitItems: [{ unitId: 'ADULT', resellerReference: 'seat 1' }, ...adults(1)] })
    const { status } = await rest.send('PATCH', `${path}/${booking.uuid}`, { visitors: { adults: 3, children: 1 } })
    expect(status).toBe(200)
    const { unitItems: items } = await read(booking.uuid)
    const [one, two] = booking.unitItems.map(({ uuid }: Json) => uuid)
    expect(items.filter(({ unitId }: Json) => unitId === 'ADULT').map(({ uuid }: Json) => uuid)).toEqual(
      expect.arrayContaining([one, two]),
    )
    expect(items.find(({ uuid }: Json) => uuid === one)).toMatchObject({ resellerReference: 'seat 1' })
    expect(new Set(items.map(({ uuid }: Json) => uuid)).size).toBe(4)
  })

  it('are one for one uuid, whatever its case and however often and at once it is sent', async () => {
    const uuid = randomUUID()
    const body = bodyOf({ uuid })
    const [first, ...others] = await Promise.all([
      octo.post('/bookings', body),
      octo.post('/bookings', { ...body, uuid: uuid.toUpperCase() }),
      octo.post('/bookings', body),
    ])
    expect(others).toEqual([first, first])
    expect(first.uuid).toBe(uuid)
    expect(await read(uuid.toUpperCase())).toEqual(first)
    const elsewhere = { productId: second, availabilityId: (await freeSlots(octo, second))().id }
    for (const other of [{ unitItems: adults(1) }, { availabilityId: freeSlot().id }, elsewhere])
      expect(await octo.refusal('POST', '/bookings', { ...body, ...other })).toEqual({
        error: 'INVALID_BOOKING_UUID',
        uuid,
      })
    const rival = reseller(product.url, { apiKey: keys.rival, capabilities: 'octo/pricing' })
    expect(await rival.refusal('GET', `/bookings/${uuid}`)).toEqual({ error: 'INVALID_BOOKING_UUID', uuid })
    expect((await rival.post('/bookings', { ...body, unitItems: adults(1) })).supplierReference).not.toBe(
      first.supplierReference,
    )
  })

  it('expire when their hold ends: each step is refused, and cancelling changes nothing', async () => {
    const booking = await hold()
    await makeDue(product.database('booking'), 'hold', [booking.id])
    await expiryRecorded(product.database('booking'), [booking.id])
    const expired = await read(booking.uuid)
    expect(expired).toMatchObject({
      status: 'EXPIRED',
      utcExpiresAt: expect.any(String),
      cancellation: null,
      cancellable: false,
      voucher: { deliveryOptions: [] },
    })
    for (const [name, body] of [
      ['confirm', { contact }],
      ['extend', {}],
    ] as const)
      expect(await octo.refusal('POST', `/bookings/${booking.uuid}/${name}`, body)).toEqual({
        error: 'INVALID_BOOKING_UUID',
        uuid: booking.uuid,
      })
    expect(await octo.refusal('PATCH', `/bookings/${booking.uuid}`, { notes: 'late' })).toEqual({
      error: 'UNPROCESSABLE_ENTITY',
    })
    expect(await step(booking.uuid, 'cancel')).toEqual(expired)
  })

  it('are paid by the reseller when they are confirmed, and when they become more expensive', async () => {
    const booking = await confirmed()
    const paid = async (): Promise<Json> => {
      const { body } = await rest.graphql(
        `query ($id: ID!) { reservation(id: $id) { pricing { totalCents } amountPaidCents balanceDueCents payment { method } } }`,
        { id: booking.uuid },
      )
      return body.data.reservation
    }
    expect(await paid()).toEqual({
      pricing: { totalCents: booking.pricing.retail },
      amountPaidCents: booking.pricing.retail,
      balanceDueCents: 0,
      payment: { method: 'reseller' },
    })
    const larger = await octo.patch(`/bookings/${booking.uuid}`, { unitItems: adults(3) })
    expect(larger.pricing.retail).toBeGreaterThan(booking.pricing.retail)
    expect(await paid()).toMatchObject({
      pricing: { totalCents: larger.pricing.retail },
      amountPaidCents: larger.pricing.retail,
      balanceDueCents: 0,
    })
    const again = { 'Idempotency-Key': randomUUID() }
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await octo.checked('PATCH', `/bookings/${booking.uuid}`, { unitItems: adults(3) }, again)).body).toEqual(
        larger,
      )
    expect((await paid()).amountPaidCents).toBe(larger.pricing.retail)
  })

  it('send no mail to the guest unless the reseller wants it', async () => {
    const mailsOf = async ({ uuid }: Json): Promise<string[]> =>
      (await restRead(uuid)).communications.map(({ type }: Json) => type)
    expect(await mailsOf(await confirmed())).toEqual([])
    const held = await hold()
    const booking = await step(held.uuid, 'confirm', { contact, emailReceipt: true })
    await eventually(
      () => mailsOf(booking),
      (types) => types.includes('confirmation_email'),
    )
  })

  it.each([
    [72, 'FULL'],
    [30, 'PARTIAL'],
  ])('that are cancelled %d hours before the visit get back %s', async (hours, refund) => {
    const booking = await confirmed()
    await startIn(product, booking.id, hours)
    expect(await step(booking.uuid, 'cancel')).toMatchObject({
      status: 'CANCELLED',
      cancellation: { refund, reason: null },
    })
  })

  it('stay as they are when the visit is near', async () => {
    const booking = await confirmed()
    await startIn(product, booking.id, 3)
    expect(await read(booking.uuid)).toMatchObject({ status: 'CONFIRMED', cancellable: false })
    for (const [method, name, body] of [
      ['PATCH', '', { unitItems: adults(1) }],
      ['POST', '/cancel', { force: true }],
    ] as const)
      expect(await octo.refusal(method, `/bookings/${booking.uuid}${name}`, body)).toEqual({
        error: 'UNPROCESSABLE_ENTITY',
      })
  })

  it('move between cenotes and tours', async () => {
    const booking = await confirmed()
    const next = (await freeSlots(octo, second))()
    const moved = await octo.patch(`/bookings/${booking.uuid}`, { productId: second, availabilityId: next.id })
    expect(moved).toMatchObject({ productId: second, availabilityId: next.id, status: 'CONFIRMED' })
    expect(await restRead(booking.uuid)).toMatchObject({ product: { id: second }, visitDate: next.id.slice(0, 10) })
  })
})

describe('notifications', () => {
  const receiver = new Receiver()
  let subscription: string | undefined
  beforeAll(() => receiver.start())
  afterAll(async () => {
    if (subscription !== undefined) await octo.send('DELETE', subscription)
    await receiver.stop()
  })

  it('of bookings and places are sent, signed, to those who subscribe, with the headers that they name', async () => {
    const body = {
      url: `${receiver.url}/octo`,
      notificationTypes: ['BOOKING_UPDATE', 'AVAILABILITY_UPDATE'],
      headers: { Authorization: 'Bearer of the reseller' },
    }
    const subscribed = await octo.send('POST', '/notifications/subscriptions', body)
    expect(subscribed).toHaveStatus(200)
    const { id, secret } = subscribed.body
    subscription = `/notifications/subscriptions/${id}`
    expect((await octo.send('GET', subscription)).body).toEqual({ ...body, id })

    const { productId, optionId } = sold.cenote
    const slot = (await freeSlots(octo, productId))()
    const order = { productId, optionId, availabilityId: slot.id, unitItems: adults(1) }
    const { uuid } = await octo.post('/bookings', order)
    const [booking] = await receiver.got(1, ({ body: { data } }) => data.uuid === uuid)
    expect(booking?.body).toEqual({ notificationType: 'BOOKING_UPDATE', data: { uuid } })
    expect(booking?.headers['authorization']).toBe('Bearer of the reseller')
    new Webhook(secret).verify(booking?.text ?? '', booking?.headers as Record<string, string>)

    const localDate = slot.id.slice(0, 10)
    const [places] = await receiver.got(
      1,
      ({ body: { data } }) =>
        data.productId === productId && data.localDateStart <= localDate && data.localDateEnd >= localDate,
    )
    expect(places?.body).toEqual({
      notificationType: 'AVAILABILITY_UPDATE',
      data: { productId, localDateStart: expect.any(String), localDateEnd: expect.any(String) },
    })
  })
})
