import { expect, it } from '@jest/globals'
import { FairQueue } from './fair-queue.ts'

it('callers take turns, and each is served in its own order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item)
  queue.add('b', 'b1')
  expect(queue.waitingOf('a')).toBe(3)
  expect([queue.take(), queue.take()]).toEqual(['a1', 'b1'])
  queue.add('b', 'b2')
  expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual(['a2', 'b2', 'a3', undefined])
  expect(queue.waitingOf('a')).toBe(0)
})
