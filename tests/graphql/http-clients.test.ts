import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  Subscriber,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const graphqlTypes = 'application/graphql-response+json; charset=utf-8'
const jsonType = 'application/json; charset=utf-8'
const query = '{ tours { totalCount } }'
const subscription =
  'subscription($after: String) { reservationEvents(after: $after) { type reservation { reservationId } } }'

const post = (body: Json, headers: Record<string, string>, address = '/graphql', signal?: AbortSignal) =>
  fetch(product.url + address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': keys.demo, ...headers },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })

describe.each(['urql', 'apollo'])('%s by HTTP with its own settings', (library) => {
  it('queries, changes, subscribes and stops, and nothing is left unhandled', async () => {
    const input = {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    }
    const script = path.join(process.cwd(), 'tests/testkit/http-client.mjs')
    const args = [script, library, `${product.url}/graphql`, keys.demo, JSON.stringify(input)]
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { timeout: 120_000 })
    expect(stderr).toBe('')
    const { reserved, received, moved } = JSON.parse(stdout) as Json
    expect(received).toMatchObject({ type: 'RESERVATION_CREATED', reservation: { reservationId: reserved } })
    expect(moved).toBe(true)
  })
})

describe('the form of a response', () => {
  it.each([
    ['application/json, text/event-stream;q=0', jsonType],
    ['application/graphql-response+json, application/graphql+json, application/json, text/event-stream', graphqlTypes],
    ['application/graphql-response+json; charset=utf-8, application/json; charset=utf-8', graphqlTypes],
    ['application/json;q=0.9, application/graphql-response+json;q=0.8', jsonType],
    ['multipart/mixed;deferSpec=20220824, application/json', jsonType],
    ['*/*', jsonType],
    ['text/event-stream, */*;q=0.1', 'text/event-stream; charset=utf-8'],
  ])('of a query with Accept: %s is what the caller prefers', async (accept, expected) => {
    const response = await post({ query }, { Accept: accept })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expected])
    expect(await response.text()).toContain('"totalCount"')
  })

  it('of a query that the caller accepts in no form is 406, before anything runs', async () => {
    // Not the end of the log: events of earlier tests may still be on their way to it.
    const reservations = async (): Promise<number> =>
      (await partner(product.url).get('/api/partner/reservations?perPage=1')).body.pagination.total
    const before = await reservations()
    const mutation = `mutation { createReservation(input: { cenoteId: "${demoId('cenote', 'gran-cenote')}", visitDate: "${nextSaturday()}", visitors: { adults: 1 }, guest: { name: "Ana", email: "a@example.com", phone: "1" } }) { id } }`
    for (const accept of ['text/html', 'application/json;q=0, application/graphql-response+json;q=0']) {
      const response = await post({ query: mutation }, { Accept: accept })
      const { errors } = (await response.json()) as Json
      expect([response.status, errors[0].extensions.code]).toEqual([406, 'NOT_ACCEPTABLE'])
      expect(errors[0].extensions.details.acceptable).toContain('application/json')
    }
    expect(await reservations()).toBe(before)
  })

  it('of a refusal is the caller’s too: its client reads the code', async () => {
    const response = await post({ query }, { Accept: 'application/graphql-response+json', 'X-API-Key': keys.revoked })
    expect([response.status, response.headers.get('content-type')]).toEqual([401, graphqlTypes])
  })

  it.each(['application/json', '*/*', 'text/event-stream;q=0, */*'])(
    'of a subscription with Accept: %s is a refusal, for no stream was named',
    async (accept) => {
      const response = await post({ query: subscription }, { Accept: accept })
      expect([response.status, ((await response.json()) as Json).errors[0].extensions.code]).toEqual([
        400,
        'BAD_REQUEST',
      ])
    },
  )

  it.each([
    ['text/event-stream, multipart/mixed', 'text/event-stream'],
    ['multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json', 'multipart/mixed'],
    ['application/json;q=0.5, text/*', 'text/event-stream'],
  ])('of a subscription with Accept: %s is a stream', async (accept, expected) => {
    const leave = new AbortController()
    const variables = { after: await logEnd(product.url) }
    const { id } = await reserve(product.url)
    const response = await post({ query: subscription, variables }, { Accept: accept }, '/graphql', leave.signal)
    expect(response.headers.get('content-type')).toContain(expected)
    let text = ''
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString()
      if (text.includes(id)) break
    }
    leave.abort()
  })

  it('of /graphql/stream is server-sent events, unless the caller refuses them', async () => {
    const anything = await post({ query }, { Accept: '*/*' }, '/graphql/stream')
    expect(anything.headers.get('content-type')).toContain('text/event-stream')
    const refused = await post({ query }, { Accept: 'application/json' }, '/graphql/stream')
    expect(refused.status).toBe(406)
  })

  it('of a QR code is a picture only where the caller prefers one', async () => {
    const { id } = await reserve(product.url)
    const typeFor = async (accept: string) =>
      (await partner(product.url).get(`/api/partner/reservations/${id}/qr`, { Accept: accept })).headers
        .get('content-type')
        ?.split(';')[0]
    expect(await typeFor('application/json, image/png;q=0')).toBe('application/json')
    expect(await typeFor('image/png;q=0.5, image/svg+xml')).toBe('image/svg+xml')
    expect(await typeFor('image/avif,image/webp,image/*;q=0.8,*/*;q=0.5')).toBe('image/png')
  })
})

