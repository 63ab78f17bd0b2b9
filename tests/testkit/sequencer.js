import { readFileSync } from 'node:fs'
import TestSequencer from '@jest/test-sequencer'

/** Folders whose files start processes and browsers, and run for up to two minutes. */
const slow = ['tests/browser/', 'tests/differential/', 'tests/operations/', 'tests/resilience/']

/** Whether a test file changes what the shared product sells (product.ts). */
const changesSharedProduct = (text) => text.includes('productToChange()')

/** Whether a test file uses the product that files share (product.ts). */
export function usesSharedProduct(file) {
  const text = readFileSync(file, 'utf8')
  return text.includes('sharedTestProduct()') || changesSharedProduct(text)
}

/**
 * Begins with the files that run long: none of them is left running alone at the end. Those that share a product follow
 * each other, and those that change its catalog or prices come last, when no other file reads these any more.
 */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    const isSlow = ({ path }) => slow.some((folder) => path.includes(`/${folder}`))
    const sorted = super.sort(tests)
    const rank = (test) => {
      if (!usesSharedProduct(test.path)) return isSlow(test) ? 0 : 3
      return changesSharedProduct(readFileSync(test.path, 'utf8')) ? 2 : 1
    }
    const ranked = sorted.map((test) => ({ test, rank: rank(test) }))
    return ranked.toSorted((a, b) => a.rank - b.rank).map(({ test }) => test)
  }
}
