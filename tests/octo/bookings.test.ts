import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { makeDue } from '../testkit/due.ts'
import { visitDay } from '../testkit/moves.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { ageReservation, startVisitIn } from '../testkit/reservation-states.ts'

const path = '/octo/v1/bookings'
const productId = demoId('cenote', 'gran-cenote')
const contact = { fullName: 'Ana Núñez', emailAddress: 'ana@example.com' }

let product: SharedProduct
let reseller: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  reseller = partner(product.url)
})

let days = 0
const nextDay = (): string => visitDay(days++ % 7)
const adults = (count: number): Json[] => Array.from({ length: count }, () => ({ unitId: 'ADULT' }))
const wanted = (change: Json = {}): Json => ({
  uuid: randomUUID(),
  productId,
  optionId: 'DEFAULT',
  availabilityId: `${nextDay()}T10:00:00-05:00`,
  unitItems: adults(2),
  ...change,
})
async function held(change: Json = {}): Promise<Json> {
  const created = await reseller.post(path, wanted(change))
  expect(created).toHaveStatus(200)
  return created.body
}
const step = (uuid: string, name: string, body: Json = {}) => reseller.post(`${path}/${uuid}/${name}`, body)
const confirmed = async (change: Json = {}): Promise<Json> =>
  (await step((await held(change)).uuid, 'confirm', { contact })).body
const update = (uuid: string, body: Json) => reseller.send('PATCH', `${path}/${uuid}`, body)
const reservation = async (id: string): Promise<Json> =>
  (await reseller.get(`/api/partner/reservations/${id}`)).body.data
/** With its version, which grows by one with each change. */
const versioned = async (id: string): Promise<Json> =>
  (await reseller.graphql(`{ reservation(id: "${id}") { version } }`)).body.data.reservation
const minutesLeft = ({ utcExpiresAt }: Json): number => Math.round((Date.parse(utcExpiresAt) - Date.now()) / 60_000)

