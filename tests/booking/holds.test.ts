import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { holdDueAt, makeDue } from '../testkit/due.ts'
import {
  nextSaturday,
  partner,
  startTestProduct,
  type Json,
  type TestProduct,
  type TestResponse,
} from '../testkit/product.ts'
import { ageReservation, setVisitStart } from '../testkit/stored-reservations.ts'

const path = '/api/partner/reservations'
const cenoteId = demoId('cenote', 'gran-cenote')
const minute = 60_000
/** Of the installation of these tests. */
const holdMinutes = 60

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct({ RESERVATION_HOLD_MINUTES: String(holdMinutes) })
})
afterAll(async () => {
  await expectBalancedBooks(product.database('booking'))
  await product.close()
})

let weeks = 0
const hold = (change: Json = {}): Json => ({
  cenoteId,
  visitDate: new Date(Date.parse(nextSaturday()) + (weeks++ % 40) * 7 * 86_400_000).toISOString().slice(0, 10),
  visitTime: '10:00',
  visitors: { adults: 2 },
  hold: true,
  ...change,
})
/** Of a body without `hold`. */
const full = { visitors: { adults: 2, children: 0 } }
const guest = { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' }
const rest = () => partner(product.url)
const create = (sent: Json): Promise<TestResponse> => rest().post(path, sent)
const held = async (change: Json = {}): Promise<Json> => (await create(hold(change))).body.data
const step = (id: string, name: string, sent?: Json) => rest().post(`${path}/${id}/${name}`, sent)
const read = async (id: string): Promise<Json> => (await rest().get(`${path}/${id}`)).body.data
const fieldsOf = ({ status, body }: TestResponse) => [status, Object.keys(body.errors?.fields ?? {})]
const refusalOf = ({ status, body }: TestResponse) => [status, body.error?.code, body.error?.details?.reason]
/** Of a response of GraphQL. */
const refusalIn = ({ body }: TestResponse) => {
  const { code, details } = body.errors?.[0]?.extensions ?? {}
  return [code, details?.reason]
}
/** Minutes from one instant to another. */
const minutesTo = (to: string, from: string | number): number =>
  Math.round((Date.parse(to) - (typeof from === 'number' ? from : Date.parse(from))) / minute)

describe('a hold', () => {
  it('needs no guest, and lasts as long as it says, at most as long as the installation lets it', async () => {
    const { id, createdAt, expiresAt } = await held({ holdMinutes: 5 })
    expect(minutesTo(expiresAt, createdAt)).toBe(5)
    expect((await read(id)).guest).toEqual({ name: '', email: '', phone: '' })
    expect(await holdDueAt(product.database('booking'), id)).toEqual(new Date(expiresAt))
    const usualHold = await held({ guest })
    expect(minutesTo(usualHold.expiresAt, usualHold.createdAt)).toBe(holdMinutes)
    const { hold: _, ...usual } = hold({ ...full, guest, holdMinutes: 7 })
    const created = (await create(usual)).body.data
    expect(minutesTo(created.expiresAt, created.createdAt)).toBe(7)
    const { body } = await rest().graphql(
      'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { guest { name email phone } } }',
      { input: { ...hold({ holdMinutes: 1 }) } },
    )
    expect(body.data.createReservation.guest).toEqual({ name: '', email: '', phone: '' })
  })

  it('is refused without sense: other minutes, other types, and in a flat body', async () => {
    for (const minutes of [0, -1, holdMinutes + 1, 1_000_000, 1.5, '5', {}])
      expect(fieldsOf(await create(hold({ holdMinutes: minutes })))).toEqual([400, ['holdMinutes']])
    for (const value of ['true', 1])
      expect(fieldsOf(await create(hold({ ...full, guest, hold: value })))).toEqual([400, ['hold']])
    for (const change of [{ hold: undefined }, { hold: false }])
      expect(fieldsOf(await create(hold({ ...full, ...change })))).toEqual([400, ['guest']])
    const flat = { cenoteId, date: nextSaturday(), visitors: 1, email: 'a@example.com' }
    expect(fieldsOf(await create({ ...flat, hold: true }))).toEqual([400, ['hold']])
    expect(fieldsOf(await create({ ...flat, holdMinutes: 5 }))).toEqual([400, ['holdMinutes']])
    const several = await rest().post(`${path}/bulk`, { reservations: [hold(), hold({ ...full, hold: false })] })
    expect(several.body.data.results.map((one: Json) => one.error?.details.fields ?? one.success)).toEqual([
      true,
      { guest: ['is required'] },
    ])
    const { body } = await rest().graphql(
      'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
      { input: hold({ holdMinutes: 1_000_000 }) },
    )
    expect(body.errors[0].extensions.details.fields).toHaveProperty('holdMinutes')
  })
})

describe('an extension', () => {
  it('by minutes counts from now, any number of times, and may shorten the hold', async () => {
    const { id } = await held()
    for (const minutes of [60, 5, 60, 30]) {
      const extended = await step(id, 'extend', { minutes })
      expect(extended).toHaveStatus(200)
      expect(minutesTo(extended.body.data.expiresAt, Date.now())).toBe(minutes)
    }
    const { body } = await rest().graphql(
      `mutation { extendReservation(input: { id: "${id}", minutes: 12 }) { expiresAt allowedActions } }`,
    )
    expect(minutesTo(body.data.extendReservation.expiresAt, Date.now())).toBe(12)
    expect(body.data.extendReservation.allowedActions).toContain('EXTEND')
    const due = await holdDueAt(product.database('booking'), id)
    expect(due?.toISOString()).toBe(body.data.extendReservation.expiresAt)
    // Once by the length of a hold, whatever came before.
    const once = await step(id, 'extend')
    expect(minutesTo(once.body.data.expiresAt, Date.now())).toBe(12 + holdMinutes)
    expect(refusalOf(await step(id, 'extend', {}))).toEqual([422, 'MODIFICATION_NOT_ALLOWED', 'already_extended'])
    expect(await step(id, 'extend', { minutes: 1 })).toHaveStatus(200)
  })

  it('may keep a later end, whatever extends the hold at the same time', async () => {
    const { id } = await held()
    const extend = (minutes: number, keepsLaterEnd: boolean) =>
      rest().graphql(
        'mutation ($input: ExtendReservationInput!) { extendReservation(input: $input) { expiresAt version } }',
        { input: { id, minutes, keepsLaterEnd } },
      )
    for (let round = 1; round <= 20; round += 1) {
      await extend(1, false)
      const responses = await Promise.all([5, 60, 5].map((minutes) => extend(minutes, true)))
      for (const { body } of responses) expect(body.errors).toBeUndefined()
      expect(minutesTo((await read(id)).expiresAt, Date.now())).toBe(60)
    }
    const before = (await extend(59, true)).body.data.extendReservation
    expect((await extend(1, true)).body.data.extendReservation).toEqual(before)
    expect(refusalIn(await extend(holdMinutes + 1, true))).toEqual(['ERROR_VALIDACION', undefined])
  })

  it('ends at most twice the length of a hold after the creation', async () => {
    const { id } = await held()
    await ageReservation(product.database('booking'), id, { minutes: 70 })
    expect(await step(id, 'extend', { minutes: 49 })).toHaveStatus(200)
    for (const sent of [{ minutes: 51 }, { minutes: holdMinutes }, undefined])
      expect(refusalOf(await step(id, 'extend', sent))).toEqual([422, 'MODIFICATION_NOT_ALLOWED', 'hold_limit'])
  })

  it('is cut at the start of the visit', async () => {
    const { id } = await held()
    const start = new Date(Date.now() + 20 * minute)
    await setVisitStart(product.database('booking'), id, start)
    const { expiresAt } = (await step(id, 'extend', { minutes: 45 })).body.data
    expect(expiresAt).toBe(start.toISOString())
    expect(refusalOf(await step(id, 'extend'))).toEqual([422, 'MODIFICATION_NOT_ALLOWED', 'too_close_to_visit_date'])
  })

  it('takes 1 to the minutes of the installation, and only a pending reservation', async () => {
    const { id } = await held({ guest })
    for (const minutes of [0, -1, holdMinutes + 1, 1_000_000, 1.5, '5'])
      expect(fieldsOf(await step(id, 'extend', { minutes }))).toEqual([400, ['minutes']])
    expect(await step(id, 'confirm', {})).toHaveStatus(200)
    expect(refusalOf(await step(id, 'extend', { minutes: 5 }))).toEqual([409, 'INVALID_STATE_TRANSITION', undefined])
    expect((await step('CEN-000000', 'extend', { minutes: 5 })).status).toBe(404)
  })
})

describe('a modification that also extends the hold', () => {
  const modify = (input: Json, headers: Record<string, string> = {}) =>
    rest().send(
      'POST',
      '/graphql',
      {
        query: `mutation ($input: ModifyReservationInput!) {
          modifyReservation(input: $input) { changes { field } reservation { id version expiresAt specialRequests } }
        }`,
        variables: { input },
      },
      headers,
    )
  const modified = (response: TestResponse): Json => response.body.data.modifyReservation
  const graphQLRead = async (id: string): Promise<Json> => {
    const text = `{ reservation(id: "${id}") { version expiresAt specialRequests visitTime visitors { total } } }`
    return (await rest().graphql(text)).body.data.reservation
  }

  it('is one change, and leaves a hold that ends later anyway', async () => {
    const { id } = await held({ holdMinutes: 5 })
    const { version } = await graphQLRead(id)
    const first = modified(await modify({ id, specialRequests: 'Late', holdMinutes: 30 }))
    expect(first).toMatchObject({
      changes: [{ field: 'specialRequests' }],
      reservation: { version: version + 1, specialRequests: 'Late' },
    })
    expect(minutesTo(first.reservation.expiresAt, Date.now())).toBe(30)
    const { expiresAt } = first.reservation
    const second = modified(await modify({ id, specialRequests: 'Early', holdMinutes: 10 }))
    expect(second.reservation).toMatchObject({ version: version + 2, specialRequests: 'Early', expiresAt })
  })

  it('may change the hold alone, which is no entry of the history, or nothing', async () => {
    const { id } = await held({ holdMinutes: 5 })
    const { version } = await graphQLRead(id)
    const extended = modified(await modify({ id, holdMinutes: 20 }))
    expect(extended).toMatchObject({ changes: [], reservation: { version: version + 1 } })
    expect(minutesTo(extended.reservation.expiresAt, Date.now())).toBe(20)
    expect((await read(id)).modifications.history).toEqual([])
    expect(modified(await modify({ id, holdMinutes: 1 }))).toEqual(extended)
    const due = await holdDueAt(product.database('booking'), id)
    expect(due?.toISOString()).toBe(extended.reservation.expiresAt)
  })

  it('is one with its repetition under an Idempotency-Key', async () => {
    const { id } = await held({ holdMinutes: 5 })
    const sent = () => modify({ id, specialRequests: 'Late', holdMinutes: 30 }, { 'Idempotency-Key': `hold-${id}` })
    const first = modified(await sent())
    const again = await sent()
    expect(modified(again)).toEqual(first)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await graphQLRead(id)).version).toBe(first.reservation.version)
  })

  it('changes nothing when the extension is refused, nor when it is tried only', async () => {
    const { id, visitDate } = await held({ holdMinutes: 40 })
    await ageReservation(product.database('booking'), id, { minutes: 70 })
    const before = await graphQLRead(id)
    const changes = { visitDate, visitTime: '12:00', visitors: { adults: 3 }, specialRequests: 'Late' }
    expect(refusalIn(await modify({ id, ...changes, holdMinutes: 55 }))).toEqual([
      'MODIFICATION_NOT_ALLOWED',
      'hold_limit',
    ])
    expect(refusalIn(await modify({ id, holdMinutes: 55 }))).toEqual(['MODIFICATION_NOT_ALLOWED', 'hold_limit'])
    for (const minutes of [0, -1, holdMinutes + 1]) {
      const refused = await modify({ id, ...changes, holdMinutes: minutes })
      expect(Object.keys(refused.body.errors[0].extensions.details.fields)).toEqual(['holdMinutes'])
    }
    const tried = modified(await modify({ id, ...changes, holdMinutes: 48, dryRun: true }))
    expect(minutesTo(tried.reservation.expiresAt, Date.now())).toBe(48)
    expect(await graphQLRead(id)).toEqual(before)
    // What was refused takes no places.
    expect(modified(await modify({ id, ...changes, holdMinutes: 48 })).reservation.version).toBe(before.version + 1)
  })

  it('is refused for what is not on hold', async () => {
    const { id } = await held({ guest, holdMinutes: 5 })
    expect(await step(id, 'confirm', {})).toHaveStatus(200)
    const before = await graphQLRead(id)
    expect(refusalIn(await modify({ id, specialRequests: 'Late', holdMinutes: 5 }))).toEqual([
      'MODIFICATION_NOT_ALLOWED',
      'status_confirmed',
    ])
    expect(await graphQLRead(id)).toEqual(before)
    const ended = await held()
    await makeDue(product.database('booking'), 'hold', [ended.id])
    expect(refusalIn(await modify({ id: ended.id, holdMinutes: 5 }))).toEqual([
      'MODIFICATION_NOT_ALLOWED',
      'status_cancelled',
    ])
  })
})

