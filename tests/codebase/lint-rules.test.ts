import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from '@jest/globals'

const rules = ['no-restricted-syntax', 'no-restricted-imports', 'texts/whole-characters']

/** The rules that each text breaks, as a part of the given file. */
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

/** A function of a module of the product. */
const cut = (code: string): readonly [file: string, text: string] => [
  'rest-facade/schemas/validation.ts',
  `export const f = (text: string, given: string | undefined, names: string[], maxLength: number) => ${code}`,
]
const cuts = [
  'text.slice(0, 100)',
  'given?.slice(0, 500)',
  'text.substring(0, maxLength)',
  'text.slice(-maxLength)',
  'text.slice(0, maxLength - 1)',
].map(cut)
const otherParts = [
  ...['names.slice(0, maxLength)', 'text.slice(0, 10)', 'text.slice(text.length - 4)', 'text.slice(1)'].map(cut),
  [unitTest, 'export const f = (text: string) => text.slice(0, 100)'],
] as const

describe('the rules of this repository', () => {
  let found: ReadonlyMap<readonly [file: string, text: string, rule?: string], readonly string[]>
  beforeAll(() => {
    const texts = [...forbidden, ...allowed, ...cuts, ...otherParts]
    const broken = brokenRules(texts.map(([file, text]) => [file, text]))
    found = new Map(texts.map((text, index) => [text, broken[index] ?? []]))
  })

  it('report each pause outside of the module that has them, and nothing else', () => {
    expect(forbidden.map((text) => found.get(text))).toEqual(forbidden.map(([, , rule]) => [rule]))
    expect(allowed.map((text) => found.get(text))).toEqual(allowed.map(() => []))
  })

  it('report texts that are cut to a maximum, and no parts of lists, dates and ids', () => {
    expect(cuts.map((text) => found.get(text))).toEqual(cuts.map(() => ['texts/whole-characters']))
    expect(otherParts.map((text) => found.get(text))).toEqual(otherParts.map(() => []))
  })
})
