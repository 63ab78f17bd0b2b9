import { afterAll, beforeAll, expect } from '@jest/globals'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole, readAgain } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { keys, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { reserve } from '../testkit/reserve.ts'

let product: TestProduct
let browser: TestBrowser
let receiver: Receiver
beforeAll(async () => {
  product = await startTestProduct({ WEBHOOK_RETRY_SCHEDULE: '600' })
  browser = await TestBrowser.open(product.url)
  receiver = await new Receiver().start()
})
afterAll(async () => {
  await browser?.close()
  await product.close()
  await receiver.stop()
})

withBrowser.describe('the page Developers of the console', () => {
  withBrowser.it('registers a webhook, shows a failed delivery with its payload, and sends it again', async () => {
    const { page, faults, close } = await openConsole(browser, keys.demo, '/developers/webhooks')
    await page.getByText('Add a webhook').first().click()
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    expect(await page.getByTestId('secret').textContent()).toMatch(/^whsec_/)
    receiver.behaviour = () => 500
    const made = await reserve(product.url)
    await receiver.got(1)
    await page.getByRole('link', { name: 'Deliveries' }).click()
    const row = page.getByRole('row').filter({ hasText: 'reservation.created' })
    await row.getByText('Failed, will be retried').waitFor()
    await row.getByText('the receiver answered 500').waitFor()
    await row.getByRole('button', { name: 'reservation.created' }).click()
    await page.getByText(`"bookingReference": "${made.bookingReference}"`).waitFor()
    receiver.behaviour = () => 200
    await page.getByRole('button', { name: 'Send it again' }).click()
    await receiver.got(2, ({ body }) => body.data.bookingReference === made.bookingReference)
    await page.keyboard.press('Escape')
    await row.getByText('Succeeded').waitFor({ timeout: 15_000 })
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('replays the event log after a cursor, filtered, and follows it', async () => {
    const [first, second] = [await reserve(product.url), await reserve(product.url)]
    await partner(product.url).post(`/api/partner/reservations/${first.id}/confirm`, {})
    const { page, faults, close } = await openConsole(browser, keys.demo, '/developers/events')
    const rowOf = (reference: string, type: string) =>
      page.getByRole('row').filter({ hasText: reference }).filter({ hasText: type })
    await rowOf(second.bookingReference, 'Created').getByRole('button', { name: 'Replay from here' }).click()
    await rowOf(first.bookingReference, 'Confirmed').waitFor()
    expect(await rowOf(second.bookingReference, 'Created').count()).toBe(0)
    await page.getByLabel('Follow what comes').check()
    await partner(product.url).post(`/api/partner/reservations/${second.id}/confirm`, {})
    await rowOf(second.bookingReference, 'Confirmed').waitFor()
    await page.getByLabel('Type').selectOption('Cancelled')
    await page.getByText('Nothing matches.').waitFor()
    await page.getByLabel('After cursor').fill('invented')
    await page.getByText('INVALID_CURSOR').first().waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('shows why a request by REST failed, with its body without guests', async () => {
    const { apiKey } = await issueTestKey(product)
    const failed = await partner(product.url, apiKey).post('/api/partner/reservations', {
      kids: 2,
      guest: { name: 'Ana' },
    })
    const { page, faults, close } = await openConsole(browser, apiKey, '/developers/requests')
    await page.getByLabel('Only with an error').check()
    const row = page.getByRole('row').filter({ hasText: 'ERROR_VALIDACION' })
    await eventually(async () => {
      await readAgain(page)
      return row.count()
    }, 1)
    await row.getByRole('button', { name: 'POST /api/partner/reservations' }).click()
    await page
      .getByRole('dialog')
      .getByText(failed.headers.get('x-request-id') ?? '')
      .waitFor()
    await page.getByText('{"(unknown)":2,"guest":"…"}').waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('creates a key that works, shows its use against the limits, and revokes it', async () => {
    const { apiKey } = await issueTestKey(product, { plan: 'pro' })
    const { page, faults, close } = await openConsole(browser, apiKey, '/developers/keys')
    await page.getByText(/of 100,000 requests in this hour/).waitFor()
    await page.getByText('Create a key').first().click()
    await page.getByLabel('Name').fill('Back office')
    await page.getByLabel('catalog:read').check()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const made = (await page.getByTestId('secret').textContent()) ?? ''
    expect(await partner(product.url, made).get('/api/partner/cenotes')).toHaveStatus(200)
    const row = page.getByRole('row').filter({ hasText: 'Back office' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await row.getByRole('button', { name: 'Really revoke' }).click()
    await row.getByText(/^Revoked/).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('offers a key only what it may do', async () => {
    const { page, close } = await openConsole(browser, keys.readonly, '/developers')
    const sections = page.getByRole('navigation', { name: 'Developers' }).getByRole('link')
    await page.getByText('Event log').first().waitFor()
    expect(await sections.allTextContents()).toEqual(['Event log', 'Requests', 'API keys'])
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByText('Use against the limits').waitFor()
    expect(await page.getByText('Create a key').count()).toBe(0)
    await close()
  })
})
