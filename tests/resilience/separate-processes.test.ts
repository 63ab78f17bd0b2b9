import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { demoId } from '../../platform/values/demo-id.ts'
import { freePort } from '../../platform/process/free-port.ts'
import { httpExecutor } from '../../platform/graphql/http-executor.ts'
import { IdentitySigner } from '../../platform/trust/identity.ts'
import { expectBalancedBooks, holdTwenty } from '../testkit/capacity.ts'
import { testServerUrl } from '../testkit/database.ts'
import { openSessions } from '../testkit/database-sessions.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { onlyHour } from '../testkit/limits.ts'
import { startMailServer } from '../testkit/mail-server.ts'
import { playMainJob } from '../testkit/main-job.ts'
import { startProcess } from '../testkit/process.ts'
import { keys, nextSaturday, partner, Subscriber, type TestResponse, type Json } from '../testkit/product.ts'
import { rawRequest } from '../testkit/raw-request.ts'
import { hasRedis, startRedis, type TestRedis } from '../testkit/redis.ts'
import { reserve } from '../testkit/reserve.ts'
import { parts, startSeparateProduct, type Part, type SeparateProduct } from '../testkit/separate-product.ts'
import { responseToHead } from '../testkit/unfinished.ts'
import { eventually } from '../testkit/eventually.ts'

const signingSecret = 'a secret of the test, the same in every process'
const mailPassword = 'the-password-of-the-mail-server'
const redisPassword = 'the-password-of-the-redis-server'
let product: SeparateProduct
let mailServer: Awaited<ReturnType<typeof startMailServer>>
/** None where this machine has no redis-server; then the address is unreachable, which is logged too. */
let redis: TestRedis | undefined
let restUrl: string
let gatewayUrl: string
let subgraphUrl: string

beforeAll(async () => {
  mailServer = await startMailServer(mailPassword)
  redis = hasRedis ? await startRedis(redisPassword) : undefined
  product = await startSeparateProduct({
    DATABASE_URL: testServerUrl(),
    SIGNING_SECRET: signingSecret,
    // A hundred requests at once may wait long for a connection on a busy machine.
    DATABASE_CONNECTION_SECONDS: '60',
    // Everything loggable is logged, for the tests that look for what must not be.
    LOG_LEVEL: 'trace',
    SMTP_URL: mailServer.url,
    SANDBOX_MAIL: 'deliver',
    REDIS_URL: redis?.url ?? `redis://:${redisPassword}@127.0.0.1:9`,
  })
  restUrl = product.url('rest-facade')
  gatewayUrl = product.url('gateway')
  subgraphUrl = `${product.url('catalog')}/graphql`
})

afterAll(async () => {
  await product.close()
  await mailServer.close()
  await redis?.stop()
})

const identity = {
  partnerId: demoId('partner', 'demo'),
  environment: 'sandbox',
  scopes: [],
  locale: 'en',
  requestId: 'test',
} as const

