import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { createLogger } from '../../platform/process/logger.ts'
import { eventually } from '../../tests/testkit/eventually.ts'
import { newApiKey, parseApiKey } from './api-key.ts'
import { createKnownKeys, type Guess, type KnownKeys } from './known-keys.ts'
import type { AccessRepository, StoredKey } from '../database/repository.ts'

const { apiKey: right } = newApiKey('sandbox', 'secret')
const stored = {
  id: 'right',
  scopes: [],
  hash: parseApiKey(right)?.hash,
  revokedAt: null,
  expiresAt: null,
} as unknown as StoredKey
let keys: KnownKeys
afterEach(async () => {
  jest.restoreAllMocks()
  await keys.close()
})

/** Counts the look-ups in a store that has the right key. */
function openKeys(isAway = () => false, until: Promise<void> = Promise.resolve()) {
  const counts = { lookUps: 0, guesses: 0, givenBack: 0 }
  const repository = {
    clock: { now: () => new Date() },
    findKeyByHash: async (_environment: unknown, hash: Buffer) => {
      counts.lookUps += 1
      await until
      if (isAway()) throw Object.assign(new Error('The database is away'), { code: 'ECONNREFUSED' })
      return hash.equals(Buffer.from(stored.hash)) ? stored : null
    },
    noteUses: async () => undefined,
  } as unknown as AccessRepository
  keys = createKnownKeys(repository, { admits: () => true, logger: createLogger('silent', 'test') })
  const guess: Guess = async () => {
    counts.guesses += 1
    return async () => void (counts.givenBack += 1)
  }
  return { counts, find: (apiKey: string) => keys.find(apiKey, guess) }
}

const wrongKey = (index: number): string => `sk_test_wrong_${index}`

describe('a key', () => {
  it('is looked up once in a while if right, and does not count as a guess', async () => {
    const { counts, find } = openKeys()
    for (let time = 0; time < 5; time += 1) expect((await find(right))?.key.id).toBe('right')
    expect(counts).toEqual({ lookUps: 1, guesses: 1, givenBack: 1 })
  })

  it('is looked up once for concurrent requests', async () => {
    const { counts, find } = openKeys()
    const found = await Promise.all(Array.from({ length: 100 }, () => find(right)))
    expect(new Set(found.map((caller) => caller?.key.id))).toEqual(new Set(['right']))
    expect(counts).toEqual({ lookUps: 1, guesses: 1, givenBack: 1 })
    expect(await Promise.all(Array.from({ length: 100 }, () => find(wrongKey(1))))).toEqual(Array(100).fill(null))
    expect(counts).toEqual({ lookUps: 2, guesses: 2, givenBack: 1 })
  })

  it('is not looked up again for each of them when the database is unreachable', async () => {
    const { counts, find } = openKeys(() => true)
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => find(right)))
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(100)
    expect(counts).toEqual({ lookUps: 1, guesses: 1, givenBack: 1 })
  })

  it('is trusted from the start of its look-up, whenever a request joined', async () => {
    let now = performance.now()
    jest.spyOn(performance, 'now').mockImplementation(() => now)
    let read = (): void => undefined
    const { counts, find } = openKeys(() => false, new Promise<void>((resolve) => (read = resolve)))
    const first = find(right)
    await eventually(() => counts.lookUps, 1)
    now += 2_500
    const joined = find(right)
    read()
    await Promise.all([first, joined])
    now += 600
    await find(right)
    expect(counts.lookUps).toBe(2)
  })

  it('is looked up again when the guess of another request is refused', async () => {
    const { counts, find } = openKeys()
    const refused = keys.find(right, () => Promise.reject(new Error('Too many guesses')))
    const [, second, third] = await Promise.allSettled([refused, find(right), find(right)])
    await expect(refused).rejects.toThrow('Too many guesses')
    expect([second, third].map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(counts).toEqual({ lookUps: 2, guesses: 2, givenBack: 2 })
  })

  it('is looked up once in a while if wrong too, however often it is sent', async () => {
    const { counts, find } = openKeys()
    for (let time = 0; time < 5; time += 1) expect(await find(wrongKey(1))).toBeNull()
    expect(await find('not even a key')).toBeNull()
    expect(counts).toEqual({ lookUps: 1, guesses: 1, givenBack: 0 })
  })

  it('that is right is not forgotten because of any number of wrong ones', async () => {
    // A key that was looked up is cached for seconds: the clock stands still, so that only wrong keys can evict it.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now())
    const { counts, find } = openKeys()
    await find(right)
    for (let index = 0; index < 11_000; index += 1) await find(wrongKey(index))
    counts.lookUps = 0
    expect((await find(right))?.key.id).toBe('right')
    expect(counts.lookUps).toBe(0)
    // The number of remembered wrong keys is limited: the first was evicted by the others.
    await find(wrongKey(0))
    expect(counts.lookUps).toBe(1)
  })

  it('that could not be looked up is neither wrong nor a guess', async () => {
    let isAway = true
    const { counts, find } = openKeys(() => isAway)
    await expect(find(right)).rejects.toThrow('The database is away')
    expect(counts).toEqual({ lookUps: 1, guesses: 1, givenBack: 1 })
    isAway = false
    expect((await find(right))?.key.id).toBe('right')
  })
})
