import { inspect } from 'node:util'
import { expect } from '@jest/globals'
import { betweenAttempts } from './pauses.ts'

export interface EventuallyOptions {
  /** The maximum time to wait. */
  readonly milliseconds?: number | undefined
  /** More about the state, for the message of a failure. */
  readonly describe?: (() => string) | undefined
}

/**
 * Long, because events and changes are passed on once every transaction that began earlier on the database server has
 * ended, also those of other tests: they may take seconds. What comes in time is not held up by it.
 */
const defaultMilliseconds = 60_000

/**
 * Reads until the value equals what is expected, or the condition holds for it, and returns it: a change reaches every
 * process a moment after its commit. Fails with the last value.
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  expected: T | ((value: T) => boolean),
  { milliseconds = defaultMilliseconds, describe }: EventuallyOptions = {},
): Promise<T> {
  const start = Date.now()
  for (;;) {
    const value = await read()
    const difference = differenceOf(value, expected)
    if (!difference) return value
    if (Date.now() - start >= milliseconds) {
      difference.message = `After ${milliseconds} ms: ${difference.message}${describe ? `\n${describe()}` : ''}`
      throw difference
    }
    await betweenAttempts(intervalSince(start))
  }
}

/**
 * Reads for a while, and fails as soon as the value is not what is expected: something that must not happen has had the
 * time to.
 */
export async function quietFor<T>(
  milliseconds: number,
  read: () => T | Promise<T>,
  expected: T | ((value: T) => boolean),
): Promise<void> {
  const start = Date.now()
  for (;;) {
    const difference = differenceOf(await read(), expected)
    const elapsed = Date.now() - start
    if (difference) {
      difference.message = `Within ${milliseconds} ms, after ${elapsed}: ${difference.message}`
      throw difference
    }
    if (elapsed >= milliseconds) return
    await betweenAttempts(Math.min(intervalSince(start), milliseconds - elapsed))
  }
}

function differenceOf<T>(value: T, expected: T | ((value: T) => boolean)): Error | undefined {
  if (typeof expected === 'function')
    return (expected as (value: T) => boolean)(value)
      ? undefined
      : new Error(`expected a value with ${String(expected)}, the last was ${inspect(value, { depth: 8 })}`)
  try {
    expect(value).toEqual(expected)
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** Grows with the time that has passed, because each read takes processor time from what the test waits for. */
const intervalSince = (start: number): number => Math.min(Math.max((Date.now() - start) / 10, 5), 200)
