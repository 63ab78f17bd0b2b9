import type { Page } from 'playwright-core'
import { localDateTime } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import type { Tab, TestBrowser } from './browser.ts'
import { cenoteInput } from './catalog-forms.ts'
import { forgetFaults, isAsOpened, showInConsole } from './console.ts'
import { eventually } from './eventually.ts'
import { operator, operatorKeys } from './operator.ts'
import { partner, type Json } from './product.ts'

export const gateKey = 'sk_test_demo_gate'

/** A time zone of whole hours in which it is between noon and one now, so that slots of today are left to sell. */
export function noonZone(): string {
  const now = new Date()
  const noon = `12:${now.toISOString().slice(14, 16)}`
  const zone = Intl.supportedValuesOf('timeZone').find((one) => localDateTime(now, one).time === noon)
  if (!zone) throw new Error('It is noon nowhere')
  return zone
}

/** Waits until the current slot has at least half a minute left, because it cannot be sold once it is over. */
export const presentSlotLasts = (): Promise<boolean> => eventually(() => Date.now() % 3_600_000 < 3_570_000, true)

export interface Entrance {
  readonly cenoteId: string
  readonly name: string
  readonly timezone: string
  /** The day at the cenote, which has visits from morning to evening. */
  readonly today: string
  /** The slot there that has begun and not ended. */
  presentSlot(): string
  /** The slot after it, for which a party may come now. */
  nextSlot(): string
}

/** A cenote on sale where it is noon. */
export async function openEntrance(url: string, slug: string): Promise<Entrance> {
  const { ask } = operator(url)
  const timezone = noonZone()
  const { schedule } = cenoteInput(slug)
  const { createCenote } = await ask(
    'mutation ($input: CreateCenoteInput!) { createCenote(input: $input) { id name } }',
    {
      input: cenoteInput(slug, {
        capacity: { daily: 400, hourly: 200 },
        schedule: { ...schedule, timezone },
      }),
    },
  )
  await ask('mutation ($input: PublishCenoteInput!) { publishCenote(input: $input) { version } }', {
    input: { id: createCenote.id, version: 1 },
  })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit' })
  return {
    cenoteId: createCenote.id,
    name: createCenote.name,
    timezone,
    today,
    presentSlot: () => `${hour.format(new Date())}:00`,
    nextSlot: () => `${hour.format(new Date(Date.now() + 3_600_000))}:00`,
  }
}

interface VisitOptions {
  readonly visitors?: object
  readonly guest?: string
  readonly payment?: object
  readonly isConfirmed?: boolean
  /** By default an hour in which the party may come now. */
  readonly visitTime?: string
  readonly tickets?: 'person'
  readonly transport?: object
}

/** A visit of today that the operator sold for a partner; paid and confirmed unless the options differ. */
export async function visitToday(
  url: string,
  { cenoteId, today, nextSlot }: Entrance,
  {
    visitors = { adults: 2, children: 1 },
    guest = 'Ana Núñez',
    payment,
    isConfirmed = true,
    ...terms
  }: VisitOptions = {},
): Promise<Json> {
  const staff = partner(url, operatorKeys.sandbox)
  const made = await staff.post('/api/partner/reservations', {
    partnerId: demoId('partner', 'demo'),
    cenoteId,
    visitDate: today,
    visitTime: nextSlot(),
    visitors,
    guest: { name: guest, email: 'ana@example.com', phone: '+52 998 123 4567' },
    ...terms,
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const { data } = made.body
  if (isConfirmed) await staff.post(`/api/partner/reservations/${data.id}/confirm`, payment ?? { paymentId: data.id })
  return data
}

/**
 * Raises the page's request timeouts to a minute. Otherwise a slow response makes it queue a scan after two seconds, which
 * only the tests of the queue want. Call it before the page is opened.
 */
export const waitForResponses = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => timeout(Math.max(milliseconds, 60_000))
  }`)

/** Opens the page for the entrance and signs in. */
export async function openGate(page: Page, apiKey = gateKey, path = ''): Promise<void> {
  await page.goto(`/console/gate${path}`)
  await page.getByLabel(/API key|Clave de API/).fill(apiKey)
  await page.getByRole('button', { name: /^(Sign in|Entrar)$/ }).click()
  await page.getByRole('navigation').waitFor()
}

/** A phone in English. */
export const phone = { locale: 'en-US', viewport: { width: 390, height: 844 }, hasTouch: true }

/**
 * Opens tabs at the gate, in a time zone, or gives those that an earlier test has closed: loading the
 * page again takes longer than most tests. The list of today is read when the page is opened, so it needs a new tab.
 */
export function gateTabs(browser: () => TestBrowser, timezone: () => string) {
  const closedTabs = new Map<string, Tab[]>()
  async function open(apiKey: string, path: string, isPatient: boolean): Promise<Tab> {
    const tab = await browser().tab({ ...phone, timezoneId: timezone() })
    if (isPatient) await waitForResponses(tab.page)
    await openGate(tab.page, apiKey, path)
    return tab
  }
  return async (apiKey = gateKey, path = '', { isPatient = true } = {}): Promise<Tab> => {
    const kind = `${apiKey} ${isPatient}`
    const closed = closedTabs.get(kind) ?? []
    closedTabs.set(kind, closed)
    const reused = path === '/today' ? undefined : closed.pop()
    const tab = reused ?? (await open(apiKey, path, isPatient))
    if (reused) {
      forgetFaults(reused)
      await showInConsole(reused.page, `/console/gate${path}`)
    }
    const close = async (): Promise<void> => {
      if (await isAsOpened(tab.page, phone.viewport.width)) closed.push(tab)
      else await tab.close()
    }
    return { page: tab.page, faults: tab.faults, close }
  }
}

export const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click()

/** Waits until the card says that the party is checked in. */
export async function checkedIn(page: Page, people: number): Promise<void> {
  await page.getByText('Checked in', { exact: true }).waitFor()
  await page.locator('.verdict').getByText(`${people} people`, { exact: true }).waitFor()
}

/** A reservation as the operator reads it. */
export const storedVisit = async (url: string, reference: string): Promise<Json> =>
  (await partner(url, operatorKeys.sandbox).get(`/api/partner/reservations/${reference}`)).body.data

/** The states of a reservation, the first one first. */
export const statesOf = async (url: string, reference: string): Promise<string[]> =>
  (await storedVisit(url, reference)).statusHistory.map(({ status }: Json) => status)

/** A request that the page itself has ended meanwhile needs no end. */
export const unlessEnded = (step: Promise<unknown>): Promise<void> => step.then(() => undefined).catch(() => undefined)

/** Cuts the page off from the API; the page and its scripts are there already. Returns how to end it. */
export async function cutOff(page: Page): Promise<() => Promise<void>> {
  await page.route('**/graphql', (route) => unlessEnded(route.abort()))
  return () => page.unroute('**/graphql')
}

/** Lets the server do what the page sends, but no response come back. Returns the number of such requests. */
export async function loseResponses(page: Page): Promise<() => number> {
  let lost = 0
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation')) return unlessEnded(route.abort())
    await unlessEnded(route.fetch())
    lost += 1
    return unlessEnded(route.abort())
  })
  return () => lost
}

/** Types a code as a hand scanner does. */
export async function scan(page: Page, text: string): Promise<void> {
  const field = page.getByLabel(/Booking reference|Referencia de la reservación/)
  await field.fill(text)
  await field.press('Enter')
}
