import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { eventually } from '../../tests/testkit/eventually.ts'
import { createLogger } from '../process/logger.ts'
import { boundConnections, connectionCapacity, countElsewhere } from './connection-bounds.ts'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** A server that allows two connections of an address, and those that it accepted. */
async function bounded(trusted: boolean): Promise<{ server: Server; accepted: Socket[]; open: () => Promise<Socket> }> {
  const accepted: Socket[] = []
  const server = createServer()
  boundConnections(server, { perAddress: 2, trusts: () => trusted }, createLogger('silent', 'test'))
  server.on('connection', (socket) => void (socket.destroyed || accepted.push(socket.on('error', () => undefined))))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    ends.push(() => socket.destroy())
    await once(socket, 'connect')
    return socket.resume()
  }
  ends.push(() => server.close())
  return { server, accepted, open }
}
const isClosed = (socket: Socket): Promise<unknown> => eventually(() => socket.destroyed, true)

describe('the connections of one address', () => {
  it('are closed above their limit, until one of them has ended', async () => {
    const { accepted, open } = await bounded(false)
    const first = await open()
    await open()
    await isClosed(await open())
    expect(accepted).toHaveLength(2)
    first.destroy()
    await once(accepted[0]!, 'close')
    await open()
    await eventually(() => accepted.length, 3)
  })

  it('do not count once their caller is counted elsewhere', async () => {
    const { accepted, open } = await bounded(false)
    for (let count = 1; count <= 5; count += 1) {
      await open()
      await eventually(() => accepted.length, count)
      countElsewhere(accepted.at(-1)!)
    }
  })

  it('are not limited for a proxy of ours, which has those of all its clients', async () => {
    const { accepted, open } = await bounded(true)
    for (let count = 0; count < 5; count += 1) await open()
    await eventually(() => accepted.length, 5)
  })
})

it.each([
  [1_024, 768],
  [256, 128],
  [1_000_000, 50_000],
  [Infinity, 50_000],
])('of %d file descriptors, %d are for connections', (descriptors, connections) => {
  expect(connectionCapacity(descriptors)).toBe(connections)
})
