import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { demoId } from '../../platform/values/demo-id.ts'
import { eventTypes } from '../../schema/event-types.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import {
  comingSaturday,
  keys,
  nextSaturday,
  partner,
  productToChange,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'
import { Receiver, type Received } from '../testkit/receiver.ts'
import { ageEvents } from '../testkit/stored-events.ts'
import { deleteWebhooks, endSecretOverlap, eventsQueued, storedSecret } from '../testkit/stored-webhooks.ts'

let product: SharedProduct
/** Two partners that no other test uses. */
let rest: ReturnType<typeof partner>
let rival: ReturnType<typeof partner>
const receivers: Receiver[] = []

beforeAll(async () => {
  product = await productToChange()
  rest = partner(product.url, (await newPartner(product)).apiKey)
  rival = partner(product.url, (await newPartner(product)).apiKey)
})
afterEach(async () => {
  // A webhook of one test must not receive another's reservations, nor count towards its limits.
  await eventsQueued(product.database('booking'))
  await deleteWebhooks(product.database('booking'))
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()))
})

const receiver = async (): Promise<Receiver> => {
  const started = await new Receiver().start()
  receivers.push(started)
  return started
}

async function register(url: string, events: string[] = ['reservation.created'], caller = rest): Promise<Json> {
  const result = await caller.post('/webhooks', { url, events })
  expect([result.status, result.body]).toEqual([201, expect.anything()])
  return result.body.data
}

async function reserve(caller = rest, visitDate = nextSaturday()): Promise<Json> {
  const { status, body } = await caller.post('/api/partner/reservations', {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate,
    visitors: { adults: 1, children: 0 },
    guest: {
      name: 'Ana Núñez',
      email: 'ana@example.com',
      phone: '+52 998 123 4567',
      nationality: 'MX',
      emergencyContact: { name: 'Luis', phone: '+52 1', relationship: 'brother' },
      preferences: { language: 'es' },
      loyaltyMember: { id: 'L-7' },
    },
    specialRequests: 'Vegetarian lunch',
  })
  expect([status, body]).toEqual([201, expect.anything()])
  return body.data
}

const deliveriesOf = async (webhook: Json): Promise<Json[]> =>
  (await rest.get(`/webhooks/${webhook.id}/deliveries?perPage=100`)).body.data

/** The newest delivery once it is as described. */
async function delivery(webhook: Json, matches: (delivery: Json) => boolean): Promise<Json> {
  const newest = async (): Promise<Json> => (await deliveriesOf(webhook))[0]
  return eventually(newest, (found: Json) => found !== undefined && matches(found))
}

/** The log's events of a reservation. */
const eventsOf = async (id: string): Promise<Json[]> =>
  (await rest.get('/events?perPage=100')).body.data.filter(({ reservation }: Json) => reservation.id === id)

const headersOf = ({ headers }: Received): Record<string, string> => headers as Record<string, string>

describe('the payload of a delivery', () => {
  it('is the body that the receiver got, also of a ping', async () => {
    const hook = await receiver()
    const webhook = await register(hook.url)
    await rest.post(`/webhooks/${webhook.id}/ping`, {})
    await reserve()
    const sent = (await hook.got(2)).map(({ text }) => text)
    const { body } = await rest.graphql(
      `query ($id: ID!) { webhookDeliveries(webhookId: $id, direction: ASC) { nodes { type payload } } }`,
      { id: webhook.id },
    )
    const { nodes } = body.data.webhookDeliveries
    expect(nodes.map(({ type }: Json) => type)).toEqual(['webhook.ping', 'reservation.created'])
    expect(nodes.map(({ payload }: Json) => payload).sort()).toEqual(sent.sort())
  })
})

