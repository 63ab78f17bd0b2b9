import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect } from '@jest/globals'
import { TcpProxy } from '../../bench/chaos/tcp-proxy.ts'
import { moneyText } from '../../platform/values/display.ts'
import { expectAccessible } from '../testkit/accessibility.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole, reopenConsole, showInConsole } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'
import { labelKey, setScopes, storedScopes } from '../testkit/stored-keys.ts'

let product: TestProduct
let browser: TestBrowser
let names: { readonly demo: string; readonly rival: string }
beforeAll(async () => {
  product = await startTestProduct({ CONNECTION_PING_SECONDS: '3' })
  await labelKey(product.database('access'), operatorKeys.sandbox, 'Front desk')
  browser = await TestBrowser.open(product.url)
  names = { demo: await nameOf(keys.demo), rival: await nameOf(keys.rival) }
})
afterAll(async () => {
  await browser?.close()
  await product.close()
})

const partnerOf = async (apiKey: string): Promise<Json> =>
  (await partner(product.url, apiKey).get('/api/auth/verify')).body.data.partner
const nameOf = async (apiKey: string): Promise<string> => (await partnerOf(apiKey)).name
const idOf = async (apiKey: string): Promise<string> => (await partnerOf(apiKey)).id

const openAsOperator = (path: string) => reopenConsole(browser, operatorKeys.sandbox, path)

const total = (of: Json[]): number => of.reduce((sum, { pricing }) => sum + Math.round(pricing.total * 100), 0)
const shown = (cents: number): string => moneyText(cents, 'MXN')

// First, because it counts every reservation of the product.
withBrowser.describe('the page Reports of the console', () => {
  const sold: Json[] = []
  beforeAll(async () => {
    for (const cenote of ['gran-cenote', 'dos-ojos', 'gran-cenote']) sold.push(await reserve(product.url, { cenote }))
    sold.push(await reserve(product.url, { apiKey: keys.rival }))
  })

  withBrowser.it('shows a partner its sales by day and by cenote with their totals, and saves both files', async () => {
    const { page, faults, close } = await reopenConsole(browser, keys.demo, '/reports')
    const own = sold.slice(0, 3)
    const totals = page.getByRole('row').filter({ hasText: /^Total3/ })
    await totals
      .getByText(shown(total(own)), { exact: true })
      .first()
      .waitFor()
    await page.getByRole('img', { name: 'Sales in MXN' }).waitFor()
    expect(await page.getByLabel('Rows by').getByRole('option').allTextContents()).toEqual([
      ...['Day', 'Month', 'Cenote or tour', 'Status'],
    ])
    await page.getByLabel('Rows by').selectOption('Cenote or tour')
    await page
      .getByRole('row')
      .filter({ hasText: /^Gran Cenote2/ })
      .waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: /Dos Ojos1/ })
      .waitFor()
    await expectAccessible(page)
    for (const [button, lines] of [
      ['Save the table (CSV)', 2],
      ['Save the reservations (CSV)', 3],
    ] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      const file = await readFile(await (await saved).path(), 'utf8')
      expect(file.trimEnd().split('\r\n')).toHaveLength(lines + 1)
    }
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('shows an operator the sales of every partner, in Spanish too', async () => {
    const { page, faults, close } = await openAsOperator('/reports')
    await page.getByLabel('Rows by').selectOption('Partner')
    await page.getByRole('row').filter({ hasText: /rival/i }).waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: /^Total4/ })
      .getByText(shown(total(sold)), { exact: true })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('heading', { name: 'Informes' }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual(noFaults)
    await close()
  })
})

