import { appendFileSync } from 'node:fs'

/**
 * Prints the run's outcome as one plain line. Appends each failed file as a line of JSON to the file that TEST_FAILURES
 * names, for scripts/rerun-failed.mjs.
 */
export default class SummaryReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results
    const failedTests = numFailedTests + numRuntimeErrorTestSuites
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
    process.stdout.write(`\n${numPassedTests} passed, ${failedTests} failed${skipped}\n`)
    if (!process.env.TEST_FAILURES) return
    for (const { testFilePath, numFailingTests, testExecError, failureMessage } of results.testResults) {
      const failures = numFailingTests + (testExecError ? 1 : 0)
      const failed = {
        file: testFilePath,
        failures,
        failureMessage,
        node: process.execPath,
        executor: process.env.GRAPHQL_EXECUTOR,
      }
      if (failures > 0) appendFileSync(process.env.TEST_FAILURES, `${JSON.stringify(failed)}\n`)
    }
  }
}
