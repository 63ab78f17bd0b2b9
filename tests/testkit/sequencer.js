import TestSequencer from '@jest/test-sequencer'

/** Folders whose files start processes and browsers, and run for up to two minutes. */
const slow = ['tests/browser/', 'tests/differential/', 'tests/operations/', 'tests/resilience/']

/** Begins with the files that run long: none of them is left running alone at the end. */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    const isSlow = ({ path }) => slow.some((folder) => path.includes(`/${folder}`))
    const sorted = super.sort(tests)
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))]
  }
}
