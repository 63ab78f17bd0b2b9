import { describe, expect, it } from '@jest/globals'
import { Cancellation, pause } from './cancellation.ts'

describe('a cancellation', () => {
  it('calls its listeners once, with the first reason to be read', () => {
    const cancellation = new Cancellation()
    const calls: string[] = []
    const removed = (): void => void calls.push('removed')
    cancellation.addEventListener('abort', () => calls.push('first'))
    cancellation.addEventListener('abort', removed)
    cancellation.addEventListener('abort', () => calls.push('last'))
    cancellation.removeEventListener('abort', removed)
    expect([cancellation.aborted, cancellation.reason]).toEqual([false, undefined])
    cancellation.abort('left')
    cancellation.abort('late')
    cancellation.addEventListener('abort', () => calls.push('after'))
    expect([cancellation.aborted, cancellation.reason, calls]).toEqual([true, 'left', ['first', 'last']])
  })

  it('calls the other listeners when one removes itself', () => {
    const cancellation = new Cancellation()
    const calls: number[] = []
    const itself = (): void => {
      calls.push(1)
      cancellation.removeEventListener('abort', itself)
    }
    cancellation.addEventListener('abort', itself)
    cancellation.addEventListener('abort', () => calls.push(2))
    cancellation.abort('left')
    expect(calls).toEqual([1, 2])
  })

  it('ends a pause, at once where it is over already', async () => {
    const cancellation = new Cancellation()
    const waiting = pause(60_000, cancellation)
    cancellation.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await expect(pause(60_000, cancellation)).rejects.toThrow('left')
    await pause(1, new Cancellation())
  })
})
