/** Prints the run's outcome as one plain line. */
export default class SummaryReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results
    const failed = numFailedTests + numRuntimeErrorTestSuites
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
    process.stdout.write(`\n${numPassedTests} passed, ${failed} failed${skipped}\n`)
  }
}
