import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { copyTour } from '../testkit/copies.ts'
import { couponUses } from '../testkit/coupons.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { makeDue } from '../testkit/due.ts'
import { granCenote, visitDay } from '../testkit/moves.ts'
import { operator } from '../testkit/operator.ts'
import { keys, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { changeTour, placesOn, storedTour, tourSeller } from '../testkit/tours.ts'

let product: SharedProduct
/** Copies of the tour to two cenotes, of these, and of a tour that takes no places of cenotes. */
let diving: string
let dosOjos: string
let nicteHa: string
let classic: string
let guide: ReturnType<typeof tourSeller>
beforeAll(async () => {
  product = await productToChange()
  const tour = await copyTour(product.url, 'dos-ojos-diving')
  ;[dosOjos = '', nicteHa = ''] = tour.stops
  diving = tour.id
  classic = (await copyTour(product.url, 'tulum-cenotes-classic')).id
  guide = tourSeller(product, undefined, diving)
})
afterAll(() => expectBalancedBooks(product.database('booking')))

const allPlaces = (date: string): Promise<Json[]> =>
  Promise.all([diving, dosOjos, nicteHa].map((id) => placesOn(product, id, date)))
/** Takes places of a slot for others. */
const fill = (cenoteId: string, visitDate: string, visitTime: string, adults: number): Promise<Json> =>
  guide.reserve({ tourId: undefined, cenoteId, visitDate, visitTime, visitors: { adults, children: 0 } })
const people = (adults: number) => ({ visitors: { adults, children: 0 } })

describe('a reservation of a tour', () => {
  it('takes places of its departure and of the cenotes at which it stops, and is of the tour', async () => {
    const visitDate = visitDay(0)
    const { id, cenoteId, tourId } = await guide.reserve({ visitDate })
    expect({ cenoteId, tourId }).toEqual({ cenoteId: null, tourId: diving })
    expect(await allPlaces(visitDate)).toEqual([
      { day: 2, '08:30': 2 },
      { day: 2, '09:00': 2 },
      { day: 2, '11:00': 2 },
    ])
    expect(await guide.read(id)).toMatchObject({ product: { type: 'tour', id: diving }, visitTime: '08:30' })
    await guide.step(id, 'cancel', { reason: 'guest_request' })
    expect(await allPlaces(visitDate)).toEqual([{}, {}, {}])
  })

  it('costs what a calculation of the tour says, and what its quote promised', async () => {
    const calculation = await operator(product.url, keys.demo).graphql(
      `query ($id: ID!, $input: PriceCalculationInput!) {
        tour(id: $id) { priceCalculation(input: $input) { totalCents feesCents quoteToken } }
      }`,
      { id: diving, input: { ageBreakdown: { adult: 2 }, visitDate: visitDay(1) } },
    )
    const { totalCents, feesCents, quoteToken } = calculation.body.data?.tour.priceCalculation ?? {}
    const { pricing } = await guide.reserve({ visitDate: visitDay(1) })
    expect(pricing.total).toBe((totalCents + feesCents) / 100)
    const quoted = await guide.reserve({ visitDate: visitDay(1), quoteToken })
    expect(quoted.pricing.total).toBe(pricing.total)
    expect(
      await guide.refused({ visitDate: visitDay(1), tourId: classic, visitTime: '08:00', quoteToken }),
    ).toMatchObject({
      status: 422,
      code: 'QUOTE_MISMATCH',
    })
  })

  it('is named as its tour was when it was reserved, or moved to it', async () => {
    const visitDate = visitDay(25)
    const { id, product: named } = await guide.reserve({ tourId: classic, visitTime: '13:00', visitDate })
    await changeTour(product, classic, { name_en: 'Tulum at its best' })
    expect((await guide.read(id)).product).toEqual(named)
    await guide.moved(id, { tourId: diving, visitTime: '08:30' })
    expect((await guide.read(id)).product.name).toMatch(/Dos Ojos/)
    await guide.moved(id, { tourId: classic, visitTime: '13:00' })
    expect((await guide.read(id)).product.name).toBe('Tulum at its best')
    await changeTour(product, classic, { name_en: named.name })
  })

  it('has the transport that it was priced with', async () => {
    const transport = { option: 'meeting_point' }
    const { pricing: without } = await guide.reserve({ visitDate: visitDay(1), tourId: classic, visitTime: '08:00' })
    const { id, pricing } = await guide.reserve({
      visitDate: visitDay(1),
      tourId: classic,
      visitTime: '08:00',
      transport,
    })
    expect(pricing.breakdown.map(({ type }: Json) => type)).toEqual([
      ...without.breakdown.map(({ type }: Json) => type),
      'transport',
    ])
    expect(await guide.read(id)).toMatchObject({ tourId: classic, transport })
    const { pricing: changed } = await guide.moved(id, { transport: null })
    expect(changed.newTotal).toBe(without.total)
  })

  it('names exactly one product', async () => {
    const both = { cenoteId: granCenote, visitDate: visitDay(1) }
    expect((await guide.refused(both)).fields).toEqual({
      cenoteId: ['cannot be combined with tourId'],
      tourId: ['cannot be combined with cenoteId'],
    })
    const neither = { tourId: undefined, visitDate: visitDay(1) }
    expect(await guide.refused(neither)).toMatchObject({
      status: 400,
      fields: { cenoteId: ['is required'] },
    })
    const create = 'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }'
    const visit = {
      visitDate: visitDay(1),
      visitors: { adults: 1 },
      guest: { name: 'A', email: 'a@b.mx', phone: '+52 1' },
    }
    for (const ids of [{}, { cenoteId: granCenote, tourId: diving }]) {
      const { body } = await guide.graphql(create, { input: { ...visit, ...ids } })
      expect(Object.keys(body.errors[0].extensions.details.fields)).toEqual(['cenoteId', 'tourId'])
    }
    const { body } = await guide.post('/api/partner/reservations/bulk', {
      reservations: [guide.bodyOf({ visitDate: visitDay(1) }), guide.bodyOf(both)],
    })
    expect(body.data.results.map(({ success }: Json) => success)).toEqual([true, false])
  })

  it('without a time is of the first departure with room, and understands an instant in its own time zone', async () => {
    const visitDate = visitDay(2)
    await guide.reserve({ tourId: classic, visitTime: '08:00', visitDate, ...people(13) })
    const { id } = await guide.reserve({ tourId: classic, visitTime: undefined, visitDate })
    expect((await guide.read(id)).visitTime).toBe('13:00')
    const flat = async (date: string, tourId = classic): Promise<string> => {
      const { body } = await guide.post('/api/partner/reservations', { tourId, date, visitors: 1, email: 'a@b.mx' })
      const read = await guide.read(body.data.id)
      return `${read.visitDate} ${read.visitTime}`
    }
    expect(await flat(`${visitDay(3)}T13:00`)).toBe(`${visitDay(3)} 13:00`)
    expect(await flat(`${visitDay(3)}T12:00`)).toBe(`${visitDay(3)} 08:00`)
    expect(await flat(`${visitDay(3)}T18:00:00Z`)).toBe(`${visitDay(3)} 13:00`)
  })

  it('is refused with the reason, and the departures nearby', async () => {
    const visitDate = visitDay(4)
    expect(await guide.refused({ visitDate, tourId: randomUUID() })).toMatchObject({
      status: 404,
      code: 'TOUR_NOT_FOUND',
    })
    expect(await guide.refused({ visitDate, visitTime: '10:00' })).toMatchObject({
      status: 422,
      code: 'TOUR_NOT_AVAILABLE',
      details: { tourId: diving, date: visitDate, time: '10:00', reason: 'not_a_slot' },
    })
    await changeTour(product, diving, { min_party: 3 })
    expect((await guide.refused({ visitDate })).details).toMatchObject({ reason: 'below_minimum' })
    await changeTour(product, diving, { min_party: 1 })
    const { departures } = await storedTour(product, classic)
    const exceptions = [{ date: visitDate, startTime: '08:00', cancelled: true }]
    await changeTour(product, classic, { departures: { ...departures, exceptions } })
    const cancelled = await guide.refused({ tourId: classic, visitDate, visitTime: '08:00' })
    expect(cancelled.details).toMatchObject({ reason: 'departure_cancelled' })
    expect(cancelled.details.alternatives).toContainEqual({ date: visitDate, time: '13:00', available: 14 })
    await guide.reserve({ visitDate, ...people(7) })
    expect(await guide.refused({ visitDate })).toMatchObject({
      code: 'INSUFFICIENT_CAPACITY',
      details: { requested: 2, available: 1, tourId: diving, date: visitDate, time: '08:30' },
    })
  })

  it('is refused with the stop that is full, has too little room, or is closed', async () => {
    const visitDate = visitDay(5)
    const stop = { cenoteId: nicteHa, time: '11:00' }
    await fill(nicteHa, visitDate, '11:00', 18)
    expect(await guide.refused({ visitDate, ...people(3) })).toMatchObject({
      code: 'INSUFFICIENT_CAPACITY',
      details: { requested: 3, available: 2, tourId: diving, stop },
    })
    // More than the departure ever holds.
    expect(await guide.refused({ visitDate, ...people(9) })).toMatchObject({
      code: 'INSUFFICIENT_CAPACITY',
      details: { requested: 9, available: 2, tourId: diving, stop },
    })
    expect(await guide.refused({ visitDate, visitTime: undefined, ...people(3) })).toMatchObject({
      code: 'INSUFFICIENT_CAPACITY',
      details: { available: 2, time: '08:30', stop },
    })
    await guide.reserve({ visitDate })
    for (const visitTime of ['08:30', undefined])
      expect(await guide.refused({ visitDate, visitTime })).toMatchObject({
        code: 'TOUR_NOT_AVAILABLE',
        details: { tourId: diving, reason: 'stop_full', stop },
      })
    const { ask } = operator(product.url)
    const input = { cenoteId: dosOjos, from: visitDay(6), to: visitDay(6), reason: 'maintenance' }
    await ask('mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }', { input })
    expect(await guide.refused({ visitDate: visitDay(6) })).toMatchObject({
      code: 'TOUR_NOT_AVAILABLE',
      details: { reason: 'stop_closed', stop: { cenoteId: dosOjos, time: '09:00' } },
    })
    expect(await allPlaces(visitDay(6))).toEqual([{}, {}, {}])
  })

  it('counts two stops in one slot once, and two at one cenote once against its day', async () => {
    const visitDate = visitDay(8)
    const stopAt = (offsetMinutes: number) => ({ cenoteId: dosOjos, offsetMinutes, takesPlaces: true })
    const { stops } = await storedTour(product, diving)
    await changeTour(product, diving, { stops: [stopAt(40), stopAt(60), stopAt(200)] })
    try {
      const { id } = await guide.reserve({ visitDate })
      expect(await placesOn(product, dosOjos, visitDate)).toEqual({ day: 2, '09:00': 2, '11:00': 2 })
      // It releases what it took, wherever the tour stops by now.
      await changeTour(product, diving, { stops })
      await guide.moved(id, { visitors: { adults: 3 } })
      expect(await placesOn(product, dosOjos, visitDate)).toEqual({ day: 3, '09:00': 3, '11:00': 3 })
      await guide.step(id, 'cancel', { reason: 'guest_request' })
      expect(await allPlaces(visitDate)).toEqual([{}, {}, {}])
    } finally {
      await changeTour(product, diving, { stops })
    }
  })

  it('repeats one with the same external id, and is other work for another product', async () => {
    const change = { visitDate: visitDay(9), externalId: randomUUID() }
    const { id } = await guide.reserve(change)
    const again = await guide.create(change)
    expect([again.status, again.body.data.id]).toEqual([200, id])
    expect(await guide.refused({ ...change, tourId: classic })).toMatchObject({ code: 'RESERVATION_ALREADY_EXISTS' })
    const ofCenote = { ...change, tourId: undefined, cenoteId: dosOjos }
    expect(await guide.refused(ofCenote)).toMatchObject({ code: 'RESERVATION_ALREADY_EXISTS' })
  })

  it('is previewed with the places that those before it in the list would take', async () => {
    const visitDate = visitDay(10)
    await fill(nicteHa, visitDate, '11:00', 15)
    const visitOf = (ids: object, adults: number, visitTime: string) => ({
      ...ids,
      visitDate,
      visitTime,
      visitors: { adults },
      guest: { name: 'A', email: 'a@b.mx', phone: '+52 1' },
    })
    const reservations = [
      visitOf({ cenoteId: nicteHa }, 2, '11:00'),
      visitOf({ tourId: diving }, 2, '08:30'),
      visitOf({ tourId: diving }, 1, '08:30'),
      visitOf({ tourId: diving }, 1, '08:30'),
      visitOf({ cenoteId: nicteHa }, 1, '11:00'),
    ]
    const results = 'results { reservation { visitTime } error { code details } }'
    const ask = async (operation: string): Promise<Json> => {
      const { body } = await guide.graphql(
        `${operation === 'createReservations' ? 'mutation' : 'query'} ($input: CreateReservationsInput!) { ${operation}(input: $input) { ${results} } }`,
        { input: { reservations } },
      )
      return body.data[operation].results
    }
    const previewed = await ask('reservationPreview')
    expect(previewed.map(({ error }: Json) => error?.code ?? null)).toEqual([
      null,
      null,
      null,
      'TOUR_NOT_AVAILABLE',
      'CENOTE_NOT_AVAILABLE',
    ])
    expect(await ask('createReservations')).toEqual(previewed)
  })

  it('counts a use of its coupon, and returns it', async () => {
    const uses = () => couponUses(product.database('pricing'), 'CENOTE10')
    const before = await uses()
    const { id, pricing } = await guide.reserve({ visitDate: visitDay(11), promoCode: 'CENOTE10' })
    expect(pricing.discounts).toContainEqual(expect.objectContaining({ type: 'coupon', name: 'CENOTE10' }))
    expect(await uses()).toBe(before + 1)
    await guide.step(id, 'cancel', { reason: 'guest_request' })
    expect(await uses()).toBe(before)
  })

  it('leaves at the end of the tour once it has come', async () => {
    const { id } = await guide.reserve({ visitDate: visitDay(12) })
    await guide.step(id, 'confirm')
    const { checkIn } = await guide.step(id, 'checkin', {})
    const stay = Date.parse(checkIn.expectedDeparture) - Date.parse(checkIn.checkedInAt)
    expect(stay).toBe(300 * 60_000)
  })
})

describe('a hold of a tour that has ended', () => {
  it('frees the places at its stops before they are refused to others', async () => {
    const visitDate = visitDay(13)
    await fill(nicteHa, visitDate, '11:00', 18)
    const { id } = await guide.reserve({ visitDate })
    await makeDue(product.database('booking'), 'hold', [id])
    await fill(nicteHa, visitDate, '11:00', 2)
    expect((await guide.read(id)).status).toBe('cancelled')
    expect(await placesOn(product, nicteHa, visitDate)).toEqual({ day: 20, '11:00': 20 })
  })

  it('stands in the way of no tour, whichever of its places others held', async () => {
    const visitDate = visitDay(27)
    const [departure, stop] = [
      await guide.reserve({ visitDate, ...people(7) }),
      await fill(nicteHa, visitDate, '11:00', 13),
    ]
    await makeDue(product.database('booking'), 'hold', [departure.id, stop.id])
    await guide.reserve({ visitDate, ...people(8) })
    expect(await placesOn(product, nicteHa, visitDate)).toEqual({ day: 8, '11:00': 8 })
    expect(await placesOn(product, diving, visitDate)).toEqual({ day: 8, '08:30': 8 })
  })
})

describe('the confirmation of a tour', () => {
  const closeStop = async (date: string): Promise<void> => {
    const input = { cenoteId: nicteHa, from: date, to: date, reason: 'maintenance', reservations: 'KEEP' }
    await operator(product.url).ask('mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }', {
      input,
    })
  }

  it('is refused once one of its stops is closed, and can be forced by an operator', async () => {
    const visitDate = visitDay(14)
    const { id } = await guide.reserve({ visitDate })
    await closeStop(visitDate)
    const refused = await guide.post(`/api/partner/reservations/${id}/confirm`, {})
    expect([refused.status, refused.body.error]).toMatchObject([
      422,
      {
        code: 'TOUR_NOT_AVAILABLE',
        details: { tourId: diving, reason: 'stop_closed', stop: { cenoteId: nicteHa, time: '11:00' } },
      },
    ])
    const forced = await operator(product.url).send('POST', `/api/partner/reservations/${id}/confirm`, { force: true })
    expect(forced).toHaveStatus(200)
  })

  it('is refused once its departure is cancelled', async () => {
    const visitDate = visitDay(15)
    const { id } = await guide.reserve({ visitDate, tourId: classic, visitTime: '13:00' })
    const { departures } = await storedTour(product, classic)
    const exceptions = [...departures.exceptions, { date: visitDate, startTime: '13:00', cancelled: true }]
    await changeTour(product, classic, { departures: { ...departures, exceptions } })
    const refused = await guide.post(`/api/partner/reservations/${id}/confirm`, {})
    expect(refused.body.error).toMatchObject({ code: 'TOUR_NOT_AVAILABLE', details: { reason: 'departure_cancelled' } })
  })
})

describe('moving', () => {
  it('goes between departures, tours and cenotes, and takes and releases all places', async () => {
    const [first, second] = [visitDay(20), visitDay(21)]
    const { id } = await guide.reserve({ visitDate: first })
    await guide.moved(id, { visitDate: second })
    expect(await allPlaces(first)).toEqual([{}, {}, {}])
    expect(await placesOn(product, nicteHa, second)).toEqual({ day: 2, '11:00': 2 })
    const { changes } = await guide.moved(id, { tourId: classic, visitTime: '13:00' })
    expect(changes).toContainEqual({ field: 'tourId', oldValue: diving, newValue: classic })
    expect(await allPlaces(second)).toEqual([{}, {}, {}])
    await guide.moved(id, { cenoteId: dosOjos, visitTime: '09:00' })
    expect(await guide.read(id)).toMatchObject({ cenoteId: dosOjos, tourId: null, product: { type: 'cenote' } })
    expect(await allPlaces(second)).toEqual([{}, { day: 2, '09:00': 2 }, {}])
    const back = await guide.moved(id, { tourId: diving, visitTime: '08:30' })
    expect(back.changes).toEqual(
      expect.arrayContaining([
        { field: 'cenoteId', oldValue: dosOjos, newValue: null },
        { field: 'tourId', oldValue: null, newValue: diving },
      ]),
    )
    expect(await allPlaces(second)).toEqual([
      { day: 2, '08:30': 2 },
      { day: 2, '09:00': 2 },
      { day: 2, '11:00': 2 },
    ])
    const events = async (name: string, productId: string): Promise<number> =>
      (await guide.get(`/events?${name}=${productId}&reservationId=${id}`)).body.data.length
    await runningTransactionsEnd()
    // Moves from and to it are of both.
    expect([await events('cenoteId', dosOjos), await events('tourId', classic)]).toEqual([2, 2])
  })

  it('counts the places that it holds itself as free, and refuses what is too much with the stop', async () => {
    const visitDate = visitDay(22)
    await fill(nicteHa, visitDate, '11:00', 16)
    const { id } = await guide.reserve({ visitDate, ...people(4) })
    expect(await guide.refusal(id, { visitors: { adults: 5 } })).toMatchObject({
      code: 'INSUFFICIENT_CAPACITY',
      details: { requested: 5, available: 4, stop: { cenoteId: nicteHa, time: '11:00' } },
    })
    // To the very slot of its stop, which is full with its own party.
    await guide.moved(id, { cenoteId: nicteHa, visitTime: '11:00' })
    expect(await placesOn(product, nicteHa, visitDate)).toEqual({ day: 20, '11:00': 20 })
    await guide.moved(id, { tourId: diving, visitTime: '08:30' })
    await guide.moved(id, { visitors: { adults: 1 } })
    expect(await placesOn(product, nicteHa, visitDate)).toEqual({ day: 17, '11:00': 17 })
    expect(await guide.refusal(id, { tourId: diving, cenoteId: nicteHa })).toMatchObject({ status: 400 })
  })

  it('is refused below the minimum party, also by its size alone', async () => {
    await changeTour(product, diving, { min_party: 2 })
    try {
      const { id } = await guide.reserve({ visitDate: visitDay(23) })
      expect(await guide.refusal(id, { visitors: { adults: 1 } })).toMatchObject({
        code: 'TOUR_NOT_AVAILABLE',
        details: { reason: 'below_minimum' },
      })
    } finally {
      await changeTour(product, diving, { min_party: 1 })
    }
  })
})
