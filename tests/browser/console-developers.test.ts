import { afterAll, beforeAll, expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import type { Page } from 'playwright-core'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { pressAndConfirm, readAgain, reopenConsole } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey, newPartner } from '../testkit/issue.ts'
import { publishProductEvents } from '../testkit/product-events.ts'
import { keys, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { reserve } from '../testkit/reserve.ts'

let product: SharedProduct
let browser: TestBrowser
let receiver: Receiver
/** Belongs to a partner of this file, which sees only its own webhooks, events and keys. */
let apiKey = ''
let rest: ReturnType<typeof partner>
/** For the last tests, which share its tab. */
let proKey = ''
beforeAll(async () => {
  product = await sharedTestProduct()
  browser = await TestBrowser.open(product.url)
  receiver = await new Receiver().start()
  const seller = await newPartner(product)
  apiKey = seller.apiKey
  rest = partner(product.url, apiKey)
  proKey = (await issueTestKey(product, { plan: 'pro', partner: seller })).apiKey
})
afterAll(async () => {
  await browser?.close()
  await receiver.stop()
})

const reserved = (cenote?: string): Promise<Json> =>
  reserve(product.url, cenote === undefined ? { apiKey } : { apiKey, cenote })

/** Takes a screenshot into the folder that PICTURES names, to be looked at. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/${name}.png` })
}

withBrowser.describe('the page Developers of the console', () => {
  withBrowser.it('registers a webhook, shows a failed delivery with its payload, and sends it again', async () => {
    const { page, faults, close } = await reopenConsole(browser, apiKey, '/developers/webhooks')
    await page.getByText('Add a webhook').first().click()
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    expect(await page.getByTestId('secret').textContent()).toMatch(/^whsec_/)
    receiver.behaviour = () => 500
    const made = await reserved()
    // The first retry comes after five seconds, the next one after five minutes.
    await receiver.got(2)
    await page.getByRole('link', { name: 'Deliveries' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Created' })
    await row.getByText('Failed, will be retried').waitFor()
    await row.getByText('the receiver answered 500').waitFor()
    await row.getByRole('button', { name: 'Created' }).click()
    await page.getByText(`"bookingReference": "${made.bookingReference}"`).waitFor()
    receiver.behaviour = () => 200
    await page.getByRole('button', { name: 'Send it again' }).click()
    await receiver.got(3, ({ body }) => body.data.bookingReference === made.bookingReference)
    await page.keyboard.press('Escape')
    await row.getByText('Succeeded').waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('replays the event log after a cursor, filtered, and follows it', async () => {
    const [first, second] = [await reserved(), await reserved()]
    await rest.post(`/api/partner/reservations/${first.id}/confirm`, {})
    // The page reads the log once, and an older transaction would hide the newest events.
    await runningTransactionsEnd()
    const { page, faults, close } = await reopenConsole(browser, apiKey, '/developers/events')
    const rowOf = (reference: string, type: string) =>
      page.getByRole('row').filter({ hasText: reference }).filter({ hasText: type })
    await rowOf(second.bookingReference, 'Created').getByRole('button', { name: 'Replay from here' }).click()
    await rowOf(first.bookingReference, 'Confirmed').waitFor()
    expect(await rowOf(second.bookingReference, 'Created').count()).toBe(0)
    await page.getByLabel('Follow what comes').check()
    await rest.post(`/api/partner/reservations/${second.id}/confirm`, {})
    await rowOf(second.bookingReference, 'Confirmed').waitFor()
    await page.getByLabel('Type').selectOption('Cancelled')
    await page.getByText('Nothing matches.').waitFor()
    await page.getByLabel('After cursor').fill('invented')
    await page.getByText('INVALID_CURSOR').first().waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it(
    'shows changes of what is sold beside reservation events, by kind, and opens their facts',
    async () => {
      const productId = demoId('cenote', 'gran-cenote')
      const made = await reserved()
      await publishProductEvents(product, [
        { type: 'product.updated', productType: 'cenote', productId, changed: ['schedule', 'images'] },
        { type: 'pricing.updated' },
      ])
      await runningTransactionsEnd()
      const { page, faults, close } = await reopenConsole(browser, apiKey, '/developers/events')
      await page.getByRole('row').filter({ hasText: made.bookingReference }).getByText('Created').waitFor()
      const kind = page.getByLabel('Kind')
      await kind.selectOption('Products')
      const changed = page.getByRole('row').filter({ hasText: 'Opening hours, Pictures' })
      await changed.getByRole('button', { name: 'Product changed' }).click()
      const facts = page.getByRole('dialog')
      await facts.getByText('Gran Cenote').waitFor()
      expect(await facts.getByRole('listitem').allInnerTexts()).toEqual(['Opening hours schedule', 'Pictures images'])
      await picture(page, 'event-facts')
      await page.keyboard.press('Escape')
      expect(await page.getByLabel('Type').locator('option').allTextContents()).toEqual([
        'All',
        'Product added',
        'Product changed',
        'Product taken off sale',
      ])
      await kind.selectOption('Prices')
      await page.getByRole('row').filter({ hasText: 'All products' }).first().waitFor()
      await kind.selectOption('Availability')
      await page.getByRole('button', { name: 'Availability changed' }).first().click()
      await facts.getByText('Days that may have changed').waitFor()
      await page.keyboard.press('Escape')
      await kind.selectOption('All')
      await picture(page, 'event-log')
      expect(faults).toEqual(noFaults)
      await close()
    },
  )

  withBrowser.it('names the part that is shown in its title, and cuts off no reference on a phone', async () => {
    const made = await reserved()
    await runningTransactionsEnd()
    const { page, faults, close } = await browser.tab({ locale: 'es-MX', viewport: { width: 390, height: 844 } })
    await page.goto('/console/developers/events')
    await page.getByLabel('Clave de API').fill(apiKey)
    await page.getByRole('button', { name: 'Entrar' }).click()
    const cell = page.getByRole('cell').filter({ hasText: made.bookingReference }).first()
    await cell.waitFor()
    expect(await cell.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    expect(await page.title()).toBe('Registro de eventos · Desarrolladores · Pruebas')
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('follows both kinds of events in one order', async () => {
    const { page, faults, close } = await reopenConsole(browser, apiKey, '/developers/events')
    await runningTransactionsEnd()
    const { nextCursor } = (await rest.get('/events?after=now')).body.pagination
    await page.getByLabel('After cursor').fill(nextCursor)
    await page.getByText('Nothing matches.').waitFor()
    await page.getByLabel('Follow what comes').check()
    // A cenote of its own: events of earlier tests' reservations may still be published.
    const made = await reserved('calavera')
    const rows = page.getByRole('row').filter({ hasText: 'Cenote Calavera' })
    await rows.filter({ hasText: 'Availability changed' }).waitFor()
    expect(await rows.nth(0).textContent()).toContain(made.bookingReference)
    expect(await rows.nth(1).textContent()).toContain('Availability changed')
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('shows a key without reservations the changes of what is sold alone', async () => {
    const reader = await issueTestKey(product, { scopes: ['catalog:read'] })
    const { page, faults, close } = await browser.tab({ locale: 'es-MX' })
    await page.goto('/console/developers/events')
    await page.getByLabel('Clave de API').fill(reader.apiKey)
    await page.getByRole('button').first().click()
    const kind = page.getByLabel('Clase')
    await page.getByRole('button', { name: 'Cambió la disponibilidad' }).first().waitFor()
    expect(await kind.locator('option').allTextContents()).toEqual(['Todos', 'Disponibilidad', 'Productos', 'Precios'])
    await picture(page, 'event-log-es')
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('registers a webhook for wildcards, changes its types, and replays past events to it', async () => {
    const seller = await newPartner(product)
    const own = await new Receiver().start()
    await reserve(product.url, { apiKey: seller.apiKey })
    // Otherwise the webhook would receive the event as a new one.
    await runningTransactionsEnd()
    const { page, faults, close } = await reopenConsole(browser, seller.apiKey, '/developers/webhooks')
    await page.getByText('Add a webhook').first().click()
    await page.getByLabel('Address').fill(own.url)
    const group = (name: string) => page.getByRole('group', { name, exact: true })
    await group('Availability').getByLabel('All, also later ones').check()
    expect(await group('Availability').getByLabel('Availability changed').isDisabled()).toBe(true)
    await picture(page, 'webhook-form')
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const card = page.getByRole('listitem').filter({ hasText: own.url })
    await card.getByText(/^availability\.\*, reservation\.created, /).waitFor()
    await card.getByText(/Availability: all, also what is added later, Created, /).waitFor()

    await card.getByRole('button', { name: 'Change the events' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Everything, also what is added later').check()
    await dialog.getByLabel('Everything, also what is added later').uncheck()
    await dialog.getByRole('group', { name: 'Reservations' }).getByLabel('Created').check()
    await picture(page, 'webhook-types')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await card.getByText('reservation.created', { exact: true }).waitFor()

    await card.getByRole('button', { name: 'Replay past events' }).click()
    await dialog.getByLabel('Begin').selectOption('After a cursor')
    await dialog.getByLabel('Cursor *', { exact: true }).fill('invented')
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await dialog.getByText('INVALID_CURSOR').waitFor()
    await dialog.getByLabel('Begin').selectOption('At a time')
    await picture(page, 'replay-form')
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await card.getByText('Replay finished: 1 of 1 delivered.').waitFor()
    expect(own.received.filter(({ body }) => body.type === 'reservation.created')).toHaveLength(1)
    await picture(page, 'replay-done')

    own.behaviour = () => 500
    await card.getByRole('button', { name: 'Replay past events' }).click()
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await card.getByText('Replaying: 0 of 1 delivered.').waitFor()
    await card.getByRole('button', { name: 'Replay past events' }).click()
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await dialog.getByText('REPLAY_IN_PROGRESS').waitFor()
    await picture(page, 'replay-refused')
    expect(faults).toEqual(noFaults)
    await close()
    await own.stop()
  })

  withBrowser.it(
    'shows a subscription over OCTO with its format, changes it, switches it off and on, and deletes it',
    async () => {
      const seller = await newPartner(product)
      const own = await new Receiver().start()
      const caller = partner(product.url, seller.apiKey)
      const subscriptions = '/octo/v1/notifications/subscriptions'
      const subscribed = await caller.post(subscriptions, {
        url: `${own.url}/octo`,
        notificationTypes: ['BOOKING_UPDATE', 'AVAILABILITY_UPDATE'],
        headers: { Authorization: 'Bearer s3cret', 'X-Channel': 'web shop 7' },
      })
      expect(subscribed).toHaveStatus(200)
      const { id } = await reserve(product.url, { apiKey: seller.apiKey })
      await own.got(1, ({ body }) => body.data.uuid === id)
      const { page, faults, close } = await reopenConsole(browser, seller.apiKey, '/developers/webhooks')
      const responses: Promise<string>[] = []
      page.on('response', (response) => void (response.url().endsWith('/graphql') && responses.push(response.text())))
      const card = page.getByRole('listitem').filter({ hasText: `${own.url}/octo` })
      await card.getByText('OCTO', { exact: true }).waitFor()
      await card.getByText('Active', { exact: true }).waitFor()
      await card.getByText('reservation.*, availability.*', { exact: true }).waitFor()
      await card.getByText('With headers of its own: Authorization, X-Channel').waitFor()
      await card.getByRole('link', { name: 'Deliveries' }).click()
      const row = page.getByRole('row').filter({ hasText: 'Created' })
      await row.getByText('Succeeded').waitFor()
      await picture(page, 'octo-webhook')
      await row.getByRole('button', { name: 'Created' }).click()
      await page.getByRole('dialog').getByText('"notificationType": "BOOKING_UPDATE"').waitFor()
      await picture(page, 'octo-delivery')
      await page.keyboard.press('Escape')

      await pressAndConfirm(page, card.getByRole('button', { name: 'Switch off' }))
      await card.getByText('Inactive', { exact: true }).waitFor()
      expect((await caller.get(`/webhooks/${subscribed.body.id}`)).body.data.isActive).toBe(false)
      await card.getByRole('button', { name: 'Switch on' }).click()
      await card.getByText('Active', { exact: true }).waitFor()
      await card.getByRole('button', { name: 'Change the events' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('group', { name: 'Availability' }).getByLabel('All, also later ones').uncheck()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await card.getByText('reservation.*', { exact: true }).waitFor()
      const { secret: _, ...subscription } = subscribed.body
      expect((await caller.get(`${subscriptions}/${subscription.id}`)).body).toEqual({
        ...subscription,
        notificationTypes: ['BOOKING_UPDATE'],
      })
      const another = await reserve(product.url, { apiKey: seller.apiKey })
      const [sent] = await own.got(1, ({ body }) => body.data.uuid === another.id)
      expect(sent?.headers).toMatchObject({ authorization: 'Bearer s3cret', 'x-channel': 'web shop 7' })
      const shown = [await page.content(), ...(await Promise.all(responses))].join()
      for (const value of ['s3cret', 'web shop 7']) expect(shown).not.toContain(value)

      await pressAndConfirm(page, card.getByRole('button', { name: 'Delete' }))
      await card.waitFor({ state: 'detached' })
      expect((await caller.get(subscriptions)).body).toEqual([])
      expect(faults).toEqual(noFaults)
      await close()
      await own.stop()
    },
  )

  withBrowser.it('shows why a request by REST failed, with its body without guests', async () => {
    const failed = await partner(product.url, proKey).post('/api/partner/reservations', {
      kids: 2,
      guest: { name: 'Ana' },
    })
    const { page, faults, close } = await reopenConsole(browser, proKey, '/developers/requests')
    await page.getByLabel('Only with an error').check()
    const row = page.getByRole('row').filter({ hasText: 'ERROR_VALIDACION' })
    const ownRequests = page.getByRole('row').filter({ hasText: 'requestLog' })
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
    await page.keyboard.press('Escape')
    await page.getByLabel('Only with an error').uncheck()
    await row.waitFor()
    expect(await ownRequests.count()).toBe(0)
    await page.getByLabel('Show requests of the console').check()
    await eventually(async () => {
      await readAgain(page)
      return (await ownRequests.count()) > 0
    }, true)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('creates a publishable key for the origins of pages', async () => {
    const { page, faults, close } = await reopenConsole(browser, proKey, '/developers/keys')
    await page.getByText('Create a key').first().click()
    await page.getByLabel('Name').fill('Web shop')
    await page.getByLabel('For web pages').check()
    expect(await page.getByLabel('reservations:write').count()).toBe(0)
    await page.getByLabel('Origins of the pages').fill('https://shop.example/path')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.locator('.field-error').getByText('must be origins such as').waitFor()
    await page.getByLabel('Origins of the pages').fill('https://shop.example\nhttp://localhost:5173')
    await picture(page, 'publishable-key')
    await page.getByRole('button', { name: 'Create a key' }).click()
    const made = (await page.getByTestId('secret').textContent()) ?? ''
    expect(made).toMatch(/^web_test_/)
    const read = await partner(product.url, made).get('/api/partner/cenotes', { Origin: 'http://localhost:5173' })
    expect(read).toHaveStatus(200)
    await page.getByRole('row').filter({ hasText: 'Web shop' }).getByText('https://shop.example').waitFor()
    await picture(page, 'publishable-key-made')
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('creates a key that works, shows its use against the limits, and revokes it', async () => {
    const { page, faults, close } = await reopenConsole(browser, proKey, '/developers/keys')
    await page.getByText(/of 100,000 requests in this hour/).waitFor()
    await page.getByText('Create a key').first().click()
    await page.getByLabel('Name').fill('Back office')
    await page.getByLabel('catalog:read').check()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const made = (await page.getByTestId('secret').textContent()) ?? ''
    expect(await partner(product.url, made).get('/api/partner/cenotes')).toHaveStatus(200)
    const row = page.getByRole('row').filter({ hasText: 'Back office' })
    await row.getByText('Read cenotes and tours').waitFor()
    await row.getByRole('button', { name: /…/ }).click()
    const details = page.getByRole('dialog')
    expect(await details.getByRole('listitem').allTextContents()).toEqual(['Read cenotes and tours catalog:read'])
    await details.getByRole('button', { name: 'Close' }).click()
    await pressAndConfirm(page, row.getByRole('button', { name: 'Revoke' }))
    await row.getByText(/^Revoked/).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('offers a key only what it may do', async () => {
    const { page, close } = await reopenConsole(browser, keys.readonly, '/developers')
    const sections = page.getByRole('navigation', { name: 'Developers' }).getByRole('link')
    await page.getByText('Event log').first().waitFor()
    expect(await sections.allTextContents()).toEqual(['Event log', 'Requests', 'API keys'])
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByText('Use against the limits').waitFor()
    expect(await page.getByText('Create a key').count()).toBe(0)
    await close()
  })
})
