import { afterAll, beforeAll, expect } from '@jest/globals'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole, readAgain, signIn } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { times } from '../testkit/long-form.ts'
import { keys, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

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

withBrowser.describe('the tables of the console', () => {
  withBrowser.it('draw only the rows in view, however many there are', async () => {
    const made = await reserve(product.url)
    const count = times(20_000, 100_000)
    const { page, faults, close } = await openConsole(browser, keys.demo, '/developers/requests')
    // The items in API responses are multiplied here; storing as many rows would take longer than drawing them.
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data?: { requestLog?: { nodes: unknown[]; pageInfo: object } } }
      const log = body.data?.requestLog
      if (!log?.nodes.length) return route.fulfill({ response })
      const nodes = Array.from({ length: count }, (_, index) => ({
        ...(log.nodes[0] as object),
        requestId: `request-${index}`,
      }))
      const whole = { requestLog: { ...log, nodes, pageInfo: { ...log.pageInfo, hasNextPage: false } } }
      return route.fulfill({ response, json: { data: whole } })
    })
    await partner(product.url).get(`/api/partner/reservations/${made.id}`)
    const table = page.getByRole('table')
    const lastRow = page.getByText(`request-${count - 1}`, { exact: true })
    await eventually(
      async () => {
        await readAgain(page)
        return table.getAttribute('aria-rowcount')
      },
      String(count + 1),
    )
    expect(await page.getByRole('row').count()).toBeLessThan(80)
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await lastRow.waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(80)
    expect(faults).toEqual(noFaults)
    // The handler of a request would fail once the page is closed.
    await page.unrouteAll({ behavior: 'wait' })
    await close()
  })
})
