import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from '@jest/globals'
import { TestBrowser, withBrowser } from '../testkit/browser.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { sharedTestProduct, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let browser: TestBrowser
let html = ''
const servers: Server[] = []

/** Serves the page of the quickstart at an origin of its own, which it returns. */
async function servePage(): Promise<string> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  product = await sharedTestProduct()
  browser = await TestBrowser.open(product.url)
})
afterAll(async () => {
  await browser?.close()
  for (const server of servers) server.close()
})

withBrowser.it(
  'a page without a server lists cenotes and prices with a publishable key, and does no more',
  async () => {
    const [shop, other] = [await servePage(), await servePage()]
    const { apiKey } = await issueTestKey(product, { origins: [shop] })
    const [, sample = ''] =
      /^```html\n([\s\S]*?)^```/m.exec(await readFile('docs/quickstarts/frontend.md', 'utf8')) ?? []
    html = sample.replace('web_test_...', apiKey).replace('http://127.0.0.1:4000', product.url)
    const { page, close } = await browser.tab()
    await eventually(async () => {
      await page.goto(shop)
      return page
        .getByRole('listitem')
        .first()
        .waitFor({ timeout: 1_000 })
        .then(
          () => true,
          () => false,
        )
    }, true)
    expect(await page.getByRole('listitem').count()).toBe(20)
    expect(await page.getByRole('listitem').first().innerText()).toMatch(/^.+, .+: \$\d+\.\d\d MXN$/)

    const statusOf = ([path, body]: readonly [path: string, query?: string]): Promise<number | string> =>
      page.evaluate(
        ([address, key, query]) =>
          fetch(address, {
            headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
            ...(query === '' ? {} : { method: 'POST', body: JSON.stringify({ query }) }),
          }).then(
            ({ status }) => status,
            (error: unknown) => String(error),
          ),
        [`${product.url}${path}`, apiKey, body ?? ''] as const,
      )
    expect(await statusOf(['/booking/tours'])).toBe(200)
    for (const beyond of [
      ['/api/partner/reservations'],
      ['/events'],
      ['/api/auth/verify'],
      ['/graphql', '{ viewer { plan } }'],
      ['/graphql', 'mutation { createApiKey(input: { scopes: ["catalog:read"] }) { apiKey } }'],
    ] as const)
      expect([beyond, await statusOf(beyond)]).toEqual([beyond, 403])
    const closed = await page.evaluate(
      ([address, key]) =>
        new Promise<number>((resolve) => {
          const socket = new WebSocket(address, 'graphql-transport-ws')
          socket.onopen = () => socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey: key } }))
          socket.onclose = ({ code }) => resolve(code)
        }),
      [`${product.url.replace('http', 'ws')}/graphql`, apiKey] as const,
    )
    expect(closed).toBe(4403)

    await page.goto(other)
    expect(await statusOf(['/booking/tours'])).toMatch(/Failed to fetch/)
    expect(await page.getByRole('listitem').count()).toBe(0)
    await close()
  },
)
