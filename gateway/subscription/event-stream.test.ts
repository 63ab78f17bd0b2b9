import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import fastify from 'fastify'
import { getOperationAST, parse } from 'graphql'
import { pino } from 'pino'
import { createLogger } from '../../platform/process/logger.ts'
import type { GatewayContext } from '../context.ts'
import { errorPresenter } from '../errors.ts'
import type { AdmittedOperation } from '../execution/operation.ts'
import type { Subscriber } from './channel.ts'
import { maxUnreadBytes, type Connections, type SubscriberConnection } from './connections.ts'
import { streamEvents, type EventStreamOptions } from './event-stream.ts'
import { eventually } from '../../tests/testkit/eventually.ts'
import { eventStreamType } from './stream-format.ts'
import type { Subscriptions } from './subscriptions.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(closes.splice(0).map((close) => close())))

/**
 * A stream to a client that reads only on request, over a real connection; it may leave before it begins. `meanwhile` is
 * called with the stream before it begins.
 */
async function streamTo({ leavesEarly = false, meanwhile = (_stream: SubscriberConnection): void => undefined } = {}) {
  const document = parse('subscription { reservationEvents { cursor } }')
  const operation = { document, operation: getOperationAST(document) } as AdmittedOperation
  const context = {
    identity: { locale: 'en', requestId: 'test', partnerId: 'p1', environment: 'live' },
    meter: { headers: {} },
  } as unknown as GatewayContext
  const state = { places: 0, subscribed: 0 }
  const lines: object[] = []
  let received: (Subscriber & SubscriberConnection) | undefined
  const options: EventStreamOptions = {
    graph: () => {
      throw new Error('not called here')
    },
    connections: {
      add() {
        state.places += 1
        return () => void (state.places -= 1)
      },
    } as Pick<Connections, 'add'> as Connections,
    subscriptions: {
      async subscribe(_operation, _context, subscriber) {
        await Promise.resolve()
        meanwhile(subscriber as Subscriber & SubscriberConnection)
        received = subscriber as Subscriber & SubscriberConnection
        state.subscribed += 1
        return () => void (state.subscribed -= 1)
      },
    } as Pick<Subscriptions, 'subscribe'> as Subscriptions,
    present: errorPresenter(createLogger('silent', 'test')),
    logger: pino({ base: null }, { write: (text: string) => void lines.push(JSON.parse(text) as object) }),
  }
  const app = fastify()
  app.get('/', async (request, reply) => {
    if (leavesEarly) {
      client.destroy()
      await once(reply.raw, 'close')
    }
    return streamEvents(operation, context, { request, reply, type: eventStreamType }, options)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client: Socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  closes.push(() => {
    client.destroy()
    return app.close()
  })
  await once(client, 'connect')
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const first = leavesEarly ? '' : String((await once(client, 'data'))[0])
  client.pause()
  await eventually(() => received !== undefined, true)
  const stream = received!
  return { app, client, stream, state, lines, first }
}

const result = 'x'.repeat(32 * 1024)

describe('a stream of events', () => {
  it('buffers no more than the limit and one event for a reader that does not read, and drops it then', async () => {
    const { client, stream, state, lines } = await streamTo()
    let maxUnread = 0
    let received = 0
    for (; state.subscribed > 0 && received < 2_000; received += 1) {
      stream.next(result, `c${received}`)
      maxUnread = Math.max(maxUnread, stream.unreadBytes)
      // The system's own buffers take what they can.
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(state).toEqual({ places: 0, subscribed: 0 })
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'a subscriber read too slowly and was dropped',
        partnerId: 'p1',
        environment: 'live',
        transport: 'stream',
      }),
    ])
    expect(maxUnread).toBeGreaterThan(maxUnreadBytes)
    expect(maxUnread).toBeLessThan(maxUnreadBytes + result.length + 1_024)
    // Nothing is buffered once the stream is dropped.
    stream.next(result, 'too late')
    expect(stream.unreadBytes).toBe(0)
    let seen = ''
    client.on('data', (chunk) => (seen += String(chunk))).on('error', () => undefined)
    client.resume()
    await eventually(() => client.destroyed, true)
    expect(seen).not.toContain('too late')
    expect(seen).not.toContain('event: complete')
  })

  it('delivers an event that is larger than the limit to a reader that reads', async () => {
    const { client, stream, state } = await streamTo()
    let seen = 0
    client.on('data', (chunk) => (seen += chunk.length))
    client.resume()
    const large = 'x'.repeat(3 * maxUnreadBytes)
    for (const cursor of ['c1', 'c2']) {
      stream.next(large, cursor)
      await eventually(() => stream.unreadBytes === 0, true)
    }
    await eventually(() => seen > 2 * large.length, true)
    expect(state.subscribed).toBe(1)
  })

  it('is dropped when nothing of its buffer was sent between two beats, and not while it moves', async () => {
    const { client, stream, state } = await streamTo()
    const fill = async () => {
      do {
        stream.next(result, 'c')
        await new Promise((resolve) => setImmediate(resolve))
      } while (stream.unreadBytes < maxUnreadBytes / 4)
    }
    await fill()
    for (let round = 0; round < 5; round += 1) {
      stream.beat()
      expect(state.subscribed).toBe(1)
      client.resume()
      await eventually(() => stream.unreadBytes === 0, true)
      client.pause()
      await fill()
    }
    stream.beat()
    stream.beat()
    expect(state).toEqual({ places: 0, subscribed: 0 })
  })

  it.each([
    ['a beat', (stream: SubscriberConnection) => stream.beat(), 1],
    ['its end', (stream: SubscriberConnection) => stream.close(1001, 'Going away'), 0],
  ])('begins with its head when %s comes while its operation is checked', async (_name, meanwhile, subscribed) => {
    const { first, state } = await streamTo({ meanwhile })
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*content-type: text\/event-stream/i)
    expect(first.split(':\n\n')).toHaveLength(2)
    await eventually(() => state.subscribed === subscribed && state.places === subscribed, true)
  })

  it('to a client that left before it began releases its place', async () => {
    const { state } = await streamTo({ leavesEarly: true })
    await eventually(() => state.places === 0 && state.subscribed === 0, true)
  })

  it('that was ended drops a reader that does not read the rest', async () => {
    const { client, stream, state, app } = await streamTo()
    do {
      stream.next(result, 'c')
      await new Promise((resolve) => setImmediate(resolve))
    } while (stream.unreadBytes < maxUnreadBytes / 4)
    const connections = () =>
      new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
    stream.close(1001, 'Going away')
    expect(state).toEqual({ places: 0, subscribed: 0 })
    expect(await connections()).toBe(1)
    expect(client.readableFlowing).toBe(false)
    await eventually(connections, 0)
  })
})
