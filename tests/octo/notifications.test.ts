import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { partnerScopes } from '../../gateway/auth/scopes.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { oneOfEachType, publishProductEvents } from '../testkit/product-events.ts'
import { nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { breakHeaders } from '../testkit/webhook-rows.ts'

type Caller = ReturnType<typeof partner>

const path = '/octo/v1/notifications/subscriptions'
const headers = { Authorization: 'Bearer s3cret', 'X-Channel': 'cenotes' }
const owner = { id: randomUUID(), name: 'Reseller' }
let product: SharedProduct
let receiver: Receiver
let caller: Caller

const keyWith = async (scopes: readonly string[], of = owner): Promise<Caller> =>
  partner(product.url, (await issueTestKey(product, { scopes, partner: of })).apiKey)

beforeAll(async () => {
  product = await sharedTestProduct()
  receiver = await new Receiver().start()
  caller = await keyWith(partnerScopes)
})
afterAll(() => receiver.stop())

async function subscribe(body: object, as = caller): Promise<Json> {
  const response = await as.post(path, { url: receiver.url, ...body })
  expect(response).toHaveStatus(200)
  return response.body
}

describe('a subscription to notifications of OCTO', () => {
  it('is created, listed, read, changed and deleted, also at the path that the standard misspells', async () => {
    const another = await keyWith(partnerScopes, { id: randomUUID(), name: 'Another reseller' })
    expect((await another.get(path)).body).toEqual([])
    const { secret, ...first } = await subscribe(
      { notificationTypes: ['booking_update', 'Product_Update'], headers },
      another,
    )
    expect(secret).toMatch(/^whsec_/)
    expect(first).toEqual({
      id: expect.any(String),
      url: expect.stringContaining(receiver.url),
      notificationTypes: ['BOOKING_UPDATE', 'PRODUCT_UPDATE'],
      headers,
    })
    // Of the same address.
    const { secret: _, ...second } = await subscribe({ notificationTypes: ['AVAILABILITY_UPDATE'] }, another)
    expect(second).toMatchObject({ url: first.url, headers: {} })
    const webhook = await another.post('/webhooks', { url: receiver.url, events: ['reservation.expired'] })
    expect((await another.get(`${path}/`)).body).toEqual([first, second])
    const misspelled = `/octo/v1/notifications/subcriptions/${first.id}`
    expect((await another.get(misspelled)).body).toEqual(first)
    const changes = { notificationTypes: ['AVAILABILITY_UPDATE'], headers: { 'X-Other': 'b' } }
    const changed = await another.send('PATCH', `${path}/${first.id}`, changes)
    expect([changed.status, changed.body]).toEqual([200, { ...first, ...changes }])
    const deleted = await another.send('DELETE', misspelled)
    expect([deleted.status, deleted.body]).toEqual([200, changed.body])
    for (const id of [first.id, webhook.body.data.id, 'none'])
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const refused = await another.send(method, `${path}/${id}`, method === 'PATCH' ? {} : undefined)
        expect([refused.status, refused.body]).toEqual([
          400,
          { error: 'BAD_REQUEST', errorMessage: expect.stringContaining(id) },
        ])
      }
    expect((await another.get(`/webhooks/${webhook.body.data.id}`)).body.data).toEqual(
      expect.not.objectContaining({ format: 'octo' }),
    )
  })

  it.each([
    ['no types', { notificationTypes: [] }, 'notificationTypes'],
    ['unknown types', { notificationTypes: ['BOOKING_UPDATE', 'ORDER_UPDATE'] }, 'ORDER_UPDATE'],
    ['no URL', { url: '/here' }, 'url'],
    ['an address that is not public', { url: 'http://192.168.0.1/' }, 'url'],
    ['a header that deliveries set', { headers: { 'X-Ok': 'a', 'Webhook-Id': 'a' } }, 'headers.Webhook-Id'],
    ['a value that is no text', { headers: { 'X-Token': 1 } }, 'headers'],
    ['a reserved header', { headers: { Host: 'a\nb' } }, 'is reserved'],
    ['a value of two lines for it', { headers: { Host: 'a\nb' } }, 'line breaks'],
  ])('is refused with %s, which the message names', async (_what, wrong, named) => {
    const body = { url: receiver.url, notificationTypes: ['BOOKING_UPDATE'], ...wrong }
    const { status, body: refused } = await caller.post(path, body)
    expect([status, refused]).toEqual([400, { error: 'BAD_REQUEST', errorMessage: expect.stringContaining(named) }])
  })

  it('that was switched off is on again once it is changed', async () => {
    const { id } = await subscribe({ notificationTypes: ['BOOKING_UPDATE'] })
    const webhook = `/webhooks/${id}`
    expect((await caller.send('PATCH', webhook, { isActive: false })).body.data.isActive).toBe(false)
    expect(await caller.send('PATCH', `${path}/${id}`, {})).toHaveStatus(200)
    expect((await caller.get(webhook)).body.data.isActive).toBe(true)
  })

  it('needs the scope to read what it notifies of', async () => {
    const manages = 'webhooks:manage'
    const create = async (type: string, ...scopes: string[]): Promise<number> =>
      (await (await keyWith(scopes)).post(path, { url: receiver.url, notificationTypes: [type] })).status
    expect(await create('BOOKING_UPDATE', manages, 'reservations:read')).toBe(200)
    expect(await create('BOOKING_UPDATE', manages, 'catalog:read')).toBe(403)
    expect(await create('PRODUCT_UPDATE', manages, 'reservations:read')).toBe(403)
    expect(await create('BOOKING_UPDATE', 'reservations:read')).toBe(403)
  })

  it('shows the values of its headers to keys of its partner that manage webhooks, and to no other', async () => {
    const { id } = await subscribe({ notificationTypes: ['BOOKING_UPDATE'], headers })
    const valuesFor = async (as: Caller): Promise<string> =>
      JSON.stringify((await as.graphql(`{ webhook(id: "${id}") { format headers { name value } } }`)).body)
    expect(await valuesFor(caller)).toContain('s3cret')
    for (const other of [
      await keyWith(partnerScopes, { id: randomUUID(), name: 'Another reseller' }),
      await keyWith(['reservations:read', 'catalog:read']),
    ])
      expect(await valuesFor(other)).not.toContain('s3cret')
    const { body } = await caller.get(`/webhooks/${id}`)
    expect(body.data).toMatchObject({ format: 'octo', headerNames: Object.keys(headers) })
    expect(JSON.stringify(body)).not.toContain('s3cret')
  })

  it('has null in place of headers that cannot be read any more', async () => {
    const { id } = await subscribe({ notificationTypes: ['BOOKING_UPDATE'], headers })
    await breakHeaders(product.database('booking'), id)
    expect((await caller.get(`${path}/${id}`)).body).toMatchObject({ id, headers: null })
    expect((await caller.get(`/webhooks/${id}`)).body.data).toMatchObject({ id, headerNames: null })
    expect((await caller.send('PATCH', `${path}/${id}`, { headers: {} })).body).toMatchObject({ headers: {} })
  })
})

