const { pathToFileURL } = require('node:url')
const { default: Runtime } = require('jest-runtime')

/** Where jest-circus has the listeners of a test file, whichever copy of it they belong to. */
const eventHandlers = Symbol.for('EVENT_HANDLERS')

let files = 0

/**
 * Lets Node import a test file and what it imports. Jest's own runtime gives each file a V8 context and evaluates every
 * module in it again, which takes more processor time than the tests themselves. Here the product and its packages are
 * loaded once per worker; only TypeScript modules of tests/ are loaded once per test file (typescript-loader.js), because
 * they have state of that file.
 */
module.exports = class NativeRuntime extends Runtime {
  /** Jest would replace a function of the process. */
  installGetBuiltinModule() {}

  unstable_shouldLoadAsEsm() {
    return true
  }

  async unstable_importModule(file) {
    globalThis.jestGlobals = this.jestGlobals.cjsGlobals(file)
    await import(`${pathToFileURL(file)}?testFile=${(files += 1)}`)
  }

  /** Returns a new copy of the test framework, which has the tests of a file in its module. */
  requireInternalModule(file) {
    delete globalThis[eventHandlers]
    delete require.cache[file]
    return require(file)
  }
}
