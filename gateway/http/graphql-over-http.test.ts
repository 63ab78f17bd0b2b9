import { brotliDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { parse, type OperationDefinitionNode } from 'graphql'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { apiError } from '../../schema/errors.ts'
import { CachedResponse } from '../cache/cached-responses.ts'
import type { GatewayContext } from '../context.ts'
import {
  foundInCache,
  ResponseJson,
  type AdmittedOperation,
  type Execution,
  type OperationRequest,
  type OperationResult,
} from '../execution/index.ts'
import { graphqlHandler } from './graphql-over-http.ts'

const live = { partnerId: 'p', environment: 'live', scopes: [], locale: 'en', requestId: 'test' } as Identity

const opened: FastifyInstance[] = []
afterEach(async () => void (await Promise.all(opened.splice(0).map((app) => app.close()))))

/** A server over an execution that returns a result, or refuses; and what it was requested. */
function serve({
  result = { data: { one: 1 } },
  refusal,
  identity = live,
  idempotent,
  authorizesOnly = false,
}: {
  result?: OperationResult | (() => OperationResult)
  refusal?: Error
  identity?: Identity
  idempotent?: GatewayContext['idempotent']
  authorizesOnly?: boolean
} = {}) {
  const requested: OperationRequest[] = []
  const runs: unknown[] = []
  const authorized: OperationRequest[] = []
  const execution = {
    admit: (request: OperationRequest) => {
      requested.push(request)
      if (refusal) return Promise.reject(refusal)
      const operation = parse(request.query ?? '{ one }').definitions[0] as OperationDefinitionNode
      return Promise.resolve({ operation, isTrusted: false } as unknown as AdmittedOperation)
    },
    authorize: (request: OperationRequest) => Promise.resolve(void authorized.push(request)),
    run: (_operation: unknown, _context: unknown, form: unknown) => {
      runs.push(form)
      return Promise.resolve(typeof result === 'function' ? result() : result)
    },
  } as unknown as Execution
  const app = createHttpServer(createLogger('silent', 'test'))
  opened.push(app)
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: graphqlHandler({
      execution: () => execution,
      contextOf: () => ({ identity, idempotent }) as unknown as GatewayContext,
      authorizesOnly: () => authorizesOnly,
      stream: (_operation, _context, { reply, type }) => Promise.resolve(reply.send(`streamed as ${type}`)) as never,
      present: (error) => ({ message: error.message, extensions: error.extensions }),
    }),
  })
  const post = (payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/graphql', payload, headers })
  const get = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: '/graphql', query, headers })
  return { requested, runs, authorized, post, get }
}

