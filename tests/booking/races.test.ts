import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { expectBalancedBooks, holdTwenty, storedSlot, storeSlot } from '../testkit/capacity.ts'
import { close, open } from '../testkit/closures.ts'
import { eventually } from '../testkit/eventually.ts'
import { changeWhileWaiting } from '../testkit/locked-tables.ts'
import { times } from '../testkit/long-form.ts'
import { dosOjos, granCenote, visitDay, zaci } from '../testkit/moves.ts'
import { operator } from '../testkit/operator.ts'
import { startTestProduct, type Json, type TestProduct, type TestResponse } from '../testkit/product.ts'
import { storedEvents } from '../testkit/stored-events.ts'
import { storedReservations } from '../testkit/stored-reservations.ts'
import { changeTour, classic, diving, placesOn, removeExceptions, stopsOfDiving, tourSeller } from '../testkit/tours.ts'

const products: TestProduct[] = []
const first = (): TestProduct => products[0] as TestProduct
/** The same partner at two products, in turn. */
const at = (index: number): ReturnType<typeof tourSeller> =>
  tourSeller(products[index % products.length] as TestProduct)
const booking = (): string => first().database('booking')

/** Departures of `diving`, so large that its stops are full first. */
const departures = {
  times: [8, 9, 10].map((hour) => ({
    weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    startTime: `${String(hour).padStart(2, '0')}:30`,
    capacity: 100,
  })),
  exceptions: [],
}

beforeAll(async () => {
  products.push(await startTestProduct())
  await removeExceptions(first())
  await changeTour(first(), diving, { departures })
  products.push(await startTestProduct({}, first()))
})
afterEach(() => expectBalancedBooks(booking()))
afterAll(() => Promise.all(products.map((product) => product.close())))

const person = { adults: 1, children: 0 }
const bookedIn = async (productId: string, date: string, time: string): Promise<number> =>
  (await storedSlot(booking(), { productId, date, time }))?.booked ?? 0
const outcomes = (responses: readonly TestResponse[]): Json =>
  responses.reduce<Record<string, number>>((counts, { status, body }) => {
    const outcome = [status, body.error?.code, body.error?.details?.reason].filter(Boolean).join(' ')
    return { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }
  }, {})
const many = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const visitCenote = (index: number, change: object): Promise<Json> =>
  at(index).reserve({ tourId: undefined, cenoteId: granCenote, visitors: person, ...change })

/** Closes and opens two days of cenotes while some work runs; a closure locks the calendar first, and then the days. */
async function whileClosing(cenoteIds: readonly string[], from: number, work: () => Promise<void>): Promise<void> {
  const { ask } = operator(first().url)
  let isRacing = true
  const closing = cenoteIds.map(async (cenoteId) => {
    while (isRacing) {
      const input = { cenoteId, from: visitDay(from), to: visitDay(from + 1), reason: 'maintenance' }
      const { createClosure } = await ask(close, { input })
      await ask(open, { input: { id: createClosure.id } })
    }
  })
  await work().finally(() => (isRacing = false))
  await Promise.all(closing)
}

