import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'

const rules = ['no-restricted-syntax', 'no-restricted-imports']

/** The rules about pauses that each text breaks, as a part of the given file. */
function brokenRules(texts: readonly (readonly [file: string, text: string])[]): readonly (readonly string[])[] {
  const { stdout, stderr } = spawnSync('node', ['tests/codebase/check-lint.mjs', JSON.stringify(rules)], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as string[][]
}

const scenario = 'tests/rest/catalog.test.ts'
const unitTest = 'platform/postgres/log.test.ts'
const testkit = 'tests/testkit/product.ts'
const pauses = 'tests/testkit/pauses.ts'

const forbidden: readonly (readonly [file: string, text: string, rule: string])[] = [
  [scenario, 'await new Promise((resolve) => setTimeout(resolve, 100))', 'no-restricted-syntax'],
  [unitTest, 'const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))', 'no-restricted-syntax'],
  [testkit, 'await new Promise((resolve) => globalThis.setTimeout(resolve, 100))', 'no-restricted-syntax'],
  [scenario, 'await page.waitForTimeout(100)', 'no-restricted-syntax'],
  [unitTest, "import { setTimeout as delay } from 'node:timers/promises'", 'no-restricted-imports'],
  [scenario, "import { scheduler } from 'timers/promises'", 'no-restricted-imports'],
  [testkit, "import * as timers from 'node:timers'", 'no-restricted-imports'],
  [scenario, "import { pause } from '../../bench/chaos/random.ts'", 'no-restricted-imports'],
]

const allowed: readonly (readonly [file: string, text: string])[] = [
  [pauses, 'const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))'],
  [scenario, "import { timePasses } from '../testkit/pauses.ts'\nawait timePasses(100)"],
  [scenario, "import { setImmediate as turn } from 'node:timers/promises'\nawait turn()"],
  [scenario, 'jest.setTimeout(300_000)'],
  ['platform/postgres/migrations.ts', 'setTimeout(() => undefined, 100)'],
]

describe('the rules about pauses in tests', () => {
  it('report each of them outside of the module that has them', () => {
    expect(brokenRules(forbidden.map(([file, text]) => [file, text]))).toEqual(forbidden.map(([, , rule]) => [rule]))
  })

  it('report nothing else', () => {
    expect(brokenRules(allowed)).toEqual(allowed.map(() => []))
  })
})
