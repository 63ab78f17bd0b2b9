import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect } from '@jest/globals'
import QRCode from 'qrcode'
import { cameraShowing } from '../testkit/camera.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole, readAgain } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { keys, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: SharedProduct
beforeAll(async () => void (product = await sharedTestProduct()))

withBrowser.describe('the tables of the console', () => {
  withBrowser.it('draw only the rows in view of 100,000', async () => {
    const made = await reserve(product.url)
    const browser = await TestBrowser.open(product.url)
    const { page, faults, close } = await openConsole(browser, keys.demo, '/developers/requests')
    // The items in API responses are multiplied here; storing as many rows would take longer than drawing them.
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data?: { requestLog?: { nodes: unknown[]; pageInfo: object } } }
      const log = body.data?.requestLog
      if (!log?.nodes.length) return route.fulfill({ response })
      const nodes = Array.from({ length: 100_000 }, (_, index) => ({
        ...(log.nodes[0] as object),
        requestId: `request-${index}`,
      }))
      const whole = { requestLog: { ...log, nodes, pageInfo: { ...log.pageInfo, hasNextPage: false } } }
      return route.fulfill({ response, json: { data: whole } })
    })
    await partner(product.url).get(`/api/partner/reservations/${made.id}`)
    const table = page.getByRole('table')
    const lastRow = page.getByText('request-99999', { exact: true })
    await eventually(async () => {
      await readAgain(page)
      return table.getAttribute('aria-rowcount')
    }, '100001')
    expect(await page.getByRole('row').count()).toBeLessThan(80)
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await lastRow.waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(80)
    expect(faults).toEqual(noFaults)
    // The handler of a request would fail once the page is closed.
    await page.unrouteAll({ behavior: 'wait' })
    await close()
    await browser.close()
  })
})

withBrowser.describe('the check-in of the console', () => {
  withBrowser.it('scans the code of a ticket where the browser itself reads none', async () => {
    const made = await reserve(product.url)
    await partner(product.url).post(`/api/partner/reservations/${made.id}/confirm`, { paymentId: 'pay_1' })
    const folder = await mkdtemp(path.join(tmpdir(), 'camera-'))
    const picture = await QRCode.toBuffer(made.bookingReference, { width: 400 })
    const browser = await TestBrowser.open(product.url, await cameraShowing(picture, path.join(folder, 'ticket.y4m')))
    const { page, faults, close } = await openConsole(browser, keys.demo, '/reservations/check-in')
    expect(await page.evaluate('"BarcodeDetector" in window')).toBe(false)
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await page.getByText('1 person is recorded as arrived now.').waitFor()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText(`${made.bookingReference} is checked in: 1 person.`).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
    await browser.close()
    await rm(folder, { recursive: true })
  })
})
