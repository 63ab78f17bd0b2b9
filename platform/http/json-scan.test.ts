import { describe, expect, it } from '@jest/globals'
import { scanJson } from './json-scan.ts'

const unbounded = { maxDepth: Infinity, maxMembers: Infinity }
const scan = (text: string, bounds = {}) => scanJson(Buffer.from(text), { ...unbounded, ...bounds })

/** The same of a parsed value. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return inner.length + inner.reduce<number>((sum, one) => sum + membersOf(one), 0)
}
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('a scan of JSON', () => {
  it.each([
    '1',
    '""',
    '[]',
    ' [ \n ] ',
    '{}',
    '[[]]',
    '[ [ ], { } , [ 1 ] ]',
    '[0,0,0]',
    '["",""]',
    '{"a":{},"b":[{}],"c":{"d":1,"e":[1,2,{"f":null}]}}',
    '{"[{":"]},","\\"":"\\\\","\\\\":[",[",1]}',
    '["\\\\\\"[",[],"é ✓"]',
  ])('counts of %s what parsing it finds', (text) => {
    const value: unknown = JSON.parse(text)
    expect(scan(text)).toEqual({ bytes: Buffer.byteLength(text), members: membersOf(value), exceeded: undefined })
    const depth = depthOf(value)
    expect(scan(text, { maxDepth: depth }).exceeded).toBeUndefined()
    if (depth > 0) expect(scan(text, { maxDepth: depth - 1 }).exceeded).toBe('maxDepth')
    const members = membersOf(value)
    expect(scan(text, { maxMembers: members }).exceeded).toBeUndefined()
    if (members > 0) expect(scan(text, { maxMembers: members - 1 }).exceeded).toBe('maxMembers')
  })

  it('stops at the bound that is exceeded', () => {
    const zeros = `[${'0,'.repeat(1_000_000)}0]`
    expect(scan(zeros, { maxMembers: 10 })).toMatchObject({ members: 11, exceeded: 'maxMembers' })
    expect(scan('['.repeat(1_000_000), { maxDepth: 64 })).toMatchObject({ members: 0, exceeded: 'maxDepth' })
  })

  it.each(['', '"', '"\\', '[1,', ']]]}', '{"a"', 'nonsense, [', '\u0000'])('ends for %j, which is no JSON', (text) => {
    expect(scan(text).exceeded).toBeUndefined()
  })
})
