import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { copyCenote } from '../testkit/copies.ts'
import { startIn } from '../testkit/moves.ts'
import {
  nextSaturday,
  partner,
  productToChange,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'
import { openApiOf, withoutReferences } from '../testkit/openapi.ts'
import { reserve } from '../testkit/reserve.ts'
import { forgetVerification } from '../testkit/stored-catalog.ts'

const reservations = '/api/partner/reservations'
let product: SharedProduct
let rest: ReturnType<typeof partner>
/** A copy of Gran Cenote. */
let cenoteId: string
beforeAll(async () => {
  product = await productToChange()
  cenoteId = await copyCenote(product.url, 'gran-cenote')
  rest = partner(product.url)
})

const body = (visit: Json): Json => ({
  cenoteId,
  visitDate: nextSaturday(),
  guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
  ...visit,
})

describe('the flat body', () => {
  const at = (date: string): Promise<TestResponse> =>
    rest.post(reservations, { cenoteId, date, visitors: 1, email: 'ana@example.com' })
  const dayBefore = (date: string): string =>
    new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

  it.each([
    ['an instant in UTC', (day: string) => `${day}T15:00:00.000Z`, '10:00'],
    ['an instant with an offset', (day: string) => `${day}T20:00:00+05:00`, '10:00'],
    ['a local time', (day: string) => `${day}T15:00:00`, '15:00'],
  ])('reserves the hour at the cenote that %s names', async (_what, dateOf, visitTime) => {
    const visitDate = nextSaturday()
    const { status, body: result } = await at(dateOf(visitDate))
    expect([status, result.data.visitDate, result.data.visitTime]).toEqual([201, visitDate, visitTime])
  })

  it('reserves the day that an instant is at the cenote, and its first free slot when the hour is none', async () => {
    const visitDate = nextSaturday()
    const midnight = await at(`${visitDate}T00:00:00.000Z`)
    // Seven in the evening of the day before, where the cenote is.
    expect(midnight.body.data.visitDate).toBe(dayBefore(visitDate))
    const { schedule } = (await rest.get(`/api/partner/cenotes/${cenoteId}`)).body.data
    expect(midnight.body.data.visitTime).toBe(schedule.openTime)
    expect((await at(`${visitDate}T15:30:00.000Z`)).body.data.visitTime).toBe(schedule.openTime)
  })

  it('does not move to another hour when the one it names is full', async () => {
    const visitDate = nextSaturday()
    const full = await rest.post(
      reservations,
      body({ visitDate, visitTime: '13:00', visitors: { adults: 30, children: 0 } }),
    )
    expect(full).toHaveStatus(201)
    const refused = await at(`${visitDate}T18:00:00Z`)
    expect([refused.status, refused.body.error.code, refused.body.error.details.time]).toEqual([
      422,
      'CENOTE_NOT_AVAILABLE',
      '13:00',
    ])
    expect(refused.body.error.details.alternatives.length).toBeGreaterThan(0)
  })

  it('is an instant over GraphQL too, instead of a day and hour', async () => {
    const visitors = 'visitors: { adults: 1 }, guest: { name: "Ana", email: "ana@example.com", phone: "+52 1" }'
    const create = (input: string): Promise<TestResponse> =>
      rest.graphql(
        `mutation { createReservation(input: { cenoteId: "${cenoteId}", ${input}, ${visitors} }) { visitDate visitTime } }`,
      )
    const visitDate = nextSaturday()
    const made = await create(`visitAt: "${visitDate}T15:00:00Z"`)
    expect(made.body.data.createReservation).toEqual({ visitDate, visitTime: '10:00' })
    for (const [input, field] of [
      [`visitAt: "${visitDate}T15:00:00Z", visitDate: "${visitDate}"`, 'visitAt'],
      ['preferredTime: "10:00"', 'visitDate'],
    ] as const) {
      const { errors } = (await create(input)).body
      expect(Object.keys(errors[0].extensions.details.fields)).toEqual([field])
    }
  })
})

describe('a read', () => {
  it('carries the confirmation code, and while pending the end of the hold', async () => {
    const created = await reserve(product.url)
    const codes = async (): Promise<Json[]> => {
      const read = (await rest.get(`${reservations}/${created.id}`)).body.data
      const [listed] = (await rest.get(`${reservations}?perPage=1`)).body.data
      return [read, listed].map(({ confirmationCode, expiresAt }) => ({ confirmationCode, expiresAt }))
    }
    const { confirmationCode, expiresAt } = created
    expect([confirmationCode, expiresAt]).toEqual([expect.stringMatching(/^CNF-/), expect.stringMatching(/Z$/)])
    for (const shown of await codes()) expect(shown).toEqual({ confirmationCode, expiresAt })
    await rest.post(`${reservations}/${created.id}/confirm`, { paymentId: 'pay_1' })
    for (const shown of await codes()) expect(shown).toEqual({ confirmationCode, expiresAt: undefined })
  })
})

describe('what was created', () => {
  it('is found at the address in Location', async () => {
    const created = await rest.post(reservations, body({ visitors: { adults: 1, children: 0 } }))
    expect(created).toHaveStatus(201)
    const location = created.headers.get('location')
    expect(location).toBe(`${product.url}${reservations}/${created.body.data.id}`)
    expect((await rest.get(location ?? '')).body.data.id).toBe(created.body.data.id)
  })

  it('is named by Location for webhooks too, and again when the request is repeated', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const url = `http://127.0.0.1:9/${randomUUID()}`
    const register = () => rest.post('/webhooks', { url, events: ['reservation.created'] }, headers)
    const [first, again] = [await register(), await register()]
    expect(first.headers.get('location')).toBe(`${product.url}/webhooks/${first.body.data.id}`)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(await rest.send('DELETE', `/webhooks/${first.body.data.id}`)).toHaveStatus(204)
  })

  it('has an address that the reference documents', async () => {
    const { paths } = withoutReferences(await openApiOf(product.url))
    for (const path of [reservations, '/webhooks'])
      expect(paths[path].post.responses[201].headers).toMatchObject({ Location: { schema: { type: 'string' } } })
  })
})

