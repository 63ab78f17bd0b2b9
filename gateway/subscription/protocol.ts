import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { GraphQLError, OperationTypeNode, type GraphQLFormattedError } from 'graphql'
import type { WebSocket } from 'ws'
import { subscriberOf, type ProxyTrust } from '../../platform/http/client-address.ts'
import { countElsewhere } from '../../platform/http/connection-bounds.ts'
import { jsonBounds } from '../../platform/http/body.ts'
import { scanJson } from '../../platform/http/json-scan.ts'
import { bearerKey, keysAmong, type SentKeys } from '../../platform/http/sent-keys.ts'
import { declareBound } from '../../platform/process/bounds.ts'
import { Cancellation, type CancelSignal } from '../../platform/process/cancellation.ts'
import { CallerLeft, isDependencyDown } from '../../platform/process/failures.ts'
import { WorkAccount, workClock } from '../../platform/process/work-account.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { apiError } from '../../schema/errors.ts'
import type { Callers } from '../auth/callers.ts'
import type { PresentError } from '../errors.ts'
import { errorsOf, writeResponse } from '../execution/index.ts'
import type { Graph } from '../graph.ts'
import { marked, markedErrors } from '../sandbox-mark.ts'
import type { CallerMeter } from '../rate-limit/caller-meter.ts'
import { bodyMilliseconds } from '../rate-limit/body-size.ts'
import { closeCodes } from '../../schema/close-codes.ts'
import { closingMilliseconds, maxUnreadBytes, type Connections, type SubscriberConnection } from './connections.ts'
import { InboundMessages, maxUncheckedBytes, type InboundConnection, type Sender } from './inbound-messages.ts'
import { maxMessageDepth, readMessage, type ClientMessage, type SubscribePayload } from './messages.ts'
import { countSlowReader } from './slow-readers.ts'
import type { SubscriptionLimits } from './subscriptions.ts'
import type { EndingSubscriber, SubscriptionService } from './subscription-service.ts'
import { nextFrame, nextHead } from './text-frame.ts'
import type { UnfinishedBytes } from './unfinished-bytes.ts'
import { cutText } from '../../platform/values/text.ts'

/** The state that the connections of one endpoint share. */
export interface ProtocolOptions {
  readonly graph: () => Graph
  readonly callers: Callers
  readonly subscriptions: SubscriptionService
  readonly connections: Connections
  readonly limits: SubscriptionLimits
  /** Of all connections together. */
  readonly unfinishedBytes: UnfinishedBytes
  /** Which proxies report the caller's address. */
  readonly trusts: ProxyTrust
  readonly present: PresentError
  readonly logger: Logger
}

/** Data of the upgrade request. */
export interface UpgradeHeaders {
  readonly keys: SentKeys
  readonly acceptLanguage: string | undefined
  readonly clientAddress: string
  /** The connection below the WebSocket. */
  readonly transport: Socket
}

/** A WebSocket that also sends frames that are ready, which others may be sent as well. */
export interface FramedSocket extends WebSocket {
  sendFrame(frame: Buffer): void
}

/** Receiving and reading a message, or a frame of control, however small. */
const messageMilliseconds = 0.05
/** A close frame has room for so many bytes of reason. */
const maxReasonBytes = 123

const ofConnection = declareBound({
  name: 'operations-of-connection',
  what: 'Open operations of a WebSocket',
  per: 'connection',
  default: '100',
  setting: 'SUBSCRIPTIONS_PER_CONNECTION',
  response: '429 `SUBSCRIPTION_LIMIT_REACHED`',
})

/**
 * One connection in the graphql-transport-ws protocol (docs/frontend/subscriptions.md#websocket). Written by hand
 * rather than with graphql-ws's server, because results come here serialised already: a message is put together from
 * its id and a text that all subscribers share, and a connection costs little memory.
 */
export class ProtocolConnection implements SubscriberConnection, InboundConnection {
  readonly #socket: FramedSocket
  readonly #options: ProtocolOptions
  readonly #inbound: InboundMessages
  #headers: UpgradeHeaders | undefined
  /** Undefined once its key is known, which is counted from any address. */
  #address: string | undefined
  #identity: Identity | undefined
  #operations: Map<string, Operation> | undefined
  #initialised = false
  /** Messages that were handled. */
  #received = 0
  #alive = true
  #countOut: (() => void) | undefined
  #waiting: NodeJS.Timeout | undefined

