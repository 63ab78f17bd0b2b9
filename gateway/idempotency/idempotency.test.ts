import { afterEach, describe, expect, it } from '@jest/globals'
import type { Identity } from '../../platform/trust/identity.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { createIdempotency, idempotentRequest, replayHeaders, type StorableResult } from './idempotency.ts'
import type { Claim, IdempotencyRepository } from './repository.ts'

interface Stored {
  readonly fingerprint: string
  readonly operation: string
  state: 'claimed' | 'released' | 'completed'
  response: Buffer
}

/** A repository in memory, with what it was called for. */
function memoryRepository() {
  const requests = new Map<string, Stored>()
  const calls: string[] = []
  const at = (id: Buffer): Stored => requests.get(id.toString('hex')) as Stored
  const repository: IdempotencyRepository = {
    claim(id, fingerprint): Promise<Claim> {
      const name = id.toString('hex')
      const known = requests.get(name)
      const digest = fingerprint.toString('hex')
      if (known && known.fingerprint !== digest) return Promise.resolve({ outcome: 'reused' })
      if (known?.state === 'claimed') return Promise.resolve({ outcome: 'in_use' })
      if (known?.state === 'completed')
        return Promise.resolve({ outcome: 'completed', response: known.response, locale: 'es' })
      const operation = known?.operation ?? `operation ${requests.size + 1}`
      requests.set(name, { fingerprint: digest, operation, state: 'claimed', response: Buffer.alloc(0) })
      return Promise.resolve({ outcome: 'claimed', operation })
    },
    store(id, _operation, { response }) {
      calls.push('store')
      Object.assign(at(id), { state: 'completed', response })
      return Promise.resolve()
    },
    release(id) {
      calls.push('release')
      at(id).state = 'released'
      return Promise.resolve()
    },
    forget(id) {
      calls.push('forget')
      requests.delete(id.toString('hex'))
      return Promise.resolve()
    },
    dropAbove: () => Promise.resolve(false),
    prune: () => Promise.resolve(false),
    close: () => Promise.resolve(),
  }
  return { repository, requests, calls }
}

const identity = (): Identity => ({
  partnerId: 'p',
  environment: 'sandbox',
  scopes: [],
  locale: 'es',
  requestId: 'test',
})
const request = (key = 'k1', apiKey = 'sk_test_one') => {
  const made = idempotentRequest(apiKey, { key })
  if (!made) throw new Error('There is a key')
  return made
}
const operation = { query: 'mutation { pay { id } }' }
const failed = (status: number, data: object | null = null): StorableResult => ({
  data,
  errors: [{ extensions: { status } }],
})
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: { extensions?: { code?: string } }) => error.extensions?.code,
  )

