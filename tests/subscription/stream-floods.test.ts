import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { lengthenDescriptions } from '../testkit/catalog-rows.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { logEnd, reserve, reserveMany } from '../testkit/reserve.ts'
import { Stream, type StreamRequest } from '../testkit/stream.ts'
import { eventually } from '../testkit/eventually.ts'
import { laterBy } from '../testkit/pauses.ts'

const perPartner = 20
const perAddress = 60
const operationsPerPartner = 5
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct({
    // The floods come from the address of the connection itself.
    TRUST_PROXY: 'false',
    CONNECTIONS_PER_ADDRESS: String(perAddress),
    CONNECTIONS_PER_PARTNER: String(perPartner),
    CONNECTIONS_PER_PROCESS: String(perPartner + 10),
    OPERATIONS_PER_PARTNER: String(operationsPerPartner),
    // Only what the tests do ends a stream.
    CONNECTION_PING_SECONDS: '300',
  })
})
afterAll(() => product.close())

const query = 'subscription ($after: String) { reservationEvents(after: $after) { cursor } }'
const streams: Stream[] = []
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.stop()
  await countOf('subscriber_connections', (count) => count === 0)
})

async function open(request: Partial<StreamRequest> = {}): Promise<Stream> {
  const stream = await Stream.open(product.url, { query, ...request })
  streams.push(stream)
  return stream
}
const openMany = (count: number, request: (index: number) => Partial<StreamRequest> = () => ({})): Promise<Stream[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => open(request(index))))

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
}

/** Waits for a metric: a stream that is closed here is released there a moment later. */
async function countOf(name: string, isRight: (count: number) => boolean): Promise<void> {
  let last = NaN
  await eventually(async () => isRight((last = await metric(name))), true, { describe: () => `${name} is ${last}` })
}

const cursorsIn = (stream: Stream): string[] => stream.events.map(({ id }) => id ?? '')

/** How many streams got each status; the error of a refused one beside it. */
async function outcomes(opened: readonly Stream[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const stream of opened) {
    if (stream.status !== 200) await stream.ended()
    const code = stream.status === 200 ? '' : ` ${(JSON.parse(stream.text) as Json).errors[0].extensions.code}`
    const outcome = `${stream.status}${code}`
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

/** Another partner's stream is opened and gets its event, and requests of both get their responses. */
async function expectOthersServed(): Promise<void> {
  const other = await open({ apiKey: keys.rival })
  expect(other.status).toBe(200)
  for (let attempt = 0; other.events.length === 0 && attempt < 50; attempt += 1)
    await reserve(product.url, { apiKey: keys.rival })
  await other.received(1)
  for (const apiKey of [keys.demo, keys.rival])
    expect(await partner(product.url, apiKey).get('/api/partner/cenotes')).toHaveStatus(200)
  other.stop()
}

describe('many streams at once', () => {
  it('of one key take the places of their partner and no more, and are released when they end', async () => {
    // Until its key is known, a connection counts against its address.
    expect(await partner(product.url).get('/api/auth/verify')).toHaveStatus(200)
    expect(await outcomes(await openMany(200))).toEqual({ 200: perPartner, '429 SUBSCRIPTION_LIMIT_REACHED': 180 })
    expect(await metric('subscriber_connections')).toBe(perPartner)
    await expectOthersServed()
    for (const stream of streams.splice(0)) stream.stop()
    await countOf('subscriber_connections', (count) => count === 0)
    expect(await outcomes(await openMany(perPartner))).toEqual({ 200: perPartner })
  })

  it('without a key hold no place, and their address has as many connections as it may', async () => {
    // Every connection stays open after its response.
    const agent = new Agent({ keepAlive: true })
    const ends = await Promise.all(
      Array.from({ length: perAddress * 3 }, () => {
        const request = get(`${product.url}/graphql/stream?query=${encodeURIComponent(query)}`, {
          headers: { accept: 'text/event-stream', 'graphql-require-preflight': 'true' },
          agent,
          localAddress: '127.0.0.2',
        })
        return once(request, 'response').then(
          ([response]) => (response as { statusCode: number }).statusCode,
          () => 'closed',
        )
      }),
    )
    const responses = ends.filter((end) => end !== 'closed')
    expect(responses.length).toBeLessThanOrEqual(perAddress)
    expect(responses.length).toBeGreaterThan(perAddress / 2)
    expect(responses.filter((status) => status !== 401 && status !== 429)).toEqual([])
    expect(await metric('subscriber_connections')).toBe(0)
    await expectOthersServed()
    agent.destroy()
  })

  it('of different operations are as many as a partner may have, each of them executed for every event', async () => {
    const different = (index: number) => ({ query: query.replace('{ cursor }', `{ a${index}: cursor }`) })
    expect(await outcomes(await openMany(perPartner, different))).toEqual({
      200: operationsPerPartner,
      [`429 SUBSCRIPTION_LIMIT_REACHED`]: perPartner - operationsPerPartner,
    })
    // The places of refused ones are free.
    expect(await metric('subscriber_connections')).toBe(operationsPerPartner)
  })
})

describe('streams that are opened and dropped', () => {
  it('at every stage leave no place and no operation taken', async () => {
    const dropped = async (index: number): Promise<void> => {
      const address = new URL(`${product.url}/graphql/stream`)
      address.searchParams.set('query', query.replace('{ cursor }', `{ a${index % 7}: cursor }`))
      const request = get(address, { headers: { 'x-api-key': keys.demo, accept: 'text/event-stream' }, agent: false })
      request.on('error', () => undefined)
      const closed = new Promise((resolve) => request.once('close', resolve))
      if (index % 3 === 0) request.once('response', () => request.destroy())
      else if (index % 3 === 1) request.once('finish', () => request.destroy())
      else void laterBy(index % 20).then(() => request.destroy())
      await closed
    }
    for (let wave = 0; wave < 6; wave += 1) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => dropped(wave * 50 + index)))
      expect(await metric('subscriber_connections')).toBeLessThanOrEqual(perPartner)
    }
    await countOf('subscriber_connections', (count) => count === 0)
    const different = (index: number) => ({ query: query.replace('{ cursor }', `{ b${index}: cursor }`) })
    expect(await outcomes(await openMany(operationsPerPartner, different))).toEqual({ 200: operationsPerPartner })
    for (const stream of streams.splice(0)) stream.stop()
    await countOf('subscriber_connections', (count) => count === 0)
    expect(await outcomes(await openMany(perPartner))).toEqual({ 200: perPartner })
    await expectOthersServed()
  })
})

