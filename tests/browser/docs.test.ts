import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Request as PageRequest } from 'playwright-core'
import { expectConformant } from '../testkit/accessibility.ts'
import { noFaults, TestBrowser, withBrowser, type Tab } from '../testkit/browser.ts'
import { sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const { describe, it } = withBrowser

/** Buttons that cover a part of the code beside them. */
const overlaps = `[...document.querySelectorAll('.sample')].flatMap((sample) => {
  const code = [...sample.querySelectorAll('pre')].find((pre) => pre.checkVisibility()).getBoundingClientRect()
  return [...sample.querySelectorAll('button')].filter((button) => button.getBoundingClientRect().bottom > code.top)
}).map((button) => button.textContent)`

describe('the documentation', () => {
  let product: SharedProduct
  let browser: TestBrowser
  let searching: Tab
  beforeAll(async () => {
    product = await sharedTestProduct()
    browser = await TestBrowser.open(product.url)
    searching = await browser.tab()
  })
  afterAll(async () => {
    await browser.close()
  })

  it.each([
    ['idempotency key', 'Guide', '/docs/partner-api/conventions#idempotency'],
    ['cancelReservation', 'REST', '/docs/api#cancelReservation'],
    ['Mutation.cancelReservation', 'GraphQL', '/docs/graphql-reference#mutationcancelreservation'],
    ['Reservation.bookingReference', 'GraphQL field', '/docs/graphql-types#reservation-bookingreference'],
    ['cenote_not_available', 'Error', '/docs/partner-api/errors#cenote_not_available'],
  ])('finds %s with the text around it, once the search is used', async (words, kind, address) => {
    const requested: string[] = []
    const remember = (request: PageRequest): void => void requested.push(new URL(request.url()).pathname)
    searching.page.on('request', remember)
    await searching.page.goto('/docs', { waitUntil: 'networkidle' })
    expect(requested).not.toContain('/docs/search.json')
    searching.page.off('request', remember)
    await searching.page.keyboard.press('/')
    await searching.page.keyboard.type(words)
    const found = searching.page.locator(`#results a[href="${address}"]`)
    expect(await found.locator('.found-kind').textContent()).toBe(kind)
    expect((await found.locator('.found-text').textContent())?.length).toBeGreaterThan(20)
    await searching.page.keyboard.press('ArrowDown')
    expect(await searching.page.evaluate(`document.activeElement.closest('#results') !== null`)).toBe(true)
    await searching.page.keyboard.press('Escape')
    expect(await found.isVisible()).toBe(false)
    expect(searching.faults).toEqual(noFaults)
  })

  it('has no link or result of the search that leads nowhere, and the address of this product in its samples', async () => {
    const [{ paths }, rows] = (await Promise.all(
      ['/openapi.json', '/docs/search.json'].map(async (file) => (await fetch(product.url + file)).json()),
    )) as [Json, [kind: string, address: string][]]
    const operations = Object.values<Json>(paths).flatMap((methods) => Object.values<Json>(methods))
    const anchors = new Map([['/docs/api', new Set(operations.map(({ operationId }) => operationId as string))]])
    const links = new Set(['/docs', ...rows.map(([, address]) => address)])
    for (const link of links) {
      const [address = ''] = link.split('#')
      if (anchors.has(address) || address.endsWith('.tgz')) continue
      const response = await fetch(product.url + address)
      const html = await response.text()
      expect([address, response.status, html.match(/<[^>]* style=[^>]*>/)?.[0]]).toEqual([address, 200, undefined])
      expect(html).toContain('name="viewport"')
      expect(html).not.toMatch(/PRODUCTADDRESS|PRODUCTSOCKET/)
      anchors.set(address, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)))
      for (const [, target = ''] of html.matchAll(/href="(\/docs[^"]*)"/g)) links.add(target)
      for (const [, target = ''] of html.matchAll(/href="(#[^"]+)"/g)) links.add(address + target)
    }
    expect(anchors.size).toBeGreaterThan(50)
    const broken = [...links].filter((link) => {
      const [address = '', id] = link.split('#')
      return id !== undefined && !anchors.get(address)?.has(decodeURIComponent(id))
    })
    expect(broken).toEqual([])
    const samples = await (await fetch(`${product.url}/docs/samples`)).text()
    expect(samples.split(product.url)).toHaveLength(4)
  })

  it('shows a sample in the language that was chosen, also on the next page, and copies what it shows', async () => {
    const tab = await browser.tab({ permissions: ['clipboard-read', 'clipboard-write'] })
    await tab.page.goto('/docs/samples')
    const selected = (): Promise<string[]> => tab.page.locator('[role=tab][aria-selected=true]').allTextContents()
    expect(new Set(await selected())).toEqual(new Set(['curl']))
    await tab.page.focus('[role=tab][aria-selected=true] >> nth=0')
    await tab.page.keyboard.press('ArrowRight')
    expect(new Set(await selected())).toEqual(new Set(['JavaScript']))
    await tab.page.reload()
    expect(new Set(await selected())).toEqual(new Set(['JavaScript']))
    await tab.page.click('.sample:has([role=tab]) >> nth=0 >> .copy')
    await tab.page.locator('.copy', { hasText: 'Copied' }).waitFor()
    const code = await tab.page.textContent('[role=tabpanel]:not([hidden]) code >> nth=0')
    expect(await tab.page.evaluate('navigator.clipboard.readText()')).toBe(code)
    expect(code).toContain(`'${product.url}'`)
    expect(await tab.page.evaluate(overlaps)).toEqual([])
    const text = await tab.page.evaluate(
      `(getSelection().selectAllChildren(document.querySelector('article')), getSelection().toString())`,
    )
    expect(text).toContain('apiKey')
    expect(text).not.toMatch(/Copy|Copied/)
    expect(tab.faults).toEqual(noFaults)
    await tab.close()
  })

  it.each([
    ['light', 1_280],
    ['dark', 390],
  ] as const)('is %s and %d pixels wide: light, still, accessible, its menu first', async (colorScheme, width) => {
    const tab = await browser.tab({ colorScheme, viewport: { width, height: 844 } })
    const sizes: Promise<number>[] = []
    tab.page.on('requestfinished', (request) => {
      sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize))
    })
    await tab.page.addInitScript(
      `window.shift = 0
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shift += value)))
        .observe({ type: 'layout-shift', buffered: true })`,
    )
    await tab.page.goto('/docs', { waitUntil: 'networkidle' })
    expect(sizes.length).toBeGreaterThan(1)
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000)
    for (const address of ['/', '/docs', '/docs/samples']) {
      await tab.page.goto(address, { waitUntil: 'networkidle' })
      expect(Number(await tab.page.evaluate('window.shift'))).toBeLessThanOrEqual(0.1)
      await expectConformant(tab.page)
      expect((await tab.page.locator('h1').boundingBox())?.y).toBeLessThan(300)
      expect(await tab.page.locator('header').getByRole('link', { name: 'Console' }).count()).toBe(width > 900 ? 1 : 0)
    }
    const contents = tab.page.getByRole('link', { name: 'Events and webhooks' })
    const menu = tab.page.getByRole('navigation', { name: 'Documentation' })
    if (width < 900) {
      expect(await menu.isVisible()).toBe(false)
      await tab.page.getByText('On this page').last().click()
      await expectConformant(tab.page)
      await tab.page.getByRole('button', { name: 'Menu' }).press('Enter')
      expect(await menu.getByRole('link', { name: 'Console', exact: true }).first().isVisible()).toBe(true)
      await expectConformant(tab.page)
      await tab.page.keyboard.press('Escape')
      expect(await menu.isVisible()).toBe(false)
      await contents.first().click()
    } else {
      expect(await menu.isVisible()).toBe(true)
      expect((await menu.getByRole('link').allTextContents()).filter((name) => name.startsWith('/'))).toEqual([])
      await tab.page.locator('.docs-contents-beside').getByRole('link', { name: 'Events and webhooks' }).click()
    }
    expect(new URL(tab.page.url()).hash).toBe('#events-and-webhooks')
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
