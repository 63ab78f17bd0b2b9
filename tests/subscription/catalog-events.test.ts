import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '../../platform/process/logger.ts'
import { startJobs } from '../../platform/process/job.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { pruneEventsJob } from '../../subgraphs/booking/outbox/index.ts'
import { openPool, testServerUrl } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey, newPartner } from '../testkit/issue.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { isProductEventStored, writeProductEvents, type WrittenProductEvent } from '../testkit/product-events.ts'
import { keys, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { Wire } from '../testkit/wire.ts'

let product: SharedProduct
let pool: ReturnType<typeof openPool>
/** A partner that no other test uses. */
let reader: Awaited<ReturnType<typeof newPartner>>
beforeAll(async () => {
  product = await productToChange()
  reader = await newPartner(product)
  pool = openPool(product.database('booking'), undefined, { options: '-c search_path=sandbox' })
})
afterAll(() => pool.end())

const cenote = demoId('cenote', 'gran-cenote')
const availability = (productId: string, dateFrom = '2030-01-01', dateTo = '2030-01-02'): WrittenProductEvent => ({
  type: 'availability.updated',
  productType: 'cenote',
  productId,
  dateFrom,
  dateTo,
})
/** Of a type that nothing else in these tests causes, in contrast to availability. */
const update = (productId: string = randomUUID()): WrittenProductEvent => ({
  type: 'product.updated',
  productType: 'cenote',
  productId,
  changed: ['names'],
})
const write = (...events: WrittenProductEvent[]): Promise<string[]> => writeProductEvents(pool, events)

const ask = (query: string, variables: Record<string, unknown> = {}, apiKey = reader.apiKey): Promise<Json> =>
  operator(product.url, apiKey).ask(query, variables)
const refusal = (query: string, variables: Record<string, unknown> = {}, apiKey = reader.apiKey): Promise<Json> =>
  operator(product.url, apiKey).refusal(query, variables)

const eventsQuery = `query ($filter: EventFilter, $first: Int, $after: String, $offset: NonNegativeInt) {
  events(filter: $filter, first: $first, after: $after, offset: $offset) {
    totalCount
    pageInfo { endCursor hasNextPage hasPreviousPage startCursor }
    nodes {
      __typename
      ... on ReservationEvent { id cursor type reservation { reservationId } }
      ... on CatalogEvent { id cursor type productId changed }
    }
  }
}`
const catalogTypes = ['PRODUCT_CREATED', 'PRODUCT_UPDATED', 'PRICING_UPDATED']
const types = ['RESERVATION_CREATED', 'RESERVATION_CANCELLED']
const listed = async (variables: Record<string, unknown>, apiKey?: string): Promise<Json> =>
  (await ask(eventsQuery, variables, apiKey)).events
/** The events after a cursor, once they are as many. */
const settled = (
  after: string,
  count: number,
  filter: Json = { types, catalogTypes },
  apiKey?: string,
): Promise<Json[]> =>
  eventually(
    async () => (await listed({ filter, after, first: 100 }, apiKey)).nodes,
    ({ length }: Json[]) => length >= count,
  )
const idsOf = (events: readonly Json[]): string[] => events.map(({ id }) => id)
const refused = (after: string, filter?: Json): [string, Json] => [eventsQuery, { after, filter }]

describe('catalogEvents', () => {
  const everything = `subscription ($filter: CatalogEventFilter, $after: String) {
    catalogEvents(filter: $filter, after: $after) {
      id cursor type occurredAt productType productId dateFrom dateTo changed
      product { __typename id name ... on Cenote { location { municipality } prices: pricing { adultCents } } ... on Tour { durationMinutes } }
    }
  }`
  const received = (wire: Wire): Json[] => wire.messages.map(({ payload }) => payload.data.catalogEvents)

  it('have what changed, and the product as the catalog has it now', async () => {
    const tourId = (await ask('{ tours(first: 1) { nodes { id } } }')).tours.nodes[0].id
    const after = await logEnd(product.url, reader.apiKey)
    const wire = await Wire.connect(product.url, reader.apiKey)
    const place = demoId('cenote', 'dos-ojos')
    wire.subscribe('1', everything, { after, filter: { productIds: [place, tourId] } })
    const [first, second, third] = await write(
      availability(place, '2030-01-01', '2030-01-31'),
      { type: 'product.updated', productType: 'tour', productId: tourId, changed: ['names', 'isActive'] },
      { type: 'pricing.updated' },
    )
    await wire.received(3)
    const found = await ask(
      `query ($cenote: ID!, $tour: ID!) {
        cenote(id: $cenote) { name location { municipality } pricing { adultCents } } tour(id: $tour) { name durationMinutes }
      }`,
      { cenote: place, tour: tourId },
    )
    const { pricing, ...facts } = found.cenote
    const common = { cursor: expect.any(String), occurredAt: expect.stringMatching(/Z$/) }
    const none = { dateFrom: null, dateTo: null, changed: null }
    expect(received(wire)).toEqual([
      {
        ...common,
        ...none,
        id: first,
        type: 'AVAILABILITY_UPDATED',
        productType: 'CENOTE',
        productId: place,
        dateFrom: '2030-01-01',
        dateTo: '2030-01-31',
        product: { __typename: 'Cenote', id: place, ...facts, prices: pricing },
      },
      {
        ...common,
        ...none,
        id: second,
        type: 'PRODUCT_UPDATED',
        productType: 'TOUR',
        productId: tourId,
        changed: ['names', 'isActive'],
        product: { __typename: 'Tour', id: tourId, ...found.tour },
      },
      { ...common, ...none, id: third, type: 'PRICING_UPDATED', productType: null, productId: null, product: null },
    ])
    wire.close()
  })

  it('have null for a product that the catalog does not have', async () => {
    const wire = await Wire.connect(product.url, reader.apiKey)
    const productId = randomUUID()
    const after = await logEnd(product.url, reader.apiKey)
    wire.subscribe('1', everything, { after, filter: { productIds: [productId] } })
    await write(availability(productId))
    const [message] = await wire.received(1)
    expect(message.payload.data.catalogEvents).toMatchObject({ productId, product: null })
    wire.close()
  })

  it('have only what the filter matches, live and replayed alike; a change of all products matches each', async () => {
    const after = await logEnd(product.url, reader.apiKey)
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    const filters: Record<string, Json> = {
      products: { productIds: [a.toUpperCase(), b] },
      types: { types: ['PRODUCT_CREATED', 'PRICING_UPDATED'] },
      both: { productIds: [c], types: ['AVAILABILITY_UPDATED'] },
      all: { productIds: [a, b, c] },
    }
    const query = `subscription ($filter: CatalogEventFilter, $after: String) { catalogEvents(filter: $filter, after: $after) { id } }`
    const subscribe = async (from?: string) => {
      const wire = await Wire.connect(product.url, reader.apiKey)
      for (const [id, filter] of Object.entries(filters)) wire.subscribe(id, query, { filter, after: from })
      return wire
    }
    const live = await subscribe(after)
    const created = { type: 'product.created', productType: 'cenote', productId: c, changed: [] } as const
    const [ofA, ofB, ofC, creation, prices] = await write(availability(a), availability(b), availability(c), created, {
      type: 'pricing.updated',
    })
    await live.received(11)
    const replayed = await subscribe(after)
    await replayed.received(11)
    for (const wire of [live, replayed]) {
      const of = (id: string) =>
        wire.messages.filter((message) => message.id === id).map(({ payload }) => payload.data.catalogEvents.id)
      expect(of('products')).toEqual([ofA, ofB, prices])
      expect(of('types')).toEqual([creation, prices])
      expect(of('both')).toEqual([ofC])
      expect(of('all')).toEqual([ofA, ofB, ofC, creation, prices])
      wire.close()
    }
  })

  it('continue after a cursor of any reader of the key', async () => {
    const start = await logEnd(product.url, reader.apiKey)
    const [first] = await write(update())
    const { id } = await reserve(product.url, { apiKey: reader.apiKey })
    const [second] = await write(update())
    const log = await settled(start, 3)
    expect(log.map((event) => event.reservation?.reservationId ?? event.id)).toEqual([first, id, second])
    const query =
      'subscription ($after: String) { catalogEvents(after: $after, filter: { types: [PRODUCT_UPDATED] }) { id cursor } }'
    const wire = await Wire.connect(product.url, reader.apiKey)
    wire.subscribe('1', query, { after: log[1]?.cursor })
    const [message] = await wire.received(1)
    expect(message.payload.data.catalogEvents).toEqual({ id: second, cursor: log[2]?.cursor })
    // And reservations' readers after the cursor of a change of what is sold.
    const { reservationEvents } = await ask(
      'query ($after: String) { reservationEvents(after: $after) { nodes { reservation { reservationId } } } }',
      { after: log[0]?.cursor },
    )
    expect(reservationEvents.nodes).toEqual([{ reservation: { reservationId: id } }])
    wire.close()
  })

  it.each<[string, Json, Json]>([
    ['no type', { types: [] }, { types: [expect.stringMatching(/at least one type/)] }],
    ['no product', { productIds: [] }, { productIds: [expect.stringMatching(/empty/)] }],
    ['no id', { productIds: ['dos-ojos'] }, { productIds: [expect.stringMatching(/UUID/)] }],
    [
      'too many products',
      { productIds: Array.from({ length: 101 }, () => randomUUID()) },
      { productIds: [expect.stringMatching(/100/)] },
    ],
  ])('refuse a filter with %s', async (_name, filter, fields) => {
    const wire = await Wire.connect(product.url, reader.apiKey)
    wire.subscribe('1', 'subscription ($filter: CatalogEventFilter) { catalogEvents(filter: $filter) { id } }', {
      filter,
    })
    const [message] = await wire.received(1)
    const [error] = message.payload.errors ?? message.payload
    expect(error.extensions).toMatchObject({ code: 'ERROR_VALIDACION', details: { fields } })
    wire.close()
  })

  it('need catalog:read', async () => {
    const { apiKey } = await issueTestKey(product, { partner: reader, scopes: ['reservations:read'] })
    const wire = await Wire.connect(product.url, apiKey)
    wire.subscribe('1', 'subscription { catalogEvents { id } }')
    const [message] = await wire.received(1)
    const [error] = message.payload.errors ?? message.payload
    expect(error.extensions.code).toBe('INSUFFICIENT_PERMISSIONS')
    wire.close()
  })
})

describe('events', () => {
  it('are those of reservations without types, and of the kinds whose types are named', async () => {
    const start = await logEnd(product.url, reader.apiKey)
    const [change] = await write(update())
    await reserve(product.url, { apiKey: reader.apiKey })
    const [reservation, other] = (await settled(start, 2)).toReversed()
    expect(idsOf(await settled(start, 1, null))).toEqual([reservation?.id])
    expect(idsOf(await settled(start, 1, { types: ['RESERVATION_CREATED'] }))).toEqual([reservation?.id])
    expect(idsOf(await settled(start, 1, { catalogTypes: ['PRODUCT_UPDATED'] }))).toEqual([change])
    expect(other).toEqual({
      __typename: 'CatalogEvent',
      id: change,
      cursor: expect.any(String),
      type: 'PRODUCT_UPDATED',
      productId: expect.any(String),
      changed: ['names'],
    })
  })

  it('are read by cursor and by offset in one order, and counted', async () => {
    const start = await logEnd(product.url, reader.apiKey)
    for (let round = 0; round < 3; round += 1) {
      await write(update(), { type: 'pricing.updated' })
      await reserve(product.url, { apiKey: reader.apiKey })
    }
    const all = idsOf(await settled(start, 9))
    const filter = { types, catalogTypes }
    const walked: string[] = []
    for (let after = start; ;) {
      const { nodes, pageInfo } = await listed({ filter, first: 2, after })
      walked.push(...idsOf(nodes))
      expect(pageInfo).toMatchObject({
        endCursor: nodes.at(-1).cursor,
        startCursor: nodes[0].cursor,
        hasPreviousPage: true,
      })
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    expect(walked).toEqual(all)
    const { totalCount } = await listed({ filter, first: 1 })
    const { nodes } = await listed({ filter, first: 4, offset: totalCount - 6 })
    expect(idsOf(nodes)).toEqual(all.slice(-6, -2))
    const counted = async (kind: Json) => (await listed({ filter: kind, first: 1 })).totalCount
    expect((await counted({ types })) + (await counted({ catalogTypes }))).toBe(totalCount)
  })

  it('are listed newest first on request, both kinds in one order, and continue with older ones', async () => {
    const start = await logEnd(product.url, reader.apiKey)
    const made = await reserve(product.url, { apiKey: reader.apiKey })
    const [first = ''] = await write(update())
    await reserve(product.url, { apiKey: reader.apiKey, guest: 'Last' })
    const filter = { types: ['RESERVATION_CREATED'], catalogTypes: ['PRODUCT_UPDATED'] }
    const oldest = await eventually(
      async () => (await ask(eventsQuery, { filter, after: start, first: 10 })).events.nodes as Json[],
      (nodes) => nodes.length === 3,
    )
    const newest = `query ($filter: EventFilter, $after: String) {
      events(filter: $filter, first: 2, after: $after, newestFirst: true) {
        pageInfo { endCursor hasNextPage }
        nodes { ... on ReservationEvent { id reservation { reservationId } } ... on CatalogEvent { id } }
      }
    }`
    const { events: page } = await ask(newest, { filter })
    const { events: older } = await ask(newest, { filter, after: page.pageInfo.endCursor })
    const ids = [...page.nodes, ...older.nodes].slice(0, 3).map(({ id }: Json) => id)
    expect(ids).toEqual(oldest.map(({ id }) => id).reverse())
    expect(ids[1]).toBe(first)
    expect(older.nodes[0].reservation.reservationId).toBe(made.id)
    expect(page.pageInfo.hasNextPage).toBe(true)
  })

  it('match conditions on the product, those of all products each; those on reservations leave out the others', async () => {
    const start = await logEnd(product.url, reader.apiKey)
    const { id } = await reserve(product.url, { apiKey: reader.apiKey })
    const elsewhere = randomUUID()
    const ofTour = { type: 'product.updated', productType: 'tour', productId: elsewhere, changed: ['names'] } as const
    const [here, tour, all] = await write(update(cenote), ofTour, { type: 'pricing.updated' })
    const [reservation] = await settled(start, 4)
    expect(reservation?.reservation.reservationId).toBe(id)
    const matching = async (filter: Json) =>
      idsOf((await listed({ filter: { types, catalogTypes, ...filter }, after: start })).nodes)
    const { id: event } = reservation ?? {}
    expect(await matching({ productId: cenote.toUpperCase() })).toEqual([event, here, all])
    expect(await matching({ cenoteId: cenote })).toEqual([event, here, all])
    expect(await matching({ productId: elsewhere })).toEqual([tour, all])
    expect(await matching({ tourId: elsewhere })).toEqual([tour, all])
    expect(await matching({ productId: cenote, tourId: elsewhere })).toEqual([all])
    expect(await matching({ productType: 'CENOTE' })).toEqual([event, here, all])
    expect(await matching({ productType: 'TOUR' })).toEqual([tour, all])
    expect(await matching({ occurredBefore: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await matching({ occurredAfter: '2020-01-01T00:00:00Z' })).toEqual([event, here, tour, all])
    for (const filter of [
      { reservationId: id },
      { isActive: true },
      { search: 'núñez' },
      { partnerId: (await ask('{ viewer { partner { id } } }')).viewer.partner.id },
    ])
      expect(await matching(filter)).toEqual([event])
    // No event of products is left.
    expect((await listed({ filter: { catalogTypes, reservationId: id } })).nodes).toEqual([])
  })

  it('need the scope of each kind that is requested', async () => {
    const catalog = (await issueTestKey(product, { partner: reader, scopes: ['catalog:read'] })).apiKey
    const reservations = (await issueTestKey(product, { partner: reader, scopes: ['reservations:read'] })).apiKey
    await write(update())
    const missing = (requiredScopes: string[], grantedScopes: string[]) => ({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScopes, grantedScopes },
    })
    const [lacksReservations, lacksCatalog] = [
      missing(['reservations:read'], ['catalog:read']),
      missing(['catalog:read'], ['reservations:read']),
    ]
    expect(await refusal(eventsQuery, {}, catalog)).toMatchObject(lacksReservations)
    expect(await refusal(eventsQuery, { filter: { types, catalogTypes } }, catalog)).toMatchObject(lacksReservations)
    expect(await refusal(eventsQuery, { filter: { catalogTypes } }, reservations)).toMatchObject(lacksCatalog)
    expect(await refusal(eventsQuery, { filter: { types, catalogTypes } }, reservations)).toMatchObject(lacksCatalog)
    expect((await listed({ filter: { catalogTypes } }, catalog)).nodes).not.toEqual([])
    expect((await listed({ filter: { types } }, reservations)).nodes).not.toEqual([])
  })

  it('have cursors that operators and partners do not share', async () => {
    // A page has these events and few of other tests.
    const filter = { catalogTypes, occurredAfter: new Date(Date.now() - 1_000).toISOString() }
    const [first, second] = await write(update(), update())
    const own = await eventually(
      async () => (await listed({ filter, first: 100 })).nodes,
      (nodes: Json[]) => idsOf(nodes).includes(second as string),
    )
    const ofOperator = (await listed({ filter, first: 100 }, operatorKeys.sandbox)).nodes
    expect(idsOf(ofOperator)).toEqual(idsOf(own))
    const cursorOfFirst = (events: Json[]) => events.find(({ id }) => id === first)?.cursor
    const [partners, operators] = [cursorOfFirst(own), cursorOfFirst(ofOperator)]
    expect((await listed({ filter, after: operators }, operatorKeys.sandbox)).nodes[0].id).toBe(second)
    expect(await refusal(...refused(partners, filter), operatorKeys.sandbox)).toMatchObject({ code: 'INVALID_CURSOR' })
    expect(await refusal(...refused(operators, filter))).toMatchObject({ code: 'INVALID_CURSOR' })
    expect(await refusal(...refused(partners, filter), keys.rival)).toMatchObject({ code: 'INVALID_CURSOR' })
  })

  it('expire for readers of the types of which some have been deleted, and for no others', async () => {
    const start = await logEnd(product.url, reader.apiKey)
    const occurredAt = new Date(Date.now() - 31 * 86_400_000)
    const ofProduct = { productType: 'cenote', productId: randomUUID(), changed: [], occurredAt } as const
    const [gone = ''] = await write({ ...ofProduct, type: 'product.deactivated' })
    const filter = { catalogTypes: ['PRODUCT_DEACTIVATED'] }
    const { databases, watch, close } = await openDatabases(testServerUrl(), product.database('booking'))
    const services = { databases, clock: watch.clock }
    const job = startJobs([{ ...pruneEventsJob, everyMilliseconds: 10 }], services, createLogger('silent', 'test'))
    await eventually(
      async () =>
        !(await isProductEventStored(pool, gone)) &&
        (await operator(product.url).graphql(eventsQuery, { after: start, filter })).body.errors !== undefined,
      true,
    )
    await job.stop()
    await close()
    const expired = { code: 'INVALID_CURSOR', details: { reason: 'expired', keptDays: 30 } }
    expect(await refusal(...refused(start, filter))).toMatchObject(expired)
    expect(await refusal(...refused(start, { types, ...filter }))).toMatchObject(expired)
    const wire = await Wire.connect(product.url, reader.apiKey)
    const subscription = `subscription ($after: String, $types: [CatalogEventType!]) {
      catalogEvents(after: $after, filter: { types: $types }) { id } }`
    wire.subscribe('all', subscription, { after: start })
    const [message] = await wire.received(1)
    expect((message.payload.errors ?? message.payload)[0].extensions).toMatchObject(expired)
    wire.messages.length = 0
    const [updated] = await write(update(), { type: 'pricing.updated' })
    wire.subscribe('updates', subscription, { after: start, types: ['PRODUCT_UPDATED'] })
    await wire.received(1)
    expect(wire.messages[0].payload.data.catalogEvents.id).toBe(updated)
    expect((await listed({ filter: { types }, after: start })).nodes).toEqual([])
    wire.close()
  })

  it('have reservations of all partners for operators, among what is sold', async () => {
    const start = await logEnd(product.url, operatorKeys.sandbox)
    const own = await reserve(product.url, { apiKey: reader.apiKey })
    const [change] = await write(update())
    const rival = await reserve(product.url, { apiKey: keys.rival })
    const log = await settled(start, 3, undefined, operatorKeys.sandbox)
    expect(log.map((event) => event.reservation?.reservationId ?? event.id)).toEqual([own.id, change, rival.id])
  })

  it('refuse empty lists of types', async () => {
    const extensions = await refusal(eventsQuery, { filter: { catalogTypes: [] } })
    expect(extensions).toMatchObject({
      code: 'ERROR_VALIDACION',
      details: { fields: { catalogTypes: [expect.any(String)] } },
    })
  })
})
