import { randomInt } from 'node:crypto'
import { expect } from '@jest/globals'

/** Whether this is a run of `npm run test:long`: tests with random cases draw more of them, from another seed. */
export const isLong = process.env['LONG_TESTS'] === 'yes'

/** A number of rounds, cases or requests: the first in CI, the second in a long run. */
export const times = (short: number, long: number): number => (isLong ? long : short)

const given = process.env['TEST_SEED']

/**
 * The seed of a file's random choices. CI always uses the given one, so that it does not fail by chance; a long run draws
 * and prints one. `TEST_SEED=123` repeats a run of either form.
 */
export function seedOf(short: number): number {
  const seed = given ? Number(given) : isLong ? randomInt(2 ** 31) : short
  if (seed !== short) process.stdout.write(`TEST_SEED=${seed} ${expect.getState().testPath}\n`)
  return seed
}

/** How often fast-check tries a property, and from which seed; of a property that fails it prints the seed. */
export const runs = (short: number, long = 20 * short): { numRuns: number; seed?: number } => ({
  numRuns: times(short, long),
  ...(given ? { seed: Number(given) } : isLong ? {} : { seed: 20_261_129 }),
})