describe('a webhook', () => {
  it('is registered with a secret shown once, read, changed, listed and deleted', async () => {
    const created = await rest.post('/webhooks', {
      url: 'http://127.0.0.1:9/hook',
      events: ['reservation.confirmed', 'reservation.confirmed', 'reservation.cancelled'],
      description: 'Back office',
    })
    expect(created).toHaveStatus(201)
    expect(created.body).toMatchObject({ success: true, message: 'webhook.created_successfully', _sandbox: true })
    const { secret, ...webhook } = created.body.data
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      id: expect.any(String),
      url: 'http://127.0.0.1:9/hook',
      events: ['reservation.confirmed', 'reservation.cancelled'],
      description: 'Back office',
      isActive: true,
      createdAt: expect.any(String),
      updatedAt: webhook.createdAt,
    })
    expect((await rest.get(`/webhooks/${webhook.id}`)).body.data).toEqual(webhook)
    const listed = await rest.get('/webhooks')
    expect(listed.body.data).toEqual([webhook])
    expect(listed.body.pagination).toMatchObject({ total: 1, perPage: 15, currentPage: 1, lastPage: 1 })

    const changed = await rest.send('PATCH', `/webhooks/${webhook.id}`, {
      events: ['reservation.created'],
      description: null,
      isActive: false,
    })
    expect(changed.body.data).toMatchObject({ events: ['reservation.created'], isActive: false, url: webhook.url })
    expect(changed.body.data.description).toBeUndefined()
    const removed = await rest.send('DELETE', `/webhooks/${webhook.id}`)
    expect([removed.status, removed.body.length]).toEqual([204, 0])
    expect(await rest.get(`/webhooks/${webhook.id}`)).toHaveStatus(404)
    expect((await rest.send('DELETE', `/webhooks/${webhook.id}`)).body.error.code).toBe('WEBHOOK_NOT_FOUND')
    const stored = await storedSecret(product.database('booking'), webhook.id)
    expect(stored.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  })

  it('is one per address and environment: 409, also by a change', async () => {
    const first = await register('http://127.0.0.1:9/same')
    const again = await rest.post('/webhooks', { url: 'http://127.0.0.1:9/same', events: ['reservation.created'] })
    expect(again).toHaveStatus(409)
    expect(again.body.error).toMatchObject({ code: 'WEBHOOK_ALREADY_EXISTS', details: { webhookId: first.id } })
    const other = await register('http://127.0.0.1:9/other')
    const moved = await rest.send('PATCH', `/webhooks/${other.id}`, { url: 'http://127.0.0.1:9/same' })
    expect(moved.body.error).toMatchObject({ code: 'WEBHOOK_ALREADY_EXISTS', details: { webhookId: first.id } })
    await register('http://127.0.0.1:9/same', undefined, rival)
    await rest.send('DELETE', `/webhooks/${first.id}`)
    await register('http://127.0.0.1:9/same')
  })

  it('is 404 on every path for another partner, and for an id that is none', async () => {
    const webhook = await register('http://127.0.0.1:9/mine')
    for (const id of [webhook.id, 'nothing'])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { isActive: false }],
        ['DELETE', '', undefined],
        ['POST', '/ping', {}],
        ['POST', '/rotate-secret', {}],
        ['GET', '/deliveries', undefined],
        ['POST', `/deliveries/${webhook.id}/redeliver`, {}],
      ] as const) {
        const result = await (id === webhook.id ? rival : rest).send(method, `/webhooks/${id}${path}`, body)
        expect([method, path, result.status, result.body.error?.code]).toEqual([method, path, 404, 'WEBHOOK_NOT_FOUND'])
      }
    expect((await rival.get('/webhooks')).body.data).toEqual([])
  })

  it('needs the scope webhooks:manage, and a key', async () => {
    const refused = await partner(product.url, keys.readonly).get('/webhooks')
    expect(refused.body.error).toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScopes: ['webhooks:manage'] },
    })
    expect(await partner(product.url, null).get('/webhooks')).toHaveStatus(401)
  })

  it.each([
    ['http in the live environment', 'pk_live_demo_enterprise', 'http://example.com/hook', 'url'],
    ['loopback in the live environment', 'pk_live_demo_enterprise', 'https://127.0.0.1/hook', 'url'],
    ['a local name in the live environment', 'pk_live_demo_enterprise', 'https://localhost/hook', 'url'],
    ['a private address', keys.demo, 'http://10.0.0.7/hook', 'url'],
    ['an address written to look like none', keys.demo, 'http://0xa9fea9fe/latest/meta-data', 'url'],
    ['a user name', keys.demo, 'http://me:secret@127.0.0.1/hook', 'url'],
    ['another protocol', keys.demo, 'ftp://127.0.0.1/hook', 'url'],
    ['no address at all', keys.demo, 'hook', 'url'],
  ])('refuses %s, naming the field', async (_what, key, url, field) => {
    const { status, body } = await partner(product.url, key).post('/webhooks', { url, events: ['reservation.created'] })
    expect([status, body.code, Object.keys(body.errors.fields)]).toEqual([400, 'ERROR_VALIDACION', [field]])
  })

  it('reports every field error of a body at once', async () => {
    const { body } = await rest.post('/webhooks', { url: 5, events: ['reservation.exploded'], description: 7 })
    expect(Object.keys(body.errors.fields).sort()).toEqual(['description', 'events.0', 'url'])
    expect((await rest.post('/webhooks', { url: 'http://127.0.0.1', events: [] })).body.errors.fields).toHaveProperty(
      'events',
    )
  })
})

