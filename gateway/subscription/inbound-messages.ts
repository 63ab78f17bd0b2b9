import type { Socket } from 'node:net'
import { InputGate } from '../../platform/http/input-gate.ts'
import { declareBound, type Bound, type BoundedCaller } from '../../platform/process/bounds.ts'
import { closeCodes } from '../../schema/close-codes.ts'
import { FrameScanner, type FrameHead } from './frame-scanner.ts'
import type { UnfinishedBytes } from './unfinished-bytes.ts'

/** The messages, and bytes of frames, that a connection may send before it is acknowledged. */
export const [maxMessagesBefore, maxBytesBefore] = [5, 16_384]
const messagesPerSecond = 50
/** A caller without processor time has a message a second: signs of life, and operations to be refused. */
const chargeWithoutTime = messagesPerSecond
const minBurst = 200
/** A larger message is not read while the caller has no processor time. */
export const maxUncheckedBytes = 4_096
/** `ws` has the same limit, but sees a frame only once all that one read brought was let through. */
export const maxFragments = 16
const messageMilliseconds = 10_000
const strainMilliseconds = 30_000
/** How long a socket is not read at least, so that it is not paused and read again for each message. */
const pauseMilliseconds = 200

const unacknowledged = declareBound({
  name: 'websocket-unacknowledged-messages',
  what: 'Messages of a WebSocket before `connection_ack`, pings and pongs included',
  per: 'connection',
  default: `${maxMessagesBefore}`,
  response: 'close 4429',
})
const unacknowledgedBytes = declareBound({
  name: 'websocket-unacknowledged-bytes',
  what: 'Bytes of a WebSocket before `connection_ack`',
  per: 'connection',
  default: '16 KiB',
  response: 'close 1009',
})
const rate = declareBound({
  name: 'websocket-messages',
  what: 'Messages of a WebSocket, pings and pongs included',
  per: 'connection',
  default: `${messagesPerSecond} a second, ${minBurst} at once (twice SUBSCRIPTIONS_PER_CONNECTION if that is more)`,
  setting: 'SUBSCRIPTIONS_PER_CONNECTION',
  response: 'not read until there is budget; after 30 seconds of that close 1013',
})
const fragments = declareBound({
  name: 'websocket-fragments',
  what: 'Fragments of a message of a WebSocket',
  per: 'message',
  default: `${maxFragments}`,
  response: 'close 1008',
})
const begun = declareBound({
  name: 'websocket-message-time',
  what: 'Time from the first byte of a message to its last, whatever comes between its fragments',
  per: 'connection',
  default: '10 seconds',
  response: 'close 4408',
})
const unfinished = declareBound({
  name: 'websocket-unfinished-bytes',
  what: 'Bytes of messages that are not whole',
  per: 'partner and environment; address before `connection_ack`; process',
  default: '4 MiB; 4 MiB; 64 MiB',
  response: 'close 1013',
})

/** The caller behind a connection, as far as its messages are counted. */
export interface Sender {
  /** Identifies the partner and environment, or the address before the acknowledgement. */
  readonly id: string
  /** Undefined before the acknowledgement. */
  readonly identity: BoundedCaller | undefined
  readonly hasTimeLeft: boolean
}

const monotonic = (): number => performance.now()

/** The connection whose messages they are. */
export interface InboundConnection {
  readonly sender: Sender
  /** Charges a control frame; other messages are charged when they are handled. */
  chargeFrame(): void
  close(code: number, reason: string): void
}

export interface InboundOptions {
  /** Operations that the connection may have at once. */
  readonly operations: number
  readonly unfinishedBytes: UnfinishedBytes
  /** In milliseconds; never goes back. */
  readonly now?: () => number
}

/**
 * The messages that one WebSocket may send: few before it is acknowledged, then a rate. A socket without budget is not
 * read, which stops its client, and is closed when it is still so half a minute later. Control frames are messages: a
 * client can send as many of them as of any other.
 */
export class InboundMessages {
  readonly #socket: Socket
  readonly #connection: InboundConnection
  readonly #unfinishedBytes: UnfinishedBytes
  readonly #now: () => number
  readonly #gate: InputGate
  readonly #scanner = new FrameScanner()
  readonly #burst: number
  #budget: number
  #budgetAt: number
  #messages = 0
  #bytes = 0
  /** Messages, without control frames, that began before the acknowledgement. */
  earlyMessages = 0
  #messageBytes = 0
  #fragments = 0
  #unfinished = 0
  /** The sender whose unfinished bytes they are; another one after the acknowledgement. */
  #countedFor = ''
  /** Time of the first pause since its budget was full. */
  #strainedAt: number | undefined
  #pause: NodeJS.Timeout | undefined
  #deadline: NodeJS.Timeout | undefined
  #isOver = false

  constructor(
    socket: Socket,
    connection: InboundConnection,
    { operations, unfinishedBytes, now = monotonic }: InboundOptions,
  ) {
    this.#socket = socket
    this.#connection = connection
    this.#unfinishedBytes = unfinishedBytes
    this.#now = now
    this.#burst = Math.max(minBurst, 2 * operations)
    this.#budget = this.#burst
    this.#budgetAt = now()
    this.#gate = new InputGate(socket, (bytes) => this.#admit(bytes))
  }

