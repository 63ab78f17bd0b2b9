import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import QRCode from 'qrcode'
import { expectAccessible } from '../testkit/accessibility.ts'
import { imageWidth, TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { cameraShowing } from '../testkit/camera.ts'
import { openConsole } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import {
  checkedIn,
  cutOff,
  gateKey,
  gateTabs,
  loseResponses,
  openEntrance,
  openGate,
  phone,
  presentSlotLasts,
  press,
  scan,
  statesOf,
  storedVisit,
  visitToday,
  waitForResponses,
  type Entrance,
} from '../testkit/gate.ts'
import { pressByKeyboard } from '../testkit/keyboard.ts'
import { isLong } from '../testkit/long-form.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: TestProduct
let browser: TestBrowser
let entrance: Entrance
beforeAll(async () => {
  product = await startTestProduct()
  browser = await TestBrowser.open(product.url)
  entrance = await openEntrance(product.url, 'gate-pool')
})
afterAll(async () => {
  await browser?.close()
  await product.close()
})

const tabAtGate = gateTabs(
  () => browser,
  () => entrance.timezone,
)
/** Requests time out as they do at the gate. */
const withTimeouts = { isPatient: false }
const stored = (reference: string): Promise<Json> => storedVisit(product.url, reference)
const expectArrivedOnce = async (reference: string): Promise<void> =>
  expect(await statesOf(product.url, reference)).toEqual(['pending', 'confirmed', 'in_progress'])

withBrowser.describe('the page for the entrance', () => {
  withBrowser.it('checks in a paid party by keyboard alone, and is ready for the next', async () => {
    const { bookingReference, qrCode } = await visitToday(product.url, entrance)
    const { page, faults, close } = await tabAtGate()
    await scan(page, qrCode.data)
    const card = page.getByRole('article', { name: bookingReference })
    await card.getByText('2 adults').waitFor()
    await card.getByText('1 child').waitFor()
    await card.getByText('Paid').waitFor()
    await card.getByText('Admit', { exact: true }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await pressByKeyboard(page, page.getByRole('button', { name: 'Check in 3 people' }))
    await checkedIn(page, 3)
    await pressByKeyboard(page, page.getByRole('button', { name: 'Next' }))
    await card.waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(`document.activeElement?.matches('.scan input')`), true)
    await expectArrivedOnce(bookingReference)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('records the number that came when it is another', async () => {
    const { bookingReference } = await visitToday(product.url, entrance)
    const { page, close } = await tabAtGate()
    await scan(page, bookingReference.toLowerCase())
    await page.getByText('Another number came').click()
    await press(page, 'One fewer: Adults')
    await press(page, 'Check in 2 people')
    await checkedIn(page, 2)
    expect((await stored(bookingReference)).checkIn.actualVisitors).toMatchObject({ adults: 1, children: 1 })
    await close()
  })

  withBrowser.it('takes what is left to pay, a part in cash and the rest by card, before it checks in', async () => {
    const { bookingReference, pricing } = await visitToday(product.url, entrance, { payment: {} })
    const { page, faults, close } = await tabAtGate()
    await scan(page, bookingReference)
    await page.getByText('Still to pay').waitFor()
    expect(await page.getByRole('button', { name: /^Check in/ }).count()).toBe(0)
    await page.getByLabel('Amount').fill('100')
    await press(page, /^Cash .*100\.00/)
    const rest = (pricing.total - 100).toFixed(2)
    await eventually(() => page.getByLabel('Amount').inputValue(), rest)
    await press(page, /^Card/)
    await press(page, 'Check in 3 people')
    await checkedIn(page, 3)
    const { payment } = await stored(bookingReference)
    expect([payment.balanceDue, payment.amountPaid]).toEqual([0, pricing.total])
    expect([payment.method, payment.additional.map(({ method }: Json) => method)]).toEqual(['cash', ['card_present']])
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('turns the whole card red or amber, says why, and admits where staff may decide', async () => {
    const visit = (options: object = {}) => visitToday(product.url, entrance, options)
    const later = await reserve(product.url)
    await partner(product.url).post(`/api/partner/reservations/${later.id}/confirm`, { paymentId: 'p' })
    const held = await visit({ isConfirmed: false })
    const withTickets = await visit({ tickets: 'person' })
    await partner(product.url).post(`/api/partner/reservations/${withTickets.id}/checkin`, {})
    const early = await visit({ visitTime: '15:00' })
    const unpaid = await visit({ payment: {} })
    const { page, faults, close } = await tabAtGate()
    await page.getByLabel('Entrance of').selectOption({ label: entrance.name })
    const colours = { red: 'rgb(163, 18, 31)', amber: 'rgb(255, 191, 46)', green: 'rgb(18, 101, 43)' }
    for (const [code, colour, reason, mayAdmit] of [
      [`${withTickets.bookingReference}.00000000000000000000`, 'red', 'The code is not genuine', false],
      ['https://example.com/menu', 'red', '“https://example.com/menu” is not the code of a ticket.', false],
      [withTickets.bookingReference, 'amber', /^Arrived \d\d:\d\d: 3 people\./, false],
      [held.bookingReference, 'amber', 'Not confirmed by the partner', false],
      [later.bookingReference, 'red', 'For another cenote: Gran Cenote', true],
      [early.bookingReference, 'amber', 'Early: for 15:00', true],
      [unpaid.bookingReference, 'amber', /^Still to pay: /, true],
    ] as const) {
      await scan(page, code)
      const verdict = page.locator('[aria-live="assertive"]')
      await verdict.getByText(colour === 'red' ? 'Do not admit' : 'Check first', { exact: true }).waitFor()
      await verdict.getByText(reason).waitFor()
      const background = await page
        .locator('article.arrival')
        .evaluate((card) => getComputedStyle(card).backgroundColor)
      expect([code, background]).toEqual([code, colours[colour]])
      expect(await page.getByRole('button', { name: /^Check in/ }).count()).toBe(0)
      expect([code, await page.getByRole('button', { name: /^Admit anyway/ }).count()]).toEqual([
        code,
        mayAdmit ? 1 : 0,
      ])
    }
    for (const { bookingReference } of [later, early, unpaid]) {
      await scan(page, bookingReference)
      await page.getByRole('button', { name: /^Admit anyway/ }).waitFor()
      // One red card and two amber ones.
      await expectAccessible(page)
      await press(page, /^Admit anyway/)
      const question = page.getByRole('dialog', { name: 'Admit anyway?' })
      await question.getByRole('button', { name: 'Back' }).click()
      expect((await stored(bookingReference)).status).toBe('confirmed')
      await press(page, /^Admit anyway/)
      await question.getByRole('button', { name: /^Check in/ }).click()
      await page.getByText('Checked in', { exact: true }).waitFor()
      expect((await stored(bookingReference)).status).toBe('in_progress')
    }
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('shows the names of products in the language of the page at once', async () => {
    const { bookingReference } = await visitToday(product.url, entrance)
    const { page, close } = await tabAtGate()
    const name = `${entrance.name} (es)`
    await scan(page, bookingReference)
    await page.getByRole('article').getByText(entrance.name).waitFor()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('article').getByText(name).waitFor()
    await page.getByLabel('Entrada de').getByRole('option', { name }).waitFor({ state: 'attached' })
    await page.getByText('Dejar pasar', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Hoy' }).click()
    await page.getByRole('listitem').filter({ hasText: bookingReference }).getByText(name).waitFor()
    await close()
  })

  withBrowser.it('checks a party in once when its code is scanned or the button is pressed twice', async () => {
    const { bookingReference } = await visitToday(product.url, entrance)
    const { page, close } = await tabAtGate()
    await scan(page, bookingReference)
    await scan(page, bookingReference)
    await page.getByRole('button', { name: 'Check in 3 people' }).dblclick()
    await checkedIn(page, 3)
    await scan(page, bookingReference)
    await page.getByText(/^Already checked in at \d\d:\d\d: 3 people\.$/).waitFor()
    await expectArrivedOnce(bookingReference)
    expect(await page.getByText('refused').count()).toBe(0)
    await close()
  })

  withBrowser.it('lists and finds the visits of today, and opens one', async () => {
    const { bookingReference } = await visitToday(product.url, entrance, { guest: 'Íñigo Muñoz' })
    const { page, close } = await tabAtGate(gateKey, '/today')
    await page.getByLabel('Entrance of').selectOption({ label: entrance.name })
    await page.getByText(bookingReference).waitFor()
    const when = page.locator('.when').first()
    expect((await when.boundingBox())?.height).toBeLessThan(40)
    await page.getByLabel('Reference or name contains').fill('inigo mun')
    await eventually(() => page.getByRole('listitem').filter({ hasText: 'CEN-' }).count(), 1)
    await press(page, /Íñigo Muñoz/)
    await page.getByRole('button', { name: 'Check in 3 people' }).waitFor()
    await close()
  })

  withBrowser.it('is refused to the key of a partner', async () => {
    const tab = await browser.tab(phone)
    await tab.page.goto('/console/gate')
    await tab.page.getByLabel('API key').fill(keys.demo)
    await press(tab.page, 'Sign in')
    await tab.page.getByText('This key may not work at the gate').waitFor()
    await tab.close()
  })
})

withBrowser.describe('the page for the entrance without a connection', () => {
  withBrowser.it('records a payment and an arrival once whose responses are lost, also after a reload', async () => {
    const { bookingReference, pricing } = await visitToday(product.url, entrance, { payment: {} })
    const { page, close } = await tabAtGate(gateKey, '', withTimeouts)
    await page.getByLabel('Entrance of').selectOption({ label: entrance.name })
    await scan(page, bookingReference)
    await page.getByRole('button', { name: /^Cash/ }).waitFor()
    const lost = await loseResponses(page)
    await press(page, /^Cash/)
    await eventually(lost, (count) => count > 1)
    await press(page, 'Check in 3 people')
    await page.getByText('Not done yet (2)').waitFor()
    await page.reload()
    await page.getByText('Not done yet (2)').waitFor()
    await page.unroute('**/graphql')
    await page.getByText('Not done yet').waitFor({ state: 'detached' })
    const { payment } = await stored(bookingReference)
    expect([payment.amountPaid, payment.balanceDue, payment.additional]).toEqual([pricing.total, 0, undefined])
    await expectArrivedOnce(bookingReference)
    expect(await page.getByText('refused').count()).toBe(0)
    await close()
  })

  withBrowser.it(
    'shows a visit of the list as it was read, and its payment and arrival are sent in this order',
    async () => {
      const { bookingReference } = await visitToday(product.url, entrance, { payment: {} })
      const { page, close } = await tabAtGate(gateKey, '/today', withTimeouts)
      await page.getByText(bookingReference).waitFor()
      const restore = await cutOff(page)
      await press(page, new RegExp(bookingReference))
      await page.getByText(/No connection: as it was in the list/).waitFor()
      await press(page, /^Card/)
      await press(page, 'Check in 3 people')
      await page.getByText('Not done yet (2)').waitFor()
      await restore()
      await checkedIn(page, 3)
      const { payment } = await stored(bookingReference)
      expect([payment.balanceDue, payment.method]).toEqual([0, 'card_present'])
      await close()
    },
  )
})

withBrowser.describe('the camera at the entrance', () => {
  withBrowser.it('scans a ticket, and the next one without another press, where the browser reads none', async () => {
    const { bookingReference, qrCode } = await visitToday(product.url, entrance)
    const folder = await mkdtemp(path.join(tmpdir(), 'camera-'))
    const picture = await QRCode.toBuffer(qrCode.data, { width: 400 })
    const camera = await TestBrowser.open(product.url, await cameraShowing(picture, path.join(folder, 'ticket.y4m')))
    const { page, faults } = await camera.tab(phone)
    await waitForResponses(page)
    const scripts: string[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await openGate(page)
    const first = scripts.length
    await press(page, 'Scan with the camera')
    await press(page, 'Check in 3 people')
    await checkedIn(page, 3)
    expect(scripts.length).toBeGreaterThan(first)
    await press(page, 'Next')
    await page.getByText('Already checked in at').waitFor()
    await expectArrivedOnce(bookingReference)
    expect(faults).toEqual(noFaults)

    // The check-in of the console scans the same ticket.
    const office = await openConsole(camera, keys.demo, '/reservations/check-in')
    expect(await office.page.evaluate('"BarcodeDetector" in window')).toBe(false)
    await press(office.page, 'Scan with the camera')
    await office.page.getByText(/cannot be checked in now. Its state: In progress/).waitFor()
    expect(office.faults).toEqual(noFaults)
    await camera.close()
    await rm(folder, { recursive: true })
  })
})

withBrowser.describe('a sale at the entrance', () => {
  withBrowser.it.each([['cash', /^Cash/], ...(isLong ? [['card_present', /^Card/] as const] : [])] as const)(
    'goes from the party to a ticket on the screen, paid by %s',
    async (method, button) => {
      await presentSlotLasts()
      const { page, faults, close } = await tabAtGate(gateKey, '/sell')
      await page.getByLabel('Cenote', { exact: true }).selectOption({ label: entrance.name })
      await press(page, /\(now\)/)
      await press(page, 'One more: Adults')
      await press(page, 'One more: Children')
      await press(page, 'One more: Infants')
      await page.locator('form .money').getByText(/\d/).waitFor()
      await press(page, 'Hold the places')
      await page.getByText(/The places are held until/).waitFor()
      await press(page, button)
      const picture = page.getByRole('img', { name: /QR code of CEN-/ })
      expect(await imageWidth(picture)).toBeGreaterThan(50)
      const reference = /CEN-\w+/.exec((await picture.getAttribute('alt')) ?? '')?.[0] ?? ''
      const sold = await stored(reference)
      expect(sold).toMatchObject({
        partner: { name: 'direct' },
        status: 'confirmed',
        visitTime: expect.stringMatching(/^1[23]:00$/),
        visitors: { total: 4, breakdown: { adults: 2, children: 1, seniors: 0, infants: 1 } },
        payment: { method, balanceDue: 0 },
      })
      await press(page, 'To the check-in')
      await press(page, 'Check in 4 people')
      await checkedIn(page, 4)
      expect(faults).toEqual(noFaults)
      await close()
    },
  )

  withBrowser.it('holds its places once when the response is lost and the button is pressed again', async () => {
    const { page, close } = await tabAtGate(gateKey, '/sell')
    await page.getByLabel('Cenote', { exact: true }).selectOption({ label: entrance.name })
    await press(page, /^14:00/)
    const name = page.getByLabel('Name', { exact: true })
    await page.getByText('Send the ticket by e-mail').click()
    await name.fill('Ana')
    await page.getByRole('link', { name: 'Scan' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    expect(await name.inputValue()).toBe('Ana')
    await name.fill('')
    const bookedAt14 = async (): Promise<number> => {
      const { body } = await partner(product.url).get(
        `/api/partner/cenotes/${entrance.cenoteId}/availability?startDate=${entrance.today}&visitors=1`,
      )
      return body.data.availability[0].timeSlots.find(({ time }: Json) => time === '14:00').booked
    }
    expect(await bookedAt14()).toBe(0)
    await loseResponses(page)
    await press(page, 'Hold the places')
    await page.getByText('The service could not be reached').waitFor()
    await page.unroute('**/graphql')
    await press(page, 'Hold the places')
    await page.getByText(/The places are held until/).waitFor()
    await eventually(bookedAt14, 1)
    await close()
  })
})

withBrowser.describe('the page for the entrance is accessible', () => {
  /** Checks the whole page in the dark scheme, and its colors in the light one. */
  async function expectAccessibleInBoth(page: Page): Promise<void> {
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page, ['color-contrast'])
    await page.emulateMedia({ colorScheme: 'dark' })
  }

  withBrowser.it('in dark and light, where texts are longest', async () => {
    const { bookingReference } = await visitToday(product.url, entrance, { payment: {} })
    const { page, faults, close } = await browser.tab({ ...phone, colorScheme: 'dark', locale: 'es-MX' })
    await waitForResponses(page)
    await page.goto('/console/gate')
    await page.getByRole('button').first().waitFor()
    await expectAccessibleInBoth(page)
    await openGate(page)
    await scan(page, bookingReference)
    await page.getByRole('button', { name: /^Efectivo/ }).waitFor()
    await expectAccessibleInBoth(page)
    await scan(page, 'CEN-000000')
    await page.getByText('CEN-000000', { exact: false }).first().waitFor()
    await expectAccessibleInBoth(page)
    await page.getByRole('link', { name: 'Hoy' }).click()
    await page.getByText(bookingReference).waitFor()
    await expectAccessibleInBoth(page)
    await page.getByRole('link', { name: 'Vender' }).click()
    await page.locator('form .money').getByText(/\d/).waitFor()
    await expectAccessibleInBoth(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(faults).toEqual(noFaults)
    await close()
  })
})
