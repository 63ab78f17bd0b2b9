// The loader resolves '@jest/globals' to this module (typescript-loader.js).
declare global {
  /** Jest's functions for the test file that is being loaded (native-runtime.cjs). */
  var jestGlobals: typeof import('@jest/globals')
}

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis.jestGlobals
