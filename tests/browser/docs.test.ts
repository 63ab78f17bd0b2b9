import { afterAll, beforeAll, expect } from '@jest/globals'
import { noFaults, TestBrowser, withBrowser } from '../testkit/browser.ts'
import { sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const { describe, it } = withBrowser

describe('the documentation', () => {
  let product: SharedProduct
  let browser: TestBrowser
  beforeAll(async () => {
    product = await sharedTestProduct()
    browser = await TestBrowser.open(product.url)
  })
  afterAll(async () => {
    await browser.close()
  })

  it('finds a page by its words, and leads to the heading', async () => {
    const tab = await browser.tab()
    await tab.page.goto('/docs')
    await tab.page.fill('#search', 'idempotency key')
    await tab.page.click('#results a >> nth=0')
    await tab.page.waitForURL(/\/docs\/.+/)
    expect((await tab.page.textContent('article'))?.toLowerCase()).toContain('idempotency')
    expect(tab.faults).toEqual(noFaults)
    await tab.close()
  })

  it('has no broken link, and no style that the policy of its pages forbids', async () => {
    const seen = new Set<string>(['/docs'])
    for (const address of seen) {
      const response = await fetch(product.url + address)
      const html = await response.text()
      expect([address, response.status, html.match(/<[^>]* style=[^>]*>/)?.[0]]).toEqual([address, 200, undefined])
      for (const [, target = ''] of html.matchAll(/href="(\/docs[^"#]*)/g)) if (target !== '/docs/api') seen.add(target)
    }
    expect(seen.size).toBeGreaterThan(25)
  })

  it('has a button that copies a block, whose label is not part of a text selection', async () => {
    const tab = await browser.tab()
    await tab.page.goto('/docs/quickstarts/partner')
    expect(await tab.page.textContent('.copyable >> nth=0 >> button')).toBe('Copy')
    const code = await tab.page.textContent('pre >> nth=0')
    expect(code).toContain('KEY=')
    expect(code).not.toContain('Copy')
    const selected = await tab.page.evaluate(
      `(getSelection().selectAllChildren(document.querySelector('article')), getSelection().toString())`,
    )
    expect(selected).toContain('KEY=')
    expect(selected).not.toContain('Copy')
    expect(tab.faults).toEqual(noFaults)
    await tab.close()
  })

  it('has a reference of the events, linked from the navigation, with every message of the AsyncAPI document', async () => {
    const tab = await browser.tab()
    await tab.page.goto('/docs')
    await tab.page.click('nav[aria-label=Documentation] a[href="/docs/events-reference"]')
    expect(await tab.page.textContent('h1')).toBe('Event reference')
    const text = (await tab.page.textContent('article')) ?? ''
    const { channels, components } = (await (await fetch(`${product.url}/asyncapi.json`)).json()) as Json
    const shown = [
      ...Object.values<Json>(channels).flatMap(({ title, address }) => [title, address]),
      ...Object.keys(components.messages),
      ...Object.values<Json>(components.schemas).flatMap(({ properties = {} }) => Object.keys(properties)),
    ]
    expect(shown.length).toBeGreaterThan(100)
    expect(shown.filter((name) => !text.includes(name))).toEqual([])
    await tab.page.click('article a:has-text("ReservationConfirmedDelivery")')
    expect(await tab.page.textContent(':target')).toBe('ReservationConfirmedDelivery')
    const anchors = await tab.page.evaluate(
      `[...document.querySelectorAll('article a[href^="#"]')].filter((a) => !document.getElementById(a.hash.slice(1))).map((a) => a.hash)`,
    )
    expect(anchors).toEqual([])
    expect(tab.faults).toEqual(noFaults)
    await tab.close()
  })
})
