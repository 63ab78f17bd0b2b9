import { afterAll, beforeAll, expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole } from '../testkit/console.ts'
import { operatorKeys } from '../testkit/operator.ts'
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
    'shows booked against capacity, also on a day that it closes and keeps, and changes slots',
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
      const { page, faults, close } = await openConsole(browser, operatorKeys.sandbox, '/calendar')
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
      await page.getByText('Existing reservations: 1, for 3 people.', { exact: true }).waitFor()
      await page.getByText(body.data.bookingReference).waitFor()
      await page.getByRole('button', { name: 'Keep the reservations' }).click()
      await page.getByRole('cell', { name: 'Closed: weather. Booked: 3' }).waitFor()
      await page.getByRole('button', { name: 'Open these days again' }).click()
      await page.getByRole('cell', { name: /^Closed: weather/ }).waitFor({ state: 'detached' })

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

  withBrowser.it.each(['en', 'es'] as const)(
    'cancels the reservations of a day that it closes, and shows how far that is, in %s',
    async (language) => {
      const isEnglish = language === 'en'
      const cenoteId = demoId('cenote', isEnglish ? 'calavera' : 'dos-ojos')
      const { post, get } = partner(product.url)
      const { body } = await post('/api/partner/reservations', {
        cenoteId,
        visitDate: date,
        visitTime: '10:00',
        visitors: { adults: 2, children: 0 },
        guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
      })
      await post(`/api/partner/reservations/${body.data.id}/confirm`, { paymentId: 'p' })
      const { page, faults, close } = await openConsole(browser, operatorKeys.sandbox, '/calendar')
      if (!isEnglish) await page.getByRole('button', { name: 'Español' }).click()
      await page.getByLabel('Cenote').selectOption({ value: cenoteId })
      const form = page.locator('details').first()
      await form.locator('summary').click()
      await form.getByLabel(isEnglish ? 'First day' : 'Primer día', { exact: true }).fill(date)
      await form.getByLabel(isEnglish ? 'Last day, included' : 'Último día, incluido').fill(date)
      await form.getByLabel(isEnglish ? 'Reason' : 'Razón', { exact: true }).fill('weather')
      await form.getByRole('button', { name: isEnglish ? 'Close days' : 'Cerrar días' }).click()
      await form
        .getByRole('button', {
          name: isEnglish ? 'Cancel all with full refunds' : 'Cancelar todas con reembolso completo',
        })
        .click()
      await form
        .getByRole('link', {
          name: isEnglish ? 'See what becomes of the reservations' : 'Ver qué pasa con las reservaciones',
        })
        .click()
      await page.getByText(isEnglish ? '1 of 1' : '1 de 1', { exact: true }).waitFor()
      await page.getByRole('link', { name: body.data.bookingReference }).waitFor()
      await page.getByRole('cell', { name: isEnglish ? 'Cancelled' : 'Cancelada' }).waitFor()
      const { data } = (await get(`/api/partner/reservations/${body.data.id}`)).body
      expect(data.cancellation).toMatchObject({ reason: 'weather', cancelledBy: 'operator' })
      expect(faults).toEqual(noFaults)
      await close()
    },
  )

  withBrowser.it('is not offered to a key that may not change inventories', async () => {
    const { page, close } = await openConsole(browser, keys.readonly)
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    expect(await pages.allTextContents()).toEqual(['Today', 'Reservations', 'Manifest', 'Reports', 'Developers'])
    await close()
  })
})
