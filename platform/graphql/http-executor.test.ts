import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { loopbackCertificate } from '../../tests/testkit/certificate.ts'
import { isDependencyDown } from '../process/failures.ts'
import { IdentitySigner, type Identity } from '../trust/identity.ts'
import type { GraphQLExecutor } from './executor.ts'
import { httpExecutor, type HttpExecutorOptions } from './http-executor.ts'
import { eventually, quietFor } from '../../tests/testkit/eventually.ts'
import { slowFor } from '../../tests/testkit/pauses.ts'

const identity: Identity = { partnerId: 'p', environment: 'sandbox', scopes: [], locale: 'en', requestId: 'test' }
const signer = new IdentitySigner('a secret of the test')
const work = { query: '{ work }' }
const mutation = { query: 'mutation { work }' }

const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const done = (response: ServerResponse): void => json(response, { data: { done: true } })

type Behaviour = (response: ServerResponse, request: IncomingMessage, attempt: number, body: string) => void

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A server that treats operations as a test says, and an executor for it. */
async function against(behave: Behaviour, options?: HttpExecutorOptions, secure = false) {
  const requests: IncomingMessage[] = []
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void text(request).then((body) => {
      // Checks whether it is alive always get a response.
      if (body.includes('__typename')) return json(response, { data: { __typename: 'Query' } })
      requests.push(request)
      behave(response, request, requests.length, body)
    })
  const server: Server = secure ? createSecureServer(loopbackCertificate, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http${secure ? 's' : ''}://127.0.0.1:${port}/graphql`
  const executor = httpExecutor(url, signer, 'catalog', options)
  ends.push(async () => {
    server.closeAllConnections()
    server.close()
    await executor.close()
  })
  return { executor, requests, server, url }
}

/** The failure of an operation. */
const failureOf = (executor: GraphQLExecutor, operation = work): Promise<Error> =>
  executor.execute(operation, identity).then(
    (result) => expect(result).toBeUndefined() as never,
    (error: Error) => error,
  )

describe('a subgraph in another process', () => {
  it('may take long, also for more requests than there are connections', async () => {
    const { executor } = await against((response) => void slowFor(3_500).then(() => done(response)))
    const responses = await Promise.all(Array.from({ length: 70 }, () => executor.execute(work, { ...identity })))
    expect(responses.filter(({ data }) => data?.['done'] !== true)).toEqual([])
  })

  it('fails when it does not respond at all, and is named', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const executor = httpExecutor(`http://127.0.0.1:${port}/graphql`, signer, 'catalog')
    ends.push(async () => {
      server.closeAllConnections()
      server.close()
      await executor.close()
    })
    expect(await failureOf(executor)).toMatchObject({
      name: 'Unavailable',
      message: expect.stringContaining('The subgraph catalog'),
    })
  })

  it('is asked over https when its certificate is one of an accepted authority', async () => {
    const { executor, url } = await against(done, { certificates: loopbackCertificate.cert }, true)
    expect(await executor.execute(work, identity)).toEqual({ data: { done: true } })
    const distrustful = httpExecutor(url, signer, 'catalog')
    ends.push(() => distrustful.close())
    expect((await failureOf(distrustful)).message).toMatch(/self-signed|certificate/)
  })

  it('keeps its connections between requests', async () => {
    const { executor, requests } = await against(done)
    for (let count = 0; count < 20; count += 1) await executor.execute(work, identity)
    // One may still be finishing when the next request begins.
    expect(new Set(requests.map(({ socket }) => socket)).size).toBeLessThan(3)
  })
})

