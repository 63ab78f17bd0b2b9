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

  it('derives a value once for each name, which counts with its name in the budget', () => {
    const { store, responses } = responsesIn()
    const response = responses.add('key', {}, 100, dependencies)
    const before = store.bytes
    let made = 0
    const derive = (name: string) => response.derive(name, () => ({ value: { made: (made += 1) }, bytes: 500 }))
    expect([derive('a'), derive('a'), derive('b')]).toEqual([{ made: 1 }, { made: 1 }, { made: 2 }])
    expect(store.bytes - before).toBeGreaterThanOrEqual(1_000)
    expect(store.bytes - before).toBeLessThan(1_200)
  })

  it('counts what a derived value grows by later, and leaves when it has become too large', () => {
    const { store, responses } = responsesIn()
    const response = responses.add('key', {}, 100, dependencies)
    let grow: (bytes: number) => void = () => undefined
    response.derive('a', (onGrow) => {
      grow = onGrow
      return { value: {}, bytes: 0 }
    })
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
    let made = 0
    let lastGrow: (bytes: number) => void = () => undefined
    const derive = (name: string) =>
      response.derive(name, (onGrow) => {
        lastGrow = onGrow
        return { value: { made: (made += 1) }, bytes: 10 }
      })
    for (let name = 0; name < 20; name += 1) derive(String(name))
    const before = store.bytes
    expect([derive('one more').made, derive('one more').made, derive('19').made]).toEqual([21, 22, 20])
    // What is not stored does not count, however it grows.
    lastGrow(5_000)
    expect(store.bytes).toBe(before)
  })
})
