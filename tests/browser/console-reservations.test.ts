import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { reopenConsole } from '../testkit/console.ts'
import { changeCoupon, insertCoupon } from '../testkit/coupons.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import { isLong } from '../testkit/long-form.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'
import { classic } from '../testkit/tours.ts'

let product: SharedProduct
let browser: TestBrowser
/** Belongs to a partner of this file, which sees only its own reservations. */
let apiKey = ''
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  browser = await TestBrowser.open(product.url)
  apiKey = (await newPartner(product)).apiKey
  rest = partner(product.url, apiKey)
})
afterAll(() => browser?.close())

const open = (path?: string) => reopenConsole(browser, apiKey, path)
const reserved = (terms: { cenote?: string; promoCode?: string } = {}): Promise<Json> =>
  reserve(product.url, { apiKey, ...terms })
/** Cancels a reservation outside the week of this file, whose places other files may count on. */
const freePlaces = async (id: string): Promise<void> =>
  expect(await rest.post(`/api/partner/reservations/${id}/cancel`, { reason: 'guest_request' })).toHaveStatus(200)

const rowOf = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference })
/** Chooses the last day with room of the next month; the date. */
const chooseDay = async (dialog: Locator): Promise<string> => {
  const calendar = dialog.getByRole('group', { name: 'Day *', exact: true })
  await calendar.getByRole('button', { name: 'Next month' }).click()
  const day = calendar.locator('.days button:enabled').last()
  await day.click()
  const text = (await day.locator('.visually-hidden').textContent()) ?? ''
  const [, shown = ''] = /^\w+, (.*):/.exec(text) ?? []
  return new Date(`${shown} UTC`).toISOString().slice(0, 10)
}
/** Whether nothing covers an element's middle, and it is not out of sight. */
const isInView = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect()
  const found = document.elementFromPoint(left + width / 2, top + height / 2)
  return found !== null && element.contains(found)
}
async function expectInViewTogether(page: Page, parts: readonly Locator[]): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const part of parts) expect(await part.evaluate(isInView)).toBe(true)
  }
}
const act = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: action, exact: true }).click()
}

