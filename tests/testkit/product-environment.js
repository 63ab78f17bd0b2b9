import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'
import { measureProcessorTime } from './processor-time.js'
import { closeSharedProduct, dropDatabases } from './shared-product.js'
import { usesSharedProduct } from './sequencer.js'
import { shortLivedFlags } from './short-lived-flags.js'

for (const flag of [...shortLivedFlags, '--expose-gc']) setFlagsFromString(flag)
/** @type {() => void} */
const collectGarbage = runInNewContext('gc')

/** Most of such a heap is garbage of finished test files, which V8 would keep until the process has no memory left. */
const largeHeapBytes = 600_000_000

let addresses = 0
const takeAddress = () => (addresses += 1)

/** Well within the booking horizon of two years. */
const bookableWeeks = 90
let sharedFiles = 0
/** Returns how many weeks ahead a file books its visits: files that share a product must not compete for places. */
const takeWeek = () => 1 + (sharedFiles++ % bookableWeeks)

/**
 * Node with the built product beside the tests: Jest evaluates what a test file imports again for each file, but the
 * product, which tests address over the network, is loaded once per worker. To the message of a test that fails it adds
 * the last responses of the product, because most failures follow from one that is not as expected. A product that
 * files share is closed before a file that does not use it, and after one that fails.
 */
export default class ProductEnvironment extends TestEnvironment {
  /** @type {string[]} */
  #databases = []
  hasFailed = false

  constructor(config, context) {
    super(config, context)
    this.testFile = context.testPath
    this.measured = measureProcessorTime(context.testPath)
  }

  async setup() {
    await super.setup()
    if (usesSharedProduct(this.testFile)) this.global.weeksAhead = takeWeek()
    else await closeSharedProduct()
    this.global.takeAddress = takeAddress
    this.global.importOutside = (specifier) => import(specifier)
    this.global.dropAfterFile = (database) => void this.#databases.push(database)
  }

  async teardown() {
    await super.teardown()
    if (this.hasFailed) await closeSharedProduct()
    await dropDatabases(this.#databases)
    // Jest replaces a worker by the size of its heap, garbage included, and a new one loads everything again.
    if (process.memoryUsage().heapUsed > largeHeapBytes) collectGarbage()
    this.measured()
  }

  handleTestEvent({ name, error }) {
    if (name === 'test_start') this.global.lastResponses = []
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return
    this.hasFailed = true
    const { message } = error ?? {}
    if (typeof message !== 'string') return
    const responses = (this.global.lastResponses ?? [])
      .map((describe) => describe())
      .filter((text) => !message.includes(text))
    if (responses.length === 0) return
    const explained = `${message}\n\nThe last responses, the latest first:\n\n${responses.join('\n\n')}\n`
    const { stack } = error
    error.message = explained
    if (typeof stack === 'string') error.stack = stack.replace(message, () => explained)
  }
}
