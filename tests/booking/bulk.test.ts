import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { eventually } from '../testkit/eventually.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'dos-ojos')
const full = (changes: Json = {}) => ({
  cenoteId,
  visitDate: nextSaturday(),
  visitors: { adults: 2, children: 0 },
  guest: { name: 'Bulk', email: 'bulk@example.com', phone: '+52 998 555 0000' },
  ...changes,
})
const flat = () => ({ cenoteId, date: nextSaturday(), visitors: 1, email: 'flat@example.com' })

describe('POST /reservations/bulk', () => {
  let product: SharedProduct
  beforeAll(async () => {
    product = await sharedTestProduct()
  })
  afterAll(() => expectBalancedBooks(product.database('booking')))
  const bulk = (reservations: Json, key: string | null = keys.demo, headers = {}): Promise<TestResponse> =>
    partner(product.url, key).post('/api/partner/reservations/bulk', { reservations }, headers)

  it('creates every item, full or flat, and responds with 201 in the order of the request', async () => {
    const { status, body } = await bulk([full(), flat(), full({ visitTime: '10:00' })])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      message: 'reservation.bulk_created_successfully',
      data: { summary: { total: 3, succeeded: 3, failed: 0 } },
      _sandbox: true,
    })
    const { results } = body.data
    expect(results.map(({ index }: Json) => index)).toEqual([0, 1, 2])
    expect(results[1].reservation).toMatchObject({ status: 'pending', visitors: { total: 1 } })
    expect(results[2].reservation.visitTime).toBe('10:00')
    const read = await partner(product.url).get(`/api/partner/reservations/${results[0].reservation.bookingReference}`)
    expect(read.body.data.id).toBe(results[0].reservation.id)
  })

  it('treats each separately: a refused item has its reason and does not affect the others', async () => {
    const { status, body } = await bulk(
      [
        full({ visitors: { adults: 0, children: 0 } }),
        full({ cenoteId: '00000000-0000-4000-8000-000000000000' }),
        full({ visitTime: '03:00' }),
        'nonsense',
        full(),
      ],
      keys.demo,
      { 'Accept-Language': 'es' },
    )
    expect(status).toBe(200)
    const { results, summary } = body.data
    expect(summary).toEqual({ total: 5, succeeded: 1, failed: 4 })
    expect(results.map(({ success, error }: Json) => error?.code ?? success)).toEqual([
      'ERROR_VALIDACION',
      'CENOTE_NOT_FOUND',
      'CENOTE_NOT_AVAILABLE',
      'ERROR_VALIDACION',
      true,
    ])
    expect(results[0].error).toMatchObject({ status: 400, details: { fields: { visitors: [expect.any(String)] } } })
    expect(results[1].error).toMatchObject({ status: 404, message: 'El cenote no existe.' })
    const { reason, alternatives } = results[2].error.details
    const offered = alternatives.map(({ date, time }: Json) => `${date} ${time}`)
    const nearest = ['09:00', '10:00', '11:00'].map((time) => `${nextSaturday()} ${time}`)
    expect([reason, offered]).toEqual(['not_a_slot', nearest])
  })

  it('requires children of a full item, and of an item of no other kind', async () => {
    const { status, body } = await bulk([full({ visitors: { adults: 2 } }), flat()])
    expect(status).toBe(200)
    const [incomplete, counted] = body.data.results
    expect(incomplete.error).toMatchObject({
      code: 'ERROR_VALIDACION',
      status: 400,
      details: { fields: { 'visitors.children': ['is required'] } },
    })
    expect(counted.success).toBe(true)
  })

  it('describes an invalid field of an item in the language of Accept-Language', async () => {
    const service = { id: demoId('cenote-service', 'gran-cenote-locker') }
    const twice = full({ services: [service, service] })
    const { body } = await bulk([twice], keys.demo, { 'Accept-Language': 'es' })
    const { fields } = body.error.details.results[0].error.details
    expect(fields).toEqual({ services: ['no debe repetir un servicio'] })
  })

  it('returns 422 with the outcomes when none succeeds', async () => {
    const { status, body } = await bulk([full({ visitTime: '03:00' }), {}])
    expect(status).toBe(422)
    expect(body).toMatchObject({
      success: false,
      error: { code: 'BULK_FAILED', status: 422, messageKey: 'error.reservation.bulk_failed' },
      _sandbox: true,
    })
    const { results, summary } = body.error.details
    expect(summary).toEqual({ total: 2, succeeded: 0, failed: 2 })
    expect(results.map(({ index, success, error }: Json) => [index, success, error.code])).toEqual([
      [0, false, 'CENOTE_NOT_AVAILABLE'],
      [1, false, 'ERROR_VALIDACION'],
    ])
  })

  it('creates for guests that are not known yet, who are sent nothing and filled in later', async () => {
    const rest = partner(product.url)
    const unknown = { cenoteId, date: `${nextSaturday()}T15:00:00.000Z`, visitors: 2 }
    const { status, body } = await bulk([unknown])
    expect(status).toBe(201)
    const { id, visitTime } = body.data.results[0].reservation
    expect(visitTime).toBe('10:00')
    const address = `/api/partner/reservations/${id}`
    const read = async (): Promise<Json> => (await rest.get(address)).body.data
    expect((await read()).guest).toEqual({ name: '', email: '', phone: '' })
    const listed = await rest.get('/api/partner/reservations?guestEmail=')
    expect([listed.status, listed.body.data]).toEqual([200, []])

    const confirmed = await rest.post(`${address}/confirm`, { paymentId: 'pay_1', confirmationEmail: true })
    expect(confirmed.body.data.communications.confirmationEmail).toEqual({ sent: false, sentAt: null })
    expect((await read()).communications).toEqual([])

    const guest = { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' }
    const filled = await rest.send('PATCH', address, { guest })
    expect([filled.status, filled.body.data.changes]).toEqual([
      200,
      ['name', 'email', 'phone'].map((field) => ({
        field: `guest.${field}`,
        oldValue: '',
        newValue: guest[field as keyof typeof guest],
      })),
    ])
    expect((await read()).guest).toEqual(guest)
    await rest.post(`${address}/cancel`, { reason: 'weather', notifyGuest: true })
    // On a busy machine a response does not wait until its mail is accepted.
    await eventually(
      async () => (await read()).communications,
      [expect.objectContaining({ type: 'cancellation_email', status: 'sent', recipient: guest.email })],
    )
  })

  it('allows an unknown guest in a bulk request only', async () => {
    const rest = partner(product.url)
    const unknown = { cenoteId, date: nextSaturday(), visitors: 2 }
    const single = await rest.post('/api/partner/reservations', unknown)
    expect([single.status, single.body.errors.fields]).toEqual([400, { email: ['is required'] }])
    const input = `cenoteId: "${cenoteId}", visitDate: "${nextSaturday()}", visitors: { adults: 1 }`
    const refused = await rest.graphql(`mutation { createReservation(input: { ${input} }) { id } }`)
    expect(refused.body.errors[0].extensions.details).toEqual({ fields: { guest: ['is required'] } })
    const { body } = await rest.graphql(
      `mutation { createReservations(input: { reservations: [{ ${input} }] }) { results { reservation { guest { name email phone } } } } }`,
    )
    expect(body.data.createReservations.results[0].reservation.guest).toEqual({ name: '', email: '', phone: '' })
    expect(
      (await bulk([{ ...full(), guest: { name: 'Ana', phone: '+52 1' } }])).body.error.details.results,
    ).toMatchObject([{ error: { details: { fields: { 'guest.email': ['is required'] } } } }])
  })

  it('refuses none, more than 50, and a caller who may not write', async () => {
    expect((await bulk([])).body).toMatchObject({
      code: 'ERROR_VALIDACION',
      errors: { fields: { reservations: [expect.any(String)] } },
    })
    expect(await bulk(Array.from({ length: 51 }, full))).toHaveStatus(400)
    expect(await bulk([full()], keys.readonly)).toHaveStatus(403)
    expect(await bulk([{}], null)).toHaveStatus(401)
    expect(await bulk([{}], keys.revoked)).toHaveStatus(401)
  })
})