describe('queries that one caller begins at the same moment', () => {
  const named = (name: string) => ({ query: `{ ${name} }` })
  /** Returns the text of every operation of a request, and records it. */
  const echo =
    (texts: string[][]): Behaviour =>
    (response, _request, _attempt, body) => {
      const sent = JSON.parse(body) as { query: string } | { query: string }[]
      texts.push([sent].flat().map(({ query }) => query))
      const echo = ({ query }: { query: string }) => ({ data: { query } })
      json(response, Array.isArray(sent) ? sent.map(echo) : echo(sent))
    }

  it('are sent together, and get responses one by one; those of others and mutations are not', async () => {
    const texts: string[][] = []
    const { executor } = await against(echo(texts))
    const other = { ...identity }
    const responses = await Promise.all([
      executor.execute(named('a'), identity),
      executor.execute(named('b'), identity, { signal: new AbortController().signal }),
      executor.execute(mutation, identity, { isMutation: true }),
      executor.execute(named('c'), other),
      executor.execute(named('d'), identity),
    ])
    expect(responses.map(({ data }) => data?.['query'])).toEqual(['{ a }', '{ b }', mutation.query, '{ c }', '{ d }'])
    expect(texts.map((sent) => sent.join()).sort()).toEqual(['mutation { work }', '{ a },{ b },{ d }', '{ c }'])
  })

  it('are sent in several requests where they are many', async () => {
    const texts: string[][] = []
    const { executor } = await against(echo(texts))
    const all = Array.from({ length: 50 }, (_, index) => `n${index}`)
    const responses = await Promise.all(all.map((name) => executor.execute(named(name), identity)))
    expect(responses.map(({ data }) => data?.['query'])).toEqual(all.map((name) => `{ ${name} }`))
    expect(texts.map(({ length }) => length).sort()).toEqual([10, 20, 20])
  })

  it('have errors of their own, and share those of the request', async () => {
    const { executor } = await against((response, _request, attempt) =>
      attempt === 1
        ? json(response, [{ data: { a: 1 } }, { errors: [{ message: 'No' }] }])
        : json(response, { errors: [{ message: 'Who are you?' }] }, 401),
    )
    const ask = () => Promise.all(['a', 'b'].map((name) => executor.execute(named(name), identity)))
    expect(await ask()).toEqual([{ data: { a: 1 } }, { errors: [{ message: 'No' }] }])
    expect(await ask()).toEqual(['a', 'b'].map(() => ({ errors: [{ message: 'Who are you?' }] })))
  })

  it.each<[string, unknown]>([
    ['too few results', [{ data: { a: 1 } }]],
    ['one result', { data: { a: 1 } }],
    ['a result that is none', [{ data: { a: 1 } }, { message: 'What?' }]],
  ])('fail when the response has %s', async (_what, body) => {
    const { executor } = await against((response) => json(response, body))
    const results = await Promise.allSettled(['a', 'b'].map((name) => executor.execute(named(name), identity)))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('are sent again together', async () => {
    const { executor, requests } = await against((response, _request, attempt) =>
      attempt === 1 ? json(response, {}, 503) : json(response, [{ data: { a: 1 } }, { data: { b: 2 } }]),
    )
    const responses = await Promise.all(['a', 'b'].map((name) => executor.execute(named(name), identity)))
    expect([responses, requests.length]).toEqual([[{ data: { a: 1 } }, { data: { b: 2 } }], 2])
  })

  it('end when the last caller that waits for one has left', async () => {
    const { executor, requests } = await against(() => undefined)
    const [first, last] = [new AbortController(), new AbortController()]
    const results = [first, last].map(({ signal }, index) =>
      executor.execute(named(`n${index}`), identity, { signal }).then(
        () => 'completed',
        (error: Error) => error.name,
      ),
    )
    await eventually(() => requests.length, 1)
    const closed = once(requests[0]!.socket, 'close')
    first.abort()
    await quietFor(50, () => requests[0]!.socket.destroyed, false)
    last.abort()
    await closed
    expect(await Promise.all(results)).toEqual(['CallerLeft', 'CallerLeft'])
  })
})

describe('a response that is not GraphQL', () => {
  const reply =
    (type: string | undefined, body: string, status = 200): Behaviour =>
    (response) =>
      void response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body)
  const whole = '{"data":{"done":true}}'
  it.each<[string, Behaviour]>([
    ['HTML', reply('text/html', '<html>')],
    ['HTML that says it is JSON', reply('application/json', '<html>')],
    ['JSON of another media type', reply('text/plain', whole)],
    ['JSON without a media type', reply(undefined, whole)],
    ['nothing', reply('application/json', '')],
    ['half a JSON', reply('application/json', whole.slice(0, 12))],
    [
      'a body that breaks off',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(whole.length) })
        response.write(whole.slice(0, 12), () => response.destroy())
      },
    ],
    ['a list', reply('application/json', `[${whole}]`)],
    ['a text', reply('application/json', '"done"')],
    ['null', reply('application/json', 'null')],
    ['neither data nor errors', reply('application/json', '{"message":"Not found"}')],
    ['null data without errors', reply('application/json', '{"data":null}')],
    ['data of a wrong type', reply('application/json', '{"data":[1]}')],
    ['errors of a wrong type', reply('application/json', '{"data":{"done":true},"errors":"no"}')],
    ['errors without messages', reply('application/json', '{"data":{"done":true},"errors":[{"code":1}]}')],
    ['data with a status of failure', reply('application/json', whole, 500)],
    ['a redirection', reply('text/html', '', 302)],
    ['more than 50 MB', reply('application/json', JSON.stringify({ data: { done: 'x'.repeat(50_000_001) } }))],
  ])('is a failure that names the subgraph: %s', async (_name, behave) => {
    const { executor } = await against(behave)
    const failure = await failureOf(executor)
    expect(failure.message).toMatch(/^The subgraph catalog at 127\.0\.0\.1:\d+ failed: /)
    expect(isDependencyDown(failure)).toBe(true)
  })

  it('is none with errors alone, whatever its status, nor with data and an empty list of errors', async () => {
    const errors = [{ message: 'No', path: ['work'], extensions: { code: 'A' } }]
    for (const [body, status, result] of [
      [{ errors }, 400, { errors }],
      [
        { errors: [{ message: 'No', path: 'work', extensions: 7, locations: 'x' }] },
        200,
        { errors: [{ message: 'No' }] },
      ],
      [{ data: { done: true }, errors: [] }, 200, { data: { done: true } }],
      [{ data: null, errors }, 200, { data: null, errors }],
    ] as const) {
      const { executor } = await against((response) => json(response, body, status))
      expect(await executor.execute(work, identity)).toEqual(result)
    }
  })
})

