import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getIntrospectionQuery } from 'graphql'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { readDocuments, type UnusableDocuments } from '../../cli/trust/read-documents.ts'
import { openAccessRepository } from '../../gateway/database/repository.ts'
import { testServerUrl } from '../testkit/database.ts'
import {
  freshAddress,
  partner,
  sharedTestProduct,
  startTestProduct,
  Subscriber,
  type TestResponse,
  type Json,
  type SharedProduct,
  type TestProduct,
} from '../testkit/product.ts'
import { issueTestKey } from '../testkit/issue.ts'

const keys = { basic: 'sk_test_demo_basic', pro: 'sk_test_demo_pro', enterprise: 'sk_test_demo_enterprise' }
let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const ask = (query: string, variables = {}, key: string | null = keys.enterprise): Promise<TestResponse> =>
  partner(product.url, key).graphql(query, variables)
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const refusal = ({ status, body }: TestResponse): unknown[] => [
  status,
  body.errors[0].extensions.code,
  body.errors[0].extensions.details?.limit,
]
const nested = (depth: number): string =>
  '{ cenote(id: "1") '.concat('{ tours { cenotes '.repeat(depth), '{ id }', ' } }'.repeat(depth), ' }')
const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => one(i)).join(' ')

describe('a document beyond a limit', () => {
  const inCenote = (selections: string): string => `{ cenote(id: "1") { ${selections} } }`
  it.each([
    ['depth', nested(8)],
    ['aliases', inCenote(many(60, (i) => `a${i}: id`))],
    ['rootFields', `{ ${many(30, () => '__typename')} }`],
    ['directives', inCenote(many(60, () => 'id @include(if: true)'))],
    ['tokens', inCenote(many(5_000, () => 'id'))],
    [
      'fields',
      `${inCenote('...f0')} ${many(30, (i) => `fragment f${i} on Cenote { ...f${i + 1} ...f${i + 1} }`)} fragment f30 on Cenote { id }`,
    ],
  ])('of %s is refused by its name, over HTTP and WebSocket alike', async (limit, document) => {
    const response = await ask(document)
    expect(refusal(response)).toEqual([400, 'DOCUMENT_TOO_LARGE', limit])
    expect(response.body.errors[0].extensions.details.maximum).toEqual(expect.any(Number))
    const socket = new Subscriber(product.url, document, keys.enterprise)
    expect(JSON.stringify(await socket.received(1))).toContain('DOCUMENT_TOO_LARGE')
    await socket.close()
  })

  it('is one of introspection too, which cannot be multiplied', async () => {
    const fragments = many(
      5,
      (i) => `fragment f${i} on __Type { a: fields { ...g${i} } b: fields { ...g${i} } }
      fragment g${i} on __Field { a: type { ...f${i + 1} } b: type { ...f${i + 1} } }`,
    )
    const document = `{ __schema { types { ...f0 } } } ${fragments} fragment f5 on __Type { name }`
    for (const key of [null, keys.enterprise])
      expect(refusal(await ask(document, {}, key)).slice(0, 2)).toEqual([400, 'DOCUMENT_TOO_LARGE'])
  })

  it('is no document that a person would write: introspection, long lists of fields and fragments pass', async () => {
    expect((await ask(getIntrospectionQuery(), {}, null)).body.data.__schema.types.length).toBeGreaterThan(100)
    expect((await ask(nested(4))).body.errors?.[0].extensions.code).toBe('CENOTE_NOT_FOUND')
  })
})

