import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { moneyText } from '../../platform/values/display.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectAccessible } from '../testkit/accessibility.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { chooseProduct, openConsole, reopenConsole, showInConsole } from '../testkit/console.ts'
import { newPartner } from '../testkit/issue.ts'
import { pressByKeyboard, tabTo } from '../testkit/keyboard.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'
import { classic } from '../testkit/tours.ts'

let product: SharedProduct
let browser: TestBrowser
/** Belongs to a partner of this file, because a test changes the settings. */
let apiKey = ''
let rest: ReturnType<typeof partner>
const sold: { readonly key: string; readonly id: string }[] = []
beforeAll(async () => {
  product = await sharedTestProduct()
  browser = await TestBrowser.open(product.url)
  apiKey = (await newPartner(product)).apiKey
  rest = partner(product.url, apiKey)
})
afterAll(async () => {
  // Other files may count on these places, which are outside the week of this one.
  for (const { key, id } of sold)
    await partner(product.url, key).post(`/api/partner/reservations/${id}/cancel`, { reason: 'guest_request' })
  await browser?.close()
})

const reopen = (path?: string) => reopenConsole(browser, apiKey, path)

/** Chooses the last open day of the next month. */
const chooseDay = async (page: Page): Promise<void> => {
  const calendar = page.getByRole('group', { name: 'Day *', exact: true })
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await calendar.locator('.days button:enabled').last().click()
}
const open = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'New reservation' }).first().click()
  await page.getByRole('heading', { name: 'New reservation' }).waitFor()
}
const book = (page: Page) => page.getByRole('button', { name: 'Reserve', exact: true })
const shownTotal = async (page: Page): Promise<string> =>
  (await page.locator('section.price tfoot tr').last().locator('td').textContent()) ?? ''
/** The reservation whose page is shown. */
const shownReservation = async (page: Page, key: string = apiKey): Promise<Json> => {
  await page.waitForURL(/\/reservations\/CEN-/)
  const { pathname } = new URL(page.url())
  const { body } = await partner(product.url, key).get(`/api/partner/reservations/${pathname.split('/').at(-1)}`)
  sold.push({ key, id: body.data.id })
  return body.data
}
const fillGuest = async (page: Page): Promise<void> => {
  await page.getByLabel('Name of the guest').fill('Ana Núñez')
  await page.getByLabel('E-mail').fill('ana@example.com')
  await page.getByLabel('Telephone').fill('+52 998 123 4567')
}
const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env['PICTURES'] !== undefined)
    await page.screenshot({ path: `${process.env['PICTURES']}/${name}.png`, fullPage: true })
}

