import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openPool, runningTransactionsEnd } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { operator } from '../testkit/operator.ts'
import { writeProductEvents, type WrittenProductEvent } from '../testkit/product-events.ts'
import { keys, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let pool: ReturnType<typeof openPool>
beforeAll(async () => {
  product = await productToChange()
  // Of the live environment, where no test makes a reservation.
  pool = openPool(product.database('booking'), undefined, { options: '-c search_path=live' })
})
afterAll(() => pool.end())

const availability = (productId: string, dateFrom: string, dateTo: string): WrittenProductEvent => ({
  type: 'availability.updated',
  productType: 'cenote',
  productId,
  dateFrom,
  dateTo,
})

describe('availabilityChanges', () => {
  const query = `query ($after: String!, $first: Int) { availabilityChanges(after: $after, first: $first) {
    nodes { productType productId dateFrom dateTo } endCursor hasNextPage } }`
  const write = (...events: WrittenProductEvent[]) => writeProductEvents(pool, events)
  const changes = async (after: string, first?: number): Promise<Json> =>
    (await operator(product.url, keys.live).ask(query, { after, first })).availabilityChanges
  const refusal = (variables: Json, apiKey: string = keys.demo): Promise<Json> =>
    operator(product.url, apiKey).refusal(query, variables)

  it('are one range for each product since a cursor, page by page', async () => {
    await runningTransactionsEnd()
    const start = (await changes('now')).endCursor
    const [a, b] = [randomUUID(), randomUUID()]
    await write(
      availability(a, '2030-03-05', '2030-03-05'),
      availability(b, '2030-01-01', '2030-01-01'),
      { type: 'pricing.updated' },
      availability(a, '2030-03-01', '2030-03-02'),
    )
    const range = (productId: string, dateFrom: string, dateTo: string) => ({
      productType: 'CENOTE',
      productId,
      dateFrom,
      dateTo,
    })
    const merged = await eventually(
      () => changes(start),
      ({ nodes }: Json) => nodes.length === 2,
    )
    expect(merged).toEqual({
      nodes: [range(b, '2030-01-01', '2030-01-01'), range(a, '2030-03-01', '2030-03-05')],
      endCursor: expect.any(String),
      hasNextPage: false,
    })
    const page = await changes(start, 2)
    expect(page).toMatchObject({
      nodes: [range(a, '2030-03-05', '2030-03-05'), range(b, '2030-01-01', '2030-01-01')],
      hasNextPage: true,
    })
    expect(await changes(page.endCursor, 2)).toEqual({ ...merged, nodes: [range(a, '2030-03-01', '2030-03-02')] })
    // Cursors are those of events; of an empty response it continues, too.
    const empty = await changes(merged.endCursor)
    expect(empty).toMatchObject({ nodes: [], hasNextPage: false })
    await write(availability(b, '2030-02-01', '2030-02-01'))
    await eventually(async () => (await changes(empty.endCursor)).nodes, [range(b, '2030-02-01', '2030-02-01')])
  })

  it('have every day of a new product, whose event stands for what changes in its first moments', async () => {
    await runningTransactionsEnd()
    const { endCursor } = await changes('now')
    const productId = randomUUID()
    await write({ type: 'product.created', productType: 'cenote', productId, changed: [] })
    const { nodes } = await eventually(
      () => changes(endCursor),
      (read: Json) => read.nodes.length === 1,
    )
    expect(nodes).toEqual([
      { productType: 'CENOTE', productId, dateFrom: expect.any(String), dateTo: expect.any(String) },
    ])
    const [today, { dateFrom, dateTo }] = [new Date().toISOString().slice(0, 10), nodes[0]]
    expect([dateFrom < today, Date.parse(dateTo) - Date.parse(dateFrom) > 730 * 86_400_000]).toEqual([true, true])
  })

  it.each([0, 1_001])('are at most 1,000 events, at least one: %i', async (first) => {
    const extensions = await refusal({ after: 'now', first })
    expect(extensions).toMatchObject({ code: 'ERROR_VALIDACION', details: { fields: { first: [expect.any(String)] } } })
  })

  it('refuse a cursor of another log', async () => {
    await runningTransactionsEnd()
    const { endCursor } = await changes('now')
    expect(await refusal({ after: endCursor }, keys.rival)).toMatchObject({ code: 'INVALID_CURSOR' })
    expect(await refusal({ after: 'yesterday' })).toMatchObject({ code: 'INVALID_CURSOR' })
  })
})
