import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { noFaults, TestBrowser, withBrowser, type Tab } from '../testkit/browser.ts'
import { keys, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'

const { describe, it } = withBrowser

describe('the reference of REST', () => {
  let product: SharedProduct
  let browser: TestBrowser
  /** One tab for all tests, because its cache has the large scripts of the page. */
  let tab: Tab
  beforeAll(async () => {
    product = await sharedTestProduct()
    browser = await TestBrowser.open(product.url)
    tab = await browser.tab()
  })
  afterAll(async () => {
    await browser?.close()
  })

  const sectionOf = (page: Page, operationId: string): Locator => page.locator(`section[id$="/${operationId}"]`)

  /** Opens the page at an operation. */
  async function opened({ page }: Tab, operationId: string): Promise<Locator> {
    // Otherwise another fragment would be shown in the same document.
    await page.goto('about:blank')
    await page.goto(`/docs/api#${operationId}`)
    const section = sectionOf(page, operationId)
    await section.waitFor()
    return section
  }

  /** Sends the request of an operation as it is filled in; returns the status of the response. */
  async function tryOut({ page }: Tab, section: Locator): Promise<number> {
    await section.getByRole('button', { name: 'Test Request' }).click()
    const [response] = await Promise.all([
      page.waitForResponse((one) => /^\/(api|webhooks)\//.test(new URL(one.url()).pathname)),
      page.locator('button.scalar-button-solid', { hasText: /^\s*Send/ }).click(),
    ])
    return response.status()
  }

  it('shows requests to this product in three languages, leads to the guide, and sends one with the demo key', async () => {
    const section = await opened(tab, 'listCenotes')
    for (const [language, text] of [
      ['curl', `curl -sS '${product.url}/api/partner/cenotes`],
      ['TypeScript', "client.GET('/api/partner/cenotes'"],
      ['Python', `"${product.url}/api/partner/cenotes`],
    ] as const) {
      await section.getByRole('button', { name: /^(curl|TypeScript|Python)$/ }).click()
      await tab.page.getByRole('option', { name: language }).click()
      await section.getByText(text).first().waitFor()
    }
    const guide = await section.getByRole('link', { name: 'Guide' }).getAttribute('href')
    expect(guide).toBe(`${product.url}/docs/partner-api/cenotes#the-cenote-list`)
    // Every status is folded.
    expect(await section.locator('.response-body, [data-headlessui-state=open]').count()).toBe(0)
    expect(await tryOut(tab, section)).toBe(200)
    expect(tab.faults).toEqual(noFaults)
  })

  // tests/rest/openapi.test.ts executes the examples of the other operations.
  it.each(['completeReservation', 'readWebhookReplay'])(
    'creates on request what an operation is addressed by, and fills in its id: %s',
    async (operationId) => {
      const section = await opened(tab, operationId)
      await section.getByRole('link', { name: /^Create a (reservation|webhook) in the sandbox$/ }).click()
      await tab.page
        .getByRole('status')
        .filter({ hasText: /^Created/ })
        .waitFor()
      expect(await tryOut(tab, section)).toBe(200)
      expect(tab.faults).toEqual(noFaults)
    },
  )

  it('creates nothing with a live key, and requires one of the sandbox', async () => {
    const sent: string[] = []
    tab.page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    await tab.page.route('**/docs/api', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: (await response.text()).replace(/data-key="\w*"/, `data-key="${keys.live}"`),
      })
    })
    const section = await opened(tab, 'readReservation')
    await section.getByRole('link', { name: 'Create a reservation in the sandbox' }).click()
    await tab.page.getByRole('status').filter({ hasText: 'a key of the sandbox' }).waitFor()
    expect(sent).toEqual([])
    await tab.page.unrouteAll()
  })

  it('fits a phone in the dark scheme, and follows links to other operations', async () => {
    const onPhone = await browser.tab({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const { page } = onPhone
    await opened(onPhone, 'createReservation')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await page.locator('body').getAttribute('class')).toContain('dark-mode')
    await page.evaluate("location.hash = '#cancelReservation'")
    await page.waitForFunction("location.hash.endsWith('/cancelReservation')")
    await sectionOf(page, 'cancelReservation').getByRole('heading', { name: 'Cancel a reservation' }).waitFor()
    await onPhone.close()
  })
})
