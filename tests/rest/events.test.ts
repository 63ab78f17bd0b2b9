import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { startJobs } from '../../platform/process/job.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { pruneEventsJob } from '../../subgraphs/booking/outbox/index.ts'
import { testServerUrl } from '../testkit/database.ts'
import { ageEventsBefore, clearEventLog, commitEventAfter } from '../testkit/event-log.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'

let product: TestProduct
let rest: ReturnType<typeof partner>
const cenotes = ['gran-cenote', 'dos-ojos'].map((slug) => demoId('cenote', slug)) as [string, string]

beforeAll(async () => {
  product = await startTestProduct()
  rest = partner(product.url)
})
beforeEach(() => clearEventLog(product.database('booking')))
afterAll(() => product.close())

async function reserve(cenoteId = cenotes[0], caller = rest): Promise<Json> {
  const { status, body } = await caller.post('/api/partner/reservations', {
    cenoteId,
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  expect([status, body]).toEqual([201, expect.anything()])
  return body.data
}

/** The response of a read of the log. */
const events = async (query = ''): Promise<Json> => (await rest.get(`/events${query}`)).body

/** The same once the log has so many events: they are visible when all earlier transactions have ended. */
async function settled(count: number, query = ''): Promise<Json> {
  while ((await events(query)).pagination.total < count);
  return events(query)
}
const idsOf = ({ data }: Json): string[] => data.map(({ id }: Json) => id)

/** Reads the log like a poller: to the end, and later from there. */
class Walker {
  readonly seen: Json[] = []
  #cursor: string | undefined

  async walk(perPage: number): Promise<this> {
    for (;;) {
      const after = this.#cursor === undefined ? '' : `&after=${this.#cursor}`
      const { data, pagination } = await events(`?perPage=${perPage}${after}`)
      this.seen.push(...data)
      this.#cursor = data.at(-1)?.cursor ?? this.#cursor
      if (pagination.nextCursor === null) return this
      expect(pagination.nextCursor).toBe(this.#cursor)
    }
  }
}

describe('GET /events', () => {
  it('starts at the end of the log with after=now, over GraphQL too', async () => {
    await reserve()
    await settled(1)
    const query = `{ reservationEvents(after: "now") { nodes { id } pageInfo { endCursor hasNextPage } } }`
    const { reservationEvents } = (await rest.graphql(query)).body.data
    const { data, pagination } = await events('?after=now')
    expect([data, reservationEvents.nodes, reservationEvents.pageInfo.hasNextPage]).toEqual([[], [], false])
    const { id } = await reserve()
    await settled(2)
    for (const cursor of [pagination.nextCursor, reservationEvents.pageInfo.endCursor])
      expect((await events(`?after=${cursor}`)).data.map(({ reservation }: Json) => reservation.id)).toEqual([id])
  })

  it('has what happened, oldest first, as it was at that moment', async () => {
    const { id } = await reserve()
    await rest.post(`/api/partner/reservations/${id}/confirm`, { paymentId: 'p', paymentMethod: 'cash' })
    await rest.post(`/api/partner/reservations/${id}/cancel`, { reason: 'guest_request' })
    const { success, message, data, pagination, _sandbox } = await settled(3)
    expect({ success, message, pagination, _sandbox }).toEqual({
      success: true,
      message: 'event.listed_successfully',
      pagination: { total: 3, perPage: 15, currentPage: 1, lastPage: 1, nextCursor: null },
      _sandbox: true,
    })
    expect(Object.keys(data[0])).toEqual(['id', 'cursor', 'type', 'version', 'occurredAt', 'by', 'reservation'])
    expect(
      data.map((event: Json) => [event.type, event.version, event.reservation.status, event.reservation.id]),
    ).toEqual([
      ['reservation.created', 1, 'pending', id],
      ['reservation.confirmed', 2, 'confirmed', id],
      ['reservation.cancelled', 3, 'cancelled', id],
    ])
  })

  it('is read by cursor without gap or repeat while others write', async () => {
    const walker = new Walker()
    const made: string[] = []
    let writing = true
    const writers = Promise.all(
      cenotes.map(async (cenoteId) => {
        for (let count = 0; count < 15; count += 1) {
          const { id } = await reserve(cenoteId)
          made.push(id)
          await rest.send('PATCH', `/api/partner/reservations/${id}`, { specialRequests: `no. ${count}` })
        }
      }),
    ).finally(() => (writing = false))
    while (writing) await walker.walk(3)
    await writers
    await settled(60)
    await walker.walk(100)
    expect(walker.seen).toHaveLength(60)
    expect(new Set(walker.seen.map(({ id }) => id)).size).toBe(60)
    for (const id of made)
      expect(walker.seen.filter(({ reservation }) => reservation.id === id).map(({ version }) => version)).toEqual([
        1, 2,
      ])
  })

  it('never skips a transaction that commits after a later one', async () => {
    const walker = new Walker()
    await reserve()
    await settled(1)
    await walker.walk(100)
    let laterId: string | undefined
    await commitEventAfter(product.database('booking'), async () => {
      laterId = (await reserve()).id
      await walker.walk(100)
      expect(walker.seen).toHaveLength(1)
    })
    await settled(3)
    await walker.walk(100)
    expect(walker.seen.map(({ type, reservation }) => [type, reservation.id === laterId])).toEqual([
      ['reservation.created', false],
      ['reservation.modified', false],
      ['reservation.created', true],
    ])
  })

  it('numbers the changes of a reservation without gaps, in the order of the log, under concurrency', async () => {
    const { id } = await reserve()
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index === 15
          ? rest.post(`/api/partner/reservations/${id}/confirm`, { paymentId: 'p', paymentMethod: 'cash' })
          : rest.send('PATCH', `/api/partner/reservations/${id}`, { specialRequests: `no. ${index}` }),
      ),
    )
    // A change overtaken while it was priced is refused, and leaves no event.
    const changes = responses.filter(({ status }) => status === 200).length
    expect(responses.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(changes).toBeGreaterThan(1)
    const { data } = await settled(1 + changes, '?perPage=100')
    expect(data.map(({ version }: Json) => version)).toEqual(
      Array.from({ length: 1 + changes }, (_, index) => index + 1),
    )
  })

  it('filters by type, reservation and cenote, also by page', async () => {
    const [first, second] = [await reserve(), await reserve(cenotes[1])]
    await rest.post(`/api/partner/reservations/${first.id}/cancel`, { reason: 'guest_request' })
    const all = idsOf(await settled(3))
    expect(all).toHaveLength(3)
    expect(idsOf(await events('?types=reservation.created'))).toEqual(all.slice(0, 2))
    expect(idsOf(await events('?types=reservation.cancelled,reservation.refunded'))).toEqual(all.slice(2))
    expect(idsOf(await events(`?reservationId=${first.id.toUpperCase()}`))).toEqual([all[0], all[2]])
    expect(idsOf(await events(`?cenoteId=${cenotes[1]}`))).toEqual([all[1]])
    expect(idsOf(await events(`?cenoteId=${cenotes[0]}&reservationId=${second.id}`))).toEqual([])
    const second2 = await events('?page=2&perPage=2')
    expect([idsOf(second2), second2.pagination]).toEqual([
      all.slice(2),
      { total: 3, perPage: 2, currentPage: 2, lastPage: 2, nextCursor: null },
    ])
    expect((await events('?page=9&perPage=2')).data).toEqual([])
    // A filter may change between pages: the position in the log stays.
    const [, { cursor }] = (await events()).data
    expect(idsOf(await events(`?after=${cursor}&types=reservation.cancelled`))).toEqual(all.slice(2))
    expect(idsOf(await events(`?cursor=${cursor}`))).toEqual(all.slice(2))
  })

  it.each([
    ['types=reservation.exploded', 'types'],
    ['perPage=0', 'perPage'],
    ['perPage=101', 'perPage'],
    ['page=0', 'page'],
    ['reservationId=7', 'reservationId'],
    ['cenoteId=here', 'cenoteId'],
    ['after=a&cursor=b', 'cursor'],
  ])('refuses %s, naming the parameter', async (query, field) => {
    const { status, body } = await rest.get(`/events?${query}`)
    expect([status, body.code, Object.keys(body.errors?.fields ?? {})]).toEqual([400, 'ERROR_VALIDACION', [field]])
  })

  it('responds with 304 to a client that has it already, and in full once there is more', async () => {
    await reserve()
    await settled(1)
    const first = await rest.get('/events')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\//)
    expect(await rest.get('/events', { 'If-None-Match': tag })).toHaveStatus(304)
    await reserve()
    await settled(2)
    expect(await rest.get('/events', { 'If-None-Match': tag })).toHaveStatus(200)
  })

  it('refuses cursors that are not the caller’s in this environment, or none at all', async () => {
    await reserve()
    const { cursor } = (await settled(1)).data[0]
    const changed = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`
    for (const [caller, sent] of [
      [partner(product.url, keys.rival), cursor],
      [partner(product.url, keys.live), cursor],
      [rest, changed],
      [rest, 'yesterday'],
      [rest, ''],
    ] as const) {
      const { status, body } = await caller.get(`/events?after=${sent}`)
      expect([status, body.error?.code, body.error?.details]).toEqual([400, 'INVALID_CURSOR', { reason: 'unknown' }])
    }
    expect(await partner(product.url, null).get('/events')).toHaveStatus(401)
  })

  it('reports that a cursor has expired, and where the log begins now', async () => {
    const { id } = await reserve()
    await rest.send('PATCH', `/api/partner/reservations/${id}`, { specialRequests: 'a' })
    await rest.send('PATCH', `/api/partner/reservations/${id}`, { specialRequests: 'b' })
    const [first, second] = (await settled(3)).data
    await ageEventsBefore(product.database('booking'), 3, 31)
    const { databases, watch, close } = await openDatabases(testServerUrl(), product.database('booking'))
    const services = { databases, clock: watch.clock }
    const job = startJobs([{ ...pruneEventsJob, everyMilliseconds: 10 }], services, createLogger('silent', 'test'))
    await eventually(
      async () => (await events()).data.length,
      (count: number) => count <= 1,
    )
    await job.stop()
    await close()
    const response = await rest.get(`/events?after=${first.cursor}`)
    expect([response.status, response.body.error]).toEqual([
      400,
      expect.objectContaining({ code: 'INVALID_CURSOR', details: { reason: 'expired', keptDays: 30 } }),
    ])
    expect((await events(`?after=${second.cursor}`)).data.map(({ version }: Json) => version)).toEqual([3])
    expect((await events()).data.map(({ version }: Json) => version)).toEqual([3])
  })
})
