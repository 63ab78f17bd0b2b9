import { describe, expect, it } from '@jest/globals'
import { DependencyCollector } from './dependencies.ts'

const part = (tag: string, startedAt: number, until = Infinity) => ({ tags: [tag], startedAt, until })

describe('what a response depends on', () => {
  it('is what all its parts depend on, from the earliest beginning to the earliest end', () => {
    const collector = new DependencyCollector()
    for (const one of [part('a', 20, 100), part('b', 10, 300), part('a', 30)]) collector.add(one)
    expect(collector.all).toEqual({ tags: ['a', 'b'], startedAt: 10, until: 100 })
  })

  it('is unknown with a part that must not be cached, whenever that comes', () => {
    const collector = new DependencyCollector()
    collector.add(part('a', 10))
    collector.add(undefined)
    collector.add(part('b', 20))
    expect(collector.all).toBeUndefined()
  })

  it('is unknown without any part', () => {
    expect(new DependencyCollector().all).toBeUndefined()
  })
})
