import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import type { Plan } from '../../platform/trust/identity.ts'
import { expectBalancedBooks, lockOfDay } from '../testkit/capacity.ts'
import { overlapping } from '../testkit/database.ts'
import { issueTestKey, newPartner } from '../testkit/issue.ts'
import { visitDay } from '../testkit/moves.ts'
import {
  keys,
  partner,
  sharedTestProduct,
  startTestProduct,
  type SharedProduct,
  type TestResponse,
} from '../testkit/product.ts'
import { makeDue } from '../testkit/due.ts'

/** A cenote for 200 people an hour. */
const cenoteId = demoId('cenote', 'casa-cenote')
const slots = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']
const many = { limit: 10_000, seconds: 3_600 }
type Reseller = Awaited<ReturnType<typeof newPartner>>

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})
afterAll(() => expectBalancedBooks(product.database('booking')))

/** A partner with a key on a plan, without request limits; another one each time unless it is given. */
async function callerOn(plan: Plan, { url = product.url, reseller }: { url?: string; reseller?: Reseller } = {}) {
  const { apiKey } = await issueTestKey(product, {
    plan,
    partner: reseller ?? (await newPartner(product)),
    ownLimits: { hour: many, minute: many, burst: many, createReservation: many },
  })
  const rest = partner(url, apiKey)
  const body = (visitDate: string, adults: number, change: object = {}) => ({
    cenoteId,
    visitDate,
    visitors: { adults, children: 0 },
    guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
    ...change,
  })
  return {
    ...rest,
    body,
    reserve: (visitDate: string, adults: number, change?: object) =>
      rest.post('/api/partner/reservations', body(visitDate, adults, change)),
    step: (response: TestResponse, name: string, sent: object = {}) =>
      rest.post(`/api/partner/reservations/${response.body.data.id}/${name}`, sent),
  }
}

const statusesOf = (responses: readonly TestResponse[]): number[] => responses.map(({ status }) => status)
const refusalOf = ({ status, body }: TestResponse) => ({ status, code: body.error?.code, details: body.error?.details })
const exceeded = (date: string, held: number, requested: number, limit = 100) => ({
  status: 422,
  code: 'HOLD_LIMIT_EXCEEDED',
  details: { limit, held, requested, date },
})

