// Runs each failed test file once more, alone, and lists those that pass as flaky. tests/never-flaky.json lists differential
// tests, models, audits, concurrency and places: what fails there by chance may be a place sold twice, so it stays failed.
// Usage: node scripts/rerun-failed.mjs FAILURES RECOVERED FLAKY FAILED. FAILURES is written by
// tests/testkit/summary-reporter.js; the number of failed tests that no longer count is written to RECOVERED, the flaky
// files with their first output to FLAKY, the beginning of the others' output to FAILED. Exits with 1 if more than three
// files are flaky.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const maxFlakyFiles = 3
const neverFlaky = JSON.parse(readFileSync(new URL('../tests/never-flaky.json', import.meta.url), 'utf8'))

/** A file may have failed in several runs: `npm test`, with another Node, and with another GraphQL executor. */
function passesAlone({ file, node, executor }) {
  if (neverFlaky.some((part) => file.includes(part))) return false
  const environment = { ...process.env, ...(executor ? { GRAPHQL_EXECUTOR: executor } : {}) }
  if (node !== process.execPath) environment.PATH = [path.dirname(node), process.env.PATH].join(path.delimiter)
  delete environment.TEST_FAILURES
  const parameters = ['run', 'test:all', '--', '--maxWorkers=1', '--runTestsByPath', file]
  return spawnSync('npm', parameters, { env: environment, stdio: 'inherit' }).status === 0
}

const maxLines = 40
const [failures, recovered, list, others] = process.argv.slice(2)
const lines = existsSync(failures) ? readFileSync(failures, 'utf8').split('\n').filter(Boolean) : []
const failedFiles = lines
  .map((line) => JSON.parse(line))
  .map((failed) => ({ ...failed, file: path.relative('.', failed.file) }))
const flaky = failedFiles.filter(passesAlone)
const descriptions = flaky.map(
  ({ file, failureMessage }) => `\n== flaky: ${file} passes alone; the first time it failed with\n${failureMessage}\n`,
)
process.stdout.write(descriptions.join(''))
writeFileSync(list, descriptions.join(''))
const failed = failedFiles
  .filter((one) => !flaky.includes(one))
  .map(
    ({ file, failureMessage = '' }) =>
      `FAIL ${file}\n${stripVTControlCharacters(failureMessage).split('\n', maxLines).join('\n')}\n`,
  )
writeFileSync(others, failed.join(''))
writeFileSync(recovered, String(flaky.reduce((sum, failed) => sum + failed.failures, 0)))
const files = new Set(flaky.map(({ file }) => file)).size
if (files > maxFlakyFiles) {
  console.log(`${files} test files are flaky, at most ${maxFlakyFiles} may be`)
  process.exitCode = 1
}
