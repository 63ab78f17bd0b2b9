import { describe, expect, it } from '@jest/globals'
import type { Identity } from '../../platform/trust/identity.ts'
import { CachedResponses } from './cached-responses.ts'
import type { FactCache } from './fact-cache.ts'
import { FactStore } from './fact-store.ts'

const caller: Identity = { partnerId: 'one', environment: 'sandbox', scopes: [], locale: 'en', requestId: 'test' }
const dependencies = { tags: ['sandbox cenote:1'], startedAt: 0, until: Infinity }

/** Responses in a store of so many bytes; `ready` says whether the cache may be used. */
function responsesIn(bytes = 100_000, ready: true | Promise<boolean> = true) {
  const store = new FactStore(bytes, { onRead: () => undefined, onRemoval: () => undefined }, () => 1)
  const cache = { store, ready: () => ready } as unknown as FactCache
  return { store, responses: new CachedResponses(cache) }
}

describe('the key of a response', () => {
  const keyOf = (variables: object = {}, identity: Partial<Identity> = {}, operation = 'op') =>
    responsesIn().responses.keyOf(operation, variables, { ...caller, ...identity }, 0)

  it('is the same for all partners with a key', async () => {
    expect(await keyOf({ a: 1 }, { partnerId: 'other', requestId: 'x' })).toBe(await keyOf({ a: 1 }))
  })

  it('differs by operation, variables, environment, language, and with a key', async () => {
    const keys = await Promise.all([
      keyOf(),
      keyOf({ a: 1 }),
      keyOf({ a: '1' }),
      keyOf({}, { environment: 'live' }),
      keyOf({}, { locale: 'es' }),
      keyOf({}, { partnerId: null }),
      keyOf({}, {}, 'op2'),
    ])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('is none for variables that are hardly sent twice, nor while changes are not followed', async () => {
    expect(await keyOf({ text: 'x'.repeat(3_900) })).toBeDefined()
    expect(await keyOf({ text: 'x'.repeat(4_000) })).toBeUndefined()
    const waiting = (isReady: boolean) =>
      responsesIn(100_000, Promise.resolve(isReady)).responses.keyOf('op', {}, caller, 0)
    expect([await waiting(false), await waiting(true)]).toEqual([undefined, await keyOf()])
  })
})

describe('a response in memory', () => {
  it('is found until something that it depends on changes', () => {
    const { store, responses } = responsesIn()
    const added = responses.add('key', { name: 'Azul' }, 100, dependencies)
    expect(responses.find('key')).toBe(added)
    expect(added.data).toEqual({ name: 'Azul' })
    store.change('sandbox cenote:1')
    expect(responses.find('key')).toBeUndefined()
  })

  it('stores derived values by name, which count with their names in the budget', () => {
    const { store, responses } = responsesIn()
    const response = responses.add('key', {}, 100, dependencies)
    const before = store.bytes
    const [a, b] = [{}, {}]
    response.addDerived('a', a, 500)
    response.addDerived('b', b, 500)
    expect(response.derived('a')).toBe(a)
    expect(response.derived('b')).toBe(b)
    expect(response.derived('c')).toBeUndefined()
    expect(store.bytes - before).toBeGreaterThanOrEqual(1_000)
    expect(store.bytes - before).toBeLessThan(1_200)
  })

  it('counts a value once that two requests derived at the same time', () => {
    const { store, responses } = responsesIn()
    const response = responses.add('key', {}, 100, dependencies)
    const [first, second] = [{}, {}]
    response.addDerived('a', first, 500)
    const before = store.bytes
    const grow = response.addDerived('a', second, 500)
    grow(5_000)
    expect(response.derived('a')).toBe(first)
    expect(store.bytes).toBe(before)
  })

  it('counts what a derived value grows by later, and leaves when it has become too large', () => {
    const { store, responses } = responsesIn()
    const response = responses.add('key', {}, 100, dependencies)
    const grow = response.addDerived('a', {}, 0)
    const before = store.bytes
    grow(700)
    expect(store.bytes - before).toBe(700)
    // More than a sixteenth of the budget.
    grow(6_000)
    expect([responses.find('key'), store.bytes]).toEqual([undefined, 0])
    grow(1_000)
    expect(store.bytes).toBe(0)
  })

  it('stores no more derived values than a request may reasonably be spelled', () => {
    const { store, responses } = responsesIn()
    const response = responses.add('key', {}, 100, dependencies)
    for (let name = 0; name < 20; name += 1) response.addDerived(String(name), {}, 10)
    const before = store.bytes
    const grow = response.addDerived('one more', {}, 10)
    // What is not stored does not count, however it grows.
    grow(5_000)
    expect(response.derived('one more')).toBeUndefined()
    expect(response.derived('19')).toEqual({})
    expect(store.bytes).toBe(before)
  })
})
