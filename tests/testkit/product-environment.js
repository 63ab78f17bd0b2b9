import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'
import { originalStack } from './typescript.js'
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
 * The process of a worker itself, without a V8 context for each test file (native-runtime.cjs). To the message of a test
 * that fails it adds the last responses of the product, because most failures follow from one that is not as expected. A
 * product that files share is closed before a file that does not use it, and after one that fails.
 */
export default class ProductEnvironment {
  global = globalThis
  hasFailed = false
  /** @type {string[]} */
  #databases = []
  #before = { env: { ...process.env }, exit: process.exit, console: globalThis.console }

  constructor({ projectConfig }, context) {
    this.moduleMocker = new ModuleMocker(globalThis)
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
    this.testFile = context.testPath
    this.measured = measureProcessorTime(context.testPath)
  }

  /** Jest asks for these two before it loads a module, which Node does here (native-runtime.cjs). */
  exportConditions() {
    return []
  }

  getVmContext() {
    return null
  }

  async setup() {
    // Replaces Jest's formatter, which would look for source maps that do not exist.
    Error.prepareStackTrace = undefined
    globalThis.weeksAhead = undefined
    if (usesSharedProduct(this.testFile)) globalThis.weeksAhead = takeWeek()
    else await closeSharedProduct()
    globalThis.takeAddress = takeAddress
    globalThis.dropAfterFile = (database) => void this.#databases.push(database)
  }

  async teardown() {
    this.fakeTimersModern.dispose()
    this.#restore()
    if (this.hasFailed) await closeSharedProduct()
    await dropDatabases(this.#databases)
    // Jest replaces a worker by the size of its heap, garbage included, and a new one loads everything again.
    if (process.memoryUsage().heapUsed > largeHeapBytes) collectGarbage()
    this.measured()
  }

  /** What Jest and a test file have changed in this process. */
  #restore() {
    const { env, exit, console } = this.#before
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name]
    Object.assign(process.env, env)
    process.exit = exit
    globalThis.console = console
  }

  handleTestEvent({ name, error }) {
    if (name === 'test_start') globalThis.lastResponses = []
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return
    this.hasFailed = true
    const { message } = error ?? {}
    if (typeof message !== 'string') return
    if (typeof error.stack === 'string') error.stack = originalStack(error.stack)
    const responses = (globalThis.lastResponses ?? [])
      .map((describe) => describe())
      .filter((text) => !message.includes(text))
    if (responses.length === 0) return
    const explained = `${message}\n\nThe last responses, the latest first:\n\n${responses.join('\n\n')}\n`
    const { stack } = error
    error.message = explained
    if (typeof stack === 'string') error.stack = stack.replace(message, () => explained)
  }
}
