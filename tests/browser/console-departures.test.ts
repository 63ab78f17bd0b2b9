import { afterAll, beforeAll, expect } from '@jest/globals'
import { expectAccessible } from '../testkit/accessibility.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole } from '../testkit/console.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { visitDay } from '../testkit/moves.ts'
import { classic, tourSeller } from '../testkit/tours.ts'

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

const date = visitDay(20)
/** The departures of the tour on the date. */
const departures = async (): Promise<Json[]> => {
  const { body } = await partner(product.url).get(`/booking/tours/${classic}/availability?startDate=${date}`)
  return body.data.availability[0].timeSlots
}

withBrowser.describe('the departures of a tour in the console', () => {
  withBrowser.it('are changed by an operator, who decides what becomes of reservations', async () => {
    const seller = tourSeller(product, keys.demo)
    const made = await seller.reserve({ tourId: classic, visitDate: date, visitTime: '13:00' })
    const { page, faults, close } = await openConsole(browser, operatorKeys.sandbox, '/operator/tours')
    await page.getByRole('button', { name: 'Classic Cenotes of Tulum' }).click()
    const exceptions = page.locator('summary', { hasText: /^Exceptions/ })
    const form = page.locator('form').filter({ has: exceptions })
    await exceptions.click()
    await form.getByRole('button', { name: 'Add: Exceptions' }).click()
    const exception = form.getByRole('group', { name: /^Exceptions \d+$/ }).last()
    await exception.getByLabel('Date').fill(date)
    await exception.getByLabel('Start time').fill('13:00')
    await exception.getByLabel('Cancelled').selectOption('Yes')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.locator('.affected').getByText('Existing reservations: 1, for 2 people.').waitFor()
    await form.getByText(made.bookingReference).waitFor()
    if (process.env['PICTURES'] !== undefined)
      await page.screenshot({ path: `${process.env['PICTURES']}/departures.png`, fullPage: true })
    expect((await departures()).map(({ time }) => time)).toContain('13:00')
    await form.getByRole('button', { name: 'Keep reservations' }).click()
    await page.getByText('Saved. This is what is stored now.').waitFor()
    await page.getByRole('link', { name: 'See what becomes of the reservations' }).click()
    await page.getByRole('heading', { name: 'Disruptions' }).waitFor()
    await page.getByText(made.bookingReference).waitFor()
    const cancelled = (await departures()).find(({ time }) => time === '13:00')
    expect(cancelled).toMatchObject({ available: false, reason: 'departure_cancelled' })
    expect(await seller.read(made.id)).toMatchObject({ status: 'pending' })
    expect(faults).toEqual(noFaults)
    await close()
  })
})
