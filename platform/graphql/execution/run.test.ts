import { describe, expect, it } from '@jest/globals'
import { Cancellation } from '../../process/cancellation.ts'
import { Place, Run, type Container, type ExecutableOperation, type ValuePosition } from './run.ts'

const nullable: ValuePosition = { nodes: [], isNullable: true, typeName: 'T' }
const nonNull: ValuePosition = { ...nullable, isNullable: false }
const newRun = (signal?: Cancellation): Run => new Run({} as ExecutableOperation, {}, {}, {}, 'copied', signal)

/** data { list [ item { leaf } ] } with these positions below the root. */
function tree(list: ValuePosition, item: ValuePosition) {
  const holder: Container = { data: { list: [{ leaf: 1 }, { leaf: 2 }] } }
  const data = holder['data'] as Container
  const root = new Place(undefined, holder, 'data', { ...nullable, typeName: undefined })
  const listPlace = new Place(root, data, 'list', list)
  const items = data['list'] as Container
  const itemPlace = new Place(listPlace, items, 1, item)
  return { holder, leafOf: items[1] as Container, itemPlace, listPlace }
}

describe('an error', () => {
  it('replaces its own value by null where that is allowed', () => {
    const { holder, leafOf, itemPlace } = tree(nonNull, nonNull)
    const run = newRun()
    run.fail(new Error('x'), nullable, leafOf, 'leaf', itemPlace)
    expect(holder).toEqual({ data: { list: [{ leaf: 1 }, { leaf: null }] } })
    expect(run.errors.map(({ message, path }) => [message, path])).toEqual([['x', ['list', 1, 'leaf']]])
  })

  it('replaces the nearest value above that may be null', () => {
    const item = tree(nullable, nullable)
    newRun().fail(new Error('x'), nonNull, item.leafOf, 'leaf', item.itemPlace)
    expect(item.holder).toEqual({ data: { list: [{ leaf: 1 }, null] } })
    const list = tree(nullable, nonNull)
    newRun().fail(new Error('x'), nonNull, list.leafOf, 'leaf', list.itemPlace)
    expect(list.holder).toEqual({ data: { list: null } })
    const all = tree(nonNull, nonNull)
    newRun().fail(new Error('x'), nonNull, all.leafOf, 'leaf', all.itemPlace)
    expect(all.holder).toEqual({ data: null })
  })

  it('below what another error has replaced is not reported', () => {
    const { leafOf, itemPlace, listPlace } = tree(nullable, nonNull)
    const run = newRun()
    run.fail(new Error('first'), nonNull, leafOf, 'leaf', itemPlace)
    expect([itemPlace.isNulled, listPlace.isNulled]).toEqual([true, true])
    run.fail(new Error('second'), nullable, leafOf, 'other', itemPlace)
    run.fail(new Error('third'), nonNull, leafOf, 'other', itemPlace)
    expect(run.errors.map(({ message }) => message)).toEqual(['first'])
  })
})

describe('a run', () => {
  it('is idle when every promise has settled, those that others began included', async () => {
    const run = newRun()
    const order: string[] = []
    expect(run.isIdle).toBe(true)
    run.defer(
      Promise.resolve('a'),
      (value) => {
        order.push(String(value))
        run.defer(
          Promise.reject(new Error('b')),
          () => undefined,
          (error) => order.push((error as Error).message),
        )
      },
      () => undefined,
    )
    expect(run.isIdle).toBe(false)
    await run.idle()
    expect([order, run.isIdle]).toEqual([['a', 'b'], true])
  })

  it('fails what arrives after its caller has left', async () => {
    const leaving = new Cancellation()
    const run = newRun(leaving)
    const outcomes: unknown[] = []
    run.defer(
      Promise.resolve(1),
      (value) => outcomes.push(value),
      (error) => outcomes.push((error as Error).message),
    )
    leaving.abort(new Error('left'))
    await run.idle()
    expect(outcomes).toEqual(['left'])
  })
})
