import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { couponUses, limitCouponUses } from '../testkit/coupons.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { operator } from '../testkit/operator.ts'
import { strokesOf } from '../testkit/pdf.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  type Json,
  type TestResponse,
  type SharedProduct,
} from '../testkit/product.ts'
import { storedEvents } from '../testkit/stored-events.ts'

const path = '/api/partner/reservations'
const cenoteId = demoId('cenote', 'gran-cenote')
const demo = demoId('partner', 'demo')
const rival = demoId('partner', 'rival')

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})
afterAll(() => expectBalancedBooks(product.database('booking')))

let days = 0
/** A full body for another day than the one before, within the week of the file. */
const body = (change: Json = {}): Json => ({
  cenoteId,
  visitDate: addDays(nextSaturday(), days++ % 7),
  visitTime: '10:00',
  visitors: { adults: 2, children: 1 },
  guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
  ...change,
})
const rest = (key?: string) => partner(product.url, key)
const create = (sent: Json, key?: string): Promise<TestResponse> => rest(key).post(path, sent)
const read = async (id: string): Promise<Json> => (await rest().get(`${path}/${id}`)).body.data
const eventsOf = async (id: string): Promise<string[]> =>
  (await storedEvents(product.database('booking'), id)).map(({ type }) => type)
const fieldsOf = ({ status, body: sent }: TestResponse) => [status, Object.keys(sent.errors?.fields ?? {})]
const refusalOf = ({ status, body: sent }: TestResponse) => [status, sent.error?.code]

describe('a reference of the partner', () => {
  it('is in every read, its events and webhooks, in lists that are filtered by it, and in files', async () => {
    const resellerReference = `ORD ${randomUUID()}`
    const { data } = (await create(body({ resellerReference }))).body
    expect(data).toMatchObject({ resellerReference })
    const { id } = data
    expect(await read(id)).toMatchObject({ resellerReference })
    const filter = `resellerReference=${encodeURIComponent(resellerReference)}`
    const listed = await rest().get(`${path}?${filter}`)
    expect(listed.body).toMatchObject({ data: [{ id, resellerReference }], pagination: { total: 1 } })
    expect((await rest().get(`${path}?resellerReference=${resellerReference.slice(0, 8)}`)).body.data).toEqual([])
    const { body: graph } = await rest().graphql(
      'query ($filter: ReservationFilter) { reservations(filter: $filter) { totalCount nodes { id resellerReference externalId } } }',
      { filter: { resellerReference } },
    )
    expect(graph.data.reservations).toEqual({ totalCount: 1, nodes: [{ id, resellerReference, externalId: null }] })
    await runningTransactionsEnd()
    const events = await rest().get(`/events?reservationId=${id}`)
    expect(events.body.data[0].reservation).toMatchObject({ resellerReference })
    const file = await (
      await fetch(`${product.url}${path}.csv?${filter}`, { headers: { 'X-API-Key': keys.demo } })
    ).text()
    const [head = '', row = ''] = file.split('\r\n')
    expect(head).toMatch(/,updatedAt,infants,teens,resellerReference,externalId,productType,/)
    expect(row).toContain(`,${resellerReference},,cenote,`)
  })

  it('is found by the search, also after a change of it and of the guest', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const { id } = (await create(body({ resellerReference: first }))).body.data
    const found = async (search: string) =>
      (await rest().get(`${path}?search=${search}`)).body.data.map((one: Json) => one.id)
    expect(await found(first.slice(4, 20).toUpperCase())).toEqual([id])
    const changed = await rest().send('PATCH', `${path}/${id}`, { resellerReference: second })
    expect(changed.body.data.changes).toEqual([{ field: 'resellerReference', oldValue: first, newValue: second }])
    expect([await found(first), await found(second)]).toEqual([[], [id]])
    expect(await rest().send('PATCH', `${path}/${id}`, { guest: { name: 'Eva' } })).toHaveStatus(200)
    expect(await rest().post(`${path}/${id}/extend`, {})).toHaveStatus(200)
    expect(await found(second)).toEqual([id])
    await runningTransactionsEnd()
    const events = await rest().graphql(
      'query ($search: String) { reservationEvents(filter: { search: $search }) { totalCount } }',
      { search: second },
    )
    expect(events.body.data.reservationEvents.totalCount).toBe(4)
    await rest().send('PATCH', `${path}/${id}`, { resellerReference: null })
    expect(await read(id)).not.toHaveProperty('resellerReference')
    expect(await found(second)).toEqual([])
  })

  it('is taken by a confirmation, also by one that records a balance, and is on the ticket', async () => {
    const { id } = (await create(body())).body.data
    const sent = { paymentId: 'a', amount: 1, resellerReference: 'ORD-1', generateDocuments: true }
    expect(await rest().post(`${path}/${id}/confirm`, sent)).toHaveStatus(200)
    expect(await read(id)).toMatchObject({ status: 'confirmed', resellerReference: 'ORD-1' })
    const balance = { paymentId: 'b', amount: 1, resellerReference: 'ORD-2' }
    expect(await rest().post(`${path}/${id}/confirm`, balance)).toHaveStatus(200)
    const { resellerReference, documents } = await read(id)
    expect(resellerReference).toBe('ORD-2')
    for (const { url } of documents) {
      const file = await fetch(url)
      expect(strokesOf(Buffer.from(await file.arrayBuffer())).map(({ text }) => text)).toContain('ORD-2')
    }
    expect(await eventsOf(id)).toEqual(['reservation.created', 'reservation.confirmed', 'reservation.modified'])
  })

  it('is 1 to 64 characters, in a bulk and a flat body, too', async () => {
    const [first, second, third] = ['x', ' ', 'y'.repeat(65)]
    for (const resellerReference of [second, third, '', 7, {}])
      expect(fieldsOf(await create(body({ resellerReference })))).toEqual([400, ['resellerReference']])
    const { id } = (await create(body({ resellerReference: 'z'.repeat(64) }))).body.data
    for (const sent of [{ resellerReference: '' }, { resellerReference: third }]) {
      expect(fieldsOf(await rest().send('PATCH', `${path}/${id}`, sent))).toEqual([400, ['resellerReference']])
      expect(fieldsOf(await rest().post(`${path}/${id}/confirm`, sent))).toEqual([400, ['resellerReference']])
    }
    const { cenoteId: flatCenote, visitDate: date } = body()
    const flat = { cenoteId: flatCenote, date, visitors: 1, email: 'a@example.com', resellerReference: first }
    const several = await rest().post(`${path}/bulk`, {
      reservations: [body({ resellerReference: first }), flat, body({ resellerReference: third })],
    })
    expect(several.body.data.results.map((one: Json) => one.reservation?.resellerReference ?? one.error.code)).toEqual([
      first,
      first,
      'ERROR_VALIDACION',
    ])
    const { body: graph } = await rest().graphql(
      'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
      { input: { ...body(), resellerReference: third } },
    )
    expect(graph.errors[0].extensions.details.fields).toHaveProperty('resellerReference')
  })
})

