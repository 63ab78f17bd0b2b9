/**
 * Serves the product that test files share until it is killed, or the test run has ended. Usage:
 * node shared-product-process.js PREPARED RUNNER, with the settings as JSON and the process id of the run.
 */
import { setInterval } from 'node:timers'
import { startOn } from './start-product.js'

const [prepared, runner] = process.argv.slice(2)
const { url } = await startOn(JSON.parse(prepared))
process.stdout.write(`${url}\n`)

const endAfterRun = () => {
  try {
    process.kill(Number(runner), 0)
  } catch {
    process.exit()
  }
}
setInterval(endAfterRun, 1_000).unref()
