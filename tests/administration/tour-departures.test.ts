import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { copyTour } from '../testkit/copies.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { visitDay } from '../testkit/moves.ts'
import { changesOf, operator, operatorKeys } from '../testkit/operator.ts'
import { partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { placesOn, tourSeller } from '../testkit/tours.ts'

const update = `mutation ($input: UpdateTourDeparturesInput!) { updateTourDepartures(input: $input) {
  version minParty timezone disruption { id } departures { exceptions { date startTime cancelled capacity } } stops { cenoteId } } }`
const deactivate =
  'mutation ($input: DeactivateTourInput!) { deactivateTour(input: $input) { version isActive disruption { id } } }'
const publish = 'mutation ($input: PublishTourInput!) { publishTour(input: $input) { isActive } }'
const order = 'mutation ($input: UpdateDisruptionInput!) { updateDisruption(input: $input) { reservations } }'
const read = `query ($id: ID!) { disruption(id: $id) { cause reservations cancellationReason product { __typename id } cenote { id }
  tour { id } from to times departures { date time } total done failed moved marked cleared remaining } }`

let product: SharedProduct
/** Copies of the tour to two cenotes, of these, and of a tour that takes no places of cenotes. */
let diving: string
let dosOjos: string
let nicteHa: string
let classic: string
let guide: ReturnType<typeof tourSeller>
let staff: ReturnType<typeof partner>
let ask: ReturnType<typeof operator>['ask']
let refusal: ReturnType<typeof operator>['refusal']
beforeAll(async () => {
  product = await productToChange()
  const tour = await copyTour(product.url, 'dos-ojos-diving')
  ;[dosOjos = '', nicteHa = ''] = tour.stops
  diving = tour.id
  classic = (await copyTour(product.url, 'tulum-cenotes-classic')).id
  guide = tourSeller(product, undefined, diving)
  staff = partner(product.url, operatorKeys.sandbox)
  ;({ ask, refusal } = operator(product.url))
})
afterAll(() => expectBalancedBooks(product.database('booking')))

const stored = async (id: string): Promise<Json> =>
  (await ask('query ($id: ID!) { tour(id: $id) { version isActive stored } }', { id })).tour

/** An input that changes the departures of a tour as they are now. */
async function inputOf(id: string, change: (departures: Json) => object): Promise<Json> {
  const { version, stored: form } = await stored(id)
  return { id, version, ...change(form.departures) }
}
const withException =
  (...added: object[]) =>
  ({ exceptions }: Json): object => ({ exceptions: [...exceptions, ...added] })
const cancelledOn = (date: string, startTime = '08:30'): object => ({ date, startTime, cancelled: true })

const changed = async (input: Json): Promise<Json> => (await ask(update, { input })).updateTourDepartures

/** The disruption once its job has nothing left to do. */
const worked = async (id: string): Promise<Json> =>
  eventually(
    async () => (await ask(read, { id })).disruption,
    ({ remaining }: Json) => remaining === 0,
    { milliseconds: 60_000 },
  )
const disruptedOf = (id: string): Promise<Json> => guide.read(id).then(({ disrupted }: Json) => disrupted)
const confirm = (id: string, body: object = { paymentId: randomUUID() }, by = guide.post) =>
  by(`/api/partner/reservations/${id}/confirm`, body)

describe('a change of departures', () => {
  it('changes what it names, for the next reservation, and is recorded once', async () => {
    const visitDate = visitDay(0)
    const input = await inputOf(diving, withException({ date: visitDate, startTime: '10:30', capacity: 3 }))
    const { version, departures, disruption } = await changed({ ...input, minParty: 2 })
    expect([version, disruption]).toEqual([input.version + 1, null])
    expect(departures.exceptions).toContainEqual({
      date: visitDate,
      startTime: '10:30',
      cancelled: false,
      capacity: 3,
    })
    await guide.reserve({ visitDate, visitTime: '10:30' })
    expect((await guide.refused({ visitDate, visitTime: '10:30' })).code).toBe('INSUFFICIENT_CAPACITY')
    expect((await guide.refused({ visitDate, visitors: { adults: 1, children: 0 } })).details.reason).toBe(
      'below_minimum',
    )
    const { nodes } = await changesOf(product.url, 'TOUR', diving)
    expect(nodes[0]).toMatchObject({ action: 'UPDATED', after: { minParty: 2 } })
    expect((await refusal(update, { input })).code).toBe('EDIT_CONFLICT')
    const wrong = await inputOf(diving, () => ({ times: [], minParty: 0 }))
    expect(Object.keys((await refusal(update, { input: wrong })).details.fields)).toEqual(['minParty'])
    expect((await refusal(update, { input: { ...wrong, id: randomUUID() } })).code).toBe('TOUR_NOT_FOUND')
    await changed(await inputOf(diving, () => ({ minParty: 1 })))
  })

  it('that takes departures away is refused with their reservations, and to other keys with the numbers alone', async () => {
    const visitDate = visitDay(1)
    const early = await guide.reserve({ visitDate })
    const other = await guide.reserve({ visitDate: visitDay(2), visitors: { adults: 3, children: 0 } })
    await guide.step(other.id, 'confirm', { paymentId: 'p' })
    const input = await inputOf(diving, withException(cancelledOn(visitDate), cancelledOn(visitDay(2))))
    const refused = await refusal(update, { input })
    expect(refused).toMatchObject({ code: 'EXISTING_RESERVATIONS', status: 409 })
    const of = ({ id, bookingReference }: Json, date: string, people: number, status: string) => ({
      id,
      bookingReference,
      partner: { id: expect.any(String), name: 'Demo Travel' },
      tourId: diving,
      visitDate: date,
      visitTime: '08:30',
      people,
      status,
    })
    expect(refused.details).toEqual({
      reservations: 2,
      people: 5,
      // The other is not paid.
      refunds: [{ currency: 'MXN', amountCents: Math.round(other.pricing.total * 100) }],
      first: [of(early, visitDate, 2, 'pending'), of(other, visitDay(2), 3, 'confirmed')],
    })
    const { apiKey } = await issueTestKey(product, { scopes: ['catalog:manage'] })
    const catalog = operator(product.url, apiKey)
    expect((await catalog.refusal(update, { input })).details).toEqual({ reservations: 2, people: 5 })
    for (const reservations of ['KEEP', 'CANCEL'])
      expect(await catalog.refusal(update, { input: { ...input, reservations } })).toMatchObject({
        code: 'INSUFFICIENT_PERMISSIONS',
        status: 403,
      })
    expect((await stored(diving)).version).toBe(input.version)
    await guide.reserve({ visitDate })
  })

  it('with CANCEL cancels each in full, gives back all its places, and sells the departure no more', async () => {
    const visitDate = visitDay(3)
    const paid = await guide.reserve({ visitDate })
    await guide.step(paid.id, 'confirm', { paymentId: 'p' })
    const held = await guide.reserve({ visitDate })
    const elsewhere = await guide.reserve({ visitDate: visitDay(4) })
    const input = await inputOf(diving, withException(cancelledOn(visitDate)))
    const { disruption } = await changed({ ...input, reservations: 'CANCEL', cancellationReason: 'WEATHER' })
    expect(await worked(disruption.id)).toEqual({
      cause: 'DEPARTURES',
      reservations: 'CANCEL',
      cancellationReason: 'WEATHER',
      product: { __typename: 'Tour', id: diving },
      cenote: null,
      tour: { id: diving },
      from: visitDate,
      to: visitDate,
      times: ['08:30'],
      departures: [{ date: visitDate, time: '08:30' }],
      total: 2,
      done: 2,
      failed: 0,
      moved: 0,
      marked: 0,
      cleared: 0,
      remaining: 0,
    })
    expect(await guide.read(paid.id)).toMatchObject({
      status: 'cancelled',
      cancellation: { reason: 'weather', cancelledBy: 'operator' },
      refund: { eligible: true, amount: paid.pricing.total, fees: 0 },
    })
    expect([(await guide.read(held.id)).status, (await guide.read(elsewhere.id)).status]).toEqual([
      'cancelled',
      'pending',
    ])
    for (const id of [diving, dosOjos, nicteHa]) expect(await placesOn(product, id, visitDate)).toEqual({})
    expect(await guide.refused({ visitDate })).toMatchObject({
      code: 'TOUR_NOT_AVAILABLE',
      details: { reason: 'departure_cancelled' },
    })
    const { tour } = await ask(`{ tour(id: "${diving}") { disruption { id } } }`)
    expect(tour.disruption).toEqual(disruption)
  })

  it('with KEEP marks each, lets none be confirmed without force, and meets them in no later change', async () => {
    const visitDate = visitDay(5)
    const [pending, confirmed] = [await guide.reserve({ visitDate }), await guide.reserve({ visitDate })]
    await guide.step(confirmed.id, 'confirm', { paymentId: 'p' })
    const input = await inputOf(diving, withException(cancelledOn(visitDate)))
    const { disruption } = await changed({ ...input, reservations: 'KEEP' })
    expect(await worked(disruption.id)).toMatchObject({ cause: 'DEPARTURES', total: 2, marked: 2 })
    expect([await disruptedOf(pending.id), await disruptedOf(confirmed.id)]).toEqual([true, true])
    const refused = await confirm(pending.id)
    expect([refused.status, refused.body.error.code, refused.body.error.details.reason]).toEqual([
      422,
      'TOUR_NOT_AVAILABLE',
      'departure_cancelled',
    ])
    expect(await confirm(pending.id, { paymentId: 'q', force: true }, staff.post)).toHaveStatus(200)
    const later = await changed(await inputOf(diving, () => ({ bookingCutoffMinutes: 0 })))
    expect(later.disruption).toBeNull()
    // Moved by its partner, it is disrupted no longer.
    await guide.moved(pending.id, { visitDate: visitDay(6) })
    await ask(order, { input: { id: disruption.id, reservations: 'CANCEL' } })
    expect(await worked(disruption.id)).toMatchObject({ moved: 1, done: 1, marked: 0 })
    expect([(await guide.read(pending.id)).status, (await guide.read(confirmed.id)).status]).toEqual([
      'confirmed',
      'cancelled',
    ])
  })

  it('to fewer people than are booked can keep them, and cancel none', async () => {
    const visitDate = visitDay(7)
    const { id } = await guide.reserve({ visitDate, visitors: { adults: 5, children: 0 } })
    const smaller = { date: visitDate, startTime: '08:30', capacity: 4 }
    const input = await inputOf(diving, withException(smaller))
    expect(await refusal(update, { input })).toMatchObject({
      code: 'EXISTING_RESERVATIONS',
      details: { reservations: 1, people: 5 },
    })
    const refused = await refusal(update, { input: { ...input, reservations: 'CANCEL' } })
    expect([refused.code, Object.keys(refused.details.fields)]).toEqual(['ERROR_VALIDACION', ['reservations']])
    const { disruption } = await changed({ ...input, reservations: 'KEEP' })
    expect(await worked(disruption.id)).toMatchObject({ cause: 'CAPACITY', reservations: 'KEEP', marked: 1 })
    expect(await refusal(order, { input: { id: disruption.id, reservations: 'CANCEL' } })).toMatchObject({
      code: 'ERROR_VALIDACION',
    })
    // The departure takes place.
    expect(await confirm(id)).toHaveStatus(200)
    const roomier = await inputOf(diving, ({ exceptions }) => ({
      exceptions: exceptions.map((one: Json) => (one.date === visitDate ? { ...smaller, capacity: 5 } : one)),
    }))
    expect((await changed(roomier)).disruption).toBeNull()
  })

  it('of the weekly departures or the time zone takes away those that were booked', async () => {
    const visitDate = visitDay(20)
    await guide.reserve({ tourId: classic, visitTime: '08:00', visitDate })
    const season = (until: string) => (departures: Json) => ({
      times: departures.times.map((time: Json) => ({ ...time, until })),
    })
    for (const change of [season(visitDay(19)), () => ({ times: [] }), () => ({ timezone: 'Europe/Madrid' })])
      expect(await refusal(update, { input: await inputOf(classic, change) })).toMatchObject({
        code: 'EXISTING_RESERVATIONS',
        details: { reservations: 1, people: 2 },
      })
    expect((await changed(await inputOf(classic, season(visitDay(20))))).disruption).toBeNull()
  })

  it('of stops binds new reservations alone: one gives back the places that it took', async () => {
    const visitDate = visitDay(8)
    const before = await guide.reserve({ visitDate })
    const { stored: form } = await stored(diving)
    expect((await changed(await inputOf(diving, () => ({ stops: [] })))).stops).toEqual([])
    try {
      await guide.reserve({ visitDate })
      expect(await placesOn(product, nicteHa, visitDate)).toEqual({ day: 2, '11:00': 2 })
      await guide.step(before.id, 'cancel', { reason: 'guest_request' })
      expect(await placesOn(product, nicteHa, visitDate)).toEqual({})
    } finally {
      await changed(await inputOf(diving, () => ({ stops: form.stops })))
    }
  })

  it('repeated under one Idempotency-Key is done once, with the same disruption', async () => {
    const visitDate = visitDay(9)
    await guide.reserve({ visitDate })
    const input = { ...(await inputOf(diving, withException(cancelledOn(visitDate)))), reservations: 'KEEP' }
    const headers = { 'Idempotency-Key': randomUUID() }
    const send = async () =>
      (await staff.send('POST', '/graphql', { query: update, variables: { input } }, headers)).body.data
        .updateTourDepartures
    const [first, second] = [await send(), await send()]
    expect(second).toEqual(first)
    expect((await worked(first.disruption.id)).total).toBe(1)
    expect((await stored(diving)).version).toBe(input.version + 1)
  })
})

describe('taking a tour off sale', () => {
  it('says what becomes of its reservations, and lets none be made or confirmed', async () => {
    const { id: tourId } = await copyTour(product.url, 'homun-underground')
    const { startTimes } = (await ask('query ($id: ID!) { tour(id: $id) { startTimes } }', { id: tourId })).tour
    const [visitTime] = startTimes
    const visitDate = visitDay(11)
    const pending = await guide.reserve({ tourId, visitTime, visitDate })
    const query = `{ tour(id: "${tourId}") { standingReservations { reservations people lastVisitDate } } }`
    expect((await ask(query)).tour.standingReservations).toEqual({
      reservations: 1,
      people: 2,
      lastVisitDate: visitDate,
    })
    const input = { id: tourId, version: (await stored(tourId)).version }
    expect(await refusal(deactivate, { input })).toMatchObject({
      code: 'EXISTING_RESERVATIONS',
      details: { reservations: 1, people: 2, first: [{ id: pending.id, tourId }] },
    })
    const { deactivateTour } = await ask(deactivate, { input: { ...input, reservations: 'KEEP' } })
    expect([deactivateTour.version, deactivateTour.isActive]).toEqual([input.version + 1, false])
    const { id } = deactivateTour.disruption
    expect(await worked(id)).toMatchObject({ cause: 'DEACTIVATION', tour: { id: tourId }, to: null, marked: 1 })
    for (const { status, body } of [
      await guide.post('/api/partner/reservations', guide.bodyOf({ tourId, visitTime, visitDate })),
      await confirm(pending.id),
    ])
      expect([status, body.error.code, body.error.details.reason]).toEqual([422, 'TOUR_NOT_AVAILABLE', 'inactive'])
    await ask(order, { input: { id, reservations: 'CANCEL' } })
    expect(await worked(id)).toMatchObject({ done: 1 })
    await ask(publish, { input: { id: tourId, version: input.version + 1 } })
    await guide.reserve({ tourId, visitTime, visitDate })
    expect((await refusal(deactivate, { input })).code).toBe('EDIT_CONFLICT')
  })
})