describe('a request under an Idempotency-Key', () => {
  const closes: (() => Promise<void>)[] = []
  afterEach(() => Promise.all(closes.splice(0).map((close) => close())))

  function idempotency() {
    const memory = memoryRepository()
    const repositories = { live: memoryRepository().repository, sandbox: memory.repository }
    const limits = { responses: 100, bytes: 1_000_000 }
    const made = createIdempotency(repositories, limits, createLogger('silent', 'test'))
    closes.push(() => made.close())
    return { ...memory, idempotency: made }
  }

  it('runs once, and is then given its first result, marked as a replay in its language', async () => {
    const { idempotency: once } = idempotency()
    let runs = 0
    const run = () => Promise.resolve({ data: { pay: { id: `${(runs += 1)}` } } })
    const [first, second] = [request(), request()]
    expect(await once.once(first, operation, identity(), run)).toEqual({ data: { pay: { id: '1' } } })
    expect(replayHeaders(first.replayed)).toEqual({})
    expect(await once.once(second, operation, identity(), run)).toEqual({ data: { pay: { id: '1' } } })
    expect(replayHeaders(second.replayed)).toEqual({ 'idempotent-replayed': 'true', 'content-language': 'es' })
    expect(runs).toBe(1)
  })

  it('is another one for another key, another API key and another path', async () => {
    const { idempotency: once } = idempotency()
    let runs = 0
    const run = () => Promise.resolve({ data: { runs: (runs += 1) } })
    for (const one of [request(), request('k2'), request('k1', 'sk_test_two'), { ...request(), scope: 'POST /x' }])
      await once.once(one, operation, identity(), run)
    expect(runs).toBe(4)
  })

  it('is refused for another operation, and while the first attempt runs', async () => {
    const { idempotency: once } = idempotency()
    let finish = (): void => undefined
    const running = once.once(
      request(),
      operation,
      identity(),
      () => new Promise<StorableResult>((resolve) => (finish = () => resolve({ data: {} }))),
    )
    const again = (of: object) => codeOf(once.once(request(), of, identity(), () => Promise.resolve({})))
    expect(await again(operation)).toBe('IDEMPOTENCY_KEY_IN_USE')
    expect(await again({ query: 'mutation { other }' })).toBe('IDEMPOTENCY_KEY_REUSED')
    finish()
    await running
  })

  it.each(['', 'with space', 'ñ', 'x'.repeat(256)])('is refused for a malformed key: %j', async (key) => {
    const { idempotency: once, requests } = idempotency()
    expect(await codeOf(once.once(request(key), operation, identity(), () => Promise.resolve({})))).toBe(
      'ERROR_VALIDACION',
    )
    expect(requests.size).toBe(0)
  })

  it('has its response stored so that only its API key reads it', async () => {
    const { idempotency: once, requests } = idempotency()
    await once.once(request(), operation, identity(), () => Promise.resolve({ data: { secret: 'whsec_1' } }))
    const [stored] = requests.values()
    expect(stored?.response.length).toBeGreaterThan(0)
    expect(stored?.response.includes('whsec_1')).toBe(false)
    expect(JSON.stringify([...requests])).not.toContain('sk_test_one')
    // What was changed in the database is not taken for the response.
    stored?.response.writeUInt8((stored.response.at(-1) ?? 0) ^ 1, stored.response.length - 1)
    await expect(once.once(request(), operation, identity(), () => Promise.resolve({}))).rejects.toThrow()
  })

  it('is known to be done, without its response, when that is too long to store', async () => {
    const { idempotency: once } = idempotency()
    const long = { data: { text: 'x'.repeat(512 * 1_024) } }
    expect(await once.once(request(), operation, identity(), () => Promise.resolve(long))).toBe(long)
    expect(await codeOf(once.once(request(), operation, identity(), () => Promise.resolve({})))).toBe(
      'IDEMPOTENCY_ANSWER_NOT_STORED',
    )
  })

  it.each<[string, StorableResult, string]>([
    ['a success is stored', { data: { pay: { id: '1' } } }, 'store'],
    ['a refusal by a rule is stored', failed(409, { pay: null }), 'store'],
    ['invalid input is forgotten', failed(400, { pay: null }), 'forget'],
    ['a request over its limit is forgotten', failed(429), 'forget'],
    ['invalid input beside something that was done may be retried', failed(400, { a: { id: 1 }, b: null }), 'release'],
    ['an internal error may be retried', failed(500), 'release'],
    ['an error without a status may be retried', { data: null, errors: [{}] }, 'release'],
  ])('has a result that is stored where a repetition could not fare better: %s', async (_what, result, call) => {
    const { idempotency: once, calls } = idempotency()
    await once.once(request(), operation, identity(), () => Promise.resolve(result))
    expect(calls).toEqual([call])
  })

  it('may be retried under the same name of its work after it failed', async () => {
    const { idempotency: once, calls } = idempotency()
    const [first, second] = [identity(), identity()]
    await expect(once.once(request(), operation, first, () => Promise.reject(new Error('away')))).rejects.toThrow(
      'away',
    )
    await once.once(request(), operation, second, () => Promise.resolve({ data: {} }))
    expect(calls).toEqual(['release', 'store'])
    expect([first.operation, second.operation]).toEqual(['operation 1', 'operation 1'])
  })

  it('needs an API key', () => {
    for (const apiKey of [undefined, '', ['a', 'b']]) expect(idempotentRequest(apiKey, { key: 'k' })).toBeUndefined()
    expect(idempotentRequest('sk_test_one', undefined)).toBeUndefined()
  })
})
