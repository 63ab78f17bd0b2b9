import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { isScalarType, getNamedType } from 'graphql'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { graphqlSamples, type GraphqlSample } from '../access/table/graphql.ts'
import { accessPage, type Row } from '../access/table/page.ts'
import { restSamples, type RestSample } from '../access/table/rest.ts'
import { callers, decided, pageOrigin, World, type CallerName } from '../access/table/world.ts'
import { isLong } from '../testkit/long-form.ts'
import { openApiOf, ResponseCheck, withoutReferences } from '../testkit/openapi.ts'
import {
  freshAddress,
  partner,
  startTestProduct,
  Subscriber,
  type TestResponse,
  type Json,
  type TestProduct,
} from '../testkit/product.ts'
import { documentedResponses } from './documented-responses.ts'

/** One operation of the OpenAPI document and how it is called. */
interface Endpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly sample: RestSample
  send(key: string | null, headers?: Record<string, string>): Promise<TestResponse>
}

let product: TestProduct
let world: World
let endpoints: Endpoint[]
let document: Json
let documented: Json
let check: ResponseCheck
let samplesOfRest: Record<string, RestSample>

beforeAll(async () => {
  product = await startTestProduct()
  world = new World(product)
  document = await openApiOf(product.url)
  documented = withoutReferences(document)
  check = new ResponseCheck(document)
  samplesOfRest = restSamples(world)
  endpoints = Object.entries(documented.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => endpoint(path, method.toUpperCase(), operationId)),
  )
})
afterAll(() => product.close())

function endpoint(path: string, method: string, name: string): Endpoint {
  const sample = samplesOfRest[name]
  if (!sample) throw new Error(`tests/access/table/rest.ts has no sample of ${name}: ${method} ${path}`)
  let address: Promise<string> | undefined
  const made = async (): Promise<string> => {
    const values = (await sample.path?.()) ?? {}
    const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(values[parameter] ?? ''))
    return sample.query === undefined ? filled : `${filled}?${sample.query}`
  }
  return {
    name,
    method,
    path,
    sample,
    send: async (key, headers) =>
      partner(product.url, key).send(method, await (address ??= made()), sample.body?.(), {
        ...(sample.contentType === undefined ? {} : { 'Content-Type': sample.contentType }),
        ...headers,
      }),
  }
}

/** The status, and the code of a refusal. */
const seenIn = ({ status, body }: TestResponse): string =>
  [status, body?.error?.code ?? body?.code].filter(Boolean).join(' ')

/** Errors in the headers that every response must have (docs/partner-api/conventions.md). */
function headerErrors({ status, headers, body }: TestResponse, { language = 'es-MX' }: RestSample): string[] {
  const fieldErrors: string[] = []
  const expectThat = (holds: boolean, what: string): void => {
    if (!holds) fieldErrors.push(`${status}: ${what}`)
  }
  const vary = (headers.get('vary') ?? '').toLowerCase().split(/, */)
  expectThat(headers.get('content-language') === (status < 400 ? language : 'es-MX'), 'Content-Language')
  expectThat(vary.includes('accept-language') && vary.includes('x-api-key'), 'Vary')
  expectThat(/^[\w-]{36}$/.test(headers.get('x-request-id') ?? ''), 'X-Request-Id')
  for (const name of ['limit', 'remaining', 'reset', 'window'])
    expectThat(/^\d+$/.test(headers.get(`x-ratelimit-${name}`) ?? ''), `X-RateLimit-${name}`)
  const waits = [headers.get('retry-after'), headers.get('x-ratelimit-retry-after')]
  if (status === 429)
    expectThat(
      waits.every((wait) => wait === String(body.error.details.retryAfter)),
      'Retry-After',
    )
  else expectThat(status === 503 || waits.every((wait) => wait === null), 'Retry-After without need')
  expectThat(status < 400 || headers.get('etag') === null, 'ETag on a refusal')
  return fieldErrors
}

