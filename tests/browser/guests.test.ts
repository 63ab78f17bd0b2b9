import { afterAll, beforeAll, expect } from '@jest/globals'
import { noFaults, TestBrowser, withBrowser } from '../testkit/browser.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

const { describe, it } = withBrowser

describe('the pages of guests', () => {
  let product: TestProduct
  let browser: TestBrowser
  beforeAll(async () => {
    product = await startTestProduct()
    browser = await TestBrowser.open(product.url)
  })
  afterAll(async () => {
    await browser.close()
    await product.close()
  })

  const readReservation = async (id: string, fields: string, apiKey?: string): Promise<Json> => {
    const { body } = await partner(product.url, apiKey).graphql(`{ reservation(id: "${id}") { ${fields} } }`)
    return body.data.reservation
  }
  const checkoutOf = async (id: string, apiKey?: string): Promise<string> =>
    (await readReservation(id, 'paymentDue { creditCardUrl }', apiKey)).paymentDue.creditCardUrl

  it('let a guest pay in the sandbox, which confirms the visit', async () => {
    const { id } = await reserve(product.url)
    const tab = await browser.tab()
    await tab.page.goto(await checkoutOf(id))
    expect(await tab.page.textContent('.notice')).toContain('TEST')
    await tab.page.click('button[value=DECLINE]')
    expect(await tab.page.textContent('[role=alert]')).toContain('declined')
    expect(await readReservation(id, 'status')).toEqual({ status: 'PENDING' })
    await tab.page.click('button[value=PAY]')
    expect(await tab.page.textContent('[role=status]')).toBe('Thank you. The visit is confirmed.')
    expect(await readReservation(id, 'status balanceDueCents')).toEqual({ status: 'CONFIRMED', balanceDueCents: 0 })
    expect(tab.faults).toEqual(noFaults)
    await tab.close()
  })

  it('let the hold expire at once', async () => {
    const { id } = await reserve(product.url)
    const tab = await browser.tab()
    await tab.page.goto(await checkoutOf(id))
    await tab.page.click('button[value=EXPIRE]')
    expect(await tab.page.textContent('.state')).toBe('Cancelled')
    expect(await readReservation(id, 'cancellation { cancelledBy }')).toEqual({
      cancellation: { cancelledBy: 'system' },
    })
    await tab.close()
  })

  it('refer the guest of a live reservation to the partner', async () => {
    const { id } = await reserve(product.url, { apiKey: keys.live })
    const tab = await browser.tab()
    const address = await checkoutOf(id, keys.live)
    await tab.page.goto(address)
    expect(await tab.page.textContent('main')).toContain('arranges the payment')
    expect(await tab.page.locator('button').count()).toBe(0)
    const token = new URL(address).searchParams.get('token')
    const played = await partner(product.url, null).graphql(
      `mutation { playCheckout(input: { token: "${token}", outcome: PAY }) { status } }`,
    )
    expect(played.body.errors[0].extensions.code).toBe('NOT_FOUND')
    await tab.close()
  })

  it('refuse a form sent by another site', async () => {
    const { id } = await reserve(product.url)
    const address = await checkoutOf(id)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
      const sent = { method: 'POST', headers: { ...headers }, body: new URLSearchParams({ outcome: 'PAY' }) }
      const response = await fetch(address, sent as RequestInit)
      expect([headers, response.status]).toEqual([headers, 403])
    }
    expect(await readReservation(id, 'status')).toEqual({ status: 'PENDING' })
  })

  it('show the visit with its ticket and QR code, on a phone too', async () => {
    const { id } = await reserve(product.url)
    await partner(product.url).post(`/api/partner/reservations/${id}/confirm`, {
      paymentId: 'p',
      generateDocuments: true,
    })
    const { visitUrl } = await readReservation(id, 'visitUrl')
    const tab = await browser.tab({ colorScheme: 'dark', viewport: { width: 360, height: 740 } })
    await tab.page.goto(visitUrl)
    expect(await tab.page.textContent('.state')).toBe('Confirmed')
    expect(await tab.page.evaluate(`document.querySelector('img.qr').naturalWidth`)).toBeGreaterThan(0)
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    const ticket = await tab.page.request.get((await tab.page.getAttribute('a.button', 'href')) ?? '')
    expect(ticket.headers()['content-type']).toBe('application/pdf')
    expect(tab.faults).toEqual(noFaults)
    await tab.close()
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
    const tab = await browser.tab()
    for (const address of tampered) {
      const response = await tab.page.goto(address)
      expect([address, response?.status()]).toEqual([address, 404])
      expect(await tab.page.textContent('h1')).toBe('There is no such page')
    }
    await tab.close()
  })
})
