import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { couponUses, limitCouponUses } from '../testkit/coupons.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { startIn } from '../testkit/moves.ts'
import { raisePrice } from '../testkit/stored-catalog.ts'
import { storedEvents } from '../testkit/stored-events.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
const cenoteId = demoId('cenote', 'gran-cenote')
/** Services of the cenote, by name. */
const services: Record<string, string> = {}

beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
  for (const { id, name } of (await rest.get(`/cenotes/${cenoteId}/services`)).body.data) services[name.en] = id
})

const path = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`
const patch = (id: string, body: object, headers?: Record<string, string>, query = ''): Promise<TestResponse> =>
  rest.send('PATCH', path(id) + query, body, headers)
const read = async (id: string): Promise<Json> => (await rest.get(path(id))).body.data
const eventsOf = async (id: string): Promise<string[]> =>
  (await storedEvents(product.database('booking'), id)).map(({ type }) => type)

async function reserve(body: object = {}): Promise<Json> {
  const created = await rest.post('/api/partner/reservations', {
    cenoteId,
    visitDate: nextSaturday(),
    visitTime: '10:00',
    visitors: { adults: 2, children: 1 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    ...body,
  })
  expect(created).toHaveStatus(201)
  return created.body.data
}

const newEmail = `Ana.${randomUUID()}@example.com`
const wide = () => ({
  visitTime: '11:00',
  visitors: { adults: 3, seniors: 1 },
  specialRequests: 'A “quiet” corner\n🌊 <b>',
  guest: { phone: '+52 998 765 4321', nationality: 'MX', email: newEmail },
  services: [{ id: services['Snorkel kit'], quantity: 2, action: 'add' }],
})

describe('PATCH of a reservation', () => {
  it('leaves no guest without a name, over GraphQL as over REST', async () => {
    const { id } = await reserve()
    expect((await patch(id, { guest: { name: '' } })).body.errors.fields).toHaveProperty(['guest.name'])
    const { body } = await rest.graphql(
      'mutation ($input: ModifyReservationInput!) { modifyReservation(input: $input) { __typename } }',
      { input: { id, guest: { name: '' } } },
    )
    expect(Object.keys(body.errors[0].extensions.details.fields)).toEqual(['guest.name'])
  })

  it('reports each field that changed, the new price and where to pay the difference', async () => {
    const { id, pricing, expiresAt } = await reserve()
    const response = await patch(id, wide())
    expect(response).toHaveStatus(200)
    const { changes, pricing: prices, payment } = response.body.data
    expect(response.body).toMatchObject({ message: 'reservation.modified_successfully', data: { id }, _sandbox: true })
    expect(changes).toEqual([
      { field: 'visitTime', oldValue: '10:00', newValue: '11:00' },
      { field: 'visitors.adults', oldValue: 2, newValue: 3 },
      { field: 'visitors.seniors', oldValue: 0, newValue: 1 },
      { field: 'specialRequests', oldValue: null, newValue: 'A “quiet” corner\n🌊 <b>' },
      { field: 'guest.email', oldValue: 'ana@example.com', newValue: newEmail },
      { field: 'guest.phone', oldValue: '+52 998 123 4567', newValue: '+52 998 765 4321' },
      { field: 'guest.nationality', oldValue: null, newValue: 'MX' },
      { field: 'services', added: [services['Snorkel kit']], removed: [] },
    ])
    const after = await read(id)
    expect(prices).toEqual({
      previousTotal: pricing.total,
      newTotal: after.pricing.total,
      difference: Math.round((after.pricing.total - pricing.total) * 100) / 100,
      currency: 'MXN',
    })
    expect(prices.difference).toBeGreaterThan(0)
    expect(payment).toEqual({
      additionalPaymentRequired: true,
      amount: prices.difference,
      deadline: expiresAt,
      paymentUrl: expect.stringContaining(id),
    })
    expect(after).toMatchObject({
      status: 'pending',
      visitTime: '11:00',
      visitors: { total: 5, breakdown: { adults: 3, children: 1, seniors: 1 } },
      specialRequests: 'A “quiet” corner\n🌊 <b>',
      guest: { name: 'Ana Núñez', email: newEmail, nationality: 'MX' },
    })
    expect(after.services).toContainEqual(
      expect.objectContaining({ id: services['Snorkel kit'], quantity: 2, included: false }),
    )
    expect((await rest.get(`/api/partner/reservations?guestEmail=${newEmail.toUpperCase()}`)).body.data).toHaveLength(1)
    expect(await eventsOf(id)).toEqual(['reservation.created', 'reservation.modified'])
    await expectBalancedBooks(product.database('booking'))
  })

  it('reports added, removed and changed services, and requests nothing when the price falls', async () => {
    const { id } = await reserve({ services: [{ id: services['Snorkel kit'], quantity: 2 }] })
    const pickup = { location: 'Hotel Azul', time: '08:30' }
    const response = await patch(id, {
      visitors: { adults: 1 },
      services: [
        { id: services['Snorkel kit'], action: 'remove' },
        { id: services['Locker'], action: 'add', quantity: 1, pickup },
      ],
    })
    expect(response.body.data).toMatchObject({
      changes: [
        { field: 'visitors.adults', oldValue: 2, newValue: 1 },
        { field: 'services', added: [services['Locker']], removed: [services['Snorkel kit']] },
      ],
      payment: { additionalPaymentRequired: false, amount: 0, deadline: null, paymentUrl: null },
    })
    expect(response.body.data.pricing.difference).toBeLessThan(0)
    const updated = await patch(id, { services: [{ id: services['Locker'], action: 'update', quantity: 3 }] })
    expect(updated.body.data.changes).toEqual([
      { field: `services.${services['Locker']}.quantity`, oldValue: 1, newValue: 3 },
    ])
    expect((await read(id)).services).toContainEqual(expect.objectContaining({ id: services['Locker'], pickup }))
  })

  it('that changes nothing is 200 without changes and without an event', async () => {
    const { id } = await reserve()
    for (const body of [{}, { visitTime: '10:00', visitors: { adults: 2 }, guest: { name: 'Ana Núñez' } }]) {
      const { status, body: response } = await patch(id, body)
      expect([status, response.data.changes, response.data.pricing.difference]).toEqual([200, [], 0])
    }
    expect(await eventsOf(id)).toEqual(['reservation.created'])
  })

  it('keeps the agreed price when neither the party nor the services change', async () => {
    const { id, pricing } = await reserve()
    const raise = (cents: number) => raisePrice(product.database('catalog'), cenoteId, cents)
    await raise(10_000)
    const { body } = await patch(id, { visitTime: '12:00', guest: { name: 'Ana' } })
    expect(body.data.pricing).toMatchObject({ previousTotal: pricing.total, newTotal: pricing.total, difference: 0 })
    // One adult more, 16 percent tax, and higher prices for all: a changed party is priced as of now, up to the seconds
    // for which booking caches a cenote's facts.
    const isMoreExpensive = async (): Promise<boolean> => {
      const { body: quoted } = await patch(id, { visitors: { adults: 3 } }, {}, '?dryRun=true')
      return quoted.data.pricing.difference > pricing.breakdown[0].unitPrice * 1.16 + 0.01
    }
    await eventually(isMoreExpensive, true)
    await raise(-10_000)
  })

  it('as a dry run reports the same and changes nothing: neither the reservation nor places nor events', async () => {
    const { id } = await reserve()
    const before = await read(id)
    const quoted = await patch(id, wide(), {}, '?dryRun=true')
    expect(quoted.body.message).toBe('modification.quoted_successfully')
    expect(await read(id)).toEqual(before)
    expect(await eventsOf(id)).toEqual(['reservation.created'])
    await expectBalancedBooks(product.database('booking'))
    const made = await patch(id, wide())
    expect(made.body.data).toEqual(quoted.body.data)
    for (const [body, code] of [
      [{ visitTime: '12:30' }, 'CENOTE_NOT_AVAILABLE'],
      [{ visitors: { adults: 0, seniors: 0 } }, 'INVALID_AGE_BREAKDOWN'],
    ] as const)
      expect((await patch(id, body, {}, '?dryRun=true')).body.error.code).toBe(code)
    expect(Object.keys((await patch(id, {}, {}, '?dryRun=perhaps')).body.errors.fields)).toEqual(['dryRun'])
  })

  it('moves the places it holds, and changes nothing when there is not room for all', async () => {
    const { id } = await reserve({ visitors: { adults: 20, children: 0 }, visitTime: '14:00' })
    // The slot holds 30 at most: 20 of them are its own.
    const more = await patch(id, { visitors: { adults: 31 } })
    expect([more.status, more.body.error.code]).toEqual([422, 'INSUFFICIENT_CAPACITY'])
    expect(more.body.error.details).toMatchObject({ requested: 31, time: '14:00' })
    const { id: other } = await reserve({ visitors: { adults: 20, children: 0 }, visitTime: '15:00' })
    const moved = await patch(id, { visitTime: '15:00' })
    expect([moved.status, moved.body.error.code]).toEqual([422, 'INSUFFICIENT_CAPACITY'])
    expect(await read(id)).toMatchObject({ visitTime: '14:00', visitors: { total: 20 } })
    expect(await patch(other, { visitors: { adults: 5 } })).toHaveStatus(200)
    expect(await patch(id, { visitTime: '15:00' })).toHaveStatus(200)
    await expectBalancedBooks(product.database('booking'))
  })

  it('with If-Match changes only what was read', async () => {
    const { id } = await reserve()
    const tag = (await rest.get(path(id))).headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"v1-/)
    const first = await patch(id, { visitors: { adults: 3 } }, { 'If-Match': tag })
    expect([first.status, first.headers.get('etag')]).toEqual([200, 'W/"v2"'])
    const stale = await patch(id, { visitors: { adults: 4 } }, { 'If-Match': tag })
    expect([stale.status, stale.body.error.code, stale.body.error.details]).toEqual([
      409,
      'EDIT_CONFLICT',
      { currentVersion: 2 },
    ])
    expect(await patch(id, { visitors: { adults: 4 } }, { 'If-Match': '"of something else"' })).toHaveStatus(409)
    expect(await patch(id, { visitors: { adults: 4 } }, { 'If-Match': `${tag}, W/"v2"` })).toHaveStatus(200)
    expect(await patch(id, { visitors: { adults: 5 } }, { 'If-Match': '*' })).toHaveStatus(200)
    const [one, two] = await Promise.all(
      [6, 7].map((adults) => patch(id, { visitors: { adults } }, { 'If-Match': 'W/"v4"' })),
    )
    expect([one?.status, two?.status].sort()).toEqual([200, 409])
  })

  it('of one that is over, or of a confirmed one too close to its visit, is refused with the reason', async () => {
    const { id } = await reserve()
    await rest.post(path(id, 'confirm'), {})
    expect((await patch(id, { visitors: { adults: 3 } })).body.data.payment.additionalPaymentRequired).toBe(true)
    await startIn(product, id, 23)
    const late = await patch(id, { visitors: { adults: 4 } })
    expect([late.status, late.body.error.code]).toEqual([422, 'MODIFICATION_NOT_ALLOWED'])
    expect(late.body.error.details).toEqual({
      reason: 'too_close_to_visit_date',
      deadline: expect.stringMatching(/Z$/),
      currentTime: expect.stringMatching(/Z$/),
    })
    await rest.post(path(id, 'cancel'), { reason: 'weather' })
    const over = await patch(id, { visitors: { adults: 4 } })
    expect([over.status, over.body.error.details.reason]).toEqual([422, 'status_cancelled'])
  })

  it('names every wrong field, and what cannot be changed at all', async () => {
    const { id } = await reserve()
    const wrong = await patch(id, {
      productId: cenoteId,
      visitTime: '25:00',
      visitors: { adults: -1, children: 1.5, toddlers: 1 },
      guest: { email: 'nobody', nationality: 'XX', dateOfBirth: '2026-02-30', phone: 'none', mail: 'a@example.com' },
      services: [{ id: 'x', action: 'drop', quantity: 0, date: '2026-12-24' }],
      specialRequests: 5,
    })
    expect(wrong).toHaveStatus(400)
    expect(Object.keys(wrong.body.errors.fields).sort()).toEqual(
      [
        'productId',
        'visitTime',
        'visitors.adults',
        'visitors.children',
        'visitors.toddlers',
        'guest.email',
        'guest.nationality',
        'guest.dateOfBirth',
        'guest.phone',
        'guest.mail',
        'services.0.action',
        'services.0.quantity',
        'services.0.date',
        'specialRequests',
      ].sort(),
    )
    expect(wrong.body.errors.fields).toMatchObject({
      productId: [
        'is unknown; known here: visitDate, visitTime, cenoteId, tourId, visitors, specialRequests, resellerReference, guest, services, transport, promoCode, guestMay, hidePrice, tickets, notifyGuest, disrupted',
      ],
      'guest.dateOfBirth': ['must be a date, YYYY-MM-DD'],
    })
    const crowd = await patch(id, { visitors: { adults: 50 } })
    expect([crowd.status, Object.keys(crowd.body.errors.fields)]).toEqual([400, ['visitors']])
  })

  it('accepts a service id in any case, as creating does', async () => {
    const kit = services['Snorkel kit'] ?? ''
    const { id } = await reserve({ services: [{ id: kit.toUpperCase(), quantity: 2 }] })
    const response = await patch(id, { services: [{ id: kit.toUpperCase(), action: 'update', quantity: 1 }] })
    expect(response.body.data.changes).toEqual([{ field: `services.${kit}.quantity`, oldValue: 2, newValue: 1 }])
    const twice = await rest.post('/api/partner/reservations', {
      cenoteId,
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
      services: [{ id: kit }, { id: kit.toUpperCase() }],
    })
    expect([twice.status, Object.keys(twice.body.errors?.fields ?? {})]).toEqual([400, ['services']])
  })

  it('takes the booking reference for the id, as every operation does', async () => {
    const { id, bookingReference } = await reserve()
    const modified = await patch(bookingReference.toLowerCase(), { visitors: { adults: 1 } })
    expect([modified.status, modified.body.data.id]).toEqual([200, id])
    for (const [step, body] of [
      ['cancel/quote', { reason: 'guest_request' }],
      ['extend', {}],
      ['confirm', { paymentId: 'pay_1' }],
      ['checkin', {}],
      ['complete', {}],
      ['refund', {}],
    ] as const) {
      const { status, body: response } = await rest.post(path(bookingReference, step), body)
      expect([step, status, response.data.id]).toEqual([step, 200, id])
    }
  })

  it('is 404 for another’s and for what is not there', async () => {
    const { id } = await reserve()
    const rival = await partner(product.url, keys.rival).send('PATCH', path(id), { visitors: { adults: 1 } })
    expect([rival.status, rival.body.error.code]).toEqual([404, 'RESERVATION_NOT_FOUND'])
    expect(await patch('CEN-000000', {})).toHaveStatus(404)
    const readonly = await partner(product.url, keys.readonly).send('PATCH', path(id), {})
    expect(readonly).toHaveStatus(403)
  })
})

describe('a reservation with a coupon', () => {
  it('is priced again with it even when its own use was the last', async () => {
    const { id, pricing } = await reserve({ promoCode: 'CENOTE10', visitTime: '09:00' })
    expect(pricing.discounts).toContainEqual(expect.objectContaining({ name: 'CENOTE10' }))
    const uses = () => couponUses(product.database('pricing'), 'CENOTE10')
    await limitCouponUses(product.database('pricing'), 'CENOTE10', 0)
    const before = await uses()
    const { status, body } = await patch(id, { visitors: { adults: 4 } })
    expect([status, body.data.changes.length]).toEqual([200, 1])
    expect((await read(id)).pricing.discounts).toContainEqual(expect.objectContaining({ name: 'CENOTE10' }))
    expect(await uses()).toBe(before)
    await limitCouponUses(product.database('pricing'), 'CENOTE10', null)
  })
})
