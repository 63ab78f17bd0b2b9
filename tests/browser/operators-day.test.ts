import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { moneyText } from '../../platform/values/display.ts'
import { auditedAmounts } from '../../cli/audit/audit.ts'
import { runKeys } from '../../cli/keys/keys.ts'
import { en } from '../../console/browser/text/en.ts'
import { es } from '../../console/browser/text/es.ts'
import { translateWith, type Language, type TextKey } from '../../console/browser/text/text.ts'
import { openAccessRepository } from '../../gateway/database/repository.ts'
import { TestBrowser, noFaults, withBrowser, type Tab } from '../testkit/browser.ts'
import { cenoteInput } from '../testkit/catalog-forms.ts'
import { fillForm } from '../testkit/console-form.ts'
import { testServerUrl } from '../testkit/database.ts'
import { pressAndConfirm } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { noonZone, waitForResponses } from '../testkit/gate.ts'
import { isLong } from '../testkit/long-form.ts'
import { operator } from '../testkit/operator.ts'
import { picture } from '../testkit/pictures.ts'
import { partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'

const desktop = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const counts = ['soldReservations', 'soldVisitors', 'cancelledReservations'] as const
const amounts = [
  'soldTotalCents',
  'cancelledTotalCents',
  'paidCents',
  'refundedCents',
  'refundDueCents',
  'balanceCents',
] as const
const partnerName = 'Rutas del Agua'

/** The live key that the command writes for the operator of an empty installation. */
async function createOperatorKey(product: TestProduct): Promise<string> {
  let apiKey = ''
  const repository = await openAccessRepository(testServerUrl(), product.database('access'))
  try {
    await runKeys(
      ['create', '--operator', '--environment', 'live'],
      (text) => (apiKey = /pk_live_\S+/.exec(text)?.[0] ?? apiKey),
      (work) => work(repository),
    )
  } finally {
    await repository.close()
  }
  return apiKey
}

// The longest texts have the least room in Spanish on a phone.
withBrowser.describe.each([
  ['in Spanish on a phone', 'es', phone],
  ...(isLong
    ? ([
        ['in English at a desk', 'en', desktop],
        ['in Spanish at a desk', 'es', desktop],
        ['in English on a phone', 'en', phone],
      ] as const)
    : []),
] as const)('the day of an operator, %s', (_name, language: Language, device) => {
  const text = translateWith(language === 'es' ? es : en)
  let product: TestProduct
  let browser: TestBrowser
  let tab: Tab
  let page: Page
  let operatorKey: string
  beforeAll(async () => {
    product = await startTestProduct({ DEMO_DATA: 'false' })
    browser = await TestBrowser.open(product.url)
    operatorKey = await createOperatorKey(product)
    tab = await browser.tab({ ...device, locale: language === 'es' ? 'es-MX' : 'en-US' })
    page = tab.page
    await waitForResponses(page)
  })
  afterAll(async () => {
    await browser?.close()
    await product.close()
  })

  const press = (key: TextKey): Promise<void> => page.getByRole('button', { name: text(key), exact: true }).click()
  const money = (cents: number): string => moneyText(cents, 'MXN')
  /** Opens a page of the console from its menu. */
  const openPage = async (key: TextKey): Promise<void> => {
    const menu = page.getByRole('button', { name: text('shell.menu'), exact: true })
    if (await menu.isVisible()) await menu.click()
    const pages = page.getByRole('navigation', { name: text('shell.pages') })
    await pages.getByRole('link', { name: text(key), exact: true }).click()
    await page.getByRole('heading', { name: text(key), exact: true }).waitFor()
  }
  const firstSteps = (): Locator => page.getByRole('region', { name: text('first.title') })
  const firstStep = (key: TextKey): Locator => firstSteps().getByRole('link', { name: text(key) })
  const firstStepDone = (key: TextKey): Promise<void> =>
    firstSteps()
      .getByRole('listitem')
      .filter({ hasText: `✓ ${text(key)}` })
      .waitFor()

  async function signIn(): Promise<void> {
    await page.goto('/console/today')
    await page.getByLabel(text('signIn.key')).fill(operatorKey)
    await press('signIn.submit')
    await page.getByText(text('connection.open')).waitFor()
  }

  /** Adds a cenote with its price and a picture, and puts it on sale. */
  async function addCenote(timezone: string): Promise<string> {
    await firstStep('first.product').waitFor()
    expect(await firstSteps().getByRole('link').count()).toBe(4)
    await firstStep('first.product').click()
    await press('edit.add')
    const input = cenoteInput('ojo-claro')
    const form = page.locator('form.form-grid')
    await fillForm(form, 'CreateCenoteInput', { ...input, schedule: { ...input.schedule, timezone } }, language)
    const images = form.locator(':scope > details.group', { has: page.getByLabel(text('edit.upload')) })
    await images.locator('summary').first().click()
    await images
      .getByLabel(text('edit.upload'))
      .setInputFiles({ name: 'pool.png', mimeType: 'image/png', buffer: await picture({ format: 'png' }) })
    await fillForm(images.locator('fieldset'), 'ImageInput', { alt: { en: 'The pool', es: 'La poza' } }, language)
    await press('edit.save')
    await page.getByText(text('edit.saved')).waitFor()
    await firstStepDone('first.product')
    expect(await firstSteps().locator('[aria-current=step]').textContent()).toContain(text('first.prices'))
    expect(await firstStep('first.prices').getAttribute('href')).toBe('/console/operator/charges')
    await press('edit.putOnSale')
    await page.getByText(text('edit.onSale'), { exact: true }).waitFor()
    await firstStepDone('first.prices')
    const { cenotes } = await operator(product.url, operatorKey).ask(
      '{ cenotes { nodes { id images { url } stored } } }',
    )
    const [cenote] = cenotes.nodes
    expect(cenote.stored.pricing.adultCents).toBe(30_000)
    expect((await fetch(cenote.images[0].url)).headers.get('content-type')).toBe('image/jpeg')
    return cenote.id
  }

  /** Adds a partner and a key for it, which is shown once. */
  async function addPartner(): Promise<string> {
    await firstStep('first.partner').click()
    await page.getByLabel(`${text('operator.name')} *`, { exact: true }).fill(partnerName)
    await press('operator.newPartner')
    await page.getByText(text('operator.keysOf', { partner: partnerName })).waitFor()
    await firstStepDone('first.partner')
    await firstStep('first.key').click()
    await page.getByRole('link', { name: partnerName }).click()
    await page.locator('summary', { hasText: text('keys.create') }).click()
    for (const scope of ['catalog:read', 'reservations:read', 'reservations:write', 'pricing:read'])
      await page.getByLabel(scope).check()
    await press('keys.create')
    const secret = (await page.getByTestId('secret').textContent()) ?? ''
    await firstSteps().waitFor({ state: 'detached' })
    await press('common.close')
    await page.reload()
    await page.getByText(text('operator.keysOf', { partner: partnerName })).waitFor()
    expect(await page.getByTestId('secret').count()).toBe(0)
    expect(await page.content()).not.toContain(secret)
    return secret
  }

  /** Closes a day where a reservation stands, which is said first, and cancels it. */
  async function closeDay(day: string, bookingReference: string): Promise<void> {
    await openPage('calendar.title')
    // The only cenote is chosen already.
    const form = page.locator('details').filter({ has: page.locator('summary', { hasText: text('calendar.close') }) })
    await form.locator('summary').click()
    await form.getByLabel(`${text('calendar.firstDay')} *`, { exact: true }).fill(day)
    await form.getByLabel(text('calendar.lastDay')).fill(day)
    await form.getByLabel(`${text('calendar.reason')} *`, { exact: true }).fill('weather')
    await form.getByRole('button', { name: text('calendar.close'), exact: true }).click()
    await form.getByText(text('disruptions.standing', { reservations: 1, people: 2 }), { exact: true }).waitFor()
    await form.getByText(bookingReference).waitFor()
    await pressAndConfirm(page, form.getByRole('button', { name: text('disruptions.cancel') }))
    await form.getByRole('link', { name: text('disruptions.follow') }).click()
    await page.getByText(text('disruptions.progressOf', { worked: 1, total: 1 }), { exact: true }).waitFor()
    await page.getByText(`${text('disruptions.done')}: 1`, { exact: true }).waitFor()
    await page.getByRole('link', { name: bookingReference }).waitFor()
  }

  /** Finds a reservation at the gate, takes what is due in cash, and checks the party in. */
  async function receive({ bookingReference, pricing }: Json, time: string): Promise<void> {
    await page.goto('/console/gate')
    await page.getByLabel(text('gate.reference')).fill(bookingReference)
    await press('gate.find')
    const card = page.getByRole('article', { name: bookingReference })
    await card.getByText(time).waitFor()
    const due = money(Math.round(pricing.total * 100))
    await card.getByText(text('gate.reason.due', { amount: due }), { exact: true }).waitFor()
    await card.getByRole('button', { name: text('gate.cash', { amount: due }) }).click()
    const people = text('gate.people', { people: 3 })
    await card.getByRole('button', { name: text('gate.checkIn', { people }) }).click()
    await card.getByText(text('gate.verdict.in'), { exact: true }).waitFor()
    await page.getByRole('link', { name: text('gate.console') }).click()
    await page.getByText(text('connection.open')).waitFor()
  }

  /** The report by partner shows the totals of the audit. */
  async function compareReport(): Promise<Json> {
    const audited = await auditedAmounts({
      serverUrl: testServerUrl(),
      databasePrefix: product.database('booking').replace(/booking$/, ''),
      environment: 'live',
    })
    const days = [-30, 30].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    const { salesReport } = await operator(product.url, operatorKey).ask(
      `{ salesReport(filter: { from: "${days[0]}", to: "${days[1]}" }, by: []) { rows {
           currency reservations visitors totalCents ${[...counts, ...amounts].join(' ')} } } }`,
    )
    expect(salesReport.rows).toEqual(audited)
    expect(audited).toHaveLength(1)
    const [sums] = audited as Json[]
    await openPage('reports.title')
    await page.getByLabel(text('reports.by')).selectOption(text('reports.by.PARTNER'))
    const table = page.getByRole('table', { name: text('reports.title') })
    await table.getByRole('cell', { name: partnerName }).waitFor()
    const columns = await table.getByRole('columnheader').allTextContents()
    const total = table
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: text('reports.total'), exact: true }) })
    const cells = await total.getByRole('cell').allTextContents()
    const shown = (key: TextKey): string | undefined => cells[columns.lastIndexOf(text(key))]
    for (const name of counts) expect([name, shown(`reports.${name}`)]).toEqual([name, String(sums[name])])
    for (const name of amounts) expect([name, shown(`reports.${name}`)]).toEqual([name, money(sums[name])])
    return sums
  }

  withBrowser.it('goes from an empty database to a report that equals the audit', async () => {
    const timezone = noonZone()
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())
    const dayIn = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
    // Too near for a full refund, if the guest cancelled.
    const otherDay = dayIn(1)
    await signIn()
    const cenoteId = await addCenote(timezone)
    const rest = partner(product.url, await addPartner())
    const sell = async (visitDate: string, visitors: object, payment: object): Promise<Json> => {
      const guest = { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' }
      const visit = { cenoteId, visitDate, visitTime: '15:00', visitors, guest }
      const made = await rest.post('/api/partner/reservations', visit)
      expect([made.status, made.body]).toEqual([201, expect.anything()])
      const confirmed = await rest.post(`/api/partner/reservations/${made.body.data.id}/confirm`, payment)
      expect([confirmed.status, confirmed.body.error]).toEqual([200, undefined])
      return made.body.data
    }
    const read = async ({ id }: Json): Promise<Json> => (await rest.get(`/api/partner/reservations/${id}`)).body.data
    const cancelled = await sell(otherDay, { adults: 2, children: 0 }, { paymentId: 'pay_1' })
    const remaining = await sell(dayIn(3), { adults: 2, children: 1 }, {})
    const earlier = await rest.send('PATCH', `/api/partner/reservations/${remaining.id}`, { visitDate: today })
    expect([earlier.status, earlier.body.data?.changes]).toEqual([
      200,
      [{ field: 'visitDate', oldValue: dayIn(3), newValue: today }],
    ])
    const cancelledCents = Math.round(cancelled.pricing.total * 100)

    await closeDay(otherDay, cancelled.bookingReference)
    expect(await read(cancelled)).toMatchObject({
      status: 'cancelled',
      cancellation: { reason: 'weather', cancelledBy: 'operator' },
    })
    const refunded = await rest.post(`/api/partner/reservations/${cancelled.id}/refund`, { amount: 'auto' })
    expect([refunded.status, refunded.body.error]).toEqual([200, undefined])

    // On the day of a visit the operator may still move it, and the partner may not.
    const move = (by: typeof rest): Promise<Json> =>
      by.send('PATCH', `/api/partner/reservations/${remaining.id}`, { visitTime: '13:00' })
    expect((await move(rest)).body.error.code).toBe('MODIFICATION_NOT_ALLOWED')
    const moved = await move(partner(product.url, operatorKey))
    expect([moved.status, moved.body.error]).toEqual([200, undefined])
    expect((await read(remaining)).visitTime).toBe('13:00')

    await receive(remaining, '13:00')
    await eventually(async () => (await read(remaining)).status as string, 'in_progress')
    expect((await read(remaining)).payment).toMatchObject({
      method: 'cash',
      balanceDue: 0,
      amountPaid: remaining.pricing.total,
    })

    expect(await compareReport()).toMatchObject({
      reservations: 2,
      visitors: 5,
      refundedCents: cancelledCents,
      balanceCents: 0,
    })
    expect(tab.faults).toEqual(noFaults)
  })
})