describe('a notification', () => {
  it('of a booking, its availability, products and prices is sent with the headers, signed, and logged', async () => {
    const { id, secret } = await subscribe({
      url: `${receiver.url}/notified`,
      notificationTypes: ['BOOKING_UPDATE', 'PRODUCT_UPDATE', 'AVAILABILITY_UPDATE'],
      headers,
    })
    const externalId = randomUUID()
    const cenoteId = demoId('cenote', 'gran-cenote')
    const visitDate = nextSaturday()
    await runningTransactionsEnd()
    const { nextCursor } = (await caller.get('/events?after=now')).body.pagination
    const reserved = await caller.post('/api/partner/reservations', {
      ...{ cenoteId, visitDate, externalId, visitors: { adults: 1, children: 0 } },
      guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
    })
    expect(reserved).toHaveStatus(201)
    const productId = randomUUID()
    await publishProductEvents(product, oneOfEachType(productId))
    // It covers the days of other changes that are published with it, too.
    const [places] = await eventually(
      async (): Promise<Json[]> =>
        (
          await caller.get(`/events?after=${nextCursor}&types=availability.updated&productId=${cenoteId}`)
        ).body.data.filter(({ dateFrom, dateTo }: Json) => dateFrom <= visitDate && visitDate <= dateTo),
      ({ length }) => length > 0,
    )
    const expected = [
      { notificationType: 'BOOKING_UPDATE', data: { uuid: externalId } },
      {
        notificationType: 'AVAILABILITY_UPDATE',
        data: { productId: cenoteId, localDateStart: places?.dateFrom, localDateEnd: places?.dateTo },
      },
      {
        notificationType: 'AVAILABILITY_UPDATE',
        data: { productId, localDateStart: '2027-01-09', localDateEnd: '2027-01-11' },
      },
      { notificationType: 'PRODUCT_UPDATE', data: { productId } },
      { notificationType: 'PRODUCT_UPDATE', data: { productId: null } },
    ].map((body) => JSON.stringify(body))
    const notified = () => receiver.received.filter(({ path: sentTo }) => sentTo === '/notified')
    await eventually(
      () => notified().map(({ text }) => text),
      (texts) => expected.every((text) => texts.includes(text)),
    )
    for (const { text, headers: sent } of notified()) {
      expect(sent).toMatchObject({ authorization: 'Bearer s3cret', 'x-channel': 'cenotes' })
      expect(new Webhook(secret).verify(text, sent as Record<string, string>)).toEqual(JSON.parse(text))
    }
    const query = `{ webhookDeliveries(webhookId: "${id}", filter: { search: "reservation.created" }) { nodes { payload } } }`
    expect((await caller.graphql(query)).body.data.webhookDeliveries.nodes).toEqual([{ payload: expected[0] }])
    const before = notified().length
    expect(await caller.post(`/webhooks/${id}/replay`, { since: reserved.body.data.createdAt })).toHaveStatus(202)
    await eventually(
      () =>
        notified()
          .slice(before)
          .map(({ text }) => text),
      (texts) => texts.includes(expected[0] ?? ''),
    )
  })
})
