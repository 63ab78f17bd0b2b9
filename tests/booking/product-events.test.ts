import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { cenoteInput } from '../testkit/catalog-forms.ts'
import { makeDue } from '../testkit/due.ts'
import { eventually } from '../testkit/eventually.ts'
import { testInstallation } from '../testkit/installation.ts'
import { dosOjos, granCenote, visitDay, zaci } from '../testkit/moves.ts'
import { operator } from '../testkit/operator.ts'
import { discountRuleInput, promotionInput, serviceInput } from '../testkit/price-forms.ts'
import { lastProductEvent, storedProductEvents } from '../testkit/product-events.ts'
import { startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { storedCenoteId } from '../testkit/stored-catalog.ts'
import { diving, stopsOfDiving, tourSeller, toursTakingPlacesOf } from '../testkit/tours.ts'

let product: TestProduct
let guide: ReturnType<typeof tourSeller>
let ask: ReturnType<typeof operator>['ask']
beforeAll(async () => {
  product = await startTestProduct()
  guide = tourSeller(product)
  ask = operator(product.url).ask
})
afterAll(() => product.close())

interface Event {
  readonly type: string
  readonly product: string | null
  readonly dates?: readonly [string, string]
  readonly changed?: unknown
}

const eventsAfter = async (sequence: number): Promise<Event[]> =>
  (await storedProductEvents(product, sequence)).map(({ type, productId, dateFrom, dateTo, changed }) => ({
    type,
    product: productId,
    ...(dateFrom !== null && dateTo !== null ? { dates: [dateFrom, dateTo] as const } : {}),
    ...(changed ? { changed } : {}),
  }))

/** Does some work and waits until exactly the expected events were published, in any order. */
async function publishes(expected: readonly Event[], work: () => Promise<unknown>): Promise<void> {
  const last = await lastProductEvent(product)
  await work()
  const inOrder = (events: readonly Event[]): Event[] =>
    [...events].sort((a, b) => (`${a.type} ${a.product}` < `${b.type} ${b.product}` ? -1 : 1))
  await eventually(async () => inOrder(await eventsAfter(last)), inOrder(expected))
}

const available = (id: string, from: string, to = from): Event => ({
  type: 'availability.updated',
  product: id,
  dates: [from, to],
})
const updated = (id: string, ...changed: string[]): Event => ({ type: 'product.updated', product: id, changed })
const pricing = (id: string | null): Event => ({ type: 'pricing.updated', product: id })
const today = (): string => new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10)
const always = (id: string): Event => available(id, today(), addDays(today(), 730))
const toursOf = (cenoteId: string): Promise<string[]> => toursTakingPlacesOf(product, cenoteId)
const version = async (kind: 'cenote' | 'tour', id: string): Promise<number> =>
  (await ask(`query ($id: ID!) { product: ${kind}(id: $id) { version } }`, { id })).product.version

describe('places that are taken and released', () => {
  it('are events of the days of a cenote and of the tours that stop there', async () => {
    let id = ''
    await publishes([available(granCenote, visitDay(0))], async () => {
      id = (
        await guide.reserve({ tourId: undefined, cenoteId: granCenote, visitDate: visitDay(0), visitTime: '10:00' })
      ).id
    })
    await publishes([available(granCenote, visitDay(0), visitDay(3))], () =>
      guide.moved(id, { visitDate: visitDay(3) }),
    )
    // The end of the hold releases them.
    await publishes([available(granCenote, visitDay(3))], () => makeDue(product.database('booking'), 'hold', [id]))
  })

  it('are events of a tour, of the cenotes at which it stops, and of other tours that stop there', async () => {
    const [first, second] = stopsOfDiving
    const tours = new Set([diving, ...(await toursOf(first)), ...(await toursOf(second))])
    await publishes(
      [...tours, first, second].map((one) => available(one, visitDay(2))),
      () => guide.reserve({ visitDate: visitDay(2) }),
    )
  })
})

