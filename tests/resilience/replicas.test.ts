import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { issueTestKey, revokeTestKey } from '../testkit/issue.ts'
import { openSocketClient, partner, startTestProduct, type TestResponse, type TestProduct } from '../testkit/product.ts'
import { describeWithRedis, hasRedis, startRedis, type TestRedis } from '../testkit/redis.ts'
import { eventually } from '../testkit/eventually.ts'

const secret = { SIGNING_SECRET: 'a secret that both of the replicas have' }
const subscription = 'subscription { reservationEvents { id } }'

/** None on a machine without redis-server, which only the tests of limits need. */
let redis: TestRedis | undefined
/** Two products on the same databases. */
let replicas: [TestProduct, TestProduct]
beforeAll(async () => {
  redis = hasRedis ? await startRedis() : undefined
  const settings = { ...secret, ...(redis ? { REDIS_URL: redis.url } : {}) }
  const first = await startTestProduct(settings)
  replicas = [first, await startTestProduct(settings, first)]
})
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()))
  await redis?.stop()
})

describe('a key that is revoked', () => {
  it('ends on every replica within 5 seconds: requests, WebSockets and event streams', async () => {
    const { apiKey, id } = await issueTestKey(replicas[0])
    // Both replicas know the key, and have connections that it opened.
    for (const { url } of replicas) expect(await partner(url, apiKey).get('/api/auth/verify')).toHaveStatus(200)
    const connections = await Promise.all(
      replicas.flatMap(({ url }) => [openSocket(url, apiKey), openStream(url, apiKey)]),
    )
    await revokeTestKey(replicas[0], 'sandbox', id)
    const revoked = Date.now()
    const refusals = replicas.map(({ url }) =>
      eventually(
        () => partner(url, apiKey).get('/api/auth/verify'),
        ({ status }) => status !== 200,
      ),
    )
    for (const { status, body } of await Promise.all(refusals))
      expect([status, body.error.code]).toEqual([401, 'INVALID_API_KEY'])
    expect(await Promise.all(connections.map(({ ended }) => ended))).toEqual([
      ...['4401 INVALID_API_KEY', 'INVALID_API_KEY'],
      ...['4401 INVALID_API_KEY', 'INVALID_API_KEY'],
    ])
    expect(Date.now() - revoked).toBeLessThan(10_000)
    for (const { url } of replicas) {
      expect(await (await openSocket(url, apiKey, false)).ended).toBe('4401 INVALID_API_KEY')
      expect(await partner(url, apiKey).graphql('{ viewer { plan } }')).toHaveStatus(401)
    }
  })

  it('leaves connections of other keys of the partner open', async () => {
    const [active, revoked] = [await issueTestKey(replicas[0]), await issueTestKey(replicas[0])]
    const [first] = replicas
    const staying = await openSocket(first.url, active.apiKey)
    const going = await openSocket(first.url, revoked.apiKey)
    await revokeTestKey(first, 'sandbox', revoked.id)
    await going.ended
    expect(staying.isOpen()).toBe(true)
    await staying.close()
  })
})

interface Connection {
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>
  isOpen(): boolean
  close(): Promise<void>
}

async function openSocket(url: string, apiKey: string, subscribes = true): Promise<Connection> {
  let report: (how: string) => void
  let open = true
  const ended = new Promise<string>((resolve) => (report = resolve))
  await new Promise<void>((resolve) => {
    const client = openSocketClient(url, apiKey, {
      connected: () => resolve(),
      closed: (event) => {
        const { code, reason } = event as { code: number; reason: string }
        open = false
        report(`${code} ${reason}`)
        resolve()
      },
    })
    if (subscribes)
      client.subscribe(
        { query: subscription },
        { next: () => undefined, error: () => undefined, complete: () => undefined },
      )
    closers.push(() => client.dispose())
  })
  const close = closers.at(-1)
  return { ended, isOpen: () => open, close: async () => close?.() }
}
const closers: (() => void | Promise<void>)[] = []
afterAll(() => Promise.all(closers.map(async (close) => close())))

async function openStream(url: string, apiKey: string): Promise<Connection> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', 'X-API-Key': apiKey },
    body: JSON.stringify({ query: subscription }),
  })
  expect(response.status).toBe(200)
  let open = true
  const ended = response.text().then((text) => {
    open = false
    return /INVALID_API_KEY/.exec(text)?.[0] ?? text
  })
  return { ended, isOpen: () => open, close: async () => undefined }
}

describeWithRedis('limits across replicas', () => {
  const keyOf = async (perHour: number): Promise<string> => {
    const wide = { minute: { limit: 100_000, seconds: 60 }, burst: { limit: 100_000, seconds: 1 } }
    const ownLimits = { ...wide, hour: { limit: perHour, seconds: 3_600 } }
    return (await issueTestKey(replicas[0], { ownLimits })).apiKey
  }
  const ask = (apiKey: string, count: number): Promise<TestResponse[]> =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        partner((replicas[index % 2] as TestProduct).url, apiKey).get('/api/auth/verify'),
      ),
    )
  const admitted = (responses: readonly TestResponse[]): number =>
    responses.filter(({ status }) => status === 200).length

  it('are exact under concurrency, and every response has a different remaining number', async () => {
    const responses = await ask(await keyOf(40), 90)
    expect(admitted(responses)).toBe(40)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(50)
    const left = responses
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index))
  })

  it('are counted by each replica alone while Redis is away, and together again when it is back', async () => {
    const apiKey = await keyOf(20)
    expect(admitted(await ask(apiKey, 30))).toBe(20)
    await redis?.stop()
    // As documented: at most the limit once more for each process, and no request fails for it.
    const alone = await ask(apiKey, 60)
    expect([admitted(alone), new Set(alone.map(({ status }) => status))]).toEqual([40, new Set([200, 429])])
    await redis?.start()
    // Redis came back empty, so all of the limit is there again once both replicas count in it.
    const back = await keyOf(1_000_000)
    let together = 0
    const roundsTogether = async (): Promise<number> => {
      const pair = await Promise.all(replicas.map(({ url }) => partner(url, back).get('/api/auth/verify')))
      const [one = 0, other = 0] = pair.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
      together = Math.abs(one - other) === 1 ? together + 1 : 0
      return together
    }
    await eventually(roundsTogether, 10, { milliseconds: 30_000 })
    expect(admitted(await ask(apiKey, 60))).toBe(20)
  })
})
