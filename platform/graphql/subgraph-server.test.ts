import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { GraphQLError, parse } from 'graphql'
import { createLogger } from '../process/logger.ts'
import { WorkAccount, workClock } from '../process/work-account.ts'
import { IdentitySigner, type Identity } from '../trust/identity.ts'
import { waitingCaller } from './waiting-caller.ts'
import type { GraphQLExecutor } from './executor.ts'
import { responseToHead } from '../../tests/testkit/unfinished.ts'
import { httpExecutor, ownMediaTypes } from './http-executor.ts'
import { serveSubgraph } from './subgraph-server.ts'

const identity: Identity = { partnerId: 'p', environment: 'sandbox', scopes: [], locale: 'en', requestId: 'test' }
const signer = new IdentitySigner('a secret of the test')

/** The calls of the subgraph's resolvers, and the promises that they wait for. */
const calls: string[] = []
interface Latch {
  readonly opened: Promise<void>
  open(): void
}
function latch(): Latch {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}
let gate = { reached: latch(), passed: latch() }
const closeGate = (): void => void (gate = { reached: latch(), passed: latch() })

const slow = async (): Promise<{ next: () => string }> => {
  calls.push('slow')
  gate.reached.open()
  await gate.passed.opened
  return { next: () => (calls.push('next'), 'done') }
}
const caller = (_: unknown, _args: unknown, requester: Identity): boolean => waitingCaller(requester) !== undefined