describe('an operation that a subgraph did not get', () => {
  const failing = (times: number, fail: (response: ServerResponse) => void): Behaviour => {
    return (response, _request, attempt) => (attempt <= times ? fail(response) : done(response))
  }
  const breakOff = (response: ServerResponse): void => void response.destroy()
  const unavailable = (response: ServerResponse): void => void response.writeHead(503).end()

  it.each([
    ['its connection broke', breakOff],
    ['a proxy returned 503', unavailable],
  ])('is sent again twice if it is a query: %s', async (_name, fail) => {
    const { executor, requests } = await against(failing(2, fail))
    expect(await executor.execute(work, identity)).toEqual({ data: { done: true } })
    // Each attempt has a token of its own, because a token is for one use.
    expect(new Set(requests.map(({ headers }) => headers['x-identity'])).size).toBe(3)
    const third = await against(failing(3, fail))
    await failureOf(third.executor)
    expect(third.requests).toHaveLength(3)
  })

  it.each([
    ['its connection broke', breakOff],
    ['a proxy returned 503', unavailable],
  ])('is not sent again if it may be a mutation: %s', async (_name, fail) => {
    const { executor, requests } = await against(failing(1, fail))
    await failureOf(executor, mutation)
    const marked = await executor.execute({ query: '{ work }' }, identity, { isMutation: true })
    expect(marked).toEqual({ data: { done: true } })
    expect(requests).toHaveLength(2)
    const flagged = await against(failing(1, fail))
    await expect(flagged.executor.execute(work, identity, { isMutation: true })).rejects.toThrow('catalog')
    expect(flagged.requests).toHaveLength(1)
  })

  it('is not sent again after its time', async () => {
    const { executor, requests } = await against(failing(1, breakOff), { timeoutMilliseconds: 20 })
    await failureOf(executor)
    expect(requests.length).toBeLessThan(2)
  })
})

describe('a subgraph that fails again and again', () => {
  it('is not asked for a moment, except by checks, and then tried again', async () => {
    let isDown = true
    const { executor, requests } = await against((response) => (isDown ? response.destroy() : done(response)))
    for (let count = 0; count < 5; count += 1) await failureOf(executor, mutation)
    expect((await failureOf(executor)).message).toContain('not tried')
    expect(requests).toHaveLength(5)
    isDown = false
    const recovered = (): Promise<boolean> =>
      executor.execute(work, identity).then(
        () => true,
        () => false,
      )
    await eventually(recovered, true)
    expect(requests).toHaveLength(6)
  })

  it('is asked as usual when it is only the response that is of no use', async () => {
    const { executor, requests } = await against((response) => void response.end('<html>'))
    for (let count = 0; count < 8; count += 1) await failureOf(executor)
    expect(requests).toHaveLength(8)
  })
})

describe('a caller that leaves', () => {
  it('takes its request with it, and says nothing about the subgraph', async () => {
    let aborted = 0
    const { executor, requests } = await against((response) => void response.on('close', () => (aborted += 1)))
    for (let count = 1; count <= 6; count += 1) {
      const leaving = new AbortController()
      const result = executor.execute(work, identity, { signal: leaving.signal })
      const isRejected = expect(result).rejects.toMatchObject({ name: 'CallerLeft' })
      await eventually(() => requests.length, count)
      leaving.abort()
      await isRejected
      await eventually(() => aborted, count)
    }
  })

  it('before its request was sent sends none', async () => {
    const { executor, requests } = await against(done)
    await expect(executor.execute(work, identity, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'CallerLeft',
    })
    expect(requests).toEqual([])
  })

  it('reports how long it waits', async () => {
    const { executor, requests } = await against(done, { timeoutMilliseconds: 5_000 })
    await executor.execute(work, identity)
    const milliseconds = Number(requests[0]?.headers['x-deadline-ms'])
    expect(milliseconds).toBeGreaterThan(1_000)
    expect(milliseconds).toBeLessThanOrEqual(5_000)
  })
})
