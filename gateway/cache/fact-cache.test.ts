import { afterEach, describe, expect, it } from '@jest/globals'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { Environment, Identity } from '../../platform/trust/identity.ts'
import { FactCache, sharingKey } from './fact-cache.ts'

const caller: Identity = {
  ...{ partnerId: 'one', environment: 'sandbox', scopes: ['catalog:read'], locale: 'en', requestId: 'test' },
  key: { id: 'k', lastFour: 'wxyz', label: null },
} as Identity

const opened: FactCache[] = []
afterEach(() => opened.splice(0).forEach((cache) => cache.close()))

/** The cache over a catalog whose log of changes in each environment the test sets; its clock stands still. */
function factCache(time = Date.parse('2026-12-05T10:20:30Z')) {
  const log: Record<Environment, { position: string; changes: string[]; isComplete: boolean }> = {
    live: { position: '1', changes: [], isComplete: true },
    sandbox: { position: '7', changes: [], isComplete: true },
  }
  const executor: Pick<GraphQLExecutor, 'execute'> = {
    execute: (_operation, { environment }) => Promise.resolve({ data: { factChanges: { ...log[environment], time } } }),
  }
  const cache = new FactCache(1_000_000, { subgraphs: { catalog: executor }, logger: createLogger('silent', 'test') })
  opened.push(cache)
  /** Adds what depends on a tag in an environment. */
  const store = (key: string, environment: Environment, tag: string): void =>
    void cache.store.set(key, key, 10, cache.begin(environment, false)([tag]))
  /** The next request finds what another process changed. */
  async function follow(environment: Environment, changed: Partial<(typeof log)[Environment]>): Promise<void> {
    Object.assign(log[environment], changed)
    cache.changed()
    expect(await cache.ready(environment, performance.now())).toBe(true)
  }
  const found = (...keys: string[]) => keys.filter((key) => cache.store.get(key) !== undefined)
  return { cache, store, follow, found }
}

describe('the key of what callers share', () => {
  it('is the same for partners, and differs by environment, language, and with a key', () => {
    expect(sharingKey({ ...caller, partnerId: 'two', scopes: [], requestId: 'x' })).toBe(sharingKey(caller))
    const others: Identity[] = [
      { ...caller, environment: 'live' },
      { ...caller, locale: 'es' },
      { ...caller, partnerId: null },
    ]
    expect(new Set([caller, ...others].map(sharingKey)).size).toBe(4)
  })
})

describe('the identity that reads what is shared', () => {
  it('has nothing of its caller but the environment and the language', () => {
    const { cache } = factCache()
    const identity = cache.identityFor('catalog', caller)
    expect(identity).toEqual({
      ...{ partnerId: expect.stringMatching(/^[0-]+$/), environment: 'sandbox', scopes: [] },
      ...{ locale: 'en', requestId: 'test' },
    })
    expect(cache.identityFor('catalog', { ...caller, partnerId: null }).partnerId).toBeNull()
  })

  it('is as new as the changes that were followed in its environment, at its subgraph', async () => {
    const { cache, follow } = factCache()
    await follow('sandbox', { position: '9' })
    expect(cache.identityFor('catalog', caller).factsAt).toBe('9')
    expect(cache.identityFor('pricing', caller).factsAt).toBeUndefined()
    await follow('live', { position: '3' })
    expect(cache.identityFor('catalog', { ...caller, environment: 'live' }).factsAt).toBe('3')
  })
})

describe('a fact in memory', () => {
  it('ends when its tag changes in its environment, and in no other', async () => {
    const { store, follow, found } = factCache()
    await follow('sandbox', {})
    await follow('live', {})
    store('live 1', 'live', 'cenote:1')
    store('sandbox 1', 'sandbox', 'cenote:1')
    store('sandbox 2', 'sandbox', 'cenote:2')
    await follow('sandbox', { position: '8', changes: ['8 cenote:1'] })
    expect(found('live 1', 'sandbox 1', 'sandbox 2')).toEqual(['live 1', 'sandbox 2'])
  })

  it('ends with all others where changes may have been missed', async () => {
    const { store, follow, found } = factCache()
    await follow('sandbox', {})
    store('sandbox 1', 'sandbox', 'cenote:1')
    store('live 1', 'live', 'cenote:1')
    await follow('sandbox', { position: '99', isComplete: false })
    expect(found('sandbox 1', 'live 1')).toEqual([])
  })

  it('does not end with time, unless it was said to', async () => {
    const { cache, follow } = factCache()
    await follow('sandbox', {})
    const { until, tags } = cache.begin('sandbox', false)(['cenote:1'])
    expect([until, tags]).toEqual([Infinity, ['sandbox cenote:1']])
  })

  it('that holds for a minute ends with the minute of the subgraphs, a moment earlier', async () => {
    const { cache, follow } = factCache(Date.parse('2026-12-05T10:20:30.000Z'))
    await follow('sandbox', {})
    const { startedAt, until } = cache.begin('sandbox', true)([])
    expect(until - startedAt).toBeLessThanOrEqual(30_000)
    expect(until - startedAt).toBeGreaterThan(20_000)
  })

  it('that holds for a minute is not stored where the minute may change at any moment', async () => {
    const { cache, follow } = factCache(Date.parse('2026-12-05T10:20:59.905Z'))
    await follow('sandbox', {})
    const { startedAt, until } = cache.begin('sandbox', true)([])
    expect(until).toBeLessThanOrEqual(startedAt)
  })
})
