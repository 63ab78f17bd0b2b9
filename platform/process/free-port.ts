import { randomInt } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'

/** Systems take the ports of outgoing connections from above this range, so that nothing else is given one of it. */
const range = { first: 15_000, end: 32_000 }
const maxAttempts = 20

/**
 * A TCP port that is free now and, because it is outside the ephemeral range, most likely still is when a server opens
 * it seconds later.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const port = await opened(randomInt(range.first, range.end)).catch(() => undefined)
    if (port !== undefined) return port
  }
  return opened(0)
}

const opened = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