withBrowser.describe("an operator's console", () => {
  withBrowser.it('names the partner of each reservation, filters by it and exports what is shown', async () => {
    const first = await reserve(product.url)
    const second = await reserve(product.url, { apiKey: keys.rival })
    const { page, faults, close } = await openAsOperator('/reservations')
    const rowOf = ({ bookingReference }: Json) => page.getByRole('row').filter({ hasText: bookingReference })
    await rowOf(first).getByRole('cell', { name: names.demo, exact: true }).waitFor()
    await rowOf(second).getByRole('cell', { name: names.rival, exact: true }).waitFor()

    const choice = page.getByRole('combobox', { name: 'Partner' })
    await choice.fill(names.rival.slice(0, 5).toUpperCase())
    await page.getByRole('option', { name: names.rival }).waitFor()
    await choice.press('Enter')
    await rowOf(first).waitFor({ state: 'detached' })
    await rowOf(second).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toContain(second.bookingReference)
    expect(file).toContain(names.rival)
    expect(file).not.toContain(first.bookingReference)

    await page.waitForURL(/partnerId=/)
    await page.reload()
    await rowOf(second).waitFor()
    expect(await rowOf(first).count()).toBe(0)
    await eventually(() => choice.inputValue(), names.rival)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it("acts on a partner's reservation, and shows who did what", async () => {
    const made = await reserve(product.url, { apiKey: keys.rival })
    const { page, faults, close } = await openAsOperator(`/reservations/${made.bookingReference}`)
    const act = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await act('Confirm')
    await dialog.getByText(`A reservation of ${names.rival}`).waitFor()
    await act('Apply')
    await page.getByRole('heading', { name: /Confirmed/ }).waitFor()

    await act('Record a payment')
    await dialog.getByText(`A reservation of ${names.rival}`).waitFor()
    await dialog.getByLabel('Amount').fill('1000000')
    await dialog.getByText(/at most what is due/).waitFor()
    expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Amount').fill('100.50')
    await dialog.getByLabel('Method').selectOption('Cash')
    await act('Apply')
    await page.getByRole('row').filter({ hasText: 'Paid' }).getByText('100.50').waitFor()

    await act('Modify')
    await dialog.getByRole('spinbutton', { name: 'adults' }).fill('2')
    await act('Show what would change')
    await act('Apply')
    const history = page.locator('section', { has: page.getByRole('heading', { name: 'Changes' }) })
    await history.getByText('Adults: ').waitFor()
    await history.getByText('operator · Front desk').waitFor()
    await page.locator('.timeline').first().getByText('operator · Front desk').first().waitFor()

    const own = await reopenConsole(browser, keys.rival, `/reservations/${made.bookingReference}`)
    const seen = own.page.locator('section', { has: own.page.getByRole('heading', { name: 'Changes' }) })
    await seen.getByText('operator', { exact: true }).waitFor()
    expect(await own.page.getByText('Partner', { exact: true }).count()).toBe(0)
    await act('Cancel reservation')
    await dialog.getByText(/goes back to the guest|Nothing is refunded/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel reservation' }).click()
    await own.page.getByRole('heading', { name: /Cancelled/ }).waitFor()
    await own.close()
    const { body } = await partner(product.url, keys.rival).get(`/api/partner/reservations/${made.id}`)
    expect(body.data).toMatchObject({ status: 'cancelled', payment: { amountPaid: 100.5 } })
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('confirms into a closure only when that is asked for', async () => {
    const made = await reserve(product.url, { apiKey: keys.rival })
    await operator(product.url).ask('mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }', {
      input: {
        cenoteId: made.cenoteId,
        from: made.visitDate,
        to: made.visitDate,
        reason: 'Stairs are repaired',
        reservations: 'KEEP',
      },
    })
    const { page, faults, close } = await openAsOperator(`/reservations/${made.bookingReference}`)
    const act = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const force = page.getByLabel('Confirm it although it was closed')
    await act('Confirm')
    expect(await force.count()).toBe(0)
    await act('Apply')
    await force.check()
    await act('Apply')
    await page.getByRole('heading', { name: /Confirmed/ }).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('receives the events of all partners on Today, each with its partner', async () => {
    const { page, faults, close } = await openAsOperator('/today')
    const feed = page.getByRole('complementary', { name: 'What happens now' })
    await feed.waitFor()
    const second = await reserve(product.url, { apiKey: keys.rival })
    const first = await reserve(product.url)
    const eventOf = ({ bookingReference }: Json) => feed.getByRole('listitem').filter({ hasText: bookingReference })
    await eventOf(second).getByText(names.rival, { exact: true }).waitFor()
    await eventOf(first).getByText(names.demo, { exact: true }).waitFor()
    const holds = page.locator('section', { has: page.getByRole('heading', { name: /^Holds about to expire/ }) })
    await holds.getByRole('listitem').filter({ hasText: second.bookingReference }).getByText(names.rival).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it("shows a partner's turnover, last reservations, keys and changes on a page of its own", async () => {
    const made = await reserve(product.url, { apiKey: keys.rival })
    await partner(product.url, keys.rival).post(`/api/partner/reservations/${made.id}/confirm`, { paymentId: 'pay_p' })
    const cancelled = await reserve(product.url, { apiKey: keys.rival })
    await partner(product.url, keys.rival).post(`/api/partner/reservations/${cancelled.id}/cancel`, {
      reason: 'weather',
    })
    const { page, faults, close } = await openAsOperator('/operator/partners')
    await page.getByLabel('Name contains').fill('rival')
    await page.getByRole('link', { name: names.rival }).click()
    await page.getByRole('heading', { name: names.rival, exact: true }).waitFor()
    const turnover = page.locator('section', { has: page.getByRole('heading', { name: 'Turnover' }) }).last()
    const [year = 0, ofYear = 0] = made.visitDate.split('-').map(Number)
    const [first, last] = [Date.UTC(year, ofYear - 1, 1), Date.UTC(year, ofYear, 0)].map((day) =>
      new Date(day).toISOString().slice(0, 10),
    )
    const { salesReport } = await operator(product.url).ask(
      `query ($filter: SalesReportFilter!) { salesReport(filter: $filter, by: [MONTH]) { rows { month soldReservations soldTotalCents } } }`,
      { filter: { from: first, to: last, partnerId: await idOf(keys.rival) } },
    )
    const [{ month, soldReservations, soldTotalCents }] = salesReport.rows
    const written = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    const row = turnover.getByRole('row').filter({ hasText: written.format(new Date(`${month}-01T00:00:00Z`)) })
    await row.getByRole('cell').first().waitFor()
    const cells = await row.getByRole('cell').allTextContents()
    expect([cells[0], cells[2]]).toEqual([String(soldReservations), moneyText(soldTotalCents, 'MXN')])
    await page.getByRole('row').filter({ hasText: made.bookingReference }).getByText('Confirmed').waitFor()
    await page.getByText(`Keys of ${names.rival}`).waitFor()
    await page.getByLabel('Plan of all keys').waitFor()
    await page.getByRole('link', { name: /^All its reservations/ }).click()
    await page.getByRole('row').filter({ hasText: made.bookingReference }).waitFor()
    expect(await page.getByRole('cell', { name: names.demo, exact: true }).count()).toBe(0)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('lists all changes, filtered by person, thing and day', async () => {
    const made = await reserve(product.url, { apiKey: keys.rival })
    await partner(product.url, operatorKeys.sandbox).post(`/api/partner/reservations/${made.id}/confirm`, {
      paymentId: 'pay_c',
    })
    const { createPartner } = await operator(product.url).ask(
      'mutation { createPartner(input: { name: "Changed Tours" }) { id } }',
    )
    const { page, faults, close } = await openAsOperator('/operator/changes')
    const rowOf = (id: string) => page.getByRole('row').filter({ hasText: id })
    await rowOf(createPartner.id).getByText('by Front desk').waitFor()
    await page.getByLabel('What', { exact: true }).selectOption('Reservation')
    await rowOf(createPartner.id).waitFor({ state: 'detached' })
    await rowOf(made.id).getByRole('button', { name: 'Changed' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('pending').waitFor()
    await dialog.getByText('confirmed').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Person').fill('Nobody')
    await rowOf(made.id).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear' }).click()
    await rowOf(createPartner.id).getByRole('button', { name: 'by Front desk' }).click()
    await page.getByLabel('To day').fill('2020-01-01')
    await rowOf(createPartner.id).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear' }).click()
    await rowOf(made.id).getByRole('link').click()
    await page.getByRole('heading', { name: /Confirmed/ }).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('says which scopes its key lacks, and what for', async () => {
    const made = await reserve(product.url)
    const scopes = await storedScopes(product.database('access'), operatorKeys.sandbox)
    await setScopes(product.database('access'), operatorKeys.sandbox, ['platform:manage', 'pricing:manage'])
    await eventually(async () => {
      const { viewer } = await operator(product.url).ask('{ viewer { scopes } }')
      return viewer.scopes.includes('reservations:write')
    }, false)
    const { page, faults, close } = await openConsole(
      browser,
      operatorKeys.sandbox,
      `/reservations/${made.bookingReference}`,
    )
    const note = page.getByRole('note')
    await note.getByText(/to confirm, change and cancel reservations/).waitFor()
    expect(await note.getByRole('listitem').count()).toBe(1)
    expect(await page.getByRole('group', { name: 'Actions' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Operator', exact: true }).click()
    await note.getByText('catalog:manage').waitFor()
    expect(await note.getByText('pricing:manage').count()).toBe(0)
    await showInConsole(page, '/console/calendar')
    await page.getByText('This page needs a key with the scope inventory:write.').waitFor()
    await showInConsole(page, '/console/operator/cenotes')
    await page.getByText('This page needs a key with the scope catalog:manage.').waitFor()
    expect(faults).toEqual(noFaults)
    await close()
    await setScopes(product.database('access'), operatorKeys.sandbox, scopes)
  })
})

/** How many subscribers the product believes to be connected. */
async function connections(): Promise<number> {
  const metrics = await (await fetch(`${product.url}/metrics`)).text()
  return Number(/^subscriber_connections (\d+)$/m.exec(metrics)?.[1])
}

withBrowser.describe('a computer that sleeps', () => {
  let proxy: TcpProxy
  let asleep: TestBrowser
  /** Belongs to a partner without earlier events. */
  let apiKey = ''
  beforeAll(async () => {
    // The tabs of the tests above are subscribers, too.
    await browser.close()
    await eventually(connections, 0)
    apiKey = (await newPartner(product)).apiKey
    proxy = await TcpProxy.before(Number(new URL(product.url).port))
    asleep = await TestBrowser.open(proxy.address(product.url))
  })
  afterAll(async () => {
    await asleep?.close()
    await proxy.close()
  })

  withBrowser.it('has every event in the live feed when it wakes, each once and in order', async () => {
    const { page, close } = await openConsole(asleep, apiKey, '/today')
    const feed = page.getByRole('complementary', { name: 'What happens now' })
    const seen = await reserve(product.url, { apiKey })
    await feed.getByText(seen.bookingReference).waitFor()
    expect(await connections()).toBe(1)

    // Asleep: no script of the page runs, and the network drops what is sent to it. A debugger stops the page reliably;
    // browsers do not freeze one that is in view.
    const debug = await page.context().newCDPSession(page)
    await debug.send('Debugger.enable')
    const isPaused = new Promise((resolve) => debug.once('Debugger.paused', resolve))
    await debug.send('Debugger.pause')
    await isPaused
    proxy.hold()
    const missed: string[] = []
    const miss = async (): Promise<void> => void missed.push((await reserve(product.url, { apiKey })).bookingReference)
    // Sent, and never received.
    for (let count = 0; count < 3; count += 1) await miss()
    // No pong is sent, so the product ends the connection.
    await eventually(connections, 0)
    for (let count = 0; count < 3; count += 1) await miss()

    proxy.release()
    await debug.send('Debugger.resume')
    await debug.detach()
    await feed.getByText(missed.at(-1) ?? '').waitFor()
    const texts = await feed.getByRole('listitem').allTextContents()
    const shown = texts.map((text) => /CEN-[0-9A-Z]{6}/.exec(text)?.[0])
    expect(shown).toEqual([...missed.toReversed(), seen.bookingReference])
    const after = await reserve(product.url, { apiKey })
    await feed.getByText(after.bookingReference).waitFor()
    await close()
  })
})
