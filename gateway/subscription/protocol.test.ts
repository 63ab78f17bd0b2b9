import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { OperationTypeNode } from 'graphql'
import type { Identity } from '../../platform/trust/identity.ts'
import type { SentKeys } from '../../platform/http/sent-keys.ts'
import { closeCodes } from '../../schema/close-codes.ts'
import { apiError } from '../../schema/errors.ts'
import { clientFrame } from '../../bench/attack/client-frame.ts'
import { maxUnreadBytes } from './connections.ts'
import { ProtocolConnection, type FramedSocket, type ProtocolOptions } from './protocol.ts'
import type { EndingSubscriber } from './subscription-service.ts'
import { UnfinishedBytes } from './unfinished-bytes.ts'

const identity = { partnerId: 'partner', environment: 'live', scopes: [], locale: 'en', requestId: 'test' } as Identity

/** Has the members of a WebSocket that the protocol uses, and keeps what it received. */
class FakeSocket {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: unknown[] = []
  readonly closed: [number, string][] = []
  pings = 0
  terminated = false
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  /** A frame of less than 126 bytes has a head of two, and any other here one of four. */
  sendFrame(frame: Buffer): void {
    this.send(frame.toString('utf8', (frame[1] ?? 0) < 126 ? 2 : 4))
  }
  close(code: number, reason: string): void {
    this.readyState = 2
    this.closed.push([code, reason])
  }
  ping(): void {
    this.pings += 1
  }
  terminate(): void {
    this.terminated = true
  }
}

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }))
afterEach(() => void jest.useRealTimers())

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A connection of which two operations may run at once; `authenticate` and `run` decide what becomes of them. */
function connect({
  authenticate = () => Promise.resolve(identity),
  run = () => Promise.resolve({ data: { one: 1 } }),
  added = () => undefined,
  hasTimeLeft = true,
  ofUpgrade = { apiKey: undefined },
}: {
  authenticate?: (credentials: SentKeys) => Promise<Identity>
  run?: (admitted: unknown, context: { signal: { aborted: boolean } }) => Promise<unknown>
  added?: (() => void) | 'partner' | 'process'
  hasTimeLeft?: boolean
  ofUpgrade?: SentKeys
} = {}) {
  const socket = new FakeSocket()
  const subscribers: EndingSubscriber[] = []
  const left: EndingSubscriber[] = []
  const spent: number[] = []
  const meter = {
    hasTimeLeft,
    spend: (milliseconds: number) => spent.push(milliseconds),
    take: () => Promise.resolve(),
  }
  const options = {
    graph: () => ({
      execution: {
        admit: ({ query }: { query?: string }) =>
          query?.startsWith('refused')
            ? Promise.reject(apiError('ERROR_VALIDACION'))
            : Promise.resolve({
                operation: {
                  operation: query?.startsWith('subscription')
                    ? OperationTypeNode.SUBSCRIPTION
                    : OperationTypeNode.QUERY,
                },
              }),
        run,
      },
    }),
    callers: { socketsNeedKey: true, authenticate, meter: () => meter, bodyBounds: () => ({ maxMembers: 1_000 }) },
    subscriptions: {
      subscribe: (_operation: unknown, _context: unknown, subscriber: EndingSubscriber) => {
        subscribers.push(subscriber)
        return Promise.resolve(() => void left.push(subscriber))
      },
    },
    connections: { add: () => added, limitOfPartner: 7 },
    limits: { perConnection: 2, initialisationMilliseconds: 1_000 },
    unfinishedBytes: new UnfinishedBytes(),
    present: (error: Error) => ({ message: error.message }),
    logger: { error: () => undefined, info: () => undefined },
  } as unknown as ProtocolOptions
  const transport = Object.assign(new EventEmitter(), {
    ...{ isPaused: () => true, pause: () => undefined, resume: () => undefined, unshift: () => undefined },
    end: () => undefined,
  }).on('data', () => undefined)
  const headers = {
    keys: ofUpgrade,
    acceptLanguage: undefined,
    clientAddress: '127.0.0.1',
    transport: transport as unknown as Socket,
  }
  const connection = new ProtocolConnection(socket as unknown as FramedSocket, headers, options)
  const receive = async (message: unknown): Promise<void> => {
    connection.receive(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), false)
    await settled()
  }
  const start = (id: string, query: string): Promise<void> => receive({ type: 'subscribe', id, payload: { query } })
  const initialise = (): Promise<void> => receive({ type: 'connection_init', payload: { apiKey: 'key' } })
  return { socket, connection, transport, receive, start, initialise, subscribers, left, spent }
}

