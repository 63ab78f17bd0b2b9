import { describe, expect, it } from '@jest/globals'
import { FactStore, type Dependencies, type StoreObserver } from './fact-store.ts'

/** A store whose time is set by the test. */
function storeAt(bytes = 1_000_000) {
  const clock = { now: 10_000 }
  const counted = { hit: 0, miss: 0, change: 0, eviction: 0 }
  const observer: StoreObserver = {
    onRead: (outcome) => void (counted[outcome] += 1),
    onRemoval: (reason, count) => void (counted[reason] += count),
  }
  const turns: (() => void)[] = []
  const store = new FactStore(
    bytes,
    observer,
    () => clock.now,
    (work) => turns.push(work),
  )
  return { store, clock, counted, turns }
}

const on = (tags: string[], more: Partial<Dependencies> = {}): Dependencies => ({
  tags,
  startedAt: 10_000,
  until: Infinity,
  ...more,
})

describe('an entry of the store', () => {
  it('ends when a change names one of its tags, and no other entry does', () => {
    const { store, counted } = storeAt()
    store.set('a', 1, 10, on(['cenote:a', 'prices:*']))
    store.set('b', 2, 10, on(['cenote:b']))
    store.change('cenote:a')
    expect([store.get('a'), store.get('b')?.value]).toEqual([undefined, 2])
    expect(counted).toEqual({ hit: 1, miss: 1, change: 1, eviction: 0 })
  })

  it.each([
    ['prices:tax_rate', 'prices:*'],
    ['availability:a:2026-12-05', 'availability:a:*'],
    ['availability:a:2026-12-05', 'availability:*'],
  ])('ends by the change %s when it depends on %s', (change, tag) => {
    const { store } = storeAt()
    store.set('a', 1, 10, on([tag]))
    store.change(change)
    expect(store.get('a')).toBeUndefined()
  })

  it('ends at its time', () => {
    const { store, clock } = storeAt()
    store.set('a', 1, 10, on([], { until: 10_500 }))
    clock.now = 10_499
    expect(store.get('a')?.value).toBe(1)
    clock.now = 10_500
    expect(store.get('a')).toBeUndefined()
  })

  it('is not stored when what it depends on changed after its reading began', () => {
    const { store, clock } = storeAt()
    clock.now = 10_100
    store.change('cenote:a')
    clock.now = 10_200
    expect(store.set('a', 1, 10, on(['cenote:a']))).toBe(false)
    expect(store.set('b', 1, 10, on(['cenote:*']))).toBe(false)
    expect(store.set('c', 1, 10, on(['cenote:b']))).toBe(true)
    expect(store.set('d', 1, 10, on(['cenote:a'], { startedAt: 10_150 }))).toBe(true)
  })

  it('is not stored when the store was emptied after its reading began', () => {
    const { store, clock } = storeAt()
    clock.now = 10_100
    store.clear()
    expect(store.set('a', 1, 10, on([]))).toBe(false)
  })

  it('is as good as read when it is found', () => {
    const { store, clock } = storeAt()
    store.set('a', 1, 10, on(['cenote:a']))
    clock.now = 20_000
    expect(store.get('a')?.dependencies).toEqual({ tags: ['cenote:a'], startedAt: 20_000, until: Infinity })
  })
})

describe('the budget', () => {
  const bytes = 100_000
  const entryBytes = 900

  it('is never exceeded, whatever is stored', () => {
    const { store, counted } = storeAt(bytes)
    for (let index = 0; index < 5_000; index += 1) {
      store.set(`key ${index}`, index, entryBytes, on([`tag:${index % 50}`]))
      expect(store.bytes).toBeLessThanOrEqual(bytes)
    }
    expect(store.bytes).toBeGreaterThan(bytes / 2)
    expect(counted.eviction).toBeGreaterThan(4_000)
  })

  it('is left to what is used often when keys flood in that are used once', () => {
    const { store } = storeAt(bytes)
    const often = Array.from({ length: 40 }, (_, index) => `often ${index}`)
    const read = (key: string): boolean => {
      if (store.get(key)) return true
      store.set(key, key, entryBytes, on([]))
      return false
    }
    for (let round = 0; round < 5; round += 1) often.forEach(read)
    for (let flood = 0; flood < 10_000; flood += 1) {
      read(`once ${flood}`)
      if (flood % 50 === 0) often.forEach(read)
    }
    expect(often.filter((key) => store.get(key)).length).toBeGreaterThan(35)
  })

  it('takes no entry that is large for it', () => {
    const { store } = storeAt(bytes)
    expect(store.set('large', 1, bytes / 2, on([]))).toBe(true)
    expect(store.get('large')).toBeUndefined()
  })

  it('counts what an entry grows by', () => {
    const { store } = storeAt(bytes)
    const value = {}
    store.set('a', value, 100, on([]))
    const before = store.bytes
    store.grow('a', value, 1_000)
    expect(store.bytes - before).toBe(1_000)
    store.grow('a', {}, 1_000)
    expect(store.bytes - before).toBe(1_000)
    store.grow('a', value, bytes)
    expect([store.get('a'), store.bytes]).toEqual([undefined, 0])
  })
})

