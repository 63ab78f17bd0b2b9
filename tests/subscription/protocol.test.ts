import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import WebSocket from 'ws'
import { keys, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { setScopes } from '../testkit/stored-keys.ts'
import { eventually } from '../testkit/eventually.ts'
import { Wire } from '../testkit/wire.ts'

// The clauses are those of PROTOCOL.md in the package graphql-ws.

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct({
    CONNECTION_INIT_SECONDS: '3',
    CONNECTION_PING_SECONDS: '1.5',
    CONNECTIONS_PER_PARTNER: '12',
    // So many that 1,000 messages may come at once.
    SUBSCRIPTIONS_PER_CONNECTION: '500',
  })
})
afterAll(() => product.close())

const events = `subscription ($after: String) {
  reservationEvents(after: $after) { type cursor reservation { reservationId } }
}`

/** A subscriber on a separate connection receives all reservations, whatever happens on another. */
async function undisturbed(misbehave: () => Promise<string[] | void>): Promise<void> {
  const bystander = await Wire.connect(product.url)
  bystander.subscribe('mine', events, { after: await logEnd(product.url) })
  const reserved = (await misbehave()) ?? []
  reserved.push((await reserve(product.url)).id)
  const seen = await bystander.received(reserved.length)
  expect(seen.map(({ payload }) => payload.data.reservationEvents.reservation.reservationId)).toEqual(reserved)
  bystander.close()
}

describe('the handshake', () => {
  it('takes the subprotocol graphql-transport-ws among others, and closes with 4406 when it is not offered', async () => {
    const both = await Wire.open(product.url, { protocols: ['graphql-ws', 'graphql-transport-ws'] })
    expect(both.socket.protocol).toBe('graphql-transport-ws')
    both.close()
    const old = await new Promise<number>((resolve) => {
      const socket = new WebSocket(`${product.url.replace('http', 'ws')}/graphql`)
      socket.on('close', (code) => resolve(code))
      socket.on('error', () => resolve(0))
    })
    expect(old).toBe(4406)
  })

  it('is acknowledged for a key in the payload or in the header of the upgrade, the payload first', async () => {
    const inHeader = await Wire.open(product.url, { headers: { 'x-api-key': keys.demo } })
    inHeader.send({ type: 'connection_init' })
    expect(await inHeader.received(1)).toEqual([{ type: 'connection_ack' }])
    inHeader.close()
    const inBoth = await Wire.open(product.url, { headers: { 'x-api-key': keys.revoked } })
    inBoth.send({ type: 'connection_init', payload: { apiKey: keys.demo } })
    expect(await inBoth.received(1)).toEqual([{ type: 'connection_ack' }])
    inBoth.close()
  })

  it('is closed with 4401 without a key, or with one that is unknown or revoked', async () => {
    for (const [payload, reason] of [
      [undefined, 'AUTHENTICATION_REQUIRED'],
      [null, 'AUTHENTICATION_REQUIRED'],
      [{ apiKey: '' }, 'AUTHENTICATION_REQUIRED'],
      [{ apiKey: 7 }, 'AUTHENTICATION_REQUIRED'],
      [{ apiKey: 'sk_test_unknown' }, 'INVALID_API_KEY'],
      [{ apiKey: keys.revoked }, 'INVALID_API_KEY'],
    ] as const) {
      const wire = await Wire.open(product.url, { headers: { 'x-forwarded-for': `10.1.0.${Math.random()}` } })
      wire.send({ type: 'connection_init', ...(payload === undefined ? {} : { payload }) })
      expect(await wire.ended()).toEqual({ code: 4401, reason })
      expect(wire.messages).toEqual([])
    }
  })

  it('is closed with 4403 when the partner has as many connections as it may; others may still come', async () => {
    const open = await Promise.all(Array.from({ length: 12 }, () => Wire.connect(product.url)))
    const oneMore = await Wire.open(product.url)
    oneMore.send({ type: 'connection_init', payload: { apiKey: keys.demo } })
    expect(await oneMore.ended()).toEqual({ code: 4403, reason: 'Too many connections: at most 12 per partner' })
    const rival = await Wire.connect(product.url, keys.rival)
    rival.close()
    // Its place is free as soon as one is gone, however it ended.
    open[0]?.socket.terminate()
    await eventually(() => open[0]?.closed !== undefined, true, { describe: () => 'open' })
    const next = await Wire.connect(product.url)
    for (const wire of [...open, next]) wire.close()
  })

  it('is closed with 4408 when connection_init does not come in time', async () => {
    const silent = await Wire.open(product.url)
    expect(await silent.ended()).toEqual({ code: 4408, reason: 'Connection initialisation timeout' })
    const pinging = await Wire.open(product.url)
    pinging.send({ type: 'ping' })
    expect(await pinging.ended()).toMatchObject({ code: 4408 })
  })

  it('is closed with 4429 by a second connection_init, before the acknowledgement or after it', async () => {
    const hasty = await Wire.open(product.url)
    hasty.send({ type: 'connection_init', payload: { apiKey: keys.demo } })
    hasty.send({ type: 'connection_init', payload: { apiKey: keys.demo } })
    expect(await hasty.ended()).toEqual({ code: 4429, reason: 'Too many initialisation requests' })
    const late = await Wire.connect(product.url)
    late.send({ type: 'connection_init', payload: { apiKey: keys.demo } })
    expect(await late.ended()).toMatchObject({ code: 4429 })
  })
})

