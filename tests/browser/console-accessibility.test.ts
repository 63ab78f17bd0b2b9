import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectAccessible, expectConformant } from '../testkit/accessibility.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { showInConsole, signIn } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import { isLong } from '../testkit/long-form.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

/** Addresses of one kind differ in an id only. */
const kindOf = (address: string): string => address.replace(/\/(CEN-[^/]+|[^/]*\d[^/]*)$/, '/:id')

const partnerPages = [
  '/console/today',
  '/console/reservations',
  '/console/reservations/:id',
  '/console/reservations/check-in',
  '/console/reservations/import',
  '/console/reports',
  '/console/calendar',
  '/console/settings',
  '/console/developers/webhooks',
  '/console/developers/webhooks/:id',
  '/console/developers/events',
  '/console/developers/requests',
  '/console/developers/requests/:id',
  '/console/developers/keys',
]
const operatorPages = [
  ...['health', 'background', 'partners', 'cenotes', 'tours', 'amenities', 'services', 'ages', 'discounts'],
  ...['promotions', 'coupons', 'transport', 'charges'],
].map((section) => `/console/operator/${section}`)

const desk = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: typeof desk
  readonly other: Omit<Look, 'other'>
}
const lightDesk: Look = { colorScheme: 'light', viewport: desk, other: { colorScheme: 'dark', viewport: phone } }
const darkPhone: Look = { colorScheme: 'dark', viewport: phone, other: { colorScheme: 'light', viewport: desk } }
/** Labels of fields that are marked as required but are not, or are required but not marked. */
const unmarked = `[...document.querySelectorAll('main :is(input, select, textarea)')]
  .filter((field) => field.type !== 'checkbox')
  .map((field) => [field.required || field.ariaRequired === 'true', field.labels[0]?.textContent ?? ''])
  .filter(([isRequired, label]) => isRequired !== label.endsWith(' *'))`
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

withBrowser.describe('every page of the console', () => {
  let product: SharedProduct
  let browser: TestBrowser
  let apiKey = ''
  beforeAll(async () => {
    product = await sharedTestProduct()
    browser = await TestBrowser.open(product.url)
    apiKey = (await newPartner(product)).apiKey
    await reserve(product.url, { apiKey })
    await partner(product.url, apiKey).post('/webhooks', {
      url: 'https://partner.example/events',
      events: ['reservation.created'],
    })
  })
  afterAll(() => browser?.close())

  /** Checks the colors of the other scheme and the width of the other window, without loading the page again. */
  async function expectSoundElsewhere(page: Page, look: Look): Promise<void> {
    await page.emulateMedia({ colorScheme: look.other.colorScheme })
    await expectAccessible(page, ['color-contrast'])
    await page.emulateMedia({ colorScheme: look.colorScheme })
    await page.setViewportSize(look.other.viewport)
    await eventually(async () => [page.url(), await page.evaluate<number>(overflow)], [page.url(), 0])
    await page.setViewportSize(look.viewport)
  }

  // Each reader has one window, and both windows and schemes are there; the other half in a long run.
  withBrowser.it.each([
    ['a partner', '/console/today', partnerPages, darkPhone],
    ['the operator', '/console/operator', operatorPages, lightDesk],
    ...(isLong
      ? ([
          ['a partner', '/console/today', partnerPages, lightDesk],
          ['the operator', '/console/operator', operatorPages, darkPhone],
        ] as const)
      : []),
  ] as const)(
    'that links lead to is accessible to %s, and no wider than the window',
    async (reader, start, expected, look) => {
      const { colorScheme, viewport } = look
      const tab = await browser.tab({ locale: 'en-US', colorScheme, viewport })
      await tab.page.goto(start)
      await expectConformant(tab.page)
      await signIn(tab.page, reader === 'a partner' ? apiKey : operatorKeys.sandbox)
      const found = new Map<string, string>([[kindOf(start), start]])
      for (const address of found.values()) {
        await showInConsole(tab.page, address)
        await expectConformant(tab.page)
        expect([address, await tab.page.evaluate(overflow)]).toEqual([address, 0])
        expect([address, await tab.page.evaluate(unmarked)]).toEqual([address, []])
        const links = await tab.page.evaluate<string[]>(
          `[...document.querySelectorAll('a[href^="/console/"]')].map((link) => link.pathname)`,
        )
        for (const link of links)
          if (!found.has(kindOf(link)) && (start === '/console/today' || link.startsWith(start)))
            found.set(kindOf(link), link)
        await expectSoundElsewhere(tab.page, look)
      }
      expect([...found.keys()]).toEqual(expect.arrayContaining([...expected]))
      expect(tab.faults).toEqual(noFaults)
      await tab.close()
    },
    180_000,
  )

  withBrowser.it('has its links behind a menu on a phone, which keys open and close', async () => {
    const { page, faults, close } = await browser.tab({ locale: 'en-US', viewport: phone })
    await page.goto('/console/today')
    await signIn(page, apiKey)
    const menu = page.getByRole('button', { name: 'Menu' })
    const reports = page.getByRole('link', { name: 'Reports' })
    expect(await reports.count()).toBe(0)
    await menu.focus()
    await page.keyboard.press('Enter')
    await reports.waitFor()
    await expectConformant(page)
    await page.keyboard.press('Escape')
    expect([await reports.count(), await menu.getAttribute('aria-expanded')]).toEqual([0, 'false'])
    await page.keyboard.press('Enter')
    await reports.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
    expect(await reports.count()).toBe(0)
    expect((await page.locator('.shell > header').boundingBox())?.height).toBeLessThan(64)
    expect(faults).toEqual(noFaults)
    await close()
  })
})
