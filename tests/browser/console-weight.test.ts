import { afterAll, beforeAll, expect } from '@jest/globals'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { signIn } from '../testkit/console.ts'
import { keys, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let browser: TestBrowser
beforeAll(async () => {
  product = await sharedTestProduct()
  browser = await TestBrowser.open(product.url)
})
afterAll(async () => {
  await browser?.close()
})

const maxBytes = 200_000

withBrowser.describe('the weight of the console', () => {
  withBrowser.it('is at most 200 kB compressed until the page Today shows its figures, charts included', async () => {
    const { page, faults, close } = await browser.tab({ locale: 'en-US' })
    const loading: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (!request.url().includes('/console')) return
      loading.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto('/console')
    await signIn(page, keys.demo)
    await page.getByText('Booked since midnight').waitFor()
    const sizes = await Promise.all(loading)
    expect(sizes.length).toBeGreaterThan(3)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytes)
    expect(faults).toEqual(noFaults)
    await close()
  })
})
