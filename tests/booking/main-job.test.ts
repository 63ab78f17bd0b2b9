import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '../testkit/eventually.ts'
import { readMails } from '../testkit/mail-folder.ts'
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
    const mails = await eventually(
      () => readMails(product.dataFolder),
      ({ length }) => length === 2,
    )
    expect(mails[0]?.source).toMatch(/^To: ana@example.com\r$/m)
    expect(mails[0]?.source).toContain('application/pdf')
  })
})
