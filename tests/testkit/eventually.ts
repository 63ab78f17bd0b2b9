import { isDeepStrictEqual } from 'node:util'
import { expect } from '@jest/globals'
import { pause } from './pause.ts'

/** Reads until what is read is as expected: a change reaches every process a moment after its commit. */
export async function eventually<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const start = Date.now()
  let last = await read()
  while (!isDeepStrictEqual(last, expected) && Date.now() < start + 10_000) {
    await pause(start)
    last = await read()
  }
  expect(last).toEqual(expected)
}
