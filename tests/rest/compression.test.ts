import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { issueTestKey, newPartner } from '../testkit/issue.ts'
import { freshAddress, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { rawRequest, type RawResponse } from '../testkit/raw-request.ts'
import { logEnd, reserveMany } from '../testkit/reserve.ts'
import { Stream } from '../testkit/stream.ts'

let product: SharedProduct
/** A key of a partner that no other test uses. */
let apiKey: string
beforeAll(async () => {
  product = await sharedTestProduct()
  apiKey = (await newPartner(product)).apiKey
})

const cenoteId = demoId('cenote', 'gran-cenote')
type Headers = Record<string, string>
const send = (path: string, accepted: string | undefined, more: Headers = {}, method = 'GET', body?: string) =>
  rawRequest(product.url + path, {
    method,
    headers: {
      'x-api-key': apiKey,
      'x-forwarded-for': freshAddress(),
      ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body === undefined ? {} : { body }),
  })
const post = (path: string, body: object, accepted?: string): Promise<RawResponse> =>
  send(path, accepted, {}, 'POST', JSON.stringify(body))
const vary = ({ headers }: RawResponse): string => String(headers['vary'])

const list = '{ cenotes(first: 10) { nodes { id name description location { municipality state } } } }'
const byGet = `/graphql?query=${encodeURIComponent(list)}`

/** Responses that are in memory the second time, and such that never are. */
const reads: readonly [what: string, read: (accepted?: string) => Promise<RawResponse>][] = [
  ['a list of REST', (accepted) => send('/api/partner/cenotes', accepted)],
  ['a cenote of REST', (accepted) => send(`/api/partner/cenotes/${cenoteId}`, accepted)],
  ['reservations, which are not cached', (accepted) => send('/api/partner/reservations?perPage=20', accepted)],
  ['GraphQL', (accepted) => post('/graphql', { query: list }, accepted)],
  ['GraphQL by GET', (accepted) => send(byGet, accepted)],
  [
    'GraphQL that is not cached',
    (accepted) =>
      post(
        '/graphql',
        {
          query:
            '{ reservations(first: 20) { nodes { id bookingReference status visitDate createdAt guest { name } } } }',
        },
        accepted,
      ),
  ],
  ['a file', (accepted) => send('/api/partner/reservations.csv', accepted)],
  ['the OpenAPI document', (accepted) => send('/openapi.json', accepted)],
  ['the schema', (accepted) => send('/schema.graphql', accepted)],
  ['a page', (accepted) => send('/docs/partner-api/conventions', accepted, { accept: 'text/html' })],
  ['a page made for a request', (accepted) => send('/', accepted, { accept: 'text/html' })],
  ['a page that says there is none', (accepted) => send('/nothing', accepted, { accept: 'text/html' })],
]

describe('a response', () => {
  beforeAll(() => reserveMany(product.url, 20, apiKey))

  it.each(reads)('of %s is compressed as its client accepts, each time', async (_what, read) => {
    const plain = await read()
    expect([plain.headers['content-encoding'], plain.bytes.length > 1_024]).toEqual([undefined, true])
    expect(vary(plain)).toMatch(/Accept-Encoding/)
    for (const coding of ['br', 'gzip', 'br', 'gzip']) {
      const response = await read(coding)
      expect(response.headers['content-encoding']).toBe(coding)
      expect(response.bytes.length).toBeLessThan(plain.bytes.length)
      expect(withoutChange(response.text)).toBe(withoutChange(plain.text))
      expect(vary(response)).toBe(vary(plain))
      expect(response.headers['etag']).toBe(plain.headers['etag'])
    }
    expect((await read('gzip;q=0.5, br;q=0.4')).headers['content-encoding']).toBe('gzip')
    expect((await read('identity, br;q=0.5')).headers['content-encoding']).toBeUndefined()
  })

  it('is the same for callers with other limits, from memory', async () => {
    const keys = await Promise.all(
      (['enterprise', 'basic', 'pro'] as const).map((plan) => issueTestKey(product, { plan })),
    )
    for (let round = 0; round < 2; round += 1)
      for (const key of keys)
        for (const coding of ['br', 'gzip']) {
          const headers = { 'x-api-key': key.apiKey }
          const body = JSON.stringify({ query: list })
          const plain = await send('/graphql', undefined, headers, 'POST', body)
          const compressed = await send('/graphql', coding, headers, 'POST', body)
          expect([compressed.headers['content-encoding'], compressed.text]).toEqual([coding, plain.text])
        }
  })

  it('is 304 in every coding for the tag of any', async () => {
    const codings = [undefined, 'gzip', 'br']
    for (const path of ['/api/partner/cenotes', `/api/partner/cenotes/${cenoteId}`, byGet]) {
      const tags = await Promise.all(codings.map(async (coding) => (await send(path, coding)).headers['etag']))
      expect([new Set(tags).size, tags[0]]).toEqual([1, expect.stringMatching(/^W\/"/)])
      for (const coding of codings) {
        const again = await send(path, coding, { 'if-none-match': String(tags[0]) })
        expect([again.status, again.bytes.length, again.headers['content-encoding']]).toEqual([304, 0, undefined])
        expect(vary(again)).toMatch(/Accept-Language, X-API-Key, Authorization, Origin, Accept-Encoding/)
      }
    }
  })

  it('to HEAD names the coding and type of a response to GET', async () => {
    for (const coding of [undefined, 'gzip', 'br'])
      for (const path of ['/api/partner/cenotes', '/api/system/health', '/openapi.json']) {
        const [head, whole] = [await send(path, coding, {}, 'HEAD'), await send(path, coding)]
        expect([head.status, head.bytes.length]).toEqual([200, 0])
        for (const name of ['content-encoding', 'content-type', 'vary', 'etag'])
          expect([path, name, head.headers[name]]).toEqual([path, name, whole.headers[name]])
        expect([whole.headers['content-length'], undefined]).toContain(head.headers['content-length'])
      }
  })

  it('that is short, or an error, is compressed only when it must be', async () => {
    for (const path of ['/api/auth/verify', '/api/partner/reservations/nothing', '/healthz']) {
      const { headers, bytes } = await send(path, 'br, gzip')
      expect([path, bytes.length < 1_024, headers['content-encoding']]).toEqual([path, true, undefined])
      expect((await send(path, 'br, identity;q=0')).headers['content-encoding']).toBe('br')
    }
  })

  it('of a reservation names the headers that it varies by, with the origin', async () => {
    const rest = await send('/api/partner/reservations', 'gzip', { origin: 'https://one.example' })
    expect(vary(rest).split(', ').sort()).toEqual([
      ...['Accept-Encoding', 'Accept-Language', 'Authorization', 'Origin', 'X-API-Key'],
    ])
    const graphql = await post('/graphql', { query: '{ viewer { environment } }' })
    expect(vary(graphql).split(', ').sort()).toEqual([
      ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Authorization', 'Origin', 'X-API-Key'],
    ])
  })

  it('that is a picture or a document is sent as it is', async () => {
    const { body } = await partner(product.url, apiKey).get('/api/partner/reservations?perPage=1')
    const qr = await send(`/api/partner/reservations/${body.data[0].id}/qr`, 'br, gzip', { accept: 'image/png' })
    expect([qr.status, qr.headers['content-type'], qr.headers['content-encoding']]).toEqual([
      200,
      'image/png',
      undefined,
    ])
  })
})

describe('a stream of events', () => {
  it('is never compressed', async () => {
    const stream = await Stream.open(product.url, {
      query: 'subscription ($after: String) { reservationEvents(after: $after) { type } }',
      apiKey,
      variables: { after: await logEnd(product.url, apiKey) },
      headers: { 'accept-encoding': 'br, gzip, identity;q=0' },
    })
    await reserveMany(product.url, 1, apiKey)
    await stream.received(1)
    expect([stream.status, stream.response.headers['content-encoding']]).toEqual([200, undefined])
    stream.response.destroy()
    const single = await send(
      '/graphql',
      'br',
      { accept: 'text/event-stream' },
      'POST',
      JSON.stringify({ query: list }),
    )
    expect([single.headers['content-encoding'], single.text.includes('"location":')]).toEqual([undefined, true])
  })
})

/** Without what a second request sees differently. */
const withoutChange = (text: string): string =>
  text.replace(/"(requestId|timestamp)":"[^"]*"/g, '').replace(/nonce="[^"]*"/g, '')
