import { afterAll, beforeAll, expect } from '@jest/globals'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole, signIn } from '../testkit/console.ts'
import { issueTestKey, revokeTestKey } from '../testkit/issue.ts'
import { keys, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: SharedProduct
let browser: TestBrowser
beforeAll(async () => {
  product = await sharedTestProduct()
  browser = await TestBrowser.open(product.url)
})
afterAll(() => browser?.close())

withBrowser.describe('a session of the console', () => {
  withBrowser.it('is refused with the message of the API for a wrong key', async () => {
    const { page, close } = await browser.tab({ locale: 'en-US' })
    await page.goto('/console')
    await page.getByLabel('API key').fill(keys.revoked)
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('The API key is invalid.')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await close()
  })

  withBrowser.it('ends when its key is revoked, and loses no typed text', async () => {
    const made = await reserve(product.url)
    const { apiKey, id } = await issueTestKey(product)
    const { page, close } = await openConsole(browser, apiKey, `/reservations/${made.bookingReference}`)
    await page.getByRole('button', { name: 'Cancel reservation' }).click()
    await page.getByLabel('Note').fill('typed before the end')
    await revokeTestKey(product, 'sandbox', id)
    await page.getByText(/The key is no longer valid/).waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    expect(await page.getByRole('heading', { name: made.bookingReference }).count()).toBe(0)
    await signIn(page, keys.demo)
    expect(await page.getByLabel('Note').inputValue()).toBe('typed before the end')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }).click()
    await page.getByRole('heading', { name: /Cancelled/ }).waitFor()
    await close()
  })

  withBrowser.it('belongs to its tab: another tab signs in for itself, and environments do not mix', async () => {
    const sandbox = await openConsole(browser)
    const live = await sandbox.page.context().newPage()
    await live.goto('/console')
    await live.getByLabel('API key').waitFor()
    await signIn(live, keys.live)
    expect(await live.getByTestId('environment').textContent()).toContain('Live')
    expect(await sandbox.page.getByTestId('environment').textContent()).toContain('Sandbox')
    const ground = 'getComputedStyle(document.querySelector(".environment")).backgroundColor'
    expect(await live.evaluate(ground)).not.toBe(await sandbox.page.evaluate(ground))
    const made = await reserve(product.url)
    await sandbox.page.getByText(made.bookingReference).waitFor()
    const other = await reserve(product.url, { apiKey: keys.live })
    await live.getByText(other.bookingReference).waitFor()
    expect(await live.getByText(made.bookingReference).count()).toBe(0)
    expect(await sandbox.page.getByText(other.bookingReference).count()).toBe(0)
    await sandbox.close()
  })

  withBrowser.it('survives a reload, and its key is in no address and no storage that other tabs share', async () => {
    const { page, faults, close } = await openConsole(browser)
    const addresses: string[] = []
    page.on('request', (request) => void addresses.push(request.url()))
    page.on('websocket', (socket) => void addresses.push(socket.url()))
    await page.reload()
    await page.getByText('Receiving events').waitFor()
    expect(addresses.length).toBeGreaterThan(3)
    expect(addresses.filter((address) => address.includes('sk_test'))).toEqual([])
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain('sk_test')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('shows a lost connection and misses no event when it is healed', async () => {
    const tab = await openConsole(browser)
    const { page } = tab
    await page.getByRole('table').waitFor()
    await page.context().setOffline(true)
    await page.evaluate('0')
    const lost = page.getByText(/The connection is lost/)
    await lost.waitFor()
    const made = await reserve(product.url)
    await partner(product.url).post(`/api/partner/reservations/${made.id}/confirm`, {})
    await page.context().setOffline(false)
    await page.getByRole('row').filter({ hasText: made.bookingReference }).getByText('Confirmed').waitFor()
    await lost.waitFor({ state: 'detached' })
    await tab.close()
  })

  withBrowser.it('says that a page could not be loaded, and loads it once there is a connection', async () => {
    const { page, close } = await openConsole(browser, keys.demo, '/today')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByText('The page could not be loaded.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByLabel('Rows by').waitFor()
    await close()
  })
})
