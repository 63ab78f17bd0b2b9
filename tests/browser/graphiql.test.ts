import { afterAll, beforeAll, expect } from '@jest/globals'
import { TestBrowser, withBrowser, type Tab } from '../testkit/browser.ts'
import { runInGraphiql } from '../testkit/graphiql.ts'
import { sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

const { describe, it } = withBrowser

describe('GraphiQL', () => {
  let product: SharedProduct
  let browser: TestBrowser
  let tab: Tab
  beforeAll(async () => {
    product = await sharedTestProduct()
    browser = await TestBrowser.open(product.url)
    tab = await browser.tab()
  })
  afterAll(async () => {
    await browser.close()
  })

  it('is where /graphql leads in a browser, and runs its first query with the demo key', async () => {
    await tab.page.goto('/graphql')
    expect(new URL(tab.page.url()).pathname).toBe('/graphiql')
    await runInGraphiql(tab.page, 'FirstCenotes')
    await tab.page.waitForSelector('.result-window :text("adultCents")')
    expect(tab.faults.foreignRequests).toEqual([])
    expect(tab.faults.policyViolations).toEqual([])
  })

  it('shows events as they happen', async () => {
    await tab.page.goto('/graphiql')
    await runInGraphiql(tab.page, 'LiveReservations')
    const shown = tab.page.locator('.result-window :text("RESERVATION_CREATED")').first()
    // The subscription begins some time after the button was pressed.
    for (let attempt = 0; attempt < 20 && !(await shown.isVisible()); attempt += 1) {
      await reserve(product.url, { apiKey: 'sk_test_demo_pro' })
      await shown.waitFor({ timeout: 1_000 }).catch(() => undefined)
    }
    expect(await shown.isVisible()).toBe(true)
  })
})
