import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { playMainJob } from '../testkit/main-job.ts'
import { playMainJobByGraphql } from '../testkit/main-job-graphql.ts'
import { startTestProduct, type TestProduct } from '../testkit/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.close())

describe('the main job', () => {
  it('is done by a partner with a subscriber listening', async () => {
    await playMainJob(product.url, product.url)
  })

  it('is done by GraphQL alone', async () => {
    await playMainJobByGraphql(product.url)
  })

  it('sends the guest the e-mails that it reported', async () => {
    const folder = path.join(product.dataFolder, 'mail')
    const mails = await Promise.all(
      (await readdir(folder)).sort().map((name) => readFile(path.join(folder, name), 'utf8')),
    )
    expect(mails).toHaveLength(2)
    expect(mails[0]).toMatch(/^To: ana@example.com\r$/m)
    expect(mails[0]).toContain('application/pdf')
  })
})
