import { afterAll, beforeAll, expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole } from '../testkit/console.ts'
import { keys, nextSaturday, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'

let product: TestProduct
let browser: TestBrowser
beforeAll(async () => {
  product = await startTestProduct()
  browser = await TestBrowser.open(product.url)
})
afterAll(async () => {
  await browser?.close()
  await product.close()
})

const date = nextSaturday()

withBrowser.describe('the page Calendar of the console', () => {
  withBrowser.it(
    'shows booked against capacity, refuses to close over confirmed visits, and changes slots',
    async () => {
      const rest = partner(product.url)
      const { body } = await rest.post('/api/partner/reservations', {
        cenoteId: demoId('cenote', 'gran-cenote'),
        visitDate: date,
        visitTime: '10:00',
        visitors: { adults: 3, children: 0 },
        guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
      })
      await rest.post(`/api/partner/reservations/${body.data.id}/confirm`, {})
      const { page, faults, close } = await openConsole(browser, keys.demo, '/calendar')
      await page.getByLabel('Cenote').selectOption({ label: 'Gran Cenote' })
      await page.getByLabel('First day shown').fill(date)
      await page
        .getByRole('cell', { name: /^3 \/ / })
        .first()
        .waitFor()

      await page.getByText('Close days').first().click()
      await page.getByLabel('First day', { exact: true }).first().fill(date)
      await page.getByLabel('Last day, included').first().fill(date)
      await page.getByLabel('Reason').first().fill('weather')
      await page.getByRole('button', { name: 'Close days' }).click()
      await page.getByText('RESERVATIONS_AFFECTED').waitFor()
      await page.getByLabel('Also with confirmed reservations, which are kept').first().check()
      await page.getByRole('button', { name: 'Close days' }).click()
      await page.getByRole('cell', { name: 'maintenance' }).waitFor()
      await page.getByRole('button', { name: 'Open these days again' }).click()
      await page.getByRole('cell', { name: 'maintenance' }).waitFor({ state: 'detached' })

      await page.getByText('Change slots').first().click()
      const slots = page.locator('details', { hasText: 'Change slots' })
      await slots.getByLabel('First day', { exact: true }).fill(date)
      await slots.getByLabel('Last day, included').fill(date)
      await slots.getByLabel(/Slots, such as/).fill('11:00')
      await slots.getByLabel(/People a slot/).fill('7')
      await slots.getByRole('button', { name: 'Change slots' }).click()
      await page.getByRole('cell', { name: '0 / 7' }).waitFor()
      await page.getByRole('button', { name: 'As usual again' }).click()
      await page.getByRole('cell', { name: '0 / 7' }).waitFor({ state: 'detached' })
      expect(faults).toEqual(noFaults)
      await close()
    },
  )

  withBrowser.it('is not offered to a key that may not change inventories', async () => {
    const { page, close } = await openConsole(browser, keys.readonly)
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    expect(await pages.allTextContents()).toEqual(['Today', 'Reservations', 'Reports', 'Developers'])
    await close()
  })
})
