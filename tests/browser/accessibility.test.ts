import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectAccessible } from '../testkit/accessibility.ts'
import { TestBrowser, withBrowser, type Tab } from '../testkit/browser.ts'
import { forgetFaults } from '../testkit/console.ts'
import { whileReservationsFail } from '../testkit/failing-reads.ts'
import { runInGraphiql } from '../testkit/graphiql.ts'
import { isLong } from '../testkit/long-form.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

const { describe, it } = withBrowser

interface ShownPage {
  /** Shows the page in the state that is checked. */
  open(page: Page): Promise<unknown>
  /** Status of the response when it is not a success: the browser reports it as an error. */
  readonly status?: number
  /** Its layout is that of a tool for wide screens. */
  readonly isWide?: boolean
}

let product: SharedProduct
let browser: TestBrowser
/** Addresses of the pages of guests. */
const guest = { checkout: '', liveCheckout: '', visit: '', review: '', reviewed: '' }

/** A reservation after some steps, and the URLs for its guest. */
async function guestOf(apiKey: string, ...steps: [step: string, body: object][]): Promise<Json> {
  const { id } = await reserve(product.url, { apiKey })
  const rest = partner(product.url, apiKey)
  for (const [step, body] of steps) await rest.post(`/api/partner/reservations/${id}/${step}`, body)
  const { body } = await rest.graphql(
    `{ reservation(id: "${id}") { visitUrl paymentDue { creditCardUrl } reviewRequest { link } } }`,
  )
  return body.data.reservation
}

beforeAll(async () => {
  product = await sharedTestProduct()
  browser = await TestBrowser.open(product.url)
  const confirmed: [string, object] = ['confirm', { paymentId: 'p', generateDocuments: true }]
  const completed: [string, object][] = [
    confirmed,
    ['checkin', {}],
    ['complete', { feedback: { requestReview: true } }],
  ]
  guest.checkout = (await guestOf(keys.demo)).paymentDue.creditCardUrl
  guest.liveCheckout = (await guestOf(keys.live)).paymentDue.creditCardUrl
  guest.visit = (await guestOf(keys.demo, confirmed)).visitUrl
  guest.review = (await guestOf(keys.demo, ...completed)).reviewRequest.link
  guest.reviewed = (await guestOf(keys.demo, ...completed)).reviewRequest.link
})
afterAll(() => browser?.close())

const at = (address: string): ShownPage => ({ open: (page) => page.goto(address) })

/** Pages that docs.test.ts and guests.test.ts do not check. */
const pages: readonly (readonly [name: string, shown: ShownPage])[] = [
  ['a guide', at('/docs/partner-api/reservations')],
  ['a quickstart', at('/docs/quickstarts/partner')],
  ['the reference of errors', at('/docs/partner-api/errors')],
  ['the reference of events', at('/docs/events-reference')],
  ['the test data', at('/docs/testing')],
  ['a page for operators', at('/docs/operators/operations')],
  ['a decision', at('/docs/decisions/0205-event-log-in-commit-order')],
  ['the changelog', at('/docs/changelog')],
  [
    'the results of a search',
    {
      async open(page) {
        await page.goto('/docs')
        await page.fill('#search', 'idempotency key')
        await page.locator('#results a').first().waitFor()
      },
    },
  ],
  [
    'the reference of REST',
    {
      isWide: true,
      async open(page) {
        await page.goto('/docs/api#createReservation')
        const section = page.locator('section[id$="/createReservation"]')
        await section.getByRole('button', { name: 'Test Request' }).click()
        await page.locator('button.scalar-button-solid', { hasText: /^\s*Send/ }).waitFor()
      },
    },
  ],
  [
    'GraphiQL',
    {
      isWide: true,
      async open(page) {
        await page.goto('/graphiql')
        await runInGraphiql(page, 'FirstCenotes')
        await page.waitForSelector('.result-window :text("adultCents")')
      },
    },
  ],
  ['the checkout of a live reservation', { open: (page) => page.goto(guest.liveCheckout) }],
  ['the form of a review', { open: (page) => page.goto(guest.review) }],
  [
    'a review',
    {
      async open(page) {
        await page.goto(guest.reviewed)
        if ((await page.locator('form').count()) === 0) return
        await page.check('input[value="4"]')
        await page.fill('#review-text', 'Clear water')
        await page.click('button.primary')
        await page.locator('form').waitFor({ state: 'detached' })
      },
    },
  ],
  ['the page of an unknown address', { ...at('/nothing/here'), status: 404 }],
  [
    'the page of an error',
    {
      status: 403,
      async open(page) {
        await page.setContent(`<form method="post" action="${guest.checkout}"><button>Send</button></form>`)
        await page.getByRole('button').click()
        await page.locator('header.top').waitFor()
      },
    },
  ],
  [
    'the page of a failure',
    {
      status: 500,
      open: (page) => whileReservationsFail(product.database('booking'), () => page.goto(guest.visit)),
    },
  ],
]

// The longest texts have the least room in Spanish on a phone.
describe.each([
  ['dark', 'light', 'es-MX', 360],
  ...(isLong ? [['light', 'dark', 'en-US', 1_200] as const] : []),
] as const)('in %s and the colors of %s, in the language %s, at a width of %d', (colorScheme, other, locale, width) => {
  /** One tab for all pages, because its cache has the scripts that they share. */
  let tab: Tab
  beforeAll(async () => void (tab = await browser.tab({ locale })))

  it.each(pages)('%s is accessible', async (_name, { open, status, isWide = false }) => {
    const viewport = { width: isWide ? 1_200 : width, height: 800 }
    await tab.page.goto('about:blank')
    forgetFaults(tab)
    await tab.page.setViewportSize(viewport)
    await tab.page.emulateMedia({ colorScheme })
    await open(tab.page)
    await expectAccessible(tab.page)
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width)
    await tab.page.emulateMedia({ colorScheme: other })
    await expectAccessible(tab.page, ['color-contrast'])
    const { consoleErrors, policyViolations, foreignRequests } = tab.faults
    expect([policyViolations, foreignRequests]).toEqual([[], []])
    if (status) expect(consoleErrors).toContainEqual(expect.stringContaining(`status of ${status}`))
    expect(consoleErrors.filter((text) => !(status && text.includes(`status of ${status}`)))).toEqual([])
  })
})
