import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { localDateTime } from '../../platform/values/clock.ts'
import type { Tab, TestBrowser } from './browser.ts'
import { keys } from './product.ts'

/** A tab of the console, signed in with a key. */
export async function openConsole(
  browser: TestBrowser,
  apiKey: string = keys.demo,
  path = '/reservations',
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const tab = await browser.tab({ locale: 'en-US', ...options })
  await tab.page.goto(`/console${path}`)
  await signIn(tab.page, apiKey)
  return tab
}

export async function signIn(page: Page, apiKey: string): Promise<void> {
  await page.getByLabel('API key').fill(apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Receiving events').waitFor()
}

/** Tabs of the console that a test has closed, by browser and key. */
const closedTabs = new WeakMap<TestBrowser, Map<string, Tab[]>>()
/** Whether the page is as it was opened: in English, of its width, without a dialog or unsaved values. */
export const isAsOpened = (page: Page, width = 1280): Promise<boolean> =>
  page.evaluate(`document.documentElement.lang === 'en' && innerWidth === ${width} &&
    document.querySelector('dialog[open]') === null && dispatchEvent(new Event('beforeunload', { cancelable: true }))`)

/** Empties the lists of faults, which an earlier test has looked at. */
export function forgetFaults({ faults }: Tab): void {
  const { consoleErrors, policyViolations, foreignRequests, dialogs } = faults
  for (const earlier of [consoleErrors, policyViolations, foreignRequests, dialogs]) earlier.length = 0
}

/**
 * Opens the console like `openConsole`, in the tab of an earlier test if there is one: loading and compiling it again
 * takes longer than most tests. Not for tests that intercept requests or emulate another medium. A test that fails does
 * not close its tab, so no other test gets it.
 */
export async function reopenConsole(
  browser: TestBrowser,
  apiKey: string = keys.demo,
  path = '/reservations',
): Promise<Tab> {
  const closed = closedTabs.get(browser) ?? new Map<string, Tab[]>()
  closedTabs.set(browser, closed)
  const tabs = closed.get(apiKey) ?? []
  closed.set(apiKey, tabs)
  const reused = tabs.pop()
  const tab = reused ?? (await openConsole(browser, apiKey, path))
  if (reused) {
    forgetFaults(reused)
    await showInConsole(reused.page, `/console${path}`)
    await reused.page.getByText('Receiving events').waitFor()
  }
  const close = async (): Promise<void> => {
    if (!(await isAsOpened(tab.page))) return tab.close()
    // No page that reads what later tests do.
    await showInConsole(tab.page, '/console/elsewhere')
    tabs.push(tab)
  }
  return { page: tab.page, faults: tab.faults, close }
}

/** Presses the button of a destructive action, and the one of the dialog that says what it does. Returns what it says. */
export async function pressAndConfirm(page: Page, button: Locator): Promise<string> {
  const name = (await button.textContent()) ?? ''
  await button.click()
  const dialog = page.getByRole('dialog', { name })
  const text = (await dialog.textContent()) ?? ''
  await dialog.getByRole('button', { name, exact: true }).click()
  return text
}

/** Presses "Refresh", and waits for the response. */
export async function readAgain(page: Page): Promise<void> {
  const response = page.waitForResponse(/\/graphql$/)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await (await response).finished()
}

/** Shows another address in the same document, because the session belongs to it; returns once its data is there. */
export async function showInConsole(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `new Promise((resolve) => {
      history.pushState(null, '', '${address}')
      dispatchEvent(new PopStateEvent('popstate'))
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })`,
  )
  await page.locator('main:not(:has([aria-busy=true])) :is(h1, h2)').first().waitFor()
}

/** Chooses a cenote or tour by its name. */
export async function chooseProduct(page: Page, name: string, label = 'Cenote or tour'): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

/** The button of a day in the calendar, in the view of months. */
export async function calendarDay(page: Page, date: string): Promise<Locator> {
  // The last button leads to today.
  await page.locator('.view-switch > button').last().click()
  // The accessible name of the button depends on the language.
  const next = page.locator('.view-switch > button', { hasText: '›' })
  const today = localDateTime(new Date(), 'America/Cancun').date
  const months = Number(date.slice(5, 7)) - Number(today.slice(5, 7))
  for (let month = 0; month < (months + 12) % 12; month += 1) await next.click()
  const number = page.locator('.number', { hasText: new RegExp(`^${Number(date.slice(8))}$`) })
  return page.locator('.month-view button', { has: number })
}