describe('the cost of an operation', () => {
  const list =
    'query ($first: Int!) { cenotes(first: $first) { nodes { id reviews(first: 50) { id } images { imageId } } } }'

  it('is reported with every response, beside what the plan allows', async () => {
    const response = await ask('{ cenotes(first: 2) { nodes { id location { latitude } } } }', {}, keys.basic)
    expect(response.body.extensions).toEqual({ cost: { requested: 64, budget: 5_000 }, _sandbox: true })
    const publicResponse = await ask('{ tours { nodes { id } } }', {}, null)
    expect(publicResponse.body.extensions.cost).toEqual({ requested: 35, budget: 1_000 })
  })

  it('beyond the plan is refused before anything runs, naming cost and budget', async () => {
    const { status, body } = await ask(list, { first: 100 }, keys.basic)
    expect([status, body.data]).toEqual([400, undefined])
    expect(body.errors[0].extensions).toMatchObject({
      code: 'OPERATION_TOO_COSTLY',
      details: { requested: 5_560, budget: 5_000, plan: 'basic' },
    })
    expect(body.errors[0].message).toBe('The operation costs 5560; this plan allows 5000.')
    expect((await ask(list, { first: 10 }, keys.basic)).body.data.cenotes.nodes).toHaveLength(10)
    expect((await ask(list, { first: 100 }, keys.pro)).body.errors).toBeUndefined()
  })

  it('is checked over WebSocket too, and reported there', async () => {
    const refused = new Subscriber(product.url, list, keys.basic, { first: 100 })
    expect(JSON.stringify(await refused.received(1))).toContain('OPERATION_TOO_COSTLY')
    await refused.close()
    const allowed = new Subscriber(product.url, list, keys.basic, { first: 1 })
    expect((await allowed.received(1))[0]).toMatchObject({ extensions: { cost: { requested: 115, budget: 5_000 } } })
    await allowed.close()
  })

  it('does not apply to the documented REST paths, whose operations are our own', async () => {
    const response = await partner(product.url, keys.basic).get(
      '/api/partner/cenotes?perPage=100&expand=amenities,availability,nearby,tours',
    )
    expect(response).toHaveStatus(200)
    expect(response.body).not.toHaveProperty('extensions')
  })
})

