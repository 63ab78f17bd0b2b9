import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { loseResponses } from '../testkit/claimed-requests.ts'
import { issueTestKey, revokeTestKey } from '../testkit/issue.ts'
import { overlappingAtNewPartners, overlappingAtPartner } from '../testkit/locked-tables.ts'
import { changesOf, operator } from '../testkit/operator.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { insertKeys } from '../testkit/stored-keys.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const ask = (query: string, input: Json): Promise<Json> => operator(product.url).ask(query, { input })
const createPartner = 'mutation ($input: CreatePartnerInput!) { createPartner(input: $input) { id name } }'
const createApiKey = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey key { id lastFour } } }`
const revokeApiKey = 'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { id revokedAt } }'
const setPartnerPlan = 'mutation ($input: SetPartnerPlanInput!) { setPartnerPlan(input: $input) { id plan } }'
const refreshKey = 'mutation { refreshKey { apiKey key { id } previousKey { id expiresAt } } }'

const newPartner = async (): Promise<{ id: string; name: string }> =>
  (await ask(createPartner, { name: `Partner ${randomUUID()}` })).createPartner
const newKey = async (partnerId: string, more: Json = {}): Promise<Json> =>
  (await ask(createApiKey, { partnerId, plan: 'BASIC', scopes: ['catalog:read', 'keys:manage'], ...more })).createApiKey
const records = async (type: string, id: string): Promise<Json[]> => (await changesOf(product.url, type, id)).nodes
const operatorKey = { id: demoId('api-key', 'sk_test_demo_operator'), lastFour: 'ator' }

describe('changes of partners and keys', () => {
  it('are recorded with the key that made them, before and after', async () => {
    const made = await newPartner()
    const { key, apiKey } = await newKey(made.id, { label: 'Shop' })
    await ask(setPartnerPlan, { partnerId: made.id, plan: 'PRO', limits: { perMinute: 777 } })
    await ask(setPartnerPlan, { partnerId: made.id, plan: 'PRO', limits: { perMinute: 777 } })
    await ask(revokeApiKey, { id: key.id })
    await ask(revokeApiKey, { id: key.id })

    const terms = { id: key.id, lastFour: key.lastFour }
    const minute = { minute: { limit: 777, seconds: 60 } }
    const [plan, creation, ...others] = await records('PARTNER', made.id)
    expect(others).toEqual([])
    expect(creation).toMatchObject({ action: 'CREATED', key: operatorKey, before: null, after: { name: made.name } })
    expect(plan).toMatchObject({
      action: 'UPDATED',
      key: operatorKey,
      before: { keys: [{ ...terms, plan: 'basic', limits: {} }] },
      after: { keys: [{ ...terms, plan: 'pro', limits: minute }] },
    })
    const ofKey = await records('API_KEY', key.id)
    expect(ofKey).toEqual([
      expect.objectContaining({
        action: 'DEACTIVATED',
        key: operatorKey,
        before: { revokedAt: null },
        after: { revokedAt: expect.any(String) },
      }),
      expect.objectContaining({
        action: 'UPDATED',
        before: { plan: 'basic', limits: {} },
        after: { plan: 'pro', limits: minute },
      }),
      expect.objectContaining({
        action: 'CREATED',
        before: null,
        after: expect.objectContaining({
          partnerId: made.id,
          prefix: 'sk_test_',
          lastFour: key.lastFour,
          label: 'Shop',
          plan: 'basic',
          scopes: ['catalog:read', 'keys:manage'],
        }),
      }),
    ])
    expect(JSON.stringify(ofKey)).not.toContain(apiKey.slice(8, -4))
  })

  it('are recorded when a partner refreshes a key, and when a command on the server issues and revokes one', async () => {
    const { apiKey, key } = await newKey((await newPartner()).id)
    const { refreshKey: refreshed } = (await partner(product.url, apiKey).graphql(refreshKey)).body.data
    const by = { id: key.id, lastFour: key.lastFour }
    expect((await records('API_KEY', key.id))[0]).toMatchObject({
      action: 'UPDATED',
      key: by,
      before: { expiresAt: null },
      after: { expiresAt: refreshed.previousKey.expiresAt },
    })
    expect(await records('API_KEY', refreshed.key.id)).toMatchObject([{ action: 'CREATED', key: by }])

    const { id } = await issueTestKey(product)
    await revokeTestKey(product, 'sandbox', id)
    expect(await records('API_KEY', id)).toMatchObject([
      { action: 'DEACTIVATED', key: null },
      { action: 'CREATED', key: null },
    ])
  })

  it('are read with platform:manage alone, in pages', async () => {
    const made = await newPartner()
    await newKey(made.id)
    await ask(setPartnerPlan, { partnerId: made.id, plan: 'PRO' })
    const catalogKey = (await issueTestKey(product, { scopes: ['catalog:manage', 'keys:manage'] })).apiKey
    const read = 'query ($of: ChangeSubjectInput!) { changes(of: $of) { nodes { id } } }'
    const variables = { of: { type: 'PARTNER', id: made.id } }
    expect(await operator(product.url, catalogKey).refusal(read, variables)).toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScopes: ['platform:manage'] },
    })
    const page = `query ($of: ChangeSubjectInput!, $after: String) {
      changes(of: $of, first: 1, after: $after) { nodes { action } pageInfo { hasNextPage endCursor } totalCount } }`
    const { changes: first } = await operator(product.url).ask(page, variables)
    expect(first).toMatchObject({ nodes: [{ action: 'UPDATED' }], totalCount: 2, pageInfo: { hasNextPage: true } })
    const { changes: rest } = await operator(product.url).ask(page, { ...variables, after: first.pageInfo.endCursor })
    expect(rest).toMatchObject({ nodes: [{ action: 'CREATED' }], pageInfo: { hasNextPage: false } })
  })
})

describe('a change of a partner or key whose response was lost', () => {
  /** The response of a request, and of the same one after the process ended before it stored the first. */
  async function repeated(apiKey: string, query: string, input?: Json): Promise<[Json, Json]> {
    const headers = { 'Idempotency-Key': randomUUID() }
    const { send } = operator(product.url, apiKey)
    const body = { query, variables: input ? { input } : {} }
    const first = await send('POST', '/graphql', body, headers)
    await loseResponses(product.database('access'))
    const second = await send('POST', '/graphql', body, headers)
    return [first.body.data, second.body.data]
  }

  it('is done once: a partner is added, a plan set and a key revoked', async () => {
    const byOperator = 'sk_test_demo_operator'
    const [made, madeAgain] = await repeated(byOperator, createPartner, { name: `Partner ${randomUUID()}` })
    expect(madeAgain).toEqual(made)
    const partnerId = made.createPartner.id
    const { key } = await newKey(partnerId)
    const [planned, plannedAgain] = await repeated(byOperator, setPartnerPlan, { partnerId, plan: 'PRO' })
    expect(plannedAgain).toEqual(planned)
    const [revoked, revokedAgain] = await repeated(byOperator, revokeApiKey, { id: key.id })
    expect(revokedAgain).toEqual(revoked)
    expect(await records('PARTNER', partnerId)).toHaveLength(2)
    expect(await records('API_KEY', key.id)).toHaveLength(3)
  })

  it('issues one key, whose secret is that of the last response', async () => {
    const { id: partnerId } = await newPartner()
    const input = { partnerId, plan: 'PRO', scopes: ['catalog:read', 'keys:manage'] }
    const [first, second] = await repeated('sk_test_demo_operator', createApiKey, input)
    expect(second.createApiKey.key.id).toBe(first.createApiKey.key.id)
    const { apiKeys } = await operator(product.url).ask(
      'query ($id: ID!) { apiKeys(filter: { partnerId: $id }) { nodes { id lastFour } } }',
      { id: partnerId },
    )
    expect(apiKeys.nodes).toEqual([second.createApiKey.key])
    const statusOf = async (apiKey: string): Promise<number> =>
      (await partner(product.url, apiKey).get('/api/partner/cenotes')).status
    expect(await statusOf(second.createApiKey.apiKey)).toBe(200)
    expect(await statusOf(first.createApiKey.apiKey)).toBe(401)

    const [refreshed, refreshedAgain] = await repeated(second.createApiKey.apiKey, refreshKey)
    expect(refreshedAgain.refreshKey.key).toEqual(refreshed.refreshKey.key)
    expect(refreshedAgain.refreshKey.previousKey).toEqual(refreshed.refreshKey.previousKey)
    expect(await statusOf(refreshedAgain.refreshKey.apiKey)).toBe(200)
  })
})

describe('concurrent changes of partners and keys', () => {
  it('leave at most 50 keys of a partner that work', async () => {
    const { id: partnerId } = await newPartner()
    await insertKeys(product.database('access'), partnerId, 48)
    const create = async (): Promise<string> => {
      const input = { partnerId, scopes: ['catalog:read'] }
      const { body } = await operator(product.url).graphql(createApiKey, { input })
      return body.errors?.[0].extensions.code ?? 'issued'
    }
    const outcomes = await overlappingAtPartner(product.database('access'), partnerId, 3, () =>
      Promise.all(Array.from({ length: 6 }, create)),
    )
    expect(outcomes.sort()).toEqual([...Array<string>(4).fill('API_KEY_LIMIT_REACHED'), 'issued', 'issued'])
  })

  it('leave one partner of a name', async () => {
    const name = `Partner ${randomUUID()}`
    const create = async (): Promise<string> => {
      const { body } = await operator(product.url).graphql(createPartner, { input: { name } })
      return body.errors?.[0].extensions.code ?? 'added'
    }
    const outcomes = await overlappingAtNewPartners(product.database('access'), 3, () =>
      Promise.all(Array.from({ length: 4 }, create)),
    )
    expect(outcomes.sort()).toEqual([...Array<string>(3).fill('ERROR_VALIDACION'), 'added'])
  })
})
