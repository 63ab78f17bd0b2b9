import { randomInt } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'

/** Systems take the ports of outgoing connections from above this range, so that nothing else is given one of it. */
const range = { first: 15_000, end: 32_000 }
const maxAttempts = 20

/** A TCP port that nothing else can open before it is released. It keeps no process running. */
export interface ReservedPort {
  readonly port: number
  release(): Promise<void>
}

export async function reservePort(): Promise<ReservedPort> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const reserved = await opened(randomInt(range.first, range.end)).catch(() => undefined)
    if (reserved) return reserved
  }
  return opened(0)
}

/**
 * A TCP port that is free now and, because it is outside the ephemeral range, most likely still is when a server opens
 * it seconds later.
 */
export async function freePort(): Promise<number> {
  const { port, release } = await reservePort()
  await release()
  return port
}

const opened = (wanted: number): Promise<ReservedPort> =>
  new Promise((resolve, reject) => {
    // A client that connects too early must neither delay the release nor keep the process running.
    const server = createServer((socket) => socket.destroy()).unref()
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({ port, release: () => new Promise((closed) => server.close(() => closed())) })
    })
  })
