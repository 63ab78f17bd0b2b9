import { describe, expect, it } from '@jest/globals'
import type { Context } from './context.ts'
import { inWriteTurn, withWriteTurns } from './write-turns.ts'

/** Contexts of callers who share a database. */
function callers() {
  const database = { pool: { options: { max: 10 } }, environment: 'sandbox' }
  return (partnerId: string | null): Context => ({ database, identity: { partnerId } }) as unknown as Context
}

describe('writes', () => {
  it('of one partner wait for one another beyond four, and not for those of others', async () => {
    const caller = callers()
    const started: string[] = []
    const ends: (() => void)[] = []
    const write = (partnerId: string | null): Promise<void> =>
      inWriteTurn(caller(partnerId), () => {
        started.push(String(partnerId))
        return new Promise((resolve) => ends.push(resolve))
      })
    const writes = [...Array.from({ length: 6 }, () => write('busy')), write('quiet'), write(null)]
    expect(started).toEqual(['busy', 'busy', 'busy', 'busy', 'quiet', 'null'])
    for (let index = 0; index < writes.length; index += 1) {
      ends[index]?.()
      await new Promise(setImmediate)
    }
    await Promise.all(writes)
    expect(started).toHaveLength(8)
  })

  it('take turns as mutations, except those that take one for each of their items', async () => {
    const caller = callers()('busy')
    const ends: (() => void)[] = []
    const resolver = (_parent: unknown, _args: unknown, _context: Context): Promise<string> =>
      new Promise((resolve) => ends.push(() => resolve('written')))
    const mutations = withWriteTurns({ one: resolver, many: resolver }, ['many'])
    const results = Array.from({ length: 5 }, () => mutations.one(undefined, {}, caller))
    expect(ends).toHaveLength(4)
    results.push(mutations.many(undefined, {}, caller))
    expect(ends).toHaveLength(5)
    for (let index = 0; index < results.length; index += 1) {
      ends[index]?.()
      await new Promise(setImmediate)
    }
    expect(new Set(await Promise.all(results))).toEqual(new Set(['written']))
  })
})