describe('the deadlines of cancelling and changing', () => {
  it('are 24 hours before the visit from the first response on and do not move when confirming', async () => {
    const created = await reserve(product.url)
    const read = async (): Promise<Json> => (await rest.get(`${reservations}/${created.id}`)).body.data
    const pending = await read()
    const dayBefore = new Date(Date.parse(pending.timeline.visitDate) - 24 * 3_600_000).toISOString()
    expect(created.cancellation).toMatchObject({ allowed: true, deadline: dayBefore })
    await rest.post(`${reservations}/${created.id}/confirm`, {})
    for (const { cancellation, timeline, modifications } of [pending, await read()])
      expect([cancellation.deadline, timeline.cancellationDeadline, modifications.deadline]).toEqual([
        dayBefore,
        dayBefore,
        dayBefore,
      ])
  })

  it('do not apply to a pending reservation, which may be cancelled until the visit', async () => {
    const { id } = await reserve(product.url)
    await startIn(product, id, 2)
    const { cancellation, modifications } = (await rest.get(`${reservations}/${id}`)).body.data
    expect(Date.parse(cancellation.deadline)).toBeLessThan(Date.now())
    expect([cancellation.allowed, modifications.allowed]).toEqual([true, true])
    expect(await rest.post(`${reservations}/${id}/cancel`, { reason: 'guest_request' })).toHaveStatus(200)
  })
})

describe('a refusal', () => {
  it('of a refund that no amount of money can be names the documented field and whole units', async () => {
    const { id } = await reserve(product.url)
    for (const [step, refund, field] of [
      ['cancel', { reason: 'weather', refund: { amount: 99_999_999 } }, 'refund.amount'],
      ['cancel/quote', { reason: 'weather', refund: { amount: 99_999_999 } }, 'refund.amount'],
      ['refund', { amount: 99_999_999 }, 'amount'],
    ] as const) {
      const result = await rest.post(`${reservations}/${id}/${step}`, refund)
      expect([result.status, result.body.errors.fields]).toEqual([400, { [field]: ['must be at most 21474836.47'] }])
    }
  })

  it('of a refund that is not due has amounts in whole units over REST and in cents over GraphQL', async () => {
    const { id } = await reserve(product.url)
    await rest.post(`${reservations}/${id}/cancel`, { reason: 'guest_request' })
    const result = await rest.post(`${reservations}/${id}/refund`, { amount: 12.5 })
    expect([result.status, result.body.error.details]).toEqual([
      422,
      { requested: 12.5, remaining: 0, currency: 'MXN' },
    ])
    const { body: response } = await rest.graphql(
      `mutation { refundReservation(input: { id: "${id}", amountCents: 1250 }) { id } }`,
    )
    expect(response.errors[0].extensions.details).toEqual({ requestedCents: 1250, remainingCents: 0, currency: 'MXN' })
  })

  it('for lack of room reports how many places are free, in every language', async () => {
    const visitDate = nextSaturday()
    const visitTime = '12:00'
    const taken = await rest.post(reservations, body({ visitDate, visitTime, visitors: { adults: 4, children: 0 } }))
    expect(taken).toHaveStatus(201)
    const refuse = async (language: string): Promise<Json> => {
      const result = await rest.post(
        reservations,
        body({ visitDate, visitTime, visitors: { adults: 30, children: 0 } }),
        {
          'Accept-Language': language,
        },
      )
      expect([result.status, result.body.error.code]).toEqual([422, 'INSUFFICIENT_CAPACITY'])
      return result.body.error
    }
    const { message, details } = await refuse('en')
    expect(details.requested).toBe(30)
    expect(message).toBe(`There is not enough room for 30 people: places free: ${details.available}.`)
    for (const language of ['es', 'es-MX'])
      expect((await refuse(language)).message).toMatch(
        new RegExp(`para 30 personas: .* libres: ${details.available}\\.`),
      )
  })
})

describe('a cenote that is not verified', () => {
  it('says so with null', async () => {
    await forgetVerification(product.database('catalog'), cenoteId)
    expect((await rest.get(`/api/partner/cenotes/${cenoteId}`)).body.data.metadata.verifiedAt).toBeNull()
    const { data: list } = (await rest.get('/api/partner/cenotes?perPage=100&sortBy=updatedAt&sortDirection=desc')).body
    expect(list.find(({ id }: Json) => id === cenoteId).metadata).toHaveProperty('verifiedAt', null)
  })
})
