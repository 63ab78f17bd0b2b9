import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it } from '@jest/globals'
import { freePort, reservePort } from './free-port.ts'

/** The code of the failure to open a port; undefined when it was opened. */
async function openingFails(port: number): Promise<unknown> {
  const server = createServer().listen(port, '127.0.0.1')
  const failure = await Promise.race([
    once(server, 'listening').then(() => undefined),
    new Promise((resolve) => server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))),
  ])
  server.close()
  return failure
}

it('a reserved port cannot be opened before it is released, and a client on it delays nothing', async () => {
  const { port, release } = await reservePort()
  expect(await openingFails(port)).toBe('EADDRINUSE')
  const client = connect(port, '127.0.0.1')
  await once(client, 'connect')
  await release()
  expect(await openingFails(port)).toBeUndefined()
  client.destroy()
})

it('a free port can be opened', async () => {
  expect(await openingFails(await freePort())).toBeUndefined()
})
