import { createClient } from 'graphql-ws/client'
import WebSocket from 'ws'
import { partnerScopes } from '../../gateway/auth/scopes.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { visit } from '../access/table/world.ts'
import { eventually } from '../testkit/eventually.ts'
import { operator } from '../testkit/operator.ts'
import { freshAddress, partner } from '../testkit/product.ts'
import type { Receiver } from '../testkit/receiver.ts'
import type { Json } from '../testkit/responses.ts'
import { Stream } from '../testkit/stream.ts'
import { headersOf, type Client } from './client.ts'
import { documentOf, type RecordedSchema } from './selection.ts'

/** Sent one after the other, so that each is an event in the order of the log. */
const journeys = {
  visited: [
    ['modifyReservation', '', { visitors: { adults: 3 }, specialRequests: 'A quiet corner' }],
    ['recordPayment', '/payments', { amount: 100, method: 'cash' }],
    ['extendReservation', '/extend', {}],
    ['confirmReservation', '/confirm', { paymentId: 'pay_1', confirmationEmail: true, generateDocuments: true }],
    ['checkInReservation', '/checkin', { notes: 'early' }],
    ['completeReservation', '/complete', { notes: 'happy', feedback: { requestReview: true } }],
  ],
  refunded: [
    ['confirmReservation', '/confirm', { paymentId: 'pay_2', confirmationEmail: true }],
    ['cancelReservation', '/cancel', { reason: 'weather', notifyGuest: true }],
    ['refundReservation', '/refund', { amount: 1 }],
  ],
  missed: [
    ['confirmReservation', '/confirm', { paymentId: 'pay_3' }],
    ['markReservationNoShow', '/no-show', { note: 'nobody' }],
  ],
  cancelled: [['cancelReservation', '/cancel', { reason: 'weather', notifyGuest: false }]],
} satisfies Record<string, readonly (readonly [operation: string, path: string, body: object])[]>
/** Fields of Subscription; each has a cursor, from which nothing is missed. */
export const eventFields = ['reservationEvents', 'catalogEvents'] as const

const lastType = /"reservation[._]cancelled"/i

/** A way to receive events, and the events received so far. */
interface Transport {
  readonly operation: string
  readonly opening: { readonly status?: number; readonly headers: Readonly<Record<string, string>> }
  sent(): readonly Json[]
  close(): Promise<void> | void
}

/** Plays the journeys and writes down what every transport sends of them: the order of one reservation's counts. */
export async function playEvents(
  client: Client,
  recorded: RecordedSchema,
  receiver: Receiver,
): Promise<Record<string, string>> {
  const headers = { 'X-API-Key': client.key }
  const path = `/${client.environment}/${client.language}`
  const hook = client.environment === 'sandbox' ? await register(client, receiver.url + path) : undefined
  const { body: cursors } = await partner(client.url, client.key).graphql(
    '{ reservationEventsCursor catalogEventsCursor }',
  )
  const fields = recorded.schema.getSubscriptionType()?.getFields() ?? {}
  // What has mails is replayed: how far those are when an event is sent is not always the same.
  const { cancelled, ...replayed } = journeys
  const idsOfReplayed = await play(client, headers, replayed)
  const transports = [
    ...(await Promise.all(
      eventFields.flatMap((name): Promise<Transport>[] => {
        const field = fields[name]
        if (!field) return []
        const inputs = `(after: "${cursors.data[`${name}Cursor`]}")`
        const query = documentOf(recorded, field, { operation: 'subscription', inputs, granted: partnerScopes })
        return [webSocket, eventStream, getStream].map((open) => open(client, `Subscription.${name}`, query))
      }),
    )),
    ...(hook === undefined ? [] : [webhooks(receiver, path)]),
  ]
  const ids = { ...idsOfReplayed, ...(await play(client, headers, { cancelled })) }
  await touchProduct(client)

  await client.send({ operation: 'listEvents', address: `/events?after=now`, headers })
  // What never comes shows as a difference.
  await Promise.all(
    transports.map((transport) =>
      eventually(() => transport.sent().some((event) => isLast(transport, event, ids['cancelled'])), true, {
        milliseconds: 15_000,
      }).catch(() => undefined),
    ),
  )
  for (const transport of transports) {
    await transport.close()
    for (const [journey, id] of Object.entries({ ...ids, product: touched }))
      write(
        client,
        transport,
        journey,
        transport.sent().filter((event) => isAbout(event, id)),
      )
  }
  for (const id of Object.values(ids))
    await client.send({ operation: 'listEvents', address: `/events?reservationId=${id}`, headers })
  if (hook === undefined) return ids
  await eventually(() => settled(client.url, client.key, hook), true)
  await client.send({
    operation: 'listWebhookDeliveries',
    address: `/webhooks/${hook}/deliveries?perPage=100`,
    headers,
  })
  return ids
}

/** A webhook for everything; its id. Only the sandbox sends to loopback addresses. */
async function register(client: Client, url: string): Promise<string> {
  const { body } = await client.send({
    operation: 'createWebhook',
    method: 'POST',
    address: '/webhooks',
    headers: { 'X-API-Key': client.key },
    body: { url, events: ['reservation.*', 'product.*'], description: 'all' },
  })
  return body.data.id
}

const touched = demoId('cenote', 'kankirixche')
const isChangeOfProduct = (text: string): boolean => text.includes(touched) && /product[._]updated/i.test(text)
const isLast = ({ operation }: Transport, event: Json, id = ''): boolean => {
  const text = JSON.stringify(event)
  return operation.includes('catalogEvents') ? isChangeOfProduct(text) : text.includes(id) && lastType.test(text)
}
/** Changes of availability are merged by the second, so that their number differs from time to time. */
const isAbout = (event: Json, id: string): boolean => {
  const text = JSON.stringify(event)
  return id === touched ? isChangeOfProduct(text) : text.includes(id)
}

