import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { copyTour } from '../testkit/copies.ts'
import { incompleteDisruptions } from '../testkit/disruption-rows.ts'
import { eventually } from '../testkit/eventually.ts'
import { visitDay } from '../testkit/moves.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { changeTour, placesOn, tourSeller } from '../testkit/tours.ts'

const close = 'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id disruption { id } } }'
const open = 'mutation ($input: DeleteClosureInput!) { deleteClosure(input: $input) }'
const override = 'mutation ($input: OverrideSlotsInput!) { overrideSlots(input: $input) { disruption { id } } }'
const deactivate = 'mutation ($input: DeactivateCenoteInput!) { deactivateCenote(input: $input) { disruption { id } } }'
const order = 'mutation ($input: UpdateDisruptionInput!) { updateDisruption(input: $input) { reservations } }'
const schedule = 'mutation ($input: UpdateCenoteScheduleInput!) { updateCenoteSchedule(input: $input) { version } }'
const read = `query ($id: ID!) { disruption(id: $id) { product { __typename id } tour { id } departures { date }
  total done failed moved marked cleared remaining } }`

/** A copy of the tour to two cenotes, and of these. */
let diving: string
let dosOjos: string
let nicteHa: string
let product: SharedProduct
let guide: ReturnType<typeof tourSeller>
let staff: ReturnType<typeof partner>
let ask: ReturnType<typeof operator>['ask']
let refusal: ReturnType<typeof operator>['refusal']
beforeAll(async () => {
  product = await productToChange()
  const tour = await copyTour(product.url, 'dos-ojos-diving')
  ;[dosOjos = '', nicteHa = ''] = tour.stops
  diving = tour.id
  guide = tourSeller(product, undefined, diving)
  staff = partner(product.url, operatorKeys.sandbox)
  ;({ ask, refusal } = operator(product.url))
})
afterAll(() => expectBalancedBooks(product.database('booking')))

/** A visit to a cenote alone. */
const visit = (cenoteId: string, visitDate: string, visitTime: string): Promise<Json> =>
  guide.reserve({ tourId: undefined, cenoteId, visitDate, visitTime })
const worked = (id: string): Promise<Json> =>
  eventually(
    async () => (await ask(read, { id })).disruption,
    ({ remaining }: Json) => remaining === 0,
    { milliseconds: 60_000 },
  )
const incomplete = (): Promise<string[]> => incompleteDisruptions(product.database('booking'))
const closing = (cenoteId: string, day: string, more: object = {}) => ({
  input: { cenoteId, from: day, to: day, reason: 'weather', ...more },
})

