import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { adults, freeSlots, reseller, sold, type Reseller } from '../testkit/octo.ts'
import { partner, sharedTestProduct, type Json, type TestResponse } from '../testkit/product.ts'

const { productId, optionId, other } = sold.cenote
const contact = { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' }

let octo: Reseller
let rest: ReturnType<typeof partner>
let freeSlot: () => Json
beforeAll(async () => {
  const product = await sharedTestProduct()
  octo = reseller(product.url, { capabilities: 'octo/pricing' })
  rest = partner(product.url)
  freeSlot = await freeSlots(octo, productId)
})

const bodyOf = (change: object = {}): Json => ({
  productId,
  optionId,
  availabilityId: freeSlot().id,
  unitItems: adults(2),
  ...change,
})
const held = (): Promise<Json> => octo.post('/bookings', bodyOf({ uuid: randomUUID() }))
const read = ({ uuid }: Json): Promise<Json> => octo.get(`/bookings/${uuid}`)
const step = ({ uuid }: Json, name: string, body: object = {}): Promise<Json> =>
  octo.post(`/bookings/${uuid}/${name}`, body)
const confirmed = async (): Promise<Json> => step(await held(), 'confirm', { contact })

/** A request that can be sent again and again with one Idempotency-Key. */
const keyed = (method: string, path: string, body: object) => {
  const headers = { 'Idempotency-Key': randomUUID() }
  return (change: object = {}): Promise<TestResponse> => octo.checked(method, path, { ...body, ...change }, headers)
}
const keyedStep = ({ uuid }: Json, name: string, body: object = {}) => keyed('POST', `/bookings/${uuid}/${name}`, body)
const keyedPatch = ({ uuid }: Json, body: object) => keyed('PATCH', `/bookings/${uuid}`, body)

/** A request that is repeated after `meanwhile` must have its first response, and change nothing. */
async function expectFirstResponse(
  send: () => Promise<TestResponse>,
  booking: Json,
  meanwhile: () => Promise<unknown>,
): Promise<Json> {
  const first = await send()
  expect(first).toHaveStatus(200)
  expect(first.headers.get('idempotent-replayed')).toBe(null)
  await meanwhile()
  const present = await read(booking)
  const repeated = await send()
  expect(repeated).toHaveStatus(200)
  expect([repeated.headers.get('idempotent-replayed'), repeated.body]).toEqual(['true', first.body])
  expect(await read(booking)).toEqual(present)
  return first.body
}

describe('a request over OCTO with an Idempotency-Key has its first response when it is repeated', () => {
  it('as an extension of a hold that was confirmed since', async () => {
    const booking = await held()
    const extend = keyedStep(booking, 'extend', { expirationMinutes: 90 })
    const first = await expectFirstResponse(extend, booking, () => step(booking, 'confirm', { contact }))
    expect(first).toMatchObject({ status: 'ON_HOLD' })
    expect(first.utcExpiresAt > booking.utcExpiresAt).toBe(true)
  })

  it('as a confirmation', async () => {
    const booking = await held()
    const confirm = keyedStep(booking, 'confirm', { contact })
    expect(await expectFirstResponse(confirm, booking, () => Promise.resolve())).toMatchObject({ status: 'CONFIRMED' })
  })

  it('as a confirmation of a booking that was cancelled since', async () => {
    const booking = await held()
    const confirm = keyedStep(booking, 'confirm', { contact })
    const first = await expectFirstResponse(confirm, booking, () => step(booking, 'cancel'))
    expect(first).toMatchObject({ status: 'CONFIRMED', contact })
  })

  it('as a cancellation', async () => {
    const booking = await confirmed()
    const cancel = keyedStep(booking, 'cancel', { reason: 'Ill' })
    expect(await expectFirstResponse(cancel, booking, () => Promise.resolve())).toMatchObject({ status: 'CANCELLED' })
  })

  it('as a change of a booking that was cancelled since', async () => {
    const booking = await confirmed()
    const patch = keyedPatch(booking, { unitItems: adults(3) })
    const first = await expectFirstResponse(patch, booking, () => step(booking, 'cancel'))
    expect(first).toMatchObject({ status: 'CONFIRMED', unitItems: [{}, {}, {}] })
  })

  it('as a change of the product alone, which the booking has since', async () => {
    const booking = await held()
    const patch = keyedPatch(booking, { productId: other })
    const meanwhile = () => octo.patch(`/bookings/${booking.uuid}`, { notes: 'By bicycle' })
    expect(await expectFirstResponse(patch, booking, meanwhile)).toMatchObject({ productId: other, notes: null })
  })

  it('as an extension by PATCH of a hold that was confirmed since', async () => {
    const booking = await held()
    const patch = keyedPatch(booking, { expirationMinutes: 90 })
    const first = await expectFirstResponse(patch, booking, () => step(booking, 'confirm', { contact }))
    expect(first).toMatchObject({ status: 'ON_HOLD' })
  })

  it('as a creation of a booking that was confirmed since', async () => {
    const uuid = randomUUID()
    const create = keyed('POST', '/bookings', bodyOf({ uuid }))
    const first = await expectFirstResponse(create, { uuid }, () => step({ uuid }, 'confirm', { contact }))
    expect(first).toMatchObject({ uuid, status: 'ON_HOLD' })
  })
})

describe('a request over OCTO with the Idempotency-Key of another', () => {
  const unprocessable = { error: 'UNPROCESSABLE_ENTITY', errorMessage: expect.stringContaining('Idempotency-Key') }

  it.each([
    ['confirmation', held, 'confirm', { contact }, { resellerReference: 'R-1' }],
    ['cancellation', confirmed, 'cancel', { reason: 'Ill' }, { reason: 'Late' }],
    ['extension', held, 'extend', { expirationMinutes: 90 }, { expirationMinutes: 95 }],
  ])('is refused as a %s, and changes nothing', async (_what, make, name, body, change) => {
    const booking = await make()
    const send = keyedStep(booking, name, body)
    expect(await send()).toHaveStatus(200)
    const before = await read(booking)
    const refused = await send(change)
    expect(refused).toHaveStatus(400)
    expect(refused.body).toEqual(unprocessable)
    expect(await read(booking)).toEqual(before)
  })

  it('is refused as a change of a booking that was cancelled since', async () => {
    const booking = await confirmed()
    const patch = keyedPatch(booking, { notes: 'By bicycle' })
    expect(await patch()).toHaveStatus(200)
    await step(booking, 'cancel')
    expect((await patch({ notes: 'By boat' })).body).toEqual(unprocessable)
  })
})

describe('a request over OCTO with an Idempotency-Key that finds its work done', () => {
  it('returns a confirmed booking as it is, and pays nothing of it', async () => {
    const booking = await held()
    const confirm = `mutation ($input: ConfirmReservationInput!) { confirmReservation(input: $input) { status } }`
    const balance = `query ($id: ID!) { reservation(id: $id) { balanceDue: balanceDueCents } }`
    const input = { id: booking.uuid, guest: { name: 'Ada Lovelace' } }
    expect((await rest.graphql(confirm, { input })).body.data.confirmReservation.status).toBe('CONFIRMED')
    const before = await read(booking)
    for (const body of [{}, { contact }])
      expect((await keyedStep(booking, 'confirm', body)()).body).toMatchObject({ ...before, contact: before.contact })
    expect(await read(booking)).toEqual(before)
    const { balanceDue } = (await rest.graphql(balance, { id: booking.uuid })).body.data.reservation
    expect(balanceDue).toBe(booking.pricing.retail)
  })

  it('returns a cancelled booking as it is', async () => {
    const booking = await confirmed()
    const cancelled = await step(booking, 'cancel', { reason: 'Ill' })
    expect((await keyedStep(booking, 'cancel', { reason: 'Late' })()).body).toEqual(cancelled)
  })

  it('returns a booking that it need not change', async () => {
    const booking = await confirmed()
    expect((await keyedPatch(booking, { productId, expirationMinutes: 90 })()).body).toEqual(booking)
  })
})

describe('an Idempotency-Key', () => {
  it('is for a path with and without a slash at its end', async () => {
    const body = bodyOf()
    const headers = { 'Idempotency-Key': randomUUID() }
    const booking = await octo.post('/bookings', body, headers)
    const repeated = await octo.checked('POST', '/bookings/', body, headers)
    expect([repeated.headers.get('idempotent-replayed'), repeated.body]).toEqual(['true', booking])
  })
})