describe('bookings over OCTO and reservations', () => {
  it('are the same: what one of them makes, the other reads, confirms and cancels', async () => {
    const { uuid, id } = await confirmed({ resellerReference: 'R-1', unitItems: [...adults(1), { unitId: 'CHILD' }] })
    expect(await reservation(uuid)).toMatchObject({
      id,
      externalId: uuid,
      status: 'confirmed',
      resellerReference: 'R-1',
      guest: { name: 'Ana Núñez', email: 'ana@example.com' },
      visitors: { breakdown: { adults: 1, children: 1 } },
      payment: { id: uuid, method: 'reseller', balanceDue: 0 },
    })

    const { body } = await reseller.post('/api/partner/reservations', {
      cenoteId: productId,
      visitDate: nextDay(),
      visitTime: '11:00',
      visitors: { adults: 2, children: 0 },
      guest: { name: 'Eva Ruiz', email: 'eva@example.com', phone: '+52 998 123 4567' },
    })
    const { id: own } = body.data
    expect((await reseller.get(`${path}/${own}`)).body).toMatchObject({ uuid: own, status: 'ON_HOLD' })
    expect((await step(own, 'confirm', { contact: { notes: 'Late' } })).body).toMatchObject({
      error: 'BAD_REQUEST',
      errorMessage: expect.stringContaining('contact.fullName'),
    })
    expect((await step(own, 'confirm')).body).toMatchObject({
      status: 'CONFIRMED',
      utcExpiresAt: null,
    })
    expect((await update(own, { notes: 'By the window' })).body.notes).toBe('By the window')
    expect((await step(own, 'cancel', { reason: 'Ill' })).body.cancellation).toMatchObject({
      refund: 'FULL',
      reason: 'Ill',
    })
    expect((await reservation(own)).cancellation).toMatchObject({ reason: 'guest_request', note: 'Ill' })
  })

  it('have one booking for each uuid: sent again it is returned as it is now, a different booking under it is refused', async () => {
    const body = wanted()
    const { uuid } = await held(body)
    await step(uuid, 'confirm', { contact })
    const repeated = await reseller.post(path, { ...body, uuid: uuid.toUpperCase() })
    expect(repeated.body).toMatchObject({ uuid, status: 'CONFIRMED', voucher: { deliveryOptions: [{}, {}] } })
    const other = await reseller.post(path, { ...body, unitItems: adults(3) })
    expect([other.status, other.body.error, other.body.uuid]).toEqual([400, 'INVALID_BOOKING_UUID', uuid])
  })

  it('stay as they are with the product that they have, and where a change is refused', async () => {
    const { uuid, availabilityId, utcExpiresAt } = await held()
    expect((await update(uuid, { productId: productId.toUpperCase() })).body).toMatchObject({ uuid, availabilityId })
    const refused = await update(uuid, { expirationMinutes: 600, unitItems: [{ unitId: 'CHILD' }] })
    expect(refused.body.error).toBe('UNPROCESSABLE_ENTITY')
    for (const { body } of [
      await update(uuid, { expirationMinutes: 0, notes: 'Not stored' }),
      await step(uuid, 'extend', { expirationMinutes: 0 }),
    ])
      expect(body).toMatchObject({ error: 'BAD_REQUEST', errorMessage: expect.stringContaining('expirationMinutes') })
    expect((await reseller.get(`${path}/${uuid}`)).body).toMatchObject({ utcExpiresAt, notes: null })
    const moved = await update(uuid, { productId: demoId('cenote', 'dos-ojos'), expirationMinutes: 600 })
    expect(moved).toHaveStatus(200)
    expect(moved.body.utcExpiresAt > utcExpiresAt).toBe(true)
  })

  it('are changed and held longer in one, or stay as they are', async () => {
    const { uuid, id } = await held({ contact, notes: 'By the window' })
    // Long ago, so that the hold is near its limit.
    await ageReservation(product.database('booking'), id, 30)
    const before = await reservation(id)
    const { version } = await versioned(id)
    const changes = {
      productId: demoId('cenote', 'dos-ojos'),
      unitItems: adults(3),
      contact: { fullName: 'Eva Ruiz' },
      notes: null,
      resellerReference: 'R-2',
    }
    for (const refused of [
      await update(uuid, { ...changes, expirationMinutes: 1_440 }),
      await update(uuid, { expirationMinutes: 1_440 }),
    ])
      expect([refused.status, refused.body.error]).toEqual([400, 'UNPROCESSABLE_ENTITY'])
    expect(await reservation(id)).toEqual(before)
    const updated = await update(uuid, { ...changes, expirationMinutes: 60 })
    expect(updated).toHaveStatus(200)
    expect(updated.body).toMatchObject({ productId: changes.productId, notes: null, resellerReference: 'R-2' })
    expect((await versioned(id)).version).toBe(version + 1)
    expect(minutesLeft(updated.body)).toBe(60)
  })

  it('are changed once by a request that is repeated with its Idempotency-Key', async () => {
    const { uuid, id } = await held()
    const sent = () =>
      reseller.send(
        'PATCH',
        `${path}/${uuid}`,
        { productId: demoId('cenote', 'dos-ojos'), notes: 'Late', expirationMinutes: 60 },
        { 'Idempotency-Key': `update-${uuid}` },
      )
    const first = await sent()
    expect(minutesLeft(first.body)).toBe(60)
    const { version } = await versioned(id)
    const again = await sent()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect((await versioned(id)).version).toBe(version)
  })
})

