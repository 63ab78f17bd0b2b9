import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectConformant } from '../testkit/accessibility.ts'
import { imageWidth, noFaults, TestBrowser, withBrowser } from '../testkit/browser.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

const { describe, it } = withBrowser

const maxBytes = 100_000
const maxShift = 0.1

/** Presses the key until the element has the focus, then presses Enter: what a guest without a mouse does. */
async function pressTabsTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) {
      await page.keyboard.press('Enter')
      return
    }
  }
  throw new Error(`No press of the tabulator reaches ${selector}`)
}

/** Adds up how far what a page shows moves while it loads. */
const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(`window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)

/** Checks that a page loaded something, and no more than it may. */
function expectLight(sizes: readonly number[]): void {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(maxBytes)
}

/** The page is accessible, fits its width, and did not move while it loaded. */
async function expectSound(page: Page, language: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  expect(await page.getAttribute('html', 'lang')).toBe(language)
  await expectConformant(page)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  expect(await page.evaluate('window.shift')).toBeLessThanOrEqual(maxShift)
}

describe('the pages of guests', () => {
  let product: SharedProduct
  let browser: TestBrowser
  beforeAll(async () => {
    product = await sharedTestProduct()
    browser = await TestBrowser.open(product.url)
  })
  afterAll(() => browser.close())

  const readReservation = async (id: string, fields: string, apiKey?: string): Promise<Json> => {
    const { body } = await partner(product.url, apiKey).graphql(`{ reservation(id: "${id}") { ${fields} } }`)
    return body.data.reservation
  }
  /** A page that needs no browser, as one would get it. */
  const readPage = async (address: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(address, { headers: { accept: 'text/html', 'accept-language': 'en' } })
    return { status: response.status, text: await response.text() }
  }
  const checkoutOf = async (id: string, apiKey?: string): Promise<string> =>
    (await readReservation(id, 'paymentDue { creditCardUrl }', apiKey)).paymentDue.creditCardUrl

  /** A reservation for an adult and a child, with a way back to the agency, that its guest may change. */
  async function reserveFor(language: string): Promise<Json> {
    const { body } = await partner(product.url).post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'dos-ojos'),
      visitDate: nextSaturday(),
      visitTime: '10:00',
      visitors: { adults: 1, children: 1 },
      guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567', preferences: { language } },
      guestMay: { cancel: true, change: true },
      returnUrl: 'http://localhost:9/thanks?cart=7',
      cancelUrl: 'https://agency.example/cart',
    })
    return body.data
  }

  it.each([
    ['en', 'es', 1_280, 'light', 'declined', 'Thank you. The visit is confirmed.', '1 adult, 1 child'],
    ['es', 'en', 360, 'dark', 'rechazada', 'Gracias. La visita está confirmada.', '1 adulto, 1 niño'],
  ] as const)(
    'take a guest from the link to the ticket by keyboard alone: in %s',
    async (language, other, width, colorScheme, declined, thanks, party) => {
      const { id, bookingReference } = await reserveFor(language)
      const tab = await browser.tab({ colorScheme, viewport: { width, height: 800 } })
      const { page } = tab
      await watchShifts(page)
      const sizes: Promise<number>[] = []
      page.on('requestfinished', (request) => {
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
      })
      await page.goto(await checkoutOf(id))
      await expectSound(page, language)
      expectLight(await Promise.all(sizes))
      expect(await page.textContent('.notice')).toContain('TEST')
      expect(await page.textContent('.visit-facts')).toContain(party)
      expect(await page.textContent('.brand')).toBe('Demo Travel')
      expect(await page.getAttribute('.payment > p:last-child a', 'href')).toBe(
        `https://agency.example/cart?bookingReference=${bookingReference}`,
      )

      await pressTabsTo(page, 'button[value=DECLINE]')
      // The guest sees it without scrolling.
      const alert = page.locator('[role=alert]')
      expect(await alert.textContent()).toContain(declined)
      const box = await alert.boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(800)
      expect(await readReservation(id, 'status')).toEqual({ status: 'PENDING' })
      await pressTabsTo(page, 'button[value=PAY]')
      await page.locator('.ticket').waitFor()
      expect(await readReservation(id, 'status balanceDueCents')).toEqual({ status: 'CONFIRMED', balanceDueCents: 0 })
      expect(await page.textContent('[role=status]')).toBe(thanks)
      expect(await imageWidth(page.locator('img.qr'))).toBeGreaterThan(0)
      expect(await page.getAttribute('.actions a', 'href')).toBe(
        `http://localhost:9/thanks?cart=7&bookingReference=${bookingReference}`,
      )
      await expectSound(page, language)

      await pressTabsTo(page, 'a[href^="/visits/"]:not([href*=".ics"])')
      await page.locator('svg.map').waitFor()
      await expectSound(page, language)
      sizes.length = 0
      await pressTabsTo(page, `a[hreflang=${other}]`)
      await page.locator(`html[lang=${other}] svg.map`).waitFor()
      await expectSound(page, other)
      expectLight(await Promise.all(sizes))
      expect(tab.faults).toEqual(noFaults)
      await tab.close()
    },
  )

  /** The page of a confirmed visit shows its code and leads to the file of its ticket. */
  async function expectTicket(page: Page): Promise<void> {
    expect(await page.locator('a[href="/docs"]').count()).toBe(0)
    expect(await page.textContent('.badge')).toBe('Confirmed')
    expect(await imageWidth(page.locator('img.qr'))).toBeGreaterThan(0)
    const ticket = await page.request.get((await page.getAttribute('.ticket-actions a.primary', 'href')) ?? '')
    expect(ticket.headers()['content-type']).toBe('application/pdf')
  }

  it('let a guest move and cancel the visit, each once its consequences were shown', async () => {
    const { id } = await reserveFor('en')
    await partner(product.url).post(`/api/partner/reservations/${id}/confirm`, {
      paymentId: 'p',
      generateDocuments: true,
    })
    const { visitUrl } = await readReservation(id, 'visitUrl')
    const tab = await browser.tab({ colorScheme: 'dark', viewport: { width: 360, height: 740 } })
    const { page } = tab
    const calendar = async (): Promise<string> => (await page.request.get(`${visitUrl}/visit.ics`)).text()
    const before = await calendar()
    expect(before).toContain('DTSTART;TZID=America/Cancun:')
    await page.goto(visitUrl)
    await expectTicket(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await page.setViewportSize({ width: 1_280, height: 740 })
    await page.click('#plans a >> nth=0')
    await expectConformant(page)
    const time = ((await page.textContent('.hours a')) ?? '').trim()
    await page.click('.hours a >> nth=0')
    expect(await readReservation(id, 'visitTime')).toEqual({ visitTime: '10:00' })
    await page.click('button[name=visitTime]')
    expect(await page.textContent('.visit-hour')).toBe(time)
    expect(await readReservation(id, 'visitTime')).toEqual({ visitTime: time })

    await page.click('#plans a.danger')
    await expectConformant(page)
    expect(await page.textContent('.facts')).toContain('You get back')
    // The refund that was shown is another one by the time the guest confirms it.
    await page.evaluate(`document.querySelector('button[name=refundCents]').value = '1'`)
    await page.click('button[name=refundCents]')
    expect(await page.textContent('[role=alert]')).toContain('another one')
    expect(await readReservation(id, 'status')).toEqual({ status: 'CONFIRMED' })
    await page.click('button[name=refundCents]')
    expect(await page.textContent('.badge')).toBe('Cancelled')
    expect(await readReservation(id, 'status cancellation { cancelledBy }')).toEqual({
      status: 'CANCELLED',
      cancellation: { cancelledBy: 'GUEST' },
    })

    const uid = /UID:.*/.exec(before)?.[0] ?? 'none'
    const after = await calendar()
    expect(after).toContain(uid)
    expect(after).toContain('STATUS:CANCELLED')
    const sequenceOf = (file: string): number => Number(/SEQUENCE:(\d+)/.exec(file)?.[1])
    expect(sequenceOf(after)).toBeGreaterThan(sequenceOf(before))
    expect(tab.faults).toEqual(noFaults)
    await tab.close()
  })

  it('send the ticket again, at most five times a day', async () => {
    const { id } = await reserve(product.url)
    await partner(product.url).post(`/api/partner/reservations/${id}/confirm`, {
      paymentId: 'p',
      generateDocuments: true,
    })
    const { visitUrl } = await readReservation(id, 'visitUrl')
    const tab = await browser.tab()
    await tab.page.goto(visitUrl)
    for (let times = 0; times < 6; times++) {
      await tab.page.click('form[action*="/resend"] button')
      expect(await tab.page.textContent('[role=status]')).toContain(times < 5 ? 'on its way' : 'often enough')
    }
    await tab.close()
  })

  it('let the hold expire at once', async () => {
    const { id } = await reserve(product.url)
    const tab = await browser.tab()
    await tab.page.goto(await checkoutOf(id))
    await tab.page.click('button[value=EXPIRE]')
    expect(await tab.page.textContent('.badge')).toBe('Cancelled')
    expect(await tab.page.textContent('main')).toContain('book again with')
    expect(await readReservation(id, 'cancellation { cancelledBy }')).toEqual({
      cancellation: { cancelledBy: 'SYSTEM' },
    })
    await tab.close()
  })

  it('refer the guest of a live reservation to the partner', async () => {
    const { id } = await reserve(product.url, { apiKey: keys.live })
    const address = await checkoutOf(id, keys.live)
    const { text } = await readPage(address)
    expect(text).toContain('arranges the payment')
    expect(text).not.toContain('<button')
    const token = new URL(address).searchParams.get('token')
    const played = await partner(product.url, null).graphql(
      `mutation { playCheckout(input: { token: "${token}", outcome: PAY, amountCents: 1 }) { status } }`,
    )
    expect(played.body.errors[0].extensions.code).toBe('NOT_FOUND')
  })

  it('refuse a form sent by another site', async () => {
    const { id } = await reserve(product.url)
    const address = await checkoutOf(id)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
      const sent = {
        method: 'POST',
        headers: { ...headers },
        body: new URLSearchParams({ outcome: 'PAY', amountCents: '58000' }),
      }
      const response = await fetch(address, sent as RequestInit)
      expect([headers, response.status]).toEqual([headers, 403])
    }
    expect(await readReservation(id, 'status')).toEqual({ status: 'PENDING' })
  })

  it('take one review of a completed visit, which readers see until an operator hides it', async () => {
    const { id, cenoteId } = await reserve(product.url)
    const rest = partner(product.url)
    for (const step of ['confirm', 'checkin']) await rest.post(`/api/partner/reservations/${id}/${step}`, {})
    await rest.post(`/api/partner/reservations/${id}/complete`, { feedback: { requestReview: true } })
    const { reviewRequest } = await readReservation(id, 'reviewRequest { link }')
    const tab = await browser.tab()
    await tab.page.goto(reviewRequest.link)
    await tab.page.check('input[value="4"]')
    await tab.page.fill('#review-text', 'Clear water & <b>fish</b>')
    await tab.page.click('button.primary')
    expect(await tab.page.textContent('section.card')).toContain('Clear water & <b>fish</b>')
    await tab.page.reload()
    expect(await tab.page.locator('form').count()).toBe(0)
    const reviews = async (): Promise<Json[]> =>
      (await rest.graphql(`{ cenote(id: "${cenoteId}") { reviews { id rating content author verified } } }`)).body.data
        .cenote.reviews
    const [shown] = await reviews()
    expect(shown).toMatchObject({ rating: 4, content: 'Clear water & <b>fish</b>', author: 'Ana N.', verified: true })
    await operator(product.url, operatorKeys.sandbox).ask(
      `mutation { setReviewVisibility(input: { id: "${shown.id}", isVisible: false }) { id } }`,
    )
    expect((await reviews()).map((review) => review.id)).not.toContain(shown.id)
    expect(tab.faults).toEqual(noFaults)
    await tab.close()
  })

  it('are the not-found page when their URL was changed', async () => {
    const { id } = await reserve(product.url)
    const { visitUrl } = await readReservation(id, 'visitUrl')
    const checkout = await checkoutOf(id)
    const other = await reserve(product.url)
    const tampered = [
      `${visitUrl.slice(0, -3)}abc`,
      visitUrl.replace('/visits/', '/reviews/'),
      checkout.replace(/\?.*/, ''),
      checkout.replace(id, other.id),
      `${product.url}/checkout/${id}?token=${new URL(visitUrl).pathname.split('/').at(-1)}`,
    ]
    for (const address of tampered) {
      const { status, text } = await readPage(address)
      expect([address, status]).toEqual([address, 404])
      expect(text).toMatch(/<h1[^>]*>\s*There is no such page\s*</)
    }
  })
})