const schema = buildSubgraphSchema({
  typeDefs: parse(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
    type Query { who: String text(of: String! = "é ✓ \\u2028"): String list: [Int]! broken: Int refused: Int slow: Slow
      caller: Boolean busy: Boolean }
    type Mutation { slow: Slow caller: Boolean }
    type Slow { next: String }`),
  resolvers: {
    Query: {
      who: (_: unknown, _args: unknown, { requestId }: Identity) => requestId,
      text: (_: unknown, { of }: { of: string }) => of,
      list: () => [1, 'two', 3],
      broken: () => {
        throw new Error('the secret reason')
      },
      refused: () => {
        throw new GraphQLError('No', { extensions: { code: 'REFUSED' } })
      },
      slow,
      caller,
      busy: () => {
        workClock.current?.add(1_000)
        return true
      },
    },
    Mutation: { slow, caller },
  } as never,
})

describe('a subgraph in its own process', () => {
  let server: Awaited<ReturnType<typeof serveSubgraph>>
  let executor: GraphQLExecutor
  let ended = 0
  beforeAll(async () => {
    server = await serveSubgraph(
      {
        name: 'test',
        schema,
        createContext: (requester) => requester,
        check: async () => undefined,
        close: async () => void (ended += 1),
      },
      { host: '127.0.0.1', port: 0, signer, logger: createLogger('silent', 'test') },
    )
    executor = httpExecutor(server.url, signer, 'test')
  })
  afterAll(async () => {
    await executor.close()
    await server.close()
    expect(ended).toBe(1)
  })

  it('returns the values of its resolvers, in the name of the caller', async () => {
    const query = 'query ($of: String) { who text(of: $of) same: text list }'
    for (const given of ['"quoted"', 'é ✓'])
      expect(await executor.execute({ query, variables: { of: given } }, identity)).toEqual({
        data: { who: 'test', text: given, same: 'é ✓ \u2028', list: [1, null, 3] },
        errors: [
          {
            message: 'Int cannot represent non-integer value: "two"',
            path: ['list', 1],
            extensions: { code: 'INTERNAL_SERVER_ERROR' },
          },
        ],
      })
  })

  it('returns the processor time of its requests, which the caller has used', async () => {
    const account = new WorkAccount()
    workClock.switchTo(account)
    await executor.execute({ query: '{ busy }' }, identity)
    expect(account.used).toBeGreaterThanOrEqual(1_000)
  })

  it('returns refusals as they are, and hides what failed, the first time as later', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { data, errors } = await executor.execute({ query: '{ broken refused }' }, identity)
      expect(data).toEqual({ broken: null, refused: null })
      expect(errors).toEqual([
        { message: 'Internal error', path: ['broken'], extensions: { code: 'INTERNAL_ERROR' } },
        { message: 'No', path: ['refused'], extensions: { code: 'REFUSED' } },
      ])
    }
  })

  it('refuses variables that do not fit, also of a text that it has run', async () => {
    const query = 'query Named($of: String!) { text(of: $of) }'
    for (const given of ['a', undefined, 'b', undefined]) {
      const { data, errors } = await executor.execute(
        { query, operationName: 'Named', variables: { of: given } },
        identity,
      )
      if (given !== undefined) expect(data).toEqual({ text: given })
      else expect([data, errors?.[0]?.extensions['code']]).toEqual([undefined, 'BAD_USER_INPUT'])
    }
  })

  it('refuses a token for another operation, also of a text that it has run', async () => {
    const body = JSON.stringify({ query: '{ who }' })
    await executor.execute({ query: '{ who }' }, identity)
    const ask = async (token: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', accept: ownMediaTypes, 'x-identity': token }
      return (await fetch(server.url, { method: 'POST', headers, body })).status
    }
    const token = await signer.sign(identity, 'test', body)
    expect([await ask(token), await ask(token)]).toEqual([200, 401])
    expect(await ask(await signer.sign(identity, 'test', `${body} `))).toBe(401)
    expect(await ask(await signer.sign(identity, 'other', body))).toBe(401)
  })

  it('responds to queries that are sent together, each as alone, the first time as later', async () => {
    for (let count = 0; count < 3; count += 1) {
      const [who, broken, unknown, text] = await Promise.all(
        ['{ who }', '{ broken refused }', '{ nothing }', 'query ($of: String) { text(of: $of) }'].map((query) =>
          executor.execute({ query, variables: { of: 'é ✓' } }, identity),
        ),
      )
      expect([who, text]).toEqual([{ data: { who: 'test' } }, { data: { text: 'é ✓' } }])
      expect([broken?.data, broken?.errors?.map(({ message }) => message)]).toEqual([
        { broken: null, refused: null },
        ['Internal error', 'No'],
      ])
      expect([unknown?.data, unknown?.errors?.[0]?.extensions['code']]).toEqual([
        undefined,
        'GRAPHQL_VALIDATION_FAILED',
      ])
    }
  })

  it('responds to queries that were accepted before and are sent together', async () => {
    const queries = ['{ who }', '{ list }', 'query ($of: String!) { text(of: $of) }']
    const ask = () =>
      Promise.all(
        queries.map((query) => executor.execute({ query, variables: { of: count === 3 ? null : 'a' } }, identity)),
      )
    let count = 0
    for (; count < 3; count += 1)
      expect((await ask()).map(({ data }) => Object.keys(data ?? {})[0])).toEqual(['who', 'list', 'text'])
    const [who, list, text] = await ask()
    expect([who?.data, list?.data]).toEqual([{ who: 'test' }, { list: [1, null, 3] }])
    expect([text?.data, text?.errors?.[0]?.extensions['code']]).toEqual([undefined, 'BAD_USER_INPUT'])
  })

  it.each([
    ['is no GraphQL', '{', 'GRAPHQL_PARSE_FAILED'],
    ['does not fit the schema', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['has a variable of a wrong type', 'query ($of: Int!) { text(of: $of) }', 'GRAPHQL_VALIDATION_FAILED'],
    ['has a variable without its value', 'query ($of: String!) { text(of: $of) }', 'BAD_USER_INPUT'],
  ])('refuses a document that %s', async (_what, query, code) => {
    const { data, errors } = await executor.execute({ query }, identity)
    expect([data, errors?.[0]?.extensions['code']]).toEqual([undefined, code])
  })

  it('refuses a request without a signed identity', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ who }"}',
    })
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('UNAUTHENTICATED')])
  })

  const respondUnread = (bytes: number, token?: string) =>
    responseToHead(server.url, {
      'Content-Length': String(bytes),
      ...(token === undefined ? {} : { 'x-identity': token }),
    })

  it('refuses what is not signed, or for another audience, before its body has been sent', async () => {
    const others = await new IdentitySigner('another secret').sign(identity, 'test', '{}')
    const elsewhere = await signer.sign(identity, 'other', '{}')
    for (const token of [undefined, 'x', others, elsewhere]) {
      const { status, body } = await respondUnread(6_000_000, token)
      expect([status, body.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED'])
    }
    await expect(respondUnread(6_000_000, await signer.sign(identity, 'test', '{}'))).rejects.toThrow('aborted')
  })

  it('refuses a signed body that is announced as too large before it has been sent', async () => {
    expect((await respondUnread(17_000_000, await signer.sign(identity, 'test', '{}'))).status).toBe(413)
  })

  it('parses nothing that is not what was signed', async () => {
    const parse = jest.spyOn(JSON, 'parse')
    const ask = async (token: string, body: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-identity': token }
      return (await fetch(server.url, { method: 'POST', headers, body })).status
    }
    const parsed = (body: string): boolean => parse.mock.calls.some(([text]) => String(text) === body)
    const [own, foreign] = [JSON.stringify({ query: '{ who }' }), `[${'{},'.repeat(1_000_000)}{}]`]
    const token = await signer.sign(identity, 'test', own)
    expect([await ask(token, foreign), parsed(foreign)]).toEqual([401, false])
    expect([await ask(token, own), parsed(own)]).toEqual([200, true])
    parse.mockRestore()
  })

  const leave = async (query: string): Promise<void> => {
    closeGate()
    calls.length = 0
    const caller = new AbortController()
    const result = executor.execute({ query }, identity, { signal: caller.signal })
    await gate.reached.opened
    caller.abort()
    await expect(result).rejects.toMatchObject({ name: 'CallerLeft' })
    // The server learns of it before it responds to another request.
    await executor.execute({ query: '{ who }' }, identity)
    gate.passed.open()
    await executor.execute({ query: '{ who }' }, identity)
  }

  it('does not continue a query whose caller has left', async () => {
    await leave('{ slow { next } }')
    expect(calls).toEqual(['slow'])
  })

  it('does not continue a query whose caller waits no longer', async () => {
    closeGate()
    calls.length = 0
    const impatient = httpExecutor(server.url, signer, 'test', { timeoutMilliseconds: 3_000 })
    await expect(impatient.execute({ query: '{ slow { next } }' }, identity)).rejects.toMatchObject({
      name: 'Unavailable',
    })
    await impatient.close()
    gate.passed.open()
    await executor.execute({ query: '{ who }' }, identity)
    expect(calls).toEqual(['slow'])
  })

  it('completes a mutation in any case', async () => {
    await leave('mutation { slow { next } }')
    expect(calls).toEqual(['slow', 'next'])
  })

  it('has what it asks of others end with the caller, but not for a mutation', async () => {
    expect(await executor.execute({ query: '{ caller }' }, identity)).toEqual({ data: { caller: true } })
    expect(await executor.execute({ query: 'mutation { caller }' }, identity)).toEqual({ data: { caller: false } })
  })
})