withBrowser.describe('the reservations of the console', () => {
  withBrowser.it('show one made over REST in the open list, and its later states', async () => {
    const { page, faults, close } = await open()
    await page.getByRole('table').waitFor()
    const made = await reserved()
    await rowOf(page, made.bookingReference).waitFor()
    await rest.post(`/api/partner/reservations/${made.id}/confirm`, { paymentId: 'pay_1' })
    await rowOf(page, made.bookingReference).getByText('Confirmed').waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('are filtered by every condition, which the address remembers', async () => {
    const [pending, confirmed] = [await reserved(), await reserved({ cenote: 'dos-ojos' })]
    await rest.post(`/api/partner/reservations/${confirmed.id}/confirm`, {})
    const { page, close } = await open()
    await rowOf(page, pending.bookingReference).waitFor()
    await page.getByLabel('Status').selectOption('Confirmed')
    await page.getByRole('combobox', { name: 'Cenote or tour' }).fill('Dos Ojos')
    await page.getByRole('option', { name: 'Cenote Dos Ojos' }).click()
    await rowOf(page, pending.bookingReference).waitFor({ state: 'detached' })
    await rowOf(page, confirmed.bookingReference).waitFor()
    await page.waitForURL(/status=CONFIRMED/)
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByLabel('Reference, name or e-mail contains').fill(pending.bookingReference.slice(4))
    await rowOf(page, confirmed.bookingReference).waitFor({ state: 'detached' })
    expect(page.url()).not.toContain(pending.bookingReference.slice(4))
    await close()
  })

  withBrowser.it('move to a day with room at another cenote, after the difference in price was shown', async () => {
    const made = await reserved()
    const read = async () => (await rest.get(`/api/partner/reservations/${made.id}`)).body.data
    const { page, faults, close } = await open(`/reservations/${made.bookingReference}`)
    await act(page, 'Move')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Cenote or tour' }).fill('Dos Ojos')
    await dialog.getByRole('option', { name: 'Cenote Dos Ojos' }).click()
    const date = await chooseDay(dialog)
    await dialog.getByRole('button', { name: /^11:00: / }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Stay' }).click()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await act(page, 'Show what would change')
    await dialog.getByText(/^Cenote: from/).waitFor()
    await dialog.getByText(/The price changes from/).waitFor()
    expect((await read()).cenoteId).toBe(demoId('cenote', 'gran-cenote'))
    await expectInViewTogether(page, [
      dialog.getByRole('heading', { name: 'Effect' }),
      dialog.getByRole('button', { name: 'Apply' }),
    ])
    await act(page, 'Apply')
    await dialog.waitFor({ state: 'detached' })
    expect(await read()).toMatchObject({
      cenoteId: demoId('cenote', 'dos-ojos'),
      visitDate: date,
      visitTime: '11:00',
    })
    await freePlaces(made.id)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it(
    'get transport, whose price is shown before it is changed, and say when the party is picked up',
    async () => {
      const made = await reserved()
      const { page, faults, close } = await open(`/reservations/${made.bookingReference}`)
      await act(page, 'Modify')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Transport').selectOption('Meeting point')
      await dialog.getByLabel('Meeting point').selectOption({ label: 'Tulum bus station' })
      await dialog.getByLabel('Transport').selectOption('Hotel pickup')
      await dialog.getByLabel('Hotel or place').fill('Hotel Azul')
      await dialog.getByLabel('Latitude of the pickup').fill('20.2114')
      await dialog.getByLabel('Longitude of the pickup').fill('-87.4654')
      await act(page, 'Show what would change')
      await dialog.getByText('Transport: from – to Hotel pickup').waitFor()
      await dialog.getByText(/The price changes from/).waitFor()
      await act(page, 'Apply')
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(/^\d\d:\d\d, Hotel Azul$/).waitFor()
      const { transport } = (await rest.get(`/api/partner/reservations/${made.id}`)).body.data
      expect(transport).toMatchObject({ option: 'hotel_pickup', pickup: { hotel: 'Hotel Azul' } })
      expect(faults).toEqual(noFaults)
      await close()
    },
  )

  withBrowser.it('move to a departure of a tour, and back to a cenote', async () => {
    const made = await reserved()
    const read = async () => (await rest.get(`/api/partner/reservations/${made.id}`)).body.data
    const { page, faults, close } = await open(`/reservations/${made.bookingReference}`)
    for (const [name, time, there] of [
      ['Classic Cenotes of Tulum', '13:00', { tourId: classic, cenoteId: null }],
      ['Gran Cenote', '10:00', { tourId: null, cenoteId: demoId('cenote', 'gran-cenote') }],
    ] as const) {
      await act(page, 'Move')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Cenote or tour' }).fill(name)
      await dialog.getByRole('option', { name }).click()
      const date = await chooseDay(dialog)
      await dialog.getByRole('button', { name: new RegExp(`^${time}: `) }).click()
      await act(page, 'Show what would change')
      await dialog.getByText(/The price changes from/).waitFor()
      await act(page, 'Apply')
      await dialog.waitFor({ state: 'detached' })
      expect(await read()).toMatchObject({ ...there, visitDate: date, visitTime: time })
    }
    // The history has names and words, also of what else was changed.
    await page.getByText('Tour: from Classic Cenotes of Tulum to –').waitFor()
    const offered = (await rest.get(`/cenotes/${demoId('cenote', 'gran-cenote')}/services`)).body.data
    const { id, name } = offered.find(({ inclusionType }: Json) => inclusionType === 'optional')
    const services = [{ id, action: 'add', quantity: 1 }]
    const path = `/api/partner/reservations/${made.id}`
    expect(await rest.send('PATCH', path, { services, tickets: 'person', guestMay: { cancel: true } })).toHaveStatus(
      200,
    )
    await page.getByText(`Services: added: ${name.en}`).waitFor()
    await page.getByText('Guests may cancel their visit: from – to Yes').waitFor()
    await page.getByText('Tickets: from – to One for each person').waitFor()
    await freePlaces(made.id)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('go through their life, each action with what it will do before it does it', async () => {
    const made = await reserved()
    const { page, faults, close } = await open(`/reservations/${made.bookingReference}`)
    await act(page, 'Modify')
    await page.getByRole('spinbutton', { name: 'adults' }).fill('3')
    await act(page, 'Show what would change')
    await page.getByText('Adults: from 1 to 3').waitFor()
    await page.getByText(/The price changes from/).waitFor()
    const before = await rest.get(`/api/partner/reservations/${made.id}`)
    expect(before.body.data.visitors.total).toBe(1)
    await act(page, 'Apply')
    await page.getByText('3 adults').waitFor()

    await act(page, 'Record a payment')
    await page.getByLabel('Amount').fill('100')
    await page.getByLabel('Method').selectOption('Card at a terminal')
    await act(page, 'Apply')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const paid = await rest.get(`/api/partner/reservations/${made.id}`)
    expect(paid.body.data).toMatchObject({ status: 'pending', payment: { amountPaid: 100, method: 'card_present' } })

    await act(page, 'Confirm')
    await page.getByLabel(/Id of the payment/).fill('pay_7')
    await page.getByText(/is then still to be paid/).waitFor()
    await act(page, 'Apply')
    await page.getByRole('heading', { name: /Confirmed/ }).waitFor()

    await act(page, 'Check in')
    await page.getByText('3 people are recorded as arrived now.').waitFor()
    await act(page, 'Apply')
    await act(page, 'Complete')
    await act(page, 'Apply')
    await page.getByRole('heading', { name: /Completed/ }).waitFor()
    const after = await rest.get(`/api/partner/reservations/${made.id}`)
    expect(after.body.data).toMatchObject({ status: 'completed', visitors: { total: 3 } })
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('are confirmed with the balance that was left by a payment made while the form is open', async () => {
    const made = await reserved()
    const { page, close } = await open(`/reservations/${made.bookingReference}`)
    await act(page, 'Confirm')
    await page.getByLabel(/Id of the payment/).fill('pay_8')
    const payment = { amount: 100, method: 'cash' }
    await rest.post(`/api/partner/reservations/${made.id}/payments`, payment)
    const left = (made.pricing.total - 100).toFixed(2)
    await eventually(() => page.getByLabel('Amount').inputValue(), left)
    await act(page, 'Apply')
    await page.getByRole('heading', { name: /Confirmed/ }).waitFor()
    await close()
  })

  withBrowser.it('end a hold in some minutes, and ask for the guest when it is confirmed', async () => {
    const held = await rest.post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'dos-ojos'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      hold: true,
      resellerReference: 'ORD-77',
    })
    const { id, bookingReference, expiresAt } = held.body.data
    const { page, faults, close } = await open()
    await page.getByLabel(/Reference, name or e-mail/).fill('ord-77')
    await page.getByRole('link', { name: bookingReference }).click()
    await page.getByText('ORD-77').waitFor()
    await act(page, 'Extend the hold')
    await page.getByLabel(/Minutes from now/).fill('45')
    await page.getByText('The hold ends 45 minutes from now').waitFor()
    await act(page, 'Apply')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const extended = await rest.get(`/api/partner/reservations/${id}`)
    expect(Date.parse(extended.body.data.expiresAt)).toBeLessThan(Date.parse(expiresAt))

    await act(page, 'Confirm')
    await act(page, 'Apply')
    await page.locator('dialog input:invalid').first().waitFor()
    expect(await page.getByLabel('Name of the guest *').evaluate((field) => field.matches(':invalid:focus'))).toBe(true)
    await page.getByLabel('Name of the guest').fill('Ana Núñez')
    await page.getByLabel('Seller reference').fill('ORD-78')
    await act(page, 'Apply')
    await page.getByRole('heading', { name: /Confirmed/ }).waitFor()
    const { body } = await rest.get(`/api/partner/reservations/${id}`)
    expect(body.data).toMatchObject({ status: 'confirmed', guest: { name: 'Ana Núñez' }, resellerReference: 'ORD-78' })
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('drop a coupon on request, and say why one was dropped by a smaller party', async () => {
    const { id, bookingReference } = await reserved({ promoCode: 'CENOTE10' })
    const { page, faults, close } = await open(`/reservations/${bookingReference}`)
    await act(page, 'Modify')
    await page.getByLabel('Drop the coupon CENOTE10').check()
    await act(page, 'Show what would change')
    await page.getByText('from CENOTE10 to').waitFor()
    await act(page, 'Apply')
    await page.getByRole('rowheader', { name: 'CENOTE10' }).waitFor({ state: 'detached' })
    const after = await rest.get(`/api/partner/reservations/${id}`)
    expect(after.body.data.pricing.notApplied).toBeUndefined()

    const code = await insertCoupon(product.database('pricing'), {})
    const second = await reserved({ promoCode: code })
    await rest.send('PATCH', `/api/partner/reservations/${second.id}`, { visitors: { adults: 3 } })
    await changeCoupon(product.database('pricing'), code, {
      minPurchaseCents: Math.round(second.pricing.subtotal * 300),
    })
    await page.goto(`${product.url}/console/reservations/${second.bookingReference}`)
    await act(page, 'Modify')
    await page.getByRole('spinbutton', { name: 'adults' }).fill('2')
    await act(page, 'Show what would change')
    await page.getByText('dropped, because its minimum is no longer reached').waitFor()
    await act(page, 'Apply')
    await page.getByRole('button', { name: 'Apply' }).waitFor({ state: 'detached' })
    await page.getByText('dropped, because its minimum is no longer reached').waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('show the refund before cancelling, and why the API refuses without losing the note', async () => {
    const made = await reserved()
    await rest.post(`/api/partner/reservations/${made.id}/confirm`, { paymentId: 'pay_1' })
    const { page, close } = await open(`/reservations/${made.bookingReference}`)
    await act(page, 'Cancel reservation')
    await page.getByLabel('Reason').selectOption('Weather')
    await page.getByText(/goes back to the guest/).waitFor()
    const apply = page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' })
    const note = '<b>\u202Eoab\u202C</b> '.repeat(1_000).slice(0, 10_000)
    await page.getByLabel('Note').fill(note)
    await apply.click()
    const tooLong = page.getByRole('alert').filter({ hasText: 'Note: ' }).first()
    await tooLong.getByText(/2,?000/).waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe(note)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.getByLabel('Note').fill('Storm')
    // Meanwhile another program cancels it.
    const cancel = () => rest.post(`/api/partner/reservations/${made.id}/cancel`, { reason: 'weather' })
    await cancel()
    const refused = await cancel()
    await apply.click()
    const alert = page.getByRole('alert').filter({ hasText: refused.body.error.message }).first()
    expect(await alert.textContent()).not.toMatch(/[A-Z]+_[A-Z]/)
    await close()
  })

  withBrowser.it.each([
    ['en', 'To pay back', 'Record a refund', 'Apply', /the reservation stands/, 'Paid back'],
    ...(isLong
      ? [['es', 'Por devolver', 'Registrar un reembolso', 'Aplicar', /sigue en pie/, 'Devuelto'] as const]
      : []),
  ] as const)(
    'show a credit and return it, the reservation standing: %s',
    async (language, due, action, apply, effect, returned) => {
      const made = await reserved()
      const address = `/api/partner/reservations/${made.id}`
      await rest.send('PATCH', address, { visitors: { adults: 3 } })
      await rest.post(`${address}/confirm`, { paymentId: 'pay_1', provider: 'stripe' })
      await rest.send('PATCH', address, { visitors: { adults: 1 } })
      const { page, faults, close } = await open(`/reservations/${made.bookingReference}`)
      if (language === 'es') await act(page, 'Español')
      await page.getByRole('rowheader', { name: due, exact: true }).waitFor()
      await page.getByText('stripe').waitFor()
      await act(page, action)
      await page.getByText(effect).waitFor()
      await act(page, apply)
      await page.getByRole('rowheader', { name: returned, exact: true }).waitFor()
      await page.getByRole('rowheader', { name: due, exact: true }).waitFor({ state: 'detached' })
      const { status, payment } = (await rest.get(address)).body.data
      expect([status, payment.creditDue]).toEqual(['confirmed', 0])
      expect(payment.amountReturned).toBeGreaterThan(0)
      expect(faults).toEqual(noFaults)
      await close()
    },
  )

  withBrowser.it('are checked in by typing their reference', async () => {
    const made = await reserved()
    await rest.post(`/api/partner/reservations/${made.id}/confirm`, { paymentId: 'pay_1' })
    const { page, close } = await open('/reservations/check-in')
    await page.getByLabel('Booking reference').fill(made.bookingReference.toLowerCase())
    await act(page, 'Find')
    await act(page, 'Apply')
    await page.getByText(`${made.bookingReference} is checked in: 1 person.`).waitFor()
    await page.getByLabel('Booking reference').fill(made.bookingReference)
    await act(page, 'Find')
    await page.getByText(/cannot be checked in now. Its state: In progress/).waitFor()
    await close()
  })

  withBrowser.it('are only shown to a key that may not change them', async () => {
    const made = await reserve(product.url)
    const { page, close } = await reopenConsole(browser, keys.readonly, `/reservations/${made.bookingReference}`)
    await page.getByRole('heading', { name: made.bookingReference }).waitFor()
    expect(await page.getByRole('group', { name: 'Actions' }).count()).toBe(0)
    await page.goto('/console/reservations/import')
    expect(await page.getByLabel('CSV file').count()).toBe(0)
    await close()
  })
})
