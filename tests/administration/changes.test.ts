import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { makeSimultaneous } from '../testkit/change-records.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const changes = `query ($of: ChangeSubjectInput! = { type: ANY, id: "*" }, $by: String, $from: DateTime, $to: DateTime, $first: Int, $after: String) {
  changes(of: $of, by: $by, from: $from, to: $to, first: $first, after: $after) {
    __typename subject { type subjectId } totalCount pageInfo { hasNextPage hasPreviousPage endCursor }
    nodes { id action at subject { type subjectId } by { type keyId keyLabel } key { lastFour } before after }
  }
}`
const list = async (variables: Json = {}, apiKey?: string): Promise<Json> =>
  (await operator(product.url, apiKey).ask(changes, variables)).changes
const ask = (query: string, input: Json, apiKey?: string): Promise<Json> =>
  operator(product.url, apiKey).ask(query, { input })

const newPartner = async (apiKey?: string): Promise<string> =>
  (
    await ask(
      'mutation ($input: CreatePartnerInput!) { createPartner(input: $input) { id } }',
      { name: `Partner ${randomUUID()}` },
      apiKey,
    )
  ).createPartner.id
const newAmenity = async (apiKey?: string): Promise<string> => {
  const id = `amenity-${randomUUID()}`
  await ask(
    'mutation ($input: CreateAmenityInput!) { createAmenity(input: $input) { id } }',
    { id, name: { en: id, es: id }, category: 'FACILITIES' },
    apiKey,
  )
  return id
}
const newCoupon = async (apiKey?: string): Promise<string> =>
  (
    await ask(
      'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id } }',
      {
        code: `C${randomUUID().slice(0, 8).toUpperCase()}`,
        name: { en: 'Ten', es: 'Diez' },
        discountType: 'PERCENTAGE',
        discountValue: 10,
      },
      apiKey,
    )
  ).createCoupon.id

describe('the changes of everything', () => {
  it('come from all databases, the latest first, each with its subject and author', async () => {
    const { apiKey, id: keyId } = await issueTestKey(product, {
      scopes: ['platform:manage', 'catalog:manage', 'pricing:manage', 'reservations:write', 'reservations:read'],
    })
    const made: [string, string][] = []
    made.push(['AMENITY', await newAmenity(apiKey)])
    made.push(['COUPON', await newCoupon(apiKey)])
    made.push(['PARTNER', await newPartner(apiKey)])
    const { id } = await reserve(product.url)
    await partner(product.url, apiKey).post(`/api/partner/reservations/${id}/confirm`, { paymentId: 'p' })
    made.push(['RESERVATION', id])

    const found = await list({ by: keyId })
    expect(found).toMatchObject({
      __typename: 'EnvironmentChangeConnection',
      subject: { type: 'ANY', subjectId: '*' },
      totalCount: 4,
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    })
    expect(found.nodes.map(({ subject }: Json) => [subject.type, subject.subjectId])).toEqual(made.toReversed())
    for (const { by } of found.nodes) expect(by).toEqual({ type: 'OPERATOR', keyId, keyLabel: 'test' })
    const instants = found.nodes.map(({ at }: Json) => at)
    expect(instants).toEqual(instants.toSorted().toReversed())
    expect((await list({ by: 'test', first: 100 })).nodes).toEqual(expect.arrayContaining(found.nodes))
  })

  it('are the same in pages of two as in one page, those of one instant included', async () => {
    const from = new Date(Date.now() - 1_000).toISOString()
    for (let index = 0; index < 2; index += 1) {
      await newAmenity()
      await newCoupon()
      await newPartner()
    }
    for (const database of ['access', 'catalog', 'pricing'] as const)
      await makeSimultaneous(product.database(database), from)
    const all = await list({ from, first: 100 })
    expect(all.totalCount).toBe(all.nodes.length)
    const paged: Json[] = []
    let after: string | null = null
    do {
      const page: Json = await list({ from, first: 2, after })
      expect(page.totalCount).toBe(all.totalCount)
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null)
      paged.push(...page.nodes)
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
    } while (after !== null)
    expect(paged).toEqual(all.nodes)
  })

  it('are those of a time, of a type, and of one thing', async () => {
    const amenity = await newAmenity()
    const [{ at }] = (await list({ of: { type: 'AMENITY', id: amenity } })).nodes
    const after = new Date(Date.parse(at) + 1).toISOString()
    const ids = async (variables: Json): Promise<string[]> =>
      (await list({ first: 100, ...variables })).nodes.map(({ subject }: Json) => subject.subjectId)
    expect(await ids({ from: at, to: after })).toContain(amenity)
    expect(await ids({ from: after })).not.toContain(amenity)
    expect(await ids({ to: at })).not.toContain(amenity)
    const ofType = await list({ of: { type: 'AMENITY', id: '*' }, first: 100 })
    expect(ofType).toMatchObject({
      __typename: 'CatalogChangeConnection',
      subject: { type: 'AMENITY', subjectId: '*' },
    })
    expect(new Set(ofType.nodes.map(({ subject }: Json) => subject.type))).toEqual(new Set(['AMENITY']))
    expect(await ids({ of: { type: 'AMENITY', id: amenity }, by: randomUUID() })).toEqual([])
  })

  it('are read with platform:manage alone; what else a key may change, it reads without labels of operators', async () => {
    const { apiKey } = await issueTestKey(product, { scopes: ['catalog:manage'] })
    const amenity = await newAmenity()
    const refused = { code: 'INSUFFICIENT_PERMISSIONS', details: { requiredScopes: ['platform:manage'] } }
    const { refusal } = operator(product.url, apiKey)
    for (const of of [
      undefined,
      { type: 'PARTNER', id: '*' },
      { type: 'RESERVATION', id: '*' },
      { type: 'API_KEY', id: '*' },
    ])
      expect(await refusal(changes, of && { of })).toMatchObject(refused)
    expect((await list({ of: { type: 'AMENITY', id: amenity } }, apiKey)).nodes).toMatchObject([
      { by: { type: 'OPERATOR', keyId: null, keyLabel: null } },
    ])
    expect(await operator(product.url, keys.demo).refusal(changes)).toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' })
  })

  it('refuse what they cannot list', async () => {
    const { refusal } = operator(product.url)
    expect(await refusal(changes, { of: { type: 'ANY', id: 'x' } })).toMatchObject({ code: 'ERROR_VALIDACION' })
    expect(await refusal(changes, { first: 0 })).toMatchObject({ code: 'ERROR_VALIDACION' })
    const { endCursor } = (await list({ first: 1 })).pageInfo
    expect(await refusal(changes, { after: endCursor, by: 'test' })).toMatchObject({ code: 'INVALID_CURSOR' })
  })
})

describe('what operators do with reservations', () => {
  const staff = () => partner(product.url, operatorKeys.sandbox)
  const recordsOf = async (id: string): Promise<Json[]> => (await list({ of: { type: 'RESERVATION', id } })).nodes

  it('is recorded with what it changed, and without data of the guest', async () => {
    const { id } = await reserve(product.url)
    const path = `/api/partner/reservations/${id}`
    await partner(product.url, keys.demo).send('PATCH', path, { guest: { phone: '+52 998 111 2222' } })
    expect(await recordsOf(id)).toEqual([])
    await staff().post(`${path}/confirm`, { paymentId: 'p', amount: 1 })
    await staff().send('PATCH', path, { guest: { email: 'new@example.com' }, specialRequests: 'Wheelchair' })
    await staff().post(`${path}/cancel`, { reason: 'weather', note: 'Storm' })
    const records = await recordsOf(id)
    expect(records).toMatchObject([
      {
        action: 'UPDATED',
        by: { type: 'OPERATOR', keyId: demoId('api-key', operatorKeys.sandbox) },
        key: null,
        before: { status: 'confirmed', cancellationReason: null },
        after: { status: 'cancelled', cancellationReason: 'weather' },
      },
      { after: { guestData: ['email', 'specialRequests'] } },
      { before: { status: 'pending' }, after: { status: 'confirmed' } },
    ])
    expect(JSON.stringify(records)).not.toMatch(/example\.com|Wheelchair|Storm/)
  })

  it('begins with what they sell', async () => {
    const { id, bookingReference } = await reserve(product.url, { apiKey: operatorKeys.sandbox })
    expect(await recordsOf(id)).toMatchObject([
      {
        action: 'CREATED',
        before: null,
        after: { bookingReference, status: 'pending', visitors: { adults: expect.any(Number) } },
      },
    ])
  })

  it('is not recorded when the reservation is refused', async () => {
    const before = (await list({ of: { type: 'RESERVATION', id: '*' } })).totalCount
    const { id } = await reserve(product.url)
    expect((await staff().post(`/api/partner/reservations/${id}/complete`, {})).status).toBe(409)
    expect((await list({ of: { type: 'RESERVATION', id: '*' } })).totalCount).toBe(before)
  })
})
