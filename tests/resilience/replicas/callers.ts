import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import { demoId } from '../../../platform/values/demo-id.ts'
import { eventually } from '../../testkit/eventually.ts'
import { issueTestKey } from '../../testkit/issue.ts'
import { onlyHour } from '../../testkit/limits.ts'
import { playMainJob } from '../../testkit/main-job.ts'
import { keys, nextSaturday, partner, type Json, type TestResponse } from '../../testkit/product.ts'
import { rawRequest } from '../../testkit/raw-request.ts'
import { reserve } from '../../testkit/reserve.ts'
import { responseToHead } from '../../testkit/unfinished.ts'
import { firstOfEach, identity, secrets, type Cluster } from './cluster.ts'

/** Registers tests of what callers see of separate processes. */
export function callerTests(cluster: () => Cluster): void {
  const restUrl = (): string => cluster().facades[0].url
  const gatewayUrl = (): string => cluster().gateways[0].url

  it('does the main job over HTTP as one process does', async () => {
    await playMainJob(restUrl(), gatewayUrl())
  })

  it('serves a stock ApolloGateway and ApolloServer, whatever the telemetry setting', async () => {
    const query = `{ cenote(id: "${demoId('cenote', 'gran-cenote')}") { name services { priceCents }
      availability(input: { startDate: "${nextSaturday()}" }) { days { date timeSlots { time remaining } } } } }`
    const { gateway: access, catalog, pricing, booking } = firstOfEach(cluster())
    const urls = Object.fromEntries(
      Object.entries({ access, catalog, pricing, booking }).map(([subgraph, { url }]) => [subgraph, `${url}/graphql`]),
    )
    const script = fileURLToPath(new URL('../../testkit/stock-gateway.mjs', import.meta.url))
    const parameters = [script, secrets.signing, query, JSON.stringify(identity), JSON.stringify(urls)]
    const { stdout } = await promisify(execFile)(process.execPath, parameters)
    const { responses, refusal } = JSON.parse(stdout) as Json
    const { body } = await partner(gatewayUrl()).graphql(query)
    expect(body.data.cenote.services).not.toEqual([])
    expect(body.data.cenote.availability.days[0].timeSlots).not.toEqual([])
    for (const setting of [null, '', '0', 'false', '1', 'true'])
      expect(responses).toContainEqual([setting, { data: body.data }])
    expect(refusal).toContain('https://specs.apollo.dev/authenticated/v0.1')
  })

  it('lets pages call both processes with a publishable key while it works', async () => {
    const origin = 'https://shop.example'
    const { body } = await partner(gatewayUrl()).graphql(
      `mutation { createApiKey(input: { origins: ["${origin}"] }) { apiKey key { id } } }`,
    )
    const { apiKey, key } = body.data.createApiKey
    const addresses = [`${restUrl()}/api/partner/cenotes`, `${gatewayUrl()}/graphql`]
    const allowed = (): Promise<(string | null)[]> =>
      Promise.all(
        addresses.map(async (address) => {
          const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' }
          return (await fetch(address, { method: 'OPTIONS', headers })).headers.get('access-control-allow-origin')
        }),
      )
    await eventually(allowed, [origin, origin])
    const page = partner(restUrl(), apiKey)
    expect(await page.get('/api/partner/cenotes?perPage=3', { Origin: origin })).toHaveStatus(200)
    const elsewhere = await page.get('/api/partner/cenotes?perPage=1', { Origin: 'https://other.example' })
    expect(elsewhere.body.error.code).toBe('ORIGIN_NOT_ALLOWED')
    expect(await page.get('/api/auth/verify', { Origin: origin })).toHaveStatus(403)
    expect(await partner(gatewayUrl(), null).post('/page-origins', {})).toHaveStatus(404)
    await partner(gatewayUrl()).graphql(`mutation { revokeApiKey(input: { id: "${key.id}" }) { id } }`)
    await eventually(allowed, [null, null])
  })

  it('serves the pages of the public address, and lets a guest pay on one', async () => {
    const page = (address: string, init: RequestInit = {}) =>
      fetch(address, { ...init, headers: { Accept: 'text/html', ...init.headers } })
    for (const path of ['/', '/docs', '/docs/api', '/robots.txt'])
      expect((await page(restUrl() + path)).status).toBe(200)
    expect((await page(`${restUrl()}/nothing`)).headers.get('content-type')).toContain('text/html')
    const { id, payment, pricing } = await reserve(restUrl())
    const address: string = payment.instructions.creditCard.url
    const checkout = await page(address)
    expect([checkout.status, new URL(address).origin]).toEqual([200, restUrl()])
    const paid = await page(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: restUrl() },
      body: `outcome=PAY&amountCents=${Math.round(pricing.total * 100)}`,
      redirect: 'manual',
    })
    expect(paid.status).toBe(303)
    const { body } = await partner(restUrl()).get(`/api/partner/reservations/${id}`)
    expect(body.data.status).toBe('confirmed')
  })

  it('takes a key as Bearer in each, and refuses two different ones', async () => {
    for (const url of [restUrl(), gatewayUrl()]) {
      const caller = partner(url, null)
      const send = (headers: Record<string, string>) =>
        url === restUrl()
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
      await rawRequest(`${restUrl()}/api/partner/cenotes`, { headers }),
      await rawRequest(`${gatewayUrl()}/graphql`, { headers, method: 'POST', body }),
    ]
    for (const { headers, text } of responses)
      expect([headers['content-encoding'], text.includes('"name":')]).toEqual(['br', true])
  })

  it("uses a variable's default where the variable is left out", async () => {
    const { body } = await partner(gatewayUrl()).graphql(
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
      {
        scopes: ['catalog:read', 'reservations:read', 'pricing:read'],
        ownLimits: onlyHour(1_000),
        serverUrl: cluster().databaseUrl,
      },
    )
    const readonly = partner(restUrl(), apiKey)
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
      const caller = partner(restUrl(), key)
      const fits = await caller.post('/pricing/validate-age-breakdown', body(maximum - 1))
      expect([fits.status, Object.keys(fits.body.errors.fields)]).toEqual([400, ['adult']])
      const exceeds = await caller.post('/pricing/validate-age-breakdown', body(maximum))
      expect([exceeds.status, exceeds.body.errors]).toEqual([
        400,
        { fields: {}, messages: [expect.stringContaining(`more than ${maximum} members`)] },
      ])
    }
    const head = { 'Content-Length': '65537', 'X-Forwarded-For': '192.0.2.77' }
    expect((await responseToHead(`${restUrl()}/pricing/validate-age-breakdown`, head)).status).toBe(413)
  })

  it('counts a request of a body once, and refuses it before the body has come', async () => {
    const address = '198.51.100.7'
    const check = () =>
      partner(restUrl(), null).post('/coupons/check', { code: 'CENOTE10' }, { 'X-Forwarded-For': address })
    const first = await check()
    expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '9'])
    // A second admits ten requests. Others take them until the head is refused; it may have been one of the ten.
    let isRefused = false
    const others = Array.from({ length: 20 }, async () => {
      while (!isRefused) await partner(restUrl(), null).get('/age-configurations', { 'X-Forwarded-For': address })
    })
    const refused = (attempts: number): ReturnType<typeof responseToHead> =>
      responseToHead(`${restUrl()}/coupons/check`, { 'X-Forwarded-For': address }, 3_000).catch((error: unknown) => {
        if (attempts === 1) throw error
        return refused(attempts - 1)
      })
    const { status, body } = await refused(5).finally(() => (isRefused = true))
    await Promise.all(others)
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
  })
}