  constructor(socket: FramedSocket, headers: UpgradeHeaders, options: ProtocolOptions) {
    this.#socket = socket
    this.#options = options
    this.#headers = headers
    this.#address = headers.clientAddress
    this.#inbound = new InboundMessages(headers.transport, this, {
      operations: options.limits.perConnection,
      unfinishedBytes: options.unfinishedBytes,
    })
    this.#waiting = setTimeout(
      () => this.close(closeCodes.timeout, 'Connection initialisation timeout'),
      options.limits.initialisationMilliseconds,
    )
  }

  /** Handles a message; the protocol has only text messages. */
  receive(data: Buffer, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#alive = true
    const { callers } = this.#options
    const meter = this.#meter()
    if (!this.#identity && data.length > maxUncheckedBytes && !meter.hasTimeLeft)
      return this.close(closeCodes.tooManyRequests, 'RATE_LIMIT_EXCEEDED')
    const { maxMembers } = callers.bodyBounds(this.#identity)
    const { exceeded, ...size } = scanJson(data, { maxDepth: maxMessageDepth, maxMembers })
    meter.spend(messageMilliseconds + bodyMilliseconds(size))
    const message = isBinary || exceeded ? undefined : readMessage(data.toString())
    if (exceeded) jsonBounds[exceeded].reached(this.#identity)
    if (!message) return this.close(closeCodes.badRequest, 'Invalid message')
    this.#received += 1
    this.#handle(message).catch((error: unknown) => {
      this.#options.logger.error({ err: error }, 'a WebSocket message could not be handled')
      this.close(closeCodes.internalError, 'Internal error')
    })
  }

  /** The other end has given a sign of life. */
  ponged(): void {
    this.#alive = true
  }

  beat(): void {
    if (!this.#alive && !this.#inbound.isPaused) return this.#socket.terminate()
    this.#alive = false
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
  }

  close(code: number, reason: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.close(code, shortened(reason))
    this.ended()
    // A reader that does not read would hold its buffer, and the socket, indefinitely.
    setTimeout(() => this.#socket.terminate(), closingMilliseconds).unref()
  }

  chargeFrame(): void {
    this.#meter().spend(messageMilliseconds)
  }

  /** Its frames are invalid: nothing more is read. */
  failed(): void {
    this.#inbound.discard()
  }

  /** The socket is closed, or about to be: ends its operations. */
  ended(): void {
    clearTimeout(this.#waiting)
    this.#inbound.end()
    this.#countOut?.()
    this.#countOut = undefined
    const operations = this.#operations
    this.#operations = undefined
    for (const operation of operations?.values() ?? []) operation.end()
  }

  get unreadBytes(): number {
    return this.#socket.bufferedAmount
  }

  /**
   * Sends messages that belong together, however large they are, to a client that has read most of the earlier ones.
   */
  send(...messages: string[]): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > maxUnreadBytes) return this.tooSlow()
    for (const message of messages) this.#socket.send(message)
  }

  /** Sends a message that is already framed; a client that is too far behind is disconnected instead. */
  sendFrame(frame: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > maxUnreadBytes) return this.tooSlow()
    this.#socket.sendFrame(frame)
  }

  /** The message that an operation is refused or cannot continue. */
  sendErrors(id: string, errors: readonly GraphQLFormattedError[]): void {
    this.send(JSON.stringify({ id, type: 'error', payload: markedErrors(errors, this.#identity) }))
  }

  tooSlow(): void {
    countSlowReader(this.#options.logger, 'websocket', this.#identity)
    this.close(closeCodes.tooSlow, 'Too slow: resume by cursor')
  }

  /** An operation is over: its id is free again. Returns whether it was still running. */
  forget(operation: Operation): boolean {
    return this.#operations?.get(operation.id) === operation && this.#operations.delete(operation.id)
  }

  /** The meter of the caller's processor time: of its key, and before the acknowledgement of its address. */
  #meter(): CallerMeter {
    return this.#options.callers.meter(this.#identity, this.#address)
  }

  /** Whether the message that is handled was sent before the acknowledgement, which may have followed meanwhile. */
  get #isEarly(): boolean {
    return this.#received <= this.#inbound.earlyMessages
  }

  get sender(): Sender {
    const identity = this.#identity
    const meter = this.#meter()
    return {
      id: this.#address === undefined ? partnerOf(identity) : subscriberOf(this.#address),
      identity,
      get hasTimeLeft() {
        return meter.hasTimeLeft
      },
    }
  }

  async #handle(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'connection_init':
        return this.#initialise(message.payload ?? {})
      case 'ping':
        return this.send(JSON.stringify({ type: 'pong', ...(message.payload ? { payload: message.payload } : {}) }))
      case 'pong':
        return
      case 'complete':
        if (!this.#operations || this.#isEarly)
          return this.close(closeCodes.badRequest, 'complete before connection_ack')
        return this.#operations?.get(message.id)?.end()
      case 'subscribe':
        return this.#subscribe(message.id, message.payload)
    }
  }

  async #initialise(payload: Record<string, unknown>): Promise<void> {
    if (this.#initialised) return this.close(closeCodes.tooManyRequests, 'Too many initialisation requests')
    this.#initialised = true
    clearTimeout(this.#waiting)
    const keys = keysOf(payload, this.#headers?.keys)
    const acceptLanguage = text(payload['acceptLanguage']) ?? this.#headers?.acceptLanguage
    const address = this.#address
    const transport = this.#headers?.transport
    this.#headers = undefined
    const { callers, connections } = this.#options
    if (keys.apiKey === undefined && callers.socketsNeedKey) return this.#refuse('AUTHENTICATION_REQUIRED', address)
    let identity: Identity
    try {
      const credentials = { ...keys, acceptLanguage, requestId: randomUUID() }
      identity = await callers.authenticate(credentials, callers.meter(undefined, address))
    } catch (error) {
      if (isDependencyDown(error)) return this.close(closeCodes.tryAgainLater, 'SERVICE_UNAVAILABLE')
      if (!(error instanceof GraphQLError)) throw error
      if (error.extensions['code'] === 'RATE_LIMIT_EXCEEDED')
        return this.close(closeCodes.tooManyRequests, 'RATE_LIMIT_EXCEEDED')
      if (error.extensions['code'] === 'ERROR_VALIDACION')
        return this.#refuse('Two different API keys', address, closeCodes.badRequest)
      // No origin was stated above: publishable keys open no connections.
      if (error.extensions['code'] === 'ORIGIN_NOT_ALLOWED')
        return this.#refuse('INSUFFICIENT_PERMISSIONS', address, closeCodes.forbidden)
      return this.#refuse('INVALID_API_KEY', address)
    }
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const added = connections.add(this, identity)
    if (added === 'process') return this.close(closeCodes.tryAgainLater, 'SERVICE_UNAVAILABLE')
    if (added === 'partner')
      return this.close(closeCodes.forbidden, `Too many connections: at most ${connections.limitOfPartner} per partner`)
    this.#countOut = added
    if (transport) countElsewhere(transport)
    this.#identity = identity
    if (identity.partnerId !== null) this.#address = undefined
    this.#operations = new Map()
    this.send('{"type":"connection_ack"}')
  }

  /** A refused connection counts for its address, as a request does. */
  async #refuse(reason: string, address: string | undefined, code: number = closeCodes.unauthorized): Promise<void> {
    try {
      await this.#options.callers.meter(undefined, address).take()
      this.close(code, reason)
    } catch {
      this.close(closeCodes.tooManyRequests, 'RATE_LIMIT_EXCEEDED')
    }
  }

  async #subscribe(id: string, payload: SubscribePayload): Promise<void> {
    const { graph, subscriptions, limits } = this.#options
    const operations = this.#operations
    const identity = this.#identity
    if (!identity || !operations || this.#isEarly) return this.close(closeCodes.unauthorized, 'Unauthorized')
    if (operations.has(id)) return this.close(closeCodes.subscriberAlreadyExists, `Subscriber for ${id} already exists`)
    const operation = new Operation(id, this)
    const limit = limits.perConnection
    if (operations.size >= limit) {
      ofConnection.reached(identity)
      return operation.refuse(
        this.#present(apiError('SUBSCRIPTION_LIMIT_REACHED', { limit, per: 'connection' }), identity),
      )
    }
    operations.set(id, operation)
    // Operations of an API key are counted for the key, from any address.
    const meter = this.#options.callers.meter(identity, undefined)
    const account = new WorkAccount(meter)
    workClock.switchTo(account)
    try {
      const { execution } = graph()
      const context = { identity, meter }
      const admitted = await execution.admit(
        {
          // With an id instead of the text the text is empty, because the protocol requires one.
          query: payload.query === '' ? undefined : payload.query,
          operationName: payload.operationName ?? undefined,
          variables: payload.variables ?? undefined,
          extensions: payload.extensions ?? undefined,
        },
        context,
      )
      if (operations.get(id) !== operation) return
      if (admitted.operation.operation === OperationTypeNode.SUBSCRIPTION)
        operation.begin(await subscriptions.subscribe(admitted, context, operation))
      else {
        const result = await execution.run(admitted, { ...context, signal: operation.runUntilEnded() }, 'json')
        operation.finish(await writeResponse(marked(result, identity)))
      }
    } catch (error) {
      operation.error(errorsOf(error).flatMap((one) => this.#present(one, identity)))
    } finally {
      account.close()
    }
  }

  #present(error: GraphQLError, identity: Identity): GraphQLFormattedError[] {
    return [this.#options.present(error, identity)]
  }
}

/** One operation of a connection, from `subscribe` until it is over. */
class Operation implements EndingSubscriber {
  readonly id: string
  readonly #connection: ProtocolConnection
  /** The text around the result in every message. */
  readonly #head: string
  /** Of a query or mutation that runs; subscriptions, of which there may be many, have none. */
  #running: Cancellation | undefined
  #leave: (() => void) | undefined
  #over = false

  constructor(id: string, connection: ProtocolConnection) {
    this.id = id
    this.#connection = connection
    this.#head = nextHead(id)
  }

  get unreadBytes(): number {
    return this.#connection.unreadBytes
  }

  /** A query or mutation begins to run; the signal is aborted when the operation is over. */
  runUntilEnded(): CancelSignal {
    this.#running = new Cancellation()
    if (this.#over) this.#running.abort(new CallerLeft())
    return this.#running
  }

  /** A subscription runs; `leave` ends it. */
  begin(leave: () => void): void {
    // It may have ended during set-up: the immediate replay may have been too much.
    if (this.#over) leave()
    else this.#leave = leave
  }

  next(result: string): void {
    if (!this.#over) this.#connection.sendFrame(nextFrame(this.#head, result))
  }

  /** The only result of a query or mutation, as JSON. */
  finish(result: string): void {
    if (!this.#over) this.#connection.send(`${this.#head}${result}}`, this.#completion())
    this.end()
  }

  complete(): void {
    if (!this.#over) this.#connection.send(this.#completion())
    this.end()
  }

  error(errors: readonly GraphQLFormattedError[]): void {
    if (!this.#over) this.refuse(errors)
    this.end()
  }

  /** Sends errors instead of starting. */
  refuse(errors: readonly GraphQLFormattedError[]): void {
    this.#connection.sendErrors(this.id, errors)
  }

  tooSlow(): void {
    this.#connection.tooSlow()
  }

  #completion(): string {
    return `{"id":${JSON.stringify(this.id)},"type":"complete"}`
  }

  /** Sends nothing more. */
  end(): void {
    if (this.#over) return
    this.#over = true
    this.#running?.abort(new CallerLeft())
    this.#connection.forget(this)
    this.#leave?.()
    this.#leave = undefined
  }
}

/**
 * The keys of a connection: those of its payload, `apiKey` and `Authorization`, and otherwise those of the upgrade.
 * Different ones are two only where they were sent together.
 */
function keysOf(payload: Record<string, unknown>, ofUpgrade: SentKeys | undefined): SentKeys {
  const authorization = text(payload['Authorization']) ?? text(payload['authorization'])
  const { apiKey = ofUpgrade?.apiKey, otherApiKey = ofUpgrade?.otherApiKey } = keysAmong([
    text(payload['apiKey']),
    bearerKey(authorization),
  ])
  return { apiKey, otherApiKey }
}

const partnerOf = (identity: Identity | undefined): string => `${identity?.environment} ${identity?.partnerId}`

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function shortened(reason: string): string {
  let short = reason
  while (Buffer.byteLength(short) > maxReasonBytes) short = cutText(short, short.length - 1)
  return short
}