describe('an event stream', () => {
  const accept = { Accept: 'text/event-stream' }
  const events = async (body: Json, address?: string): Promise<unknown> => {
    const response = await post(body, accept, address)
    const [next = '', complete] = (await response.text()).replace(/^:\n\n/, '').split('\n\n')
    const [name, data = ''] = next.split('\n')
    return [response.status, name, JSON.parse(data.replace('data: ', '')).errors[0].extensions.code, complete]
  }

  it.each([
    ['that does not parse', { query: 'subscription {' }, 'GRAPHQL_PARSE_FAILED'],
    ['that is not valid', { query: 'subscription { reservationEvents { nothing } }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['whose variables do not fit', { query: subscription, variables: { after: 1 } }, 'BAD_USER_INPUT'],
    ['that continues after an unknown cursor', { query: subscription, variables: { after: 'x' } }, 'INVALID_CURSOR'],
  ])('has the errors of an operation %s', async (_what, body, code) => {
    for (const address of ['/graphql', '/graphql/stream'])
      expect(await events(body, address)).toEqual([200, 'event: next', code, 'event: complete\ndata: '])
  })

  it('is refused by its status for a malformed request and an invalid key', async () => {
    expect((await post({ query: 1 }, accept)).status).toBe(400)
    expect((await post({ query: subscription }, { ...accept, 'X-API-Key': 'sk_test_unknown' })).status).toBe(401)
  })
})

describe('a refused subscription', () => {
  const aliased = 'subscription { mine: reservationEvents(after: "x") { id } }'

  it('names its field as the client does over every transport', async () => {
    const socket = new Subscriber(product.url, aliased)
    const [{ error }] = (await socket.received(1)) as [Json]
    await socket.close()
    const stream = await (await post({ query: aliased }, { Accept: 'text/event-stream' })).text()
    const multipart = await (await post({ query: aliased }, { Accept: 'multipart/mixed' })).text()
    const paths = [
      error[0].path,
      JSON.parse(/data: (.*)/.exec(stream)?.[1] ?? '').errors[0].path,
      JSON.parse(/"path":(\[[^\]]*\])/.exec(multipart)?.[1] ?? ''),
    ]
    expect(paths).toEqual([['mine'], ['mine'], ['mine']])
  })
})

describe('HEAD', () => {
  const head = (address: string, query: string, headers: Record<string, string> = {}) =>
    fetch(`${product.url}${address}?query=${encodeURIComponent(query)}`, { method: 'HEAD', headers })
  const key = { 'X-API-Key': keys.demo }

  it.each(['/graphql', '/graphql/stream'])('of %s has the status of GET', async (address) => {
    const statuses = await Promise.all([
      head(address, query, key),
      head(address, 'subscription { reservationEvents { id } }', { ...key, Accept: 'text/event-stream' }),
      // Any page could have a browser send it.
      head(address, query),
      head(address, 'mutation { cancelReservation(input: { id: "a", reason: WEATHER }) { id } }', key),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 400, 405])
  })
})
