import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { createLogger } from '../process/logger.ts'
import { createHttpServer } from './server.ts'

/** A server that closes as soon as it has accepted a connection, before it has read from it. */
async function closingServer(): Promise<{ app: FastifyInstance; port: number; closed: Promise<void> }> {
  const app = createHttpServer(createLogger('silent', 'test'))
  app.get('/name', () => 'cenotes')
  const closed = new Promise<void>((resolve, reject) => {
    app.server.once('connection', () => void app.close().then(resolve, reject))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port, closed }
}

describe('a server that closes', () => {
  it('serves the request of a connection that it had accepted and not read yet', async () => {
    const { port, closed } = await closingServer()
    const client: Socket = connect(port, '127.0.0.1')
    client.write('GET /name HTTP/1.1\r\nHost: product\r\n\r\n')
    const response = await text(client)
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(response).toMatch(/connection: close\r\n/i)
    expect(response).toMatch(/cenotes$/)
    await closed
  })

  it('closes a connection without a request', async () => {
    const { port, closed } = await closingServer()
    const client = connect(port, '127.0.0.1').resume()
    await once(client, 'close')
    await closed
  })
})
