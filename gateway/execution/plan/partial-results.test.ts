import { describe, expect, it } from '@jest/globals'
import { PartialResults, ResultIndex } from './partial-results.ts'

describe('the partial results of an object', () => {
  it('have a place for each fetch, and none of them was collected or written yet', () => {
    const results = new PartialResults()
    results.byPart[2] = { name: 'Azul' }
    expect(results.byPart).toEqual([undefined, undefined, { name: 'Azul' }])
    // Fetches are numbered from 0.
    expect([results.collectedFor, results.writtenBy]).toEqual([-1, undefined])
  })

  it('are not shared with those of another object', () => {
    const [one, other] = [new PartialResults(), new PartialResults()]
    one.byPart[0] = { id: '1' }
    expect(other.byPart).toEqual([])
  })
})

describe('the index of partial results', () => {
  it('finds those of an object again by the object or its key, at its position only', () => {
    const index = new ResultIndex()
    const [object, results, others] = [{ id: '1' }, new PartialResults(), new PartialResults()]
    index.at(3).set(object, results)
    index.at(3).set('Cenote 1', others)
    expect([index.at(3).get(object), index.at(3).get('Cenote 1')]).toEqual([results, others])
    expect(index.at(3).get(object)).toBe(results)
    expect([index.at(3).get({ id: '1' }), index.at(0).get(object), index.at(4).size]).toEqual([undefined, undefined, 0])
  })

  it('is of one run', () => {
    new ResultIndex().at(0).set('key', new PartialResults())
    expect(new ResultIndex().at(0).size).toBe(0)
  })
})
