import { beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { ageLoggedRequests } from '../testkit/stored-request-log.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const query = `query Log($filter: RequestLogFilter, $first: Int, $after: String) {
  requestLog(filter: $filter, first: $first, after: $after) {
    nodes { method path operation status durationMs requestId errorCode body client } pageInfo { hasNextPage endCursor } } }`
const read = async (apiKey: string, variables: Json = {}): Promise<Json> =>
  (await partner(product.url, apiKey).graphql(query, variables)).body
/** The log of a key without its own reading, once it has as many requests. */
async function logOf(apiKey: string, count: number, filter: Json = {}): Promise<Json[]> {
  let found: Json[] = []
  await eventually(async () => {
    const { nodes } = (await read(apiKey, { filter, first: 100 })).data.requestLog
    found = nodes.filter(({ operation }: Json) => !operation?.includes('requestLog'))
    return found.length >= count
  }, true)
  return found
}
const newKey = async (options: Parameters<typeof issueTestKey>[1] = {}) => issueTestKey(product, options)

describe('the request log', () => {
  it('has the requests of a key by REST and GraphQL, latest first, with what became of them', async () => {
    const { apiKey } = await newKey()
    const rest = partner(product.url, apiKey)
    await rest.get('/api/partner/cenotes?search=Ana&perPage=2')
    const missing = await rest.get('/api/partner/reservations/CEN-XXXXXX')
    await rest.post('/api/partner/reservations', { kids: 2, guest: { name: 'Ana' }, visitDate: nextSaturday() })
    await rest.graphql('mutation Cancel { cancelReservation(input: { id: "CEN-XXXXXX", reason: WEATHER }) { id } }')
    await rest.graphql('{ viewer { plan } serviceStatus { state } }')
    await rest.graphql('{ nothing }')
    const log = await logOf(apiKey, 6)
    expect(
      log.map(({ method, path, operation, status, errorCode }) => [method, path, operation, status, errorCode]),
    ).toEqual([
      ['POST', '/graphql', null, 400, 'GRAPHQL_VALIDATION_FAILED'],
      ['POST', '/graphql', 'query { viewer serviceStatus }', 200, null],
      ['POST', '/graphql', 'mutation (unknown) { cancelReservation }', 200, 'RESERVATION_NOT_FOUND'],
      ['POST', '/api/partner/reservations', null, 400, 'ERROR_VALIDACION'],
      ['GET', '/api/partner/reservations/CEN-XXXXXX', null, 404, 'RESERVATION_NOT_FOUND'],
      ['GET', '/api/partner/cenotes?search=…&perPage=2', null, 200, null],
    ])
    expect(log[4].requestId).toBe(missing.headers.get('x-request-id'))
    expect(JSON.parse(log[3].body)).toEqual({ '(unknown)': 2, guest: '…', visitDate: nextSaturday() })
    expect(JSON.stringify(log)).not.toContain('Ana')
  })

  it('has no name that a caller made up, of members, variables, operations, parameters and paths', async () => {
    const { apiKey } = await newKey()
    const rest = partner(product.url, apiKey)
    await rest.get('/api/partner/cenotes?sk_live_a=1&perPage=2&fields=sk,live')
    await rest.get('/api/partner/sk_live_b/sk-live-c')
    await rest.get('/webhooks/sk_live_d')
    await rest.post('/api/partner/reservations', { sk_live_e: 2, visitors: { adults: 1, sk_live_f: 1 } })
    await rest.graphql('query sk_live_g($sk_live_h: Int) { sk_live_i: cenotes(first: $sk_live_h) { totalCount } }', {
      sk_live_h: 1,
      sk_live_j: 2,
    })
    const log = await logOf(apiKey, 5)
    expect(JSON.stringify(log)).not.toMatch(/sk|live/)
    expect(log.map(({ path }) => path)).toEqual([
      '/graphql',
      '/api/partner/reservations',
      '/webhooks/(unknown)',
      '/api/partner/(unknown)/(unknown)',
      '/api/partner/cenotes?(unknown)=1&perPage=2&fields=…',
    ])
    expect(log[0].operation).toBe('query (unknown) { cenotes }')
    expect(log[0].body).toContain('query (unknown)($(unknown): Int)')
    expect(JSON.parse(log[1].body)).toEqual({ '(unknown)': 2, visitors: { adults: 1, '(unknown)': 1 } })
  })

  it('has no bodies in the live environment', async () => {
    const { apiKey } = await newKey({ environment: 'live', ownLimits: { minute: { limit: 1_000, seconds: 60 } } })
    await partner(product.url, apiKey).post('/api/partner/reservations', { kids: 2 })
    const [request] = await logOf(apiKey, 1)
    expect(request).toMatchObject({ status: 400, errorCode: 'ERROR_VALIDACION', body: null })
  })

  it('is filtered by failures and request id, and read page by page in one order', async () => {
    const { apiKey } = await newKey()
    const rest = partner(product.url, apiKey)
    for (let index = 0; index < 12; index += 1) await rest.get(`/api/partner/cenotes?perPage=${index + 1}`)
    const failed = await rest.get('/api/partner/cenotes?perPage=0')
    await logOf(apiKey, 13)
    expect(await logOf(apiKey, 1, { hasFailed: true })).toHaveLength(1)
    const id = failed.headers.get('x-request-id')
    expect(await logOf(apiKey, 1, { requestId: id })).toEqual([expect.objectContaining({ requestId: id, status: 400 })])
    const seen: Json[] = []
    for (let after: string | null = null; ;) {
      const { nodes, pageInfo } = (await read(apiKey, { first: 5, after })).data.requestLog as Json
      seen.push(...nodes)
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    const pages = seen.map(({ path }) => /perPage=(\d+)/.exec(path)?.[1]).filter(Boolean)
    expect(pages).toEqual(['0', '12', '11', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1'])
  })

  it('leaves requests of the console out unless they are included, or named by their id', async () => {
    const { apiKey } = await newKey()
    const rest = partner(product.url, apiKey)
    const marked = await rest.get('/api/partner/cenotes?perPage=1', { 'X-Client': 'console' })
    await rest.get('/api/partner/cenotes?perPage=2')
    const requestId = marked.headers.get('x-request-id')
    expect((await logOf(apiKey, 2, { includeConsole: true })).map(({ client }) => client)).toEqual([null, 'console'])
    expect((await logOf(apiKey, 1)).map(({ client, path }) => [client, path])).toEqual([
      [null, '/api/partner/cenotes?perPage=2'],
    ])
    expect(await logOf(apiKey, 1, { requestId })).toMatchObject([{ requestId, client: 'console' }])
    expect((await read(apiKey, { filter: { requestId, includeConsole: false } })).data.requestLog.nodes).toEqual([])
  })

  it('shows other keys of the partner to a key that manages keys, and no one else’s', async () => {
    const { apiKey, id } = await newKey({ scopes: ['catalog:read'] })
    await partner(product.url, apiKey).get('/api/partner/cenotes')
    expect((await logOf(keys.demo, 1, { keyId: id }))[0].path).toBe('/api/partner/cenotes')
    const refused = async (caller: string) => (await read(caller, { filter: { keyId: id } })).errors[0].extensions.code
    expect(await refused(keys.rival)).toBe('API_KEY_NOT_FOUND')
    expect(await refused(keys.readonly)).toBe('API_KEY_NOT_FOUND')
  })

  it('forgets what is older than 7 days', async () => {
    const { apiKey, id } = await newKey()
    await partner(product.url, apiKey).get('/api/partner/cenotes')
    await logOf(apiKey, 1)
    await ageLoggedRequests(product.database('access'), id, 8)
    const { nodes } = (await read(apiKey)).data.requestLog
    expect(nodes.filter(({ path }: Json) => path.startsWith('/api/'))).toEqual([])
  })
})
