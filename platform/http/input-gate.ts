import type { Socket } from 'node:net'
import { workClock } from '../process/work-account.ts'

/** Returns how many of these bytes the reader may have now, from the first on; 0 leaves them in the socket. */
export type Admit = (bytes: Buffer) => number

/**
 * Stands between a socket and its reader, which is Node's HTTP parser or a WebSocket. Both handle everything that one
 * read brings, up to 64 KiB, without a pause: thousands of small requests or messages. The gate hands over what `admit`
 * allows and leaves the rest in the socket, where it stops the sender.
 */
export class InputGate {
  readonly #socket: Socket
  readonly #admit: Admit
  readonly #reader: (bytes: Buffer) => void
  #state: 'reading' | 'holding' | 'discarding' | 'detached' = 'reading'
  /** Read from the socket, and not handed over yet. */
  #held: Buffer[] = []
  #heldBytes = 0
  #full: { readonly bytes: number; onFull(): void } | undefined

  /** Takes the place of the reader that listens to the socket. */
  constructor(socket: Socket, admit: Admit) {
    const [reader] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    if (!reader) throw new Error('The socket has no reader')
    this.#socket = socket
    this.#admit = admit
    this.#reader = reader
    socket.off('data', reader)
    socket.on('data', this.#receive)
  }

  /** Offers what was left in the socket again. */
  resume(): void {
    if (this.#state === 'reading') this.#socket.resume()
    if (this.#state !== 'holding') return
    this.#state = 'reading'
    this.#receive(this.#takeHeld())
  }

  /** Until `resume`, takes what is left from the socket, so that the end of the connection is noticed; up to a size. */
  hold(bytes: number, onFull: () => void): void {
    if (this.#state !== 'reading') return
    this.#state = 'holding'
    this.#full = { bytes, onFull }
    this.#socket.resume()
  }

  /** From now on everything is read and dropped, so that the end of the connection is noticed. */
  discard(): void {
    if (this.#state !== 'reading' && this.#state !== 'holding') return
    this.#state = 'discarding'
    this.#takeHeld()
    this.#socket.resume()
  }

  /** Leaves the socket, with what was not handed over, to another reader. */
  detach(): void {
    this.#state = 'detached'
    this.#socket.off('data', this.#receive)
  }

  #takeHeld(): Buffer {
    const held = Buffer.concat(this.#held)
    this.#held = []
    this.#heldBytes = 0
    return held
  }

  readonly #receive = (bytes: Buffer): void => {
    if (this.#state === 'holding') {
      this.#held.push(bytes)
      this.#heldBytes += bytes.length
      if (this.#full && this.#heldBytes > this.#full.bytes) this.#full.onFull()
      return
    }
    const socket = this.#socket
    workClock.switchTo(undefined)
    let rest = bytes
    while (this.#state === 'reading' && rest.length > 0) {
      const admitted = this.#admit(rest)
      // `admit` may have ended the connection.
      if (this.#state !== 'reading') break
      if (admitted === 0) socket.pause()
      else this.#reader.call(socket, rest.subarray(0, admitted))
      rest = rest.subarray(admitted)
      // A busy reader pauses the socket, too.
      if (socket.isPaused()) break
    }
    if (rest.length > 0 && this.#state !== 'discarding') socket.unshift(rest)
  }
}
