import { describe, expect, it } from '@jest/globals'
import { ResultIndex, type Data } from './partial-results.ts'
import { Position } from './positions.ts'

/** A position with what one fetch has of its objects, and what another adds. */
function positionWith(fields: readonly string[]): Position {
  const root = new Position()
  root.addPart({ kind: 'fetch', fetch: 0 })
  const position = root.child('product')
  const part = position.fieldPart(0, 0, 'product')
  for (const field of fields) position.addField(part, field, field)
  const added = position.addPart({ kind: 'fetch', fetch: 1 })
  position.addField(added, 'price', 'price')
  return position
}

const product = (id: unknown, others: Data = {}): Data => ({ __typename: 'Product', id, ...others })

describe('objects that others complete', () => {
  it('are one where a key and a type are all that is known of them, and equal', () => {
    const position = positionWith(['__typename', 'id'])
    const index = new ResultIndex()
    const first = position.enter(product('1'), index)
    expect(position.enter(product('1'), index)).toBe(first)
    expect(position.enter(product('2'), index)).not.toBe(first)
    expect(position.enter(product(1), index)).not.toBe(first)
    expect(position.enter(product('1', { __typename: 'Service' }), index)).not.toBe(first)
    expect(position.enter(product('1'), new ResultIndex())).not.toBe(first)
  })

  it.each([
    ['have another field', ['__typename', 'id', 'name'], product('1', { name: 'a' })],
    ['have no key', ['__typename', 'id'], product(null)],
    ['have a key of several values', ['__typename', 'id'], product({ value: '1' })],
  ])('are each their own where they %s', (_what, fields, object) => {
    const position = positionWith(fields)
    const index = new ResultIndex()
    const first = position.enter(object, index)
    expect(position.enter(object, index)).toBe(first)
    expect(position.enter({ ...object }, index)).not.toBe(first)
  })
})
