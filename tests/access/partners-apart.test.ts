import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { issueTestKey, newPartner } from '../testkit/issue.ts'
import {
  addressOf,
  cenoteId,
  documentOf,
  graphOperations,
  prepareFixtures,
  restOperations,
  servedOperations,
  type Fixtures,
} from '../testkit/operations.ts'
import {
  nextSaturday,
  partner,
  sharedTestProduct,
  Subscriber,
  type Json,
  type TestResponse,
  type SharedProduct,
} from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { storedReservation } from '../testkit/reservation-states.ts'
import { queuedReservations, storedWebhook } from '../testkit/webhook-rows.ts'

/** Keys of another partner in the same environment, and of the same partner in the other one. */
const strangers = { 'another partner': '', 'the other environment': '' }
const names = Object.keys(strangers) as (keyof typeof strangers)[]
const reservations = '/api/partner/reservations'

let product: SharedProduct
let ownersKey: string
let owner: ReturnType<typeof partner>
/** Ids of the owner, and ids of nothing: a caller that may not see the first must not be able to distinguish them. */
let theirs: Fixtures
const nobodys: Fixtures = {
  reservation: randomUUID(),
  bookingReference: 'CEN-0000ZZ',
  webhook: randomUUID(),
  delivery: randomUUID(),
  replay: randomUUID(),
  communication: randomUUID(),
  guestEmail: 'guest-nobody@example.com',
}
/** Words that appear only in the owner's fixtures. */
let secrets: string[]

const rowsOfOwner = async (): Promise<unknown[]> => [
  await storedReservation(product.database('booking'), theirs.reservation),
  await storedWebhook(product.database('booking'), theirs.webhook),
]

beforeAll(async () => {
  product = await sharedTestProduct()
  const own = await newPartner(product)
  ownersKey = own.apiKey
  strangers['another partner'] = (await newPartner(product)).apiKey
  strangers['the other environment'] = (await issueTestKey(product, { partner: own, environment: 'live' })).apiKey
  owner = partner(product.url, ownersKey)
  theirs = await prepareFixtures(product, ownersKey)
  const confirmed = await owner.post(`${reservations}/${theirs.reservation}/confirm`, {
    paymentId: 'pay_of_the_owner',
    generateDocuments: true,
    confirmationEmail: true,
  })
  expect(confirmed).toHaveStatus(200)
  // The mail may be sent after the response, and changes the row.
  await eventually(
    async (): Promise<Json[]> => (await owner.get(`${reservations}/${theirs.reservation}`)).body.data.communications,
    (messages) => messages.some(({ type, status }) => type === 'confirmation_email' && status === 'sent'),
  )
  const { body: read } = await owner.get(`${reservations}/${theirs.reservation}`)
  const { body: webhook } = await owner.get(`/webhooks/${theirs.webhook}`)
  secrets = [
    theirs.reservation,
    theirs.bookingReference,
    theirs.guestEmail,
    theirs.webhook,
    theirs.delivery,
    confirmed.body.data.confirmationCode,
    'pay_of_the_owner',
    webhook.data.url,
    read.data.guest.name,
  ]
  expect(JSON.stringify(read)).toContain('pay_of_the_owner')
  expect(secrets.every((secret) => secret.length > 5)).toBe(true)
})

/** The visible content of a response, without what differs in every response and what the request named itself. */
function visible({ status, body, headers }: TestResponse, named: Fixtures): object {
  const text = Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body)
  const shown = Object.entries(named).reduce((known, [name, value]) => known.replaceAll(value as string, name), text)
  return {
    status,
    text: shown
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant')
      .replace(/("uptime\w*"|"responseTime\w*"|"searchTime"):[\d.]+/g, '$1')
      .replace(/"requestId":"[^"]+"/g, 'request'),
    type: headers.get('content-type'),
  }
}

/** No response has a word in it that is the owner's alone, other than those that the request had in it. */
function expectNothingOf(response: TestResponse, request: string): void {
  const text = `${JSON.stringify([...response.headers])}${Buffer.isBuffer(response.body) ? response.body.toString('latin1') : JSON.stringify(response.body)}`
  expect(secrets.filter((secret) => !request.includes(secret) && text.includes(secret))).toEqual([])
}

/** A creation responds with new ids; that it names nothing of the owner's is all there is to check. */
const makesSomething =
  /^(POST (\/api\/partner\/reservations(\/bulk)?|\/webhooks|\/api\/auth\/refresh)|Mutation\.(createReservations?|createWebhook|refreshKey|createApiKey))$/
/** Operations whose results change while the test runs. */
const isEventful =
  /^(GET \/api\/system\/.*|GET .*\/modified-since|Query\.((reservation|catalog)EventsCursor|availabilityChanges)|.*[aA]uth\/verify|Query\.viewer|Query\.requestLog)$/