describe('a delivery', () => {
  it('is signed according to Standard Webhooks', async () => {
    const target = await receiver()
    const webhook = await register(target.url)
    const { id } = await reserve()
    const [received] = (await target.got(1)) as [Received]
    const verified = new Webhook(webhook.secret).verify(received.text, headersOf(received)) as Json
    expect(Object.keys(verified)).toEqual(['type', 'timestamp', 'data', '_sandbox'])
    expect(verified).toMatchObject({ type: 'reservation.created', data: { id, version: 1, status: 'pending' } })
    expect(received.headers['content-type']).toBe('application/json')
    expect(() => new Webhook(webhook.secret).verify(`${received.text} `, headersOf(received))).toThrow()
    const event = (await eventsOf(id))[0]
    expect(received.headers['webhook-id']).toBe(event.id)
    expect(await delivery(webhook, ({ status }) => status === 'succeeded')).toEqual({
      id: expect.any(String),
      eventId: event.id,
      type: 'reservation.created',
      status: 'succeeded',
      attempts: [{ at: expect.any(String), statusCode: 200, error: null, durationMs: expect.any(Number) }],
      nextAttemptAt: null,
      createdAt: expect.any(String),
    })
  })

  it('has every event as in the log, with the version beside the reservation', async () => {
    const target = await receiver()
    await register(target.url, [...eventTypes])
    const staff = { id: 's1', name: 'Luis' }
    const [visited, cancelled, missed] = [await reserve(), await reserve(), await reserve()]
    const change = async ({ id }: Json, operation: string, body: object): Promise<void> => {
      const result = await rest.post(`/api/partner/reservations/${id}/${operation}`, body)
      expect([operation, result.status, result.body]).toEqual([operation, 200, expect.anything()])
    }
    const resize = async ({ id }: Json, adults: number): Promise<void> => {
      const result = await rest.send('PATCH', `/api/partner/reservations/${id}`, { visitors: { adults } })
      expect(result).toHaveStatus(200)
    }
    await resize(missed, 3)
    for (const one of [visited, cancelled, missed])
      await change(one, 'confirm', {
        paymentId: 'pay_1',
        paymentMethod: 'credit_card',
        generateDocuments: true,
        provider: 'stripe',
      })
    await change(visited, 'checkin', { actualVisitors: { adults: 1 }, staff, notes: 'early' })
    await change(visited, 'complete', { actualDuration: 90, staff, feedback: { requestReview: true } })
    // On a busy machine a response does not wait until its mail is accepted.
    await eventually(
      async () => (await rest.get(`/api/partner/reservations/${visited.id}`)).body.data.reviewRequest.sent,
      true,
    )
    await change(visited, 'refund', { amount: 'auto' })
    await change(cancelled, 'cancel', { reason: 'guest_request', note: 'ill' })
    await resize(missed, 1)
    await change(missed, 'refund', { amount: 'auto' })
    await change(missed, 'no-show', {})
    const delivered = await target.got(14)
    const logged = [...(await eventsOf(visited.id)), ...(await eventsOf(cancelled.id)), ...(await eventsOf(missed.id))]
    const body = ({ type, occurredAt, version, by, reservation }: Json) => ({
      type,
      timestamp: occurredAt,
      data: { ...reservation, version, by },
      _sandbox: true,
    })
    const bodyOf = new Map(delivered.map((one) => [one.headers['webhook-id'], one.body]))
    expect(logged.map(({ id }) => bodyOf.get(id))).toEqual(logged.map(body))
    expect(logged).toHaveLength(14)
    const [made, returned] = logged.slice(-3).map(({ reservation }) => reservation.payment)
    expect(made).toMatchObject({
      provider: 'stripe',
      amountReturned: 0,
      creditDue: made.amountPaid - logged.at(-1)?.reservation.pricing.total,
    })
    expect(returned).toMatchObject({
      amountReturned: made.creditDue,
      creditDue: 0,
      returns: [{ amount: made.creditDue }],
    })
    // The request for a review went out after the completion, and before the refund.
    expect(logged.slice(3, 5).map(({ reservation }) => reservation.reviewRequest.sent)).toEqual([false, true])
  })

  it('lists the transitions possible at that moment, as the log does long after', async () => {
    const target = await receiver()
    await register(target.url)
    // In a few days, because events are not logged for longer than 30.
    const { id } = await reserve(rest, comingSaturday())
    const [delivered] = await target.got(1)
    // The deadline for cancelling has passed since.
    await ageEvents(product.database('booking'), id, { days: 29 })
    const [logged] = await eventsOf(id)
    expect(delivered?.body.data.cancellation.allowed).toBe(true)
    expect(new Date(logged?.reservation.cancellation.deadline).getTime()).toBeLessThan(Date.now())
    expect(logged?.reservation.cancellation.allowed).toBe(true)
  })

  it('goes only to webhooks of the partner, the environment and the type', async () => {
    const [mine, rivals, other] = [await receiver(), await receiver(), await receiver()]
    await register(mine.url)
    await register(rivals.url, undefined, rival)
    await register(other.url, ['reservation.refunded'])
    await reserve()
    await reserve()
    await mine.got(2)
    expect([rivals.received, other.received]).toEqual([[], []])
  })

  it('is tried again after failures and then dead-lettered; redelivered, it starts over with the same id', async () => {
    const target = await receiver()
    target.behaviour = () => 500
    const webhook = await register(target.url)
    await reserve()
    const dead = await delivery(webhook, ({ status }) => status === 'dead')
    expect(dead.attempts.map(({ statusCode, error }: Json) => [statusCode, error])).toEqual(
      Array.from({ length: 3 }, () => [500, 'the receiver answered 500']),
    )
    expect(dead.nextAttemptAt).toBeNull()
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(target.received.map(({ text }) => text)).size).toBe(1)

    target.behaviour = () => 204
    const again = await rest.post(`/webhooks/${webhook.id}/deliveries/${dead.id}/redeliver`, {})
    expect(again.body.data).toMatchObject({ id: dead.id, status: 'pending' })
    const done = await delivery(webhook, ({ status }) => status === 'succeeded')
    expect(done.attempts).toHaveLength(4)
    expect(target.received.at(-1)?.headers['webhook-id']).toBe(target.received[0]?.headers['webhook-id'])
    const listed = async (status: string) =>
      (await rest.get(`/webhooks/${webhook.id}/deliveries?status=${status}`)).body.pagination.total
    expect([await listed('succeeded'), await listed('dead')]).toEqual([1, 0])
  })

  it('that is redirected has failed, and nothing follows the redirect', async () => {
    const [target, elsewhere] = [await receiver(), await receiver()]
    target.behaviour = (_received, response) => void response.writeHead(307, { location: elsewhere.url }).end()
    const webhook = await register(target.url)
    await reserve()
    const failed = await delivery(webhook, ({ attempts }) => attempts.length > 0)
    expect(failed.attempts[0]).toMatchObject({ statusCode: 307, error: 'redirects are not followed' })
    expect(elsewhere.received).toEqual([])
  })

  it('a response of 410 switches the webhook off', async () => {
    const target = await receiver()
    target.behaviour = () => 410
    const webhook = await register(target.url)
    await reserve()
    expect(await delivery(webhook, ({ status }) => status === 'dead')).toMatchObject({
      attempts: [{ statusCode: 410 }],
    })
    expect((await rest.get(`/webhooks/${webhook.id}`)).body.data.isActive).toBe(false)
    await reserve()
    // A ping goes out all the same, and nothing else does.
    target.behaviour = () => 200
    expect((await rest.post(`/webhooks/${webhook.id}/ping`, {})).body.data).toMatchObject({
      type: 'webhook.ping',
      eventId: null,
    })
    const [ping] = await target.got(1, ({ body }) => body.type === 'webhook.ping')
    expect(new Webhook(webhook.secret).verify(ping?.text ?? '', headersOf(ping as Received))).toMatchObject({
      data: { webhookId: webhook.id },
    })
    expect(target.received).toHaveLength(2)
  })

  it('is signed with both secrets while a rotation overlaps', async () => {
    const target = await receiver()
    const webhook = await register(target.url)
    const rotated = (await rest.post(`/webhooks/${webhook.id}/rotate-secret`, {})).body.data
    expect(rotated.secret).not.toBe(webhook.secret)
    expect(Date.parse(rotated.previousSecretExpiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    await reserve()
    const [both] = await target.got(1)
    for (const secret of [webhook.secret, rotated.secret])
      expect(new Webhook(secret).verify(both?.text ?? '', headersOf(both as Received))).toBeTruthy()
    await endSecretOverlap(product.database('booking'), webhook.id)
    await reserve()
    const [, one] = await target.got(2)
    expect(new Webhook(rotated.secret).verify(one?.text ?? '', headersOf(one as Received))).toBeTruthy()
    expect(() => new Webhook(webhook.secret).verify(one?.text ?? '', headersOf(one as Received))).toThrow()
  })

  it('comes in the order of the events of its reservation, and a receiver that hangs holds up no other', async () => {
    const [quick, hanging] = [await receiver(), await receiver()]
    hanging.behaviour = () => undefined
    await register(hanging.url, [...eventTypes])
    await register(quick.url, [...eventTypes])
    const made: string[] = []
    for (let count = 0; count < 6; count += 1) {
      const { id } = await reserve()
      const changed = await rest.send('PATCH', `/api/partner/reservations/${id}`, { visitors: { adults: 2 } })
      expect(changed).toHaveStatus(200)
      made.push(id)
    }
    const received = await quick.got(12)
    for (const id of made)
      expect(received.filter(({ body }) => body.data.id === id).map(({ body }) => body.data.version)).toEqual([1, 2])
    expect(await hanging.got(1)).toHaveLength(1)
  })

  it('does not care how much a receiver sends', async () => {
    const target = await receiver()
    target.behaviour = (_received, response) => {
      response.writeHead(200)
      const pour = (): void => {
        if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(pour)
        else response.once('drain', pour)
      }
      response.on('error', () => undefined)
      pour()
    }
    const webhook = await register(target.url)
    await reserve()
    expect(await delivery(webhook, ({ status }) => status === 'succeeded')).toMatchObject({
      attempts: [{ statusCode: 200, error: null }],
    })
  })
})
