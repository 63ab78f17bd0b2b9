import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { operator } from '../testkit/operator.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const create = async (apiKey: string, input: Json): Promise<Json> =>
  (
    await partner(product.url, apiKey).graphql(
      `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey key { id label plan scopes partner { name } } } }`,
      { input },
    )
  ).body
const revoke = async (apiKey: string, id: string): Promise<Json> =>
  (
    await partner(product.url, apiKey).graphql(
      'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { revokedAt } }',
      { id },
    )
  ).body
const codeOf = ({ errors }: Json): string => errors[0].extensions.code
const usageOf = async (apiKey: string): Promise<Json[]> =>
  (await partner(product.url, apiKey).graphql('{ viewer { usage { windowSeconds limit remaining } } }')).body.data
    .viewer.usage

describe('keys that a partner manages by GraphQL', () => {
  it('are created with scopes of the caller, listed, used, and refused once they are revoked', async () => {
    const made = (await create(keys.demo, { label: 'Back office', scopes: ['catalog:read', 'keys:manage'] })).data
      .createApiKey
    expect(made.key).toMatchObject({ label: 'Back office', plan: 'ENTERPRISE', partner: { name: 'Demo Travel' } })
    const rest = partner(product.url, made.apiKey)
    expect(await rest.get('/api/partner/cenotes')).toHaveStatus(200)
    expect(await rest.get('/api/partner/reservations')).toHaveStatus(403)
    const { body } = await rest.graphql('{ apiKeys(first: 100, filter: { isActive: true }) { nodes { id } } }')
    expect(body.data.apiKeys.nodes.map(({ id }: Json) => id)).toContain(made.key.id)
    expect((await revoke(keys.demo, made.key.id)).data.revokeApiKey.revokedAt).toEqual(expect.any(String))
    await eventually(async () => (await rest.get('/api/partner/cenotes')).status, 401)
  })

  it('may do no more than the key that creates them, and buy no requests', async () => {
    const { apiKey } = await issueTestKey(product, { plan: 'basic', scopes: ['catalog:read', 'keys:manage'] })
    expect(codeOf(await create(apiKey, { scopes: ['reservations:write'] }))).toBe('INSUFFICIENT_PERMISSIONS')
    expect(codeOf(await create(apiKey, { scopes: ['platform:manage'] }))).toBe('ERROR_VALIDACION')
    expect(codeOf(await create(apiKey, { scopes: [] }))).toBe('ERROR_VALIDACION')
    expect(codeOf(await create(apiKey, { scopes: ['catalog:read'], plan: 'PRO' }))).toBe('ERROR_VALIDACION')
    expect(codeOf(await create(apiKey, { scopes: ['catalog:read'], partnerId: demoId('partner', 'rival') }))).toBe(
      'PARTNER_NOT_FOUND',
    )
    const second = (await create(apiKey, { scopes: ['catalog:read'] })).data.createApiKey.apiKey
    const [, before] = await usageOf(apiKey)
    await partner(product.url, second).get('/api/partner/cenotes')
    const [, after] = await usageOf(apiKey)
    expect(after).toMatchObject({ windowSeconds: 60, limit: 200, remaining: before?.remaining - 2 })
  })

  it('are not revoked or shown to another partner', async () => {
    const made = (await create(keys.demo, { scopes: ['catalog:read'] })).data.createApiKey
    expect(codeOf(await revoke(keys.rival, made.key.id))).toBe('API_KEY_NOT_FOUND')
    expect(codeOf(await revoke(keys.demo, 'none'))).toBe('API_KEY_NOT_FOUND')
    const { body } = await partner(product.url, keys.rival).graphql(
      `{ own: apiKeys { nodes { partner { name } } } other: apiKeys(filter: { partnerId: "${demoId('partner', 'demo')}" }) { nodes { id } } }`,
    )
    expect(body.data.other.nodes).toEqual([])
    expect(new Set(body.data.own.nodes.map((key: Json) => key.partner.name))).toEqual(new Set(['Rival Tours']))
  })

  it('are at most 50 that work', async () => {
    const { ask } = operator(product.url)
    const { createPartner } = await ask(`mutation { createPartner(input: { name: "Many ${randomUUID()}" }) { id } }`)
    const input = `{ partnerId: "${createPartner.id}", scopes: ["catalog:read"] }`
    for (let index = 0; index < 50; index += 1) await ask(`mutation { createApiKey(input: ${input}) { key { id } } }`)
    const { refusal } = operator(product.url)
    expect(await refusal(`mutation { createApiKey(input: ${input}) { key { id } } }`)).toMatchObject({
      code: 'API_KEY_LIMIT_REACHED',
      details: { limit: 50 },
    })
  })
})

