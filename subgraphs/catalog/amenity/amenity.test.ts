import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestCatalog, type TestCatalog } from '../../../tests/testkit/catalog.ts'

let catalog: TestCatalog
beforeAll(async () => void (catalog = await startTestCatalog()))
afterAll(() => catalog.close())

const key = { id: '5d2ff4a8-2e61-4d4b-9b4e-0d7a5b1f2c11', lastFour: 'wxyz' }
const update =
  'mutation ($version: Int!, $icon: String) { updateAmenity(input: { id: "parking", version: $version, icon: $icon }) { version icon } }'

describe('a change of an amenity whose request is repeated', () => {
  it('is done once, and the repetition shows what it left', async () => {
    const identity = { key, operation: 'one' }
    const responses = []
    for (let time = 0; time < 2; time += 1)
      responses.push(await catalog.ask(update, { version: 1, icon: 'van' }, identity))
    expect(responses).toEqual(Array(2).fill({ updateAmenity: { version: 2, icon: 'van' } }))
    expect(
      await catalog.sql(
        `SELECT action, key_last_four, operation FROM live.change WHERE subject_id = 'parking' ORDER BY sequence`,
      ),
    ).toEqual([
      // The demo data is stored by a command.
      { action: 'created', key_last_four: null, operation: null },
      { action: 'updated', key_last_four: 'wxyz', operation: 'one updateAmenity' },
    ])
  })

  it('is done once also when both arrive at the same time', async () => {
    const identity = { key, operation: 'two' }
    const responses = await Promise.all([1, 2, 3].map(() => catalog.ask(update, { version: 2, icon: 'bus' }, identity)))
    expect(responses).toEqual(Array(3).fill({ updateAmenity: { version: 3, icon: 'bus' } }))
    expect(await catalog.sql(`SELECT 1 FROM live.change WHERE operation = 'two updateAmenity'`)).toHaveLength(1)
  })

  it('leaves no record of what was rolled back', async () => {
    expect(await catalog.refusal(update, { version: 1, icon: 'x' }, { key, operation: 'three' })).toMatchObject({
      code: 'EDIT_CONFLICT',
    })
    expect(await catalog.sql(`SELECT 1 FROM live.change WHERE operation LIKE 'three%'`)).toEqual([])
  })
})
