import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { adults, dayIn, freeSlots, reseller, sold, type Reseller } from '../testkit/octo.ts'
import { operator } from '../testkit/operator.ts'
import { keys, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import type { TestResponse } from '../testkit/responses.ts'

const { productId, optionId } = sold.cenote

let product: SharedProduct
let octo: Reseller
beforeAll(async () => {
  product = await sharedTestProduct()
  octo = reseller(product.url)
})

/** The status and the code, of an error with a message. */
const failureOf = ({ status, body }: TestResponse): unknown => {
  expect(body).toEqual({ error: expect.any(String), errorMessage: expect.stringMatching(/^\S.*\.$/) })
  return [status, body.error]
}

describe('a reseller that connects', () => {
  it('reads the supplier and the capabilities', async () => {
    const supplier = await octo.get('/supplier')
    expect(supplier).toMatchObject({ id: 'cenotes', name: 'Cenote Partner Platform' })
    expect(supplier.endpoint).toMatch(/^http.*\/octo\/v1$/)
    // `octo/notifications` is not in the enum of the published schema.
    const { status, body } = await octo.send('GET', '/capabilities')
    expect(status).toBe(200)
    for (const capability of body)
      expect(capability).toMatchObject({ revision: 1, required: false, dependencies: [], docs: expect.any(String) })
    expect(body.map(({ id }: Json) => id).sort()).toEqual(['octo/content', 'octo/notifications', 'octo/pricing'])
  })

  it.each([
    ['octo/pricing,octo/content', 'octo/pricing,octo/content'],
    ['pricing', 'pricing'],
    [' OCTO/Pricing , octo/cart, Notifications ', 'OCTO/Pricing,Notifications'],
    ['', ''],
  ])('learns which of the capabilities %p are in effect', async (sent, inEffect) => {
    const { status, headers } = await octo.send('GET', '/supplier', undefined, { 'Octo-Capabilities': sent })
    expect(status).toBe(200)
    expect(headers.get('octo-capabilities')?.replaceAll(' ', '')).toBe(inEffect)
  })

  it('gets the same responses with and without a slash at the end, and without the header of capabilities', async () => {
    const withSlash = reseller(product.url, { slash: '/' })
    for (const path of ['/supplier', '/capabilities', '/products', `/products/${productId}`]) {
      const { body } = await octo.send('GET', path)
      const { status, body: other } = await withSlash.send('GET', path)
      expect([status, other]).toEqual([200, body])
    }
    const bare = await fetch(`${product.url}/octo/v1/supplier/`, {
      redirect: 'manual',
      headers: { Authorization: `Bearer ${keys.demo}` },
    })
    expect([bare.status, bare.headers.get('octo-capabilities')]).toEqual([200, ''])
  })

  it('has the headers of every response of the product, and none that lets a response be left out', async () => {
    const { headers, body } = await octo.send('GET', '/supplier')
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-environment'])
      expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(/\S/)])
    expect(headers.get('vary')).toMatch(/authorization/i)
    expect(headers.get('etag')).toBeNull()
    expect(body).not.toHaveProperty('_sandbox')
    const again = await octo.send('GET', '/supplier', undefined, { 'If-None-Match': '*' })
    expect(again).toHaveStatus(200)
  })
})

