import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { issueTestKey, newPartner } from '../testkit/issue.ts'
import { keys, partner, sharedTestProduct, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { eventually } from '../testkit/eventually.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await new Receiver().start()
})
afterAll(() => receiver.stop())

/** Registers a receiver, pings it, and returns the one attempt as the partner reads it. */
async function attemptAt(rest: ReturnType<typeof partner>, url: string): Promise<Json> {
  const { body: created } = await rest.post('/webhooks', { url, events: ['reservation.refunded'] })
  return pinged(rest, created.data.id)
}

async function pinged(rest: ReturnType<typeof partner>, id: string): Promise<Json> {
  await rest.post(`/webhooks/${id}/ping`, undefined)
  const attempt = async (): Promise<Json> => (await rest.get(`/webhooks/${id}/deliveries`)).body.data[0]?.attempts[0]
  return eventually(attempt, (made: Json) => made !== undefined)
}

/** A port behind which something is done with each connection. */
async function port(on: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer(on).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

describe('a webhook in production', () => {
  let production: TestProduct
  let rest: ReturnType<typeof partner>
  let stored: string
  beforeAll(async () => {
    // Registered before the installation became a production one.
    const before = await startTestProduct()
    const hook = { url: receiver.url, events: ['reservation.refunded'] }
    stored = (await partner(before.url).post('/webhooks', hook)).body.data.id
    await before.close()
    production = await startTestProduct({ NODE_ENV: 'production', DEMO_DATA: '' }, before)
    rest = partner(production.url, (await issueTestKey(production)).apiKey)
  })
  afterAll(() => production.close())

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    '[::1]',
    'localhost',
    '10.0.0.7',
    '169.254.169.254',
  ])('cannot be registered for %s, by a sandbox key either', async (host) => {
    const url = new URL(receiver.url)
    const response = await rest.post('/webhooks', {
      url: `http://${host}:${url.port}/`,
      events: ['reservation.created'],
    })
    expect([response.status, response.body.errors?.fields]).toEqual([400, { url: ['must be a public address'] }])
  })

  it('that was registered for this machine before is not called', async () => {
    expect(await pinged(rest, stored)).toMatchObject({ statusCode: null, error: 'no answer from the receiver' })
    expect(receiver.received).toEqual([])
  })

  it('cannot be opened to private addresses by a setting', async () => {
    await expect(
      startTestProduct({ NODE_ENV: 'production', DEMO_DATA: '', WEBHOOK_PRIVATE_ADDRESSES: 'loopback' }),
    ).rejects.toThrow('WEBHOOK_PRIVATE_ADDRESSES must be none in production')
  })
})

describe('outside production a delivery', () => {
  let rest: ReturnType<typeof partner>
  beforeAll(async () => {
    const product = await sharedTestProduct()
    rest = partner(product.url, (await newPartner(product)).apiKey)
  })

  it('that reaches no receiver reports the same to the partner, whatever the reason', async () => {
    const closed = await port(() => undefined)
    closed.server.close()
    const reset = await port((socket) => socket.destroy())
    const noHttp = await port((socket) => socket.end('220 mail.example ESMTP\r\n'))
    const urls = [
      `http://127.0.0.1:${closed.port}/closed`,
      `http://127.0.0.1:${reset.port}/reset`,
      `http://127.0.0.1:${noHttp.port}/another-protocol`,
      `https://127.0.0.1:${new URL(receiver.url).port}/no-tls`,
    ]
    const attempts = await Promise.all(urls.map((url) => attemptAt(rest, url)))
    for (const { at: _at, durationMs: _durationMs, ...attempt } of attempts)
      expect(attempt).toEqual({ statusCode: null, error: 'no answer from the receiver' })
    for (const { server } of [reset, noHttp]) server.close()
  })

  it('goes to private networks only where a setting allows it, and never in the live environment', async () => {
    const open = await startTestProduct({ WEBHOOK_PRIVATE_ADDRESSES: 'all' })
    const register = async (caller: ReturnType<typeof partner>, url: string): Promise<number> =>
      (await caller.post('/webhooks', { url, events: ['reservation.created'] })).status
    expect(await register(rest, 'http://10.0.0.7/')).toBe(400)
    expect(await register(partner(open.url), 'http://10.0.0.7/')).toBe(201)
    expect(await register(partner(open.url), 'http://169.254.169.254/')).toBe(400)
    expect(await register(partner(open.url, keys.live), 'https://10.0.0.7/')).toBe(400)
    await open.close()
  })
})
