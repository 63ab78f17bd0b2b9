import { isDeepStrictEqual } from 'node:util'
import { expect } from '@jest/globals'

/** Reads until what is read is as expected: a change reaches every process a moment after its commit. */
export async function eventually<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + 10_000
  let last = await read()
  while (!isDeepStrictEqual(last, expected) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    last = await read()
  }
  expect(last).toEqual(expected)
}
