const { pathToFileURL } = require('node:url')
const { default: Runtime } = require('jest-runtime')

/** The global under which every copy of jest-circus stores its event listeners. */
const eventHandlers = Symbol.for('EVENT_HANDLERS')

let files = 0

/**
 * Lets Node import a test file and what it imports. Jest's own runtime gives each file a V8 context and evaluates every
 * module in it again, which takes more processor time than the tests themselves. Here the product and its packages are
 * loaded once per worker; only TypeScript modules of tests/ are loaded once per test file (typescript-loader.js), because
 * they have state of that file.
 */
module.exports = class NativeRuntime extends Runtime {
  /** Jest would replace `process.getBuiltinModule` of the worker itself. */
  installGetBuiltinModule() {}

  unstable_shouldLoadAsEsm() {
    return true
  }

  async unstable_importModule(file) {
    globalThis.jestGlobals = this.jestGlobals.cjsGlobals(file)
    await import(`${pathToFileURL(file)}?testFile=${(files += 1)}`)
  }

  /** Returns a new copy of the test framework for each file, because its module stores the tests that a file declares. */
  requireInternalModule(file) {
    delete globalThis[eventHandlers]
    delete require.cache[file]
    return require(file)
  }
}
