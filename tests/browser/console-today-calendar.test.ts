import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { addDays, localDateTime } from '../../platform/values/clock.ts'
import { moneyText } from '../../platform/values/display.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { calendarDay, chooseProduct, openConsole, pressAndConfirm, reopenConsole, signIn } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import { isLong } from '../testkit/long-form.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
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
    const paid =
      (await page
        .locator('.figures .card')
        .first()
        .getByText(/ paid$/)
        .textContent()) ?? ''
    expect(Number(paid.replace(/[^\d.]/g, ''))).toBeCloseTo(made.pricing.total, 2)
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

  withBrowser.it('counts what is made where it is tomorrow already', async () => {
    const { apiKey } = await newPartner(product)
    await reserve(product.url, { apiKey, cenote: 'zaci' })
    const { page, close } = await browser.tab({ locale: 'en-US' })
    await page.clock.setFixedTime(Date.now() - 86_400_000)
    await page.goto('/console/today')
    await signIn(page, apiKey)
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

/** Later than any visit of the tests above. */
const date = addDays(nextSaturday(), 21)
async function confirmed(cenote: string, adults: number): Promise<Json> {
  const rest = partner(product.url)
  const { body } = await rest.post('/api/partner/reservations', {
    cenoteId: demoId('cenote', cenote),
    visitDate: date,
    visitTime: '10:00',
    visitors: { adults, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  await rest.post(`/api/partner/reservations/${body.data.id}/confirm`, { paymentId: body.data.id })
  return body.data
}

withBrowser.describe('the page Calendar of the console', () => {
  withBrowser.it(
    'shows booked against capacity, also on a day that it closes and keeps, and changes slots',
    async () => {
      const { bookingReference } = await confirmed('gran-cenote', 3)
      const { page, faults, close } = await reopenConsole(browser, operatorKeys.sandbox, '/calendar')
      await chooseProduct(page, 'Gran Cenote')
      const day = await calendarDay(page, date)
      const details = page.locator('.details')
      // The counts are shown once the days of the month are loaded.
      await day.filter({ hasText: /\D\d+3 \/ \d+$/ }).waitFor()
      await day.click()
      await details.locator('li', { hasText: /^10:00\s*3 \/ / }).waitFor()

      await details.getByText('Close days').first().click()
      await details.getByLabel('Reason').first().fill('weather')
      await details.getByRole('button', { name: 'Close days' }).click()
      await page.getByText('Existing reservations: 1, for 3 people.', { exact: true }).waitFor()
      await page.getByText(bookingReference).waitFor()
      await page.getByRole('button', { name: 'Keep reservations' }).click()
      await details.getByText('Closed: Weather.').waitFor()
      await details.getByText('3 of').waitFor()
      await page.getByRole('button', { name: 'Open these days again' }).click()
      await details.getByText('Closed: Weather.').waitFor({ state: 'detached' })

      const slots = details.locator('details', { hasText: 'Change slots' })
      await slots.locator('summary').click()
      await slots.getByLabel(/Slots, such as/).fill('11:00')
      await slots.getByLabel(/People a slot/).fill('7')
      await slots.getByRole('button', { name: 'Change slots' }).click()
      await details.getByText('0 / 7').waitFor()
      await pressAndConfirm(page, page.getByRole('button', { name: 'As usual again' }))
      await details.getByText('0 / 7').waitFor({ state: 'detached' })
      expect(faults).toEqual(noFaults)
      await close()
    },
  )

  withBrowser.it('cancels the reservations of a day that it closes, and shows how far that is', async () => {
    const { id, bookingReference, pricing } = await confirmed('calavera', 2)
    const { page, faults, close } = await reopenConsole(browser, operatorKeys.sandbox, '/calendar')
    await chooseProduct(page, 'Cenote Calavera')
    await (await calendarDay(page, date)).click()
    const form = page.locator('.details details').first()
    await form.locator('summary').click()
    await form.getByLabel('Reason *', { exact: true }).fill('weather')
    await form.getByRole('button', { name: 'Close days' }).click()
    const question = await pressAndConfirm(page, form.getByRole('button', { name: 'Cancel all with full refunds' }))
    expect(question).toContain('1 reservation for 2 people is cancelled.')
    expect(question).toContain(moneyText(Math.round(pricing.total * 100), 'MXN'))
    // The reservations are cancelled in the background.
    await page
      .locator('.details')
      .getByText(/^0 of /)
      .waitFor()
    await form.getByRole('link', { name: 'See what becomes of the reservations' }).click()
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await page.getByRole('link', { name: bookingReference }).waitFor()
    await page.getByRole('cell', { name: 'Cancelled' }).waitFor()
    const { data } = (await partner(product.url).get(`/api/partner/reservations/${id}`)).body
    expect(data.cancellation).toMatchObject({ reason: 'weather', cancelledBy: 'operator' })
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('closes days that are dragged over, or chosen by keyboard, and shows a week and tours', async () => {
    const { page, faults, close } = await reopenConsole(browser, operatorKeys.sandbox, '/calendar')
    await page.locator('.month-view').waitFor()
    await chooseProduct(page, 'Cenote Samulá')
    // Dragged from today back to the first of the month: past days cannot be chosen.
    await page.locator('.month-view button:enabled').first().hover()
    await page.mouse.down()
    await page.locator('.month-view button').first().hover()
    await page.mouse.up()
    expect(await page.locator('.month-view [aria-pressed=true]').count()).toBe(1)

    // All days of the next month can be chosen.
    await page.getByRole('button', { name: 'Next month' }).click()
    const day = (number: number) =>
      page.locator('.month-view button', { has: page.locator('.number', { hasText: new RegExp(`^${number}$`) }) })
    await day(10).hover()
    await page.mouse.down()
    await day(12).hover()
    await page.mouse.up()
    const details = page.locator('.details')
    await details.getByLabel('Reason').first().fill('maintenance')
    // Other days would empty the form.
    await day(20).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    expect(await page.locator('.month-view [aria-pressed=true]').count()).toBe(3)
    await details.getByRole('button', { name: 'Close days' }).click()
    for (const number of [10, 11, 12]) await day(number).locator('small', { hasText: 'Closed' }).waitFor()
    expect(await day(13).textContent()).toMatch(/130 \/ \d+$/)
    await details.getByRole('button', { name: 'Open these days again' }).click()
    await day(11).locator('small', { hasText: 'Closed' }).waitFor({ state: 'detached' })

    await day(20).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    expect(await page.locator('.month-view [aria-pressed=true]').count()).toBe(9)
    expect(await day(28).evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)

    await day(1).click()
    await day(28).click({ modifiers: ['Shift'] })
    const listed = details.getByRole('list').first()
    await eventually(() => listed.getByRole('listitem').count(), 28)
    expect(await listed.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)).toBe(true)

    await page.getByRole('button', { name: 'Week' }).click()
    await eventually(() => page.locator('.occupancy tbody tr').count(), 7)
    await chooseProduct(page, 'Classic Cenotes of Tulum')
    await page.getByRole('columnheader', { name: '08:00' }).waitFor()
    await details.getByRole('link', { name: /Change departures/ }).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  // The days of the two differ at every hour, so a page that takes the wrong one fails with either.
  withBrowser.it.each([
    ['ahead of', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
    ...(isLong ? [['behind', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'] as const] : []),
  ] as const)(
    'begins, as do other pages, on the day of its product, %s that of the first cenote',
    async (_how, zone, first) => {
      const { ask } = operator(product.url)
      const { cenote } = await ask(
        'query ($id: ID!) { cenote(id: $id) { id version schedule { openTime closeTime daysOpen } } }',
        { id: demoId('cenote', 'samula') },
      )
      const { id, version, schedule } = cenote
      await ask('mutation ($input: UpdateCenoteScheduleInput!) { updateCenoteSchedule(input: $input) { version } }', {
        input: { id, version, schedule: { ...schedule, timezone: zone } },
      })
      const { page, faults, close } = await browser.tab({ locale: 'en-US' })
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('query TimeZone')) return route.fallback()
        return route.fulfill({ json: { data: { cenotes: { nodes: [{ schedule: { timezone: first } }] } } } })
      })
      await page.goto('/console/calendar')
      await signIn(page, operatorKeys.sandbox)
      await chooseProduct(page, 'Cenote Samulá')
      const chosen = page.locator('.month-view [aria-pressed=true] .number')
      const today = (): number => Number(localDateTime(new Date(), zone).date.slice(8))
      await eventually(async () => Number(await chosen.textContent()) === today(), true)
      await page.getByRole('button', { name: 'Next month' }).click()
      await page.getByRole('button', { name: 'Today' }).click()
      await eventually(async () => Number(await chosen.textContent()) === today(), true)
      await page.getByText(/^Times are in (GMT\+14|SST|GMT-11)\.$/).waitFor()
      const pages = page.getByRole('navigation', { name: 'Pages' })
      for (const [name, label, daysBefore] of [
        ['Manifest', 'Day', 0],
        ['Reports', 'First day', 30],
      ] as const) {
        await pages.getByRole('link', { name }).click()
        await chooseProduct(page, 'Cenote Samulá')
        const day = (): string => localDateTime(new Date(Date.now() - daysBefore * 86_400_000), zone).date
        await eventually(async () => (await page.getByLabel(label, { exact: true }).inputValue()) === day(), true)
      }
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(faults).toEqual(noFaults)
      await close()
    },
  )

  withBrowser.it('reads the first cenote again after a failure', async () => {
    const { page, close } = await browser.tab({ locale: 'en-US' })
    let isBroken = true
    await page.route('**/graphql', (route) =>
      isBroken && route.request().postData()?.includes('FirstCenote') ? route.abort() : route.fallback(),
    )
    await page.goto('/console/calendar')
    await signIn(page, operatorKeys.sandbox)
    await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor()
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.month-view').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await close()
  })

  withBrowser.it('replaces the name of a product that is read after its field has the focus', async () => {
    const { page, close } = await openConsole(browser, operatorKeys.sandbox, '/today')
    let read: () => void = () => undefined
    const mayBeRead = new Promise<void>((resolve) => (read = resolve))
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('FirstCenote')) await mayBeRead
      await route.continue()
    })
    await page.getByRole('link', { name: 'Calendar' }).click()
    const field = page.getByRole('combobox', { name: 'Cenote or tour' })
    await field.focus()
    expect(await field.inputValue()).toBe('')
    read()
    await eventually(async () => /^C/.test(await field.inputValue()), true)
    await page.keyboard.insertText('Cenote Samulá')
    await page.getByRole('option', { name: 'Cenote Samulá', exact: true }).click()
    await close()
  })

  withBrowser.it('is not offered to a key that may not change inventories', async () => {
    const { page, close } = await reopenConsole(browser, keys.readonly)
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    expect(await pages.allTextContents()).toEqual(['Today', 'Reservations', 'Manifest', 'Reports', 'Developers'])
    await close()
  })
})
