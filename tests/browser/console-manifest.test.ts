import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectAccessible } from '../testkit/accessibility.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole, reopenConsole } from '../testkit/console.ts'
import { newPartner } from '../testkit/issue.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const date = nextSaturday()
const address = `/manifest?productType=cenote&productId=${cenoteId}&date=${date}&time=10%3A00`

let product: SharedProduct
let browser: TestBrowser
let apiKey = ''
let picked: Json
beforeAll(async () => {
  product = await sharedTestProduct()
  browser = await TestBrowser.open(product.url)
  apiKey = (await newPartner(product)).apiKey
  await party('Ana Núñez', { visitors: { adults: 2, children: 1 }, specialRequests: 'Two wheelchairs' })
  const coordinates = { latitude: 20.2114, longitude: -87.4654 }
  const pickup = { coordinates, hotel: 'Hotel Azul', room: '12', notes: 'Back entrance' }
  picked = await party('Zoe Canul', { transport: { option: 'hotel_pickup', pickup } })
  await party('Rita Pech', {}, keys.rival)
})
afterAll(() => browser?.close())

async function party(name: string, more: object = {}, key: string = apiKey): Promise<Json> {
  const response = await partner(product.url, key).post('/api/partner/reservations', {
    cenoteId,
    visitDate: date,
    visitTime: '10:00',
    visitors: { adults: 1, children: 0 },
    guest: { name, email: 'ana@example.com', phone: '+52 998 123 4567' },
    ...more,
  })
  expect(response).toHaveStatus(201)
  return response.body.data
}

withBrowser.describe('the page Manifest of the console', () => {
  withBrowser.it('shows a partner its parties in the order of their pickups, and saves them as CSV', async () => {
    const { page, faults, close } = await reopenConsole(browser, apiKey, '/manifest')
    await page.getByText('Choose a cenote or tour, a day and a time.').waitFor()
    await page.getByRole('combobox', { name: 'Cenote or tour' }).fill('Gran')
    await page.getByRole('option', { name: 'Gran Cenote' }).click()
    await page.getByLabel('Day').fill(date)
    await page.getByRole('navigation', { name: 'Hours and departures' }).getByRole('link', { name: '10:00' }).click()
    const rows = page.getByRole('table').locator('tbody tr')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(2)
    const [first = '', second = ''] = await rows.allTextContents()
    const { time } = picked.transport.pickup
    for (const text of [time, 'Hotel Azul, room 12', 'Zoe Canul', 'Back entrance', picked.bookingReference])
      expect(first).toContain(text)
    for (const text of ['–', 'Ana Núñez', '3 (2 adults, 1 child)', 'Two wheelchairs', ' MXN'])
      expect(second).toContain(text)
    await page
      .getByText(/^2 reservations, 4 people \(3 adults, 1 child\) · 0 parties arrived · Still to pay \$[\d,.]+ MXN/)
      .waitFor()
    expect(new URL(page.url()).search).toBe(address.slice(address.indexOf('?')))
    await expectAccessible(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('manifest.csv')
    expect((await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(2 + 1)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('prints itself alone, on one page', async () => {
    const { page, close } = await openConsole(browser, operatorKeys.sandbox, address)
    await page.getByRole('link', { name: picked.bookingReference }).waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const hidden of ['.environment', '.shell > header', '.filters', 'nav', '.actions', 'h1'])
      expect([hidden, await page.locator(hidden).first().isVisible()]).toEqual([hidden, false])
    expect(await page.getByRole('heading', { name: /Gran Cenote/ }).isVisible()).toBe(true)
    const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await close()
  })

  withBrowser.it('shows the operator and the gate the parties of all partners, in Spanish too', async () => {
    for (const key of [operatorKeys.sandbox, 'sk_test_demo_gate']) {
      const tab = await browser.tab({ locale: 'en-US' })
      const { page } = tab
      await page.goto(`/console${address}`)
      await page.getByLabel('API key').fill(key)
      await page.getByRole('button', { name: 'Sign in' }).click()
      const rows = page.getByRole('table').locator('tbody tr')
      await rows.filter({ hasText: 'Rita Pech' }).getByText('Rival').waitFor()
      expect(await rows.count()).toBe(3)
      await page.getByRole('button', { name: 'Español' }).click()
      await page.getByRole('heading', { name: 'Manifiesto' }).waitFor()
      await page.getByRole('columnheader', { name: 'Recogida' }).waitFor()
      await page.getByText('Hotel Azul, habitación 12').waitFor()
      expect(tab.faults).toEqual(noFaults)
      await tab.close()
    }
  })

  withBrowser.it(
    'is reached from Today and from a reservation, which name the zone of their times to a browser elsewhere',
    async () => {
      const elsewhere = { timezoneId: 'Europe/Madrid' }
      const { page, faults, close } = await openConsole(browser, apiKey, '/today', elsewhere)
      await page.getByLabel('Day').fill(date)
      const slot = page.getByRole('row').filter({ hasText: '10:00 (EST)' }).filter({ hasText: 'Gran Cenote' })
      await slot.getByRole('link', { name: '4' }).click()
      await page.getByRole('heading', { name: /Gran Cenote · .*, \d{4} · 10:00 \(EST\)$/ }).waitFor()
      await page.getByLabel('Time (EST)').waitFor()
      await page.getByRole('link', { name: picked.bookingReference }).click()
      await page.getByRole('heading', { name: new RegExp(picked.bookingReference) }).waitFor()
      await page
        .getByText(/, \d{4}, 10:00 \(EST\)/)
        .first()
        .waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Manifest' }).click()
      await page.getByRole('heading', { name: /Gran Cenote/ }).waitFor()
      expect(new URL(page.url()).search).toBe(address.slice(address.indexOf('?')))
      expect(faults).toEqual(noFaults)
      await close()
    },
  )
})
