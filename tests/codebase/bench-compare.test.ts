import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

type Cells = ReadonlyMap<string, number>
const script = new URL('../../scripts/bench-compare.mjs', import.meta.url).href
const { measuredCells, compare } = (await import(script)) as {
  measuredCells(output: string): Cells
  compare(
    rounds: readonly { old: Cells; next: Cells }[],
    bound: number,
  ): {
    rows: { name: string; ratio: number; low: number; high: number; isWorse: boolean }[]
    missing: string[]
  }
}

const output = `Node v20, 2 cores

| read | 1,000 p50 | p95 | 10,000 p50 | p95 | ratio of p95 |
| --- | ---: | ---: | ---: | ---: | ---: |
| list | 1.50 | 2.00 | 3.00 | 4.00 | 2.00 |

| creation | clients | side | creations/s | CPU ms each | errors | ratio |
| --- | ---: | --- | ---: | ---: | ---: | ---: |
| hot | 16 | product | 1,000 | 0.50 | 3 | 0.80 |
| hot | 16 | product | 500 | - | 0 | 0.80 |
`

describe('bench:compare', () => {
  it('reads times and rates, and neither ratios nor counts', () => {
    expect(Object.fromEntries(measuredCells(output))).toEqual({
      'list | 1,000 p50': 1.5,
      'list | p95': 2,
      'list | 10,000 p50': 3,
      'list | p95 (2)': 4,
      'hot, 16, product | creations/s': 1 / 1_000,
      'hot, 16, product | CPU ms each': 0.5,
      'hot, 16, product (2) | creations/s': 1 / 500,
    })
  })

  it.each(['product', 'reservations', 'gateway', 'cache', 'catalog', 'pricing'])(
    'reads the tables of bench/results/%s.md',
    (name) => {
      expect(measuredCells(readFileSync(`bench/results/${name}.md`, 'utf8')).size).toBeGreaterThan(10)
    },
  )

  it('calls a row worse when its whole interval is above the bound', () => {
    const of = (sure: number, unsure: number): Cells =>
      new Map([
        ['sure', sure],
        ['unsure', unsure],
      ])
    const rounds = [
      { old: of(1, 1), next: of(1.2, 1.0) },
      { old: of(1, 1), next: of(1.2, 1.6) },
      { old: of(2, 1), next: of(2.4, 1.0) },
    ]
    const { rows } = compare(rounds, 1.1)
    expect(rows.map(({ name, isWorse }) => [name, isWorse])).toEqual([
      ['sure', true],
      ['unsure', false],
    ])
    // By the t distribution with two degrees of freedom: exp(ln(1.6) / 3 -+ 4.303 * sd / sqrt(3)).
    const [, unsure] = rows
    expect(unsure?.ratio).toBeCloseTo(1.17, 2)
    expect(unsure?.low).toBeCloseTo(0.596, 2)
    expect(unsure?.high).toBeCloseTo(2.296, 2)
    expect(compare(rounds, 1.3).rows.some(({ isWorse }) => isWorse)).toBe(false)
  })

  it('names the rows that one of the runs lacks', () => {
    const both = new Map([['list', 1]])
    const more = new Map([
      ['list', 1],
      ['detail', 1],
    ])
    const { rows, missing } = compare(
      [
        { old: both, next: more },
        { old: both, next: more },
      ],
      1.1,
    )
    expect(rows.map(({ name }) => name)).toEqual(['list'])
    expect(missing).toEqual(['detail'])
  })
})
