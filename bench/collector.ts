import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './leftovers.ts'

/** A receiver of OTLP over HTTP that counts bytes. */
export interface Collector {
  readonly url: string
  /** Bytes of spans received. */
  bytes(): number
}

export async function startCollector(): Promise<Collector> {
  let bytes = 0
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bytes: () => bytes }
}
