import { beforeAll, describe, expect, it } from '@jest/globals'
import {
  freshAddress,
  sharedTestProduct,
  startedDatabases,
  startTestProduct,
  type SharedProduct,
} from '../testkit/product.ts'

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('pages', () => {
  let product: SharedProduct
  beforeAll(async () => {
    product = await sharedTestProduct()
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(product.url + path, { headers: { 'X-Forwarded-For': freshAddress(), ...headers } })

  it.each(['/', '/nothing'])('are HTML for browsers and JSON for API clients at %s', async (path) => {
    const page = await get(path, browser)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const accept of ['*/*', 'application/json']) {
      const response = await get(path, { accept })
      expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ success: false })])
    }
  })

  it('do not count against the limits of the API', async () => {
    for (const path of ['/', '/nothing', '/favicon.svg', '/robots.txt']) {
      const { headers } = await get(path, browser)
      expect([path, headers.get('x-ratelimit-remaining')]).toEqual([path, null])
    }
  })

  it('run no inline code and load nothing from elsewhere', async () => {
    const page = await get('/', browser)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).not.toContain('unsafe')
    const html = await page.text()
    expect(html).not.toMatch(/<style|<script(?! type="module" src="\/)| style=| on\w+=/)
    for (const [, address = ''] of html.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g))
      expect([address, (await get(address)).status]).toEqual([address, 200])
  })

  it('ask search engines to leave the API and the pages of guests alone', async () => {
    const robots = await (await get('/robots.txt')).text()
    for (const path of ['/api/', '/checkout/', '/visits/', '/reviews/']) expect(robots).toContain(`Disallow: ${path}\n`)
  })

  it('offer the schema as a file', async () => {
    const response = await get('/schema.graphql')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const schema = await response.text()
    expect(schema).toContain('type Reservation')
    expect(schema).not.toContain('subgraphReady')
  })

  describe('in production', () => {
    const settings = {
      NODE_ENV: 'production',
      DEMO_DATA: 'false',
      SIGNING_SECRET: 'Qz8-a secret of one test in production-4yLmW0',
      PUBLIC_URL: 'https://api.example.com',
    }

    it('offer neither the schema nor a key', async () => {
      const other = await startTestProduct(settings, await startedDatabases(false))
      expect((await fetch(`${other.url}/schema.graphql`)).status).toBe(404)
      const html = await (await fetch(other.url, { headers: browser })).text()
      expect(html).toContain('YOUR_API_KEY')
      expect(html).not.toContain('sk_test_')
      await other.close()
    })

    it('offer the schema where the operator allows it', async () => {
      const other = await startTestProduct(
        { ...settings, GRAPHQL_SCHEMA_DOWNLOAD: 'true' },
        await startedDatabases(false),
      )
      expect((await fetch(`${other.url}/schema.graphql`)).status).toBe(200)
      await other.close()
    })
  })
})