describe('closing a cenote where tours stop', () => {
  it('is refused with their parties beside those of the cenote, by visit and reference', async () => {
    const visitDate = visitDay(0)
    const own = await visit(nicteHa, visitDate, '10:00')
    const party = await guide.reserve({ visitDate, visitors: { adults: 3, children: 0 } })
    await guide.reserve({ visitDate: visitDay(1) })
    const { code, details } = await refusal(close, closing(nicteHa, visitDate))
    expect([code, details.reservations, details.people]).toEqual(['EXISTING_RESERVATIONS', 2, 5])
    expect(details.first).toEqual([
      expect.objectContaining({ id: party.id, tourId: diving, visitTime: '08:30', people: 3 }),
      expect.not.objectContaining({ tourId: expect.anything() }),
    ])
    expect(details.first[1].id).toBe(own.id)
  })

  it('with CANCEL cancels both in full, and gives back all the places of the tour', async () => {
    const visitDate = visitDay(2)
    const own = await visit(nicteHa, visitDate, '10:00')
    const party = await guide.reserve({ visitDate })
    await guide.step(party.id, 'confirm', { paymentId: 'p' })
    const { createClosure } = await ask(close, closing(nicteHa, visitDate, { reservations: 'CANCEL' }))
    expect(await worked(createClosure.disruption.id)).toMatchObject({
      product: { __typename: 'Cenote', id: nicteHa },
      tour: null,
      departures: null,
      total: 2,
      done: 2,
    })
    expect(await guide.read(party.id)).toMatchObject({
      status: 'cancelled',
      cancellation: { reason: 'weather' },
      refund: { amount: party.pricing.total, fees: 0 },
    })
    expect((await guide.read(own.id)).status).toBe('cancelled')
    for (const id of [diving, dosOjos, nicteHa]) expect(await placesOn(product, id, visitDate)).toEqual({})
    expect(await incomplete()).toEqual([])
  })

  it('with KEEP marks them until the closure is removed, and lets none be confirmed', async () => {
    const visitDate = visitDay(3)
    const { id } = await guide.reserve({ visitDate })
    const { createClosure } = await ask(close, closing(nicteHa, visitDate, { reservations: 'KEEP' }))
    expect(await worked(createClosure.disruption.id)).toMatchObject({ total: 1, marked: 1 })
    expect((await guide.read(id)).disrupted).toBe(true)
    const refused = await guide.post(`/api/partner/reservations/${id}/confirm`, { paymentId: 'p' })
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      422,
      'TOUR_NOT_AVAILABLE',
      expect.objectContaining({ reason: 'stop_closed', stop: { cenoteId: nicteHa, time: '11:00' } }),
    ])
    await ask(open, { input: { id: createClosure.id } })
    expect(await worked(createClosure.disruption.id)).toMatchObject({ cleared: 1, marked: 0 })
    expect((await guide.read(id)).disrupted).toBe(false)
    await guide.step(id, 'confirm', { paymentId: 'p' })
  })

  it('in one slot concerns those that stop in it, and those that were moved away no longer', async () => {
    const visitDate = visitDay(4)
    const [moved, stays] = [await guide.reserve({ visitDate }), await guide.reserve({ visitDate })]
    const slot = (time: string, more: object = {}) => ({
      input: { cenoteId: nicteHa, from: visitDate, to: visitDate, times: [time], available: false, ...more },
    })
    expect((await ask(override, slot('10:00'))).overrideSlots.disruption).toBeNull()
    expect((await refusal(override, slot('11:00'))).details).toMatchObject({ reservations: 2, people: 4 })
    const { overrideSlots } = await ask(override, slot('11:00', { reservations: 'KEEP' }))
    const { id } = overrideSlots.disruption
    expect(await worked(id)).toMatchObject({ total: 2, marked: 2 })
    await guide.moved(moved.id, { visitDate: visitDay(5) })
    await ask(order, { input: { id, reservations: 'CANCEL' } })
    expect(await worked(id)).toMatchObject({ moved: 1, done: 1, marked: 0 })
    expect((await guide.read(moved.id)).status).toBe('pending')
    expect((await guide.read(stays.id)).status).toBe('cancelled')
  })

  it('by PUT availability concerns them as well', async () => {
    const visitDate = visitDay(6)
    const { id } = await guide.reserve({ visitDate })
    const body = { date: visitDate, timeSlots: [{ time: '09:00', available: false }] }
    const put = (more: object = {}) =>
      staff.send('PUT', `/api/partner/cenotes/${dosOjos}/availability`, { ...body, ...more })
    expect((await put()).body.error.details).toMatchObject({ reservations: 1, people: 2, first: [{ id }] })
    expect(await put({ reservations: 'CANCEL' })).toHaveStatus(200)
    await eventually(async () => (await guide.read(id)).status, 'cancelled')
  })

  it('finds all booked places when a party stops there twice', async () => {
    const visitDate = visitDay(7)
    const { tour } = await ask(`{ tour(id: "${diving}") { stored } }`)
    const stopAt = (offsetMinutes: number) => ({ cenoteId: dosOjos, offsetMinutes, takesPlaces: true })
    await changeTour(product, diving, { stops: [stopAt(40), stopAt(200)] })
    try {
      await guide.reserve({ visitDate })
      expect(await placesOn(product, dosOjos, visitDate)).toEqual({ day: 2, '09:00': 2, '11:00': 2 })
      const { createClosure } = await ask(close, closing(dosOjos, visitDate, { reservations: 'CANCEL' }))
      expect(await worked(createClosure.disruption.id)).toMatchObject({ total: 1, done: 1 })
      expect(await incomplete()).toEqual([])
    } finally {
      await changeTour(product, diving, { stops: tour.stored.stops })
    }
  })
})

describe('what stands at a cenote', () => {
  it('counts the parties of tours, and keeps their places from a change of the schedule', async () => {
    const visitDate = visitDay(40)
    const standing = `{ cenote(id: "${nicteHa}") { version stored standingReservations { reservations people lastVisitDate } } }`
    const before = (await ask(standing)).cenote.standingReservations
    await guide.reserve({ visitDate, visitors: { adults: 3, children: 0 } })
    const { version, stored, standingReservations } = (await ask(standing)).cenote
    expect(standingReservations).toEqual({
      reservations: before.reservations + 1,
      people: before.people + 3,
      lastVisitDate: visitDate,
    })
    const change = { ...stored.schedule, closeTime: '10:00' }
    const refused = await refusal(schedule, { input: { id: nicteHa, version, schedule: change } })
    const atSlot = refused.details.slots.filter(({ date }: Json) => date === visitDate)
    expect([refused.code, atSlot]).toEqual([
      'RESERVATIONS_AFFECTED',
      [expect.objectContaining({ time: '11:00', booked: 3 })],
    ])
    expect(refused.details.reservations).toBe(standingReservations.reservations)
  })

  it('is cancelled with the parties of tours when the cenote is taken off sale', async () => {
    const { id } = await guide.reserve({ visitDate: visitDay(41) })
    const { version } = (await ask(`{ cenote(id: "${dosOjos}") { version } }`)).cenote
    const input = { id: dosOjos, version }
    expect((await refusal(deactivate, { input })).details.first).toContainEqual(expect.objectContaining({ id }))
    const { deactivateCenote } = await ask(deactivate, { input: { ...input, reservations: 'CANCEL' } })
    const { total, done } = await worked(deactivateCenote.disruption.id)
    expect(done).toBe(total)
    expect((await guide.read(id)).status).toBe('cancelled')
    expect(await incomplete()).toEqual([])
  })
})