describe('an operation by POST', () => {
  it('is run with all that was sent, and has 200 with what it returned', async () => {
    const { post, requested, runs } = serve({ result: { data: { one: null }, errors: [{ message: 'no' }] } })
    const sent = { query: '{ one }', operationName: 'A', variables: { a: 1 }, extensions: { b: 2 }, documentId: 'sha' }
    const response = await post(sent)
    expect([response.statusCode, response.json()]).toEqual([200, { errors: [{ message: 'no' }], data: { one: null } }])
    expect([response.headers['cache-control'], response.headers['content-type']]).toEqual([
      'no-store',
      'application/json; charset=utf-8',
    ])
    expect([requested, runs]).toEqual([[sent], ['json']])
  })

  it('has null for what is absent, and an empty name is none', async () => {
    const { post, requested } = serve()
    await post({ query: '{ one }', operationName: '', variables: null, extensions: null, documentId: null })
    expect(requested).toEqual([{ query: '{ one }' }])
  })

  it.each([
    [[{ query: '{ one }' }], 'Send one operation a request'],
    [{ query: 7 }, 'query must be a string'],
    [{ query: '{ one }', operationName: 7 }, 'operationName must be a string'],
    [{ query: '{ one }', variables: [] }, 'variables must be an object'],
    [{ query: '{ one }', variables: '{}' }, 'variables must be an object'],
    [{ query: '{ one }', extensions: 'x' }, 'extensions must be an object'],
    [{ documentId: {} }, 'documentId must be a string'],
  ])('is refused as %j', async (payload, message) => {
    const { post, requested } = serve()
    const { errors } = (await post(payload)).json<{ errors: [{ message: string; extensions: object }] }>()
    expect(errors[0].message).toContain(message)
    expect([errors[0].extensions, requested]).toEqual([{ code: 'BAD_REQUEST' }, []])
  })

  it.each([
    [apiError('INSUFFICIENT_PERMISSIONS'), 403],
    [apiError('RATE_LIMIT_EXCEEDED'), 429],
    [Object.assign(apiError('NOT_FOUND'), { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', status: 400 } }), 200],
    [new Error('unexpected'), 500],
  ])('that is refused before it runs has the status of its error', async (refusal, status) => {
    const { post, runs } = serve({ refusal })
    const response = await post({ query: '{ one }' })
    expect([response.statusCode, Object.keys(response.json<object>()), runs]).toEqual([status, ['errors'], []])
  })

  it('is marked in the sandbox, also when it is refused', async () => {
    const identity = { ...live, environment: 'sandbox' } as const
    expect((await serve({ identity }).post({ query: '{ one }' })).json()).toEqual({
      data: { one: 1 },
      extensions: { _sandbox: true },
    })
    const refused = await serve({ identity, refusal: apiError('NOT_FOUND') }).post({ query: '{ one }' })
    expect(refused.json()).toMatchObject({ extensions: { _sandbox: true } })
  })

  it('names that it is a replay, and the language of that', async () => {
    const idempotent = { key: 'k', apiKey: 'a', replayed: { locale: 'es' } } as const
    const { headers } = await serve({ idempotent }).post({ query: 'mutation { one }' })
    expect([headers['idempotent-replayed'], headers['content-language']]).toEqual(['true', 'es'])
    expect((await serve().post({ query: '{ one }' })).headers['idempotent-replayed']).toBeUndefined()
  })

  it('of a facade that only checks the caller is not run', async () => {
    const { post, authorized, requested } = serve({ authorizesOnly: true })
    expect((await post({ query: '{ one }' })).json()).toEqual({ data: null })
    expect([authorized, requested]).toEqual([[{ query: '{ one }' }], []])
  })

  it('is streamed to a client that reads streams', async () => {
    const { post, runs } = serve()
    const { body } = await post({ query: '{ one }' }, { accept: 'text/event-stream' })
    expect([body, runs]).toEqual(['streamed as text/event-stream; charset=utf-8', []])
  })
})

describe('an operation by GET', () => {
  it.each([
    ['x-api-key', 'any'],
    ['graphql-require-preflight', '1'],
    ['apollo-require-preflight', 'true'],
    ['x-apollo-operation-name', 'A'],
    ['authorization', 'bearer any'],
    ['authorization', 'Bearer'],
  ])('is run with the header %s: %s', async (name, value) => {
    const { get, requested } = serve()
    const query = { query: '{ one }', variables: '{"a":1}', extensions: '{"b":2}', operationName: 'A' }
    expect((await get(query, { [name]: value })).statusCode).toBe(200)
    expect(requested).toEqual([{ query: '{ one }', operationName: 'A', variables: { a: 1 }, extensions: { b: 2 } }])
  })

  it.each([
    {},
    { authorization: 'Basic eDp5' },
    { authorization: 'Negotiate x' },
    { 'x-api-key': '' },
    { cookie: 'a=b' },
  ])('is refused with %j, which a page of another origin could have sent', async (headers) => {
    const { get, requested } = serve()
    const { errors } = (await get({ query: '{ one }' }, headers as Record<string, string>)).json<{
      errors: [{ message: string }]
    }>()
    expect([errors[0].message, requested]).toEqual([expect.stringContaining('against forged requests'), []])
  })

  it('changes nothing: a mutation is 405', async () => {
    const { get, runs } = serve()
    const response = await get({ query: 'mutation { one }' }, { 'x-api-key': 'any' })
    expect([response.headers['allow'], runs]).toEqual(['POST', []])
    expect(response.json()).toMatchObject({ errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] })
  })

  it.each(['{', '7', '[]', `${'['.repeat(200)}${']'.repeat(200)}`])('refuses the variables %s', async (variables) => {
    const { get, requested } = serve()
    expect((await get({ query: '{ one }', variables }, { 'x-api-key': 'any' })).json()).toMatchObject({
      errors: [{ message: expect.stringContaining('variables') }],
    })
    expect(requested).toEqual([])
  })

  it('takes empty variables as none', async () => {
    const { get, requested } = serve()
    await get({ query: '{ one }', variables: '', extensions: '' }, { 'x-api-key': 'any' })
    expect(requested).toEqual([{ query: '{ one }' }])
  })
})

describe('a response in memory', () => {
  const data = { list: Array.from({ length: 100 }, (_, id) => ({ id, name: 'Gran Cenote' })) }

  /** The same response for each request, to callers with the budget that is set. */
  function fromMemory() {
    const grown: number[] = []
    const json = new ResponseJson(Buffer.from(JSON.stringify(data)))
    const response = new CachedResponse(json, (_self, bytes) => grown.push(bytes))
    const caller = { budget: 1_000 }
    const { post } = serve({
      result: () => ({
        data: json,
        extensions: { cost: { requested: 5, budget: caller.budget } },
        [foundInCache]: { status: 'hit', response },
      }),
    })
    const read = async (accepted?: string) => {
      const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted }
      const response = await post({ query: '{ list }' }, headers)
      const coding = response.headers['content-encoding']
      const text = coding === 'br' ? brotliDecompressSync(response.rawPayload).toString() : response.body
      return { coding, body: JSON.parse(text) as unknown, cache: response.headers['x-cache'] }
    }
    /** The bytes of forms that were made, without the names of values that were derived. */
    const forms = (): number[] => grown.filter((bytes) => bytes > 130)
    return { caller, read, forms, grown }
  }
  const bodyFor = (budget: number) => ({ data, extensions: { cost: { requested: 5, budget } } })

  it('is compressed once for callers with the same budget, and counted where it is stored', async () => {
    const { caller, read, forms } = fromMemory()
    for (let round = 0; round < 3; round += 1)
      expect(await read('br')).toEqual({ coding: 'br', body: bodyFor(1_000), cache: 'hit' })
    expect(forms()).toHaveLength(1)
    caller.budget = 5_000
    for (let round = 0; round < 3; round += 1) expect((await read('br')).body).toEqual(bodyFor(5_000))
    expect(forms()).toHaveLength(2)
    caller.budget = 1_000
    expect((await read('br')).body).toEqual(bodyFor(1_000))
    expect(forms()).toHaveLength(2)
  })

  it('has no forms for clients that accept none', async () => {
    const { read, grown } = fromMemory()
    expect(await read()).toEqual({ coding: undefined, body: bodyFor(1_000), cache: 'hit' })
    expect(grown).toEqual([])
  })
})
