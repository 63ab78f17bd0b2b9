import { addDays } from '../../platform/values/clock.ts'
import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { TestBrowser, noFaults, withBrowser, type Tab } from '../testkit/browser.ts'
import { calendarDay, showInConsole, signIn } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { hostileCatalog, hostileReservations, placed, type HostileReservation } from '../testkit/hostile-data.ts'
import { hostileMix, hostileTexts, inspect } from '../testkit/hostile-texts.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { isLong, times } from '../testkit/long-form.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'

const { describe, it } = withBrowser

let product: TestProduct
let browser: TestBrowser
let receiver: Receiver
let cenoteId: string
let reservations: HostileReservation[]
let webhookId: string
/** By language: the log of a key has the requests of the console, too. */
const developerKeys = new Map<string, string>()

beforeAll(async () => {
  product = await startTestProduct({ WEBHOOK_RETRY_SCHEDULE: '600' })
  browser = await TestBrowser.open(product.url)
  receiver = await new Receiver().start()
  // The response of a receiver is untrusted text, too.
  receiver.behaviour = (_received, response) => {
    response.writeHead(500, '<script>', { 'content-type': 'text/html', 'x-note': '<script>' }).end(hostileMix)
  }
  cenoteId = (await hostileCatalog(product.url)).cenoteId
  const rest = partner(product.url)
  const { body } = await rest.post('/webhooks', {
    url: `${receiver.url}/"'><script>window.attacked=1</script>?${encodeURIComponent(hostileMix)}`,
    events: ['reservation.created'],
    description: placed('webhook'),
  })
  webhookId = body.data.id
  reservations = await hostileReservations(product.url, cenoteId)
  await receiver.got(1)
  // The log of requests shows paths, operations and bodies as they were sent.
  for (const [locale] of languages) {
    const { apiKey } = await issueTestKey(product)
    developerKeys.set(locale, apiKey)
    await sendHostileRequests(apiKey)
  }
})
afterAll(async () => {
  await browser?.close()
  await product.close()
  await receiver?.stop()
})

async function sendHostileRequests(apiKey: string): Promise<void> {
  const rest = partner(product.url, apiKey)
  await rest.get(`/api/partner/reservations/${encodeURIComponent(hostileMix)}`, { 'x-request-id': hostileTexts.script })
  await rest.post(
    '/api/partner/reservations',
    `{"__proto__": {"x": 1}, ${JSON.stringify(hostileMix)}: "${'x'.repeat(99)}"}`,
  )
  await rest.send('POST', '/graphql', { query: '{ a }', operationName: hostileMix, variables: { [hostileMix]: 1 } })
}

/** High enough that tables draw all of their rows. */
const height = 4_000
/** The longest words have the least room in Spanish on a phone. */
const languages = [
  ['es', 'Español', { width: 360, height }],
  ...(isLong ? [['en', 'English', { width: 1280, height }] as const] : []),
] as const

/** Everything that a reader was shown, in order; each page is checked as it is left. */
class Reader {
  readonly #seen: string[] = []

  private constructor(
    readonly page: Page,
    readonly tab: Tab,
  ) {}

  static async open(apiKey: string, [locale, language, viewport]: (typeof languages)[number]): Promise<Reader> {
    const tab = await browser.tab({ locale: 'en-US', viewport })
    await tab.page.goto('/console/reservations/check-in')
    await signIn(tab.page, apiKey)
    const menu = tab.page.locator('.menu-button')
    if (await menu.isVisible()) await menu.click()
    await tab.page.getByRole('button', { name: language }).click()
    await tab.page.locator(`html[lang=${locale}]`).waitFor({ state: 'attached' })
    return new Reader(tab.page, tab)
  }

  async show(address: string): Promise<void> {
    await showInConsole(this.page, `/console${address}`)
    await this.check(address)
  }

  async check(what: string): Promise<void> {
    const { problems, shown } = await inspect(this.page)
    expect([what, problems]).toEqual([what, []])
    this.#seen.push(shown)
  }

