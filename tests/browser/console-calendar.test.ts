import { afterAll, beforeAll, expect } from '@jest/globals'
import { localDateTime } from '../../platform/values/clock.ts'
import { moneyText } from '../../platform/values/display.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { calendarDay, chooseProduct, openConsole, pressAndConfirm, reopenConsole, signIn } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { isLong } from '../testkit/long-form.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'

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

const date = nextSaturday()

withBrowser.describe('the page Calendar of the console', () => {
  withBrowser.it(
    'shows booked against capacity, also on a day that it closes and keeps, and changes slots',
    async () => {
      const rest = partner(product.url)
      const { body } = await rest.post('/api/partner/reservations', {
        cenoteId: demoId('cenote', 'gran-cenote'),
        visitDate: date,
        visitTime: '10:00',
        visitors: { adults: 3, children: 0 },
        guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
      })
      await rest.post(`/api/partner/reservations/${body.data.id}/confirm`, {})
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
      await page.getByText(body.data.bookingReference).waitFor()
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

  withBrowser.it.each(isLong ? (['en', 'es'] as const) : (['en'] as const))(
    'cancels the reservations of a day that it closes, and shows how far that is, in %s',
    async (language) => {
      const isEnglish = language === 'en'
      const cenoteId = demoId('cenote', isEnglish ? 'calavera' : 'dos-ojos')
      const { post, get } = partner(product.url)
      const { body } = await post('/api/partner/reservations', {
        cenoteId,
        visitDate: date,
        visitTime: '10:00',
        visitors: { adults: 2, children: 0 },
        guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
      })
      await post(`/api/partner/reservations/${body.data.id}/confirm`, { paymentId: 'p' })
      const { page, faults, close } = await reopenConsole(browser, operatorKeys.sandbox, '/calendar')
      if (!isEnglish) await page.getByRole('button', { name: 'Español' }).click()
      await chooseProduct(
        page,
        isEnglish ? 'Cenote Calavera' : 'Cenote Dos Ojos',
        isEnglish ? undefined : 'Cenote o tour',
      )
      await (await calendarDay(page, date)).click()
      const form = page.locator('.details details').first()
      await form.locator('summary').click()
      await form.getByLabel(isEnglish ? 'Reason *' : 'Razón *', { exact: true }).fill('weather')
      await form.getByRole('button', { name: isEnglish ? 'Close days' : 'Cerrar días' }).click()
      const question = await pressAndConfirm(
        page,
        form.getByRole('button', {
          name: isEnglish ? 'Cancel all with full refunds' : 'Cancelar todas con reembolso completo',
        }),
      )
      expect(question).toContain(
        isEnglish ? '1 reservation for 2 people is cancelled.' : 'Se cancela 1 reservación para 2 personas.',
      )
      expect(question).toContain(moneyText(Math.round(body.data.pricing.total * 100), 'MXN'))
      // Once they are cancelled in the background.
      await page
        .locator('.details')
        .getByText(isEnglish ? /^0 of / : /^0 de /)
        .waitFor()
      await form
        .getByRole('link', {
          name: isEnglish ? 'See what becomes of the reservations' : 'Ver qué pasa con las reservaciones',
        })
        .click()
      await page.getByText(isEnglish ? '1 of 1' : '1 de 1', { exact: true }).waitFor()
      await page.getByRole('link', { name: body.data.bookingReference }).waitFor()
      await page.getByRole('cell', { name: isEnglish ? 'Cancelled' : 'Cancelada' }).waitFor()
      const { data } = (await get(`/api/partner/reservations/${body.data.id}`)).body
      expect(data.cancellation).toMatchObject({ reason: 'weather', cancelledBy: 'operator' })
      expect(faults).toEqual(noFaults)
      await close()
    },
  )

  withBrowser.it('closes days that are dragged over, or chosen by keyboard, and shows a week and tours', async () => {
    const { page, faults, close } = await reopenConsole(browser, operatorKeys.sandbox, '/calendar')
    await page.locator('.month-view').waitFor()
    await chooseProduct(page, 'Cenote Samulá')
    // From today back to the first of the month: days that are over cannot be chosen.
    await page.locator('.month-view button:enabled').first().hover()
    await page.mouse.down()
    await page.locator('.month-view button').first().hover()
    await page.mouse.up()
    expect(await page.locator('.month-view [aria-pressed=true]').count()).toBe(1)

    // A month that has only days to come.
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
