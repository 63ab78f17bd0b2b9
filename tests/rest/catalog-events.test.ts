import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { catalogEventTypes } from '../../schema/event-types.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { World } from '../access/table/world.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import { keys, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { oneOfEachType, publishProductEvents } from '../testkit/product-events.ts'
import { reserve } from '../testkit/reserve.ts'
import { deleteWebhooks } from '../testkit/stored-webhooks.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
/** A key of a partner that no other test uses. */
let apiKey: string
const cenoteId = demoId('cenote', 'gran-cenote')

beforeAll(async () => {
  product = await productToChange()
  apiKey = (await newPartner(product)).apiKey
  rest = partner(product.url, apiKey)
})
afterAll(() => deleteWebhooks(product.database('booking')))

const read = async (query: string): Promise<Json> => {
  const response = await rest.get(`/events?perPage=100&${query}`)
  expect(response).toHaveStatus(200)
  return response.body
}
async function endOfLog(): Promise<string> {
  await runningTransactionsEnd()
  return (await read('after=now')).pagination.nextCursor
}

/** The events of a read, once so many of them count: the product publishes changes of its own beside them. */
const settled = (query: string, count: number, counts: (event: Json) => boolean = () => true): Promise<Json[]> =>
  eventually(
    async () => (await read(query)).data as Json[],
    (events) => events.filter(counts).length >= count,
  )

/** A key of the partner with these scopes alone. */
async function keyWith(...scopes: string[]): Promise<ReturnType<typeof partner>> {
  const mutation = `mutation { createApiKey(input: { scopes: ${JSON.stringify(scopes)} }) { apiKey } }`
  return partner(product.url, (await rest.graphql(mutation)).body.data.createApiKey.apiKey)
}

describe('GET /events with types of what is sold', () => {
  it('shows the facts of each beside its position, and no member of a reservation', async () => {
    const productId = randomUUID()
    const after = await endOfLog()
    const ids = await publishProductEvents(product, oneOfEachType(productId))
    const types = 'product.*,availability.updated,pricing.updated'
    const isOwn = ({ id }: Json): boolean => ids.includes(id)
    const found = (await settled(`after=${after}&types=${types}&productId=${productId}`, 5, isOwn)).filter(isOwn)
    const position = { id: expect.any(String), cursor: expect.any(String), occurredAt: expect.any(String) }
    const cenote = { ...position, productType: 'cenote', productId }
    expect(found).toEqual([
      { ...cenote, type: 'product.created', changed: [] },
      { ...cenote, type: 'product.updated', changed: ['name', 'schedule'] },
      { ...cenote, type: 'availability.updated', dateFrom: '2027-01-09', dateTo: '2027-01-11' },
      { ...position, type: 'pricing.updated', productType: null, productId: null },
      { ...cenote, type: 'product.deactivated', changed: ['isActive'] },
    ])
    expect(found.map(({ id }) => id)).toEqual(ids)
  })

  it('gives events of reservations alone without types, and both kinds in one order with *', async () => {
    const productId = randomUUID()
    const after = await endOfLog()
    const first = await reserve(product.url, { apiKey })
    await publishProductEvents(product, oneOfEachType(productId))
    const second = await reserve(product.url, { apiKey })
    const reservations = await settled(`after=${after}`, 2)
    expect(reservations.map(({ type, reservation }) => [type, reservation.id])).toEqual([
      ['reservation.created', first.id],
      ['reservation.created', second.id],
    ])
    expect((await read(`after=${after}&types=reservation.*`)).data).toEqual(reservations)
    const isOwn = ({ reservation, productId: id }: Json): boolean => reservation !== undefined || id === productId
    const all = (await settled(`after=${after}&types=*`, 6, isOwn)).filter(isOwn)
    expect(all.map(({ type }) => type)).toEqual([
      'reservation.created',
      'product.created',
      'product.updated',
      'availability.updated',
      'product.deactivated',
      'reservation.created',
    ])
    // One cursor for both kinds, wherever a reader stops.
    const [, , { cursor }] = all
    expect((await read(`after=${cursor}&types=*`)).data.filter(isOwn)).toEqual(all.slice(3))
    expect((await read(`after=${cursor}`)).data).toEqual(reservations.slice(1))
  })

  it('is read by one cursor, page by page, each event once', async () => {
    const productId = randomUUID()
    const start = await endOfLog()
    await reserve(product.url, { apiKey })
    await publishProductEvents(product, [...oneOfEachType(productId), ...oneOfEachType(productId)])
    await settled(`after=${start}&types=*&productId=${productId}`, 10)
    const seen: string[] = []
    for (let after: string | null = start; after !== null;) {
      const { data, pagination }: Json = (await rest.get(`/events?types=*&perPage=3&after=${after}`)).body
      seen.push(...data.map(({ id }: Json) => id))
      after = pagination.nextCursor
    }
    expect(seen.length).toBeGreaterThanOrEqual(11)
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('filters by product under each of its names, with what concerns all products', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const after = await endOfLog()
    const ids = await publishProductEvents(product, [...oneOfEachType(one), ...oneOfEachType(other)])
    const own = async (filter: string): Promise<string[]> => {
      const found = await settled(`after=${after}&types=product.*,availability.*,pricing.*&${filter}`, 6, ({ id }) =>
        ids.includes(id),
      )
      return found.map(({ id }) => id).filter((id) => ids.includes(id))
    }
    const expected = [...ids.slice(0, 5), ids[8]]
    expect(await own(`productId=${one}`)).toEqual(expected)
    expect(await own(`cenoteId=${one}`)).toEqual(expected)
    expect(await own(`cenoteId=${one}&productType=cenote`)).toEqual(expected)
  })

  it('finds reservations by productId, too, and leaves changes of what is sold out for one reservation', async () => {
    const after = await endOfLog()
    const { id } = await reserve(product.url, { apiKey })
    await publishProductEvents(product, oneOfEachType(cenoteId))
    await settled(`after=${after}&types=product.*`, 3)
    const idsOf = async (query: string): Promise<string[]> =>
      (await read(`after=${after}&${query}`)).data.map(({ reservation }: Json) => reservation?.id)
    expect(await idsOf(`productId=${cenoteId}`)).toEqual([id])
    expect(await idsOf(`productId=${randomUUID()}`)).toEqual([])
    expect(await idsOf(`types=*&reservationId=${id}`)).toEqual([id])
  })

  it('reduces events of either shape to the fields that are named', async () => {
    const productId = randomUUID()
    const after = await endOfLog()
    const { id } = await reserve(product.url, { apiKey })
    await publishProductEvents(product, oneOfEachType(productId).slice(2, 3))
    const fields = 'type,reservation.id,dateTo'
    const isOwn = ({ reservation, dateTo }: Json): boolean => reservation !== undefined || dateTo === '2027-01-11'
    const found = await settled(`after=${after}&types=*&fields=${fields}`, 2, isOwn)
    expect(found).toContainEqual({ id: expect.any(String), type: 'availability.updated', dateTo: '2027-01-11' })
    expect(found).toContainEqual({ id: expect.any(String), type: 'reservation.created', reservation: { id } })
  })

  it('names the types that it does not know', async () => {
    const query = 'types=availability.updated,product.painted,availability,room.*'
    const { status, body } = await rest.get(`/events?${query}`)
    expect([status, body.code]).toEqual([400, 'ERROR_VALIDACION'])
    expect(body.errors.fields.types).toHaveLength(1)
    expect(body.errors.fields.types[0]).toContain('product.painted, availability, room.*')
    expect(body.errors.fields.types[0]).not.toContain('availability.updated')
  })

  it('needs catalog:read, for reservations reservations:read, and both for *', async () => {
    const catalog = await keyWith('catalog:read')
    const reservations = await keyWith('reservations:read')
    const statuses = (key: ReturnType<typeof partner>, ...queries: string[]): Promise<number[]> =>
      Promise.all(queries.map(async (types) => (await key.get(`/events?${types}`)).status))
    const ofCatalog = [...catalogEventTypes, 'availability.*', 'product.*', 'pricing.*'].map((type) => `types=${type}`)
    const ofReservations = ['', 'types=reservation.created', 'types=reservation.*']
    const ofBoth = ['types=*', 'types=reservation.created,pricing.updated']
    expect(new Set(await statuses(catalog, ...ofCatalog))).toEqual(new Set([200]))
    expect(new Set(await statuses(catalog, ...ofReservations, ...ofBoth))).toEqual(new Set([403]))
    expect(new Set(await statuses(reservations, ...ofReservations))).toEqual(new Set([200]))
    expect(new Set(await statuses(reservations, ...ofCatalog, ...ofBoth))).toEqual(new Set([403]))
    // A request that is invalid besides is refused for its scope first.
    expect(await statuses(catalog, 'perPage=0', 'types=pricing.*&perPage=0')).toEqual([403, 400])
    const { error } = (await catalog.get('/events?types=*')).body
    expect(error.code).toBe('INSUFFICIENT_PERMISSIONS')
  })

  it('reports a place that was taken and one that was released', async () => {
    const after = await endOfLog()
    const { id, visitDate } = await reserve(product.url, { apiKey })
    const { cursor } = await eventOfDay(after, visitDate)
    await rest.post(`/api/partner/reservations/${id}/cancel`, { reason: 'weather' })
    const released = await eventOfDay(cursor, visitDate)
    expect(Object.keys(released)).toEqual([
      'id',
      'cursor',
      'type',
      'occurredAt',
      'productType',
      'productId',
      'dateFrom',
      'dateTo',
    ])
  })
})

/** The first change of availability after a cursor that covers a day of the cenote. */
const eventOfDay = async (after: string, day: string): Promise<Json> =>
  eventually(
    async () =>
      (await read(`after=${after}&types=availability.*&productId=${cenoteId}`)).data.find(
        ({ dateFrom, dateTo }: Json) => dateFrom <= day && day <= dateTo,
      ) as Json,
    (found) => found !== undefined,
  )

describe('GET /api/partner/availability/modified-since', () => {
  const modified = async (after: string, prefix = '/api/partner'): Promise<Json> => {
    const response = await rest.get(`${prefix}/availability/modified-since?after=${encodeURIComponent(after)}`)
    expect(response).toHaveStatus(200)
    return response.body
  }

  it('merges the days of each product, and says where to continue', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    await runningTransactionsEnd()
    const { data, pagination, message } = await modified('now')
    expect([data, pagination, message]).toEqual([
      [],
      { nextCursor: expect.any(String), hasNextPage: false },
      'availability_change.listed_successfully',
    ])
    const days = (productId: string, dateFrom: string, dateTo: string) =>
      ({ type: 'availability.updated', productType: 'cenote', productId, dateFrom, dateTo }) as const
    const ids = await publishProductEvents(product, [
      days(one, '2027-01-09', '2027-01-10'),
      days(other, '2027-02-01', '2027-02-01'),
      days(one, '2027-01-03', '2027-01-03'),
    ])
    const after: string = pagination.nextCursor
    await settled(`after=${after}&types=availability.*`, ids.length, ({ id }) => ids.includes(id))
    const changes = await modified(after)
    const own = changes.data.filter(({ productId }: Json) => productId === one || productId === other)
    expect(own).toEqual([
      { productType: 'cenote', productId: other, dateFrom: '2027-02-01', dateTo: '2027-02-01' },
      { productType: 'cenote', productId: one, dateFrom: '2027-01-03', dateTo: '2027-01-10' },
    ])
    expect((await modified(after, '/partner')).data).toEqual(expect.arrayContaining(own))
    const next = await modified(changes.pagination.nextCursor)
    expect(next.data.filter(({ productId }: Json) => productId === one || productId === other)).toEqual([])
    expect(next.pagination.nextCursor).toEqual(expect.any(String))
    // Cursors are those of events.
    expect((await read(`after=${changes.pagination.nextCursor}`)).pagination).toMatchObject({ perPage: 100 })
  })

  it('reports what a reservation took', async () => {
    await runningTransactionsEnd()
    const { nextCursor } = (await modified('now')).pagination
    const { visitDate } = await reserve(product.url, { apiKey })
    await eventually(
      async () => (await modified(nextCursor)).data.find(({ productId }: Json) => productId === cenoteId) as Json,
      (found) => found !== undefined && found.dateFrom <= visitDate && visitDate <= found.dateTo,
    )
  })

  it('needs a cursor of the caller, and catalog:read', async () => {
    const path = '/api/partner/availability/modified-since'
    const { status, body } = await rest.get(path)
    expect([status, body.code, Object.keys(body.errors.fields)]).toEqual([400, 'ERROR_VALIDACION', ['after']])
    const { nextCursor } = (await modified('now')).pagination
    const responses = await Promise.all([
      rest.get(`${path}?after=yesterday`),
      partner(product.url, keys.rival).get(`${path}?after=${nextCursor}`),
      (await keyWith('reservations:read')).get(`${path}?after=now`),
      partner(product.url, null).get(`${path}?after=now`),
    ])
    expect(responses.map((response) => [response.status, response.body.error.code])).toEqual([
      [400, 'INVALID_CURSOR'],
      [400, 'INVALID_CURSOR'],
      [403, 'INSUFFICIENT_PERMISSIONS'],
      [401, 'AUTHENTICATION_REQUIRED'],
    ])
  })

  it('is not a cenote of the path beside it', async () => {
    const { status, body } = await rest.get('/api/partner/availability/modified-sinc?startDate=2099-01-01')
    expect([status, body.error.code]).toEqual([404, 'CENOTE_NOT_FOUND'])
    expect(await rest.post('/api/partner/availability/modified-since', {})).toHaveStatus(405)
  })
})

describe('a webhook of what is sold', () => {
  const register = (events: string[], caller = rest) =>
    caller.post('/webhooks', { url: `http://127.0.0.1:9/${randomUUID()}`, events })

  it('shows its events as they were given, in each response', async () => {
    const events = ['availability.*', 'reservation.confirmed', 'product.created', '*']
    const { status, body } = await register(events)
    expect([status, body.data.events]).toEqual([201, events])
    const path = `/webhooks/${body.data.id}`
    expect((await rest.get(path)).body.data.events).toEqual(events)
    const changed = await rest.send('PATCH', path, { events: ['pricing.updated', 'reservation.*'] })
    expect(changed.body.data.events).toEqual(['pricing.updated', 'reservation.*'])
    expect((await rest.send('PATCH', path, { description: 'x' })).body.data.events).toEqual(changed.body.data.events)
    const listed = (await rest.get('/webhooks')).body.data.find(({ id }: Json) => id === body.data.id)
    expect(listed.events).toEqual(changed.body.data.events)
  })

  it('names the type that it does not know', async () => {
    const { status, body } = await register(['availability.updated', 'availability'])
    expect([status, Object.keys(body.errors.fields)]).toEqual([400, ['events.1']])
  })

  it('needs the scopes of what it is registered for', async () => {
    const catalog = await keyWith('webhooks:manage', 'catalog:read')
    const reservations = await keyWith('webhooks:manage', 'reservations:read')
    const statuses = async (caller: typeof rest): Promise<number[]> =>
      Promise.all(
        ['availability.updated', 'product.*', '*'].map(async (type) => (await register([type], caller)).status),
      )
    expect(await statuses(catalog)).toEqual([201, 201, 403])
    expect(await statuses(reservations)).toEqual([403, 403, 403])
  })
})

describe('a replay of a webhook', () => {
  let world: World
  beforeAll(() => {
    world = new World(product, apiKey)
  })

  it('is accepted, and its progress can be read', async () => {
    const { id, replayId } = await world.replay()
    const { status, body } = await rest.get(`/webhooks/${id}/replays/${replayId}`)
    expect([status, body.message]).toEqual([200, 'webhook_replay.retrieved_successfully'])
    expect(body.data).toEqual({
      id: replayId,
      status: expect.stringMatching(/^(running|done)$/),
      total: expect.any(Number),
      done: expect.any(Number),
      failed: 0,
      createdAt: expect.any(String),
    })
  })

  it('begins after a cursor or at an instant, one of them, of the last 30 days', async () => {
    const id = await world.webhook()
    const replay = (body: object) => rest.post(`/webhooks/${id}/replay`, body)
    const accepted = await replay({ after: await endOfLog() })
    expect([accepted.status, accepted.headers.get('location')]).toEqual([
      202,
      expect.stringContaining(`/webhooks/${id}/replays/${accepted.body.data.id}`),
    ])
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
    for (const body of [
      {},
      { after: await endOfLog(), since: daysAgo(1) },
      { since: daysAgo(31) },
      { since: daysAgo(-1) },
      { since: 'yesterday' },
    ]) {
      const refused = await replay(body)
      expect([body, refused.status, refused.body.code]).toEqual([body, 400, 'ERROR_VALIDACION'])
    }
    const unknown = await replay({ after: 'yesterday' })
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'INVALID_CURSOR'])
  })

  it('is found under its own webhook only', async () => {
    const { id, replayId } = await world.replay()
    const paths = [`/webhooks/${id}/replays/${randomUUID()}`, `/webhooks/${await world.webhook()}/replays/${replayId}`]
    for (const path of paths) {
      const { status, body } = await rest.get(path)
      expect([status, body.error.code]).toEqual([404, 'WEBHOOK_NOT_FOUND'])
    }
    const other = await partner(product.url, keys.rival).get(`/webhooks/${id}/replays/${replayId}`)
    expect(other).toHaveStatus(404)
  })
})