describe('a booking over OCTO', () => {
  it('shows only an e-mail address that the standard accepts', async () => {
    const { uuid } = await held({ contact })
    const other = { guest: { email: 'ana@localhost' } }
    expect(await reseller.send('PATCH', `/api/partner/reservations/${uuid}`, other)).toHaveStatus(200)
    expect((await reseller.get(`${path}/${uuid}`)).body.contact).toMatchObject({ ...contact, emailAddress: null })
    expect(
      (await step(uuid, 'confirm', { contact: { fullName: 'Ana', emailAddress: ' ' } })).body.contact.emailAddress,
    ).toBeNull()
    expect((await reservation(uuid)).guest.email).toBe('ana@localhost')
  })

  it('is held for the maximum when a request wants to hold it longer', async () => {
    const shortened = await held({ expirationMinutes: 1e12 })
    expect(minutesLeft(shortened)).toBe(1_440)
    for (const change of [
      (uuid: string) => step(uuid, 'extend', { expirationMinutes: 1e12 }),
      (uuid: string) => update(uuid, { expirationMinutes: 1_441 }),
    ])
      expect(minutesLeft((await change((await held()).uuid)).body)).toBe(1_440)
  })

  it.each(['', 'octo/pricing', 'octo/pricing, octo/content'])(
    'has its product, option and units as the product is read with the capabilities "%s"',
    async (capabilities) => {
      const headers = { 'Octo-Capabilities': capabilities }
      const send = async (method: string, address: string, body?: Json): Promise<Json> => {
        const response = await reseller.send(method, `/octo/v1${address}`, body, headers)
        expect(response).toHaveStatus(200)
        return response.body
      }
      const expectProduct = async (id: string, booking: Json): Promise<void> => {
        const found = await send('GET', `/products/${id}`)
        const [option] = found.options
        expect(booking).toMatchObject({ productId: id, optionId: option.id })
        expect([booking.product, booking.option]).toEqual([found, option])
        for (const { unitId, unit } of booking.unitItems)
          expect(unit).toEqual(option.units.find((one: Json) => one.id === unitId))
      }
      const tourId = demoId('tour', 'valladolid-colonial-cenotes')
      const units = [...adults(1), { unitId: 'CHILD' }]
      const booking = await send('POST', '/bookings', wanted({ unitItems: units, resellerReference: 'R-9' }))
      const address = `/bookings/${booking.uuid}`
      const day = booking.availabilityId.slice(0, 10)
      const range = { productId: tourId, optionId: 'DEFAULT', localDateStart: day, localDateEnd: addDays(day, 30) }
      const departure = (await send('POST', '/availability', range)).find(({ available }: Json) => available)
      await expectProduct(productId, booking)
      await expectProduct(productId, await send('GET', address))
      await expectProduct(productId, await send('POST', `${address}/extend`, {}))
      const toTour = { productId: tourId, availabilityId: departure.id }
      await expectProduct(tourId, await send('PATCH', address, toTour))
      await expectProduct(tourId, await send('POST', `${address}/confirm`, { contact }))
      await expectProduct(tourId, await send('POST', `${address}/cancel`, {}))
      const reference = `/bookings?resellerReference=R-9&supplierReference=${booking.supplierReference}`
      for (const query of [reference, `/bookings?resellerReference=R-9&localDate=${departure.id.slice(0, 10)}`])
        await expectProduct(tourId, (await send('GET', query)).at(-1))
    },
  )

  it('ignores how long a hold should last once it is confirmed', async () => {
    const { uuid } = await confirmed()
    expect(await update(uuid, { notes: 'Late', expirationMinutes: 100_000 })).toHaveStatus(200)
    expect((await reservation(uuid)).specialRequests).toBe('Late')
  })

  it('is cancelled after its visit has begun only by an operator who forces it', async () => {
    const { uuid, id } = await confirmed()
    await startVisitIn(product.database('booking'), id, -60_000)
    const cancel = (apiKey: string, force: boolean) =>
      partner(product.url, apiKey).post(`${path}/${uuid}/cancel`, { force })
    for (const tooLate of [await cancel(keys.demo, true), await cancel(operatorKeys.sandbox, false)])
      expect(tooLate.body).toMatchObject({ error: 'UNPROCESSABLE_ENTITY' })
    expect((await cancel(operatorKeys.sandbox, true)).body).toMatchObject({
      status: 'CANCELLED',
      cancellation: { refund: 'NONE' },
    })
  })
})

describe('concurrent requests for one booking over OCTO', () => {
  it('find a hold confirmed or expired, whichever came first', async () => {
    const { uuid, id } = await held()
    const [confirmation] = await Promise.all([
      step(uuid, 'confirm', { contact }),
      makeDue(product.database('booking'), 'hold', [id], { milliseconds: 0 }),
    ])
    const isConfirmed = confirmation.status === 200
    expect(confirmation.body).toMatchObject(
      isConfirmed ? { status: 'CONFIRMED' } : { error: 'INVALID_BOOKING_UUID', uuid },
    )
    const now = (await reseller.get(`${path}/${uuid}`)).body
    expect(now.status).toBe(isConfirmed ? 'CONFIRMED' : 'EXPIRED')
  })

  it('extend its hold to the later end, whichever comes first', async () => {
    const { uuid, id } = await held()
    for (let round = 1; round <= 20; round += 1) {
      // REST may shorten a hold.
      const shortened = await reseller.post(`/api/partner/reservations/${id}/extend`, { minutes: 1 })
      expect(shortened).toHaveStatus(200)
      const sentAt = Date.now()
      const extensions = await Promise.all(
        [5, 60].map((expirationMinutes) => step(uuid, 'extend', { expirationMinutes })),
      )
      for (const { status } of extensions) expect(status).toBe(200)
      const { utcExpiresAt } = (await reseller.get(`${path}/${uuid}`)).body
      // Instants over OCTO have no fraction of a second.
      expect(Date.parse(utcExpiresAt)).toBeGreaterThan(sentAt + 60 * 60_000 - 1_000)
    }
    const before = await reservation(id)
    expect((await step(uuid, 'extend', { expirationMinutes: 1 })).body.status).toBe('ON_HOLD')
    expect((await reservation(id)).updatedAt).toBe(before.updatedAt)
  })

  it('change it whether it is confirmed before or after, and extend no hold that is over', async () => {
    for (const notes of ['first', 'second', 'third', 'fourth']) {
      const { uuid } = await held()
      const [updated] = await Promise.all([
        update(uuid, { notes, expirationMinutes: 600 }),
        step(uuid, 'confirm', { contact }),
      ])
      expect(updated).toHaveStatus(200)
      expect((await reseller.get(`${path}/${uuid}`)).body).toMatchObject({
        status: 'CONFIRMED',
        notes,
        utcExpiresAt: null,
      })
    }
  })

  it('record what becomes more expensive as paid to the reseller, each change once', async () => {
    const { uuid } = await confirmed()
    const updates = await Promise.all([3, 4, 5].map((count) => update(uuid, { unitItems: adults(count) })))
    for (const { status, body } of updates) expect([status, body.status]).toEqual([200, 'CONFIRMED'])
    const { payment, pricing } = await reservation(uuid)
    expect(payment.balanceDue).toBe(0)
    expect(payment.amountPaid).toBeGreaterThanOrEqual(pricing.total)
  })
})

