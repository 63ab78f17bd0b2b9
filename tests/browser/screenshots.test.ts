import { afterAll, beforeAll, expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, withBrowser } from '../testkit/browser.ts'
import { signIn, showInConsole } from '../testkit/console.ts'
import { isLong } from '../testkit/long-form.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import {
  accepts,
  differenceOf,
  maxDifference,
  schemes,
  settleTexts,
  sizes,
  useOwnFont,
} from '../testkit/screenshots.ts'

const { describe, it } = withBrowser

/** Each size and each scheme once, because a scheme changes colors and no layout; the other pairs in a long run. */
const looks = schemes
  .flatMap((colorScheme) => (['wide', 'phone'] as const).map((size) => ({ size, colorScheme })))
  .filter(({ size, colorScheme }) => isLong || accepts || (size === 'wide') === (colorScheme === 'light'))

/** Those that show the same in each run. */
const consoleAddresses = { settings: '/console/settings', sale: '/console/reservations/new' }

describe('pages look as they were accepted', () => {
  let product: SharedProduct
  let browser: TestBrowser
  const addresses: Record<string, string> = { design: '/docs/contributors/design', landing: '/' }
  beforeAll(async () => {
    product = await sharedTestProduct()
    browser = await TestBrowser.open(product.url)
    const { graphql, post } = partner(product.url)
    // More than a week ahead in a file that shares a product, so the terms of cancelling are the same on any day.
    const visitDate = nextSaturday()
    const guest = { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' }
    const reserve = async (cenote: string): Promise<Json> => {
      const visit = { cenoteId: demoId('cenote', cenote), visitDate, visitors: { adults: 1, children: 0 }, guest }
      return (await post('/api/partner/reservations', visit)).body.data
    }
    const [unpaid, paid] = [await reserve('gran-cenote'), await reserve('dos-ojos')]
    await post(`/api/partner/reservations/${paid.id}/confirm`, { paymentId: 'pay_1' })
    const { data } = (await graphql(`{ reservation(id: "${unpaid.id}") { paymentDue { creditCardUrl } } }`)).body
    addresses['checkout'] = data.reservation.paymentDue.creditCardUrl
    addresses['declined'] = `${addresses['checkout']}&ended=declined`
    addresses['visit'] = (
      await graphql(`{ reservation(id: "${paid.id}") { visitUrl } }`)
    ).body.data.reservation.visitUrl
  })
  afterAll(() => browser?.close())

  it.each(looks)('$size, $colorScheme', async ({ size, colorScheme }) => {
    // The font of the test is none that the pages' policy allows.
    const tab = await browser.tab({ locale: 'en-US', viewport: sizes[size], colorScheme, bypassCSP: true })
    const shares: Record<string, number> = {}
    for (const [name, address] of Object.entries(addresses)) {
      await tab.page.goto(address, { waitUntil: 'networkidle' })
      await settleTexts(tab.page)
      await useOwnFont(tab.page)
      const masked = [tab.page.locator('.qr'), tab.page.locator('.held')]
      shares[name] = await differenceOf(tab.page, `${name}.${size}.${colorScheme}`, masked)
    }
    await tab.page.goto('/console')
    await signIn(tab.page, keys.demo)
    for (const [name, address] of Object.entries(consoleAddresses)) {
      await showInConsole(tab.page, address)
      await tab.page.locator('main form, main .table .body').first().waitFor()
      await settleTexts(tab.page)
      await useOwnFont(tab.page)
      shares[name] = await differenceOf(tab.page, `${name}.${size}.${colorScheme}`)
    }
    await tab.close()
    const different = Object.entries(shares).filter(([, share]) => share > maxDifference)
    expect(Object.fromEntries(different)).toEqual({})
  })
})
