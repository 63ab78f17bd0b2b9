import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { expectBalancedBooks, holdTwenty, storedSlot, storeSlot } from '../testkit/capacity.ts'
import { dosOjos, granCenote, mover, visitDay, zaci } from '../testkit/moves.ts'
import { operator } from '../testkit/operator.ts'
import { startTestProduct, type Json, type TestProduct, type TestResponse } from '../testkit/product.ts'
import { storedEvents } from '../testkit/stored-events.ts'
import { storedReservations } from '../testkit/stored-reservations.ts'

const products: TestProduct[] = []
let guide: ReturnType<typeof mover>
/** The same partner at two processes, in turn. */
const at = (index: number): ReturnType<typeof mover> => mover(products[index % products.length] as TestProduct)
const booking = (): string => products[0]?.database('booking') ?? ''

beforeAll(async () => {
  const first = await startTestProduct()
  products.push(first, await startTestProduct({}, first))
  guide = mover(first)
})
afterEach(() => expectBalancedBooks(booking()))
afterAll(() => Promise.all(products.map((product) => product.close())))

const bookedIn = async (cenoteId: string, date: string, time: string): Promise<number> =>
  (await storedSlot(booking(), { cenoteId, date, time }))?.booked ?? 0
const statuses = (responses: readonly TestResponse[]): Json =>
  responses.reduce<Record<string, number>>((counts, { status, body }) => {
    const outcome = [status, body.error?.code, body.error?.details?.reason].filter(Boolean).join(' ')
    return { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }
  }, {})
const many = (count: number, change: (index: number) => object): Promise<Json[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => guide.reserve(change(index))))

describe('concurrent moves', () => {
  it('into the last places of a slot succeed for exactly as many as there are', async () => {
    const day = visitDay(1)
    await holdTwenty(booking(), granCenote, day, '10:00')
    const slots = ['08:00', '09:00', '11:00', '12:00', '13:00', '14:00']
    const party = { adults: 1, children: 0 }
    const made = await many(60, (index) => ({
      visitDate: visitDay(2 + (index % 2)),
      visitTime: slots[index % slots.length],
      visitors: party,
      ...(index % 3 === 0 ? { cenoteId: dosOjos, visitTime: '12:00' } : {}),
    }))
    const responses = await Promise.all(
      made.map(({ id }, index) => at(index).move(id, { cenoteId: granCenote, visitDate: day, visitTime: '10:00' })),
    )
    expect(statuses(responses)).toEqual({ 200: 20, '422 CENOTE_NOT_AVAILABLE fully_booked': 40 })
    expect(await bookedIn(granCenote, day, '10:00')).toBe(20)
  })

  it('without an hour fill a day to its last place', async () => {
    const day = visitDay(4)
    const slots = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']
    for (const [index, time] of slots.entries())
      await storeSlot(booking(), { cenoteId: granCenote, date: day, time }, { capacity: index < 3 ? 8 : 0 })
    const made = await many(40, (index) => ({
      visitDate: visitDay(5),
      visitTime: slots[index % slots.length],
      visitors: { adults: 1, children: 0 },
    }))
    const responses = await Promise.all(made.map(({ id }, index) => at(index).move(id, { visitDate: day })))
    expect(statuses(responses)).toEqual({ 200: 24, '422 CENOTE_NOT_AVAILABLE fully_booked': 16 })
  })

  it('that cross each other all succeed while days of both are closed and opened', async () => {
    const places = [
      { cenoteId: granCenote, visitDate: visitDay(7), visitTime: '10:00' },
      { cenoteId: granCenote, visitDate: visitDay(8), visitTime: '11:00' },
      { cenoteId: dosOjos, visitDate: visitDay(7), visitTime: '12:00' },
      { cenoteId: zaci, visitDate: visitDay(9), visitTime: '10:00' },
    ]
    const made = await many(16, (index) => ({ ...places[index % 4], visitors: { adults: 1, children: 0 } }))
    const { ask } = operator(products[0]?.url ?? '')
    const close = 'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }'
    const open = 'mutation ($input: DeleteClosureInput!) { deleteClosure(input: $input) }'
    let isRacing = true
    // Closures lock the calendar of a cenote first, then its days, of which these are others.
    const closing = [granCenote, dosOjos, zaci].map(async (cenoteId) => {
      while (isRacing) {
        const input = { cenoteId, from: visitDay(30), to: visitDay(31), reason: 'maintenance' }
        const { createClosure } = await ask(close, { input })
        await ask(open, { input: { id: createClosure.id } })
      }
    })
    for (let round = 1; round <= 10; round += 1) {
      const responses = await Promise.all(
        made.map(({ id }, index) => at(index + round).move(id, places[(index + round) % 4] as object)),
      )
      expect(statuses(responses)).toEqual({ 200: 16 })
    }
    isRacing = false
    await Promise.all(closing)
    for (const { cenoteId, visitDate, visitTime } of places)
      expect(await bookedIn(cenoteId, visitDate, visitTime)).toBe(4)
  })

  it('of one reservation leave it in one of the places, with an event for each move', async () => {
    const { id } = await guide.reserve({ visitDate: visitDay(14) })
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        at(index).move(id, { visitDate: visitDay(15 + (index % 4)), cenoteId: index % 2 === 0 ? dosOjos : zaci }),
      ),
    )
    expect(Object.keys(statuses(responses))).toEqual(['200'])
    const [stored] = await storedReservations(booking(), [id])
    expect((await storedEvents(booking(), id)).length).toBe(stored?.version)
  })

  it('and a cancellation leave no place taken by a reservation that is over', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await guide.reserve({ visitDate: visitDay(20), visitors: { adults: 3, children: 0 } })
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
