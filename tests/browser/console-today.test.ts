import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { eventually } from '../testkit/eventually.ts'
import { openConsole, reopenConsole, signIn } from '../testkit/console.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { keys, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: TestProduct
let browser: TestBrowser
beforeAll(async () => {
  product = await startTestProduct()
  browser = await TestBrowser.open(product.url)
})
afterAll(async () => {
  await browser?.close()
  await product.close()
})

/** Delivers each event many times with different ids: as many reservations would take longer than drawing them. */
const multiplyEvents = (page: Page, count: number): Promise<void> =>
  page.routeWebSocket(/\/graphql$/, (socket) => {
    socket.connectToServer().onMessage((text) => {
      const message = JSON.parse(String(text)) as { payload?: { data?: { reservationEvents?: { id: string } } } }
      const event = message.payload?.data?.reservationEvents
      if (!event) return socket.send(text)
      for (let index = 0; index < count; index += 1) {
        const reservationEvents = { ...event, id: `${event.id}-${index}` }
        socket.send(JSON.stringify({ ...message, payload: { ...message.payload, data: { reservationEvents } } }))
      }
    })
  })

withBrowser.describe('the page Today of the console', () => {
  withBrowser.it('shows the visits of a day by hour and cenote, the money, the holds and the occupancy', async () => {
    const made = await reserve(product.url)
    await partner(product.url).post(`/api/partner/reservations/${made.id}/confirm`, { paymentId: 'pay_1' })
    await partner(product.url).post(`/api/partner/reservations/${made.id}/checkin`, {})
    const held = await reserve(product.url)
    const { page, faults, close } = await reopenConsole(browser, keys.demo, '/today')
    await page.getByLabel('Day').fill(made.visitDate)
    const hour = page.getByRole('row').filter({ hasText: 'Gran Cenote' }).first()
    await hour.getByText('1 (1 arrived)').waitFor()
    const hours = page.getByRole('img', { name: 'People by hour' })
    await hours.getByText('1', { exact: true }).waitFor()
    expect(await hours.locator('.arrived').last().getAttribute('style')).toBe('height: 100%;')
    await page.getByText('2 reservations, 2 people').waitFor()
    await page.getByRole('link', { name: held.bookingReference }).first().waitFor()
    const days = page.locator('table.occupancy').getByRole('row').filter({ hasText: 'Gran Cenote' })
    await days.waitFor()
    // There are 15 while Cancún already has a new day and Mérida does not.
    expect([14, 15]).toContain(await days.getByRole('cell').count())
    expect(
      await page
        .getByText(/Dos Ojos/)
        .first()
        .isVisible(),
    ).toBe(false)
    await page.getByText(/^\d+ without bookings$/).click()
    await page
      .getByText(/Dos Ojos/)
      .first()
      .waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('counts as paid what came in without what went back, also in part', async () => {
    const rest = partner(product.url)
    const visitDate = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
    const { body } = await rest.post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate,
      visitors: { adults: 10, children: 0 },
      guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
    })
    const { id, pricing } = body.data
    const one = (action: string, given: object) => rest.post(`/api/partner/reservations/${id}/${action}`, given)
    expect(await one('confirm', { paymentId: 'pay_part' })).toHaveStatus(200)
    expect(await rest.send('PATCH', `/api/partner/reservations/${id}`, { visitors: { adults: 9 } })).toHaveStatus(200)
    expect(await one('refund', { amount: 10 })).toHaveStatus(200)
    const { page, close } = await reopenConsole(browser, keys.demo, '/today')
    await page.getByLabel('Day').fill(visitDate)
    const card = page.locator('.figures .card').first()
    await card.getByText('1 reservation, 9 people').waitFor()
    const shown = (await card.getByText(/ paid$/).textContent()) ?? ''
    expect(Number(shown.replace(/[^\d.]/g, ''))).toBeCloseTo(pricing.total - 10, 2)
    await close()
  })

  withBrowser.it('follows what happens, also after the connection was lost, and shows it after a reload', async () => {
    const { page, close } = await reopenConsole(browser, keys.demo, '/today')
    const feed = page.getByRole('complementary', { name: 'What happens now' })
    const first = await reserve(product.url)
    await feed.getByText(first.bookingReference).waitFor()
    await page.context().setOffline(true)
    await page.getByText(/The connection is lost/).waitFor()
    const missed = await reserve(product.url)
    await page.context().setOffline(false)
    await feed.getByText(missed.bookingReference).waitFor()
    expect(await feed.getByText(first.bookingReference).count()).toBe(1)
    await page.reload()
    await feed.getByText(missed.bookingReference).waitFor()
    expect(await feed.getByText(first.bookingReference).count()).toBe(1)
    await close()
  })

  withBrowser.it('names products in the language that is chosen, at once and in what comes later', async () => {
    const atCarWash = { cenote: 'carwash' }
    const made = await reserve(product.url, atCarWash)
    const { page, faults, close } = await reopenConsole(browser, keys.demo, '/today')
    await page.getByLabel('Day').fill(made.visitDate)
    const figures = page.getByRole('row').filter({ hasText: 'Cenote Car Wash' }).first()
    const feed = page.getByRole('complementary')
    await figures.waitFor()
    await feed.getByText('Cenote Car Wash').first().waitFor()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('row').filter({ hasText: 'Cenote Aktun-Ha' }).first().waitFor()
    await feed.getByText('Cenote Aktun-Ha').first().waitFor()
    await page.getByText('Recibiendo eventos').waitFor()
    const later = await reserve(product.url, atCarWash)
    await feed.getByText(later.bookingReference).waitFor()
    await page.getByRole('link', { name: 'Reservaciones', exact: true }).click()
    await page.getByRole('row').filter({ hasText: later.bookingReference }).getByText('Cenote Aktun-Ha').waitFor()
    expect(await page.getByText('Car Wash').count()).toBe(0)
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('columnheader', { name: 'Guest' }).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('says that events are refused, and reads its figures again when they arrive', async () => {
    const { page, close } = await browser.tab({ locale: 'en-US' })
    let isRefusing = true
    await page.routeWebSocket(/\/graphql$/, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((message) => {
        const { id, type } = JSON.parse(String(message)) as { readonly id?: string; readonly type: string }
        if (!isRefusing || type !== 'subscribe') return server.send(message)
        const payload = [{ message: 'Not now.', extensions: { code: 'INTERNAL_ERROR' } }]
        socket.send(JSON.stringify({ id, type: 'error', payload }))
      })
    })
    await page.goto('/console/today')
    await page.getByLabel('API key').fill(keys.rival)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(/^Events are refused/).waitFor()
    await page.getByText('0 reservations, 0 people').last().waitFor()
    await reserve(product.url, { apiKey: keys.rival })
    isRefusing = false
    await page.getByText('Receiving events').waitFor()
    // Its event is not among those that arrive now.
    await page.getByText('1 reservation, 1 person').waitFor()
    await close()
  })

  withBrowser.it('moves nothing that is in view while it loads, on a phone and on a desk', async () => {
    const { page, close } = await openConsole(browser, keys.demo, '/today')
    await page.addInitScript(`window.shifted = 0
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shifted += value)))
        .observe({ type: 'layout-shift', buffered: true })`)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.reload()
      await page.locator('table.occupancy').waitFor()
      await page.getByText('Receiving events').waitFor()
      expect(await page.evaluate<number>('window.shifted')).toBeLessThan(0.05)
    }
    await close()
  })

  withBrowser.it('draws hundreds of events in batches, and only those in view', async () => {
    const { page, faults, close } = await browser.tab({ locale: 'en-US' })
    await multiplyEvents(page, 300)
    await page.goto('/console/today')
    await signIn(page, keys.demo)
    await page.getByRole('complementary', { name: 'What happens now' }).waitFor()
    // Counts how often the feed is drawn: once for a batch, not once for an event.
    await page.evaluate(`(() => {
      window.drawn = 0
      new MutationObserver(() => (window.drawn += 1)).observe(document.querySelector('.feed'), { childList: true, subtree: true, characterData: true })
    })()`)
    await reserve(product.url)
    const feed = page.getByRole('complementary', { name: 'What happens now' })
    const shown = (): Promise<number> =>
      page.evaluate(`parseInt(document.querySelector('.feed ol').style.height, 10) / 80`)
    await eventually(async () => (await shown()) >= 300, true)
    // Only what is in view is in the page, however many events there are.
    expect(await feed.getByRole('listitem').count()).toBeLessThan(60)
    expect(await page.evaluate<number>('window.drawn')).toBeLessThan(150)
    expect(faults).toEqual(noFaults)
    await close()
  })
})