describe('a change that ends many entries', () => {
  const many = 10_000
  const keys = Array.from({ length: many }, (_, index) => `key ${index}`)

  function filled() {
    const all = storeAt(100_000_000)
    for (const key of keys) all.store.set(key, key, 100, on(['prices:*', `tag:${key}`]))
    return all
  }

  it('ends all of them before anything else runs, and removes them over many turns', () => {
    const { store, counted, turns } = filled()
    store.change('prices:tax_rate')
    expect(counted.change).toBe(many)
    expect(store.size).toBeGreaterThan(many * 0.9)
    let before = store.size
    for (let turn = turns.shift(); turn; turn = turns.shift()) {
      turn()
      expect(before - store.size).toBeLessThanOrEqual(200)
      before = store.size
    }
    expect([store.size, store.bytes]).toEqual([0, 0])
  })

  it('leaves none of them to be found meanwhile', () => {
    const { store, counted } = filled()
    store.change('prices:tax_rate')
    expect(keys.filter((key) => store.get(key))).toEqual([])
    expect(counted).toMatchObject({ hit: 0, miss: many, eviction: 0 })
  })

  it('counts an entry once, whatever else of it changes', () => {
    const { store, counted } = filled()
    store.change('prices:tax_rate')
    for (const key of keys) store.change(`tag:${key}`)
    expect(counted.change).toBe(many)
  })

  it('counts what is emptied meanwhile once', () => {
    const { store, counted, turns } = filled()
    store.set('other', 1, 100, on([]))
    store.change('prices:tax_rate')
    turns.shift()?.()
    store.clear()
    expect([counted.change, store.bytes]).toEqual([many + 1, 0])
    for (let turn = turns.shift(); turn; turn = turns.shift()) turn()
    store.set('other', 1, 100, on([], { startedAt: 10_001 }))
    expect(store.size).toBe(1)
  })

  it('leaves alone what is stored again before its turn', () => {
    const { store, clock, turns } = filled()
    store.change('prices:tax_rate')
    clock.now += 100
    const again = keys.slice(0, 500)
    for (const key of again) store.set(key, 'new', 100, on(['prices:*'], { startedAt: clock.now }))
    for (let turn = turns.shift(); turn; turn = turns.shift()) turn()
    expect(store.size).toBe(again.length)
    expect(again.every((key) => store.get(key)?.value === 'new')).toBe(true)
    store.change('prices:tax_rate')
    expect(again.some((key) => store.get(key))).toBe(false)
  })

  it('makes room first for others, which are not evicted by it', () => {
    const { store, counted } = storeAt(100_000)
    for (let round = 0; round < 3; round += 1)
      for (let index = 0; index < 100; index += 1)
        if (!store.get(`often ${index}`)) store.set(`often ${index}`, 1, 700, on(['prices:*']))
    store.change('prices:tax_rate')
    for (let index = 0; index < 90; index += 1) store.set(`later ${index}`, 1, 700, on([]))
    expect(counted.eviction).toBe(0)
    expect(store.bytes).toBeLessThanOrEqual(100_000)
  })
})

it('is empty after 20,000 changes that name every entry', () => {
  const { store } = storeAt(100_000_000)
  const tags = Array.from({ length: 20_000 }, (_, index) => `availability:a:${index}`)
  for (const tag of tags) store.set(tag, tag, 100, on([tag]))
  expect(store.size).toBe(20_000)
  for (const tag of tags) store.change(tag)
  expect([store.size, store.bytes]).toEqual([0, 0])
})
