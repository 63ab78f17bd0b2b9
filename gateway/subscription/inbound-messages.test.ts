import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { clientFrame } from '../../bench/attack/client-frame.ts'
import { InboundMessages, type Sender } from './inbound-messages.ts'
import { UnfinishedBytes } from './unfinished-bytes.ts'

const [continuation, text, close, ping] = [0, 1, 8, 9] as const
const mebibyte = 1_048_576

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }))
afterEach(() => void jest.useRealTimers())

/** The members of a socket that a gate uses: what is not read waits in it. */
class FakeSocket extends EventEmitter {
  #waiting = Buffer.alloc(0)
  #isPaused = false
  isEnded = false

  arrive(bytes: Buffer): void {
    this.#waiting = Buffer.concat([this.#waiting, bytes])
    this.#flow()
  }
  isPaused(): boolean {
    return this.#isPaused
  }
  pause(): void {
    this.#isPaused = true
  }
  resume(): void {
    this.#isPaused = false
    this.#flow()
  }
  unshift(bytes: Buffer): void {
    this.#waiting = Buffer.concat([bytes, this.#waiting])
  }
  end(): void {
    this.isEnded = true
  }
  get waiting(): number {
    return this.#waiting.length
  }
  #flow(): void {
    if (this.#isPaused || this.#waiting.length === 0) return
    const bytes = this.#waiting
    this.#waiting = Buffer.alloc(0)
    this.emit('data', bytes)
  }
}

const known: Sender = { id: 'partner', identity: { environment: 'live', partnerId: 'partner' }, hasTimeLeft: true }
const unknown: Sender = { id: '10.0.0.1', identity: undefined, hasTimeLeft: true }

function open(sender: Sender = known, { operations = 2, unfinishedBytes = new UnfinishedBytes() } = {}) {
  const socket = new FakeSocket()
  const state = { sender, read: 0, charged: 0, closed: [] as [number, string][] }
  socket.on('data', (bytes: Buffer) => (state.read += bytes.length))
  const connection = {
    get sender() {
      return state.sender
    },
    chargeFrame: () => void (state.charged += 1),
    close(code: number, reason: string) {
      state.closed.push([code, reason])
      inbound.end()
    },
  }
  const inbound = new InboundMessages(socket as unknown as Socket, connection, {
    ...{ operations, unfinishedBytes },
    now: () => Date.now(),
  })
  const send = (frame: Buffer, count = 1): void => socket.arrive(Buffer.concat(Array<Buffer>(count).fill(frame)))
  return Object.assign(state, { socket, inbound, send })
}

const message = clientFrame(text, '{}')

describe('the messages of a connection', () => {
  it('are read up to a burst, then at 50 a second', () => {
    const connection = open()
    connection.send(message, 1_000)
    expect(connection.read).toBe(200 * message.length)
    expect(connection.inbound.isPaused).toBe(true)
    jest.advanceTimersByTime(1_000)
    expect(connection.read).toBe(250 * message.length)
    expect(connection.closed).toEqual([])
  })

  it('may come at once for twice the operations that it may have', () => {
    const connection = open(known, { operations: 400 })
    connection.send(message, 1_000)
    expect(connection.read).toBe(800 * message.length)
  })

  it('count with pings and pongs, which are charged', () => {
    const connection = open()
    connection.send(clientFrame(ping, 'abc'), 300)
    expect(connection.charged).toBe(200)
    expect(connection.inbound.isPaused).toBe(true)
  })

  it('close it with 1013 when it is paused after 30 seconds in which its budget was never full', () => {
    const connection = open()
    connection.send(message, 5_000)
    jest.advanceTimersByTime(29_900)
    expect(connection.closed).toEqual([])
    jest.advanceTimersByTime(300)
    expect(connection.closed.map(([code]) => code)).toEqual([1013])
    // What it sends now is dropped, and its end is sent.
    expect([connection.socket.waiting, connection.socket.isEnded]).toEqual([0, true])
  })

  it('do not close it when its budget was full in between, however often it is paused', () => {
    const connection = open()
    for (let burst = 0; burst < 10; burst += 1) {
      connection.send(message, 210)
      expect(connection.inbound.isPaused).toBe(true)
      jest.advanceTimersByTime(5_000)
    }
    expect(connection.closed).toEqual([])
    expect(connection.read).toBe(2_100 * message.length)
  })

  it('never close it at the rate', () => {
    const connection = open()
    for (let second = 0; second < 120; second += 1) {
      connection.send(message, 50)
      jest.advanceTimersByTime(1_000)
      expect(connection.inbound.isPaused).toBe(false)
    }
    expect(connection.closed).toEqual([])
  })

  it('of a caller without processor time are one a second, and large ones wait for it', () => {
    const connection = open({ ...known, hasTimeLeft: false })
    connection.send(message, 10)
    expect(connection.read).toBe(4 * message.length)
    jest.advanceTimersByTime(3_000)
    expect(connection.read).toBe(7 * message.length)

    const large = clientFrame(text, 'x'.repeat(5_000))
    const other = open({ ...known, hasTimeLeft: false })
    other.send(large)
    jest.advanceTimersByTime(60_000)
    expect([other.read, other.closed]).toEqual([0, []])
    other.sender = known
    jest.advanceTimersByTime(1_000)
    expect(other.read).toBe(large.length)
  })
})

