import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { makeDue } from '../testkit/due.ts'
import { gateKey } from '../testkit/gate.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { visitDay } from '../testkit/moves.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { startVisitIn } from '../testkit/reservation-states.ts'
import { reserve } from '../testkit/reserve.ts'
import { labelKey } from '../testkit/stored-keys.ts'

const rival = { id: demoId('partner', 'rival'), name: 'Rival Tours' }
const demoTravel = { id: demoId('partner', 'demo'), name: 'Demo Travel' }
const path = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`

let product: SharedProduct
let staff: ReturnType<typeof partner>
/** Of the operator's demo key, as operators read it. */
let byOperator: Json
beforeAll(async () => {
  product = await sharedTestProduct()
  staff = partner(product.url, operatorKeys.sandbox)
  byOperator = { type: 'operator', keyId: demoId('api-key', operatorKeys.sandbox), keyLabel: null }
})

const historyOf = (response: { body: Json }): Json[] =>
  response.body.data.statusHistory.map(({ status, by }: Json) => [status, by])

describe("an operator acts on a partner's reservation", () => {
  it.each(['id', 'bookingReference'])('from its confirmation to its end, by %s', async (name) => {
    const { [name]: ref } = await reserve(product.url, { apiKey: keys.rival })
    const done: [string, object][] = [
      ['extend', {}],
      ['confirm', { paymentId: 'p', generateDocuments: true }],
      ['cancel/quote', { reason: 'guest_request' }],
      ['checkin', {}],
      ['complete', {}],
      ['refund', { amount: 'auto' }],
    ]
    for (const [step, body] of done) {
      const { status, body: response } = await staff.post(path(ref, step), body)
      expect([step, status, response.error]).toEqual([step, 200, undefined])
    }
    const read = await staff.get(path(ref))
    expect(read.body.data).toMatchObject({ partner: rival, status: 'refunded', documents: [{}, {}] })
    expect(historyOf(read)).toEqual([
      ['pending', expect.objectContaining({ type: 'partner' })],
      ...['confirmed', 'in_progress', 'completed', 'refunded'].map((status) => [status, byOperator]),
    ])
    expect((await staff.get(path(ref, 'qr'), { Accept: 'application/json' })).status).toBe(410)
  })

  it('by each mutation and query of GraphQL, as its partner would', async () => {
    const { ask } = operator(product.url)
    const mutations: [string, string, string][] = [
      ['confirmReservation', '', 'CONFIRMED'],
      ['modifyReservation', ', specialRequests: "Window"', 'CONFIRMED'],
      ['markReservationNoShow', '', 'NO_SHOW'],
    ]
    const { id } = await reserve(product.url)
    for (const [field, members, status] of mutations) {
      const selection = field === 'modifyReservation' ? 'reservation { status }' : 'status'
      const data = await ask(`mutation ($id: ID!) { ${field}(input: { id: $id${members} }) { ${selection} } }`, { id })
      expect((data[field].reservation ?? data[field]).status).toBe(status)
    }
    const { cancellationQuote } = await ask(
      'query ($id: ID!) { cancellationQuote(input: { id: $id, reason: WEATHER }) { reservation { partner { name } } } }',
      { id: (await reserve(product.url)).id },
    )
    expect(cancellationQuote.reservation.partner).toEqual({ name: 'Demo Travel' })
    const { cancelReservation } = await ask(
      `mutation ($id: ID!) { cancelReservation(input: { id: $id, reason: WEATHER }) {
        status statusHistory { by { type keyId } } } }`,
      { id: (await reserve(product.url)).bookingReference },
    )
    expect(cancelReservation).toEqual({
      status: 'CANCELLED',
      statusHistory: [
        { by: { type: 'PARTNER', keyId: demoId('api-key', keys.demo) } },
        { by: { type: 'OPERATOR', keyId: byOperator.keyId } },
      ],
    })
  })

  it('within the last 24 hours too, where its partner is refused, and once the visit has begun only to cancel with force', async () => {
    const { id } = await reserve(product.url)
    await staff.post(path(id, 'confirm'), { paymentId: 'p' })
    const modify = async (apiKey: string) => {
      const { status, body } = await partner(product.url, apiKey).send('PATCH', path(id), {
        specialRequests: randomUUID(),
      })
      return [status, body.error?.details.reason]
    }
    await startVisitIn(product.database('booking'), id, 2 * 3_600_000)
    const read = async (apiKey: string): Promise<Json> => {
      const { cancellation, modifications } = (await partner(product.url, apiKey).get(path(id))).body.data
      return [cancellation.allowed, modifications.allowed]
    }
    expect(await read(keys.demo)).toEqual([false, false])
    expect(await read(operatorKeys.sandbox)).toEqual([true, true])
    expect(await modify(keys.demo)).toEqual([422, 'too_close_to_visit_date'])
    expect(await modify(operatorKeys.sandbox)).toEqual([200, undefined])
    await startVisitIn(product.database('booking'), id, -1_000)
    expect(await modify(operatorKeys.sandbox)).toEqual([422, 'too_close_to_visit_date'])
    const cancel = (apiKey: string, force: boolean, operation: string) =>
      partner(product.url, apiKey).graphql(operation, { input: { id, reason: 'GUEST_REQUEST', force } })
    const quote =
      'query ($input: CancelReservationInput!) { cancellationQuote(input: $input) { refund { amountCents } } }'
    const cancellation = 'mutation ($input: CancelReservationInput!) { cancelReservation(input: $input) { status } }'
    for (const [apiKey, force, code] of [
      [keys.demo, true, 'CANCELLATION_NOT_ALLOWED'],
      [gateKey, true, 'INSUFFICIENT_PERMISSIONS'],
      [operatorKeys.sandbox, false, 'CANCELLATION_NOT_ALLOWED'],
    ] as const)
      for (const operation of [quote, cancellation])
        expect((await cancel(apiKey, force, operation)).body.errors).toEqual([
          expect.objectContaining({ extensions: expect.objectContaining({ code }) }),
        ])
    const { body: quoted } = await cancel(operatorKeys.sandbox, true, quote)
    expect(quoted.data.cancellationQuote.refund.amountCents).toBe(0)
    const { body: cancelled } = await cancel(operatorKeys.sandbox, true, cancellation)
    expect(cancelled.data.cancelReservation.status).toBe('CANCELLED')
  })

  it('with a scope for it: an operator key without reservations:write only reads', async () => {
    const { apiKey } = await issueTestKey(product, { scopes: ['platform:manage'] })
    const { id } = await reserve(product.url)
    expect((await partner(product.url, apiKey).get(path(id))).status).toBe(200)
    const { status, body } = await partner(product.url, apiKey).post(path(id, 'confirm'), {})
    expect([status, body.error.details.requiredScopes]).toEqual([403, ['reservations:write']])
  })

  it('is 404 for a reservation that does not exist, as for its partner', async () => {
    for (const ref of [randomUUID(), 'CEN-0000ZZ', 'nothing']) {
      const { status, body } = await staff.post(path(ref, 'confirm'), {})
      expect([status, body.error.code]).toEqual([404, 'RESERVATION_NOT_FOUND'])
    }
  })

  it('once under an Idempotency-Key, whichever response is lost', async () => {
    const { id } = await reserve(product.url)
    const key = { 'Idempotency-Key': randomUUID() }
    const [first, second] = [
      await staff.post(path(id, 'confirm'), { paymentId: 'p' }, key),
      await staff.post(path(id, 'confirm'), { paymentId: 'p' }, key),
    ]
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true'])
    expect(historyOf(await staff.get(path(id)))).toHaveLength(2)
  })
})

describe('who made a change', () => {
  it('is in the history of modifications, with what it changed; the label is that of the time', async () => {
    const { apiKey, id: keyId } = await issueTestKey(product)
    const { id } = await reserve(product.url, { apiKey })
    const patch = (key: string, body: object) => partner(product.url, key).send('PATCH', path(id), body)
    expect((await patch(apiKey, { visitors: { adults: 2 } })).status).toBe(200)
    await labelKey(product.database('access'), apiKey, 'renamed')
    expect((await patch(operatorKeys.sandbox, { specialRequests: 'Shade' })).status).toBe(200)
    const { pricing, modifications } = (await staff.get(path(id))).body.data
    const allowedChanges = ['visitTime', 'visitorCount', 'services', 'visitDate', 'product', 'promoCode', 'transport']
    expect(modifications).toMatchObject({ allowed: true, allowedChanges })
    expect(modifications.history).toEqual([
      {
        at: expect.any(String),
        by: { type: 'partner', keyId, keyLabel: 'test' },
        changes: [{ field: 'visitors.adults', oldValue: 1, newValue: 2 }],
        pricing: { previousTotal: pricing.total / 2, newTotal: pricing.total, difference: pricing.total / 2 },
      },
      {
        at: expect.any(String),
        by: byOperator,
        changes: [{ field: 'specialRequests', oldValue: null, newValue: 'Shade' }],
        pricing: { previousTotal: pricing.total, newTotal: pricing.total, difference: 0 },
      },
    ])
  })

  it('is shown to partners of the operator as a type alone, in reads, events and webhooks', async () => {
    const receiver = await new Receiver().start()
    const owner = partner(product.url)
    const events = ['reservation.created', 'reservation.confirmed']
    const { body: webhook } = await owner.post('/webhooks', { url: receiver.url, events })
    const { id } = await reserve(product.url)
    await staff.post(path(id, 'confirm'), {})
    const own = { type: 'partner', keyId: demoId('api-key', keys.demo), keyLabel: null }
    const hidden = { type: 'operator', keyId: null, keyLabel: null }
    const read = await owner.get(path(id))
    expect(read.body.data).not.toHaveProperty('partner')
    expect(historyOf(read)).toEqual([
      ['pending', own],
      ['confirmed', hidden],
    ])
    await runningTransactionsEnd()
    const { body: logged } = await owner.get(`/events?reservationId=${id}`)
    expect(logged.data.map(({ type, by }: Json) => [type, by])).toEqual([
      ['reservation.created', own],
      ['reservation.confirmed', hidden],
    ])
    const delivered = await receiver.got(2, ({ body }) => body.data.id === id)
    expect(delivered.map(({ body }) => [body.type, body.data.by])).toEqual([
      ['reservation.created', own],
      ['reservation.confirmed', hidden],
    ])
    await owner.send('DELETE', `/webhooks/${webhook.data.id}`)
    await receiver.stop()
  })

  it('is the system for a hold that ended, and the guest on its own page', async () => {
    const [ended, paid] = [await reserve(product.url), await reserve(product.url)]
    await makeDue(product.database('booking'), 'hold', [ended.id])
    const of = (type: string) => ({ type, keyId: null, keyLabel: null })
    const [, expired] = historyOf(await staff.get(path(ended.id)))
    expect(expired).toEqual(['cancelled', of('system')])
    const { reservation } = await operator(product.url).ask(
      'query ($id: ID!) { reservation(id: $id) { balanceDueCents paymentDue { creditCardUrl } } }',
      { id: paid.id },
    )
    const token = new URL(reservation.paymentDue.creditCardUrl).searchParams.get('token')
    await partner(product.url, null).graphql(
      'mutation ($input: PlayCheckoutInput!) { playCheckout(input: $input) { status } }',
      { input: { token, outcome: 'PAY', amountCents: reservation.balanceDueCents } },
    )
    const [, confirmed] = historyOf(await staff.get(path(paid.id)))
    expect(confirmed).toEqual(['confirmed', of('guest')])
  })
})

describe('the partner of a reservation', () => {
  it('is named in lists of operators, which one partnerId narrows; a partner sees of another nothing', async () => {
    await reserve(product.url, { apiKey: keys.rival })
    await reserve(product.url)
    const week = `dateFrom=${visitDay(0)}&dateTo=${visitDay(6)}`
    const names = async (query: string): Promise<string[]> =>
      (await staff.get(`/api/partner/reservations?perPage=100&${week}${query}`)).body.data.map(
        ({ partner: { name } }: Json) => name,
      )
    expect(new Set(await names(''))).toEqual(new Set([rival.name, demoTravel.name]))
    expect(new Set(await names(`&partnerId=${rival.id}`))).toEqual(new Set([rival.name]))
    const own = partner(product.url, keys.rival)
    const forged = await own.get(`/api/partner/reservations?partnerId=${demoTravel.id}`)
    expect([forged.status, forged.body.data]).toEqual([200, []])
    const named = await own.get(`/api/partner/reservations?partnerId=${rival.id}`)
    expect(named.body.data.length).toBeGreaterThan(0)
    expect(named.body.data[0]).not.toHaveProperty('partner')
  })

  it('requires platform:manage in GraphQL', async () => {
    const { body } = await partner(product.url).graphql('{ reservations { nodes { partner { name } } } }')
    expect(body.errors[0].extensions).toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScopes: ['platform:manage'] },
    })
  })

  it('keeps its reservations from every other partner', async () => {
    const { id } = await reserve(product.url)
    for (const apiKey of [keys.rival, keys.live]) {
      const { status, body } = await partner(product.url, apiKey).post(path(id, 'confirm'), {})
      expect([status, body.error.code]).toEqual([404, 'RESERVATION_NOT_FOUND'])
    }
  })
})