describe('keys that the operator manages by GraphQL', () => {
  it('belong to any partner, a new one too, on any plan', async () => {
    const { ask, refusal } = operator(product.url)
    const name = `Aventura ${randomUUID()}`
    const { createPartner } = await ask(`mutation { createPartner(input: { name: "${name}" }) { id name } }`)
    expect((await refusal(`mutation { createPartner(input: { name: " ${name}" }) { id } }`)).code).toBe(
      'ERROR_VALIDACION',
    )
    const { createApiKey } = await ask(
      `mutation ($id: ID!) { createApiKey(input: { partnerId: $id, plan: PRO, scopes: ["catalog:read"] }) { apiKey key { id plan } } }`,
      { id: createPartner.id },
    )
    expect(createApiKey.key.plan).toBe('PRO')
    const { body } = await partner(product.url, createApiKey.apiKey).graphql('{ viewer { partner { name } scopes } }')
    expect(body.data.viewer).toEqual({ partner: { name }, scopes: ['catalog:read'] })
    const { partners } = await ask(`{ partners(search: "${name.toLowerCase()}") { nodes { id } } }`)
    expect(partners.nodes).toEqual([{ id: createPartner.id }])
    const { apiKeys } = await ask('query ($id: ID!) { apiKeys(filter: { partnerId: $id }) { nodes { id } } }', {
      id: createPartner.id,
    })
    expect(apiKeys.nodes).toEqual([{ id: createApiKey.key.id }])
    const { revokeApiKey } = await ask('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { revokedAt } }', {
      id: createApiKey.key.id,
    })
    expect(revokeApiKey.revokedAt).toEqual(expect.any(String))
  })

  it('are paged in one order, each once', async () => {
    const { ask } = operator(product.url)
    const seen: string[] = []
    for (let after: string | null = null; ;) {
      const { apiKeys } = (await ask(
        'query ($after: String) { apiKeys(first: 7, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
        { after },
      )) as Json
      seen.push(...apiKeys.nodes.map(({ id }: Json) => id))
      if (!apiKeys.pageInfo.hasNextPage) break
      after = apiKeys.pageInfo.endCursor
    }
    expect(seen.length).toBeGreaterThan(50)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('the plan of a partner', () => {
  const set = `mutation ($input: SetPartnerPlanInput!) { setPartnerPlan(input: $input) {
    id plan limits { perHour perMinute burst } } }`

  it('is set for all of its keys, with limits of their own, and counts within seconds', async () => {
    const { ask } = operator(product.url)
    const { createPartner } = await ask(`mutation { createPartner(input: { name: "Plans ${randomUUID()}" }) { id } }`)
    const input = `{ partnerId: "${createPartner.id}", plan: BASIC, scopes: ["catalog:read"] }`
    const { createApiKey } = await ask(`mutation { createApiKey(input: ${input}) { apiKey key { id } } }`)
    const { setPartnerPlan } = await ask(set, {
      input: { partnerId: createPartner.id, plan: 'PRO', limits: { perMinute: 777 } },
    })
    expect(setPartnerPlan).toEqual([
      { id: createApiKey.key.id, plan: 'PRO', limits: { perHour: 100_000, perMinute: 777, burst: 500 } },
    ])
    await eventually(async () => (await usageOf(createApiKey.apiKey)).map(({ limit }: Json) => limit), [100_000, 777])
    const without = await ask(set, { input: { partnerId: createPartner.id, plan: 'BASIC' } })
    expect(without.setPartnerPlan[0].limits).toEqual({ perHour: 10_000, perMinute: 200, burst: 50 })
  })

  it('is refused for a partner that does not exist and for limits below one', async () => {
    const { refusal } = operator(product.url)
    const rival = demoId('partner', 'rival')
    expect(await refusal(set, { input: { partnerId: 'none', plan: 'PRO' } })).toMatchObject({
      code: 'PARTNER_NOT_FOUND',
    })
    expect(await refusal(set, { input: { partnerId: rival, plan: 'PRO', limits: { burst: 0 } } })).toMatchObject({
      code: 'ERROR_VALIDACION',
      details: { fields: { 'limits.burst': [expect.stringContaining('from 1')] } },
    })
  })
})
