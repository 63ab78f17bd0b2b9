import { describe, expect, it } from '@jest/globals'
import { CursorCodec } from '../trust/cursor.ts'
import { edgesOf, pageInfoOf, pageOf, positionOf, readPageArguments, type PageFault } from './connection.ts'

const cursors = new CursorCodec('a secret of at least 32 characters')
const refuse = (faults: readonly PageFault[], max: number): Error => new Error(`${faults.join()} ${max}`)
const read = (args: Parameters<typeof readPageArguments>[0]) => readPageArguments(args, refuse)

describe('page arguments', () => {
  it('have defaults', () => {
    expect(read({})).toEqual({ first: 15, after: null, offset: 0 })
  })
  it.each([
    [{ first: 0 }, 'size 100'],
    [{ first: 101 }, 'size 100'],
    [{ after: 'a', offset: 0 }, 'combination 100'],
    [{ first: 0, after: 'a', offset: 1 }, 'size,combination 100'],
  ])('%j are refused', (args, message) => {
    expect(() => read(args)).toThrow(message)
  })
  it('lead to the position of a cursor of the same list only', () => {
    const cursor = cursors.encode(['tours'], ['Ik Kil', 7])
    expect(positionOf(null, { cursors, scope: ['tours'], refuse })).toBeNull()
    expect(positionOf(cursor, { cursors, scope: ['tours'], refuse })).toEqual(['Ik Kil', 7])
    expect(() => positionOf(cursor, { cursors, scope: ['cenotes'], refuse })).toThrow('cursor')
  })
})

describe('a page', () => {
  const count = (): Promise<number> => Promise.reject(new Error('counted'))
  const cursorOf = (row: string): string => `<${row}>`

  it('of which one row more was found has a next page', async () => {
    const page = pageOf(['a', 'b', 'c'], { first: 2, after: null, offset: 0 }, cursorOf, count)
    expect(edgesOf(page)).toEqual([
      { node: 'a', cursor: '<a>' },
      { node: 'b', cursor: '<b>' },
    ])
    expect(await pageInfoOf(page)).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: '<a>',
      endCursor: '<b>',
    })
  })
  it('at the end of the list is counted without a query', async () => {
    expect(await pageOf(['k'], { first: 2, after: null, offset: 10 }, cursorOf, count).total()).toBe(11)
  })
  it('past the end of a list has a previous page unless the list is empty', async () => {
    const past = (total: number) =>
      pageInfoOf(pageOf([], { first: 2, after: null, offset: 10 }, cursorOf, () => Promise.resolve(total)))
    expect(await past(3)).toMatchObject({ hasPreviousPage: true, startCursor: null })
    expect(await past(0)).toMatchObject({ hasPreviousPage: false })
  })
})
