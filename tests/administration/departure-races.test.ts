import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { eventually } from '../testkit/eventually.ts'
import { changeWhileWaiting } from '../testkit/locked-tables.ts'
import { visitDay } from '../testkit/moves.ts'
import { operator } from '../testkit/operator.ts'
import { startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { changeTour, classic, diving, placesOn, removeExceptions, stopsOfDiving, tourSeller } from '../testkit/tours.ts'

const products: TestProduct[] = []
const first = (): TestProduct => products[0] as TestProduct
/** The same partner at two processes, in turn. */
const at = (index: number): ReturnType<typeof tourSeller> =>
  tourSeller(products[index % products.length] as TestProduct)

beforeAll(async () => {
  products.push(await startTestProduct())
  await removeExceptions(first())
  products.push(await startTestProduct({}, first()))
})
afterEach(() => expectBalancedBooks(first().database('booking')))
afterAll(() => Promise.all(products.map((product) => product.close())))

const update =
  'mutation ($input: UpdateTourDeparturesInput!) { updateTourDepartures(input: $input) { disruption { id } } }'
const close = 'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { disruption { id } } }'
const person = { adults: 1, children: 0 }

async function worked(id: string): Promise<Json> {
  const read = `{ disruption(id: "${id}") { total done marked remaining } }`
  return eventually(
    async () => (await operator(first().url).ask(read)).disruption,
    ({ remaining }: Json) => remaining === 0,
  )
}

/** Cancels a departure at the second process. */
async function cancelDeparture(id: string, date: string, startTime: string, reservations: string): Promise<Json> {
  const { ask } = operator((products[1] as TestProduct).url)
  const { tour } = await ask(`{ tour(id: "${id}") { version stored } }`)
  const exceptions = [...tour.stored.departures.exceptions, { date, startTime, cancelled: true }]
  const { updateTourDepartures } = await ask(update, { input: { id, version: tour.version, exceptions, reservations } })
  return updateTourDepartures.disruption
}

describe('sales and confirmations at two processes', () => {
  it('of a departure that is cancelled meanwhile are all cancelled with it, or refused', async () => {
    const visitDate = visitDay(1)
    const sell = (index: number) =>
      at(index).create({ tourId: classic, visitTime: '08:00', visitDate, visitors: person })
    const early = await Promise.all(Array.from({ length: 4 }, (_, index) => sell(index)))
    const selling = Promise.all(Array.from({ length: 40 }, (_, index) => sell(index)))
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
    const visitDate = visitDay(2)
    const [cenoteId] = stopsOfDiving
    const sell = (index: number) => at(index).create({ visitDate, visitors: person })
    const early = await Promise.all(Array.from({ length: 2 }, (_, index) => sell(index)))
    const selling = Promise.all(Array.from({ length: 20 }, (_, index) => sell(index)))
    const input = { cenoteId, from: visitDate, to: visitDate, reason: 'weather', reservations: 'CANCEL' }
    const { createClosure } = await operator((products[1] as TestProduct).url).ask(close, { input })
    const sold = [...early, ...(await selling)].filter(({ status }) => status === 201)
    expect(await worked(createClosure.disruption.id)).toMatchObject({ total: sold.length, done: sold.length })
    expect(await placesOn(first(), diving, visitDate)).toEqual({})
  })

  it('confirm nothing with the departures of before, however a confirmation waits for the change', async () => {
    const visitDate = visitDay(4)
    const { id } = await at(0).reserve({ tourId: classic, visitTime: '13:00', visitDate, visitors: person })
    const { tour } = await operator(first().url).ask(`{ tour(id: "${classic}") { version stored } }`)
    const { departures } = tour.stored
    const exceptions = [...departures.exceptions, { date: visitDate, startTime: '13:00', cancelled: true }]
    // The database has weekdays in lower case.
    const times = departures.times.map(({ weekdays, ...time }: Json) => ({
      ...time,
      weekdays: weekdays.map((weekday: string) => weekday.toLowerCase()),
    }))
    const response = await changeWhileWaiting(first().database('booking'), classic, {
      begin: () => at(0).post(`/api/partner/reservations/${id}/confirm`, { paymentId: 'late' }),
      change: () => changeTour(first(), classic, { departures: { ...departures, times, exceptions } }),
      version: tour.version + 1,
    })
    expect([response.status, response.body.error?.details.reason]).toEqual([422, 'departure_cancelled'])
  })

  it('of a departure that is cancelled and kept are confirmed before, or refused and marked', async () => {
    const visitDate = visitDay(3)
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        at(index).reserve({ tourId: classic, visitTime: '08:00', visitDate, visitors: person }),
      ),
    )
    const confirming = Promise.all(
      made.map(({ id }, index) =>
        at(index).post(`/api/partner/reservations/${id}/confirm`, { paymentId: `p${index}` }),
      ),
    )
    const disruption = await cancelDeparture(classic, visitDate, '08:00', 'KEEP')
    const responses = await confirming
    expect(await worked(disruption.id)).toMatchObject({ total: 8, marked: 8 })
    for (const [index, { id }] of made.entries()) {
      const { status, disrupted } = await at(index).read(id)
      const isConfirmed = responses[index]?.status === 200
      expect([status, disrupted]).toEqual([isConfirmed ? 'confirmed' : 'pending', true])
      if (isConfirmed) continue
      const again = await at(index).post(`/api/partner/reservations/${id}/confirm`, { paymentId: `q${index}` })
      expect(again.body.error.details.reason).toBe('departure_cancelled')
    }
  })
})
