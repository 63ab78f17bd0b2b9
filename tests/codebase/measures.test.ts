import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'

interface Committed {
  readonly enforced: boolean
  readonly numbers: Readonly<Record<string, number>>
  readonly rises: readonly { readonly row: string; readonly from: number; readonly to: number; readonly why?: string }[]
}
type Numbers = Committed['numbers']
const script = new URL('../../scripts/measures.mjs', import.meta.url).href
const { worseRows, written } = (await import(script)) as {
  worseRows(now: Numbers, committed: Committed, targets: Numbers): string[]
  written(now: Numbers, committed: Committed): Committed
}

const committed: Committed = { enforced: true, numbers: { lines: 100, files: 10 }, rises: [] }
const why = 'A contract asks for it'
const risen: Committed = {
  ...committed,
  rises: [
    { row: 'lines', from: 100, to: 104, why },
    { row: 'lines', from: 104, to: 105, why },
  ],
}

describe('the measures', () => {
  it.each([
    ['passes a number that stays', { lines: 100, files: 10 }, committed, []],
    ['passes a number that falls', { lines: 99, files: 9 }, committed, []],
    ['fails a number that rises', { lines: 101, files: 10 }, committed, ['lines']],
    ['passes a rise with a reason', { lines: 105, files: 10 }, risen, []],
    ['fails a rise beyond its reasons', { lines: 106, files: 10 }, risen, ['lines']],
    ['passes a rise within the target', { lines: 100, files: 12 }, committed, []],
  ])('%s', (_title, now, given, worse) => {
    expect(worseRows(now, given, { lines: 50, files: 12 })).toEqual(worse)
  })

  it('refuses a rise without a reason, and one from another number', () => {
    const withRise = (from: number, reason: string): Committed => ({
      ...committed,
      rises: [{ row: 'lines', from, to: 104, why: reason }],
    })
    expect(() => worseRows({ lines: 100 }, withRise(100, ' '), {})).toThrow('has no "why"')
    expect(() => worseRows({ lines: 100 }, withRise(99, why), {})).toThrow('it is 100')
  })

  it('commits lower numbers alone, and drops their reasons', () => {
    expect(written({ lines: 103, files: 11 }, risen)).toEqual({
      enforced: true,
      numbers: { lines: 103, files: 10 },
      rises: [],
    })
    expect(written({ lines: 105, files: 10 }, risen)).toEqual(risen)
  })

  it('commits every number before they are enforced', () => {
    const { numbers } = written({ lines: 120, files: 9 }, { ...risen, enforced: false })
    expect(numbers).toEqual({ lines: 120, files: 9 })
  })

  it('are counted: each row has a number above 0', () => {
    const { stdout, stderr } = spawnSync('node', ['scripts/measures.mjs'], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^product code: lines +\d+ +\d{5,} +108000/m)
    expect(stdout).not.toMatch(/NaN|Infinity|undefined/)
  })
})
