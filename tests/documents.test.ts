import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { sql } from './testkit/database.ts'
import { keys, partner, startTestProduct, type TestProduct } from './testkit/product.ts'
import { reserve } from './testkit/reserve.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
}, 60_000)
afterAll(() => product.close())

it('a document tells of the cenote as it is in the environment of the reservation, whoever opens it', async () => {
  const catalog = product.database('catalog')
  await sql(catalog, "UPDATE sandbox.cenote SET name_en = 'Sandy Cenote', name_es = 'Cenote de Arena'")
  const { id } = await reserve(product.url)
  const { body } = await partner(product.url).post(`/api/partner/reservations/${id}/confirm`, {
    generateDocuments: true,
  })
  const read = async (key: string | null): Promise<Buffer> =>
    (await partner(product.url, key).get(body.data.documents.confirmation)).body
  const opened = await read(null)
  expect(opened.subarray(0, 5).toString()).toBe('%PDF-')
  expect(opened.equals(await read(keys.demo))).toBe(true)
})
