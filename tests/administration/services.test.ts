import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { changesOf, operator } from '../testkit/operator.ts'
import { serviceInput } from '../testkit/price-forms.ts'
import { calculate } from '../testkit/pricing.ts'
import { keys, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => void (product = await productToChange()))

const create =
  'mutation ($input: CreateCenoteServiceInput!) { service: createCenoteService(input: $input) { id serviceId version priceCents isBookable stored } }'
const update =
  'mutation ($input: UpdateCenoteServiceInput!) { service: updateCenoteService(input: $input) { id version priceCents isBookable isActive stored } }'
const granCenote = demoId('cenote', 'gran-cenote')
const created = async (input: object): Promise<Json> => (await operator(product.url).ask(create, { input })).service
const updated = async (input: object): Promise<Json> => (await operator(product.url).ask(update, { input })).service
const costOf = async (id: string): Promise<Json> => {
  const { body } = await calculate(partner(product.url, keys.demo), { selectedServices: [id] })
  return body.data?.services.totalServicesCost ?? body.error?.code ?? body.code
}

describe('administration of services', () => {
  it('creates, changes and deactivates one, which lists and prices follow at once, and records each change', async () => {
    const service = await created(serviceInput(granCenote))
    expect(service).toMatchObject({ version: 1, priceCents: 5_000, isBookable: true })
    expect(service.stored).toEqual({
      ...serviceInput(granCenote),
      serviceId: service.serviceId,
      displayOrder: 0,
      isActive: true,
    })
    expect(await costOf(service.id)).toBe(5_000)
    await updated({ id: service.id, version: 1, priceCents: 7_500 })
    expect(await costOf(service.id)).toBe(7_500)
    expect(await updated({ id: service.id, version: 2, inclusionType: 'INCLUDED', priceCents: null })).toMatchObject({
      priceCents: 0,
      isBookable: false,
    })
    expect(await costOf(service.id)).toBe('SERVICE_NOT_BOOKABLE')
    await updated({ id: service.id, version: 3, isActive: false })
    expect(await costOf(service.id)).toBe('SERVICE_NOT_AVAILABLE')
    const { body } = await partner(product.url).get(`/cenotes/${granCenote}/services`)
    expect(body.data.find(({ id }: Json) => id === service.id)).toMatchObject({
      inclusionType: 'not_available',
      price: null,
      isBookable: false,
      isActive: false,
    })
    expect((await changesOf(product.url, 'CENOTE_SERVICE', service.id)).nodes).toMatchObject([
      { before: { isActive: true }, after: { isActive: false }, key: { lastFour: 'ator' } },
      {
        before: { inclusionType: 'optional', priceCents: 7_500 },
        after: { inclusionType: 'included', priceCents: null },
      },
      { before: { priceCents: 5_000 }, after: { priceCents: 7_500 } },
      { action: 'CREATED', after: { ...service.stored, category: 'equipment', inclusionType: 'optional' } },
    ])
  })

  it('lists an optional one that is not in use as not available, whatever is stored, and again when it is in use', async () => {
    const input = serviceInput(granCenote)
    const service = await created(input)
    const listed = async (): Promise<Json> => {
      const { body } = await partner(product.url).get(`/cenotes/${granCenote}/services`)
      const { inclusionType, price, isBookable, isActive } = body.data.find(({ id }: Json) => id === service.id)
      return { inclusionType, price, isBookable, isActive }
    }
    const sold = { inclusionType: 'optional', price: 5_000, isBookable: true, isActive: true }
    expect(await listed()).toEqual(sold)
    const ended = await updated({ id: service.id, version: 1, isActive: false })
    expect(ended).toMatchObject({ priceCents: null, isBookable: false, isActive: false })
    expect(ended.stored).toMatchObject({ inclusionType: 'OPTIONAL', priceCents: 5_000, isActive: false })
    expect(await listed()).toEqual({ inclusionType: 'not_available', price: null, isBookable: false, isActive: false })
    await updated({ id: service.id, version: 2, isActive: true })
    expect(await listed()).toEqual(sold)
  })

  it('leaves transport services out of discounts that leave transport out', async () => {
    const transportConfig = { vehicleTypes: ['van'], maxCapacity: 8, pricePerKmCents: 900 }
    const shuttle = serviceInput(granCenote, { category: 'TRANSPORTATION', transportConfig })
    const { id, stored } = await created(shuttle)
    expect(stored.transportConfig).toEqual(transportConfig)
    const { body } = await calculate(partner(product.url, keys.demo), { selectedServices: [id] })
    expect(body.data.services.selected[0]).toMatchObject({ isTransport: true, category: 'transportation' })
  })

  it.each([
    [{ cenoteId: 'x', priceCents: -1, displayOrder: -1 }, ['cenoteId', 'priceCents', 'displayOrder']],
    [{ priceCents: undefined }, ['priceCents']],
    [{ priceCents: 0 }, ['priceCents']],
    [{ inclusionType: 'INCLUDED' }, ['priceCents']],
    [{ inclusionType: 'NOT_AVAILABLE' }, ['priceCents']],
    [{ transportConfig: { vehicleTypes: ['van'], maxCapacity: 8, pricePerKmCents: 1 } }, ['transportConfig']],
    [
      { category: 'TRANSPORTATION', transportConfig: { vehicleTypes: [], maxCapacity: 0, pricePerKmCents: -1 } },
      ['transportConfig.vehicleTypes', 'transportConfig.maxCapacity', 'transportConfig.pricePerKmCents'],
    ],
    [{ serviceId: demoId('service', 'locker') }, ['serviceId']],
  ])('refuses %j, naming its fields', async (more, fields) => {
    const { details } = await operator(product.url).refusal(create, { input: serviceInput(granCenote, more) })
    expect(Object.keys(details.fields)).toEqual(fields)
  })

  it('refuses a stale version', async () => {
    const { id } = await created(serviceInput(randomUUID()))
    await updated({ id, version: 1, durationMinutes: 10 })
    expect(
      await operator(product.url).refusal(update, { input: { id, version: 1, durationMinutes: 20 } }),
    ).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { currentVersion: 2 },
    })
  })

  it('lists those of a cenote in display order, and one service at all cenotes', async () => {
    const { ask } = operator(product.url)
    const list =
      'query ($filter: CenoteServiceFilter, $first: Int, $after: String) { cenoteServices(filter: $filter, first: $first, after: $after) { totalCount nodes { id cenoteId displayOrder stored } pageInfo { hasNextPage endCursor } } }'
    const { cenoteServices: ofIkKil } = await ask(list, { filter: { cenoteId: demoId('cenote', 'ik-kil') } })
    expect(ofIkKil.nodes.map(({ displayOrder }: Json) => displayOrder)).toEqual([1, 2, 3, 4, 5])
    const [one, other, serviceId] = [randomUUID(), randomUUID(), randomUUID()]
    for (const cenoteId of [one, other]) await created(serviceInput(cenoteId, { serviceId }))
    const { cenoteServices: towels } = await ask(list, { filter: { serviceId } })
    expect(towels.nodes.map(({ cenoteId }: Json) => cenoteId).sort()).toEqual([one, other].sort())
    const all: string[] = []
    let after: string | null = null
    do {
      const { cenoteServices }: Json = await ask(list, { first: 7, after })
      all.push(...cenoteServices.nodes.map(({ id }: Json) => id))
      after = cenoteServices.pageInfo.hasNextPage ? cenoteServices.pageInfo.endCursor : null
      if (!after) expect([new Set(all).size, cenoteServices.totalCount]).toEqual([all.length, all.length])
    } while (after)
    expect(all.length).toBeGreaterThan(30)
  })

  it('stores everything that the demo services show, exactly as it is described', async () => {
    const { cenoteServices } = await operator(product.url).ask('{ cenoteServices(first: 100) { nodes { stored } } }')
    expect(cenoteServices.nodes.length).toBeGreaterThan(30)
    const cenoteId = randomUUID()
    for (const { stored } of cenoteServices.nodes) {
      const input = { ...stored, cenoteId, serviceId: randomUUID() }
      expect((await created(input)).stored).toEqual(input)
    }
  })
})
