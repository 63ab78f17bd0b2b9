// What a test file imports as '@jest/globals' (typescript-loader.js).
declare global {
  /** Of the test file that is being loaded (native-runtime.cjs). */
  var jestGlobals: typeof import('@jest/globals')
}

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis.jestGlobals
