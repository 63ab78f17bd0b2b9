import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import {
  cenotesToClose,
  close,
  deactivate,
  open,
  override,
  reservationPath as path,
  type CenotesToClose,
} from '../testkit/closures.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import {
  keys,
  nextSaturday,
  partner,
  productToChange,
  type Json,
  type TestResponse,
  type SharedProduct,
} from '../testkit/product.ts'
import { startVisitIn } from '../testkit/reservation-states.ts'

const update = 'mutation ($input: UpdateDisruptionInput!) { updateDisruption(input: $input) { reservations } }'
const read = `query ($id: ID!) { disruption(id: $id) { cause reservations cancellationReason note notifyGuests by { type keyId }
  from to times cenote { id } total done failed moved marked cleared remaining } }`

const from = nextSaturday()
const to = addDays(from, 1)

let product: SharedProduct
let staff: ReturnType<typeof partner>
let ask: ReturnType<typeof operator>['ask']
let refusal: ReturnType<typeof operator>['refusal']
let unusedCenote: CenotesToClose['unusedCenote']
let reserve: CenotesToClose['reserve']
let shown: CenotesToClose['shown']
beforeAll(async () => {
  product = await productToChange()
  staff = partner(product.url, operatorKeys.sandbox)
  ;({ ask, refusal } = operator(product.url))
  ;({ unusedCenote, reserve, shown } = cenotesToClose(product.url, from))
})
afterAll(() => expectBalancedBooks(product.database('booking')))

const disruption = async (id: string): Promise<Json> => (await ask(read, { id })).disruption

/** The disruption once its job has nothing left to do. */
const worked = (id: string): Promise<Json> =>
  eventually(
    () => disruption(id),
    ({ remaining }: Json) => remaining === 0,
    { milliseconds: 60_000 },
  )

/** All events: none can be read while an older transaction runs. */
const eventsOf = async (id: string): Promise<Json[]> => {
  await runningTransactionsEnd()
  return (await partner(product.url).get(`/events?reservationId=${id}&perPage=50`)).body.data
}

const typesOf = async (id: string): Promise<string[]> => (await eventsOf(id)).map(({ type }) => type)