describe('every endpoint of the OpenAPI document', () => {
  const rows: Row[] = []

  it.each(callers)('responds to its caller as specified and documented: %s', async (caller) => {
    const wrong: unknown[] = []
    for (const { name, method, path, sample, send } of endpoints) {
      const { need, success = 200, missing } = sample
      const headers = { 'Accept-Language': 'es-MX', ...headersOf(caller) }
      const response = await send(await world.keyOf(caller, need), headers)
      const seen = seenIn(response)
      const fieldErrors = [...headerErrors(response, sample), ...check.errors(method, path, response).slice(0, 5)]
      wrong.push(...fieldErrors.map((fieldError) => [name, seen, fieldError]))
      const expected = decided(caller, { name, need, success, ...(missing === undefined ? {} : { missing }) })
      if (seen !== expected) wrong.push([name, { seen, expected }])
      note(rows, `${method} ${path}`, sample, caller, seen)
    }
    expect(wrong).toEqual([])
    expect(endpoints.length).toBeGreaterThan(50)
  })

  it('refuses a caller before it validates the request', async () => {
    const wrong: unknown[] = []
    for (const [index, { name, method, path, sample }] of endpoints.entries()) {
      const outcomeFor = (caller: CallerName): string => decided(caller, { name, need: sample.need, success: 200 })
      const refused = (['none', 'wrong', 'revoked', 'noScope', 'overLimit'] as const).filter(
        (caller) => outcomeFor(caller) !== '200',
      )
      // In CI each endpoint refuses one of them; the table above has all of them.
      for (const caller of isLong ? refused : refused.slice(index % refused.length).slice(0, 1)) {
        const expected = outcomeFor(caller)
        const key = await world.keyOf(caller, sample.need)
        const address = path.replace(/\{\w+\}/g, 'nothing')
        for (const [query, body] of method === 'GET'
          ? [['?undocumented=1']]
          : [
              ['', '{'],
              ['', []],
            ]) {
          const seen = seenIn(await partner(product.url, key).send(method, `${address}${query as string}`, body))
          if (seen !== expected) wrong.push([name, caller, body, { seen, expected }])
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('refuses a parameter and a member that are not documented, and names them', async () => {
    const wrong: unknown[] = []
    for (const { name, method, path, sample } of endpoints) {
      const rest = partner(product.url, await world.keyOf('own', sample.need))
      const address = path.replace(/\{\w+\}/g, 'nothing')
      const named = async (query: string, body?: unknown): Promise<boolean> => {
        const response = await rest.send(method, `${address}?${query}`, body)
        wrong.push(...check.errors(method, path, response).map((fieldError) => [name, fieldError]))
        return seenIn(response) === '400 ERROR_VALIDACION' && 'undocumented' in response.body.errors.fields
      }
      const isJson = sample.contentType === undefined
      const body = isJson ? sample.body?.() : undefined
      if (!(await named(`${sample.query ?? ''}&undocumented=1`, body))) wrong.push([name, 'parameter'])
      if (method === 'GET' || !isJson) continue
      if (!(await named('', { ...(sample.body?.() as object), undocumented: null }))) wrong.push([name, 'member'])
    }
    expect(wrong).toEqual([])
  })

  it('documents that its bodies take no other members, except for the open objects of a guest', () => {
    const open = new Set<string>()
    const walk = (schema: Json, path: string): void => {
      if (schema.type === 'object' && schema.additionalProperties !== false) open.add(path)
      for (const [name, inner] of Object.entries(schema.properties ?? {})) walk(inner, `${path}.${name}`)
      for (const inner of [schema.items, ...(schema.anyOf ?? [])].filter(Boolean)) walk(inner, path)
    }
    for (const { path, method } of endpoints) {
      const { requestBody } = documented.paths[path][method.toLowerCase()]
      const json = requestBody?.content['application/json']
      if (json) walk(json.schema, 'body')
    }
    expect([...open].sort()).toEqual(['body.guest.loyaltyMember', 'body.guest.preferences'])
  })

  it('has an ETag on reads, and sends 304 without a body to a client that has it', async () => {
    const wrong: unknown[] = []
    for (const [index, { name, method, path, sample, send }] of endpoints.entries()) {
      if (method !== 'GET') continue
      const key = await world.keyOf('own', sample.need)
      const read = await send(key)
      if (sample.streamed) {
        if (read.headers.get('etag') !== null) wrong.push([name, 'ETag of a file that is not read yet'])
        if (read.headers.get('cache-control') !== 'private, no-store') wrong.push([name, 'Cache-Control of a file'])
        continue
      }
      const etag = read.headers.get('etag') ?? ''
      if (!/^W\/"[\w-]+"$/.test(etag)) wrong.push([name, { etag }])
      if (read.headers.get('cache-control') !== 'private, no-cache') wrong.push([name, 'Cache-Control with a key'])
      const forms = [`"other", ${etag.slice(2)}`, '*']
      for (const tags of [etag, ...(isLong ? forms : forms.slice(index % 2).slice(0, 1))]) {
        const unchanged = await send(key, { 'If-None-Match': tags, 'Accept-Language': 'es-MX' })
        const languageMatters = tags !== '*' && unchanged.status === 200
        if (!languageMatters && (unchanged.status !== 304 || unchanged.body.length > 0))
          wrong.push([name, tags, unchanged.status])
        const fieldErrors = [...headerErrors(unchanged, sample), ...check.errors(method, path, unchanged)]
        wrong.push(...fieldErrors.map((fieldError) => [name, fieldError]))
        if (unchanged.headers.get('etag') === null) wrong.push([name, 'ETag on 304'])
      }
      if ((await send(key, { 'If-None-Match': '"other"' })).status !== 200) wrong.push([name, 'another tag'])
    }
    expect(wrong).toEqual([])
  })

  it('documents whether it needs a key', () => {
    const wrong = endpoints.filter(({ path, method, sample }) => {
      const { security = documented.security } = documented.paths[path][method.toLowerCase()]
      return (
        security.some((one: object) => Object.keys(one).length === 0) !==
        (sample.need === 'nothing' || sample.signed === true)
      )
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  const graphqlRows: Row[] = []
  describe('and every root field of GraphQL', () => {
    const { apiSchema } = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))
    const roots = [apiSchema.getQueryType(), apiSchema.getMutationType(), apiSchema.getSubscriptionType()]
    const fields = roots.flatMap((type) =>
      Object.values(type?.getFields() ?? {}).map((field) => ({
        coordinate: `${type?.name}.${field.name}`,
        kind: String(type?.name).toLowerCase(),
        field,
      })),
    )
    const texts = new Map<string, Promise<string>>()
    /** The document that selects the field, made once. */
    const documentOf = async (
      { coordinate, kind, field }: (typeof fields)[number],
      sample: GraphqlSample,
      caller?: CallerName,
    ): Promise<string> => {
      const inner = sample.selection ?? (isScalarType(getNamedType(field.type)) ? '' : '{ __typename }')
      if (sample.prepare) {
        const prepared = await sample.prepare(product.url, caller === 'otherEnvironment' ? 'live' : 'sandbox')
        return `${kind} { ${field.name}${prepared} ${inner} }`
      }
      let text = texts.get(coordinate)
      if (!text) {
        text = Promise.resolve(sample.inputs?.() ?? '').then((inputs) => `${kind} { ${field.name}${inputs} ${inner} }`)
        texts.set(coordinate, text)
      }
      return (await text).replace('{n}', String(world.next()))
    }
    let samples: Record<string, GraphqlSample>
    beforeAll(() => {
      samples = graphqlSamples(world)
    })
    const groupOf = ({ coordinate, kind }: (typeof fields)[number]): string => `${kind} ${samples[coordinate]?.need}`
    /** In CI, the first field of each kind and need is also tried over server-sent events and WebSocket. */
    const isRepresentative = (root: (typeof fields)[number]): boolean =>
      isLong || fields.find((one) => groupOf(one) === groupOf(root)) === root
    /**
     * Whether CI tries only the first field of a group: where no field admits the caller, and where a scope is missing,
     * which each field is tried for without that scope.
     */
    const isAlikeInGroup = (caller: CallerName, expected: string): boolean =>
      !isLong &&
      (['wrong', 'revoked', 'overLimit'].includes(caller) || (caller !== 'noScope' && expected.startsWith('403')))

    it('has a sample, and no sample is of another', () => {
      expect(Object.keys(samples).sort()).toEqual(fields.map(({ coordinate }) => coordinate).sort())
    })

    it.each(callers)('responds to its caller as specified: %s', async (caller) => {
      const wrong: unknown[] = []
      const seenByGroup = new Map<string, string>()
      for (const root of fields) {
        const { coordinate, kind, field } = root
        const sample = samples[coordinate] as GraphqlSample
        const { need, missing } = sample
        const wanted = { name: coordinate, need, success: 200, ...(missing === undefined ? {} : { missing }) }
        const expected = decided(caller, wanted)
        const group = `${groupOf(root)} ${expected}`
        const represented = isAlikeInGroup(caller, expected) ? seenByGroup.get(group) : undefined
        if (represented !== undefined) {
          note(graphqlRows, coordinate, sample, caller, represented)
          continue
        }
        const key = await world.keyOf(caller, need)
        const text = await documentOf(root, sample, caller)
        const overHttp = async (): Promise<string> =>
          outcome(
            (await partner(product.url, key).post('/graphql', { query: text }, headersOf(caller))).body,
            field.name,
          )
        const seen =
          kind === 'subscription' ? await overStream(product.url, key, text, headersOf(caller)) : await overHttp()
        if (seen !== expected) wrong.push([coordinate, { seen, expected }])
        seenByGroup.set(group, seen)
        if ((caller === 'none' || caller === 'noScope') && isRepresentative(root)) {
          const inStream = seen.startsWith('200') ? seen : await overStream(product.url, key, text)
          if (inStream !== seen) wrong.push([coordinate, 'as a stream', { inStream, expected }])
        }
        note(graphqlRows, coordinate, sample, caller, seen)
      }
      expect(wrong).toEqual([])
    })

    it('requires its scope over WebSocket as well', async () => {
      const key = (await world.keyOf('own', 'a key')) as string
      const wrong: string[] = []
      for (const root of fields) {
        const sample = samples[root.coordinate] as GraphqlSample
        if (!sample.need.includes(':') || !isRepresentative(root)) continue
        const socket = new Subscriber(product.url, await documentOf(root, sample), key)
        const [got] = await socket.received(1)
        await socket.close()
        if (!JSON.stringify(got).includes('INSUFFICIENT_PERMISSIONS')) wrong.push(root.coordinate)
      }
      expect(wrong).toEqual([])
    })
  })

  it('is shown in docs/partner-api/access.md as it was seen', async () => {
    const page = new URL('../../docs/partner-api/access.md', import.meta.url)
    const text = accessPage(rows, graphqlRows)
    if (process.env.WRITE_ACCESS_PAGE) await writeFile(page, text)
    // When this fails: npm run docs:access
    expect(await readFile(page, 'utf8')).toBe(text)
  })
})

documentedResponses(() => ({ product, world, document, check, samples: samplesOfRest }))

const headersOf = (caller: CallerName): Record<string, string> =>
  caller === 'publishable' ? { Origin: pageOrigin } : {}

function note(rows: Row[], what: string, { need }: RestSample | GraphqlSample, caller: CallerName, seen: string): void {
  let row = rows.find((one) => one.what === what)
  if (!row) rows.push((row = { what, need, seen: {} as Row['seen'] }))
  Object.assign(row.seen, { [caller]: seen })
}

/** The outcome of an operation on one root field. */
function outcome({ data, errors }: Json, field: string): string {
  if (errors) return `${errors[0].extensions.status} ${errors[0].extensions.code}`
  return data?.[field] === null ? '404 null' : '200'
}

/** The same as server-sent events; a subscription that begins counts as a response. */
async function overStream(
  url: string,
  key: string | null,
  query: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      ...headers,
      'X-Forwarded-For': freshAddress(),
      ...(key === null ? {} : { 'X-API-Key': key }),
    },
    body: JSON.stringify({ query }),
  })
  if (response.status === 200 && query.startsWith('subscription')) {
    await response.body?.cancel()
    return '200'
  }
  const text = await response.text()
  const [, result = text] = /^data: (\{.*\})$/m.exec(text) ?? []
  const { data = {}, errors } = JSON.parse(result) as Json
  return outcome({ data, errors }, Object.keys(data ?? {})[0] ?? '')
}