describe('a reseller that is refused', () => {
  it.each([
    ['no key', null, {}, [401, 'UNAUTHORIZED']],
    ['an unknown key', 'sk_test_unknown', {}, [401, 'UNAUTHORIZED']],
    ['a revoked key', keys.revoked, {}, [401, 'UNAUTHORIZED']],
    ['two different keys', keys.demo, { 'X-API-Key': keys.rival }, [400, 'BAD_REQUEST']],
  ] as const)('has %s', async (_, apiKey, headers, expected) => {
    const caller = reseller(product.url, { apiKey })
    for (const [method, path, body] of [
      ['GET', '/supplier', undefined],
      ['GET', '/products', undefined],
      ['POST', '/bookings', {}],
    ] as const)
      expect(failureOf(await caller.send(method, path, body, headers))).toEqual(expected)
  })

  it('lacks the scope, though it may read', async () => {
    const reader = reseller(product.url, { apiKey: keys.readonly })
    await reader.get('/products')
    const uuid = randomUUID()
    for (const [method, path, body] of [
      [
        'POST',
        '/bookings',
        { productId, optionId, availabilityId: `${dayIn(30)}T10:00:00-06:00`, unitItems: adults(1) },
      ],
      ['POST', `/bookings/${uuid}/cancel`, {}],
      ['POST', `/bookings/${uuid}/confirm`, { contact: { fullName: 'Ada' } }],
      ['POST', `/bookings/${uuid}/cancel`, undefined],
      ['POST', `/bookings/${uuid}/confirm`, undefined],
      ['POST', `/bookings/${uuid}/extend`, undefined],
      ['PATCH', `/bookings/${uuid}`, undefined],
      ['GET', '/notifications/subscriptions', undefined],
    ] as const)
      expect(failureOf(await reader.send(method, path, body))).toEqual([403, 'FORBIDDEN'])
    expect(await reader.send('GET', `/bookings/${uuid}`)).toHaveStatus(400)
  })

  it('lacks one of the scopes of a booking, before the body is looked at', async () => {
    const { ask } = operator(product.url)
    const { createPartner } = await ask('mutation { createPartner(input: { name: "Half a reseller" }) { id } }')
    // The product of a booking is that of the catalog.
    for (const scopes of ['"catalog:read", "reservations:write"', '"reservations:read", "reservations:write"']) {
      const input = `{ partnerId: "${createPartner.id}", plan: BASIC, scopes: [${scopes}] }`
      const { createApiKey } = await ask(`mutation { createApiKey(input: ${input}) { apiKey } }`)
      const half = reseller(product.url, { apiKey: createApiKey.apiKey })
      for (const path of ['/bookings', `/bookings/${randomUUID()}/confirm`, `/bookings/${randomUUID()}/cancel`])
        expect(failureOf(await half.send('POST', path, '{'))).toEqual([403, 'FORBIDDEN'])
    }
  })

  it('may also send its key as other partners do', async () => {
    const caller = reseller(product.url, { apiKey: null })
    expect(await caller.checked('GET', '/products', undefined, { 'X-API-Key': keys.demo })).toHaveStatus(200)
  })

  it('sends too many requests', async () => {
    const { ask } = operator(product.url)
    const { createPartner } = await ask('mutation { createPartner(input: { name: "Hurried reseller" }) { id } }')
    const input = `{ partnerId: "${createPartner.id}", plan: BASIC, scopes: ["catalog:read"] }`
    const { createApiKey } = await ask(`mutation { createApiKey(input: ${input}) { apiKey } }`)
    await ask('mutation ($input: SetPartnerPlanInput!) { setPartnerPlan(input: $input) { id } }', {
      input: { partnerId: createPartner.id, plan: 'BASIC', limits: { perMinute: 1, burst: 1 } },
    })
    const hurried = reseller(product.url, { apiKey: createApiKey.apiKey })
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const response = await hurried.send('GET', '/supplier')
      if (response.status === 200) continue
      expect(failureOf(response)).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      return
    }
    throw new Error('60 requests were admitted')
  })

  it.each([
    ['GET', '/nothing'],
    ['GET', '/'],
    ['DELETE', '/bookings/0b8f3a52-7f5e-4c0c-9a94-3b9a4c2f1d11'],
    ['PUT', '/supplier'],
    ['GET', '/availability'],
  ])('requests %s %s, which does not exist', async (method, path) => {
    expect(failureOf(await octo.send(method, path))).toEqual([400, 'BAD_REQUEST'])
  })

  it('sends an invalid body', async () => {
    const send = (body: unknown, headers = {}) => octo.send('POST', '/availability', body, headers)
    expect(failureOf(await send('{"productId": '))).toEqual([400, 'BAD_REQUEST'])
    expect(failureOf(await send('productId=1', { 'Content-Type': 'text/plain' }))).toEqual([400, 'BAD_REQUEST'])
    expect(failureOf(await send([]))).toEqual([400, 'BAD_REQUEST'])
    expect(failureOf(await send({ productId, optionId, more: 'x'.repeat(4_000_000) }))).toEqual([400, 'BAD_REQUEST'])
  })

  it('sends a member of the wrong type, which the message names; unknown members are ignored', async () => {
    const day = { productId, optionId, localDate: dayIn(30) }
    for (const [path, body, member] of [
      ['/availability', { ...day, localDate: 5 }, 'localDate'],
      ['/availability', { ...day, localDate: 'tomorrow' }, 'localDate'],
      ['/availability', { ...day, units: [{ id: 'ADULT', quantity: 'two' }] }, 'quantity'],
      ['/availability/calendar', { ...day, localDateStart: dayIn(30), localDateEnd: dayIn(29) }, 'localDateEnd'],
      ['/bookings', { ...day, availabilityId: 'x', unitItems: 'ADULT' }, 'unitItems'],
      ['/bookings', { ...day, unitItems: adults(1), resellerReference: 7 }, 'resellerReference'],
    ] as const)
      expect([member, await octo.complaint('POST', path, body)]).toEqual([
        member,
        expect.stringMatching(new RegExp(`^BAD_REQUEST: .*${member}`)),
      ])
    const found = await octo.post('/availability', day)
    expect(found.length).toBeGreaterThan(0)
    expect(await octo.post('/availability', { ...day, cart: true })).toEqual(found)
  })
})