describe('closing a day with reservations', () => {
  it('is refused with all that stand, by visit and reference, and to other keys with the numbers alone', async () => {
    const cenoteId = await unusedCenote()
    const later = await reserve(cenoteId, { time: '12:00', confirm: true })
    const pending = await reserve(cenoteId, { time: '10:00', adults: 3 })
    const begun = await reserve(cenoteId, { time: '11:00', adults: 1, apiKey: keys.rival, confirm: true })
    await staff.post(path(begun.id, 'checkin'), {})
    const cancelled = await reserve(cenoteId, { time: '10:00' })
    await partner(product.url).post(path(cancelled.id, 'cancel'), { reason: 'guest_request' })
    const input = { cenoteId, from, to, reason: 'maintenance' }
    const refused = await refusal(close, { input })
    expect(refused).toMatchObject({ code: 'EXISTING_RESERVATIONS', status: 409 })
    const of = ({ id, bookingReference }: Json, visitTime: string, people: number, status: string, name: string) => ({
      id,
      bookingReference,
      partner: { id: expect.any(String), name },
      visitDate: from,
      visitTime,
      people,
      status,
    })
    const paid = [begun, later].reduce((sum, { pricing }) => sum + Math.round(pricing.total * 100), 0)
    expect(refused.details).toEqual({
      reservations: 3,
      people: 6,
      refunds: [{ currency: 'MXN', amountCents: paid }],
      first: [
        of(pending, '10:00', 3, 'pending', 'Demo Travel'),
        of(begun, '11:00', 1, 'in_progress', 'Rival Tours'),
        of(later, '12:00', 2, 'confirmed', 'Demo Travel'),
      ],
    })
    const inventory = operator(product.url, (await issueTestKey(product, { scopes: ['inventory:write'] })).apiKey)
    expect((await inventory.refusal(close, { input })).details).toEqual({ reservations: 3, people: 6 })
    for (const named of [{ reservations: 'KEEP' }, { reservations: 'CANCEL' }, { force: true }])
      expect(await inventory.refusal(close, { input: { ...input, ...named } })).toMatchObject({
        code: 'INSUFFICIENT_PERMISSIONS',
        status: 403,
      })
    expect(await refusal(close, { input: { ...input, reservations: 'CANCEL', force: true } })).toMatchObject({
      code: 'ERROR_VALIDACION',
      status: 400,
    })
    expect((await partner(product.url).get(availability(cenoteId))).body.data.availability[0].available).toBe(true)
  })

  const availability = (cenoteId: string): string =>
    `/api/partner/cenotes/${cenoteId}/availability?startDate=${from}&visitors=1`

  it('with CANCEL cancels each once with a full refund, a mail and an event by the key that asked', async () => {
    const cenoteId = await unusedCenote()
    const paid = await reserve(cenoteId, { confirm: true })
    const held = await reserve(cenoteId, { time: '11:00' })
    const begun = await reserve(cenoteId, { time: '12:00', confirm: true })
    await partner(product.url).post(path(begun.id, 'checkin'), {})
    const input = {
      cenoteId,
      from,
      to,
      reason: 'Weather',
      message: { en: 'Closed for a storm', es: 'Cerrado por tormenta' },
      reservations: 'CANCEL',
    }
    const { createClosure } = await ask(close, { input })
    expect(await worked(createClosure.disruption.id)).toEqual({
      cause: 'CLOSURE',
      reservations: 'CANCEL',
      cancellationReason: 'WEATHER',
      note: 'Closed for a storm',
      notifyGuests: true,
      by: { type: 'OPERATOR', keyId: demoId('api-key', operatorKeys.sandbox) },
      from,
      to,
      times: null,
      cenote: { id: cenoteId },
      total: 3,
      done: 2,
      failed: 1,
      moved: 0,
      marked: 0,
      cleared: 0,
      remaining: 0,
    })
    const cancelled = await shown(paid.id)
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      disrupted: false,
      cancellation: { reason: 'weather', cancelledBy: 'operator', note: 'Closed for a storm' },
      refund: { eligible: true, amount: cancelled.pricing.total, fees: 0 },
    })
    expect(cancelled.statusHistory.at(-1)).toMatchObject({ status: 'cancelled', by: { type: 'operator', keyId: null } })
    expect((await staff.get(path(paid.id))).body.data.statusHistory.at(-1).by).toMatchObject({
      keyId: demoId('api-key', operatorKeys.sandbox),
    })
    const mails = ({ communications }: Json) => communications.filter(({ type }: Json) => type === 'cancellation_email')
    expect(mails(cancelled)).toHaveLength(1)
    await eventually(async () => mails(await shown(paid.id))[0].status, 'sent')
    expect(mails(await shown(held.id))).toHaveLength(1)
    expect(await typesOf(paid.id)).toEqual(['reservation.created', 'reservation.confirmed', 'reservation.cancelled'])
    expect((await shown(begun.id)).status).toBe('in_progress')
    const listed = await staff.get(`/api/partner/reservations?disruptionId=${createClosure.disruption.id}`)
    expect(listed.body.data.map(({ id }: Json) => id).sort()).toEqual([paid.id, held.id, begun.id].sort())
    expect(listed.body.pagination.total).toBe(3)
    const file = await fetch(
      `${product.url}/api/partner/reservations.csv?disruptionId=${createClosure.disruption.id}`,
      {
        headers: { 'X-API-Key': operatorKeys.sandbox },
      },
    )
    expect((await file.text()).trim().split('\r\n')).toHaveLength(4)
    const { disruptions } = await ask('{ disruptions(first: 1) { totalCount nodes { id } } }')
    expect(disruptions.nodes).toEqual([{ id: createClosure.disruption.id }])
    for (const refused of [
      await partner(product.url).get(`/api/partner/reservations?disruptionId=${createClosure.disruption.id}`),
    ])
      expect(refused).toHaveStatus(403)
    const { body } = await partner(product.url).graphql(read, { id: createClosure.disruption.id })
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_PERMISSIONS')
  })

  it('with CANCEL and notifyGuests: false notifies no guest, and takes another reason', async () => {
    const cenoteId = await unusedCenote()
    const { id } = await reserve(cenoteId, { confirm: true })
    const input = { cenoteId, from, to, reason: 'storm', reservations: 'CANCEL', notifyGuests: false }
    const { createClosure } = await ask(close, { input: { ...input, cancellationReason: 'CAPACITY_ISSUE' } })
    await worked(createClosure.disruption.id)
    const { cancellation, communications } = await shown(id)
    expect(cancellation).toMatchObject({ reason: 'capacity_issue', note: 'Closed: storm' })
    expect(communications.map(({ type }: Json) => type)).not.toContain('cancellation_email')
  })

  it('with KEEP marks each once and sends nothing, until its closure is removed', async () => {
    const cenoteId = await unusedCenote()
    const { id } = await reserve(cenoteId, { confirm: true })
    const input = { cenoteId, from, to, reason: 'storm', force: true }
    const { createClosure } = await ask(close, { input })
    expect(await worked(createClosure.disruption.id)).toMatchObject({
      reservations: 'KEEP',
      cancellationReason: 'FORCE_MAJEURE',
      total: 1,
      marked: 1,
      done: 0,
    })
    const reservation = await shown(id)
    expect(reservation).toMatchObject({ status: 'confirmed', disrupted: true })
    expect(reservation.communications.map(({ type }: Json) => type)).not.toContain('cancellation_email')
    const marking = (await eventsOf(id)).filter(({ type }) => type === 'reservation.disrupted')
    expect(marking).toMatchObject([{ by: { type: 'operator' }, reservation: { disrupted: true } }])
    expect((await ask(`{ reservation(id: "${id}") { disrupted } }`)).reservation.disrupted).toBe(true)
    await ask(open, { input: { id: createClosure.id } })
    await eventually(async () => (await shown(id)).disrupted, false)
    expect(await worked(createClosure.disruption.id)).toMatchObject({ cleared: 1, marked: 0 })
    expect(await refusal(update, { input: { id: createClosure.disruption.id, reservations: 'CANCEL' } })).toMatchObject(
      { code: 'CALENDAR_ENTRY_NOT_FOUND' },
    )
  })

  it('with KEEP lets an operator clear a mark, the partner move or cancel in full, and cancel the rest later', async () => {
    const cenoteId = await unusedCenote()
    const [cleared, moved, cancelled, rest] = [
      await reserve(cenoteId, { confirm: true }),
      await reserve(cenoteId, { confirm: true }),
      await reserve(cenoteId, { confirm: true }),
      await reserve(cenoteId, { confirm: true }),
    ]
    const input = { cenoteId, from, to: from, times: ['10:00'], available: false, reservations: 'KEEP' }
    const { overrideSlots } = await ask(override, { input })
    const { id } = overrideSlots.disruption
    expect(await worked(id)).toMatchObject({ cause: 'SLOTS', times: ['10:00'], total: 4, marked: 4 })
    const owner = partner(product.url)
    expect(await owner.send('PATCH', path(cleared.id), { disrupted: false })).toHaveStatus(403)
    expect(await staff.send('PATCH', path(cleared.id), { disrupted: true })).toHaveStatus(400)
    const patched = await staff.send('PATCH', path(cleared.id), { disrupted: false })
    expect(patched.body.data.changes).toEqual([{ field: 'disrupted', oldValue: true, newValue: false }])
    expect((await shown(cleared.id)).disrupted).toBe(false)
    // Inside the last 24 hours, where others may not.
    await startVisitIn(product.database('booking'), cancelled.id, 2 * 3_600_000)
    expect(await owner.send('PATCH', path(moved.id), { visitTime: '12:00' })).toHaveStatus(200)
    expect(await shown(moved.id)).toMatchObject({ disrupted: false, visitTime: '12:00' })
    const ended = await owner.post(path(cancelled.id, 'cancel'), { reason: 'guest_request' })
    expect(ended.body.data.refund).toMatchObject({ amount: cancelled.pricing.total, fees: 0 })
    expect(await disruption(id)).toMatchObject({ total: 4, done: 1, moved: 1, cleared: 1, marked: 1 })
    expect(await refusal(update, { input: { id, reservations: 'KEEP' } })).toMatchObject({ code: 'ERROR_VALIDACION' })
    await ask(update, { input: { id, reservations: 'CANCEL', cancellationReason: 'MAINTENANCE' } })
    expect(await worked(id)).toMatchObject({ reservations: 'CANCEL', done: 2, moved: 1, cleared: 1, marked: 0 })
    expect((await shown(rest.id)).cancellation).toMatchObject({ reason: 'maintenance' })
    expect((await shown(cleared.id)).status).toBe('confirmed')
  })

  it('with PUT availability is refused to a partner, and done by an operator', async () => {
    const cenoteId = await unusedCenote()
    const { id } = await reserve(cenoteId, { confirm: true })
    const { apiKey: key } = await issueTestKey(product, { scopes: ['inventory:write'] })
    const send = (apiKey: string, more: object = {}): Promise<TestResponse> =>
      partner(product.url, apiKey).send('PUT', `/api/partner/cenotes/${cenoteId}/availability`, {
        date: from,
        timeSlots: [{ time: '10:00', available: false, reason: 'maintenance' }],
        ...more,
      })
    const refused = await send(key)
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      409,
      'EXISTING_RESERVATIONS',
      { reservations: 1, people: 2 },
    ])
    expect(await send(key, { reservations: 'CANCEL' })).toHaveStatus(403)
    const done = await send(operatorKeys.sandbox, { reservations: 'CANCEL' })
    expect(done).toHaveStatus(200)
    expect(await worked(done.body.data.disruption.id)).toMatchObject({ done: 1, cancellationReason: 'MAINTENANCE' })
    expect((await shown(id)).cancellation).toMatchObject({ reason: 'maintenance', note: 'maintenance' })
    expect((await send(operatorKeys.sandbox)).body.data.disruption).toBeUndefined()
  })

  it('by deactivation of its cenote is refused, or says what becomes of them', async () => {
    const id = await unusedCenote()
    const { cenote } = await ask(`{ cenote(id: "${id}") { version } }`)
    const { id: reservation } = await reserve(id, { confirm: true, date: addDays(from, 40) })
    const input = { id, version: cenote.version }
    expect(await refusal(deactivate, { input })).toMatchObject({
      code: 'EXISTING_RESERVATIONS',
      details: { reservations: 1, people: 2, first: [{ id: reservation }] },
    })
    const catalog = operator(product.url, (await issueTestKey(product, { scopes: ['catalog:manage'] })).apiKey)
    expect((await catalog.refusal(deactivate, { input })).details).toEqual({ reservations: 1, people: 2 })
    expect(await refusal(deactivate, { input: { ...input, version: 99 } })).toMatchObject({ code: 'EDIT_CONFLICT' })
    const { deactivateCenote } = await ask(deactivate, { input: { ...input, reservations: 'CANCEL' } })
    expect(deactivateCenote.isActive).toBe(false)
    expect(await worked(deactivateCenote.disruption.id)).toMatchObject({ cause: 'DEACTIVATION', done: 1, to: null })
    expect((await shown(reservation)).cancellation).toMatchObject({ reason: 'force_majeure', note: null })
  })

  it('races with check-ins and cancellations, after which each reservation ended once', async () => {
    const cenoteId = await unusedCenote()
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        reserve(cenoteId, { time: `${10 + (index % 4)}:00`, adults: 1, confirm: true }),
      ),
    )
    const input = { cenoteId, from, to, reason: 'storm', reservations: 'CANCEL' }
    const { createClosure } = await ask(close, { input })
    const raced = await Promise.all(
      made.map(({ id }, index) =>
        index % 2 === 0
          ? partner(product.url).post(path(id, 'checkin'), {})
          : partner(product.url).post(path(id, 'cancel'), { reason: 'guest_request' }),
      ),
    )
    const checkedIn = raced.filter(({ status }, index) => status === 200 && index % 2 === 0).length
    expect(await worked(createClosure.disruption.id)).toMatchObject({
      total: 24,
      done: 24 - checkedIn,
      failed: checkedIn,
    })
    for (const [index, { id }] of made.entries()) {
      const types = await typesOf(id)
      const ends = types.filter((type) => ['reservation.cancelled', 'reservation.checked_in'].includes(type))
      expect(ends).toHaveLength(1)
      const { communications } = await shown(id)
      const mails = communications.filter(({ type }: Json) => type === 'cancellation_email')
      // The closure mails those guests whose reservations it cancelled itself.
      expect(mails).toHaveLength(raced[index]?.status === 200 ? 0 : 1)
    }
  })
})
