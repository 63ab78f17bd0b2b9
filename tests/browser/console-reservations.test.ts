import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { hostileName, openConsole, showInConsole } from '../testkit/console.ts'
import { changeCoupon, insertCoupon } from '../testkit/coupons.ts'
import { eventually } from '../testkit/eventually.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'
import { classic } from '../testkit/tours.ts'

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
const act = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: action, exact: true }).click()
}

withBrowser.describe('the reservations of the console', () => {
  withBrowser.it('show one made over REST in the open list, and its later states', async () => {
    const { page, faults, close } = await openConsole(browser)
    await page.getByRole('table').waitFor()
    const made = await reserve(product.url)
    await rowOf(page, made.bookingReference).waitFor()
    await partner(product.url).post(`/api/partner/reservations/${made.id}/confirm`, { paymentId: 'pay_1' })
    await rowOf(page, made.bookingReference).getByText('Confirmed').waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('are filtered by every condition, which the address remembers', async () => {
    const [pending, confirmed] = [await reserve(product.url), await reserve(product.url, { cenote: 'dos-ojos' })]
    await partner(product.url).post(`/api/partner/reservations/${confirmed.id}/confirm`, {})
    const { page, close } = await openConsole(browser)
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
    const made = await reserve(product.url)
    const read = async () => (await partner(product.url).get(`/api/partner/reservations/${made.id}`)).body.data
    const { page, faults, close } = await openConsole(browser, keys.demo, `/reservations/${made.bookingReference}`)
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
    // What it will do and the button that does it are in view together, also on a phone.
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(viewport)
      for (const one of [
        dialog.getByRole('heading', { name: 'Effect' }),
        dialog.getByRole('button', { name: 'Apply' }),
      ])
        expect(await one.evaluate(isInView)).toBe(true)
    }
    await act(page, 'Apply')
    await dialog.waitFor({ state: 'detached' })
    expect(await read()).toMatchObject({
      cenoteId: demoId('cenote', 'dos-ojos'),
      visitDate: date,
      visitTime: '11:00',
    })
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it(
    'get transport, whose price is shown before it is changed, and say when the party is picked up',
    async () => {
      const made = await reserve(product.url)
      const { page, faults, close } = await openConsole(browser, keys.demo, `/reservations/${made.bookingReference}`)
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
      const { transport } = (await partner(product.url).get(`/api/partner/reservations/${made.id}`)).body.data
      expect(transport).toMatchObject({ option: 'hotel_pickup', pickup: { hotel: 'Hotel Azul' } })
      expect(faults).toEqual(noFaults)
      await close()
    },
  )
  withBrowser.it('move to a departure of a tour, and back to a cenote', async () => {
    const made = await reserve(product.url)
    const read = async () => (await partner(product.url).get(`/api/partner/reservations/${made.id}`)).body.data
    const { page, faults, close } = await openConsole(browser, keys.demo, `/reservations/${made.bookingReference}`)
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
    const rest = partner(product.url)
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
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('go through their life, each action with what it will do before it does it', async () => {
    const made = await reserve(product.url)
    const { page, faults, close } = await openConsole(browser, keys.demo, `/reservations/${made.bookingReference}`)
    await act(page, 'Modify')
    await page.getByRole('spinbutton', { name: 'adults' }).fill('3')
    await act(page, 'Show what would change')
    await page.getByText('Adults: from 1 to 3').waitFor()
    await page.getByText(/The price changes from/).waitFor()
    const before = await partner(product.url).get(`/api/partner/reservations/${made.id}`)
    expect(before.body.data.visitors.total).toBe(1)
    await act(page, 'Apply')
    await page.getByText('3 adults').waitFor()

    await act(page, 'Record a payment')
    await page.getByLabel('Amount').fill('100')
    await page.getByLabel('Method').selectOption('Card at a terminal')
    await act(page, 'Apply')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const paid = await partner(product.url).get(`/api/partner/reservations/${made.id}`)
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
    const after = await partner(product.url).get(`/api/partner/reservations/${made.id}`)
    expect(after.body.data).toMatchObject({ status: 'completed', visitors: { total: 3 } })
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('are confirmed with the balance that was left by a payment made while the form is open', async () => {
    const made = await reserve(product.url)
    const { page, close } = await openConsole(browser, keys.demo, `/reservations/${made.bookingReference}`)
    await act(page, 'Confirm')
    await page.getByLabel(/Id of the payment/).fill('pay_8')
    const payment = { amount: 100, method: 'cash' }
    await partner(product.url).post(`/api/partner/reservations/${made.id}/payments`, payment)
    const left = (made.pricing.total - 100).toFixed(2)
    await eventually(() => page.getByLabel('Amount').inputValue(), left)
    await act(page, 'Apply')
    await page.getByRole('heading', { name: /Confirmed/ }).waitFor()
    await close()
  })

  withBrowser.it('end a hold in some minutes, and ask for the guest when it is confirmed', async () => {
    const rest = partner(product.url)
    const held = await rest.post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'dos-ojos'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      hold: true,
      resellerReference: 'ORD-77',
    })
    const { id, bookingReference, expiresAt } = held.body.data
    const { page, faults, close } = await openConsole(browser)
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
    const { id, bookingReference } = await reserve(product.url, { promoCode: 'CENOTE10' })
    const { page, faults, close } = await openConsole(browser, keys.demo, `/reservations/${bookingReference}`)
    await act(page, 'Modify')
    await page.getByLabel('Drop the coupon CENOTE10').check()
    await act(page, 'Show what would change')
    await page.getByText('from CENOTE10 to').waitFor()
    await act(page, 'Apply')
    await page.getByRole('rowheader', { name: 'CENOTE10' }).waitFor({ state: 'detached' })
    const after = await partner(product.url).get(`/api/partner/reservations/${id}`)
    expect(after.body.data.pricing.notApplied).toBeUndefined()

    const code = await insertCoupon(product.database('pricing'), {})
    const second = await reserve(product.url, { promoCode: code })
    await partner(product.url).send('PATCH', `/api/partner/reservations/${second.id}`, { visitors: { adults: 3 } })
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

  withBrowser.it('show the refund before cancelling, and the message of the API when it refuses', async () => {
    const made = await reserve(product.url)
    const rest = partner(product.url)
    await rest.post(`/api/partner/reservations/${made.id}/confirm`, { paymentId: 'pay_1' })
    const { page, close } = await openConsole(browser, keys.demo, `/reservations/${made.bookingReference}`)
    await act(page, 'Cancel reservation')
    await page.getByLabel('Reason').selectOption('Weather')
    await page.getByText(/goes back to the guest/).waitFor()
    // Meanwhile another program cancels it.
    const refused = await (async () => {
      await rest.post(`/api/partner/reservations/${made.id}/cancel`, { reason: 'weather' })
      return rest.post(`/api/partner/reservations/${made.id}/cancel`, { reason: 'weather' })
    })()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }).click()
    const alert = await page.getByRole('alert').first().textContent()
    expect(alert).toContain(refused.body.error.message)
    expect(alert).not.toMatch(/[A-Z]+_[A-Z]/)
    await close()
  })

  withBrowser.it.each([
    ['en', 'To pay back', 'Record a refund', 'Apply', /the reservation stands/, 'Paid back'],
    ['es', 'Por devolver', 'Registrar un reembolso', 'Aplicar', /la reservación sigue en pie/, 'Devuelto'],
  ] as const)(
    'show a credit and return it, the reservation standing: %s',
    async (language, due, action, apply, effect, returned) => {
      const made = await reserve(product.url)
      const rest = partner(product.url)
      const address = `/api/partner/reservations/${made.id}`
      await rest.send('PATCH', address, { visitors: { adults: 3 } })
      await rest.post(`${address}/confirm`, { paymentId: 'pay_1', provider: 'stripe' })
      await rest.send('PATCH', address, { visitors: { adults: 1 } })
      const { page, faults, close } = await openConsole(browser, keys.demo, `/reservations/${made.bookingReference}`)
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

  withBrowser.it('show hostile names and long notes as text', async () => {
    const { page, faults, close } = await openConsole(browser)
    const { body } = await partner(product.url).post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: hostileName, email: 'ana@example.com', phone: '+52 998 123 4567' },
      specialRequests: '<b>x</b>'.repeat(250),
    })
    await rowOf(page, body.data.bookingReference).getByText('<script>').waitFor()
    await page.getByRole('link', { name: body.data.bookingReference }).click()
    await page.getByText(hostileName).waitFor()
    await page.getByText('<b>x</b><b>x</b>').waitFor()
    expect(await page.title()).not.toContain('broken')
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('keep a note that is too long while the API says why it refuses it', async () => {
    const made = await reserve(product.url)
    const { page, close } = await openConsole(browser, keys.demo, `/reservations/${made.bookingReference}`)
    await act(page, 'Cancel reservation')
    const note = '<b>\u202Eoab\u202C</b> '.repeat(1_000).slice(0, 10_000)
    await page.getByLabel('Note').fill(note)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }).click()
    const refused = await partner(product.url).post(`/api/partner/reservations/${made.id}/cancel`, {
      reason: 'guest_request',
      note,
    })
    expect(refused).toHaveStatus(400)
    const alert = page.getByRole('alert').filter({ hasText: 'Note: ' }).first()
    await alert.getByText(/2,?000/).waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe(note)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await close()
  })

  withBrowser.it('have the guest options of their partner, until one has others', async () => {
    const { page, faults, close } = await openConsole(browser, keys.demo, '/settings')
    await page.getByLabel('Cancel their visit').check()
    await page.getByLabel('Tickets').selectOption('One for each person')
    await page.getByLabel('Origins that guests return to').fill('ftp://agency.example')
    await act(page, 'Save settings')
    await page
      .getByText(/returnOrigins|https/)
      .last()
      .waitFor()
    await page.getByLabel('Origins that guests return to').fill('https://agency.example\nhttps://other.example')
    await act(page, 'Save settings')
    await page.getByText('The settings are saved.').waitFor()
    await page.getByLabel('Hide prices from guests').check()
    await act(page, 'Save settings')
    await page.getByText('The settings are saved.').waitFor()

    const made = await reserve(product.url)
    const read = async () => (await partner(product.url).get(`/api/partner/reservations/${made.id}`)).body.data
    const settled = { guestMay: { cancel: true, change: false }, hidePrice: true, tickets: 'person' }
    expect(await read()).toMatchObject(settled)
    await showInConsole(page, `/console/reservations/${made.bookingReference}`)
    await page.getByText('One for each person').waitFor()
    await act(page, 'Guest options')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Cancel their visit').uncheck()
    await dialog.getByLabel('Tickets').selectOption('One for the party')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('One for the party', { exact: true }).waitFor()
    expect(await read()).toMatchObject({ guestMay: { cancel: false }, hidePrice: true, tickets: 'party' })
    const other = await reserve(product.url)
    expect((await partner(product.url).get(`/api/partner/reservations/${other.id}`)).body.data).toMatchObject(settled)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('are checked in by typing their reference', async () => {
    const made = await reserve(product.url)
    await partner(product.url).post(`/api/partner/reservations/${made.id}/confirm`, { paymentId: 'pay_1' })
    const { page, close } = await openConsole(browser, keys.demo, '/reservations/check-in')
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
    const { page, close } = await openConsole(browser, keys.readonly, `/reservations/${made.bookingReference}`)
    await page.getByRole('heading', { name: made.bookingReference }).waitFor()
    expect(await page.getByRole('group', { name: 'Actions' }).count()).toBe(0)
    await page.goto('/console/reservations/import')
    expect(await page.getByLabel('CSV file').count()).toBe(0)
    await close()
  })
})
