import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { TestBrowser, withBrowser } from '../testkit/browser.ts'
import { openApiOf } from '../testkit/openapi.ts'
import { keys, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const { describe, it } = withBrowser

describe('the reference of REST', () => {
  let product: SharedProduct
  let browser: TestBrowser
  let addressed: Json[]
  beforeAll(async () => {
    product = await sharedTestProduct()
    browser = await TestBrowser.open(product.url)
    const paths: Json[] = Object.values((await openApiOf(product.url)).paths)
    addressed = paths
      .flatMap((methods) => Object.values<Json>(methods))
      .filter(({ parameters }) => parameters.some((one: Json) => one.in === 'path' && one.example === undefined))
  })
  afterAll(async () => {
    await browser?.close()
  })

  const blockOf = (page: Page, { operationId, tags }: Json) => page.locator(`#operations-${tags[0]}-${operationId}`)

  it('tries a request out with the demo key filled in', async () => {
    const tab = await browser.tab()
    await tab.page.goto('/docs/api')
    const block = blockOf(tab.page, { operationId: 'listCenotes', tags: ['Cenotes'] })
    await block.locator('.opblock-summary-control').click()
    await block.locator('button.execute').click()
    await block.locator('.live-responses-table .response-col_status:has-text("200")').waitFor()
    expect(tab.faults.policyViolations).toEqual([])
    expect(tab.faults.foreignRequests).toEqual([])
    await tab.close()
  })

  // The other operations need nothing that exists; tests/rest/openapi.test.ts executes their examples.
  it.each([
    ['Reservations', 12],
    ['Webhooks', 7],
  ])(
    'creates on request what the operations of %s are addressed by, and executes them',
    async (tag, count) => {
      const tab = await browser.tab()
      const sent: string[] = []
      tab.page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(request.url())
      })
      await tab.page.goto('/docs/api')
      const operations = addressed.filter(({ tags }) => tags[0] === tag)
      const failed: unknown[] = []
      for (const operation of operations) {
        const block = blockOf(tab.page, operation)
        const before = sent.length
        await block.locator('.opblock-summary-control').click()
        const create = block.getByRole('button', { name: /^Create a (reservation|webhook) in the sandbox$/ })
        await create.waitFor()
        expect(sent).toHaveLength(before)
        await create.click()
        await block.getByRole('status').filter({ hasText: /./ }).waitFor()
        const outcome = await block.getByRole('status').textContent()
        await block.locator('button.execute').click()
        const status = block.locator('.live-responses-table .response .response-col_status').first()
        await status.waitFor()
        if (!/^2\d\d/.test((await status.innerText()).trim()))
          failed.push([operation.operationId, outcome, await status.innerText()])
        // A page with fewer open operations is drawn faster.
        await block.locator('.opblock-summary-control').click()
      }
      expect(failed).toEqual([])
      expect(operations.length).toBeGreaterThanOrEqual(count)
      expect(tab.faults.policyViolations).toEqual([])
      expect(tab.faults.foreignRequests).toEqual([])
      await tab.close()
    },
    240_000,
  )

  it('creates nothing with a live key, and requires one of the sandbox', async () => {
    const tab = await browser.tab()
    const sent: string[] = []
    tab.page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    await tab.page.goto('/docs/api')
    await tab.page.locator('.btn.authorize.locked').click()
    const dialog = tab.page.locator('.dialog-ux')
    await dialog.getByRole('button', { name: 'Remove authorization' }).click()
    // The other form is for the same key as a Bearer.
    const form = dialog.locator('form').filter({ has: tab.page.locator('#api_key_value') })
    await form.getByRole('textbox').fill(keys.live)
    await form.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.locator('.btn-done').first().click()
    const block = blockOf(tab.page, { operationId: 'readReservation', tags: ['Reservations'] })
    await block.locator('.opblock-summary-control').click()
    await block.getByRole('button', { name: 'Create a reservation in the sandbox' }).click()
    await block.getByRole('status').filter({ hasText: 'enter a key of the sandbox' }).waitFor()
    expect(sent).toEqual([])
    await tab.close()
  })
})
