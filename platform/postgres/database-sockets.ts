import { Socket } from 'node:net'
import { Unavailable } from '../process/failures.ts'

/**
 * The sockets of a database's pools. While the database does not respond, open sockets are destroyed and new
 * connections refused: whatever waits for a response or for a free connection fails immediately.
 */
export class DatabaseSockets {
  readonly #open = new Set<Socket>()
  #refusal: string | undefined

  /** Creates the socket of one connection; pg connects it. */
  readonly create = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    if (this.#refusal !== undefined) {
      // A server that does not respond would have to accept the connection before it ends.
      socket.connect = () => socket
      // A tick later, when pg listens for errors.
      process.nextTick(() => this.#breakOff(socket))
    }
    return socket
  }

  refuse(reason: string): void {
    this.#refusal = reason
    for (const socket of this.#open) this.#breakOff(socket)
  }

  accept(): void {
    this.#refusal = undefined
  }

  #breakOff(socket: Socket): void {
    socket.destroy(new Unavailable(this.#refusal ?? 'The connection was broken off'))
  }
}