  /** Whether it is not read now, so that no sign of life can arrive. */
  get isPaused(): boolean {
    return this.#pause !== undefined
  }

  /** Drops what the client sends from now on. */
  discard(): void {
    this.#gate.discard()
  }

  /** The connection is closed, or about to be: only the close frame of its client is still read. */
  end(): void {
    this.#isOver = true
    clearTimeout(this.#deadline)
    this.#count(0)
    if (!this.#pause) return
    clearTimeout(this.#pause)
    this.#pause = undefined
    this.#gate.resume()
  }

  #admit(bytes: Buffer): number {
    if (this.#pause) return 0
    const length = this.#scanner.scan(bytes, (frame) => this.#mayBegin(frame))
    if (!this.#isOver) this.#afterScan(length)
    return length
  }

  #mayBegin(frame: FrameHead): boolean {
    if (frame.isClose) return true
    if (this.#isOver) return this.#drop()
    const sender = this.#connection.sender
    if (frame.beginsMessage) this.#beginMessage()
    if (!frame.isControl && this.#fragments >= maxFragments)
      return this.#refuse(fragments, closeCodes.tooManyFragments, 'Too many fragments')
    const isMessage = frame.isControl || frame.beginsMessage
    const mayBegin = sender.identity ? this.#affords(frame, isMessage, sender) : this.#isFew(frame, isMessage)
    if (mayBegin && !frame.isControl) this.#fragments += 1
    return mayBegin
  }

  #beginMessage(): void {
    this.#messageBytes = 0
    this.#fragments = 0
    this.#count(0)
    clearTimeout(this.#deadline)
    this.#deadline = undefined
  }

  #isFew({ isControl, length }: FrameHead, isMessage: boolean): boolean {
    this.#bytes += length
    if (isMessage) this.#messages += 1
    if (this.#bytes > maxBytesBefore)
      return this.#refuse(unacknowledgedBytes, closeCodes.messageTooLarge, 'Too much before connection_ack')
    if (this.#messages > maxMessagesBefore)
      return this.#refuse(unacknowledged, closeCodes.tooManyRequests, 'Too many messages before connection_ack')
    if (isControl) this.#connection.chargeFrame()
    else if (isMessage) this.earlyMessages += 1
    return true
  }

  #affords({ isControl, length }: FrameHead, isMessage: boolean, { hasTimeLeft }: Sender): boolean {
    const now = this.#now()
    this.#budget = Math.min(this.#burst, this.#budget + ((now - this.#budgetAt) / 1_000) * messagesPerSecond)
    this.#budgetAt = now
    if (this.#budget === this.#burst) this.#strainedAt = undefined
    if (!isControl && this.#messageBytes + length > maxUncheckedBytes && !hasTimeLeft) return this.#pauseFor(1_000)
    const charge = !isMessage ? 0 : hasTimeLeft ? 1 : chargeWithoutTime
    if (this.#budget < charge) return this.#pauseFor(((charge - this.#budget) / messagesPerSecond) * 1_000)
    this.#budget -= charge
    if (isControl) this.#connection.chargeFrame()
    else this.#messageBytes += length
    return true
  }

  /** Always false: the frame has to wait. */
  #pauseFor(milliseconds: number): false {
    const now = this.#now()
    this.#strainedAt ??= now
    const left = this.#strainedAt + strainMilliseconds - now
    if (left <= 0) return this.#refuse(rate, closeCodes.tryAgainLater, 'Too many messages: reconnect by cursor')
    rate.reached(this.#connection.sender.identity)
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined
        this.#gate.resume()
      },
      Math.min(Math.max(milliseconds, pauseMilliseconds), Math.max(left, 1)),
    ).unref()
    return false
  }

  #afterScan(length: number): void {
    const { isUnfinished } = this.#scanner
    // All that one read brought stays in memory with the part of a message in it.
    this.#count(isUnfinished ? this.#unfinished + length : 0)
    if (!isUnfinished) {
      clearTimeout(this.#deadline)
      this.#deadline = undefined
    } else if (this.#unfinishedBytes.isExceeded(this.#countedFor))
      this.#refuse(unfinished, closeCodes.tryAgainLater, 'Too many bytes of unfinished messages')
    else this.#deadline ??= this.#awaitEnd()
  }

  #awaitEnd(): NodeJS.Timeout {
    return setTimeout(() => {
      // What is not read cannot end.
      if (this.#pause) this.#deadline = this.#awaitEnd()
      else this.#refuse(begun, closeCodes.timeout, 'A message took more than 10 seconds')
    }, messageMilliseconds).unref()
  }

  #count(bytes: number): void {
    if (bytes === this.#unfinished) return
    if (this.#unfinished > 0) this.#unfinishedBytes.add(this.#countedFor, -this.#unfinished)
    this.#countedFor = bytes > 0 ? this.#connection.sender.id : ''
    if (bytes > 0) this.#unfinishedBytes.add(this.#countedFor, bytes)
    this.#unfinished = bytes
  }

  /** Always false. */
  #refuse(bound: Bound, code: number, reason: string): false {
    bound.reached(this.#connection.sender.identity)
    this.#connection.close(code, reason)
    return this.#drop()
  }

  /** Always false. The end of the connection follows the close frame; what the client still sends is dropped. */
  #drop(): false {
    this.#gate.discard()
    this.#socket.end()
    return false
  }
}