describe('concurrent moves', () => {
  it('into the last places of a slot succeed for exactly as many as there are', async () => {
    const day = visitDay(1)
    await holdTwenty(booking(), granCenote, day, '10:00')
    const slots = ['08:00', '09:00', '11:00', '12:00', '13:00', '14:00']
    const count = times(30, 60)
    const made = await many(count, (index) =>
      visitCenote(0, {
        visitDate: visitDay(2 + (index % 2)),
        visitTime: slots[index % slots.length],
        ...(index % 3 === 0 ? { cenoteId: dosOjos, visitTime: '12:00' } : {}),
      }),
    )
    const responses = await Promise.all(
      made.map(({ id }, index) => at(index).move(id, { cenoteId: granCenote, visitDate: day, visitTime: '10:00' })),
    )
    expect(outcomes(responses)).toEqual({ 200: 20, '422 CENOTE_NOT_AVAILABLE fully_booked': count - 20 })
    expect(await bookedIn(granCenote, day, '10:00')).toBe(20)
  })

  it('without an hour fill a day to its last place', async () => {
    const day = visitDay(4)
    const slots = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']
    for (const [index, time] of slots.entries())
      await storeSlot(booking(), { productId: granCenote, date: day, time }, { capacity: index < 3 ? 8 : 0 })
    const count = times(32, 40)
    const made = await many(count, (index) =>
      visitCenote(0, { visitDate: visitDay(5), visitTime: slots[index % slots.length] }),
    )
    const responses = await Promise.all(made.map(({ id }, index) => at(index).move(id, { visitDate: day })))
    expect(outcomes(responses)).toEqual({ 200: 24, '422 CENOTE_NOT_AVAILABLE fully_booked': count - 24 })
  })

  it('that cross each other all succeed while days of both are closed and opened', async () => {
    const places = [
      { cenoteId: granCenote, visitDate: visitDay(7), visitTime: '10:00' },
      { cenoteId: granCenote, visitDate: visitDay(8), visitTime: '11:00' },
      { cenoteId: dosOjos, visitDate: visitDay(7), visitTime: '12:00' },
      { cenoteId: zaci, visitDate: visitDay(9), visitTime: '10:00' },
    ]
    const made = await many(16, (index) => visitCenote(0, places[index % 4] as object))
    await whileClosing([granCenote, dosOjos, zaci], 30, async () => {
      for (let round = 1; round <= times(4, 10); round += 1) {
        const moves = made.map(({ id }, index) => at(index + round).move(id, places[(index + round) % 4] as object))
        expect(outcomes(await Promise.all(moves))).toEqual({ 200: 16 })
      }
    })
    for (const { cenoteId, visitDate, visitTime } of places)
      expect(await bookedIn(cenoteId, visitDate, visitTime)).toBe(4)
  })

  it('of one reservation leave it in one of the places, with an event for each move', async () => {
    const { id } = await visitCenote(0, { visitDate: visitDay(14), visitTime: '10:00' })
    const responses = await many(8, (index) =>
      at(index).move(id, { visitDate: visitDay(15 + (index % 4)), cenoteId: index % 2 === 0 ? dosOjos : zaci }),
    )
    expect(Object.keys(outcomes(responses))).toEqual(['200'])
    const [stored] = await storedReservations(booking(), [id])
    expect((await storedEvents(booking(), id)).length).toBe(stored?.version)
  })

  it('and a cancellation leave no place taken by a reservation that is over', async () => {
    for (let round = 0; round < times(4, 10); round += 1) {
      const party = { adults: 3, children: 0 }
      const { id } = await visitCenote(0, { visitDate: visitDay(20), visitTime: '10:00', visitors: party })
      const [moved, cancelled] = await Promise.all([
        at(0).move(id, { visitDate: visitDay(21), cenoteId: dosOjos }),
        at(1).post(`/api/partner/reservations/${id}/cancel`, { reason: 'guest_request' }),
      ])
      expect([200, 422]).toContain(moved.status)
      expect(cancelled).toHaveStatus(200)
    }
    expect(await bookedIn(dosOjos, visitDay(21), '10:00')).toBe(0)
  })
})

const update =
  'mutation ($input: UpdateTourDeparturesInput!) { updateTourDepartures(input: $input) { disruption { id } } }'

async function worked(id: string): Promise<Json> {
  const read = `{ disruption(id: "${id}") { total done marked remaining } }`
  return eventually(
    async () => (await operator(first().url).ask(read)).disruption,
    ({ remaining }: Json) => remaining === 0,
  )
}

/** Cancels a departure at the second product. */
async function cancelDeparture(id: string, date: string, startTime: string, reservations: string): Promise<Json> {
  const { ask } = operator((products[1] as TestProduct).url)
  const { tour } = await ask(`{ tour(id: "${id}") { version stored } }`)
  const exceptions = [...tour.stored.departures.exceptions, { date, startTime, cancelled: true }]
  const { updateTourDepartures } = await ask(update, { input: { id, version: tour.version, exceptions, reservations } })
  return updateTourDepartures.disruption
}

