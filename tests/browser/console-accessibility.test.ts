import { afterAll, beforeAll, expect } from '@jest/globals'
import { expectAccessible } from '../testkit/accessibility.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { showInConsole, signIn } from '../testkit/console.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
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

withBrowser.describe('every page of the console', () => {
  let product: TestProduct
  let browser: TestBrowser
  beforeAll(async () => {
    product = await startTestProduct()
    browser = await TestBrowser.open(product.url)
    await reserve(product.url)
    await partner(product.url).post('/webhooks', {
      url: 'https://partner.example/events',
      events: ['reservation.created'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await product.close()
  })

  withBrowser.it.each([
    ['light', 'a partner', keys.demo, '/console/today', partnerPages],
    ['dark', 'a partner', keys.demo, '/console/today', partnerPages],
    ['light', 'the operator', operatorKeys.sandbox, '/console/operator', operatorPages],
    ['dark', 'the operator', operatorKeys.sandbox, '/console/operator', operatorPages],
  ] as const)(
    'that links lead to is accessible in %s to %s',
    async (colorScheme, _reader, key, start, expected) => {
      const tab = await browser.tab({ locale: 'en-US', colorScheme })
      await tab.page.goto(start)
      await expectAccessible(tab.page)
      await signIn(tab.page, key)
      const found = new Map<string, string>([[kindOf(start), start]])
      for (const address of found.values()) {
        await showInConsole(tab.page, address)
        await expectAccessible(tab.page)
        const links = await tab.page.evaluate<string[]>(
          `[...document.querySelectorAll('a[href^="/console/"]')].map((link) => link.pathname)`,
        )
        for (const link of links)
          if (!found.has(kindOf(link)) && (start === '/console/today' || link.startsWith(start)))
            found.set(kindOf(link), link)
      }
      expect([...found.keys()]).toEqual(expect.arrayContaining([...expected]))
      expect(tab.faults).toEqual(noFaults)
      await tab.close()
    },
    180_000,
  )
})