describe('an external id', () => {
  it('names a reservation wherever its id does, in any case', async () => {
    const externalId = randomUUID()
    const { data } = (await create(body({ externalId: externalId.toUpperCase() }))).body
    expect(data.externalId).toBe(externalId)
    const { id } = data
    for (const named of [externalId, externalId.toUpperCase()]) {
      expect((await read(named)).id).toBe(id)
      expect((await rest().graphql(`{ reservation(id: "${named}") { id externalId } }`)).body.data.reservation).toEqual(
        {
          id,
          externalId,
        },
      )
      const { url, data: code } = (await rest().get(`${path}/${named}/qr`)).body.data
      expect(code).toBe(data.qrCode.data)
      expect((await fetch((url as string).replace(id, named))).status).toBe(200)
    }
    expect(refusalOf(await rest(keys.rival).get(`${path}/${externalId}`))).toEqual([404, 'RESERVATION_NOT_FOUND'])
    for (const [method, step, sent] of [
      ['PATCH', '', { visitors: { adults: 1 } }],
      ['POST', '/extend', {}],
      ['POST', '/payments', { amount: 1, method: 'cash' }],
      ['POST', '/confirm', { paymentId: 'pay', confirmationEmail: true }],
      ['POST', '/checkin', {}],
      ['POST', '/complete', {}],
      ['POST', '/refund', { amount: 1 }],
    ] as const) {
      const response = await rest().send(method, `${path}/${externalId}${step}`, sent)
      expect([step, Math.floor(response.status / 100), response.body.data.id]).toEqual([step, 2, id])
      if (step !== '/confirm') continue
      const [message] = (await read(id)).communications
      expect(await rest().post(`${path}/${externalId}/communications/${message.id}/resend`, {})).toHaveStatus(202)
    }
  })

  it('makes a creation the same however often it is sent, and nothing happens again', async () => {
    const sent = body({ externalId: randomUUID() })
    const first = await create(sent)
    expect(first).toHaveStatus(201)
    const { id } = first.body.data
    // Compared before what would refuse it now: a coupon that is none, a day that is full.
    const again = await create({ ...sent, promoCode: 'NONE', guest: { ...sent.guest, name: 'Another' } })
    expect(again).toHaveStatus(200)
    expect(again.body.data).toEqual(first.body.data)
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    const several = await rest().post(`${path}/bulk`, { reservations: [sent, body(), sent] })
    expect(several.body.data.summary).toEqual({ total: 3, succeeded: 3, failed: 0 })
    expect(several.body.data.results.map((one: Json) => one.reservation.id === id)).toEqual([true, false, true])
    expect(await eventsOf(id)).toEqual(['reservation.created'])
    const [graph, preview] = await Promise.all([
      rest().graphql('mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id isNew } }', {
        input: sent,
      }),
      rest().graphql(
        'query ($input: CreateReservationsInput!) { reservationPreview(input: $input) { results { reservation { id isNew } error { code } } } }',
        { input: { reservations: [sent, { ...sent, visitTime: '11:00' }] } },
      ),
    ])
    expect(graph.body.data.createReservation).toEqual({ id, isNew: false })
    expect(preview.body.data.reservationPreview.results).toEqual([
      { reservation: { id, isNew: false }, error: null },
      { reservation: null, error: { code: 'RESERVATION_ALREADY_EXISTS' } },
    ])
  })

  it('is compared with what was requested at first, and returns the reservation as it is now', async () => {
    const { visitTime: _, ...anyTime } = body({ externalId: randomUUID() })
    const { id, visitTime } = (await create(anyTime)).body.data
    await rest().send('PATCH', `${path}/${id}`, { visitors: { adults: 1 }, visitTime: '15:00' })
    for (const sent of [anyTime, { ...anyTime, visitTime }]) {
      const again = await create(sent)
      expect(again).toHaveStatus(200)
      expect(again.body.data).toMatchObject({ id, visitTime: '15:00', visitors: { total: 2 } })
    }
    expect(await rest().post(`${path}/${id}/cancel`, { reason: 'weather' })).toHaveStatus(200)
    const cancelled = await create(anyTime)
    expect([cancelled.status, cancelled.body.data.status, cancelled.body.data.id]).toEqual([200, 'cancelled', id])
  })

  it('of other work is refused, also when it is the id of a reservation of the partner', async () => {
    const sent = body({ externalId: randomUUID() })
    const { id, bookingReference } = (await create(sent)).body.data
    for (const change of [
      { visitTime: '11:00' },
      { visitDate: body().visitDate },
      { cenoteId: demoId('cenote', 'dos-ojos') },
      { visitors: { adults: 3, children: 0 } },
    ]) {
      const other = await create({ ...sent, ...change })
      expect(refusalOf(other)).toEqual([409, 'RESERVATION_ALREADY_EXISTS'])
      expect(other.body.error.details).toEqual({ externalId: sent.externalId, reservationId: id, bookingReference })
    }
    expect(refusalOf(await create({ ...sent, externalId: id }))).toEqual([409, 'RESERVATION_ALREADY_EXISTS'])
    expect(await create({ ...sent, externalId: id }, keys.rival)).toHaveStatus(201)
    for (const externalId of ['none', 7, `urn:uuid:${randomUUID()}`])
      expect(fieldsOf(await create(body({ externalId })))).toEqual([400, ['externalId']])
    expect(fieldsOf(await rest().send('PATCH', `${path}/${id}`, { externalId: randomUUID() }))).toEqual([
      400,
      ['externalId'],
    ])
  })

  it('sent 20 times at once makes one reservation, also of the last places and the last use of a coupon', async () => {
    const visitors = { adults: 29, children: 0 }
    const sent = body({ externalId: randomUUID(), visitTime: '14:00', visitors, promoCode: 'CENOTE10' })
    const uses = () => couponUses(product.database('pricing'), 'CENOTE10')
    const before = await uses()
    await limitCouponUses(product.database('pricing'), 'CENOTE10', 1)
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(sent)))
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201])
    const [id, ...others] = new Set(responses.map(({ body: one }) => one.data.id as string))
    expect(others).toEqual([])
    expect(await eventsOf(id ?? '')).toEqual(['reservation.created'])
    // Uses that were counted for the copies are released.
    await eventually(uses, before + 1)
    await limitCouponUses(product.database('pricing'), 'CENOTE10', null)
  })

  it('of several partners is an operator’s to tell apart', async () => {
    const externalId = randomUUID()
    const own = (await create(body({ externalId }))).body.data.id
    const { ask, refusal, send } = operator(product.url)
    const query = 'query ($id: ID!, $partnerId: ID) { reservation(id: $id, partnerId: $partnerId) { id } }'
    expect((await ask(query, { id: externalId })).reservation.id).toBe(own)
    const other = (await create(body({ externalId }), keys.rival)).body.data.id
    expect((await refusal(query, { id: externalId })).code).toBe('REFERENCE_NOT_UNIQUE')
    expect((await ask(query, { id: externalId, partnerId: rival })).reservation.id).toBe(other)
    expect((await ask(query, { id: own, partnerId: demo })).reservation.id).toBe(own)
    expect((await refusal(query, { id: own, partnerId: rival })).code).toBe('RESERVATION_NOT_FOUND')
    const cancel = (query_: string) => send('POST', `${path}/${externalId}/cancel${query_}`, { reason: 'weather' })
    expect(refusalOf(await cancel(''))).toEqual([409, 'REFERENCE_NOT_UNIQUE'])
    expect((await cancel(`?partnerId=${rival}`)).body.data.id).toBe(other)
    expect(refusalOf(await rest().get(`${path}/${externalId}?partnerId=${rival}`))).toEqual([
      404,
      'RESERVATION_NOT_FOUND',
    ])
    expect((await read(`${externalId}?partnerId=${demo}`)).id).toBe(own)
  })
})
