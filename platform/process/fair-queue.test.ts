import { describe, expect, it } from '@jest/globals'
import { Cancellation } from './cancellation.ts'
import { FairQueue, QueueFull } from './fair-queue.ts'

/** Work that runs until it is ended by name, and the names in the order in which they started. */
function observed(queue: FairQueue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    run(name: string, signal?: Cancellation): Promise<void> {
      const [owner = ''] = name
      const work = (): Promise<void> => {
        started.push(name)
        return new Promise((resolve) => ends.set(name, resolve))
      }
      return queue.run(owner, work, signal)
    },
    async end(...names: string[]): Promise<void> {
      for (const name of names) {
        ends.get(name)?.()
        await new Promise(setImmediate)
      }
    },
  }
}

describe('a fair queue', () => {
  it('gives each owner a turn, however much another has waiting', async () => {
    const { run, started, end } = observed(new FairQueue({ places: 1, maxWaiting: 100 }))
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) void run(name)
    await end('a1', 'a2', 'b1', 'c1', 'a3', 'b2')
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('runs as much as it has places, and of one owner no more than its own', async () => {
    const queue = new FairQueue({ places: 3, placesOfOwner: 2, maxWaiting: 100 })
    const { run, started, end } = observed(queue)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name)
    expect(started).toEqual(['a1', 'a2', 'b1'])
    expect([queue.running, queue.waiting]).toEqual([3, 3])
    // The turn is of `a` still, and then of the one that waits longest.
    await end('b1', 'a1')
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
    await end('a2', 'a3', 'b2', 'c1')
    expect([queue.running, queue.waiting]).toEqual([0, 0])
  })

  it('refuses work beyond its bounds, of one owner earlier', async () => {
    const queue = new FairQueue({ places: 1, maxWaiting: 3, maxWaitingOfOwner: 2 })
    const { run, end } = observed(queue)
    for (const name of ['a1', 'a2', 'a3']) void run(name)
    expect([queue.isFullFor('a'), queue.isFullFor('b')]).toEqual([true, false])
    await expect(run('a4')).rejects.toBeInstanceOf(QueueFull)
    void run('b1')
    await expect(run('c1')).rejects.toBeInstanceOf(QueueFull)
    await end('a1', 'a2', 'b1', 'a3')
    expect([queue.running, queue.isFullFor('c')]).toEqual([0, false])
  })

  it('drops work whose caller has left, without a place or a turn', async () => {
    const queue = new FairQueue({ places: 1, maxWaiting: 2 })
    const { run, started, end } = observed(queue)
    const left = new Cancellation()
    void run('a1')
    const dropped = run('b1', left)
    left.abort(new Error('left'))
    await expect(dropped).rejects.toThrow('left')
    await expect(run('b2', left)).rejects.toThrow('left')
    expect(queue.waiting).toBe(0)
    void run('c1')
    await end('a1')
    expect(started).toEqual(['a1', 'c1'])
  })

  it('gives the place of work that failed to the next', async () => {
    const queue = new FairQueue({ places: 1, maxWaiting: 1 })
    const failing = queue.run('a', () => Promise.reject(new Error('failed')))
    const next = queue.run('b', () => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('failed')
    await expect(next).resolves.toBe('done')
  })
})
