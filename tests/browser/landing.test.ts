import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Request as PageRequest } from 'playwright-core'
import { noFaults, TestBrowser, withBrowser, type Tab } from '../testkit/browser.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const { describe, it } = withBrowser

describe('the landing page', () => {
  let product: SharedProduct
  let browser: TestBrowser
  let tab: Tab
  /** Bytes of each response for the page. */
  let sizes: number[]
  beforeAll(async () => {
    product = await sharedTestProduct()
    browser = await TestBrowser.open(product.url)
    tab = await browser.tab()
    const loading: Promise<number>[] = []
    const measure = (request: PageRequest): void => {
      loading.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
      )
    }
    tab.page.on('requestfinished', measure)
    await tab.page.goto('/', { waitUntil: 'networkidle' })
    tab.page.off('requestfinished', measure)
    sizes = await Promise.all(loading)
  })
  afterAll(async () => {
    await browser.close()
  })

  it('says what this is, and that it is up', async () => {
    expect(await tab.page.textContent('h1')).toBe('Sell visits to cenotes and tours')
    expect(await tab.page.textContent('.state')).toBe('Up and running')
    expect(tab.faults).toEqual(noFaults)
  })

  it('shows requests that work when they are pasted into a shell', async () => {
    const paste = async (section: string): Promise<Json> => {
      const command = (await tab.page.textContent(`section:has(#${section}) code`)) ?? ''
      return JSON.parse((await promisify(execFile)('bash', ['-c', command])).stdout)
    }
    const { body } = await partner(product.url).get('/api/partner/cenotes?perPage=3&fields=name,pricing')
    expect(body.data).toHaveLength(3)
    expect((await paste('rest')).data).toEqual(body.data)
    expect((await paste('graphql')).data.cenotes.nodes).toHaveLength(3)
  })

  it('shows a subscription that works when it is pasted into the console', async () => {
    const acknowledged = tab.page.waitForEvent('console', (message) => message.type() === 'log')
    await tab.page.evaluate((await tab.page.textContent('section:has(#websocket) code')) ?? '')
    expect(await (await acknowledged).args()[0]?.jsonValue()).toMatchObject({ type: 'connection_ack' })
    expect(tab.faults).toEqual(noFaults)
  })

  it('is in Spanish for a Spanish browser, and in English on request', async () => {
    const { page, close } = await browser.tab({ locale: 'es-MX' })
    await page.goto('/')
    expect(await page.getAttribute('html', 'lang')).toBe('es')
    await page.click('a[hreflang=en]')
    expect(await page.textContent('h1')).toBe('Sell visits to cenotes and tours')
    await close()
  })

  it('weighs less than 100 kB', () => {
    expect(sizes.length).toBeGreaterThanOrEqual(3)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000)
  })

  it('is a not-found page at an unknown address', async () => {
    for (const address of ['/nothing/here', '/%zz', '/documents']) {
      const response = await tab.page.goto(address)
      expect([address, response?.status()]).toEqual([address, 404])
      expect(await tab.page.textContent('h1')).toBe('There is no such page')
    }
    expect(tab.faults.policyViolations).toEqual([])
  })
})
