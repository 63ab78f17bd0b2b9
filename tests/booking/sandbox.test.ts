import { beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '../testkit/eventually.ts'
import { readMails } from '../testkit/mail-folder.ts'
import { strokesOf } from '../testkit/pdf.ts'
import { bodyOf } from '../../subgraphs/booking/outbox/webhook/deliver/payload.ts'
import { keys, partner, sharedTestProduct, Subscriber, type Json, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { Stream } from '../testkit/stream.ts'

const environments = [
  ['sandbox', keys.demo],
  ['live', keys.live],
] as const
const reservations = '/api/partner/reservations'
let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

/** Only the sandbox markers. */
const mark = (environment: string): Json => (environment === 'sandbox' ? { _sandbox: true } : undefined)

describe.each(environments)('the %s environment', (environment, apiKey) => {
  it('is named by X-Environment on every REST response to a key, refusals included', async () => {
    const rest = partner(product.url, apiKey)
    const { id } = await reserve(product.url, { apiKey })
    const read = await rest.get(`${reservations}/${id}`)
    for (const [expected, response] of [
      [200, read],
      [304, await rest.get(`${reservations}/${id}`, { 'If-None-Match': read.headers.get('etag') ?? '' })],
      [200, await rest.get('/api/currencies')],
      [400, await rest.post(reservations, {})],
      [400, await rest.post(reservations, '{')],
      [404, await rest.get(`${reservations}/nothing`)],
      [404, await rest.get('/api/partner/nothing')],
      [405, await rest.send('DELETE', reservations)],
      [409, await rest.post(`${reservations}/${id}/checkin`, {})],
    ] as const)
      expect([expected, response.status, response.headers.get('x-environment')]).toEqual([
        expected,
        expected,
        environment,
      ])
  })

  it('is marked in extensions of every GraphQL response over HTTP', async () => {
    const rest = partner(product.url, apiKey)
    for (const [status, body] of [
      [200, { query: '{ viewer { plan } }' }],
      [200, { query: '{ reservation(id: "nothing") { id } }' }],
      [400, { query: '{ nothing }' }],
      [400, { query: '{' }],
      [400, []],
      [400, '{'],
    ] as const) {
      const response = await rest.send('POST', '/graphql', body)
      expect([response.status, response.body.extensions?._sandbox, response.headers.get('x-environment')]).toEqual([
        status,
        mark(environment)?._sandbox,
        environment,
      ])
    }
    const type = await rest.send('POST', '/graphql', 'x', { 'Content-Type': 'text/csv' })
    expect([type.status, type.body.extensions]).toEqual([415, mark(environment)])
  })

  it('is marked in extensions of every event of a subscription, and of what refuses one', async () => {
    const after = await logEnd(product.url, apiKey)
    const query = `subscription { reservationEvents(after: "${after}") { reservation { reservationId } } }`
    const { id } = await reserve(product.url, { apiKey })
    const socket = new Subscriber(product.url, query, apiKey)
    const stream = await Stream.open(product.url, { query, apiKey })
    const event = { data: { reservationEvents: { reservation: { reservationId: id } } } }
    const expected = mark(environment) ? { ...event, extensions: mark(environment) } : event
    expect(await socket.received(1)).toEqual([expected])
    await stream.received(1)
    expect(stream.events[0]?.data).toEqual(expected)
    stream.stop()
    await socket.close()

    const refused = 'subscription { reservationEvents(filter: { cenoteId: "nothing" }) { id } }'
    const [over, above] = [
      new Subscriber(product.url, refused, apiKey),
      await Stream.open(product.url, { query: refused, apiKey }),
    ]
    const [{ error }] = (await over.received(1)) as [Json]
    expect(error[0].extensions).toMatchObject({ code: 'ERROR_VALIDACION' })
    expect(error[0].extensions._sandbox).toBe(mark(environment)?._sandbox)
    await above.received(1)
    expect(above.events[0]?.data.errors[0].extensions.code).toBe('ERROR_VALIDACION')
    expect(above.events[0]?.data.extensions).toEqual(mark(environment))
    above.stop()
    await over.close()

    const query_ = new Subscriber(product.url, '{ viewer { plan } }', apiKey)
    const [response] = (await query_.received(1)) as [Json]
    expect(response.extensions?._sandbox).toBe(mark(environment)?._sandbox)
    await query_.close()
  })

  it('is marked in the subject and text of mails and in documents when it is the sandbox, and only then', async () => {
    const rest = partner(product.url, apiKey)
    const { id, bookingReference } = await reserve(product.url, { apiKey })
    const { body } = await rest.post(`${reservations}/${id}/confirm`, {
      confirmationEmail: true,
      generateDocuments: true,
    })
    const mail = await eventually(
      async () => (await readMails(product.dataFolder)).find(({ subject = '' }) => subject.includes(bookingReference)),
      (found) => found !== undefined,
    )
    const isTest = environment === 'sandbox'
    expect(mail?.subject).toMatch(isTest ? /^\[TEST\] Reservation confirmed/ : /^Reservation confirmed/)
    for (const part of [mail?.text, mail?.html])
      expect(part?.includes('TEST: this message comes from the sandbox.')).toBe(isTest)
    for (const address of Object.values(body.data.documents as Record<string, string>)) {
      const { body: pdf } = await partner(product.url, null).get(address)
      expect(strokesOf(pdf).some(({ text }) => text.startsWith('TEST:'))).toBe(isTest)
    }
  })

  it('is marked in the bodies of webhooks when it is the sandbox, and only then', async () => {
    const ping = { type: 'webhook.ping', webhookId: 'w', createdAt: new Date(0), event: null } as never
    expect(JSON.parse(bodyOf(ping, environment))).toEqual({
      type: 'webhook.ping',
      timestamp: '1970-01-01T00:00:00.000Z',
      data: { webhookId: 'w' },
      ...mark(environment),
    })
  })
})

it('callers without a key get no environment, and no sandbox marker', async () => {
  const anonymous = partner(product.url, null)
  const rates = await anonymous.get('/api/currencies')
  expect([rates.headers.get('x-environment'), rates.body._sandbox]).toEqual([null, undefined])
  const response = await anonymous.graphql('{ exchangeRates { base } }')
  expect([response.headers.get('x-environment'), response.body.extensions?._sandbox]).toEqual([null, undefined])
  const refused = await anonymous.graphql('{ viewer { plan } }')
  expect([refused.status, refused.body.extensions?._sandbox]).toEqual([401, undefined])
})

it('deliveries to a receiver of the sandbox are marked', async () => {
  const receiver = await new Receiver().start()
  const rest = partner(product.url)
  const { body } = await rest.post('/webhooks', { url: receiver.url, events: ['reservation.created'] })
  const { id } = await reserve(product.url)
  const [expected] = await receiver.got(1, (delivery) => delivery.body.data.id === id)
  expect(expected?.body._sandbox).toBe(true)
  await rest.send('DELETE', `/webhooks/${body.data.id}`)
  await receiver.stop()
})