describe('a connection', () => {
  it('is acknowledged with the key of its payload', async () => {
    const keys: (string | undefined)[] = []
    const { socket, initialise } = connect({
      authenticate: ({ apiKey }) => {
        keys.push(apiKey)
        return Promise.resolve(identity)
      },
    })
    await initialise()
    expect({ keys, sent: socket.sent }).toEqual({ keys: ['key'], sent: [{ type: 'connection_ack' }] })
  })

  it.each([
    ['as apiKey', { apiKey: 'key' }, {}, { apiKey: 'key' }],
    ['as Authorization', { Authorization: 'Bearer key' }, {}, { apiKey: 'key' }],
    ['as authorization', { authorization: 'bearer key' }, {}, { apiKey: 'key' }],
    ['in both', { apiKey: 'key', Authorization: 'Bearer key' }, {}, { apiKey: 'key' }],
    ['of the upgrade', { Authorization: 'Basic x' }, { apiKey: 'upgrade' }, { apiKey: 'upgrade' }],
    ['before that of the upgrade', { Authorization: 'Bearer key' }, { apiKey: 'upgrade' }, { apiKey: 'key' }],
    ['and another', { apiKey: 'key', Authorization: 'Bearer 2' }, {}, { apiKey: 'key', otherApiKey: '2' }],
    [
      'and two of the upgrade',
      { apiKey: 'key' },
      { apiKey: '2', otherApiKey: '3' },
      { apiKey: 'key', otherApiKey: '3' },
    ],
  ])('is authenticated by its key %s', async (_name, payload, ofUpgrade, expected) => {
    const seen: SentKeys[] = []
    const { receive } = connect({
      ofUpgrade: { apiKey: undefined, ...ofUpgrade },
      authenticate: ({ apiKey, otherApiKey }) => {
        seen.push({ apiKey, otherApiKey })
        return Promise.resolve(identity)
      },
    })
    await receive({ type: 'connection_init', payload })
    expect(seen).toEqual([expected])
  })

  it('is closed when it does not begin in time, and not when it did', async () => {
    const [late, early] = [connect(), connect()]
    await early.initialise()
    jest.advanceTimersByTime(1_000)
    expect(late.socket.closed).toEqual([[closeCodes.timeout, 'Connection initialisation timeout']])
    expect(early.socket.closed).toEqual([])
  })

  it.each([
    ['without a key', connect(), {}, closeCodes.unauthorized, 'AUTHENTICATION_REQUIRED'],
    [
      'with an unknown key',
      connect({ authenticate: () => Promise.reject(apiError('INVALID_API_KEY')) }),
      { apiKey: 'other' },
      closeCodes.unauthorized,
      'INVALID_API_KEY',
    ],
    [
      'with two different keys',
      connect({ authenticate: () => Promise.reject(apiError('ERROR_VALIDACION')) }),
      { apiKey: 'key', Authorization: 'Bearer other' },
      closeCodes.badRequest,
      'Two different API keys',
    ],
    [
      'of a partner that has too many',
      connect({ added: 'partner' }),
      { apiKey: 'key' },
      closeCodes.forbidden,
      'Too many connections: at most 7 per partner',
    ],
    [
      'to a process that is full',
      connect({ added: 'process' }),
      { apiKey: 'key' },
      closeCodes.tryAgainLater,
      'SERVICE_UNAVAILABLE',
    ],
  ])('%s is closed with the reason', async (_name, { socket, receive }, payload, code, reason) => {
    await receive({ type: 'connection_init', payload })
    expect({ sent: socket.sent, closed: socket.closed }).toEqual({ sent: [], closed: [[code, reason]] })
  })

  it.each(['{', '[]', '{"type":"next"}', '{"type":"subscribe","id":"","payload":{"query":"x"}}'])(
    'is closed after %s',
    async (message) => {
      const { socket, receive } = connect()
      await receive(message)
      expect(socket.closed).toEqual([[closeCodes.badRequest, 'Invalid message']])
    },
  )

  it('is closed when it begins twice, or subscribes or completes before it began', async () => {
    const [twice, before, completing] = [connect(), connect(), connect()]
    await twice.initialise()
    await twice.initialise()
    await before.start('1', 'query')
    await completing.receive({ type: 'complete', id: '1' })
    expect([twice, before, completing].flatMap(({ socket }) => socket.closed.map(([code]) => code))).toEqual([
      closeCodes.tooManyRequests,
      closeCodes.unauthorized,
      closeCodes.badRequest,
    ])
  })

  it('is charged for each message, before the acknowledgement and after it', async () => {
    const { receive, initialise, spent } = connect()
    await receive({ type: 'ping' })
    await initialise()
    await receive({ type: 'complete', id: 'unknown' })
    expect(spent.map((milliseconds) => milliseconds >= 0.05)).toEqual([true, true, true])
  })

  it('is not held for dead while it is not read', async () => {
    const { socket, connection, transport, initialise } = connect()
    await initialise()
    transport.emit('data', Buffer.concat(Array<Buffer>(201).fill(clientFrame(1, '{}'))))
    connection.beat()
    connection.beat()
    expect({ pings: socket.pings, terminated: socket.terminated }).toEqual({ pings: 2, terminated: false })
  })

  it('without processor time left may still send what is small before the acknowledgement', async () => {
    const { socket, receive } = connect({ hasTimeLeft: false })
    await receive({ type: 'ping' })
    await receive({ type: 'ping', payload: { text: 'x'.repeat(5_000) } })
    expect({ sent: socket.sent, codes: socket.closed.map(([code]) => code) }).toEqual({
      sent: [{ type: 'pong' }],
      codes: [closeCodes.tooManyRequests],
    })
  })

  it('is terminated when it has sent no pong since the last ping', async () => {
    const { socket, connection, receive } = connect()
    connection.beat()
    await receive({ type: 'pong' })
    connection.beat()
    expect({ pings: socket.pings, terminated: socket.terminated }).toEqual({ pings: 2, terminated: false })
    connection.beat()
    expect(socket.terminated).toBe(true)
  })

  it('that does not read is closed, and terminated when it does not close', async () => {
    const { socket, connection, initialise } = connect()
    await initialise()
    socket.bufferedAmount = maxUnreadBytes + 1
    connection.send('{}')
    expect(socket.closed).toEqual([[closeCodes.tooSlow, 'Too slow: resume by cursor']])
    jest.advanceTimersByTime(5_000)
    expect(socket.terminated).toBe(true)
  })
})