describe('a message', () => {
  it.each([
    ['no JSON', 'nonsense'],
    ['nothing', ''],
    ['no object', '[]'],
    ['without a type', '{}'],
    ['of an unknown type', { type: 'start', id: '1', payload: { query: events } }],
    ['that only servers send', { type: 'connection_ack' }],
    ['subscribe without an id', { type: 'subscribe', payload: { query: events } }],
    ['subscribe with an empty id', { type: 'subscribe', id: '', payload: { query: events } }],
    ['subscribe with a number as id', { type: 'subscribe', id: 1, payload: { query: events } }],
    ['subscribe without a payload', { type: 'subscribe', id: '1' }],
    ['subscribe without a query', { type: 'subscribe', id: '1', payload: {} }],
    ['subscribe with a list of variables', { type: 'subscribe', id: '1', payload: { query: events, variables: [] } }],
    [
      'subscribe with a number as operationName',
      { type: 'subscribe', id: '1', payload: { query: events, operationName: 1 } },
    ],
    ['complete without an id', { type: 'complete' }],
    ['ping with a text as payload', { type: 'ping', payload: 'x' }],
    ['ping with a payload nested very deep', `{"type":"ping","payload":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_001)}`],
    ['in binary', Buffer.from('{"type":"ping"}')],
  ])('%s closes with 4400, before the acknowledgement and after it', async (_what, message) => {
    const fresh = await Wire.open(product.url)
    fresh.send(message)
    expect(await fresh.ended()).toEqual({ code: 4400, reason: 'Invalid message' })
    const known = await Wire.connect(product.url)
    known.send(message)
    expect(await known.ended()).toMatchObject({ code: 4400 })
  })

  it('complete before the acknowledgement closes with 4400, and a sixth message with 4429', async () => {
    const completing = await Wire.open(product.url)
    completing.send({ type: 'complete', id: '1' })
    expect(await completing.ended()).toEqual({ code: 4400, reason: 'complete before connection_ack' })
    const pinging = await Wire.open(product.url)
    for (let index = 0; index < 6; index += 1) pinging.send({ type: 'ping' })
    expect(await pinging.ended()).toEqual({ code: 4429, reason: 'Too many messages before connection_ack' })
  })

  it('subscribe before the acknowledgement closes with 4401', async () => {
    const wire = await Wire.open(product.url)
    wire.subscribe('1', events)
    expect(await wire.ended()).toEqual({ code: 4401, reason: 'Unauthorized' })
    const hasty = await Wire.open(product.url)
    hasty.send({ type: 'connection_init', payload: { apiKey: keys.demo } })
    hasty.subscribe('1', events)
    expect(await hasty.ended()).toMatchObject({ code: 4401 })
  })

  it('subscribe with an id in use closes with 4409, whatever the operations are', async () => {
    const wire = await Wire.connect(product.url)
    wire.subscribe('a "b"', events)
    wire.subscribe('a "b"', '{ __typename }')
    expect(await wire.ended()).toEqual({ code: 4409, reason: 'Subscriber for a "b" already exists' })
    const long = await Wire.connect(product.url)
    const id = 'ñ'.repeat(500)
    long.subscribe(id, events)
    long.subscribe(id, events)
    const { code, reason } = await long.ended()
    expect([code, Buffer.byteLength(reason) <= 123]).toEqual([4409, true])
  })

  it('a ping is followed by a pong with its payload, at any time; pong is taken unasked', async () => {
    const fresh = await Wire.open(product.url)
    fresh.send({ type: 'ping' })
    fresh.send({ type: 'ping', payload: { sent: 1 } })
    fresh.send({ type: 'pong', payload: { whatever: true } })
    expect(await fresh.received(2)).toEqual([{ type: 'pong' }, { type: 'pong', payload: { sent: 1 } }])
    fresh.send({ type: 'connection_init', payload: { apiKey: keys.demo } })
    fresh.send({ type: 'pong' })
    expect((await fresh.received(3))[2]).toEqual({ type: 'connection_ack' })
    fresh.close()
  })

  it('complete of an id that is unknown or done is ignored', async () => {
    const wire = await Wire.connect(product.url)
    wire.send({ type: 'complete', id: 'never' })
    wire.subscribe('1', '{ __typename }')
    expect(await wire.received(2)).toEqual([
      { id: '1', type: 'next', payload: expect.objectContaining({ data: { __typename: 'Query' } }) },
      { id: '1', type: 'complete' },
    ])
    wire.send({ type: 'complete', id: '1' })
    await wire.settled()
    expect(wire.closed).toBeUndefined()
    wire.close()
  })
})