describe('places that a partner holds unpaid on a day of visit', () => {
  it('are at most 100 on Basic, at whichever cenote, over REST, GraphQL and in bulk', async () => {
    const date = visitDay(0)
    const reseller = await newPartner(product)
    const basic = await callerOn('basic', { reseller })
    for (const visitTime of slots.slice(0, 4)) expect(await basic.reserve(date, 22, { visitTime })).toHaveStatus(201)
    expect(refusalOf(await basic.reserve(date, 22))).toEqual(exceeded(date, 88, 22))
    const elsewhere = { cenoteId: demoId('cenote', 'ik-kil') }
    expect(refusalOf(await basic.reserve(date, 13, elsewhere))).toEqual(exceeded(date, 88, 13))
    expect(await basic.reserve(date, 10, elsewhere)).toHaveStatus(201)

    const create = 'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }'
    const graphql = await basic.graphql(create, { input: basic.body(date, 3) })
    expect(graphql.body.errors[0].extensions).toMatchObject({
      code: 'HOLD_LIMIT_EXCEEDED',
      status: 422,
      details: { limit: 100, held: 98, requested: 3, date },
    })
    expect(graphql.body.errors[0].message).toContain('98 places')
    const bulk = await basic.post('/api/partner/reservations/bulk', {
      reservations: [basic.body(date, 2), basic.body(date, 1), basic.body(visitDay(1), 1)],
    })
    expect(bulk.body.data.results.map(({ error }: { error?: { code: string } }) => error?.code)).toEqual([
      undefined,
      'HOLD_LIMIT_EXCEEDED',
      undefined,
    ])
    // Another partner, or another key of the partner on a plan without a limit.
    expect(await partner(product.url, keys.rival).post('/api/partner/reservations', basic.body(date, 5))).toHaveStatus(
      201,
    )
    const enterprise = await callerOn('enterprise', { reseller })
    expect(await enterprise.reserve(date, 5)).toHaveStatus(201)
  })

  it('count people of every age', async () => {
    const date = visitDay(6)
    const basic = await callerOn('basic')
    for (const visitTime of slots.slice(0, 4))
      expect(
        await basic.reserve(date, 0, { visitTime, visitors: { adults: 5, children: 5, infants: 5, teens: 7 } }),
      ).toHaveStatus(201)
    expect(refusalOf(await basic.reserve(date, 13))).toEqual(exceeded(date, 88, 13))
    expect(
      refusalOf(await basic.reserve(date, 0, { visitors: { adults: 1, children: 0, infants: 6, teens: 6 } })),
    ).toEqual(exceeded(date, 88, 13))
  })

  it('do not count once they are confirmed, also for a party that grows with its confirmation', async () => {
    const date = visitDay(1)
    const basic = await callerOn('basic')
    const [first, ...others] = await Promise.all(
      slots.slice(0, 4).map((visitTime) => basic.reserve(date, 24, { visitTime })),
    )
    expect(statusesOf(others)).toEqual([201, 201, 201])
    if (!first) throw new Error('Nothing was reserved')
    expect(await basic.step(first, 'confirm', { visitors: { adults: 29 } })).toHaveStatus(200)
    expect(await basic.reserve(date, 28, { visitTime: slots[5] })).toHaveStatus(201)
    expect(refusalOf(await basic.reserve(date, 1, { visitTime: slots[6] }))).toEqual(exceeded(date, 100, 1))
  })

  it('are never exceeded by concurrent creations', async () => {
    const date = visitDay(2)
    const basic = await callerOn('basic')
    await basic.reserve(date, 1)
    // As many as a partner writes at once have looked at what is held before the first of them is done.
    const responses = await overlapping(product.database('booking'), lockOfDay(date), 4, () =>
      Promise.all(slots.map((visitTime) => basic.reserve(date, 24, { visitTime }))),
    )
    expect(statusesOf(responses).filter((status) => status === 201)).toHaveLength(4)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect(refusalOf(response)).toEqual(exceeded(date, 97, 24))
  })

  it('are free for others once they are confirmed or cancelled, or their hold has run out', async () => {
    const date = visitDay(3)
    const basic = await callerOn('basic')
    const held = await Promise.all(slots.slice(0, 4).map((visitTime) => basic.reserve(date, 25, { visitTime })))
    expect(statusesOf(held)).toEqual([201, 201, 201, 201])
    const [first, second, third] = held as [TestResponse, TestResponse, TestResponse]
    const fits = () => basic.reserve(date, 25, { visitTime: slots[5] })
    expect(await fits()).toHaveStatus(422)
    expect(await basic.step(first, 'confirm', { paymentId: 'pay_1' })).toHaveStatus(200)
    const next = await fits()
    expect(next).toHaveStatus(201)
    expect(await basic.step(next, 'cancel', { reason: 'guest_request' })).toHaveStatus(200)
    expect(await basic.reserve(date, 25, { visitTime: slots[6] })).toHaveStatus(201)
    expect(await basic.step(second, 'cancel', { reason: 'guest_request' })).toHaveStatus(200)
    expect(await basic.reserve(date, 25, { visitTime: slots[7] })).toHaveStatus(201)
    await makeDue(product.database('booking'), 'hold', [third.body.data.id])
    expect(await basic.reserve(date, 25, { visitTime: slots[8] })).toHaveStatus(201)
  })

  it('apply to a pending reservation that grows, and not to a confirmed one', async () => {
    const date = visitDay(4)
    const basic = await callerOn('basic')
    const patch = (response: TestResponse, change: object, query = '') =>
      basic.send('PATCH', `/api/partner/reservations/${response.body.data.id}${query}`, change)
    const held = await Promise.all(slots.slice(0, 4).map((visitTime) => basic.reserve(date, 24, { visitTime })))
    const [first, second] = held as [TestResponse, TestResponse]
    expect(await patch(first, { visitors: { adults: 28 } })).toHaveStatus(200)
    expect(refusalOf(await patch(second, { visitors: { adults: 25 } }))).toEqual(exceeded(date, 76, 25))
    expect(refusalOf(await patch(second, { visitors: { adults: 25 } }, '?dryRun=true'))).toEqual(exceeded(date, 76, 25))
    // Moving and shrinking take nothing more.
    expect(await patch(second, { visitTime: '15:00' })).toHaveStatus(200)
    expect(await patch(second, { visitors: { adults: 20 } })).toHaveStatus(200)
    const grown = await Promise.all([
      patch(second, { visitors: { adults: 24 } }),
      basic.reserve(date, 4, { visitTime: '16:00' }),
    ])
    expect(statusesOf(grown).filter((status) => status === 422)).toHaveLength(1)
    expect(await basic.step(first, 'confirm', { paymentId: 'pay_1' })).toHaveStatus(200)
    expect(await patch(first, { visitors: { adults: 30 } })).toHaveStatus(200)
  })
})

describe('the limit of a plan', () => {
  it('is what the operator sets, and none for Enterprise in the sandbox', async () => {
    const replica = await startTestProduct(
      { HOLD_LIMIT_BASIC: '2', HOLD_LIMIT_PRO: '3', HOLD_LIMIT_ENTERPRISE: '4' },
      product,
    )
    try {
      const date = visitDay(5)
      const reseller = await newPartner(product)
      const [basic, pro, enterprise] = await Promise.all(
        (['basic', 'pro', 'enterprise'] as const).map((plan) => callerOn(plan, { url: replica.url, reseller })),
      )
      if (!basic || !pro || !enterprise) throw new Error('A caller is missing')
      expect(await basic.reserve(date, 2)).toHaveStatus(201)
      expect(refusalOf(await basic.reserve(date, 1))).toEqual(exceeded(date, 2, 1, 2))
      // The places are the partner's, whichever of its keys holds them.
      expect(refusalOf(await pro.reserve(date, 2))).toEqual(exceeded(date, 2, 2, 3))
      expect(await enterprise.reserve(date, 10)).toHaveStatus(201)

      const live = partner(replica.url, keys.live)
      const reserve = (adults: number) => live.post('/api/partner/reservations', enterprise.body(date, adults))
      expect(await reserve(4)).toHaveStatus(201)
      expect(refusalOf(await reserve(1))).toEqual(exceeded(date, 4, 1, 4))
    } finally {
      await replica.close()
    }
  })
})