  /** Presses each button of a kind, the first on the page that is shown, and checks what it opens. */
  async openEach(address: string, opener: RegExp | string, ready: string): Promise<void> {
    const buttons = this.page.locator('main [role=table] button.link').filter({ hasText: opener })
    await eventually(async () => [address, (await buttons.count()) > 0], [address, true])
    const count = Math.min(await buttons.count(), times(2, 4))
    for (let index = 0; index < count; index += 1) {
      if (index > 0) {
        await showInConsole(this.page, '/console/elsewhere')
        await this.show(address)
      }
      await buttons.nth(index).click()
      await this.page.locator(`${ready}:not(:has([aria-busy=true]))`).first().waitFor()
      await this.check(`${address}, opened ${index}`)
      if (ready === 'dialog') await this.page.keyboard.press('Escape')
    }
  }

  /** The texts that were not shown as they were entered, invisible characters included. */
  missing(wanted: readonly string[]): string[] {
    const all = this.#seen.join('\n')
    return wanted.filter((text) => !all.includes(text))
  }

  async close(): Promise<void> {
    expect(this.tab.faults).toEqual(noFaults)
    await this.tab.close()
  }
}

describe.each(languages)('the console with hostile texts in it, in %s', (...language) => {
  it('shows a partner its reservations as they were entered, and runs nothing', async () => {
    const reader = await Reader.open(keys.demo, language)
    const { page } = reader
    for (const address of ['/reservations', '/today', '/developers/events', '/developers/keys', '/developers/webhooks'])
      await reader.show(address)
    for (const { bookingReference } of reservations) {
      await reader.show(`/reservations/${bookingReference}`)
      await page.getByText(bookingReference).first().waitFor()
      for (const details of await page.locator('main details > summary').all()) await details.click()
      await reader.check(bookingReference)
    }
    await reader.show('/calendar')
    await page.getByRole('combobox').fill(placed('cenote').slice(0, 10))
    await page.getByRole('option').filter({ hasText: 'cenote' }).first().click()
    for (const [place, days] of Object.entries({ closure: 0, event: 1, override: 2 })) {
      await (await calendarDay(page, addDays(nextSaturday(), days))).click()
      await page.getByText(placed(place)).first().waitFor()
      await reader.check(`calendar, ${place}`)
    }
    await reader.show('/today')
    await page.locator('main input[type=date]').fill(nextSaturday())
    await reader.check('today, another day')
    await reader.show('/reservations/check-in')
    const confirmed = reservations.find(({ status }) => status === 'confirm')
    await page
      .locator('main form input')
      .first()
      .fill(confirmed?.bookingReference ?? '')
    await page.locator('main form button.primary').first().click()
    await page.locator('main .reservation').waitFor()
    await reader.check('check-in')
    expect(
      reader.missing([
        ...Object.values(hostileTexts).flatMap((text) => [text, `wish ${text}`]),
        ...Object.values(hostileTexts).flatMap((text, index) => (index % 3 === 2 ? [`note ${text}`] : [])),
        ...['cenote', 'webhook', 'closure', 'event', 'override'].map(placed),
        placed('label').slice(0, 100),
      ]),
    ).toEqual([])
    await reader.close()
  })

  it('shows the log of requests and deliveries, and runs nothing of them', async () => {
    const reader = await Reader.open(developerKeys.get(language[0]) ?? '', language)
    const deliveries = `/developers/webhooks/${webhookId}`
    await reader.show(deliveries)
    await reader.openEach(deliveries, /./, 'dialog')
    await reader.show('/developers/requests')
    await eventually(async () => {
      await reader.page.locator('main .filters button').click()
      return (await reader.page.getByRole('button', { name: /^(GET|POST) .api/ }).count()) > 1
    }, true)
    await reader.openEach('/developers/requests', /^(GET|POST) .api/, 'dialog')
    await reader.close()
  })

  it('shows the lines of a hostile file as they are', async () => {
    const reader = await Reader.open(keys.demo, language)
    const { page } = reader
    await reader.show('/reservations/import')
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    const choose = (lines: readonly string[]) =>
      page.locator('input[type=file]').setInputFiles({
        name: `${hostileTexts.script.replaceAll('/', '')}.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\n')),
      })
    const unknown = ['__proto__', 'constructor', hostileMix]
    await choose([['cenote', ...unknown.map(quoted)].join()])
    await page.getByRole('alert').filter({ hasText: '__proto__' }).waitFor()
    await reader.check('columns')
    const names = [...Object.values(hostileTexts), hostileMix]
    await choose([
      'cenote,date,adults,name,email,phone,specialRequests',
      ...names.map((name) => `hostile,2030-01-05,1,${quoted(name)},ana@example.com,+52 998 123 4567,${quoted(name)}`),
      ...names.map((name) => `${quoted(name)},2030-01-05,1,Ana,ana@example.com,+52 998 123 4567,x`),
    ])
    await page.getByRole('row').nth(1).waitFor()
    await reader.check('lines')
    await page.locator('main button.primary').click()
    await page.locator('main p[role=status]').filter({ hasText: /\d/ }).waitFor()
    await reader.check('preview')
    expect(reader.missing([...unknown, ...names])).toEqual([])
    await reader.close()
  })

  it('shows the operator everything by its name, and runs nothing', async () => {
    const reader = await Reader.open(operatorKeys.sandbox, language)
    const { page } = reader
    for (const section of ['health', 'background', 'charges', 'partners']) await reader.show(`/operator/${section}`)
    await page
      .getByRole('button', { name: placed('partner') })
      .or(page.getByText(placed('partner')))
      .first()
      .waitFor()
    await reader.check('partners')
    const sections = [
      'cenotes',
      'tours',
      'amenities',
      'services',
      'ages',
      'discounts',
      'promotions',
      'coupons',
      'transport',
    ]
    for (const section of sections) {
      await reader.show(`/operator/${section}`)
      await reader.openEach(
        `/operator/${section}`,
        section === 'transport' ? 'hostile' : '<script>',
        section === 'transport' ? 'main form' : 'main .timeline',
      )
    }
    const names = [
      'cenote',
      'tour',
      'amenity',
      'service',
      'age',
      'discount',
      'promotion',
      'coupon',
      'before',
      'partner',
    ]
    expect(reader.missing(names.map(placed))).toEqual([])
    await reader.close()
  })
})

describe.each(languages)('the pages of guests with hostile texts in them, in %s', (...[locale, _name, viewport]) => {
  const reservationOf = async (text: string) => {
    const rest = partner(product.url)
    const { body } = await rest.post(
      '/api/partner/reservations',
      {
        cenoteId,
        visitDate: reservations[0]?.visitDate,
        visitors: { adults: 1, children: 0 },
        guest: { name: text, email: 'ana@example.com', phone: '+52 998 123 4567' },
        specialRequests: text,
      },
      { 'accept-language': locale },
    )
    const { id, payment } = body.data
    const read = async (fields: string) =>
      (await rest.graphql(`{ reservation(id: "${id}") { ${fields} } }`)).body.data.reservation
    return {
      checkout: payment.instructions.creditCard.url as string,
      visit: async () => (await read('visitUrl')).visitUrl as string,
      async review() {
        await rest.post(`/api/partner/reservations/${id}/checkin`, {})
        await rest.post(`/api/partner/reservations/${id}/complete`, { feedback: { requestReview: true } })
        return (await read('reviewRequest { link }')).reviewRequest.link as string
      },
    }
  }

  it.each([
    ['several attacks', hostileMix],
    ['a long word', hostileTexts.long],
    ...(isLong
      ? (['handler', 'attribute', 'direction'] as const).map((name) => [name, hostileTexts[name]] as const)
      : []),
  ] as const)('run nothing and show all: %s', async (_name, text) => {
    const { page, faults, close } = await browser.tab({ locale, viewport })
    const check = async (what: string, ...wanted: string[]): Promise<void> => {
      await page.waitForLoadState('load')
      const { problems, shown } = await inspect(page)
      expect([what, problems]).toEqual([what, []])
      for (const one of wanted) expect([what, shown]).toEqual([what, expect.stringContaining(one)])
    }
    const addresses = await reservationOf(text)
    await page.goto(addresses.checkout)
    expect(await page.evaluate('document.documentElement.lang')).toBe(locale)
    await check('checkout', text, placed('cenote'))
    await page.click('button[value=DECLINE]')
    await page.getByRole('alert').waitFor()
    await check('declined', text)
    await page.click('button[value=PAY]')
    await page.getByRole('status').waitFor()
    await check('paid', text)
    await page.goto(await addresses.visit())
    await check('visit', text, placed('cenote'))
    await page.goto(await addresses.review())
    await page.check('input[value="4"]')
    await page.fill('#review-title', text.slice(0, 120))
    await page.fill('#review-text', text)
    await check('review', text, placed('cenote'))
    await page.click('button.primary')
    await page.getByRole('status').waitFor()
    await check('reviewed', text, text.slice(0, 120))
    expect(faults).toEqual(noFaults)
    await close()
  })
})
