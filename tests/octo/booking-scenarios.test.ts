import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { isLong } from '../testkit/long-form.ts'
import { adults, dayIn, freeSlots, reseller, unitItems, type Reseller } from '../testkit/octo.ts'
import { sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { moreResellers, resellers } from './resellers.ts'

/** The scenarios of bookings of the standard's validator for availability type START_TIME. */

const minute = 60_000
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[089ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** The id of no product or booking. */
const unknown = randomUUID()
const fullContact = {
  fullName: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.com',
  phoneNumber: '+00000000',
  locales: ['en-GB', 'es'],
  postalCode: 'SW1A 1AA',
  country: 'GB',
  notes: 'Arrives by bicycle',
}
const unknownContact = {
  fullName: null,
  firstName: null,
  lastName: null,
  emailAddress: null,
  phoneNumber: null,
  locales: [],
  postalCode: null,
  country: null,
  notes: null,
}
const ticketOf = (options: unknown) => ({ redemptionMethod: 'DIGITAL', utcRedeemedAt: null, deliveryOptions: options })
const uuidsOf = (booking: Json): string[] => booking.unitItems.map(({ uuid }: Json) => uuid)
const unitIdsOf = (booking: Json): string[] => booking.unitItems.map(({ unitId }: Json) => unitId).sort()

/** In CI the reseller of tours: other tests book cenotes. */
const tested = isLong ? [...resellers, ...moreResellers] : [resellers[1]]
let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

describe.each(tested)('a reseller of $name', ({ of: { productId, optionId, other }, capabilities, slash }) => {
  const option = { productId, optionId }
  const hasPrices = capabilities !== ''
  let octo: Reseller
  let freeSlot: () => Json
  beforeAll(async () => {
    octo = reseller(product.url, { capabilities, slash })
    freeSlot = await freeSlots(octo, productId)
  })

  const hold = (change: object = {}): Promise<Json> =>
    octo.post('/bookings', { ...option, availabilityId: freeSlot().id, unitItems: adults(2), ...change })
  const step = (booking: Json, name: string, body: object = {}): Promise<Json> =>
    octo.post(`/bookings/${booking.uuid}/${name}`, body)
  const confirmed = async (change: object = {}): Promise<Json> =>
    step(await hold(change), 'confirm', { contact: fullContact })
  const read = ({ uuid }: Json): Promise<Json> => octo.get(`/bookings/${uuid}`)
  const slot = async ({ id }: Json, change: object = {}): Promise<Json> => {
    const found = await octo.post('/availability', { ...option, availabilityIds: [id], ...change })
    expect(found).toHaveLength(1)
    return found[0]
  }

  it('holds places without a contact', async () => {
    const free = freeSlot()
    const uuid = randomUUID()
    const before = Date.now()
    const body = { uuid, availabilityId: free.id, notes: 'By bicycle', resellerReference: `order ${uuid}` }
    const booking = await hold(body)
    const { supplierReference, utcCreatedAt } = booking
    expect(booking).toMatchObject({
      uuid,
      ...option,
      status: 'ON_HOLD',
      testMode: true,
      freesale: false,
      notes: 'By bicycle',
      resellerReference: `order ${uuid}`,
      contact: unknownContact,
      cancellable: true,
      cancellation: null,
      utcConfirmedAt: null,
      utcRedeemedAt: null,
      availabilityId: free.id,
      availability: { id: free.id, localDateTimeStart: free.id, localDateTimeEnd: free.localDateTimeEnd },
      deliveryMethods: ['VOUCHER'],
      voucher: ticketOf([]),
    })
    for (const item of booking.unitItems)
      expect(item).toMatchObject({
        uuid: expect.stringMatching(uuidPattern),
        unitId: 'ADULT',
        status: 'ON_HOLD',
        supplierReference,
        resellerReference: null,
        contact: unknownContact,
        utcRedeemedAt: null,
        ticket: null,
      })
    expect(new Set(uuidsOf(booking)).size).toBe(2)
    expect(supplierReference).toMatch(/^CEN-/)
    expect(Date.parse(utcCreatedAt)).toBeGreaterThan(before - minute)
    expect(Math.round((Date.parse(booking.utcExpiresAt) - Date.parse(utcCreatedAt)) / minute)).toBe(30)
    expect('pricing' in booking && 'pricing' in booking.unitItems[0]).toBe(hasPrices)
    expect(await read(booking)).toEqual(booking)
    expect((await slot(free)).vacancies).toBe(free.vacancies - 2)
  })

  it('is refused a hold of what does not exist', async () => {
    const { id } = freeSlot()
    const send = (body: object) =>
      octo.refusal('POST', '/bookings', { ...option, availabilityId: id, unitItems: adults(2), ...body })
    expect(await send({ productId: unknown })).toEqual({ error: 'INVALID_PRODUCT_ID', productId: unknown })
    expect(await send({ optionId: 'none' })).toEqual({ error: 'INVALID_OPTION_ID', optionId: 'none' })
    for (const availabilityId of ['none', id.replace(/T..:/, 'T03:')])
      expect(await send({ availabilityId })).toEqual({ error: 'INVALID_AVAILABILITY_ID', availabilityId })
    expect(await send({ unitItems: unitItems('ADULT', 'none') })).toEqual({
      error: 'INVALID_UNIT_ID',
      unitId: 'none',
    })
    for (const wrong of [undefined, [], unitItems('CHILD'), adults(51)])
      expect(await send({ unitItems: wrong })).toEqual({ error: 'UNPROCESSABLE_ENTITY' })
    expect(await send({ uuid: 'none' })).toEqual({ error: 'INVALID_BOOKING_UUID', uuid: 'none' })
    for (const expirationMinutes of [0, 1.5])
      expect(
        await octo.complaint('POST', '/bookings', {
          ...{ ...option, availabilityId: id, unitItems: adults(2) },
          expirationMinutes,
        }),
      ).toMatch(/^BAD_REQUEST: .*expirationMinutes/)
  })

  it('is refused a hold of what is sold out', async () => {
    const free = freeSlot()
    const booking = await hold({ availabilityId: free.id, unitItems: adults(free.capacity - 2) })
    expect(await slot(free)).toMatchObject({ status: 'LIMITED', available: true, vacancies: 2, maxUnits: 2 })
    expect(await slot(free, { units: [{ id: 'ADULT', quantity: 3 }] })).toMatchObject({ available: false })
    await hold({ availabilityId: free.id })
    expect(await slot(free)).toMatchObject({ status: 'SOLD_OUT', available: false, vacancies: 0 })
    const body = { ...option, availabilityId: free.id, unitItems: adults(1) }
    expect(await octo.refusal('POST', '/bookings', body)).toEqual({ error: 'UNPROCESSABLE_ENTITY' })
    expect(await octo.refusal('PATCH', `/bookings/${booking.uuid}`, { unitItems: adults(free.capacity) })).toEqual({
      error: 'UNPROCESSABLE_ENTITY',
    })
    await step(booking, 'cancel')
    expect(await slot(free)).toMatchObject({ status: 'AVAILABLE', vacancies: free.capacity - 2 })
  })

  it('extends a hold by 31 minutes, and never to an earlier end', async () => {
    const booking = await hold()
    const extended = await step(booking, 'extend', { expirationMinutes: 31 })
    expect(extended).toMatchObject({ uuid: booking.uuid, status: 'ON_HOLD' })
    expect(Date.parse(extended.utcExpiresAt)).toBeGreaterThan(Date.parse(booking.utcExpiresAt))
    expect(Math.round((Date.parse(extended.utcExpiresAt) - Date.now()) / minute)).toBe(31)
    // An extension never makes a hold end earlier.
    expect((await step(booking, 'extend')).utcExpiresAt).toBe(extended.utcExpiresAt)
  })

  it('confirms a hold with a full contact, once', async () => {
    const held = await hold({ resellerReference: 'order 1' })
    const resellerReference = `order ${held.uuid}`
    const booking = await step(held, 'confirm', { contact: fullContact, resellerReference })
    expect(booking).toMatchObject({
      uuid: held.uuid,
      ...option,
      availabilityId: held.availabilityId,
      status: 'CONFIRMED',
      cancellation: null,
      contact: fullContact,
      resellerReference,
      utcExpiresAt: null,
      utcConfirmedAt: expect.any(String),
      utcUpdatedAt: expect.any(String),
      voucher: ticketOf([
        { deliveryFormat: 'QRCODE', deliveryValue: expect.any(String) },
        { deliveryFormat: 'PDF_URL', deliveryValue: expect.stringMatching(/^http/) },
      ]),
      unitItems: held.unitItems.map((item: Json) => ({ ...item, status: 'CONFIRMED' })),
    })
    expect(await read(booking)).toEqual(booking)
    expect(await step(held, 'confirm', { contact: fullContact, resellerReference })).toEqual(booking)
    const { deliveryValue } = booking.voucher.deliveryOptions[1]
    const file = await fetch(deliveryValue.replace(/^https?:\/\/[^/]+/, product.url))
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(await octo.refusal('POST', `/bookings/${held.uuid}/extend`, {})).toEqual({ error: 'UNPROCESSABLE_ENTITY' })
  })

  it('confirms a hold with a full name alone, and with none it is refused', async () => {
    const held = await hold()
    const complaint = await octo.complaint('POST', `/bookings/${held.uuid}/confirm`, {
      contact: { lastName: 'Lovelace' },
    })
    expect(complaint).toMatch(/^BAD_REQUEST: .*contact\.fullName/)
    const booking = await step(held, 'confirm', { contact: { fullName: 'Ada Lovelace' } })
    expect(booking).toMatchObject({ status: 'CONFIRMED', contact: { ...unknownContact, fullName: 'Ada Lovelace' } })
  })

  it('confirms another party than it held, in which those who stay keep their uuids', async () => {
    const held = await hold({ unitItems: [{ unitId: 'ADULT', resellerReference: 'guest 1' }, { unitId: 'ADULT' }] })
    const uuid = randomUUID()
    const items = [...adults(2), { unitId: 'CHILD', uuid, contact: { firstName: 'Byron' } }]
    const booking = await step(held, 'confirm', { contact: { firstName: 'Ada' }, unitItems: items })
    expect(unitIdsOf(booking)).toEqual(['ADULT', 'ADULT', 'CHILD'])
    expect(uuidsOf(booking).sort()).toEqual([...uuidsOf(held), uuid].sort())
    const child = booking.unitItems.find(({ unitId }: Json) => unitId === 'CHILD')
    expect(child.contact).toEqual({ ...unknownContact, firstName: 'Byron', fullName: 'Byron' })
    const more = [...adults(2), { unitId: 'none' }]
    const another = await hold()
    expect(
      await octo.refusal('POST', `/bookings/${another.uuid}/confirm`, { contact: fullContact, unitItems: more }),
    ).toEqual({ error: 'INVALID_UNIT_ID', unitId: 'none' })
    expect((await read(another)).status).toBe('ON_HOLD')
  })

  it.each(['held', 'confirmed'])('moves what is %s to another availability, party and contact', async (state) => {
    const free = freeSlot()
    const booking = await (state === 'held' ? hold : confirmed)({ availabilityId: free.id })
    const next = freeSlot()
    const moved = await octo.patch(`/bookings/${booking.uuid}`, { availabilityId: next.id })
    expect(moved).toMatchObject({
      uuid: booking.uuid,
      status: booking.status,
      availabilityId: next.id,
      unitItems: booking.unitItems.map(({ uuid, status }: Json) => ({ uuid, status })),
    })
    expect([(await slot(free)).vacancies, (await slot(next)).vacancies]).toEqual([free.vacancies, next.vacancies - 2])
    const changes = { notes: 'By boat', contact: { ...fullContact, fullName: 'Ada King', lastName: 'King' } }
    const changed = await octo.patch(`/bookings/${booking.uuid}`, {
      ...changes,
      unitItems: unitItems('ADULT', 'YOUTH', 'YOUTH'),
    })
    expect(changed).toMatchObject(changes)
    expect(unitIdsOf(changed)).toEqual(['ADULT', 'YOUTH', 'YOUTH'])
    expect(uuidsOf(booking)).toContain(changed.unitItems.find(({ unitId }: Json) => unitId === 'ADULT').uuid)
    expect((await slot(next)).vacancies).toBe(next.vacancies - 3)
    expect(await read(booking)).toEqual(changed)
  })

  it('moves a booking to another product', async () => {
    const booking = await confirmed()
    const [next] = (
      await octo.post('/availability', {
        productId: other,
        optionId,
        localDateStart: dayIn(330),
        localDateEnd: dayIn(340),
      })
    ).filter(({ vacancies }: Json) => vacancies >= 2)
    const moved = await octo.patch(`/bookings/${booking.uuid}`, {
      productId: other,
      optionId,
      availabilityId: next.id,
    })
    expect(moved).toMatchObject({ uuid: booking.uuid, productId: other, optionId, availabilityId: next.id })
    expect(uuidsOf(moved)).toEqual(uuidsOf(booking))
    const send = (body: object) => octo.refusal('PATCH', `/bookings/${booking.uuid}`, body)
    expect(await send({ productId: unknown })).toEqual({ error: 'INVALID_PRODUCT_ID', productId: unknown })
    expect(await send({ optionId: 'none' })).toEqual({ error: 'INVALID_OPTION_ID', optionId: 'none' })
    expect(await send({ availabilityId: 'none' })).toEqual({
      error: 'INVALID_AVAILABILITY_ID',
      availabilityId: 'none',
    })
    expect(await read(booking)).toEqual(moved)
  })

  it.each([
    ['a hold', 'NONE'],
    ['a booking', 'FULL'],
  ])('cancels %s for a reason in words of its own, once', async (what, refund) => {
    const free = freeSlot()
    const booking = await (what === 'a hold' ? hold : confirmed)({ availabilityId: free.id })
    const reason = 'The guest’s flight was cancelled; "sorry"'
    const cancelled = await step(booking, 'cancel', { reason })
    expect(cancelled).toMatchObject({
      uuid: booking.uuid,
      status: 'CANCELLED',
      cancellable: false,
      cancellation: { refund, reason, utcCancelledAt: expect.any(String) },
      utcExpiresAt: null,
      voucher: ticketOf([]),
      unitItems: booking.unitItems.map(({ uuid }: Json) => ({ uuid, status: 'CANCELLED' })),
    })
    expect(await step(booking, 'cancel', { reason: 'another' })).toEqual(cancelled)
    expect(await read(booking)).toEqual(cancelled)
    expect((await slot(free)).vacancies).toBe(free.vacancies)
    for (const [method, path, body] of [
      ['POST', '/confirm', { contact: fullContact }],
      ['POST', '/extend', {}],
      ['PATCH', '', { notes: 'too late' }],
    ] as const)
      expect(await octo.refusal(method, `/bookings/${booking.uuid}${path}`, body)).toEqual({
        error: 'UNPROCESSABLE_ENTITY',
      })
  })

  it('finds no booking by an invalid uuid, or by one that no booking has', async () => {
    const { supplierReference } = await hold()
    for (const uuid of ['invalidUUID', unknown, supplierReference])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', {}],
        ['POST', '/confirm', { contact: fullContact }],
        ['POST', '/cancel', {}],
        ['POST', '/extend', {}],
      ] as const)
        expect(await octo.refusal(method, `/bookings/${uuid}${path}`, body)).toEqual({
          error: 'INVALID_BOOKING_UUID',
          uuid,
        })
  })

  it('lists bookings by their references and days', async () => {
    const resellerReference = `list ${randomUUID()}`
    const free = freeSlot()
    const booking = await hold({ resellerReference, availabilityId: free.id })
    const list = (query: object): Promise<Json> =>
      octo.get(`/bookings?${new URLSearchParams(Object.entries(query)).toString()}`)
    const { supplierReference } = booking
    expect(await list({ supplierReference })).toEqual([booking])
    expect(await list({ resellerReference })).toEqual([booking])
    expect(await list({ resellerReference, supplierReference, ...option })).toEqual([booking])
    expect(await list({ resellerReference, productId: other })).toEqual([])
    expect(await list({ resellerReference: unknown })).toEqual([])
    const localDate = free.id.slice(0, 10)
    for (const days of [{ localDate }, { localDateStart: localDate, localDateEnd: localDate }])
      expect((await list({ ...days, productId })).filter(({ uuid }: Json) => uuid === booking.uuid)).toEqual([booking])
    for (const query of ['', '?productId=' + productId])
      expect(await octo.refusal('GET', `/bookings${query}`)).toEqual({ error: 'BAD_REQUEST' })
  })
})
