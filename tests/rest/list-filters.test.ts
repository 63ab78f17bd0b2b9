import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
let active: Json
let over: Json
let webhook: Json
/** A receiver that does not respond, so that its delivery stays active. */
const silent = new Receiver()
let silentId: string
const reservations = '/api/partner/reservations'
const startedAt = new Date().toISOString()

const created = async (name: string, email: string): Promise<Json> => {
  const { status, body } = await rest.post(reservations, {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    guest: { name, email, phone: '+52 984 123 4567' },
  })
  expect(status).toBe(201)
  return body.data
}
const list = async (address: string): Promise<Json> => {
  const { status, body } = await rest.get(address)
  expect([address, status]).toEqual([address, 200])
  return body
}
const idsOf = async (address: string): Promise<string[]> =>
  (await list(address)).data.map(({ id }: Json) => id as string)

beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url, (await newPartner(product)).apiKey)
  const registered = await rest.post('/webhooks', {
    url: 'http://127.0.0.1:9/arrivals',
    events: ['reservation.created', 'reservation.cancelled'],
    description: 'Recepción',
  })
  webhook = registered.body.data
  silent.behaviour = () => undefined
  const unanswered = await rest.post('/webhooks', {
    url: (await silent.start()).url,
    events: ['reservation.cancelled'],
  })
  silentId = unanswered.body.data.id
  active = await created('María Núñez', 'maria@example.com')
  over = await created('Otto Berg', 'otto@example.org')
  await rest.post(`${reservations}/${over.id}/cancel`, { reason: 'guest_request' })
  // Both follow the changes once all transactions begun before have ended, also those of other tests.
  for (const address of ['/events', `/webhooks/${webhook.id}/deliveries`])
    await eventually(async () => (await list(address)).pagination.total as number, 3)
})

afterAll(() => silent.stop())

