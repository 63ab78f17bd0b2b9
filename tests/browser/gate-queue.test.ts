import { afterAll, beforeAll, expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, withBrowser, type Tab } from '../testkit/browser.ts'
import { checkedIn, cutOff, gateKey, gateTabs, press, scan, statesOf, unlessEnded } from '../testkit/gate.ts'
import { nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let browser: TestBrowser
beforeAll(async () => {
  product = await sharedTestProduct()
  browser = await TestBrowser.open(product.url)
})
afterAll(() => browser?.close())

const openTab = gateTabs(
  () => browser,
  () => 'America/Cancun',
)
/** A tab whose requests time out as they do at the gate. */
const tabAtGate = (): Promise<Tab> => openTab(gateKey, '', { isPatient: false })
const expectStates = async (reference: string, ...states: string[]): Promise<void> =>
  expect(await statesOf(product.url, reference)).toEqual(states)

/** A visit that is in no list of today: the sandbox checks it in on any day. */
async function reserveElsewhere(payment: object = { paymentId: 'p' }): Promise<Json> {
  const rest = partner(product.url)
  const { body } = await rest.post('/api/partner/reservations', {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: nextSaturday(),
    visitors: { adults: 2, children: 1 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  await rest.post(`/api/partner/reservations/${body.data.id}/confirm`, payment)
  return body.data
}

withBrowser.describe('the queue of the page for the entrance', () => {
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
