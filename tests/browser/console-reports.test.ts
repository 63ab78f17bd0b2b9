import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect } from '@jest/globals'
import { moneyText } from '../../platform/values/display.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { expectAccessible } from '../testkit/accessibility.ts'
import { openConsole } from '../testkit/console.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: TestProduct
let browser: TestBrowser
let sold: Json[]
beforeAll(async () => {
  product = await startTestProduct()
  browser = await TestBrowser.open(product.url)
  sold = []
  for (const cenote of ['gran-cenote', 'dos-ojos', 'gran-cenote']) sold.push(await reserve(product.url, { cenote }))
  sold.push(await reserve(product.url, { apiKey: keys.rival }))
})
afterAll(async () => {
  await browser?.close()
  await product.close()
})

const total = (of: Json[]): number => of.reduce((sum, { pricing }) => sum + Math.round(pricing.total * 100), 0)
const shown = (cents: number): string => moneyText(cents, 'MXN')

withBrowser.describe('the page Reports of the console', () => {
  withBrowser.it('shows a partner its sales by day and by cenote with their totals, and saves both files', async () => {
    const { page, faults, close } = await openConsole(browser, keys.demo, '/reports')
    const own = sold.slice(0, 3)
    const totals = page.getByRole('row').filter({ hasText: /^Total3/ })
    await totals
      .getByText(shown(total(own)), { exact: true })
      .first()
      .waitFor()
    await page.getByRole('img', { name: 'Sales in MXN' }).waitFor()
    expect(await page.getByLabel('Rows by').getByRole('option').allTextContents()).toEqual([
      ...['Day', 'Month', 'Cenote or tour', 'Status'],
    ])
    await page.getByLabel('Rows by').selectOption('Cenote or tour')
    await page
      .getByRole('row')
      .filter({ hasText: /^Gran Cenote2/ })
      .waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: /Dos Ojos1/ })
      .waitFor()
    await expectAccessible(page)
    for (const [button, lines] of [
      ['Save the table (CSV)', 2],
      ['Save the reservations (CSV)', 3],
    ] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      const file = await readFile(await (await saved).path(), 'utf8')
      expect(file.trimEnd().split('\r\n')).toHaveLength(lines + 1)
    }
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('shows an operator the sales of every partner, in Spanish too', async () => {
    const { page, faults, close } = await openConsole(browser, operatorKeys.sandbox, '/reports')
    await page.getByLabel('Rows by').selectOption('Partner')
    await page.getByRole('row').filter({ hasText: /rival/i }).waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: /^Total4/ })
      .getByText(shown(total(sold)), { exact: true })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('heading', { name: 'Informes' }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual(noFaults)
    await close()
  })
})
