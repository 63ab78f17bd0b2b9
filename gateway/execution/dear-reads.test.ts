import { describe, expect, it } from '@jest/globals'
import { getOperationAST, parse, type OperationDefinitionNode } from 'graphql'
import { DearReads } from './dear-reads.ts'

const timed = (field: string): OperationDefinitionNode =>
  getOperationAST(parse(`{ ${field} { id } }`)) as OperationDefinitionNode

/** Dear reads with a clock that the test moves, and what ran so far. */
function reads() {
  const clock = { now: 0 }
  const dear = new DearReads(() => clock.now)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (caller: string, name: string): void => {
    dear.begin(caller)
    const work = async (): Promise<void> => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    }
    void dear.run(caller, { environment: 'live' }, work, undefined)
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { clock, dear, started, begin, end }
}

describe('whether a read is dear', () => {
  it('is known from its last run', () => {
    const { dear } = reads()
    const read = timed('reservations')
    expect(dear.isDear('key:1', read)).toBe(false)
    dear.note('key:1', read, 21)
    expect(dear.isDear('key:2', read)).toBe(true)
    dear.note('key:2', read, 20)
    expect(dear.isDear('key:1', read)).toBe(false)
  })

  it('is known of a new text from what else its caller selected at the root', () => {
    const { dear } = reads()
    dear.note('key:1', timed('reservations'), 50)
    expect(dear.isDear('key:1', timed('reservations'))).toBe(true)
    expect(dear.isDear('key:1', timed('cenotes'))).toBe(false)
    expect(dear.isDear('key:2', timed('reservations'))).toBe(false)
  })
})

describe('dear reads', () => {
  it('of one caller all run while no other is there', () => {
    const { started, begin } = reads()
    for (const name of ['a1', 'a2', 'a3', 'a4']) begin('a', name)
    expect(started).toEqual(['a1', 'a2', 'a3', 'a4'])
  })

  it('run one at a time for each caller while another is there, whose turn is the next', async () => {
    const { started, begin, end, dear, clock } = reads()
    dear.begin('someone')
    for (const name of ['a1', 'a2', 'a3']) begin('a', name)
    begin('b', 'b1')
    begin('c', 'c1')
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'a2'])
    await end('b1')
    expect(started).toEqual(['a1', 'b1', 'a2', 'c1'])
    clock.now += 1_001
    await end('c1')
    expect(started).toEqual(['a1', 'b1', 'a2', 'c1', 'a3'])
  })

  it('run one at a time until the other caller has begun nothing for a second', () => {
    const { started, begin, dear, clock } = reads()
    dear.begin('bystander')
    clock.now += 1_000
    begin('a', 'a1')
    begin('a', 'a2')
    expect(started).toEqual(['a1'])
    clock.now += 1
    begin('a', 'a3')
    expect(started).toEqual(['a1', 'a3'])
  })

  it('are refused beyond those that may wait', async () => {
    const { begin, dear } = reads()
    dear.begin('bystander')
    for (let index = 0; index <= 200; index += 1) begin('a', `a${index}`)
    const refused = dear.run('a', { environment: 'live' }, () => Promise.resolve(), undefined)
    await expect(refused).rejects.toThrow('Too much work is waiting already')
  })
})