describe('a booking over OCTO that cannot be', () => {
  it.each<[string, Json, string, Json]>([
    ['an invalid uuid', { uuid: 'invalidUUID' }, 'INVALID_BOOKING_UUID', { uuid: 'invalidUUID' }],
    ['an unknown product', { productId: 'x' }, 'INVALID_PRODUCT_ID', { productId: 'x' }],
    ['another option', { optionId: 'VIP' }, 'INVALID_OPTION_ID', { optionId: 'VIP' }],
    ['an unknown unit', { unitItems: [{ unitId: 'FAMILY' }] }, 'INVALID_UNIT_ID', { unitId: 'FAMILY' }],
    ['no unit items', { unitItems: [] }, 'UNPROCESSABLE_ENTITY', {}],
    ['51 unit items', { unitItems: adults(51) }, 'UNPROCESSABLE_ENTITY', {}],
    ['children alone', { unitItems: [{ unitId: 'CHILD' }] }, 'UNPROCESSABLE_ENTITY', {}],
    ['no minutes', { expirationMinutes: 0 }, 'BAD_REQUEST', {}],
    ['a NUL', { notes: 'a\0b' }, 'BAD_REQUEST', {}],
    ['a long name', { contact: { fullName: 'a'.repeat(201) } }, 'BAD_REQUEST', {}],
    ['another currency', { currency: 'USD' }, 'BAD_REQUEST', {}],
    ['an offer', { offerCode: 'SUMMER' }, 'UNPROCESSABLE_ENTITY', {}],
    ['a pickup', { pickupRequested: true }, 'UNPROCESSABLE_ENTITY', {}],
    ['a place of pickup', { pickupPointId: 'hotel' }, 'UNPROCESSABLE_ENTITY', {}],
  ])('has %s', async (_what, change, error, ids) => {
    const refused = await reseller.post(path, wanted(change))
    expect(refused).toHaveStatus(400)
    expect(refused.body).toEqual({ error, errorMessage: expect.any(String), ...ids })
  })

  it('names the availability that does not exist, and the member at fault', async () => {
    for (const availabilityId of [`${nextDay()}T10:00:00Z`, `${nextDay()}T03:00:00-05:00`, 'tomorrow']) {
      const { body } = await reseller.post(path, wanted({ availabilityId }))
      expect(body).toMatchObject({ error: 'INVALID_AVAILABILITY_ID', availabilityId })
    }
    const twice = [1, 2].map(() => ({ unitId: 'ADULT', uuid: '0b8f3a52-7f5e-4c0c-9a94-3b9a4c2f1d11' }))
    const messages: [Json, string][] = [
      [{ unitItems: twice }, 'unitItems.1.uuid'],
      [{ expirationMinutes: -1 }, 'expirationMinutes'],
      [{ contact: { emailAddress: 'unnamed' } }, 'contact.emailAddress'],
      [{ resellerReference: 'r'.repeat(65) }, 'resellerReference'],
    ]
    for (const [change, member] of messages)
      expect((await reseller.post(path, wanted(change))).body.errorMessage).toContain(member)
  })
})