describe('a connection before its acknowledgement', () => {
  it.each([
    ['the sixth message with 4429', [message, clientFrame(ping, '')], 4429],
    ['more than 16 KiB with 1009', [clientFrame(text, 'x'.repeat(8_000)), clientFrame(text, 'x'.repeat(8_400))], 1009],
  ])('is closed by %s', (_what, frames, code) => {
    const connection = open(unknown)
    connection.send(Buffer.concat([frames[0]!, frames[1]!]), code === 4429 ? 2 : 1)
    if (code === 4429) {
      connection.send(message)
      expect(connection.closed).toEqual([])
      connection.send(message)
    }
    expect(connection.closed.map(([closedBy]) => closedBy)).toEqual([code])
    connection.send(message, 100)
    expect(connection.socket.waiting).toBe(0)
  })
})

describe('a message in fragments', () => {
  const begin = (bytes: number): Buffer => clientFrame(text, 'x'.repeat(bytes), { isFinal: false })

  it('has 10 seconds, which control frames do not extend', () => {
    const connection = open()
    connection.send(begin(100))
    for (let second = 0; second < 9; second += 1) {
      jest.advanceTimersByTime(1_000)
      connection.send(clientFrame(ping, ''))
    }
    expect(connection.closed).toEqual([])
    jest.advanceTimersByTime(1_000)
    expect(connection.closed.map(([code]) => code)).toEqual([4408])
  })

  it('that ends in time leaves no trace', () => {
    const unfinishedBytes = new UnfinishedBytes()
    const connection = open(known, { unfinishedBytes })
    connection.send(begin(100))
    connection.send(clientFrame(continuation, 'x'))
    jest.advanceTimersByTime(60_000)
    expect(connection.closed).toEqual([])
    unfinishedBytes.add('partner', 4 * mebibyte)
    expect(unfinishedBytes.isExceeded('partner')).toBe(false)
  })

  it('is counted alone, also when each read ends in the middle of one', () => {
    const connection = open()
    const whole = Buffer.concat([begin(60_000), clientFrame(continuation, 'x')])
    const offset = 40_000
    connection.send(whole.subarray(0, offset))
    for (let second = 0; second < 120; second += 1) {
      jest.advanceTimersByTime(1_000)
      connection.send(Buffer.concat([whole.subarray(offset), whole.subarray(0, offset)]))
    }
    expect(connection.closed).toEqual([])
  })

  it('closes the connection with 1013 when those of its partner are above 4 MiB, and releases its own', () => {
    const unfinishedBytes = new UnfinishedBytes()
    const connections = Array.from({ length: 18 }, () => open(known, { unfinishedBytes }))
    for (const connection of connections) connection.send(begin(250_000))
    expect(connections.map(({ closed }) => closed.length)).toEqual([...Array<number>(16).fill(0), 1, 1])
    const other = open({ ...known, id: 'other' }, { unfinishedBytes })
    other.send(begin(250_000))
    expect(other.closed).toEqual([])
  })

  it('counts for its address until the acknowledgement, then for its partner', () => {
    const unfinishedBytes = new UnfinishedBytes()
    const connection = open(unknown, { unfinishedBytes })
    connection.send(begin(1_000))
    connection.sender = known
    connection.send(clientFrame(continuation, 'x'))
    for (const id of ['10.0.0.1', 'partner']) {
      unfinishedBytes.add(id, 4 * mebibyte)
      expect(unfinishedBytes.isExceeded(id)).toBe(false)
    }
  })
})

describe('a connection that is closed', () => {
  it('has the close frame of its client read, and nothing else', () => {
    const polite = open()
    polite.inbound.end()
    polite.send(clientFrame(close, ''))
    expect(polite.read).toBeGreaterThan(0)
    const other = open()
    other.inbound.end()
    other.send(message, 100)
    expect([other.read, other.socket.waiting, other.socket.isEnded]).toEqual([0, 0, true])
  })
})