describe('an operation', () => {
  it('sends its result and is complete; its id is free again', async () => {
    const { socket, initialise, start } = connect()
    await initialise()
    await start('1', 'query')
    await start('1', 'query')
    const messages = [
      { id: '1', type: 'next', payload: { data: { one: 1 } } },
      { id: '1', type: 'complete' },
    ]
    expect(socket.sent.slice(1)).toEqual([...messages, ...messages])
  })

  it('sends each result of a subscription until the client completes it', async () => {
    const { socket, initialise, start, receive, subscribers, left } = connect()
    await initialise()
    await start('"1"', 'subscription')
    const [subscriber] = subscribers
    subscriber?.next('{"data":{"event":1}}')
    await receive({ type: 'complete', id: '"1"' })
    subscriber?.next('{"data":{"event":2}}')
    subscriber?.complete()
    expect(socket.sent.slice(1)).toEqual([{ id: '"1"', type: 'next', payload: { data: { event: 1 } } }])
    expect(left).toEqual([subscriber])
  })

  it('is refused with its errors, and leaves the others running', async () => {
    const { socket, initialise, start, subscribers } = connect()
    await initialise()
    await start('1', 'subscription')
    await start('2', 'refused')
    subscribers[0]?.next('{"data":null}')
    expect(socket.sent.slice(1)).toMatchObject([
      { id: '2', type: 'error', payload: [{}] },
      { id: '1', type: 'next' },
    ])
    expect(socket.closed).toEqual([])
  })

  it('is refused when too many run, and closes the connection when its id runs already', async () => {
    const { socket, initialise, start } = connect()
    await initialise()
    for (const id of ['1', '2', '3']) await start(id, 'subscription')
    expect(socket.sent.slice(1)).toMatchObject([{ id: '3', type: 'error' }])
    await start('1', 'subscription')
    expect(socket.closed).toEqual([[closeCodes.subscriberAlreadyExists, 'Subscriber for 1 already exists']])
  })

  it('is aborted, and its subscription left, when the connection ends', async () => {
    const signals: { aborted: boolean }[] = []
    const { connection, initialise, start, subscribers, left } = connect({
      run: (_admitted, { signal }) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
    })
    await initialise()
    await start('1', 'query')
    await start('2', 'subscription')
    expect(signals[0]?.aborted).toBe(false)
    connection.ended()
    expect({ aborted: signals[0]?.aborted, left }).toEqual({ aborted: true, left: subscribers })
  })
})
