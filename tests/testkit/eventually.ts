import { inspect } from 'node:util'
import { expect } from '@jest/globals'

export interface EventuallyOptions {
  /** The maximum time to wait. */
  readonly milliseconds?: number | undefined
  /** More about the state, for the message of a failure. */
  readonly describe?: (() => string) | undefined
}

/**
 * Reads until the value equals what is expected, or the condition holds for it, and returns it: a change reaches every
 * process a moment after its commit. Fails with the last value.
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  expected: T | ((value: T) => boolean),
  { milliseconds = 10_000, describe }: EventuallyOptions = {},
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
    await pause(start)
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
const pause = (since: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(Math.max((Date.now() - since) / 10, 5), 200)))