describe('streams that are not read', () => {
  it('are all dropped before long, and cost those who read nothing', async () => {
    const wide = `subscription ($after: String) { reservationEvents(after: $after) { cursor reservation { cenote {
      ${Array.from({ length: 20 }, (_, index) => `a${index}: longDescription`).join(' ')} } } } }`
    await lengthenDescriptions(product.database('catalog'))
    const before = await metric('slow_readers_dropped_total')
    const slow = await openMany(perPartner - 2, () => ({ query: wide }))
    const quick = await open()
    while (quick.events.length === 0) await reserve(product.url)
    for (const { response } of slow) response.pause()
    const begun = quick.events.length
    let made = 0
    const droppedNow = async (): Promise<number> => (await metric('slow_readers_dropped_total')) - before
    while ((await droppedNow()) < slow.length && made < 1_000) {
      await reserveMany(product.url, 25)
      made += 25
      await quick.received(begun + made)
    }
    expect(await droppedNow()).toBe(slow.length)
    await countOf('subscriber_connections', (count) => count === 1)
    await expectOthersServed()
    expect(new Set(cursorsIn(quick)).size).toBe(quick.events.length)
    for (const stream of slow) {
      stream.response.resume()
      await stream.ended()
      expect(stream.text).not.toContain('event: complete')
      expect(stream.events.length).toBeLessThan(made)
    }
  })
})

describe('streams that come back again and again', () => {
  it('each get what they missed, once and in order, and the log is read for no one who left', async () => {
    const first = await open({ variables: { after: await logEnd(product.url) } })
    await reserveMany(product.url, 30)
    await first.received(30)
    const all = cursorsIn(first)
    for (let round = 0; round < 6; round += 1) {
      const resumed = await openMany(perPartner - 1, (index) => ({
        headers: { 'last-event-id': all[(index * 7 + round) % 20] ?? '' },
      }))
      expect(await outcomes(resumed)).toEqual({ 200: perPartner - 1 })
      // Some leave in the middle of what they missed.
      for (const stream of resumed.filter((_, index) => index % 4 === round % 4)) stream.stop()
      for (const [index, stream] of resumed.entries()) {
        if (index % 4 === round % 4) continue
        const missed = all.slice(((index * 7 + round) % 20) + 1)
        await stream.received(missed.length)
        expect(cursorsIn(stream)).toEqual(missed)
        stream.stop()
      }
      await countOf('subscriber_connections', (count) => count === 1)
    }
    await expectOthersServed()
    expect(cursorsIn(first)).toEqual(all)
  })

  it('with invented positions are refused, and hold nothing', async () => {
    for (let round = 0; round < 3; round += 1) {
      const refused = await openMany(perPartner, (index) => ({
        headers: { 'last-event-id': `${round} ${'x'.repeat(index * 100)}` },
      }))
      for (const stream of refused) await stream.ended()
      for (const stream of refused) expect(stream.text).toContain('"code":"INVALID_CURSOR"')
      await countOf('subscriber_connections', (count) => count === 0)
    }
    await expectOthersServed()
    const different = (index: number) => ({ query: query.replace('{ cursor }', `{ c${index}: cursor }`) })
    expect(await outcomes(await openMany(operationsPerPartner, different))).toEqual({ 200: operationsPerPartner })
  })
})
