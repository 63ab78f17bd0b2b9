import { describe, expect, it } from '@jest/globals'
import DataLoader from 'dataloader'
import { forEachInTurns, mapInTurns, Turn } from './turn.ts'
import { WorkAccount, workClock } from './work-account.ts'

/** A turn whose clock, end and pause are decided by the test. */
function turnByHand(pause = 0) {
  const scheduled: (() => void)[] = []
  let now = 0
  const turn = new Turn(
    () => now,
    (callback) => void scheduled.push(callback),
    pause,
  )
  return {
    turn,
    work: (milliseconds: number) => void (now += milliseconds),
    /** Ends the turn: what was scheduled runs, and all that follows from it at once. */
    async end(): Promise<void> {
      for (const callback of scheduled.splice(0)) callback()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('a turn of the event loop', () => {
  it('is over once its work has taken five milliseconds, and begins again with the next', async () => {
    const { turn, work, end } = turnByHand()
    expect(turn.isOver).toBe(false)
    work(4)
    expect(turn.isOver).toBe(false)
    work(1)
    expect(turn.isOver).toBe(true)
    await end()
    expect(turn.isOver).toBe(false)
  })

  it.each([
    ['without an account', () => undefined],
    ['of different accounts', () => new WorkAccount()],
  ])('resumes work %s that waits in its order, as far as its time goes', async (_whose, account) => {
    const { turn, work, end } = turnByHand()
    const done: string[] = []
    const begin = async (name: string): Promise<void> => {
      workClock.switchTo(account())
      await turn.next()
      // What is done in promises belongs to the turn, too.
      await Promise.resolve()
      work(3)
      done.push(name)
    }
    expect(turn.isOver).toBe(false)
    work(5)
    for (const name of ['a', 'b', 'c', 'd', 'e']) void begin(name)
    await end()
    expect(done).toEqual(['a', 'b'])
    await end()
    expect(done).toEqual(['a', 'b', 'c', 'd'])
    await end()
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it.each([
    ['one batch for work of one account', new WorkAccount(), [[], [4]]],
    [
      'several batches for work without an account',
      undefined,
      [
        [2, 1],
        [2, 1, 1],
      ],
    ],
  ])('sends the reads of parts that continue in several turns in %s', async (_what, account, expected) => {
    const { turn, work, end } = turnByHand()
    const batches: number[] = []
    const read = (keys: readonly number[]): Promise<readonly number[]> => {
      batches.push(keys.length)
      return Promise.resolve(keys)
    }
    const loader = new DataLoader(read, { batchScheduleFn: turn.schedule })
    workClock.switchTo(account)
    expect(turn.isOver).toBe(false)
    work(5)
    // Read before the others begin to wait.
    void loader.load(0)
    for (const part of [1, 2, 3]) {
      void turn.next().then(() => {
        work(3)
        return loader.load(part)
      })
    }
    for (const sent of expected) {
      await end()
      expect(batches).toEqual(sent)
    }
    workClock.switchTo(undefined)
    await loader.load(4)
    expect(batches.at(-1)).toBe(1)
  })

  it('takes on what begins to wait while others are resumed', async () => {
    const { turn, end } = turnByHand()
    const done: string[] = []
    void turn.next().then(async () => {
      done.push('first')
      await turn.next()
      done.push('again')
    })
    await end()
    expect(done).toEqual(['first', 'again'])
    void turn.next().then(() => done.push('later'))
    await end()
    expect(done).toEqual(['first', 'again', 'later'])
  })

  it('is followed by a pause once long work has used it up', async () => {
    const { turn, work, end } = turnByHand(2)
    const done: string[] = []
    expect(turn.isOver).toBe(false)
    work(5)
    void turn.next().then(() => done.push('waited'))
    await end()
    expect([turn.isOver, done]).toEqual([true, []])
    await end()
    expect([turn.isOver, done]).toEqual([true, []])
    await end()
    expect([turn.isOver, done]).toEqual([false, ['waited']])
    work(4)
    await end()
    expect(turn.isOver).toBe(false)
  })

  it('has a long list wait, and never a short one', async () => {
    const { turn, work, end } = turnByHand()
    expect(turn.isOver).toBe(false)
    work(5)
    await turn.forList({ length: 20 })
    let isDone = false
    const waiting = turn.forList({ length: 21 }).then(() => (isDone = true))
    await Promise.resolve()
    expect(isDone).toBe(false)
    await end()
    await waiting
  })
})

describe('a list that is mapped in turns', () => {
  it('is what map makes of it, in as many turns as it takes', async () => {
    const { turn, work, end } = turnByHand()
    const items = Array.from({ length: 40 }, (_, index) => index)
    let count = 0
    const double = (item: number): number => {
      work(1)
      count += 1
      return item * 2
    }
    const mapping = mapInTurns(items, double, turn)
    const counts: number[] = []
    while (count < items.length) {
      await end()
      counts.push(count)
    }
    expect(await mapping).toEqual(items.map((item) => item * 2))
    expect(counts.length).toBeGreaterThan(2)
  })

  it('waits for nothing while the turn has time', async () => {
    const { turn } = turnByHand()
    const seen: unknown[] = []
    expect(forEachInTurns(['a', 'b'], (...each) => seen.push(each), turn)).toBeUndefined()
    expect(seen).toEqual([
      ['a', 0],
      ['b', 1],
    ])
    expect(await mapInTurns([], String, turn)).toEqual([])
    expect(await mapInTurns([1, 2, 3], String, turn)).toEqual(['1', '2', '3'])
  })
})