describe('an operation', () => {
  it('frees its id when it completes, errs, or is completed by the client', async () => {
    const wire = await Wire.connect(product.url)
    for (let round = 0; round < 3; round += 1) {
      wire.subscribe('same', '{ __typename }')
      expect((await wire.received(2)).map(({ type }) => type)).toEqual(['next', 'complete'])
      wire.messages.length = 0
      wire.subscribe('same', '{ nothing }')
      const [error] = await wire.received(1)
      expect(error).toMatchObject({ id: 'same', type: 'error' })
      expect(error.payload[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
      wire.messages.length = 0
      wire.subscribe('same', events)
      wire.send({ type: 'complete', id: 'same' })
    }
    await wire.settled()
    expect([wire.closed, wire.messages]).toEqual([undefined, []])
    wire.close()
  })

  it('that is completed while it begins sends nothing, and leaves the others alone', async () => {
    const wire = await Wire.connect(product.url)
    const query = '{ cenotes(first: 10) { nodes { name pricing { adultCents } } } }'
    wire.subscribe('query', query)
    wire.send({ type: 'complete', id: 'query' })
    wire.subscribe('events', events)
    wire.send({ type: 'complete', id: 'events' })
    wire.subscribe('other', events, { after: await logEnd(product.url) })
    const { id } = await reserve(product.url)
    await wire.received(1)
    await wire.settled()
    expect(wire.messages.map((message) => [message.id, message.type])).toEqual([['other', 'next']])
    expect(wire.messages[0].payload.data.reservationEvents.reservation.reservationId).toBe(id)
    // No complete comes back for what the client completed, and none twice.
    wire.send({ type: 'complete', id: 'other' })
    await reserve(product.url)
    await wire.settled()
    expect(wire.messages).toHaveLength(1)
    wire.close()
  })

  it('of any kind runs: a mutation under its scope, a query, several of one document by name', async () => {
    const wire = await Wire.connect(product.url, keys.readonly)
    wire.subscribe('1', 'mutation { deleteWebhook(input: { id: "00000000-0000-4000-8000-000000000000" }) }')
    const [refused] = await wire.received(1)
    expect([refused.type, refused.payload[0].extensions.code]).toEqual(['error', 'INSUFFICIENT_PERMISSIONS'])
    wire.send({
      id: '2',
      type: 'subscribe',
      payload: { query: 'query A { __typename } query B { b: __typename }', operationName: 'B', variables: null },
    })
    expect((await wire.received(3))[1].payload.data).toEqual({ b: 'Query' })
    wire.close()
  })

  it('of one connection is counted: of 1,000 all above its limit are refused each, the others continue', async () => {
    await undisturbed(async () => {
      const wire = await Wire.connect(product.url)
      const after = await logEnd(product.url)
      for (let index = 0; index < 1_000; index += 1) wire.subscribe(String(index), events, { after })
      await wire.received(500)
      await wire.settled()
      expect(wire.messages).toHaveLength(500)
      expect(new Set(wire.messages.map(({ id, type }) => `${type} ${Number(id) >= 500}`))).toEqual(
        new Set(['error true']),
      )
      expect(wire.messages[0].payload[0].extensions).toMatchObject({
        code: 'SUBSCRIPTION_LIMIT_REACHED',
        details: { limit: 500, per: 'connection' },
      })
      wire.messages.length = 0
      const { id } = await reserve(product.url)
      await wire.received(500)
      expect(new Set(wire.messages.map((message) => `${message.type} ${message.id}`)).size).toBe(500)
      wire.close()
      return [id]
    })
  })
})

describe('a connection', () => {
  it('whose client sends no pong is closed, and its place is released', async () => {
    const mute = await Wire.open(product.url, { autoPong: false })
    mute.send({ type: 'connection_init', payload: { apiKey: keys.demo } })
    const lively = await Wire.connect(product.url)
    expect(await mute.ended()).toMatchObject({ code: 1006 })
    await lively.settled()
    expect(lively.closed).toBeUndefined()
    lively.close()
  })

  it.each([
    ['a message of 1 MB', 1009, JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(1_000_000) } })],
    ['1 MB of nonsense', 1009, Buffer.alloc(1_000_000)],
    [
      'a subscribe of 200 KB',
      undefined,
      `{"id":"1","type":"subscribe","payload":{"query":"{ ${'a '.repeat(100_000)}}"}}`,
    ],
  ])('that sends %s is refused clearly, others continue', async (_what, code, message) => {
    await undisturbed(async () => {
      const wire = await Wire.connect(product.url)
      wire.send(message)
      if (code === undefined) {
        const [error] = await wire.received(1)
        expect([error.type, error.payload[0].extensions.code]).toEqual(['error', 'DOCUMENT_TOO_LARGE'])
        await wire.settled()
        wire.close()
      } else expect(await wire.ended()).toMatchObject({ code })
    })
  })

  it.each([
    ['of a reserved kind', 1002, Buffer.from([0x8b, 0x80, 0, 0, 0, 0])],
    ['without a mask', 1002, Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
    ['with reserved bits', 1002, Buffer.from([0xf1, 0x80, 0, 0, 0, 0])],
    ['that is no UTF-8', 1007, Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28])],
    ['that continues nothing', 1002, Buffer.from([0x80, 0x80, 0, 0, 0, 0])],
  ])('that sends a frame %s is closed by the code of WebSocket for it, others continue', async (_what, code, frame) => {
    await undisturbed(async () => {
      const wire = await Wire.connect(product.url)
      wire.subscribe('1', events)
      ;(wire.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(frame)
      expect(await wire.ended()).toMatchObject({ code })
    })
  })

  it('that breaks off in the middle of a handshake or a message leaves nothing behind', async () => {
    await undisturbed(async () => {
      const { hostname, port } = new URL(product.url)
      const half = connect(Number(port), hostname)
      half.write('GET /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebS')
      half.end()
      for (let index = 0; index < 20; index += 1) {
        const wire = await Wire.connect(product.url)
        wire.subscribe('1', events)
        wire.subscribe('2', '{ cenotes(first: 10) { nodes { name } } }')
        ;(wire.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
          Buffer.from([0x81, 0xfe, 0x01, 0x00, 1, 2, 3, 4, 5]),
        )
        wire.socket.terminate()
      }
    })
    // Twelve are allowed at once: none of the twenty still counts.
    const wires = await Promise.all(Array.from({ length: 11 }, () => Wire.connect(product.url)))
    for (const wire of wires) wire.close()
  })
})

