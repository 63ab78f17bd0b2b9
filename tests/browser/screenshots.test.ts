import { afterAll, beforeAll, expect } from '@jest/globals'
import { TestBrowser, withBrowser } from '../testkit/browser.ts'
import { partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'
import { differenceOf, maxDifference, schemes, settleTexts, sizes, useOwnFont } from '../testkit/screenshots.ts'

const { describe, it } = withBrowser

describe('pages look as they were accepted', () => {
  let product: TestProduct
  let browser: TestBrowser
  const addresses: Record<string, string> = { design: '/docs/contributors/design' }
  beforeAll(async () => {
    product = await startTestProduct()
    browser = await TestBrowser.open(product.url)
    const { graphql, post } = partner(product.url)
    const [unpaid, paid] = [await reserve(product.url), await reserve(product.url, { cenote: 'dos-ojos' })]
    await post(`/api/partner/reservations/${paid.id}/confirm`, { paymentId: 'pay_1' })
    const { data } = (await graphql(`{ reservation(id: "${unpaid.id}") { paymentDue { creditCardUrl } } }`)).body
    addresses['checkout'] = data.reservation.paymentDue.creditCardUrl
    addresses['visit'] = (
      await graphql(`{ reservation(id: "${paid.id}") { visitUrl } }`)
    ).body.data.reservation.visitUrl
  })
  afterAll(async () => {
    await browser?.close()
    await product.close()
  })

  it.each(
    schemes.flatMap((colorScheme) =>
      Object.entries(sizes).map(([size, viewport]) => ({ size, viewport, colorScheme })),
    ),
  )('$size, $colorScheme', async ({ size, viewport, colorScheme }) => {
    // The font of the test is none that the pages' policy allows.
    const tab = await browser.tab({ locale: 'en-US', viewport, colorScheme, bypassCSP: true })
    const shares: Record<string, number> = {}
    for (const [name, address] of Object.entries(addresses)) {
      await tab.page.goto(address, { waitUntil: 'networkidle' })
      await settleTexts(tab.page)
      await useOwnFont(tab.page)
      const masked = [tab.page.locator('.qr'), tab.page.locator('.held')]
      shares[name] = await differenceOf(tab.page, `${name}.${size}.${colorScheme}`, masked)
    }
    await tab.close()
    const different = Object.entries(shares).filter(([, share]) => share > maxDifference)
    expect(Object.fromEntries(different)).toEqual({})
  })
})
