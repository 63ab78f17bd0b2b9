import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { partnerScopes } from '../../gateway/auth/scopes.ts'
import { eventTypes } from '../../schema/event-types.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

type Caller = ReturnType<typeof partner>

let product: SharedProduct
let caller: Caller
const owner = { id: randomUUID(), name: 'Webhook Travel' }
/** A key of one partner, with any scopes. */
const keyWith = async (scopes: readonly string[]): Promise<Caller> =>
  partner(product.url, (await issueTestKey(product, { scopes, partner: owner })).apiKey)

beforeAll(async () => {
  product = await sharedTestProduct()
  caller = await keyWith(partnerScopes)
})

let registered = 0
const address = (): string => `http://127.0.0.1:9/types/${(registered += 1)}`
const fields = 'id events catalogEvents types'

const create = async (names: object, as = caller): Promise<Json> =>
  (
    await as.graphql(
      `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { ${fields} } } }`,
      { input: { url: address(), ...names } },
    )
  ).body
const update = async (id: string, changes: object, as = caller): Promise<Json> =>
  (
    await as.graphql(`mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { ${fields} } }`, {
      input: { id, ...changes },
    })
  ).body
const created = async (names: object): Promise<Json> => (await create(names)).data.createWebhook.webhook

const availability = ['AVAILABILITY_UPDATED']
const products = ['PRODUCT_CREATED', 'PRODUCT_UPDATED', 'PRODUCT_DEACTIVATED']

describe('a webhook', () => {
  it('is registered for events of reservations and changes of what is sold', async () => {
    expect(await created({ events: ['RESERVATION_EXPIRED'], catalogEvents: ['PRICING_UPDATED'] })).toMatchObject({
      events: ['RESERVATION_EXPIRED'],
      catalogEvents: ['PRICING_UPDATED'],
      types: ['reservation.expired', 'pricing.updated'],
    })
    expect(await created({ catalogEvents: availability })).toMatchObject({
      events: [],
      types: ['availability.updated'],
    })
  })

  it('shows types and wildcards as they were given, and what they stand for now', async () => {
    const types = ['product.*', 'reservation.created', 'availability.updated', 'product.*']
    expect(await created({ types })).toMatchObject({
      types: ['product.*', 'reservation.created', 'availability.updated'],
      events: ['RESERVATION_CREATED'],
      catalogEvents: [...products, ...availability],
    })
    const all = await created({ types: ['*'] })
    expect(all).toMatchObject({ types: ['*'], catalogEvents: [...availability, ...products, 'PRICING_UPDATED'] })
    expect(all.events).toHaveLength(eventTypes.length)
  })

  it('keeps the types of one kind when those of the other change', async () => {
    const { id } = await created({ types: ['reservation.created', 'pricing.*'] })
    const types = async (changes: object): Promise<unknown> => (await update(id, changes)).data.updateWebhook.types
    expect(await types({ catalogEvents: availability })).toEqual(['reservation.created', 'availability.updated'])
    expect(await types({ events: ['RESERVATION_EXPIRED'] })).toEqual(['reservation.expired', 'availability.updated'])
    expect(await types({ events: [] })).toEqual(['availability.updated'])
    expect(await types({ types: ['*'] })).toEqual(['*'])
    expect(await types({ events: ['RESERVATION_EXPIRED'] })).toEqual([
      'reservation.expired',
      'availability.*',
      'product.*',
      'pricing.*',
    ])
    expect(await types({ description: 'The same' })).toHaveLength(4)
    expect(await types({ types: ['*'] })).toEqual(['*'])
    expect(await types({ catalogEvents: [] })).toEqual(['reservation.*'])
  })

  it.each([
    ['nothing', {}, { events: ['must name at least one type'] }],
    ['no types of reservations', { events: [] }, { events: ['must name at least one type'] }],
    ['no changes', { catalogEvents: [] }, { catalogEvents: ['must name at least one type'] }],
    ['no types', { types: [] }, { types: ['must name at least one type'] }],
    [
      'types that there are not',
      { types: ['reservation.created', 'product.exploded', 'pro.*', 'PRODUCT_CREATED'] },
      { types: ['unknown: product.exploded, pro.*, PRODUCT_CREATED'] },
    ],
    [
      'types in two ways',
      { types: ['*'], events: ['RESERVATION_CREATED'], catalogEvents: availability },
      { events: ['cannot be combined with types'], catalogEvents: ['cannot be combined with types'] },
    ],
    ['too many types', { types: Array<string>(101).fill('*') }, { types: ['must have at most 100 items'] }],
  ])('is refused for %s, which the error names', async (_what, names, expected) => {
    const [error] = (await create(names)).errors
    expect(error.extensions).toMatchObject({ code: 'ERROR_VALIDACION', details: { fields: expected } })
  })

  it('is not left without any type by a change', async () => {
    const { id } = await created({ events: ['RESERVATION_CREATED'] })
    const [error] = (await update(id, { events: [] })).errors
    expect(error.extensions.details.fields).toEqual({ events: ['must name at least one type'] })
  })
})

describe('a key', () => {
  const manage = 'webhooks:manage'
  const both = ['reservations:read', 'catalog:read']

  it.each([
    [{ types: ['reservation.*'] }, ['reservations:read']],
    [{ catalogEvents: availability }, ['catalog:read']],
    [{ types: ['product.*'] }, ['catalog:read']],
    [{ types: ['pricing.updated'] }, ['catalog:read']],
    [{ types: ['*'] }, both],
    [{ types: ['reservation.*', 'availability.updated'] }, both],
  ])('registers %j with the scopes to read that, and is refused without any of them', async (names, needed) => {
    expect((await create(names, await keyWith([manage, ...needed]))).errors).toBeUndefined()
    for (const missing of needed) {
      const scopes = [manage, ...both.filter((scope) => scope !== missing)]
      const [error] = (await create(names, await keyWith(scopes))).errors
      expect(error.extensions).toMatchObject({
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { requiredScopes: needed, grantedScopes: scopes },
      })
    }
  })

  it('changes what it may not read itself, except its types', async () => {
    const { id } = await created({ types: ['*'] })
    const narrow = await keyWith([manage, 'reservations:read'])
    expect((await update(id, { isActive: false }, narrow)).errors).toBeUndefined()
    expect((await update(id, { events: ['RESERVATION_CREATED'] }, narrow)).errors).toBeUndefined()
    const [error] = (await update(id, { types: ['*'] }, narrow)).errors
    expect(error.extensions.code).toBe('INSUFFICIENT_PERMISSIONS')
  })
})
