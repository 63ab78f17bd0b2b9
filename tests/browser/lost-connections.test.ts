import { afterAll, beforeAll, expect } from '@jest/globals'
import { TcpProxy } from '../../bench/chaos/tcp-proxy.ts'
import { TestBrowser, withBrowser, type Tab } from '../testkit/browser.ts'
import { openConsole } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import {
  checkedIn,
  cutOff,
  gateKey,
  gateTabs,
  loseResponses,
  openEntrance,
  press,
  scan,
  statesOf,
  storedVisit,
  unlessEnded,
  visitToday,
  type Entrance,
} from '../testkit/gate.ts'
import { keys, nextSaturday, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: TestProduct
let proxy: TcpProxy
let browser: TestBrowser
beforeAll(async () => {
  product = await startTestProduct({ CONNECTION_PING_SECONDS: '1' })
  proxy = await TcpProxy.before(Number(new URL(product.url).port))
  browser = await TestBrowser.open(proxy.address(product.url))
})
afterAll(async () => {
  await browser?.close()
  await proxy.close()
  await product.close()
})

/** How many subscribers the product believes to be connected. */
async function connections(): Promise<number> {
  const metrics = await (await fetch(`${product.url}/metrics`)).text()
  return Number(/^subscriber_connections (\d+)$/m.exec(metrics)?.[1])
}

withBrowser.describe('a computer that sleeps', () => {
  withBrowser.it('has every event in the live feed when it wakes, each once and in order', async () => {
    const { page, close } = await openConsole(browser, keys.demo, '/today')
    const feed = page.getByRole('complementary', { name: 'What happens now' })
    const seen = await reserve(product.url)
    await feed.getByText(seen.bookingReference).waitFor()
    expect(await connections()).toBe(1)

    // Asleep: no script of the page runs, and the network drops what is sent to it. A debugger stops the page reliably;
    // browsers do not freeze one that is in view.
    const debug = await page.context().newCDPSession(page)
    await debug.send('Debugger.enable')
    const asleep = new Promise((resolve) => debug.once('Debugger.paused', resolve))
    await debug.send('Debugger.pause')
    await asleep
    proxy.hold()
    const missed: string[] = []
    const miss = async (): Promise<void> => void missed.push((await reserve(product.url)).bookingReference)
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
    const after = await reserve(product.url)
    await feed.getByText(after.bookingReference).waitFor()
    await close()
  })
})

withBrowser.describe('the page for the entrance without a connection', () => {
  let atGate: TestBrowser
  let entrance: Entrance
  beforeAll(async () => {
    atGate = await TestBrowser.open(product.url)
    entrance = await openEntrance(product.url, 'gate-pool')
  })
  afterAll(() => atGate?.close())

  const openTab = gateTabs(
    () => atGate,
    () => entrance,
  )
  /** A tab whose requests time out as they do at the gate. */
  const tabAtGate = (path?: string): Promise<Tab> => openTab(gateKey, path, { isPatient: false })
  /** A visit that is in no list of today. */
  const reserveElsewhere = (payment: object = { paymentId: 'p' }): Promise<Json> =>
    visitToday(product.url, entrance, { visitDate: nextSaturday(), payment })
  const expectStates = async (reference: string, ...states: string[]): Promise<void> =>
    expect(await statesOf(product.url, reference)).toEqual(states)

  withBrowser.it('queues a scan, says so, and checks in once when it is back', async () => {
    const { bookingReference } = await reserveElsewhere()
    const { page, close } = await tabAtGate()
    const restore = await cutOff(page)
    await scan(page, bookingReference)
    await page.getByText(`${bookingReference} is queued`).waitFor()
    await scan(page, bookingReference)
    await page.getByText('Not done yet (1)').waitFor()
    await page.getByText(/queued since/).waitFor()
    await restore()
    await page.getByText(`Sent: Check-in of ${bookingReference}`).waitFor()
    await checkedIn(page, 3)
    await page.getByText('Not done yet').waitFor({ state: 'detached' })
    await expectStates(bookingReference, 'pending', 'confirmed', 'in_progress')
    await close()
  })

  withBrowser.it('queues a scan when the response takes longer than two seconds', async () => {
    const { bookingReference } = await reserveElsewhere()
    const { page, close } = await tabAtGate()
    const held: (() => void)[] = []
    await page.route('**/graphql', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await unlessEnded(route.continue())
    })
    await scan(page, bookingReference)
    // Other requests time out after 15 seconds.
    await page.getByText(`${bookingReference} is queued`).waitFor({ timeout: 14_000 })
    await page.unroute('**/graphql')
    held.forEach((release) => release())
    await checkedIn(page, 3)
    await expectStates(bookingReference, 'pending', 'confirmed', 'in_progress')
    await close()
  })

  withBrowser.it('records a payment and an arrival once whose responses are lost, also after a reload', async () => {
    const { bookingReference, pricing } = await visitToday(product.url, entrance, { payment: {} })
    const { page, close } = await tabAtGate()
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
    const { payment } = await storedVisit(product.url, bookingReference)
    expect([payment.amountPaid, payment.balanceDue, payment.additional]).toEqual([pricing.total, 0, undefined])
    await expectStates(bookingReference, 'pending', 'confirmed', 'in_progress')
    expect(await page.getByText('refused').count()).toBe(0)
    await close()
  })

  withBrowser.it(
    'shows a visit of the list as it was read, and its payment and arrival are sent in this order',
    async () => {
      const { bookingReference } = await visitToday(product.url, entrance, { payment: {} })
      const { page, close } = await tabAtGate('/today')
      await page.getByText(bookingReference).waitFor()
      const restore = await cutOff(page)
      await press(page, new RegExp(bookingReference))
      await page.getByText(/No connection: as it was in the list/).waitFor()
      await press(page, /^Card/)
      await press(page, 'Check in 3 people')
      await page.getByText('Not done yet (2)').waitFor()
      await restore()
      await checkedIn(page, 3)
      const { payment } = await storedVisit(product.url, bookingReference)
      expect([payment.balanceDue, payment.method]).toEqual([0, 'card_present'])
      await close()
    },
  )

  withBrowser.it('shows what the server refused until it is dismissed, also after a reload', async () => {
    const { bookingReference } = await reserveElsewhere({})
    const { page, close } = await tabAtGate()
    const restore = await cutOff(page)
    await scan(page, bookingReference)
    await scan(page, 'CEN-000000')
    await page.getByText('Not done yet (2)').waitFor()
    await restore()
    await page.getByText(`Check-in of ${bookingReference}: refused`).waitFor()
    await page.getByText('Check-in of CEN-000000: refused').waitFor()
    await page.reload()
    const unpaid = page.getByRole('listitem').filter({ hasText: bookingReference })
    await unpaid.getByText('refused').waitFor()
    await unpaid.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('button', { name: /^Cash/ }).waitFor()
    await unpaid.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Not done yet (1)').waitFor()
    await press(page, 'Dismiss')
    await page.getByText('Not done yet').waitFor({ state: 'detached' })
    await expectStates(bookingReference, 'pending', 'confirmed')
    await close()
  })
})