describe.each(names)('%s reveals nothing of a reservation, webhook or delivery', (who) => {
  const isLive = who === 'the other environment'
  let apiKey: string
  beforeAll(() => void (apiKey = strangers[who]))
  const requests = async (name: string, fixtures: Fixtures): Promise<{ response: TestResponse; request: string }> => {
    const stranger = partner(product.url, apiKey)
    if (name.includes(' ')) {
      const [method = ''] = name.split(' ')
      const body = restOperations[name]?.body?.(fixtures)
      const address = addressOf(name, fixtures)
      return {
        response: await stranger.send(method, address, body),
        request: `${address}${JSON.stringify(body ?? '')}`,
      }
    }
    const query = documentOf(name, fixtures)
    return { response: await stranger.post('/graphql', { query }), request: query }
  }
  const operations = [
    ...Object.keys(restOperations),
    ...Object.keys(graphOperations).filter((name) => !name.startsWith('Subscription.')),
  ]

  it('by any operation: the response is the one for what does not exist', async () => {
    const served = await servedOperations(product)
    expect([...served.rest, ...served.graph].filter((name) => !restOperations[name] && !graphOperations[name])).toEqual(
      [],
    )
    const before = await rowsOfOwner()
    for (const name of operations) {
      const isMaking = makesSomething.test(name)
      const { response, request } = await requests(
        name,
        isMaking ? { ...nobodys, guestEmail: 'their-own@example.com' } : theirs,
      )
      expectNothingOf(response, request)
      if (isMaking || isEventful.test(name)) continue
      if (name === 'GET /events') await runningTransactionsEnd()
      const { response: withoutOwner } = await requests(name, nobodys)
      expect([name, visible(response, theirs)]).toEqual([name, visible(withoutOwner, nobodys)])
    }
    expect(await rowsOfOwner()).toEqual(before)
  })

  it('by its booking reference, its entity tag or a cursor of its owner', async () => {
    const stranger = partner(product.url, apiKey)
    const byReference = await stranger.get(`${reservations}/${theirs.bookingReference}`)
    expect([byReference.status, byReference.body.error.code]).toEqual([404, 'RESERVATION_NOT_FOUND'])
    const tag = (await owner.get(`${reservations}/${theirs.reservation}`)).headers.get('etag') ?? ''
    expect(tag).not.toBe('')
    const conditional = await stranger.get(`${reservations}/${theirs.reservation}`, { 'If-None-Match': tag })
    expect(conditional).toHaveStatus(404)
    const changed = await stranger.send(
      'PATCH',
      `${reservations}/${theirs.reservation}`,
      {},
      { 'If-Match': 'W/"v0-x"' },
    )
    expect(changed).toHaveStatus(404)
    await prepareFixtures(product, ownersKey)
    const list = await owner.get(`${reservations}?perPage=1`)
    const cursor = /cursor=([^>&]+)/.exec(list.headers.get('link') ?? '')?.[1] ?? ''
    expect(cursor).not.toBe('')
    const walked = await stranger.get(`${reservations}?perPage=1&cursor=${cursor}`)
    expect([walked.status, walked.body.error.code]).toEqual([400, 'INVALID_CURSOR'])
    const { nextCursor } = (await owner.get('/events?perPage=1')).body.pagination
    const log = await stranger.get(`/events?after=${encodeURIComponent(nextCursor)}`)
    expect([log.status, log.body.error?.code]).toEqual([400, 'INVALID_CURSOR'])
  })

  it('by an Idempotency-Key that its owner used', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const address = `${reservations}/${theirs.reservation}/cancel/quote`
    const first = await owner.post(address, { reason: 'weather' }, key)
    expect(first).toHaveStatus(200)
    const refused = await partner(product.url, apiKey).post(address, { reason: 'weather' }, key)
    expect([refused.status, refused.headers.get('idempotent-replayed')]).toEqual([404, null])
  })

  it('by subscribing, by its own webhooks or by its log', async () => {
    const stranger = partner(product.url, apiKey)
    const all = ['created', 'modified', 'confirmed', 'cancelled'].map((type) => `reservation.${type}`)
    const url = `${isLive ? 'https://receiver.example.com' : 'http://127.0.0.1:9'}/${randomUUID()}`
    const registered = await stranger.post('/webhooks', { url, events: all })
    expect(registered).toHaveStatus(201)
    const query = 'subscription { reservationEvents { type reservation { reservationId bookingReference } } }'
    const listener = new Subscriber(product.url, query, apiKey)
    const reserveOwn = async (): Promise<string> => {
      const made = await stranger.post(reservations, {
        cenoteId,
        visitDate: nextSaturday(),
        visitors: { adults: 1, children: 0 },
        guest: { name: 'Own', email: 'own@example.com', phone: '+52 1 555' },
      })
      expect(made).toHaveStatus(201)
      return made.body.data.id
    }
    // Also of those reserved just before the webhook was registered: an event is queued once older transactions have ended.
    const own: string[] = (await stranger.get(`${reservations}?perPage=100`)).body.data.map(
      ({ id }: { readonly id: string }) => id,
    )
    await listener.listening(
      async () => {
        const id = await reserveOwn()
        own.push(id)
        return id
      },
      ({ data }, id) => data.reservationEvents.reservation.reservationId === id,
    )
    await prepareFixtures(product, ownersKey, { needs: 'cancelled' })
    own.push(await reserveOwn())
    const received = (): string[] =>
      listener.events.map(({ data }) => data.reservationEvents.reservation.reservationId as string)
    const ids = await eventually(received, (found) => found.includes(own.at(-1) ?? ''))
    expect(ids.filter((id) => !own.includes(id))).toEqual([])
    await listener.close()
    const log = await stranger.get('/events?perPage=100')
    expectNothingOf(log, '')
    // What its webhook is sent is queued in the order of the log, so the owner's events would be there by now.
    const environment = isLive ? 'live' : 'sandbox'
    const queued = await eventually(
      () => queuedReservations(product.database('booking'), environment, registered.body.data.id),
      (found) => found.includes(own.at(-1) ?? ''),
    )
    expect(queued.filter((id) => !own.includes(id))).toEqual([])
  })
})