describe('the common filters', () => {
  it('narrow reservations by whether they are active', async () => {
    expect(await idsOf(`${reservations}?isActive=true`)).toEqual([active.id])
    expect(await idsOf(`${reservations}?isActive=false`)).toEqual([over.id])
    expect(await idsOf(`${reservations}?isActive=true&status=cancelled`)).toEqual([])
    expect((await list(`${reservations}?isActive=true`)).pagination.total).toBe(1)
  })

  it.each(['other', 'OTHER'])(
    'refuse %s as a status, which stands for stored ones that are not known',
    async (status) => {
      const response = await rest.get(`${reservations}?status=${status}`)
      expect([response.status, response.body.code, Object.keys(response.body.errors.fields)]).toEqual([
        400,
        'ERROR_VALIDACION',
        ['status'],
      ])
    },
  )

  it('find reservations by reference, name and e-mail, whatever the case and accents', async () => {
    for (const text of [active.bookingReference.toLowerCase(), 'maria nun', 'NÚÑEZ', 'maria@example.com'])
      expect(await idsOf(`${reservations}?search=${encodeURIComponent(text)}`)).toEqual([active.id])
    expect(await idsOf(`${reservations}?search=nobody`)).toEqual([])
    expect(await idsOf(`${reservations}?search=%25`)).toEqual([])
  })

  it('narrow every list that pages by when its items were made', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    for (const address of [reservations, '/events', '/webhooks', `/webhooks/${webhook.id}/deliveries`]) {
      expect((await list(`${address}?createdAfter=${startedAt}`)).pagination.total).toBeGreaterThan(0)
      expect((await list(`${address}?createdAfter=${tomorrow}`)).pagination.total).toBe(0)
      expect((await list(`${address}?createdBefore=${startedAt}`)).pagination.total).toBe(0)
    }
    for (const address of ['/api/partner/cenotes', '/booking/tours']) {
      expect((await list(`${address}?createdBefore=${tomorrow}`)).pagination.total).toBeGreaterThan(0)
      expect((await list(`${address}?createdAfter=${tomorrow}`)).pagination.total).toBe(0)
    }
  })

  it('narrow events by the state that they left, and by their reservation', async () => {
    const typesOf = async (query: string): Promise<string[]> =>
      (await list(`/events?${query}`)).data.map(({ type }: Json) => type as string)
    expect(await typesOf('isActive=true')).toEqual(['reservation.created', 'reservation.created'])
    expect(await typesOf('isActive=false')).toEqual(['reservation.cancelled'])
    expect(await typesOf('search=otto')).toEqual(['reservation.created', 'reservation.cancelled'])
  })

  it('narrow webhooks and their deliveries', async () => {
    expect(await idsOf('/webhooks?isActive=true&search=recepcion')).toEqual([webhook.id])
    expect(await idsOf('/webhooks?isActive=false')).toEqual([])
    const deliveries = `/webhooks/${webhook.id}/deliveries`
    const newestFirst = await eventually(
      () => idsOf(deliveries),
      ({ length }) => length === 3,
    )
    expect(await idsOf(`${deliveries}?sortBy=createdAt&sortDirection=asc`)).toEqual([...newestFirst].reverse())
    expect(await idsOf(`${deliveries}?search=cancelled`)).toHaveLength(1)
    expect(await idsOf(`${deliveries}?search=${newestFirst[0]}`)).toEqual([newestFirst[0]])
    // Nothing listens at the address, so that each is dead after its last attempt.
    await eventually(() => idsOf(`${deliveries}?isActive=false`), newestFirst)
    expect(await idsOf(`${deliveries}?isActive=true`)).toEqual([])
    await silent.got(1)
    expect(await idsOf(`/webhooks/${silentId}/deliveries?isActive=true`)).toHaveLength(1)
    expect(await idsOf(`/webhooks/${silentId}/deliveries?isActive=false`)).toEqual([])
  })

  it('are those of GraphQL too', async () => {
    const { body } = await rest.graphql(
      `{ reservations(filter: { isActive: true, search: "nunez" }) { totalCount nodes { id } }
         reservationEvents(filter: { isActive: false }) { totalCount }
         webhooks(filter: { search: "arrivals" }) { totalCount } }`,
    )
    expect(body.data).toEqual({
      reservations: { totalCount: 1, nodes: [{ id: active.id }] },
      reservationEvents: { totalCount: 1 },
      webhooks: { totalCount: 1 },
    })
  })

  it('show nothing of another partner', async () => {
    const rival = partner(product.url, keys.rival)
    for (const address of [`${reservations}?search=maria`, '/events?search=maria', '/webhooks?search=arrivals'])
      expect((await rival.get(address)).body.pagination.total).toBe(0)
  })
})

describe('a page by cursor', () => {
  it.each([
    ['/api/partner/cenotes', 'cursor'],
    [reservations, 'cursor'],
    ['/webhooks', 'cursor'],
    ['/events', 'cursor'],
    ['/events', 'after'],
  ])('of %s is not read by a page number, too: with %s', async (address, position) => {
    const { status, body } = await rest.get(`${address}?page=1&${position}=anything`, { 'Accept-Language': 'es' })
    expect([status, body.code, body.errors?.fields]).toEqual([
      400,
      'ERROR_VALIDACION',
      { page: [`no se puede combinar con «${position}»`] },
    ])
  })

  it('of deliveries is not read by a page number, too', async () => {
    const { status, body } = await rest.get(`/webhooks/${webhook.id}/deliveries?page=2&cursor=anything`)
    expect([status, body.errors?.fields]).toEqual([400, { page: ['cannot be combined with cursor'] }])
  })

  it('has no number', async () => {
    const first = await rest.get(`${reservations}?perPage=1`)
    expect(first.body.pagination.currentPage).toBe(1)
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect((await list(next)).pagination.currentPage).toBeNull()
    const events = await list('/events?perPage=1')
    expect(events.pagination.currentPage).toBe(1)
    expect((await list(`/events?after=${events.data[0].cursor}`)).pagination.currentPage).toBeNull()
  })

  it('belongs to its filters', async () => {
    const { headers } = await rest.get(`${reservations}?perPage=1&search=example`)
    const next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
    expect(await rest.get(next)).toHaveStatus(200)
    const response = await rest.get(next.replace('search=example', 'search=maria'))
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_CURSOR'])
  })
})
