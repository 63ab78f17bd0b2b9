import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { ageClaims, loseResponsesOfDeadProcess, storedResponses } from '../testkit/claimed-requests.ts'
import { bookedFor } from '../testkit/operations.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  type TestResponse,
  type SharedProduct,
} from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const path = '/api/partner/reservations'
const body = (changes: object = {}) => ({
  cenoteId,
  visitDate: nextSaturday(),
  visitTime: '10:00',
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Ana', email: `${randomUUID()}@example.com`, phone: '+52 1' },
  ...changes,
})
const under = (key: string) => ({ 'Idempotency-Key': key })
const isReplayed = ({ headers }: TestResponse): boolean => headers.get('idempotent-replayed') === 'true'

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})
afterAll(() => expectBalancedBooks(product.database('booking')))

describe('a request made again under its Idempotency-Key', () => {
  it('gets the first response, byte for byte, and is executed once', async () => {
    const key = randomUUID()
    const sent = body()
    const first = await rest.post(path, sent, under(key))
    expect([first.status, isReplayed(first)]).toEqual([201, false])
    for (const again of [sent, JSON.stringify(sent, null, 4), Object.fromEntries(Object.entries(sent).reverse())]) {
      const repeated = await rest.post(path, again, under(key))
      expect([repeated.status, isReplayed(repeated)]).toEqual([201, true])
      expect(repeated.body).toEqual(first.body)
    }
    expect((await rest.post('/partner/reservations', sent, under(key))).body).toEqual(first.body)
    expect(await bookedFor(product, sent.guest.email)).toBe(1)
  })

  const spanish = { 'Accept-Language': 'es-MX' }
  const languageOf = ({ headers }: TestResponse): string | null => headers.get('content-language')

  it('names the language that the stored text is in, whatever the repetition prefers', async () => {
    const missing = `${path}/${randomUUID()}/confirm`
    const calculation = { itemType: 'cenote', itemId: cenoteId, ageBreakdown: { adult: 2 } }
    const mutation = {
      query: `mutation { confirmReservation(input: { id: "${randomUUID()}" }) { id } }`,
    }
    for (const [address, sent] of [
      [path, body()],
      [missing, {}],
      ['/pricing/calculate-complete', calculation],
      ['/graphql', mutation],
    ] as const) {
      const key = randomUUID()
      const first = await rest.post(address, sent, { ...under(key), ...spanish })
      expect([address, languageOf(first)]).toEqual([address, 'es-MX'])
      for (const preferred of ['en', '']) {
        const again = await rest.post(address, sent, { ...under(key), 'Accept-Language': preferred })
        expect([address, isReplayed(again), languageOf(again)]).toEqual([address, true, 'es-MX'])
        expect(again.body).toEqual({
          ...first.body,
          ...(address === missing ? { error: { ...first.body.error, requestId: again.body.error.requestId } } : {}),
        })
      }
    }
    const inEnglish = randomUUID()
    expect(languageOf(await rest.post(missing, {}, under(inEnglish)))).toBe('en')
    const repeated = await rest.post(missing, {}, { ...under(inEnglish), ...spanish })
    expect([languageOf(repeated), repeated.body.error.message]).toEqual(['en', 'The reservation does not exist.'])
  })

  it('is refused in the preferred language with another body, because the refusal is a new text', async () => {
    const key = randomUUID()
    expect(await rest.post(path, body(), { ...under(key), ...spanish })).toHaveStatus(201)
    const refused = await rest.post(path, body(), { ...under(key), 'Accept-Language': 'en' })
    expect([refused.status, languageOf(refused)]).toEqual([422, 'en'])
  })

  it('is 422 with another body, and nothing is executed', async () => {
    const key = randomUUID()
    await rest.post(path, body(), under(key))
    const other = body()
    const refused = await rest.post(path, other, under(key))
    expect(refused).toHaveStatus(422)
    expect(refused.body.error).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      status: 422,
      details: { idempotencyKey: key },
      messageKey: 'error.idempotency.key_reused',
    })
    expect(await bookedFor(product, other.guest.email)).toBe(0)
  })

  it('is another request at another address, by another method or with another API key', async () => {
    const key = randomUUID()
    const created = await rest.post(path, body(), under(key))
    const confirmed = await rest.post(`${path}/${created.body.data.id}/confirm`, {}, under(key))
    expect([confirmed.status, isReplayed(confirmed)]).toEqual([200, false])
    for (const apiKey of [keys.rival, keys.live]) {
      const sent = body()
      const other = await partner(product.url, apiKey).post(path, sent, under(key))
      expect([other.status, isReplayed(other)]).toEqual([201, false])
      expect(other.body.data.id).not.toBe(created.body.data.id)
    }
  })

  it('is the same request at the same path in another percent-encoding', async () => {
    const { id } = (await rest.post(path, body())).body.data
    const key = randomUUID()
    const confirm = (address: string) => rest.post(address, {}, under(key))
    expect(isReplayed(await confirm(`${path}/${id}/confirm`))).toBe(false)
    for (const address of [
      `${path}/${id.replaceAll('-', '%2D')}/confirm`,
      `${path}/${id.replaceAll('-', '%2d')}/confirm/`,
      `${path.replace('reservations', 'reserv%61tions')}/${id}/c%6Fnfirm`,
      `${path.replace('/api', '')}/${id.replaceAll('-', '%2D')}/confirm`,
    ]) {
      const repeated = await confirm(address)
      expect([address, repeated.status, isReplayed(repeated)]).toEqual([address, 200, true])
    }
  })

  it('gets the stored response though the reservation has changed meanwhile', async () => {
    const created = await rest.post(path, body())
    const address = `${path}/${created.body.data.id}`
    const key = randomUUID()
    const confirmed = await rest.post(`${address}/confirm`, { paymentId: 'pay_1' }, under(key))
    await rest.post(`${address}/cancel`, { reason: 'weather' })
    const repeated = await rest.post(`${address}/confirm`, { paymentId: 'pay_1' }, under(key))
    expect(isReplayed(repeated)).toBe(true)
    expect(repeated.body).toEqual(confirmed.body)
  })

  it('stores refusals of the rules, but not those of validation', async () => {
    const missing = `${path}/${randomUUID()}/confirm`
    const key = randomUUID()
    expect(isReplayed(await rest.post(missing, {}, under(key)))).toBe(false)
    const repeated = await rest.post(missing, {}, under(key))
    expect([repeated.status, repeated.body.error.code, isReplayed(repeated)]).toEqual([
      404,
      'RESERVATION_NOT_FOUND',
      true,
    ])
    // Refused by the facade, then by booking itself.
    for (const wrong of [body({ visitDate: 'soon' }), body({ visitors: { adults: 60, children: 0 } })]) {
      const corrected = randomUUID()
      expect(await rest.post(path, wrong, under(corrected))).toHaveStatus(400)
      const created = await rest.post(path, body(), under(corrected))
      expect([created.status, isReplayed(created)]).toEqual([201, false])
    }
  })

  it('is executed once when many copies arrive at once: the others are refused as in progress, or get the response', async () => {
    const sent = body({ visitTime: '11:00' })
    const key = randomUUID()
    const responses = await Promise.all(Array.from({ length: 20 }, () => rest.post(path, sent, under(key))))
    for (const { status, body: response } of responses)
      if (status !== 201) expect([status, response.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE'])
    expect(responses.filter((response) => response.status === 201 && !isReplayed(response))).toHaveLength(1)
    expect(await bookedFor(product, sent.guest.email)).toBe(1)
    expect(await rest.post(path, sent, under(key))).toHaveStatus(201)
  })

  it('counts for a calculation too, and not at all without an API key', async () => {
    const sent = { itemType: 'cenote', itemId: cenoteId, ageBreakdown: { adult: 2 } }
    const key = randomUUID()
    const first = await rest.post('/pricing/calculate-complete', sent, under(key))
    const second = await rest.post('/pricing/calculate-complete', sent, under(key))
    expect([isReplayed(first), isReplayed(second)]).toEqual([false, true])
    expect(second.body).toEqual(first.body)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const keyless = await partner(product.url, null).post('/pricing/calculate-complete', sent, under(key))
      expect([keyless.status, isReplayed(keyless)]).toEqual([200, false])
    }
  })

  it.each(['', 'a b', 'x'.repeat(256), 'señor'])('is 400 when the key is %j', async (key) => {
    const response = await rest.post(path, body(), under(key))
    expect(response).toHaveStatus(400)
    expect(response.body.errors.fields).toEqual({ 'Idempotency-Key': [expect.stringContaining('1 to 255')] })
  })

  it('is the same when absent optional members are null, however deep others are nested', async () => {
    const preferences = JSON.parse(`${'['.repeat(14)}${']'.repeat(14)}`) as unknown
    const { guest, ...rest_ } = body()
    const deep = { ...rest_, guest: { ...guest, preferences: { preferences } } }
    const key = randomUUID()
    const [first, second] = [
      await rest.post(path, deep, under(key)),
      await rest.post(path, { ...deep, promoCode: null }, under(key)),
    ]
    expect([first.status, isReplayed(second)]).toEqual([201, true])
    expect(second.body).toEqual(first.body)
  })

  it('works in GraphQL: each field of the operation is executed once', async () => {
    const sent = body({ visitTime: '12:00' })
    const query = `mutation ($input: CreateReservationInput!) {
      one: createReservation(input: $input) { id } two: createReservation(input: $input) { id }
    }`
    const send = (key: string, input: object = sent) =>
      rest.post('/graphql', { query, variables: { input } }, under(key))
    const key = randomUUID()
    const first = await send(key)
    const second = await send(key, Object.fromEntries(Object.entries(sent).reverse()))
    expect([isReplayed(first), isReplayed(second)]).toEqual([false, true])
    expect(second.body.data).toEqual(first.body.data)
    expect(first.body.data.one.id).not.toBe(first.body.data.two.id)
    expect(await bookedFor(product, sent.guest.email)).toBe(2)
    const reused = await rest.post('/graphql', { query, variables: { input: body() } }, under(key))
    expect([reused.status, reused.body.errors[0].extensions.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('is a new request after 24 hours', async () => {
    const key = randomUUID()
    const sent = body({ visitTime: '13:00' })
    const first = await rest.post(path, sent, under(key))
    await ageClaims(product.database('access'), 24)
    const later = await rest.post(path, sent, under(key))
    expect([later.status, isReplayed(later)]).toEqual([201, false])
    expect(later.body.data.id).not.toBe(first.body.data.id)
  })

  it('finds in booking the result that the gateway lost', async () => {
    const created = await rest.post(path, body({ visitTime: '14:00' }))
    const address = `${path}/${created.body.data.id}/confirm`
    const key = randomUUID()
    const first = await rest.post(address, { paymentId: 'pay_1' }, under(key))
    await loseResponsesOfDeadProcess(product.database('access'))
    const second = await rest.post(address, { paymentId: 'pay_1' }, under(key))
    expect([second.status, isReplayed(second)]).toEqual([200, false])
    expect(second.body).toEqual(first.body)
    const other = await rest.post(address, { paymentId: 'pay_2' }, under(key))
    expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('stores nothing readable in the database', async () => {
    const sent = body({ guest: { name: 'Secret Guest', email: 'hidden@example.com', phone: '+52 1' } })
    const key = `key-of-the-caller-${randomUUID()}`
    await rest.post(path, sent, under(key))
    const stored = await storedResponses(product.database('access'))
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toMatch(/Secret Guest|hidden@example|key-of-the-caller|sk_test/)
  })
})