withBrowser.describe('the page New reservation of the console', () => {
  withBrowser.it(
    'reserves a tour with a hotel pickup at the price it showed, for the manifest of its day',
    async () => {
      const { page, faults, close } = await reopen()
      await open(page)
      await chooseProduct(page, 'Classic Cenotes of Tulum')
      await page.getByText('Choose a day to see the price.').waitFor()
      await chooseDay(page)
      await page.getByRole('button', { name: /^08:00: / }).click()
      await page.getByLabel('Children').fill('1')
      await fillGuest(page)
      await page.getByLabel('Special requests').fill('Two wheelchairs')
      await page.getByLabel('Seller reference').fill('ORD-9')
      await page.getByLabel('Transport', { exact: true }).selectOption('Hotel pickup')
      await page.getByText('The price depends on the coordinates of the pickup.').waitFor()
      await page.getByLabel('Hotel or place').fill('Hotel Azul')
      await page.getByLabel('Room').fill('12')
      await page.getByLabel('Latitude').fill('20.2114')
      await page.getByLabel('Longitude').fill('-87.4654')
      const price = page.locator('section.price')
      await price.getByRole('rowheader', { name: 'Transport' }).waitFor()
      const total = await shownTotal(page)
      // A coupon that is being typed leaves the price of what is chosen in view.
      await page.getByLabel('Coupon').fill('CENOTE')
      await price.getByText('This price is without the coupon').waitFor()
      expect(await shownTotal(page)).toBe(total)
      await page.getByLabel('Coupon').fill('')
      expect(await page.getByLabel('E-mail *').count()).toBe(1)
      await page.getByLabel('Hold the places').check()
      expect(await page.getByLabel('E-mail *').count()).toBe(0)
      await page.getByLabel('Hold the places').uncheck()
      await page.getByLabel('Others than in the settings').check()
      await page.getByLabel('Cancel their visit').check()
      await page.getByLabel('Tickets').selectOption('One for each person')
      await expectAccessible(page)
      await picture(page, 'sale')
      await book(page).click()
      const made = await shownReservation(page)
      expect(made).toMatchObject({
        tourId: classic,
        cenoteId: null,
        visitTime: '08:00',
        visitors: { total: 3, breakdown: { adults: 2, children: 1 } },
        specialRequests: 'Two wheelchairs',
        resellerReference: 'ORD-9',
        transport: { option: 'hotel_pickup', pickup: { hotel: 'Hotel Azul', room: '12' } },
        metadata: { source: 'console' },
        guestMay: { cancel: true, change: false },
        tickets: 'person',
      })
      expect(total).toBe(moneyText(Math.round(made.pricing.total * 100), 'MXN'))
      await page.getByRole('definition').filter({ hasText: 'Hotel Azul, room 12' }).waitFor()
      await page.getByRole('button', { name: 'Copy payment link' }).waitFor()
      await page.getByRole('button', { name: 'Send payment link' }).click()
      await page.getByText('We’re mailing the payment link to').waitFor()
      await page.getByRole('button', { name: 'Resend Payment link' }).waitFor()
      const guestPage = await page.getByRole('link', { name: 'Open the guest’s page' }).getAttribute('href')
      expect(guestPage).toContain('/visits/')
      await picture(page, 'reservation')

      await page.getByRole('main').getByRole('link', { name: 'Manifest' }).click()
      const row = page.getByRole('row').filter({ hasText: made.bookingReference })
      await row.getByText(made.transport.pickup.time, { exact: true }).waitFor()
      await row.getByText('Hotel Azul, room 12').waitFor()
      await picture(page, 'manifest')
      expect(faults).toEqual(noFaults)
      await close()
    },
  )

  withBrowser.it('reserves by keyboard alone', async () => {
    const { page, faults, close } = await openConsole(browser, apiKey)
    await pressByKeyboard(page, page.getByRole('link', { name: 'New reservation' }).first())
    await tabTo(page, page.getByRole('combobox', { name: 'Cenote or tour' }))
    await page.keyboard.type('Gran Cenote')
    await page.getByRole('option', { name: 'Gran Cenote', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Next month' }))
    const day = page.locator('.day-calendar .days button:enabled').first()
    await day.waitFor()
    await pressByKeyboard(page, day)
    const slot = page.locator('.times button').first()
    await slot.waitFor()
    await pressByKeyboard(page, slot)
    await tabTo(page, page.getByLabel('Name of the guest'))
    for (const text of ['Ana Núñez', 'ana@example.com', '+52 998 123 4567']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.locator('section.price tfoot').waitFor()
    await pressByKeyboard(page, book(page))
    expect(await shownReservation(page)).toMatchObject({ status: 'pending', guest: { name: 'Ana Núñez' } })
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('shows errors at the fields that they name, and adds services and a coupon to the price', async () => {
    const { page, close } = await reopen()
    await open(page)
    await chooseProduct(page, 'Gran Cenote')
    await book(page).click()
    await page.getByText('Required.').first().waitFor()
    await chooseDay(page)
    await page.getByRole('button', { name: /^10:00: / }).click()
    await page.getByLabel('Coupon').fill('NOTHING')
    await page.getByRole('button', { name: 'Use the coupon' }).click()
    const coupon = page.getByRole('textbox', { name: 'Coupon' })
    await page.locator('[aria-invalid=true]').first().waitFor()
    expect(await coupon.getAttribute('aria-invalid')).toBe('true')
    await coupon.fill('CENOTE10')
    await page.getByRole('button', { name: 'Use the coupon' }).click()
    const price = page.locator('section.price')
    await price.getByRole('rowheader', { name: 'CENOTE10' }).waitFor()
    await page.getByLabel('Private guide').fill('1')
    await price.getByRole('rowheader', { name: 'Private guide' }).waitFor()
    const total = await shownTotal(page)
    await fillGuest(page)
    await page.getByLabel('E-mail').fill('ana@')
    await book(page).click()
    await page.locator('[inputmode=email][aria-invalid=true]:focus').waitFor()
    await page.getByLabel('E-mail').fill('josé@bücher.example')
    await book(page).click()
    const made = await shownReservation(page)
    expect(made).toMatchObject({ cenoteId: demoId('cenote', 'gran-cenote'), tourId: null, visitTime: '10:00' })
    expect(made.guest.email).toBe('josé@bücher.example')
    expect(total).toBe(moneyText(Math.round(made.pricing.total * 100), 'MXN'))
    await close()
  })

  withBrowser.it('lets an operator sell for a partner, on a phone and in Spanish', async () => {
    const { page, faults, close } = await openConsole(browser, operatorKeys.sandbox)
    await page.setViewportSize({ width: 375, height: 800 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Nueva reservación' }).first().click()
    await page.getByRole('combobox', { name: 'Socio' }).fill('Rival')
    await page.getByRole('option', { name: /Rival/ }).first().click()
    await page.getByRole('combobox', { name: 'Cenote o tour' }).fill('Gran')
    await page.getByRole('option', { name: 'Gran Cenote' }).click()
    const calendar = page.getByRole('group', { name: 'Día *', exact: true })
    await calendar.getByRole('button', { name: 'Mes siguiente' }).click()
    await calendar.locator('.days button:enabled').last().press('Enter')
    await page.getByRole('button', { name: /^11:00: / }).press('Enter')
    await page.getByLabel('Solo apartar los lugares').check()
    await page.locator('section.price tfoot').waitFor()
    const total = await shownTotal(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await expectAccessible(page)
    await picture(page, 'phone')
    await page.getByRole('button', { name: 'Apartar los lugares' }).click()
    const made = await shownReservation(page, keys.rival)
    expect(made).toMatchObject({ status: 'pending', visitTime: '11:00', visitors: { total: 2 } })
    expect(total).toContain(moneyText(Math.round(made.pricing.total * 100), 'MXN'))
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('begins with the visit of a manifest, and is only for keys that may reserve', async () => {
    const { page, close } = await reopen()
    await showInConsole(page, `/console/reservations/new?productType=tour&productId=${classic}`)
    await page.getByRole('group', { name: 'Day *', exact: true }).waitFor()
    await close()
    const other = await reopenConsole(browser, keys.readonly, '/reservations/new')
    expect(await other.page.getByRole('heading', { name: 'New reservation' }).count()).toBe(0)
    expect(await other.page.getByRole('link', { name: 'New reservation' }).count()).toBe(0)
    await other.close()
  })

  withBrowser.it('asks before it is left half filled in', async () => {
    const { page, faults, close } = await reopen('/today')
    await page.getByRole('link', { name: 'New reservation' }).click()
    const name = page.getByLabel('Name of the guest')
    await name.fill('Ana')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Reports' }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await page.goBack()
    await question.getByRole('button', { name: 'Stay' }).click()
    expect([await name.inputValue(), new URL(page.url()).pathname]).toEqual(['Ana', '/console/reservations/new'])
    // The browser asks when the tab is closed, too.
    const isClosing = `dispatchEvent(new Event('beforeunload', { cancelable: true }))`
    expect(await page.evaluate(isClosing)).toBe(false)
    await page.getByRole('link', { name: 'Reports' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
    expect(await page.evaluate(isClosing)).toBe(true)
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })
})

withBrowser.describe('the reservations of the console', () => {
  withBrowser.it('have the guest options of their partner, until one has others', async () => {
    const { page, faults, close } = await reopen('/settings')
    await page.getByLabel('Cancel their visit').check()
    await page.getByLabel('Tickets').selectOption('One for each person')
    await page.getByLabel('Origins that guests return to').fill('ftp://agency.example')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page
      .getByText(/returnOrigins|https/)
      .last()
      .waitFor()
    await page.getByLabel('Origins that guests return to').fill('https://agency.example\nhttps://other.example')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('The settings are saved.').waitFor()
    await page.getByLabel('Hide prices from guests').check()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('The settings are saved.').waitFor()

    const made = await reserve(product.url, { apiKey })
    const read = async () => (await rest.get(`/api/partner/reservations/${made.id}`)).body.data
    const settled = { guestMay: { cancel: true, change: false }, hidePrice: true, tickets: 'person' }
    expect(await read()).toMatchObject(settled)
    await showInConsole(page, `/console/reservations/${made.bookingReference}`)
    await page.getByText('One for each person').waitFor()
    await page.getByRole('button', { name: 'Guest options', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Cancel their visit').uncheck()
    await dialog.getByLabel('Tickets').selectOption('One for the party')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('One for the party', { exact: true }).waitFor()
    expect(await read()).toMatchObject({ guestMay: { cancel: false }, hidePrice: true, tickets: 'party' })
    const other = await reserve(product.url, { apiKey })
    expect((await rest.get(`/api/partner/reservations/${other.id}`)).body.data).toMatchObject(settled)
    expect(faults).toEqual(noFaults)
    await close()
  })
})
