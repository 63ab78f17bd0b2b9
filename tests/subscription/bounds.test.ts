import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TcpProxy } from '../../bench/chaos/tcp-proxy.ts'
import { lengthenDescriptions } from '../testkit/catalog-rows.ts'
import { testServerUrl } from '../testkit/database.ts'
import { keys, partner, startedDatabases, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { reserve, reserveMany } from '../testkit/reserve.ts'
import { Stream, type StreamRequest } from '../testkit/stream.ts'
import { eventually } from '../testkit/eventually.ts'
import { Wire } from '../testkit/wire.ts'

let product: TestProduct
let proxy: TcpProxy
beforeAll(async () => {
  const server = new URL(testServerUrl())
  proxy = await TcpProxy.before(Number(server.port))
  server.host = `127.0.0.1:${proxy.port}`
  const settings = {
    DATABASE_URL: server.toString(),
    CONNECTIONS_PER_PARTNER: '4',
    CONNECTIONS_PER_PROCESS: '6',
  }
  product = await startTestProduct(settings, await startedDatabases(true))
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})

const query = 'subscription ($after: String) { reservationEvents(after: $after) { cursor } }'

/** A connection that is acknowledged or closed. */
async function arrived(apiKey: string): Promise<Wire> {
  const wire = await Wire.open(product.url)
  wire.send({ type: 'connection_init', payload: { apiKey } })
  await eventually(() => wire.messages.length > 0 || wire.closed !== undefined, true, {
    describe: () => 'Neither acknowledged nor closed',
  })
  return wire
}

const refusal = async (apiKey: string) => (await arrived(apiKey)).closed

/** Retries until there is a place: a connection closed here is released there a moment later. */
const insist = <T>(come: () => Promise<T>, isIn: (arrival: T) => boolean): Promise<T> => eventually(come, isIn)

const wireOf = (apiKey = keys.demo): Promise<Wire> =>
  insist(
    () => arrived(apiKey),
    ({ closed }) => !closed,
  )

const streamOf = (request: Partial<StreamRequest>): Promise<Stream> =>
  insist(
    () => Stream.open(product.url, { query, ...request }),
    ({ status }) => status === 200,
  )

describe('a process with no place for another connection', () => {
  it('closes with 1013, or responds with 503 and Retry-After; a partner that uses all its own places is refused for that first', async () => {
    const mine = [await wireOf(), await wireOf(), await wireOf()]
    const stream = await streamOf({})
    const rivals = [await wireOf(keys.rival), await wireOf(keys.rival)]

    expect(await refusal(keys.rival)).toEqual({ code: 1013, reason: 'SERVICE_UNAVAILABLE' })
    expect(await refusal(keys.demo)).toMatchObject({ code: 4403 })
    const refused = await Stream.open(product.url, { query, apiKey: keys.rival })
    await refused.ended()
    expect([refused.status, refused.response.headers['retry-after']]).toEqual([503, '5'])
    expect(JSON.parse(refused.text).errors[0].extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })

    // Open connections are not disturbed, and a released place is available to the next one.
    for (const wire of [...mine, ...rivals]) await wire.settled()
    stream.stop()
    rivals.push(await wireOf(keys.rival))
    expect(await refusal(keys.rival)).toMatchObject({ code: 1013 })
    for (const wire of [...mine, ...rivals]) wire.close()
  })
})

describe('a process that cannot look keys up', () => {
  it('closes with 1013, and admits connections again when it can', async () => {
    proxy.shut()
    try {
      expect(await refusal('sk_test_demo_pro')).toEqual({ code: 1013, reason: 'SERVICE_UNAVAILABLE' })
    } finally {
      proxy.leadTo(Number(new URL(testServerUrl()).port))
    }
    const wire = await wireOf('sk_test_demo_pro')
    wire.close()
  })
})

describe('a reader', () => {
  const wide = `subscription ($after: String) { reservationEvents(after: $after) { cursor reservation { confirmationCode cenote {
    ${Array.from({ length: 20 }, (_, index) => `a${index}: longDescription`).join(' ')} } } } }`
  const cursorsIn = (stream: Stream): string[] => stream.events.map(({ id }) => id ?? '')

  beforeAll(() => lengthenDescriptions(product.database('catalog')))

  it('of a stream whose reader does not read is dropped, and by Last-Event-ID continues where it was, with nothing lost or repeated', async () => {
    const slow = await streamOf({ query: wide })
    // It begins with what happens once it is there: of these, the first that it receives.
    const codes: string[] = []
    while (slow.events.length === 0) codes.push((await reserve(product.url)).confirmationCode)
    slow.response.pause()
    const missed = codes.indexOf(slow.events[0]?.data.data.reservationEvents.reservation.confirmationCode)
    const between = codes.length - 1 - missed
    const after = cursorsIn(slow)[0] ?? ''
    const quick = await streamOf({ variables: { after } })
    // The places of the partner that are left stay taken until the slow one is broken off.
    const others = [await wireOf(), await wireOf()]
    let isOut = false
    for (let round = 0; !isOut && round < 20; round += 1) {
      await reserveMany(product.url, 50)
      await quick.received(between + (round + 1) * 50)
      const wire = await arrived(keys.demo)
      isOut = !wire.closed
      wire.close()
    }
    expect(isOut).toBe(true)
    slow.response.resume()
    await slow.ended()
    const all = [after, ...cursorsIn(quick)]
    const seen = cursorsIn(slow)
    expect(seen).toEqual(all.slice(0, seen.length))
    expect(seen.length).toBeLessThan(all.length)
    expect(slow.text).not.toContain('event: complete')

    const resumed = await streamOf({
      query: wide,
      headers: { 'last-event-id': seen.at(-1) ?? '' },
    })
    await resumed.received(all.length - seen.length)
    expect([...seen, ...cursorsIn(resumed)]).toEqual(all)
    for (const stream of [quick, resumed]) stream.stop()
    for (const wire of others) wire.close()
  })

  it('receives no response above 10 MB, over HTTP, WebSocket and a stream alike', async () => {
    const everything = `{ cenotes(first: 100) { nodes {
      ${Array.from({ length: 45 }, (_, index) => `a${index}: longDescription`).join(' ')} } } }`
    const refused = { code: 'ANSWER_TOO_LARGE', status: 422, details: { maximumBytes: 10_000_000 } }
    const { status, body } = await partner(product.url).graphql(everything)
    expect([status, body]).toMatchObject([422, { errors: [{ extensions: refused }] }])
    const stream = await Stream.open(product.url, { query: everything })
    await stream.ended()
    expect([stream.status, stream.events[0]?.data]).toMatchObject([200, { errors: [{ extensions: refused }] }])
    const wire = await wireOf()
    wire.messages.length = 0
    wire.subscribe('all', everything)
    expect(await wire.received(1)).toMatchObject([{ type: 'error', payload: [{ extensions: refused }] }])
    wire.close()
  })

  it('who reads gets a result that is larger than what may wait for one who does not', async () => {
    const everything = `{ cenotes(first: 50) { nodes {
      ${Array.from({ length: 20 }, (_, index) => `a${index}: longDescription`).join(' ')} } } }`
    const stream = await streamOf({ query: everything })
    const wire = await wireOf()
    wire.messages.length = 0
    wire.subscribe('all', everything)
    const [{ payload }] = (await wire.received(2)) as [Json]
    await stream.ended()
    expect(JSON.stringify(payload).length).toBeGreaterThan(2_000_000)
    expect(stream.events).toEqual([
      { event: 'next', data: payload },
      { event: 'complete', data: null },
    ])
    await wire.settled()
    wire.close()
  })
})