function write(client: Client, { operation, opening }: Transport, journey: string, events: readonly Json[]): void {
  if (events.length === 0 && (journey === 'product') !== operation.includes('catalogEvents')) return
  client.write(operation, { request: { journey }, ...opening, body: events })
}

/** Reviews of one day have no order of their own: in each language the guests visit another cenote. */
const visited = { en: demoId('cenote', 'dos-ojos'), es: demoId('cenote', 'ik-kil') }

/** Makes the reservations; their ids. */
async function play(
  client: Client,
  headers: Record<string, string>,
  played: Partial<typeof journeys>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const [journey, steps] of Object.entries(played)) {
    const guest = { ...visit.guest, name: 'Ana Núñez', email: `${journey}@example.com` }
    const created = await client.send({
      operation: 'createReservation',
      method: 'POST',
      address: '/api/partner/reservations',
      headers,
      body: { ...visit, cenoteId: visited[client.language], visitors: { adults: 2, children: 1 }, guest },
    })
    const id: string = created.body.data?.id
    ids[journey] = id
    for (const [operation, step, body] of steps) {
      await client.send({
        operation,
        method: step === '' ? 'PATCH' : 'POST',
        address: `/api/partner/reservations/${id}${step}`,
        headers,
        body,
      })
      await eventually(() => mailed(client, id), true, { milliseconds: 15_000 }).catch(() => undefined)
    }
  }
  return ids
}

/** Whether a message is about to be sent. */
export const isDue = ({ status, scheduledFor }: Json): boolean =>
  status.toLowerCase() === 'scheduled' && !(Date.parse(scheduledFor) > Date.now())

/** Whether the mails about a reservation that are due were sent: they are, beside the response. */
async function mailed({ url, key }: Client, id: string): Promise<boolean> {
  const { body } = await partner(url, key).get(`/api/partner/reservations/${id}`)
  return !(body.data?.communications ?? []).some(isDue)
}

/** Changes a product, in each round to something else. */
async function touchProduct({ url, operatorKey, language }: Client): Promise<void> {
  const { ask } = operator(url, operatorKey)
  const { version } = (await ask(`{ cenote(id: "${touched}") { version } }`)).cenote
  const phone = language === 'en' ? '+52 985 000 0001' : '+52 985 000 0002'
  await ask('mutation ($input: UpdateCenoteInput!) { updateCenote(input: $input) { id } }', {
    input: { id: touched, version, contact: { phone } },
  })
}

/** Whether a webhook has nothing left to deliver. */
export async function settled(url: string, key: string, id: string): Promise<boolean> {
  const { body } = await partner(url, key).get(`/webhooks/${id}/deliveries?perPage=100`)
  return (body.data as Json[]).every(({ status }) => status !== 'pending' && status !== 'scheduled')
}

async function webSocket({ url, key, language }: Client, operation: string, query: string): Promise<Transport> {
  const events: Json[] = []
  const socket = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey: key, language },
    retryAttempts: 0,
  })
  const sink = {
    next: (event: Json) => events.push(event),
    error: (error: unknown) => events.push({ error }),
    complete() {},
  }
  const stop = socket.subscribe({ query }, sink)
  const close = async (): Promise<void> => {
    stop()
    await socket.dispose()
  }
  return { operation: `${operation} over WebSocket`, opening: { headers: {} }, sent: () => events, close }
}

/** Server-sent events of a POST to /graphql. */
async function eventStream({ url, key, language }: Client, operation: string, query: string): Promise<Transport> {
  const stopping = new AbortController()
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    signal: stopping.signal,
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-api-key': key,
      'accept-language': language,
      'X-Forwarded-For': freshAddress(),
    },
    body: JSON.stringify({ query }),
  })
  let text = ''
  const read = async (): Promise<void> => {
    const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let read = await chunks?.read(); read && !read.done; read = await chunks?.read()) text += read.value
  }
  void read().catch(() => undefined)
  return {
    operation: `${operation} over POST /graphql`,
    opening: { status: response.status, headers: headersOf(response.headers) },
    sent: () =>
      text
        .split('\n\n')
        .slice(0, -1)
        .flatMap((block) => /^data: (.+)$/m.exec(block)?.[1] ?? [])
        .map((data) => JSON.parse(data) as Json),
    close: () => stopping.abort(),
  }
}

/** Server-sent events of /graphql/stream, as an EventSource requests them. */
async function getStream({ url, key, language }: Client, operation: string, query: string): Promise<Transport> {
  const stream = await Stream.open(url, { query, apiKey: key, headers: { 'accept-language': language } })
  const headers = Object.entries(stream.response.headers).map(([name, value]) => [name, String(value)] as const)
  return {
    operation: `${operation} over GET /graphql/stream`,
    opening: { status: stream.status, headers: headersOf(headers) },
    sent: () => stream.events,
    close: () => stream.stop(),
  }
}

const webhooks = (receiver: Receiver, path: string): Transport => ({
  operation: 'webhook',
  opening: { headers: {} },
  sent: () =>
    receiver.received
      .filter((received) => received.path === path)
      .map(({ headers, body }) => ({
        headers: headersOf(Object.entries(headers).map(([name, value]) => [name, String(value)] as const)),
        body,
      })),
  close: () => undefined,
})