describe('a reseller that wants what is not offered', () => {
  const range = { localDateStart: dayIn(30), localDateEnd: dayIn(30) }

  it.each([
    ['offerCode', 'SUMMER'],
    ['pickupRequested', true],
    ['pickupPointId', 'hotel'],
  ])('is refused with the name of %s', async (member, value) => {
    const { uuid } = await octo.post('/bookings', {
      productId,
      optionId,
      availabilityId: (await freeSlots(octo, productId))().id,
      unitItems: adults(1),
    })
    for (const [method, path, body] of [
      ['POST', '/availability', range],
      ['POST', '/availability/calendar', range],
      ['PATCH', `/bookings/${uuid}`, { notes: 'Late' }],
      ['POST', `/bookings/${uuid}/confirm`, { contact: { fullName: 'Ada' } }],
    ] as const)
      expect(await octo.complaint(method, path, { productId, optionId, ...body, [member]: value })).toMatch(
        new RegExp(`^UNPROCESSABLE_ENTITY: .*${member} \\(is not offered\\)`),
      )
    expect(await octo.get(`/bookings/${uuid}`)).toMatchObject({ status: 'ON_HOLD', notes: null })
  })

  it('is served when these members are empty', async () => {
    const none = { offerCode: '', pickupRequested: false, pickupPointId: null }
    const body = { productId, optionId, ...range }
    expect(await octo.post('/availability', { ...body, ...none })).toEqual(await octo.post('/availability', body))
  })
})

describe('a reseller that sends an Idempotency-Key', () => {
  it('repeats a creation, and gets one booking', async () => {
    const slot = (await freeSlots(octo, productId))()
    const body = { productId, optionId, availabilityId: slot.id, unitItems: adults(1) }
    const headers = { 'Idempotency-Key': randomUUID() }
    const booking = await octo.post('/bookings', body, headers)
    expect(await octo.post('/bookings', body, headers)).toEqual(booking)
    expect(await octo.send('POST', '/bookings', { ...body, unitItems: adults(2) }, headers)).toHaveStatus(400)
  })

  it('reads each range of days in one request as itself', async () => {
    const body = { productId, optionId, localDateStart: dayIn(-1), localDateEnd: dayIn(100) }
    const keyed = await octo.post('/availability', body, { 'Idempotency-Key': randomUUID() })
    expect(keyed.at(-1).id.slice(0, 10) > dayIn(90)).toBe(true)
    expect(keyed.map(({ id }: Json) => id)).toEqual((await octo.post('/availability', body)).map(({ id }: Json) => id))
  })

  it('repeats a request for availability, and gets the places that are left now', async () => {
    const slot = (await freeSlots(octo, productId))()
    const body = { productId, optionId, availabilityIds: [slot.id] }
    const headers = { 'Idempotency-Key': randomUUID() }
    expect(await octo.post('/availability', body, headers)).toMatchObject([{ vacancies: slot.vacancies }])
    await octo.post('/bookings', { productId, optionId, availabilityId: slot.id, unitItems: adults(3) })
    expect(await octo.post('/availability', body, headers)).toMatchObject([{ vacancies: slot.vacancies - 3 }])
  })
})
