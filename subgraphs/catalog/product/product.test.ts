import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../../platform/values/demo-id.ts'
import { startTestCatalog, type TestCatalog } from '../../../tests/testkit/catalog.ts'

const xBatun = demoId('cenote', 'x-batun')
let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

interface Facts {
  id: string
  productType: string
  timezone: string
}
const factsOf = async (variables: { ids?: string[]; after?: string }) =>
  (
    await catalog.ask<{ productFacts: Facts[] }>(
      'query ($ids: [ID!], $after: ID) { productFacts(ids: $ids, after: $after) { id productType timezone } }',
      variables,
    )
  ).productFacts

describe('facts of products', () => {
  it('are those of the given cenotes and tours that there are', async () => {
    const [tour] = await catalog.sql('SELECT id, timezone FROM live.tour LIMIT 1')
    const facts = await factsOf({ ids: [xBatun.toUpperCase(), tour?.['id'] as string, 'x', demoId('cenote', 'none')] })
    expect(facts).toHaveLength(2)
    expect(facts).toContainEqual({ id: xBatun, productType: 'CENOTE', timezone: 'America/Merida' })
    expect(facts).toContainEqual({ ...tour, productType: 'TOUR' })
  })

  it('are those of all, active or not, after an id where one is given', async () => {
    await catalog.sql('UPDATE live.cenote SET is_active = false WHERE id = $1', [xBatun])
    const all = await factsOf({})
    const [count] = await catalog.sql(
      'SELECT (SELECT count(*) FROM live.cenote) + (SELECT count(*) FROM live.tour) AS all',
    )
    expect(all).toHaveLength(Number(count?.['all']))
    expect(all.map(({ id }) => id)).toContain(xBatun)
    expect(await factsOf({ after: all[2]?.id as string })).toEqual(all.slice(3))
    await catalog.sql('UPDATE live.cenote SET is_active = true WHERE id = $1', [xBatun])
  })
})
