import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { keys, partner, sharedTestProduct, type TestResponse, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

type SentHeaders = Record<string, string>

/**
 * A shared cache according to RFC 9111: stores public responses, for requests alike in every header that Vary names.
 */
class SharedCache {
  readonly #stored: { address: string; vary: string[]; sent: SentHeaders; response: TestResponse }[] = []
  hits = 0

  async get(address: string, sent: SentHeaders): Promise<TestResponse> {
    const same = (name: string, other: SentHeaders): boolean => (sent[name] ?? '') === (other[name] ?? '')
    const known = this.#stored.find(
      (one) => one.address === address && one.vary.every((name) => name !== '*' && same(name, one.sent)),
    )
    if (known) {
      this.hits += 1
      return known.response
    }
    const { 'x-api-key': apiKey, ...others } = sent
    const response = await partner(product.url, apiKey ?? null).get(address, others)
    const control = response.headers.get('cache-control') ?? ''
    if (/public|s-maxage|max-age=[1-9]/.test(control) && !/no-store|private/.test(control)) {
      const vary = (response.headers.get('vary') ?? '')
        .toLowerCase()
        .split(/\s*,\s*/)
        .filter(Boolean)
      this.#stored.push({ address, vary, sent, response: response })
    }
    return response
  }

  isStoredFor(apiKey: string): boolean {
    return this.#stored.some(({ sent }) => sent['x-api-key'] === apiKey)
  }
}

const graphql = (query: string): string => `/graphql?query=${encodeURIComponent(query)}`

describe('a shared cache in front of the product', () => {
  it('serves no response of another key, language, origin or media type', async () => {
    const { id } = await reserve(product.url)
    const cenoteId = demoId('cenote', 'gran-cenote')
    const addresses = [
      '/booking/tours',
      `/cenotes/${cenoteId}/services`,
      '/public/discount-rules/auto-apply',
      '/api/partner/cenotes?perPage=2',
      `/api/partner/cenotes/${cenoteId}`,
      '/api/partner/reservations',
      `/api/partner/reservations/${id}`,
      '/api/auth/verify',
      '/events?perPage=1',
      graphql('{ tours { nodes { name description } } }'),
      graphql('{ viewer { partner { name } } }'),
    ]
    const cache = new SharedCache()
    const kinds: SentHeaders[] = [
      {},
      { 'accept-language': 'es' },
      { 'x-api-key': keys.demo },
      { 'x-api-key': keys.demo, 'accept-language': 'es' },
      { 'x-api-key': keys.rival },
      { 'x-api-key': keys.live },
      { 'x-api-key': 'sk_test_wrong' },
      { authorization: `Bearer ${keys.demo}` },
      { authorization: `Bearer ${keys.rival}`, 'accept-encoding': 'br' },
      { 'accept-encoding': 'gzip' },
      { 'accept-encoding': 'identity' },
      { origin: 'https://one.example' },
      { origin: 'https://two.example' },
      { origin: 'https://evil.example' },
      { accept: 'application/graphql-response+json' },
    ]
    const callers = kinds.map((headers): SentHeaders => ({ 'apollo-require-preflight': 'true', ...headers }))
    const seen = ({ status, headers, body }: TestResponse): unknown => ({
      status,
      body: JSON.stringify(body).replace(/"(requestId|timestamp)":"[^"]*"/g, ''),
      language: headers.get('content-language'),
      origin: headers.get('access-control-allow-origin'),
      type: headers.get('content-type'),
      coding: headers.get('content-encoding'),
    })
    for (const address of addresses)
      for (const round of [1, 2])
        for (const sent of callers) {
          const { 'x-api-key': apiKey, ...others } = sent
          const direct = await partner(product.url, apiKey ?? null).get(address, others)
          expect({ address, sent, round, seen: seen(await cache.get(address, sent)) }).toEqual({
            address,
            sent,
            round,
            seen: seen(direct),
          })
        }
    // The cache has stored something, and no response to a key.
    expect(cache.hits).toBeGreaterThan(10)
    for (const key of [keys.demo, keys.rival, keys.live, 'sk_test_wrong']) expect(cache.isStoredFor(key)).toBe(false)
  })
})
