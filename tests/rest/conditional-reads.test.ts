import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
let product: SharedProduct
let rest: ReturnType<typeof partner>
/** Without a key, which has few requests a minute: used only where that is the point. */
let anybody: ReturnType<typeof partner>

beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
  anybody = partner(product.url, null)
})

describe('a conditional read', () => {
  const list = '/api/partner/cenotes?perPage=2'

  it.each([
    ['the tag', (tag: string) => tag],
    ['the tag as a strong one', (tag: string) => tag.replace('W/', '')],
    ['a list with the tag', (tag: string) => `"other", ${tag}, W/"third"`],
    ['*', () => '*'],
  ])('with %s is 304 without a body', async (_, ifNoneMatch) => {
    for (const path of [
      list,
      `/api/partner/cenotes/${cenoteId}`,
      '/api/partner/cenotes/search/nearby?latitude=20.2&longitude=-87.4',
      '/booking/tours',
      '/api/locations/states',
    ]) {
      const { headers } = await rest.get(path)
      const tag = headers.get('etag') ?? ''
      expect(tag).toMatch(/^W\/"/)
      const again = await rest.get(path, { 'If-None-Match': ifNoneMatch(tag) })
      expect(again).toHaveStatus(304)
      expect(again.body).toHaveLength(0)
      expect(again.headers.get('etag')).toBe(tag)
      expect(again.headers.get('vary')).toMatch(/Accept-Language, X-API-Key/)
      expect(again.headers.get('cache-control')).toBe(headers.get('cache-control'))
    }
  })

  it('with another tag, or in another language, gets a full response', async () => {
    const { headers } = await rest.get(list)
    const tag = headers.get('etag') ?? ''
    expect(await rest.get(list, { 'If-None-Match': '"other"' })).toHaveStatus(200)
    expect(await rest.get(list, { 'If-None-Match': tag, 'Accept-Language': 'es' })).toHaveStatus(200)
    expect(await rest.get('/api/partner/cenotes?perPage=3', { 'If-None-Match': tag })).toHaveStatus(200)
  })

  it('is stored by shared caches where no key is needed nor given, and by the caller alone otherwise', async () => {
    const cacheControl = async (client: typeof rest, path: string): Promise<string | null> =>
      (await client.get(path)).headers.get('cache-control')
    for (const path of [
      '/booking/tours',
      '/api/locations/states',
      `/cenotes/${cenoteId}/services`,
      '/age-configurations',
      `/age-configurations/cenote/${cenoteId}`,
      `/age-configurations/tour/${demoId('tour', 'dos-ojos-diving')}`,
      '/api/currencies',
      '/public/discount-rules/auto-apply',
      `/pricing/summary/cenote/${cenoteId}?people=2`,
    ]) {
      expect(await cacheControl(anybody, path)).toMatch(/^public, max-age=60/)
      expect(await cacheControl(rest, path)).toBe('private, no-cache')
    }
    expect(await cacheControl(rest, list)).toBe('private, no-cache')
    expect((await rest.get('/booking/tours/nothing')).headers.get('cache-control')).toBeNull()
  })

  it('works on GraphQL by GET', async () => {
    const get = (client: typeof rest, query: string, headers: Record<string, string> = {}) =>
      client.get(`/graphql?query=${encodeURIComponent(query)}`, { 'apollo-require-preflight': 'true', ...headers })
    const query = '{ tours { totalCount nodes { id name } } }'
    const first = await get(anybody, query)
    expect(first).toHaveStatus(200)
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=60/)
    expect(first.headers.get('vary')).toMatch(/Accept-Language, X-API-Key/)
    const tag = first.headers.get('etag') ?? ''
    const again = await get(anybody, query, { 'If-None-Match': tag })
    expect([again.status, again.body.length, again.headers.get('etag')]).toEqual([304, 0, tag])
    const spanish = await get(anybody, query, { 'If-None-Match': tag, 'Accept-Language': 'es' })
    expect([spanish.status, spanish.headers.get('content-language')]).toEqual([200, 'es'])
    expect((await get(rest, query)).headers.get('cache-control')).toBe('private, no-cache')
    const limited = await get(anybody, '{ couponValidation(code: "CENOTE10") { isValid } }')
    expect([limited.status, limited.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    const refused = await get(anybody, '{ tour(id: "nothing") { id } }')
    expect(refused.headers.get('cache-control') ?? '').not.toMatch(/public/)
  })
})
