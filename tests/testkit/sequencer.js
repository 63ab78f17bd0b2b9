import { readFileSync } from 'node:fs'
import TestSequencer from '@jest/test-sequencer'

/** Folders whose files start processes and browsers, and run for up to two minutes. */
const slow = ['tests/browser/', 'tests/differential/', 'tests/operations/', 'tests/resilience/']

/** Whether a test file uses the product that files share (product.ts). */
export const usesSharedProduct = (file) => readFileSync(file, 'utf8').includes('sharedTestProduct()')

/**
 * Begins with the files that run long: none of them is left running alone at the end. Those that share a product follow
 * each other.
 */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    const isSlow = ({ path }) => slow.some((folder) => path.includes(`/${folder}`))
    const sorted = super.sort(tests)
    const rank = (test) => (usesSharedProduct(test.path) ? 1 : isSlow(test) ? 0 : 2)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
