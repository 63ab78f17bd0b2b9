import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { receiverRules } from '../../subgraphs/booking/outbox/webhook/address.ts'
import { send, type Outcome } from '../../subgraphs/booking/outbox/webhook/deliver/send.ts'
import { NameServer } from '../testkit/name-server.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { eventually } from '../testkit/eventually.ts'

const publicAddress = '93.184.215.14'
let product: TestProduct
let names: NameServer
let receiver: Receiver
/** Listens on both loopback addresses at one port, and counts who comes. */
const listeners: Server[] = []
let connections = 0
let port = 0

beforeAll(async () => {
  names = await new NameServer().start()
  receiver = await new Receiver().start()
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise((resolve) => server.once('error', resolve).listen(port, host, () => resolve(undefined)))
    if (!server.listening) continue
    port = (server.address() as AddressInfo).port
    listeners.push(server)
  }
  product = await startTestProduct({ WEBHOOK_RETRY_SCHEDULE: '600' })
})
afterAll(async () => {
  await product.close()
  await receiver.stop()
  for (const server of listeners) {
    server.close()
    await once(server, 'close')
  }
  names.stop()
})
beforeEach(() => {
  connections = 0
  names.names.clear()
  names.requests.length = 0
  receiver.received.length = 0
  receiver.behaviour = () => 200
})

let registered = 0
async function register(origin: string, apiKey?: string): Promise<string> {
  const url = `${origin}/hook/${(registered += 1)}`
  const result = await partner(product.url, apiKey).post('/webhooks', { url, events: ['reservation.refunded'] })
  expect([result.status, result.body.errors]).toEqual([201, undefined])
  return result.body.data.id
}

/** Sends an event to one webhook, and waits until it was attempted; the attempt as the partner reads it. */
async function attempt(id: string, apiKey?: string): Promise<Json> {
  const rest = partner(product.url, apiKey)
  const { body: pinged } = await rest.post(`/webhooks/${id}/ping`, undefined)
  const first = async (): Promise<Json> => {
    const { body } = await rest.get(`/webhooks/${id}/deliveries`)
    return body.data.find(({ id: one }: Json) => one === pinged.data.id)?.attempts[0]
  }
  return eventually(first, (made: Json) => made !== undefined)
}

/** The log line of an attempt in the live environment. */
const outcome = (host: string): Promise<Outcome> =>
  send(`https://${host}:${port}/hook`, {}, '{}', {
    rules: receiverRules('live', 'all'),
    timeoutMilliseconds: 10_000,
    signal: new AbortController().signal,
  })

const hostile: readonly (readonly [what: string, addresses: readonly string[], named: string])[] = [
  ['this machine', ['127.0.0.1'], '127.0.0.1'],
  ['this machine by IPv6', ['::1'], '::1'],
  ['a private network', ['10.0.0.7'], '10.0.0.7'],
  ['the metadata service of a cloud', ['169.254.169.254'], '169.254.169.254'],
  ['a public address and this machine', [publicAddress, '127.0.0.1'], '127.0.0.1'],
  ['this machine and a public address', ['127.0.0.1', publicAddress], '127.0.0.1'],
  ['a public IPv4 address and a private IPv6 one', [publicAddress, 'fd12:3456::1'], 'fd12:3456::1'],
  ['this machine as an IPv4 address inside an IPv6 one', ['::ffff:127.0.0.1'], '::ffff:127.0.0.1'],
  ['a private network behind NAT64', ['64:ff9b::a00:7'], '64:ff9b::a00:7'],
  ['no machine in particular', ['0.0.0.0'], '0.0.0.0'],
]

describe('a live webhook whose name is public when it is registered', () => {
  let id: string
  beforeAll(async () => {
    names.names.set('receiver.example', { addresses: [publicAddress] })
    id = await register(`https://receiver.example:${port}`, keys.live)
  })

  it.each(hostile)('is not called once the name leads to %s', async (_what, addresses, named) => {
    names.names.set('receiver.example', { addresses })
    expect(await attempt(id, keys.live)).toMatchObject({ statusCode: null, error: 'no answer from the receiver' })
    // Asked once for each family, and not again between the check and a connection.
    expect(names.requests.toSorted()).toEqual(['receiver.example A', 'receiver.example AAAA'])
    expect(await outcome('receiver.example')).toEqual({ failure: `its address ${named} is not public` })
    expect(connections).toBe(0)
  })

  it('is not called when the name becomes another name for this machine', async () => {
    names.names.set('receiver.example', { alias: 'inside.example' }).set('inside.example', { addresses: ['127.0.0.1'] })
    expect(await attempt(id, keys.live)).toMatchObject({ statusCode: null, error: 'no answer from the receiver' })
    expect(await outcome('receiver.example')).toEqual({ failure: 'its address 127.0.0.1 is not public' })
    expect(connections).toBe(0)
  })

  it('is not called when the name is gone', async () => {
    expect(await attempt(id, keys.live)).toMatchObject({ statusCode: null, error: 'no answer from the receiver' })
    expect(await outcome('receiver.example')).toEqual({ failure: 'its name does not resolve' })
  })
})

describe('a sandbox webhook that may reach this machine', () => {
  const address = (): string => `http://receiver.example:${new URL(receiver.url).port}`

  it('is called by its name, and no more once that leads into a private network', async () => {
    names.names.set('receiver.example', { addresses: ['127.0.0.1'] })
    const id = await register(address())
    expect(await attempt(id)).toMatchObject({ statusCode: 200, error: null })
    expect(receiver.received).toHaveLength(1)
    names.names.set('receiver.example', { addresses: ['127.0.0.1', '10.0.0.7'] })
    expect(await attempt(id)).toMatchObject({ statusCode: null, error: 'no answer from the receiver' })
    expect(receiver.received).toHaveLength(1)
  })

  it.each([301, 302, 303, 307, 308])('is not followed where it redirects with %i', async (status) => {
    names.names.set('receiver.example', { addresses: ['127.0.0.1'] })
    receiver.behaviour = (_received, response) =>
      void response.writeHead(status, { location: `http://inside.example:${port}/` }).end()
    const id = await register(address())
    expect(await attempt(id)).toMatchObject({ statusCode: status, error: 'redirects are not followed' })
    expect(names.requests.filter((question) => question.startsWith('inside'))).toEqual([])
    expect([receiver.received.length, connections]).toEqual([1, 0])
  })
})