describe('a request that a page of another origin could forge', () => {
  const send = (method: string, headers: Record<string, string>, body?: string, query = ''): Promise<Response> =>
    fetch(`${product.url}/graphql${query}`, {
      method,
      headers: { 'X-Forwarded-For': freshAddress(), ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const document = '{ tours { totalCount } }'

  it('is refused: forms, plain text, and GET without a header that requires a preflight', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await send('POST', { 'Content-Type': type }, JSON.stringify({ query: document }))).status).toBe(415)
    const get = await send('GET', {}, undefined, `?query=${encodeURIComponent(document)}`)
    expect([get.status, ((await get.json()) as TestResponse['body']).errors[0].extensions.code]).toEqual([
      400,
      'BAD_REQUEST',
    ])
  })

  it('passes with such a header, for queries; changes need POST', async () => {
    const address = (query: string): string => `?query=${encodeURIComponent(query)}&variables=%7B%7D`
    const requesting = { 'GraphQL-Require-Preflight': '1' }
    const read = await send('GET', requesting, undefined, address(document))
    expect(((await read.json()) as TestResponse['body']).data.tours.totalCount).toBeGreaterThan(0)
    const change = await send(
      'GET',
      { 'X-API-Key': keys.pro },
      undefined,
      address('mutation { cancelReservation(input: { id: "1", reason: WEATHER }) { id } }'),
    )
    expect([change.status, change.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('is refused with the reason: batches, bodies of other shapes, no document', async () => {
    for (const body of [[{ query: document }], { query: 7 }, { query: document, variables: [] }, {}, 'text', null]) {
      const { status, body: response } = await partner(product.url).post('/graphql', JSON.stringify(body))
      expect([status, response.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST'])
    }
    const batch = await partner(product.url).post('/graphql', [{ query: document }])
    expect(batch.body.errors[0].message).toContain('batches')
  })

  it('is sent in GraphQL’s own media type when requested', async () => {
    const response = await send(
      'POST',
      { 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' },
      JSON.stringify({ query: document }),
    )
    expect(response.headers.get('content-type')).toContain('application/graphql-response+json')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('introspection', () => {
  let hidden: TestProduct
  beforeAll(async () => {
    hidden = await startTestProduct({ NODE_ENV: 'production', SIGNING_SECRET: 'x'.repeat(40), DEMO_DATA: '' })
  })
  afterAll(() => hidden.close())

  it('is off in production, where errors give no hints either', async () => {
    const introspected = await partner(hidden.url, null).graphql('{ __schema { types { name } } }')
    expect(introspected.body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
    const mistaken = await partner(hidden.url, null).graphql('{ tour { id } }')
    expect(mistaken.body.errors[0].message).not.toContain('Did you mean')
  })

  it('works in production by a key with platform:manage, where other keys are refused the same document', async () => {
    const keyOf = async (scopes: readonly string[]) => (await issueTestKey(hidden, { scopes })).apiKey
    const introspect = async (scopes: readonly string[]): Promise<Json> =>
      (await partner(hidden.url, await keyOf(scopes)).graphql('{ __schema { queryType { name } } }')).body
    expect((await introspect(['platform:manage'])).data.__schema.queryType.name).toBe('Query')
    expect((await introspect(['catalog:read'])).errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
    expect((await introspect(['platform:manage'])).data.__schema.queryType.name).toBe('Query')
  })
})

describe('an automatic persisted query', () => {
  const query = `query Q${randomUUID().replaceAll('-', '')} { tours { totalCount } }`
  const named = (hash: string, rest = {}): Promise<TestResponse> =>
    partner(product.url).post('/graphql', { ...rest, extensions: { persistedQuery: { version: 1, sha256Hash: hash } } })

  it('is requested by its hash, sent along once, and known from then on', async () => {
    const unknown = await named(sha256(query))
    expect([unknown.status, unknown.body.errors[0].message, unknown.body.errors[0].extensions.code]).toEqual([
      200,
      'PersistedQueryNotFound',
      'PERSISTED_QUERY_NOT_FOUND',
    ])
    const { body } = await named(sha256(query), { query })
    expect(body.data.tours.totalCount).toBeGreaterThan(0)
    expect((await named(sha256(query))).body).toEqual(body)
    const documentId = await partner(product.url).post('/graphql', { documentId: `sha256:${sha256(query)}` })
    expect(documentId.body).toEqual(body)
  })

  it('is known over WebSocket too, where the text is left empty', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(query) } }
    await named(sha256(query), { query })
    const socket = new Subscriber(product.url, '', keys.basic, {}, extensions)
    expect((await socket.received(1))[0].data.tours.totalCount).toBeGreaterThan(0)
    await socket.close()
  })

  it('with a hash that is not its own, or no hash at all, is refused', async () => {
    expect(await named(sha256('other'), { query })).toHaveStatus(400)
    expect(await named('x')).toHaveStatus(400)
    expect(await partner(product.url).post('/graphql', { documentId: 'md5:x' })).toHaveStatus(400)
  })
})

describe('with trusted documents only', () => {
  const trusted = 'query Tours($first: Int = 2) { tours(first: $first) { nodes { id } } }'
  let strict: TestProduct
  beforeAll(async () => {
    strict = await startTestProduct({ GRAPHQL_DOCUMENTS: 'trusted' })
    const repository = await openAccessRepository(testServerUrl(), strict.database('access'))
    const row = { id: sha256(trusted), name: 'Tours', text: trusted }
    expect(await repository.addTrustedDocuments('sandbox', [row])).toBe(1)
    expect(await repository.addTrustedDocuments('sandbox', [row])).toBe(0)
    await repository.close()
  })
  afterAll(() => strict.close())
  const post = (body: unknown, key: string | null = keys.basic): Promise<TestResponse> =>
    partner(strict.url, key).post('/graphql', body)

  it('runs those of the store, by id or by text, in the environment they were added to', async () => {
    for (const body of [
      { documentId: `sha256:${sha256(trusted)}` },
      { documentId: `sha256:${sha256(trusted).toUpperCase()}`, variables: { first: 1 } },
      { extensions: { persistedQuery: { version: 1, sha256Hash: sha256(trusted) } } },
      { query: trusted },
    ])
      expect((await post(body)).body.data.tours.nodes.length).toBeGreaterThan(0)
    const elsewhere = await post({ query: trusted }, 'pk_live_demo_basic')
    expect(elsewhere.body.errors[0].extensions.code).toBe('DOCUMENT_NOT_TRUSTED')
  })

  it('refuses every other, over WebSocket too, and continues to serve REST', async () => {
    const own = await post({ query: '{ tours { totalCount } }' })
    expect([own.status, own.body.errors[0].extensions.code]).toEqual([403, 'DOCUMENT_NOT_TRUSTED'])
    const socket = new Subscriber(strict.url, 'subscription { reservationEvents { id } }', keys.basic)
    expect(JSON.stringify(await socket.received(1))).toContain('DOCUMENT_NOT_TRUSTED')
    await socket.close()
    expect(await partner(strict.url, keys.basic).get('/api/partner/cenotes')).toHaveStatus(200)
  })

  it('does so for server-sent events, and accepts ids over every transport', async () => {
    const stream = (body: object): Promise<Response> =>
      fetch(`${strict.url}/graphql/stream`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': keys.basic, Accept: 'text/event-stream' },
        body: JSON.stringify(body),
      })
    const refused = await stream({ query: '{ tours { totalCount } }' })
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('DOCUMENT_NOT_TRUSTED')])
    const id = sha256(trusted)
    expect(await (await stream({ documentId: `sha256:${id}` })).text()).toContain('"tours":{"nodes":[')
    const extensions = { persistedQuery: { version: 1, sha256Hash: id } }
    const socket = new Subscriber(strict.url, '', keys.basic, {}, extensions)
    expect((await socket.received(1))[0].data.tours.nodes).toHaveLength(2)
    await socket.close()
  })

  it('accepts their ids also where any document is allowed', async () => {
    const unknown = await partner(product.url).post('/graphql', { documentId: `sha256:${sha256(trusted)}` })
    expect(unknown.body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND')
  })
})

describe('documents to be trusted', () => {
  const { apiSchema } = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cenotes-trust-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const file = async (name: string, content: string): Promise<string> => {
    await writeFile(path.join(folder, name), content)
    return path.join(folder, name)
  }
  const text = 'query A { tours { totalCount } }'

  it('are read from files and from the manifests of Apollo and Relay', async () => {
    const documents = await readDocuments(
      [
        await file('a.graphql', `${text}\n`),
        await file(
          'apollo.json',
          JSON.stringify({
            format: 'apollo-persisted-query-manifest',
            version: 1,
            operations: [{ id: sha256(text), name: 'A', type: 'query', body: text }],
          }),
        ),
        await file('relay.json', JSON.stringify({ [sha256(text)]: text })),
      ],
      apiSchema,
    )
    expect(documents).toEqual(Array(3).fill({ id: sha256(text), name: 'A', text, fieldErrors: [], warnings: [] }))
  })

  it('are refused all together when one is invalid, each error with its file', async () => {
    const reading = readDocuments(
      [
        await file('good.graphql', text),
        await file('broken.graphql', 'query {'),
        await file('unknown.graphql', '{ nothing }'),
        await file('empty.graphql', 'fragment F on Tour { id }'),
        await file('forged.json', JSON.stringify({ ['0'.repeat(64)]: text })),
        path.join(folder, 'missing.graphql'),
      ],
      apiSchema,
    )
    const { problems } = (await reading.catch((error: UnusableDocuments) => error)) as UnusableDocuments
    for (const name of ['broken.graphql', 'unknown.graphql', 'empty.graphql', 'forged.json', 'missing.graphql'])
      expect(problems.some((problem) => problem.includes(name))).toBe(true)
    expect(problems.some((fieldError) => fieldError.includes('good.graphql'))).toBe(false)
  })
})
