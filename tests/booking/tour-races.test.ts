import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { dosOjos, visitDay } from '../testkit/moves.ts'
import { operator } from '../testkit/operator.ts'
import { startTestProduct, type Json, type TestProduct, type TestResponse } from '../testkit/product.ts'
import { changeTour, classic, diving, placesOn, stopsOfDiving, tourSeller } from '../testkit/tours.ts'

const products: TestProduct[] = []
const [, nicteHa] = stopsOfDiving
/** The same partner at two processes, in turn. */
const at = (index: number): ReturnType<typeof tourSeller> =>
  tourSeller(products[index % products.length] as TestProduct)
const first = (): TestProduct => products[0] as TestProduct

beforeAll(async () => {
  products.push(await startTestProduct())
  products.push(await startTestProduct({}, first()))
  const departures = {
    times: [8, 9, 10].map((hour) => ({
      weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
      startTime: `${String(hour).padStart(2, '0')}:30`,
      capacity: 100,
    })),
    exceptions: [],
  }
  await changeTour(first(), diving, { departures })
})
afterEach(() => expectBalancedBooks(first().database('booking')))
afterAll(() => Promise.all(products.map((product) => product.close())))

const person = { adults: 1, children: 0 }
const outcomes = (responses: readonly TestResponse[]): Json =>
  responses.reduce<Record<string, number>>((counts, { status, body }) => {
    const outcome = [status, body.error?.code, body.error?.details?.reason].filter(Boolean).join(' ')
    return { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }
  }, {})

describe('the places that a tour shares with a cenote', () => {
  it('are sold once by both, to the last one', async () => {
    const visitDate = visitDay(1)
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        at(index).create(
          index % 4 < 2
            ? { visitDate, visitors: person }
            : { tourId: undefined, cenoteId: nicteHa, visitDate, visitTime: '11:00', visitors: person },
        ),
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
    const visitDate = visitDay(3)
    const visits = [
      { tourId: diving, visitTime: '08:30' },
      { cenoteId: nicteHa, visitTime: '11:00' },
      { tourId: diving, visitTime: '10:30' },
      { cenoteId: dosOjos, visitTime: '09:00' },
      { tourId: classic, visitTime: '08:00' },
    ]
    const made = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        at(index).reserve({ tourId: undefined, visitDate, visitors: person, ...visits[index % visits.length] }),
      ),
    )
    const { ask } = operator(first().url)
    let isRacing = true
    const closing = [nicteHa, dosOjos].map(async (cenoteId) => {
      while (isRacing) {
        const input = { cenoteId, from: visitDay(30), to: visitDay(31), reason: 'maintenance' }
        const close = 'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }'
        const { createClosure } = await ask(close, { input })
        const open = 'mutation ($input: DeleteClosureInput!) { deleteClosure(input: $input) }'
        await ask(open, { input: { id: createClosure.id } })
      }
    })
    for (let round = 1; round <= 6; round += 1) {
      const responses = await Promise.all(
        made.map(({ id }, index) => at(index + round).move(id, visits[(index + round) % visits.length] as object)),
      )
      expect(outcomes(responses)).toEqual({ 200: 15 })
    }
    isRacing = false
    await Promise.all(closing)
    // Three parties for each visit; those of the departures stop at both cenotes.
    expect(await placesOn(first(), nicteHa, visitDate)).toEqual({ day: 9, '11:00': 6, '13:00': 3 })
  })
})
