import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, onSendHookHandler } from 'fastify'
import { declareBound } from '../process/bounds.ts'
import { workClock } from '../process/work-account.ts'
import { clientAddress } from './client-address.ts'
import { countedAddress, isCountedForAddress, type ConnectionBounds } from './connection-bounds.ts'
import { ConnectionBurst } from './connection-burst.ts'
import { InputGate } from './input-gate.ts'
import { accountOf } from './request-account.ts'
import { factsOf } from './request-facts.ts'

const maxRefusals = 20
/** The end of a connection whose input is not read is not noticed for so long. */
const unreadMilliseconds = 10_000
const maxHeldBytes = 16_384
/** How long a connection is not read after a refusal when its address has no processor time left. */
const pauseMilliseconds = 1_000

const pipelining = declareBound({
  name: 'pipelined-requests',
  what: 'Requests that wait while one of their connection is executed',
  per: 'connection',
  default: '10, or 16 KiB',
  response:
    'not read until those before are over; after 10 seconds the response carries `Connection: close`, and they are dropped',
})
const refusals = declareBound({
  name: 'refusals-in-a-row',
  what: 'Responses of 401 and 429 without a success in between',
  per: 'connection',
  default: `${maxRefusals}`,
  response: 'the next one carries `Connection: close`',
})
const unchargedTime = declareBound({
  name: 'keyless-time-of-responses',
  what: 'Processor time of refusals, preflights, unknown paths and files',
  per: 'address',
  default: '100 ms a second, 10 s in store',
  setting: 'PROCESSOR_TIME_FACTOR',
  response: 'the next request of the connection is read a second later',
})

/** Requests of all connections that are continued at once, between those of others. */
const continuedAtOnce = { first: 1, pipelined: 1, refused: 4 } as const
/** The share of an address's connection limit that may wait unread; they count towards it until their key is known. */
const maxShareOfNew = 1 / 4
/** Time between those that follow a refusal: 800 a second of all connections, a sixth of the processor. */
const refusedMilliseconds = 5

/** Measured: a refusal takes 0.2 to 0.4 ms, a megabyte of a file 1 ms. */
const millisecondsOf = (response: ServerResponse): number =>
  0.3 + Number(response.getHeader('content-length') ?? 0) * 0.000_001

/**
 * The end of the first request in these bytes, or of a few that are very small: no head ends before 26 bytes, so that
 * there are at most ten. The bytes of a body are cut, too, which does no harm.
 */
function endOfRequest(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n', 256 - 4)
  return end === -1 ? bytes.length : end + 4
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Executes it; undefined until it arrives at its first hook, and for what no hook sees. */
  execute: (() => void) | undefined
}

type Owner = string | Socket

/** The requests of one connection, of which the first is being executed. */
class RequestQueue {
  readonly #socket: Socket
  readonly #bounds: ConnectionBounds
  readonly #gate: InputGate
  readonly #exchanges: Exchange[] = []
  #unread: NodeJS.Timeout | undefined
  #pause: NodeJS.Timeout | undefined
  /** Whether something was left unread. */
  #isHeld = false
  /** Whether it is this connection's turn to have its next request read. */
  #isNext = false
  #isClosed = false
  /** Responses of 401 and 429 since the last success; none of our own proxies, which have many clients. */
  refusals = 0
  /** Until the first bytes are read. */
  isNew = true

  constructor(socket: Socket, bounds: ConnectionBounds) {
    this.#socket = socket
    this.#bounds = bounds
    this.#gate = new InputGate(socket, (bytes) => this.#admit(bytes))
    socket.once('close', clear)
  }