describe('the calendar of a cenote', () => {
  it('has events of its days', async () => {
    const days = { cenoteId: zaci, from: visitDay(1), to: visitDay(5) }
    let closure = ''
    await publishes([available(zaci, visitDay(1), visitDay(5))], async () => {
      closure = (
        await ask('mutation ($input: CreateClosureInput!) { made: createClosure(input: $input) { id } }', {
          input: { ...days, reason: 'weather' },
        })
      ).made.id
    })
    await publishes([available(zaci, visitDay(1), visitDay(5))], () =>
      ask('mutation ($input: DeleteClosureInput!) { deleteClosure(input: $input) }', { input: { id: closure } }),
    )
    await publishes([available(zaci, visitDay(1), visitDay(5))], () =>
      ask('mutation ($input: OverrideSlotsInput!) { overrideSlots(input: $input) { slotOverrides { date } } }', {
        input: { ...days, times: ['10:00'], capacity: 5 },
      }),
    )
  })

  it('has events of all days and of the product with a new schedule or capacity', async () => {
    const tours = await toursOf(dosOjos)
    expect(tours).toContain(diving)
    await publishes([always(dosOjos), ...tours.map(always), updated(dosOjos, 'capacity')], async () =>
      ask('mutation ($input: UpdateCenoteScheduleInput!) { updateCenoteSchedule(input: $input) { id } }', {
        input: { id: dosOjos, version: await version('cenote', dosOjos), capacity: { daily: 150, hourly: 30 } },
      }),
    )
  })
})

describe('prices', () => {
  it('are events of a product or of all', async () => {
    await publishes([pricing(zaci)], async () => {
      const { cenote } = await ask('query ($id: ID!) { cenote(id: $id) { version stored } }', { id: zaci })
      await ask('mutation ($input: UpdateCenoteInput!) { updateCenote(input: $input) { id } }', {
        input: { id: zaci, version: cenote.version, pricing: { ...cenote.stored.pricing, adultCents: 33_300 } },
      })
    })
    await publishes([pricing(null)], () =>
      ask('mutation ($input: CreateDiscountRuleInput!) { createDiscountRule(input: $input) { id } }', {
        input: discountRuleInput('events'),
      }),
    )
    await publishes([pricing(null)], async () =>
      ask('mutation ($input: UpdateExchangeRatesInput!) { updateExchangeRates(input: $input) { version } }', {
        input: {
          version: (await ask('{ exchangeRates { version } }')).exchangeRates.version,
          rates: [
            { currency: 'MXN', rate: 1 },
            { currency: 'USD', rate: 0.0512 },
          ],
        },
      }),
    )
    await publishes([pricing(zaci)], () =>
      ask('mutation ($input: CreateCenoteServiceInput!) { createCenoteService(input: $input) { id } }', {
        input: serviceInput(zaci),
      }),
    )
    await publishes([pricing(null)], () =>
      ask('mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { id } }', {
        input: promotionInput('events'),
      }),
    )
  })
})

describe('products', () => {
  it('have one event when they are added, and then those of what changes', async () => {
    let id = ''
    const before = await eventsAfter(0)
    id = (
      await ask('mutation ($input: CreateCenoteInput!) { made: createCenote(input: $input) { id } }', {
        input: cenoteInput('events-of-products'),
      })
    ).made.id
    const own = async () => (await eventsAfter(0)).filter((event) => event.product === id)
    await eventually(own, [{ type: 'product.created', product: id, changed: [] }])
    expect((await eventsAfter(0)).length).toBe(before.length + 1)
    await publishes([always(id), updated(id, 'isActive')], async () =>
      ask('mutation ($input: PublishCenoteInput!) { publishCenote(input: $input) { id } }', {
        input: { id, version: await version('cenote', id) },
      }),
    )
    await publishes([always(id), { type: 'product.deactivated', product: id, changed: ['isActive'] }], async () =>
      ask('mutation ($input: DeactivateCenoteInput!) { deactivateCenote(input: $input) { id } }', {
        input: { id, version: await version('cenote', id) },
      }),
    )
  })

  it('have events of an import, also of another process', async () => {
    const { cenotes } = JSON.parse(await testInstallation(product).exportText('sandbox')) as { cenotes: Json[] }
    const exported = cenotes.find(({ slug }) => slug === 'x-batun') as Json
    const file = {
      cenotes: [
        { ...exported, name: { en: 'X’Batun', es: 'X’Batun' } },
        { ...exported, slug: 'imported', name: { en: 'Imported', es: 'Importado' } },
      ],
    }
    const last = await lastProductEvent(product)
    await testInstallation(product).importLists(file, { environment: 'sandbox' })
    const id = await storedCenoteId(product.database('catalog'), 'imported')
    await eventually(
      async () => (await eventsAfter(last)).map(({ type, product: one }) => [type, one]),
      [
        ['product.created', id],
        ['product.updated', demoId('cenote', 'x-batun')],
      ],
    )
  })
})