describe('a confirmation', () => {
  it('takes what was missing in one transaction with the payment', async () => {
    const { id, pricing } = await held()
    const sent = {
      guest,
      visitors: { adults: 3 },
      services: [{ id: '74d79289-4abd-85b1-bf45-8e30ae316c1d', action: 'add', quantity: 2 }],
      resellerReference: 'ORD-9',
      paymentId: 'pay_1',
      confirmationEmail: true,
    }
    const confirmed = await step(id, 'confirm', sent)
    expect(confirmed).toHaveStatus(200)
    const after = await read(id)
    expect(after).toMatchObject({
      status: 'confirmed',
      guest,
      visitors: { total: 3 },
      resellerReference: 'ORD-9',
      payment: { id: 'pay_1', amountPaid: after.pricing.total, balanceDue: 0 },
      services: expect.arrayContaining([expect.objectContaining({ id: sent.services[0]?.id, quantity: 2 })]),
    })
    expect(after.pricing.total).toBeGreaterThan(pricing.total)
    expect(after.communications.map(({ type }: Json) => type)).toContain('confirmation_email')
    expect(after.modifications.history.at(-1).changes.map(({ field }: Json) => field)).toEqual([
      'visitors.adults',
      'guest.name',
      'guest.email',
      'guest.phone',
      'services',
    ])
    // Sent again it is refused, because the reservation is no longer pending.
    expect(fieldsOf(await step(id, 'confirm', sent))).toEqual([400, ['guest', 'visitors', 'services']])
    expect(fieldsOf(await step(id, 'confirm', { visitors: { adults: 1 } }))).toEqual([400, ['visitors']])
    expect(await step(id, 'cancel', { reason: 'weather' })).toHaveStatus(200)
    expect(refusalOf(await step(id, 'confirm', sent))).toEqual([409, 'INVALID_STATE_TRANSITION', undefined])
  })

  it('of a hold needs the name of a guest; address and telephone number may stay empty', async () => {
    const { id } = await held()
    for (const sent of [{}, { guest: {} }, { guest: { email: 'ana@example.com' } }, { paymentId: 'pay', amount: 1 }])
      expect(fieldsOf(await step(id, 'confirm', sent))).toEqual([400, ['guest.name']])
    expect(fieldsOf(await step(id, 'confirm', { guest: { name: ' ' } }))).toEqual([400, ['guest.name']])
    expect(await read(id)).toMatchObject({ status: 'pending', guest: { name: '' } })
    const confirmed = await step(id, 'confirm', { guest: { name: 'Ana' }, confirmationEmail: true })
    expect(confirmed.body.data).toMatchObject({
      status: 'confirmed',
      payment: null,
      communications: { confirmationEmail: { sent: false } },
    })
    expect((await read(id)).guest).toEqual({ name: 'Ana', email: '', phone: '' })
    const filled = await held()
    expect(await rest().send('PATCH', `${path}/${filled.id}`, { guest: { name: 'Eva' } })).toHaveStatus(200)
    expect(await step(filled.id, 'confirm', {})).toHaveStatus(200)
  })

  it('with a larger party is refused as a whole when there is no room, and gives places back with a smaller one', async () => {
    const first = await held({ visitors: { adults: 28, children: 0 } })
    const { visitDate } = first
    const second = await held({ visitDate, visitors: { adults: 2, children: 0 } })
    const sent = { guest, paymentId: 'pay_2', visitors: { adults: 3 } }
    const full = await step(second.id, 'confirm', sent)
    expect(full.status).toBe(422)
    expect(['INSUFFICIENT_CAPACITY', 'CENOTE_NOT_AVAILABLE']).toContain(full.body.error.code)
    expect(await read(second.id)).toMatchObject({ status: 'pending', guest: { name: '' }, visitors: { total: 2 } })
    expect(await step(first.id, 'confirm', { guest, visitors: { adults: 27 } })).toHaveStatus(200)
    expect(await step(second.id, 'confirm', sent)).toHaveStatus(200)
    const tooMuch = await held({ visitDate, visitTime: '11:00' })
    const excessive = await step(tooMuch.id, 'confirm', {
      guest,
      visitors: { adults: 1 },
      paymentId: 'p',
      amount: 90_000,
    })
    expect(refusalOf(excessive).slice(0, 2)).toEqual([422, 'PAYMENT_EXCEEDS_BALANCE'])
    expect(await read(tooMuch.id)).toMatchObject({ status: 'pending', visitors: { total: 2 } })
  })

  it('refuses a party, guest and services as a PATCH does', async () => {
    const { id } = await held()
    for (const [sent, expected] of [
      [{ visitors: { adults: 0 } }, ['visitors']],
      [{ visitors: { adults: '3' } }, ['visitors.adults']],
      [{ guest: { name: 'Ana', email: 'none' } }, ['guest.email']],
      [{ guest: 'Ana' }, ['guest']],
      [{ services: [{ id: 'x', action: 'keep' }] }, ['services.0.action']],
    ] as const)
      expect(fieldsOf(await step(id, 'confirm', sent))).toEqual([400, expected])
    const children = await step(id, 'confirm', { guest, visitors: { adults: 0, children: 2 } })
    expect(refusalOf(children).slice(0, 2)).toEqual([422, 'INVALID_AGE_BREAKDOWN'])
    const unknown = { guest, services: [{ id: cenoteId, action: 'remove' }] }
    expect(refusalOf(await step(id, 'confirm', unknown)).slice(0, 2)).toEqual([404, 'SERVICE_NOT_FOUND'])
    expect((await read(id)).status).toBe('pending')
  })

  it('comes too late for a hold that has ended', async () => {
    const { id } = await held()
    await makeDue(product.database('booking'), 'hold', [id])
    expect(refusalOf(await step(id, 'confirm', { guest }))).toEqual([409, 'INVALID_STATE_TRANSITION', undefined])
  })
})