  /** Who shares its turns: all connections of an address, but each connection of a proxy has its own. */
  get owner(): Owner {
    return countedAddress(this.#socket) ?? this.#socket
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const exchange: Exchange = { request, response, execute: undefined }
    this.#exchanges.push(exchange)
    response.on('close', () => this.#end(exchange))
  }

  /** Executes a request when those before it on its connection are over. */
  arrive(request: IncomingMessage, execute: () => void): void {
    if (this.#exchanges[0]?.request === request && this.#pause === undefined) return execute()
    const exchange = this.#exchanges.find((one) => one.request === request)
    if (exchange === undefined) return execute()
    exchange.execute = workClock.bind(execute)
  }

  /** No request will follow. */
  close(): void {
    this.#isClosed = true
    this.#gate.discard()
  }

  detach(): void {
    this.#gate.detach()
    this.clear()
    this.#socket.off('close', clear)
    queues.delete(this.#socket)
  }

  #admit(bytes: Buffer): number {
    const [first, second] = this.#exchanges
    const isFree = second === undefined && !first?.request.complete
    if (isFree && !this.#pause && (first || this.#isNext || (this.isNew ? this.#mayBegin() : this.refusals === 0))) {
      this.#isHeld = this.#isNext = this.isNew = false
      workClock.switchTo(first && accountOf(first.request))
      return endOfRequest(bytes)
    }
    this.#isHeld = true
    if (isFree) continueLater(this)
    else
      this.#unread ??= setTimeout(() => this.#gate.hold(maxHeldBytes, () => this.#drop()), unreadMilliseconds).unref()
    return 0
  }

  /** Whether the first request may be read without waiting for a turn. */
  #mayBegin(): boolean {
    const { owner } = this
    if (newConnections.countOf(owner) >= this.#bounds.perAddress * maxShareOfNew) return true
    return newConnections.countOf(owner) === 0 && burst.mayRead(owner)
  }

  /** Refuses what waits, because it is more than may wait behind a response that takes so long. */
  #drop(): void {
    const [first] = this.#exchanges
    pipelining.reached(first && factsOf(first.request))
    if (first && !first.response.headersSent) first.response.setHeader('connection', 'close')
    this.close()
  }

  #end(exchange: Exchange): void {
    clearTimeout(this.#unread)
    this.#unread = undefined
    this.#exchanges.splice(this.#exchanges.indexOf(exchange), 1)
    // Whatever waits is not executed on a connection that ends.
    if (this.#isClosed) this.#socket.end()
    if (this.#socket.destroyed || this.#socket.writableEnded) return this.close()
    const { request, response } = exchange
    const { statusCode } = response
    if ((statusCode === 401 || statusCode === 429) && isCountedForAddress(this.#socket)) this.refusals += 1
    else if (statusCode < 400) this.refusals = 0
    this.#charge(request, response)
    if (this.#isHeld || this.#exchanges.length > 0) continueLater(this)
  }

  clear(): void {
    clearTimeout(this.#unread)
    clearTimeout(this.#pause)
  }

  /** Executes the next request, or has it read. */
  continue(): void {
    if (this.#pause || this.#isClosed || this.#socket.destroyed) return
    const [first] = this.#exchanges
    if (first?.execute) {
      const { execute } = first
      first.execute = undefined
      execute()
    } else if (this.#isHeld) {
      this.#isNext = true
      this.#gate.resume()
    }
  }

  /** Charges the address for a response that no rate limit counted, or that refuses a caller without a valid key. */
  #charge(request: IncomingMessage, response: ServerResponse): void {
    const { time, trusts } = this.#bounds
    if (!time || factsOf(request).partnerId !== undefined) return
    if (response.statusCode < 400 && response.hasHeader('x-ratelimit-limit')) return
    const address = clientAddress(request, trusts)
    time.spend(address, millisecondsOf(response))
    if (time.hasLeft(address) || !isCountedForAddress(this.#socket)) return
    unchargedTime.reached()
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined
      continueLater(this)
    }, pauseMilliseconds).unref()
  }
}

/** Connections with a request that waits. Addresses take turns, so that more connections bring no more of them. */
class WaitingConnections {
  readonly #waiting = new Map<Owner, Set<RequestQueue>>()
  readonly #atOnce: number
  readonly #schedule: (run: () => void) => void
  readonly #mayContinue: (owner: Owner) => boolean
  #isScheduled = false

  constructor(
    atOnce: number,
    schedule: (run: () => void) => void,
    mayContinue: (owner: Owner) => boolean = () => true,
  ) {
    this.#atOnce = atOnce
    this.#schedule = schedule
    this.#mayContinue = mayContinue
  }

  countOf(owner: Owner): number {
    return this.#waiting.get(owner)?.size ?? 0
  }

  add(queue: RequestQueue): void {
    const { owner } = queue
    const queues = this.#waiting.get(owner)
    if (queues) queues.add(queue)
    else this.#waiting.set(owner, new Set([queue]))
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#schedule(this.#run)
  }

  readonly #run = (): void => {
    let left = this.#atOnce
    for (const [owner, queues] of this.#waiting) {
      if (!this.#mayContinue(owner)) continue
      this.#waiting.delete(owner)
      const [queue] = queues
      queues.delete(queue!)
      if (queues.size > 0) this.#waiting.set(owner, queues)
      queue!.continue()
      left -= 1
      if (left === 0) break
    }
    this.#isScheduled = this.#waiting.size > 0
    if (this.#isScheduled) this.#schedule(this.#run)
  }
}

const burst = new ConnectionBurst<Owner>()
const mayRead = (owner: Owner): boolean => burst.mayRead(owner)
const nextTurn = (run: () => void): void => void setImmediate(run)
const newConnections = new WaitingConnections(continuedAtOnce.first, nextTurn, mayRead)
const pipelinedConnections = new WaitingConnections(continuedAtOnce.pipelined, nextTurn)
const refusedConnections = new WaitingConnections(
  continuedAtOnce.refused,
  (run) => void setTimeout(run, refusedMilliseconds),
  mayRead,
)

function continueLater(queue: RequestQueue): void {
  if (queue.isNew) newConnections.add(queue)
  else if (queue.refusals > 0) refusedConnections.add(queue)
  else pipelinedConnections.add(queue)
}

const queues = new WeakMap<Socket, RequestQueue>()

/** Shared by all sockets, and refers to none. */
function clear(this: Socket): void {
  queues.get(this)?.clear()
}

/** No request is read from the connection any more: what it sends is dropped, and its end noticed at once. */
export const endRequests = (socket: Socket): void => queues.get(socket)?.close()

/**
 * Executes the requests of a connection one after the other, reads few of those that wait, and ends it when all are
 * refused. Node executes at once whatever a client pipelines: a few kilobytes could ask for hundreds of megabytes.
 */
export function queueRequests(app: FastifyInstance, bounds: ConnectionBounds): void {
  app.server.on('connection', (socket: Socket) => {
    burst.accept()
    if (!socket.destroyed) queues.set(socket, new RequestQueue(socket, bounds))
  })
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    queues.get(request.socket)?.begin(request, response),
  )
  app.server.prependListener('upgrade', ({ socket }: IncomingMessage) => queues.get(socket)?.detach())
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const connection = queues.get(raw.socket)
    if (connection) connection.arrive(raw, done)
    else done()
  })
}

/** Ends a connection with the response that follows too many refusals. Runs after hooks that decide the status. */
export const endRefused: onSendHookHandler = ({ raw }, reply, payload, done) => {
  const { statusCode } = reply
  if ((statusCode === 401 || statusCode === 429) && (queues.get(raw.socket)?.refusals ?? 0) >= maxRefusals) {
    refusals.reached(factsOf(raw))
    reply.header('connection', 'close')
  }
  done(null, payload)
}