describe('the product as separate processes', () => {
  it('does the main job over HTTP as one process does', async () => {
    await playMainJob(restUrl, gatewayUrl)
  })

  it('serves a stock ApolloGateway and ApolloServer, whatever the telemetry setting', async () => {
    const query = `{ cenote(id: "${demoId('cenote', 'gran-cenote')}") { name services { priceCents }
      availability(input: { startDate: "${nextSaturday()}" }) { days { date timeSlots { time remaining } } } } }`
    const subgraphs = { access: 'gateway', catalog: 'catalog', pricing: 'pricing', booking: 'booking' } as const
    const urls = Object.fromEntries(
      Object.entries(subgraphs).map(([subgraph, part]) => [subgraph, `${product.url(part)}/graphql`]),
    )
    const script = fileURLToPath(new URL('../testkit/stock-gateway.mjs', import.meta.url))
    const parameters = [script, signingSecret, query, JSON.stringify(identity), JSON.stringify(urls)]
    const { stdout } = await promisify(execFile)(process.execPath, parameters)
    const { responses, refusal } = JSON.parse(stdout) as Json
    const { body } = await partner(gatewayUrl).graphql(query)
    expect(body.data.cenote.services).not.toEqual([])
    expect(body.data.cenote.availability.days[0].timeSlots).not.toEqual([])
    for (const setting of [null, '', '0', 'false', '1', 'true'])
      expect(responses).toContainEqual([setting, { data: body.data }])
    expect(refusal).toContain('https://specs.apollo.dev/authenticated/v0.1')
  })

  it('lets pages call both processes with a publishable key while it works', async () => {
    const origin = 'https://shop.example'
    const { body } = await partner(gatewayUrl).graphql(
      `mutation { createApiKey(input: { origins: ["${origin}"] }) { apiKey key { id } } }`,
    )
    const { apiKey, key } = body.data.createApiKey
    const addresses = [`${restUrl}/api/partner/cenotes`, `${gatewayUrl}/graphql`]
    const allowed = (): Promise<(string | null)[]> =>
      Promise.all(
        addresses.map(async (address) => {
          const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' }
          return (await fetch(address, { method: 'OPTIONS', headers })).headers.get('access-control-allow-origin')
        }),
      )
    await eventually(allowed, [origin, origin])
    const page = partner(restUrl, apiKey)
    expect(await page.get('/api/partner/cenotes?perPage=3', { Origin: origin })).toHaveStatus(200)
    const elsewhere = await page.get('/api/partner/cenotes?perPage=1', { Origin: 'https://other.example' })
    expect(elsewhere.body.error.code).toBe('ORIGIN_NOT_ALLOWED')
    expect(await page.get('/api/auth/verify', { Origin: origin })).toHaveStatus(403)
    expect(await partner(gatewayUrl, null).post('/page-origins', {})).toHaveStatus(404)
    await partner(gatewayUrl).graphql(`mutation { revokeApiKey(input: { id: "${key.id}" }) { id } }`)
    await eventually(allowed, [null, null])
  })

  it('serves the pages of the public address, and lets a guest pay on one', async () => {
    const page = (address: string, init: RequestInit = {}) =>
      fetch(address, { ...init, headers: { Accept: 'text/html', ...init.headers } })
    for (const path of ['/', '/docs', '/docs/api', '/robots.txt']) expect((await page(restUrl + path)).status).toBe(200)
    expect((await page(`${restUrl}/nothing`)).headers.get('content-type')).toContain('text/html')
    const { id, payment, pricing } = await reserve(restUrl)
    const address: string = payment.instructions.creditCard.url
    const checkout = await page(address)
    expect([checkout.status, new URL(address).origin]).toEqual([200, restUrl])
    const paid = await page(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: restUrl },
      body: `outcome=PAY&amountCents=${Math.round(pricing.total * 100)}`,
      redirect: 'manual',
    })
    expect(paid.status).toBe(303)
    const { body } = await partner(restUrl).get(`/api/partner/reservations/${id}`)
    expect(body.data.status).toBe('confirmed')
  })

  it('takes a key as Bearer in each, and refuses two different ones', async () => {
    for (const url of [restUrl, gatewayUrl]) {
      const caller = partner(url, null)
      const send = (headers: Record<string, string>) =>
        url === restUrl
          ? caller.get('/api/auth/verify', headers)
          : caller.post('/graphql', { query: '{ viewer { plan } }' }, headers)
      const authorization = { Authorization: `Bearer ${keys.demo}` }
      expect((await send(authorization)).headers.get('x-environment')).toBe('sandbox')
      expect(await send({ Authorization: 'Bearer' })).toHaveStatus(401)
      expect(await send({ ...authorization, 'X-API-Key': keys.demo })).toHaveStatus(200)
      for (const other of [keys.rival, 'nothing']) {
        const refused = await send({ ...authorization, 'X-API-Key': other })
        expect(refused).toHaveStatus(400)
        expect(JSON.stringify(refused.body)).toContain('must not name another API key')
      }
    }
  })

  it('compresses the responses of both', async () => {
    const headers = { 'x-api-key': keys.demo, 'accept-encoding': 'br', 'content-type': 'application/json' }
    const body = JSON.stringify({ query: '{ cenotes(first: 10) { nodes { id name description } } }' })
    const responses = [
      await rawRequest(`${restUrl}/api/partner/cenotes`, { headers }),
      await rawRequest(`${gatewayUrl}/graphql`, { headers, method: 'POST', body }),
    ]
    for (const { headers, text } of responses)
      expect([headers['content-encoding'], text.includes('"name":')]).toEqual(['br', true])
  })

  it("uses a variable's default where the variable is left out", async () => {
    const { body } = await partner(gatewayUrl).graphql(
      `query($v: Int! = 2, $p: Int! = 4) { cenotes(first: $v) { nodes { priceSummary(people: $p) { basePriceCents totalCents } } } }`,
    )
    const people = body.data.cenotes.nodes.map(
      ({ priceSummary }: Json) => priceSummary.totalCents / priceSummary.basePriceCents,
    )
    expect(people).toEqual([4, 4])
  })

  it('refuses a key without the scope before it reads the body, and counts the request once', async () => {
    const { apiKey } = await issueTestKey(
      { database: (owner) => owner },
      { scopes: ['catalog:read', 'reservations:read', 'pricing:read'], ownLimits: onlyHour(1_000) },
    )
    const readonly = partner(restUrl, apiKey)
    const remaining = (reply: TestResponse): number => Number(reply.headers.get('x-ratelimit-remaining'))
    const first = remaining(await readonly.get('/api/auth/verify'))
    for (const [index, body] of [{}, '{', { nothing: 1 }].entries()) {
      const reply = await readonly.post('/api/partner/reservations', body)
      expect([reply.status, reply.body.error.code]).toEqual([403, 'INSUFFICIENT_PERMISSIONS'])
      expect(reply.body.error.details.requiredScopes).toEqual(['reservations:write'])
      expect(remaining(reply)).toBe(first - 1 - index)
    }
    const priced = await readonly.post('/pricing/validate-age-breakdown', { adult: 1 })
    expect([priced.status, remaining(priced)]).toEqual([200, first - 4])
  })

  it('bounds what a caller of the facade sends by its plan', async () => {
    const body = (count: number): string => `{"adult":[${Array(count).fill('0').join()}]}`
    for (const [key, maximum] of [
      [null, 1_000],
      ['sk_test_demo_basic', 5_000],
    ] as const) {
      const caller = partner(restUrl, key)
      const fits = await caller.post('/pricing/validate-age-breakdown', body(maximum - 1))
      expect([fits.status, Object.keys(fits.body.errors.fields)]).toEqual([400, ['adult']])
      const exceeds = await caller.post('/pricing/validate-age-breakdown', body(maximum))
      expect([exceeds.status, exceeds.body.errors]).toEqual([
        400,
        { fields: {}, messages: [expect.stringContaining(`more than ${maximum} members`)] },
      ])
    }
    const head = { 'Content-Length': '65537', 'X-Forwarded-For': '192.0.2.77' }
    expect((await responseToHead(`${restUrl}/pricing/validate-age-breakdown`, head)).status).toBe(413)
  })

  const logOf = (part: Part): string => product.process(part).output()

  it('has one id for a request in the log of every process that takes part in it', async () => {
    const requestId = 'walk-7f3a9c'
    const reply = await partner(restUrl).post(
      '/api/partner/reservations',
      {
        cenoteId: demoId('cenote', 'gran-cenote'),
        visitDate: nextSaturday(),
        visitors: { adults: 1, children: 0 },
        guest: { name: 'Ida', email: 'ida@example.com', phone: '+52 1' },
      },
      { 'X-Request-Id': requestId },
    )
    expect([reply.status, reply.headers.get('x-request-id')]).toEqual([201, requestId])
    // What booking knows of a cenote may be cached: the catalog is called by a separate read.
    const read = await partner(restUrl).get('/api/partner/cenotes?perPage=1', { 'X-Request-Id': requestId })
    expect(read).toHaveStatus(200)
    const servedBy = (name: Part): boolean =>
      logOf(name)
        .split('\n')
        .filter((line) => line.includes(`"requestId":"${requestId}"`))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .some(({ service, msg }) => service === name && msg === 'request completed')
    // What a process writes arrives here a moment later.
    await eventually(() => parts.filter((name) => !servedBy(name)), [])
  })

  it('logs at debug alone what a facade asks its gateway every few seconds', () => {
    const levels = logOf('gateway')
      .split('\n')
      .filter((line) => line.includes('"route":"/page-origins"'))
      .map((line) => (JSON.parse(line) as { level: unknown }).level)
    const debug = 20
    expect(new Set(levels)).toEqual(new Set([debug]))
  })

  it('writes no secret to any log, and returns none except to its owner', async () => {
    const rest = partner(restUrl)
    const guess = 'sk_test_a_key_that_somebody_guessed'
    const webhook = await rest.post('/webhooks', { url: 'http://127.0.0.1:9/logs', events: ['reservation.created'] })
    const made = await rest.post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Ida', email: 'ida@example.com', phone: '+52 1' },
    })
    const confirmed = await rest.post(`/api/partner/reservations/${made.body.data.id}/confirm`, {
      paymentId: 'pay_1',
      paymentMethod: 'credit_card',
      transactionId: 'tx_1',
      confirmationEmail: true,
      generateDocuments: true,
    })
    // On a busy machine the response does not wait until the mail is accepted.
    await eventually(
      async () => (await rest.get(`/api/partner/reservations/${made.body.data.id}`)).body.data.confirmationSent,
      true,
    )
    const ticketUrl = String(confirmed.body.data.documents.ticket)
    const token = new URL(ticketUrl).pathname.split('/').at(-1) ?? ''
    expect(token.length).toBeGreaterThan(20)
    const responses = [
      await partner(restUrl, null).get(ticketUrl),
      await partner(restUrl, null).get(`${ticketUrl}x`),
      await partner(restUrl, guess).get('/api/partner/cenotes'),
      await partner(gatewayUrl, guess).post('/graphql', { query: '{ viewer { plan } }' }),
      await partner(restUrl, null).get('/api/partner/cenotes', { Authorization: `Bearer ${guess}` }),
      await partner(restUrl).get('/api/partner/cenotes', { Authorization: `Bearer ${guess}` }),
      await partner(gatewayUrl, null).post(
        '/graphql',
        { query: '{ viewer { plan } }' },
        { Authorization: `Bearer ${keys.demo}` },
      ),
      await rest.get(`/webhooks/${webhook.body.data.id}`),
      await rest.post(`/webhooks/${webhook.body.data.id}/ping`, {}),
      await rest.get('/api/auth/verify'),
      await rest.post('/api/partner/reservations', '{"broken":'),
      await rest.post('/api/partner/reservations', { wrong: keys.demo }),
      await partner(gatewayUrl).post('/graphql', { query: '{ broken' }),
      await partner(gatewayUrl).post('/graphql', { query: '{ reservations { totalCount } }' }),
    ]
    const socket = new Subscriber(gatewayUrl, 'subscription { reservationEvents { nothing } }')
    await socket.received(1)
    await socket.close()

    const own = [signingSecret, mailPassword, redisPassword, new URL(testServerUrl()).password]
    const secrets = [...own, token, keys.demo, guess, String(webhook.body.data.secret).slice('whsec_'.length)]
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(7)
    const signed = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/
    for (const name of parts) {
      const log = logOf(name)
      // The log is there to be looked through.
      expect(log).toContain('request completed')
      for (const secret of secrets) expect([name, log.includes(secret)]).toEqual([name, false])
      expect(log).not.toMatch(signed)
    }
    for (const { body, headers } of [webhook, made, confirmed, ...responses]) {
      const response = `${JSON.stringify([...headers])} ${Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body)}`
      for (const secret of [...own, guess]) expect(response.includes(secret)).toBe(false)
      expect(response).not.toMatch(signed)
    }
    expect(JSON.stringify(responses.map(({ body }) => body))).not.toContain(webhook.body.data.secret)
  })

  it('has subgraphs that refuse a caller without an identity, or with one that is old, used, or for something else', async () => {
    const signer = new IdentitySigner(signingSecret)
    const query = '{ cenotes { totalCount } }'
    const text = JSON.stringify({ query })
    const signedAt = async (secondsAgo: number): Promise<string> => {
      const now = Date.now() - secondsAgo * 1_000
      jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
      const token = await signer.sign(identity, 'catalog', text)
      jest.useRealTimers()
      return token
    }
    const refused = [
      undefined,
      'eyJhbGciOiJub25lIn0.e30.',
      await signedAt(600),
      await signer.sign(identity, 'booking', text),
      await signer.sign(identity, 'catalog', JSON.stringify({ query: '{ tours { totalCount } }' })),
      await new IdentitySigner('a secret that no other test uses').sign(identity, 'catalog', text),
    ]
    for (const token of refused) {
      const reply = await partner(subgraphUrl).post('', { query }, token === undefined ? {} : { 'x-identity': token })
      expect([reply.status, reply.body.data]).toEqual([401, undefined])
      expect(JSON.stringify(await overSocket(subgraphUrl, query, token))).toContain('UNAUTHENTICATED')
    }
    // The clock of a gateway may be minutes behind or ahead.
    for (const secondsAgo of [0, 240, -240]) {
      const welcome = await signedAt(secondsAgo)
      const reply = await partner(subgraphUrl).post('', { query }, { 'x-identity': welcome })
      expect(reply.body.data.cenotes.totalCount).toBeGreaterThan(20)
      const again = await partner(subgraphUrl).post('', { query }, { 'x-identity': welcome })
      expect([again.status, again.body.data]).toEqual([401, undefined])
      expect(JSON.stringify(await overSocket(subgraphUrl, query, welcome))).toContain('UNAUTHENTICATED')
      expect(await overSocket(subgraphUrl, query, await signedAt(secondsAgo))).toMatchObject({ data: reply.body.data })
    }
  })

  it('gives exactly 20 places to 200 concurrent requests to two booking processes on one database', async () => {
    const port = await freePort()
    const second = await startProcess('subgraphs/booking/main.js', {
      ...product.environment('booking'),
      PORT: String(port),
    })
    try {
      const signer = new IdentitySigner(signingSecret)
      const replicas = [
        httpExecutor(`${product.url('booking')}/graphql`, signer, 'booking'),
        httpExecutor(`http://127.0.0.1:${port}/graphql`, signer, 'booking'),
      ] as const
      const cenoteId = demoId('cenote', 'dos-ojos')
      const visitDate = nextSaturday()
      await holdTwenty('booking', cenoteId, visitDate, '10:00')
      const results = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          replicas[index % 2 === 0 ? 0 : 1].execute(
            {
              query: 'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
              variables: {
                input: {
                  cenoteId,
                  visitDate,
                  visitTime: '10:00',
                  visitors: { adults: 1, children: 0 },
                  guest: { name: 'Crowd', email: 'crowd@example.com', phone: '+52 1' },
                },
              },
            },
            identity,
          ),
        ),
      )
      const codes = results.map(({ errors }) => errors?.[0]?.extensions?.['code'] ?? 'created')
      expect(codes.filter((code) => code === 'created')).toHaveLength(20)
      expect(codes.filter((code) => code === 'CENOTE_NOT_AVAILABLE')).toHaveLength(180)
      await expectBalancedBooks('booking')
      await Promise.all(replicas.map((replica) => replica.close()))
      expect(await second.stop()).toBe(0)
    } finally {
      // Otherwise a failure would leave sessions behind, and the last test would fail as well.
      second.child.kill('SIGKILL')
    }
  })

  it('counts a request of a body once, and refuses it before the body has come', async () => {
    const address = '198.51.100.7'
    const check = () =>
      partner(restUrl, null).post('/coupons/check', { code: 'CENOTE10' }, { 'X-Forwarded-For': address })
    const first = await check()
    expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '9'])
    // A second admits ten requests. Others take them until the head is refused; it may have been one of the ten.
    let isRefused = false
    const others = Array.from({ length: 20 }, async () => {
      while (!isRefused) await partner(restUrl, null).get('/age-configurations', { 'X-Forwarded-For': address })
    })
    const refused = (attempts: number): ReturnType<typeof responseToHead> =>
      responseToHead(`${restUrl}/coupons/check`, { 'X-Forwarded-For': address }, 3_000).catch((error: unknown) => {
        if (attempts === 1) throw error
        return refused(attempts - 1)
      })
    const { status, body } = await refused(5).finally(() => (isRefused = true))
    await Promise.all(others)
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
  })

  it('responds with 503 while a subgraph is down, hides why, and shows by the status which component it is', async () => {
    const status = async () => (await partner(restUrl, null).get('/api/system/status')).body.data
    const all = { gateway: 'operational', catalog: 'operational', booking: 'operational', pricing: 'operational' }
    expect(await status()).toEqual({ status: 'operational', components: all })
    for (const part of ['pricing', 'booking'] as const) expect(await product.process(part).stop()).toBe(0)
    // The response of a part is valid for a second.
    await eventually(status, {
      status: 'degraded',
      components: { ...all, pricing: 'unavailable', booking: 'unavailable' },
    })
    expect(await product.process('catalog').stop()).toBe(0)
    const reply = await partner(restUrl).get('/api/partner/cenotes')
    expect(reply).toHaveStatus(503)
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(reply.body.error.code).toBe('SERVICE_UNAVAILABLE')
    expect(JSON.stringify(reply.body)).not.toMatch(/ECONN|127\.0\.0\.1/)
  })

  it('ends every process with 0 on SIGTERM', async () => {
    expect(await Promise.all(parts.map((part) => product.process(part).stop()))).toEqual(parts.map(() => 0))
  })

  it('leaves no listener and no database session behind', async () => {
    for (const url of [restUrl, gatewayUrl, subgraphUrl]) await expect(fetch(url)).rejects.toThrow('fetch failed')
    // The server takes a moment to let a session go whose client has left.
    await eventually(() => openSessions(['access', 'booking', 'catalog', 'pricing']), [])
  })
})

/** Calls a subgraph over WebSocket, with a token as the gateway sends it; returns the first message. */
async function overSocket(url: string, query: string, token: string | undefined): Promise<unknown> {
  const client = createClient({ url: url.replace('http', 'ws'), webSocketImpl: WebSocket, retryAttempts: 0 })
  const extensions = token === undefined ? {} : { identity: token }
  try {
    for await (const result of client.iterate({ query, extensions })) return result
    return null
  } catch (error) {
    return error
  } finally {
    await client.dispose()
  }
}
