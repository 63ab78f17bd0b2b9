import specifications from '@asyncapi/specs'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import WebSocket from 'ws'
import { demoId } from '../../platform/values/demo-id.ts'
import { newPartner } from '../testkit/issue.ts'
import { partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { Stream } from '../testkit/stream.ts'
import { eventually } from '../testkit/eventually.ts'
import { allEventTypes, catalogEventTypes, eventTypes } from '../../schema/event-types.ts'
import { oneOfEachType, publishProductEvents } from '../testkit/product-events.ts'

let product: SharedProduct
let document: Json
/** A key of a partner that no other test uses. */
let apiKey: string

beforeAll(async () => {
  product = await productToChange()
  document = (await partner(product.url, null).get('/asyncapi.json')).body
  apiKey = (await newPartner(product)).apiKey
})

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)

/** The violation of the document by a message. */
function errorsOf(name: string, payload: Json, part: 'payload' | 'headers' = 'payload'): unknown[] {
  const schema = { ...document.components.messages[name][part], components: document.components }
  const validate: ValidateFunction = ajv.compile(schema)
  return validate(payload)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath} ${message}`)
}

const pascal = (type: string): string =>
  type
    .split(/[._]/)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')

const subscription = `subscription ($after: String) { reservationEvents(after: $after) { id cursor type version occurredAt reservation { reservationId status cenote { name } } } }`

describe('the AsyncAPI document', () => {
  it('is valid by the schema of AsyncAPI 3', () => {
    const validate = ajv.compile(specifications.schemasWithoutId['3.0.0'] as object)
    validate(document)
    expect(validate.errors ?? []).toEqual([])
  })

  it('has examples that its own schemas allow', () => {
    const examples = Object.entries(document.components.messages as Record<string, Json>).flatMap(([name, message]) =>
      (message.examples ?? []).map(({ payload }: Json) => [name, payload] as const),
    )
    expect(examples.length).toBeGreaterThan(5)
    expect(examples.flatMap(([name, payload]) => errorsOf(name, payload))).toEqual([])
  })

  it('refers only to what it has', () => {
    const missing: string[] = []
    const walk = (node: Json): void => {
      if (typeof node !== 'object' || node === null) return
      if (typeof node.$ref === 'string') {
        const found = node.$ref
          .slice(2)
          .split('/')
          .reduce((inner: Json, step: string) => inner?.[step], document)
        if (found === undefined) missing.push(node.$ref)
      }
      Object.values(node).forEach(walk)
    }
    walk(document)
    expect(missing).toEqual([])
  })

  it('has a delivery for each type of event, and the addresses of the product', () => {
    expect(Object.keys(document.channels.webhook.messages)).toHaveLength(allEventTypes.length + 1)
    const { host } = new URL(product.url)
    expect(document.servers).toMatchObject({ webSocket: { host, protocol: 'ws' }, stream: { host, protocol: 'http' } })
    expect(document.channels).toMatchObject({ socket: { address: '/graphql' }, stream: { address: '/graphql/stream' } })
    expect(document.channels.socket['x-close-codes']).toMatchObject({ 4401: 'unauthorized', 4480: 'tooSlow' })
  })
})

describe('what is sent', () => {
  it('over a WebSocket is as documented, in both directions', async () => {
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const received: Json[] = []
    socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())))
    await once(socket, 'open')
    const errors: unknown[] = []
    const until = (holds: () => boolean | Promise<boolean>): Promise<boolean> =>
      eventually(holds, true, { describe: () => JSON.stringify(received) })
    const send = (name: string, message: Json): void => {
      errors.push(...errorsOf(name, message))
      socket.send(JSON.stringify(message))
    }
    send('connectionInit', { type: 'connection_init', payload: { apiKey, acceptLanguage: 'es' } })
    await until(() => received.length === 1)
    send('clientPing', { type: 'ping', payload: { n: 1 } })
    send('subscribe', { type: 'subscribe', id: '1', payload: { query: subscription, variables: {} } })
    send('subscribe', { type: 'subscribe', id: '2', payload: { query: '{ viewer { partner { name } } }' } })
    send('subscribe', { type: 'subscribe', id: '3', payload: { query: '{ nothing }' } })
    await until(() => received.filter(({ id }) => id === '2' || id === '3').length >= 3)
    await until(async () => {
      await reserve(product.url, { apiKey })
      return received.some(({ id }) => id === '1')
    })
    send('clientComplete', { type: 'complete', id: '1' })
    socket.close()
    const names: Record<string, string> = {
      connection_ack: 'connectionAck',
      pong: 'serverPong',
      complete: 'serverComplete',
    }
    for (const message of received) errors.push(...errorsOf(names[message.type] ?? message.type, message))
    expect(errors).toEqual([])
    expect(new Set(received.map(({ type }) => type))).toEqual(
      new Set(['connection_ack', 'pong', 'next', 'complete', 'error']),
    )
    expect(errorsOf('next', { ...received.find(({ type }) => type === 'next'), id: 1 })).not.toEqual([])
  })

  it('as server-sent events is as documented', async () => {
    const variables = { after: await logEnd(product.url, apiKey) }
    expect(errorsOf('streamRequest', { query: subscription, variables })).toEqual([])
    const stream = await Stream.open(product.url, { query: subscription, variables, apiKey })
    await reserve(product.url, { apiKey })
    await stream.received(1)
    const [{ event, data } = { event: '', data: null }] = stream.events
    expect([event, errorsOf('streamNext', data)]).toEqual(['next', []])
    stream.stop()
  })

  it('of what is sold is as documented, as server-sent events and to a receiver of webhooks', async () => {
    const soldId = demoId('cenote', 'dos-ojos')
    const query = `subscription ($after: String) { catalogEvents(after: $after, filter: { productIds: ["${soldId}"] }) {
      id cursor type occurredAt productType productId dateFrom dateTo changed product { id name }
    } }`
    const variables = { after: await logEnd(product.url, apiKey) }
    expect(errorsOf('streamRequest', { query, variables })).toEqual([])
    const stream = await Stream.open(product.url, { query, variables, apiKey })
    const target = await new Receiver().start()
    const rest = partner(product.url, apiKey)
    const { body } = await rest.post('/webhooks', { url: `${target.url}/sold`, events: ['*'] })
    await publishProductEvents(product, oneOfEachType(soldId))
    await stream.received(catalogEventTypes.length)
    // Changes of other products may arrive as well, even before the last of these types.
    const received = await eventually(
      () => target.received.filter(({ body: sent }) => !sent.type.startsWith('reservation.')),
      (sent) => catalogEventTypes.every((type) => sent.some((one) => one.body.type === type)),
    )
    stream.stop()
    await rest.send('DELETE', `/webhooks/${body.data.id}`)
    await target.stop()
    expect(stream.events.flatMap(({ data }) => errorsOf('streamNext', data))).toEqual([])
    expect(received.flatMap(({ body: sent }) => errorsOf(`delivery${pascal(sent.type)}`, sent))).toEqual([])
    expect(new Set(received.map(({ body: { type } }) => type))).toEqual(new Set(catalogEventTypes))
    const [{ data }] = stream.events as [Json]
    expect(errorsOf('streamNext', { data: { catalogEvents: { ...data.data.catalogEvents, changed: 1 } } })).not.toEqual(
      [],
    )
  })

  it('to a receiver of webhooks is as documented, by type', async () => {
    const target = await new Receiver().start()
    const rest = partner(product.url, apiKey)
    const { body } = await rest.post('/webhooks', { url: `${target.url}/hook`, events: [...eventTypes] })
    await rest.post(`/webhooks/${body.data.id}/ping`, {})
    const path = '/api/partner/reservations'
    const one = await reserve(product.url, { apiKey })
    const other = await reserve(product.url, { apiKey })
    await rest.send('PATCH', `${path}/${one.id}`, { visitors: { adults: 2 } })
    await rest.post(`${path}/${one.id}/confirm`, { paymentId: 'p' })
    await rest.post(`${path}/${one.id}/checkin`, {})
    await rest.post(`${path}/${one.id}/complete`, {})
    await rest.post(`${path}/${other.id}/confirm`, { paymentId: 'q' })
    await rest.post(`${path}/${other.id}/cancel`, { reason: 'weather' })
    await rest.post(`${path}/${other.id}/refund`, {})
    const received = await target.got(10)
    const errors = received.flatMap(({ body: sent, headers }) => [
      ...errorsOf(`delivery${pascal(sent.type)}`, sent),
      ...errorsOf(
        `delivery${pascal(sent.type)}`,
        { ...headers, 'webhook-timestamp': Number(headers['webhook-timestamp']) },
        'headers',
      ),
    ])
    await rest.send('DELETE', `/webhooks/${body.data.id}`)
    await target.stop()
    expect(errors).toEqual([])
    expect(new Set(received.map(({ body: { type } }) => type)).size).toBeGreaterThan(7)
    expect(
      errorsOf('deliveryReservationConfirmed', received.find(({ body: { type } }) => type === 'webhook.ping')?.body),
    ).not.toEqual([])
  })
})