describe('a subscription that cannot be', () => {
  const refusal = async (query: string, variables?: Record<string, unknown>, apiKey = keys.demo): Promise<unknown> => {
    const wire = await Wire.connect(product.url, apiKey)
    wire.subscribe('1', query, variables)
    const [{ type, payload }] = await wire.received(1)
    expect([type, payload[0].message]).toEqual(['error', expect.any(String)])
    // The operation is over, the connection is not.
    wire.messages.length = 0
    wire.subscribe('1', '{ __typename }')
    expect((await wire.received(2)).map((message) => message.type)).toEqual(['next', 'complete'])
    wire.close()
    return payload[0].extensions
  }
  const after = 'subscription ($after: String) { reservationEvents(after: $after) { cursor } }'

  it('has a conditional root in any form: GRAPHQL_VALIDATION_FAILED', async () => {
    for (const query of [
      'subscription ($on: Boolean!) { reservationEvents @include(if: $on) { id } }',
      'subscription ($on: Boolean!) { reservationEvents @skip(if: $on) { id } }',
      'subscription ($on: Boolean!) { ... @include(if: $on) { reservationEvents { id } } }',
      'subscription ($on: Boolean!) { ...Root @include(if: $on) } fragment Root on Subscription { reservationEvents { id } }',
      'subscription ($on: Boolean!) { ...Root } fragment Root on Subscription { reservationEvents @skip(if: $on) { id } }',
    ])
      expect(await refusal(query, { on: true })).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' })
  })

  it('has several root fields, or none of ours: GRAPHQL_VALIDATION_FAILED', async () => {
    for (const query of [
      'subscription { a: reservationEvents { id } b: reservationEvents { id } }',
      'subscription { __typename }',
      'subscription { nothing { id } }',
      'subscription { reservationEvents { nothing } }',
      'subscription { reservationEvents(nothing: 1) { id } }',
    ])
      expect(await refusal(query)).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' })
  })

  it('starts from an unknown cursor: INVALID_CURSOR', async () => {
    for (const cursor of ['x', '', 'a'.repeat(5_000), Buffer.from('{"a":1}').toString('base64url'), randomUUID()])
      expect(await refusal(after, { after: cursor })).toMatchObject({ code: 'INVALID_CURSOR', status: 400 })
  })

  it('starts from a cursor of another partner or environment: INVALID_CURSOR, and nothing of its events', async () => {
    const cursor = await logEnd(product.url)
    const own = await Wire.connect(product.url)
    own.subscribe('1', after, { after: cursor })
    await own.settled()
    for (const key of [keys.rival, keys.live])
      expect(await refusal(after, { after: cursor }, key)).toMatchObject({ code: 'INVALID_CURSOR' })
    await own.settled()
    expect(own.messages).toEqual([])
    await reserve(product.url)
    await own.received(1)
    own.close()
  })

  it('has variables that do not fit: BAD_USER_INPUT', async () => {
    expect(await refusal(after, { after: 7 })).toMatchObject({ code: 'BAD_USER_INPUT' })
    const filtered = 'subscription ($filter: ReservationEventFilter!) { reservationEvents(filter: $filter) { cursor } }'
    for (const filter of [undefined, null, 'x', { types: ['NOTHING'] }, { unknown: 1 }])
      expect(await refusal(filtered, { filter })).toMatchObject({ code: 'BAD_USER_INPUT' })
    for (const field of ['cenoteId', 'reservationId'])
      expect(await refusal(filtered, { filter: { [field]: 'x' } })).toMatchObject({
        code: 'ERROR_VALIDACION',
        details: { fields: { [field]: ['must be a UUID'] } },
      })
    expect(await refusal(filtered, { filter: { types: [] } })).toMatchObject({
      code: 'ERROR_VALIDACION',
      details: { fields: { types: ['must name at least one type'] } },
    })
  })

  it('lacks the scope: INSUFFICIENT_PERMISSIONS', async () => {
    await setScopes(product.database('access'), 'sk_test_demo_basic', ['catalog:read'])
    expect(await refusal(events, {}, 'sk_test_demo_basic')).toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      status: 403,
    })
  })
})
