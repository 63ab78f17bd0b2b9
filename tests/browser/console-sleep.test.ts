import { afterAll, beforeAll, expect } from '@jest/globals'
import { TcpProxy } from '../../bench/chaos/tcp-proxy.ts'
import { TestBrowser, withBrowser } from '../testkit/browser.ts'
import { openConsole } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { keys, startTestProduct, type TestProduct } from '../testkit/product.ts'
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