describe('sales and confirmations at two processes', () => {
  it('of a departure that is cancelled meanwhile are all cancelled with it, or refused', async () => {
    const visitDate = visitDay(36)
    const sell = (index: number) =>
      at(index).create({ tourId: classic, visitTime: '08:00', visitDate, visitors: person })
    const early = await many(4, sell)
    const selling = many(times(16, 40), sell)
    const disruption = await cancelDeparture(classic, visitDate, '08:00', 'CANCEL')
    const responses = [...early, ...(await selling)]
    const sold = responses.filter(({ status }) => status === 201)
    const refused = responses.filter(({ status }) => status !== 201).map(({ body }) => body.error.code as string)
    expect(refused.filter((code) => !['TOUR_NOT_AVAILABLE', 'INSUFFICIENT_CAPACITY'].includes(code))).toEqual([])
    expect(await worked(disruption.id)).toEqual({ total: sold.length, done: sold.length, marked: 0, remaining: 0 })
    for (const [index, { body }] of sold.entries())
      expect((await at(index).read(body.data.id)).status).toBe('cancelled')
    expect(await placesOn(first(), classic, visitDate)).toEqual({})
    expect((await sell(0)).body.error.details.reason).toBe('departure_cancelled')
  })

  it('of a tour whose stop is closed meanwhile are all cancelled with it, or refused', async () => {
    const visitDate = visitDay(37)
    const [cenoteId] = stopsOfDiving
    const sell = (index: number) => at(index).create({ visitDate, visitors: person })
    const early = await many(2, sell)
    const selling = many(times(8, 20), sell)
    const input = { cenoteId, from: visitDate, to: visitDate, reason: 'weather', reservations: 'CANCEL' }
    const { createClosure } = await operator((products[1] as TestProduct).url).ask(close, { input })
    const sold = [...early, ...(await selling)].filter(({ status }) => status === 201)
    expect(await worked(createClosure.disruption.id)).toMatchObject({ total: sold.length, done: sold.length })
    expect(await placesOn(first(), diving, visitDate)).toEqual({})
  })

  it('confirm nothing with the departures of before, however a confirmation waits for the change', async () => {
    const visitDate = visitDay(39)
    const { id } = await at(0).reserve({ tourId: classic, visitTime: '13:00', visitDate, visitors: person })
    const { tour } = await operator(first().url).ask(`{ tour(id: "${classic}") { version stored } }`)
    const { departures: before } = tour.stored
    const exceptions = [...before.exceptions, { date: visitDate, startTime: '13:00', cancelled: true }]
    // The database has weekdays in lower case.
    const lowerCase = before.times.map(({ weekdays, ...time }: Json) => ({
      ...time,
      weekdays: weekdays.map((weekday: string) => weekday.toLowerCase()),
    }))
    const response = await changeWhileWaiting(booking(), classic, {
      begin: () => at(0).post(`/api/partner/reservations/${id}/confirm`, { paymentId: 'late' }),
      change: () => changeTour(first(), classic, { departures: { ...before, times: lowerCase, exceptions } }),
      version: tour.version + 1,
    })
    expect([response.status, response.body.error?.details.reason]).toEqual([422, 'departure_cancelled'])
  })

  it('of a departure that is cancelled and kept are confirmed before, or refused and marked', async () => {
    const visitDate = visitDay(38)
    const made = await many(8, (index) =>
      at(index).reserve({ tourId: classic, visitTime: '08:00', visitDate, visitors: person }),
    )
    const confirm = (index: number, id: string, paymentId: string): Promise<TestResponse> =>
      at(index).post(`/api/partner/reservations/${id}/confirm`, { paymentId })
    const confirming = Promise.all(made.map(({ id }, index) => confirm(index, id, `p${index}`)))
    const disruption = await cancelDeparture(classic, visitDate, '08:00', 'KEEP')
    const responses = await confirming
    expect(await worked(disruption.id)).toMatchObject({ total: 8, marked: 8 })
    for (const [index, { id }] of made.entries()) {
      const { status, disrupted } = await at(index).read(id)
      const isConfirmed = responses[index]?.status === 200
      expect([status, disrupted]).toEqual([isConfirmed ? 'confirmed' : 'pending', true])
      if (isConfirmed) continue
      expect((await confirm(index, id, `q${index}`)).body.error.details.reason).toBe('departure_cancelled')
    }
  })
})

describe('the places that a tour shares with a cenote', () => {
  const [, nicteHa] = stopsOfDiving

  it('are sold once by both, to the last one', async () => {
    const visitDate = visitDay(43)
    const responses = await many(times(40, 60), (index) =>
      at(index).create(
        index % 4 < 2
          ? { visitDate, visitors: person }
          : { tourId: undefined, cenoteId: nicteHa, visitDate, visitTime: '11:00', visitors: person },
      ),
    )
    const sold = responses.filter(({ status }) => status === 201)
    expect(sold).toHaveLength(20)
    expect(await placesOn(first(), nicteHa, visitDate)).toEqual({ day: 20, '11:00': 20 })
    const onTour = sold.filter(({ body }) => body.data.tourId === diving).length
    expect((await placesOn(first(), diving, visitDate))['08:30'] ?? 0).toBe(onTour)
    expect((await placesOn(first(), dosOjos, visitDate))['09:00'] ?? 0).toBe(onTour)
    expect(Object.keys(outcomes(responses)).sort()).toEqual(
      ['201', '422 CENOTE_NOT_AVAILABLE fully_booked', '422 TOUR_NOT_AVAILABLE stop_full'].filter((outcome) =>
        outcome === '201' ? true : responses.some(({ body }) => outcome.includes(body.error?.code)),
      ),
    )
  })

  it('are all accounted for after crossing moves of tours and cenotes, while days of both are closed', async () => {
    const visitDate = visitDay(45)
    const visits = [
      { tourId: diving, visitTime: '08:30' },
      { cenoteId: nicteHa, visitTime: '11:00' },
      { tourId: diving, visitTime: '10:30' },
      { cenoteId: dosOjos, visitTime: '09:00' },
      { tourId: classic, visitTime: '08:00' },
    ]
    const made = await many(15, (index) =>
      at(index).reserve({ tourId: undefined, visitDate, visitors: person, ...visits[index % visits.length] }),
    )
    await whileClosing([nicteHa, dosOjos], 72, async () => {
      for (let round = 1; round <= times(3, 6); round += 1) {
        const moves = made.map(({ id }, index) =>
          at(index + round).move(id, visits[(index + round) % visits.length] as object),
        )
        expect(outcomes(await Promise.all(moves))).toEqual({ 200: 15 })
      }
    })
    // Three parties for each visit; those of the departures stop at both cenotes.
    expect(await placesOn(first(), nicteHa, visitDate)).toEqual({ day: 9, '11:00': 6, '13:00': 3 })
  })
})
