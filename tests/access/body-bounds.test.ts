import { beforeAll, describe, expect, it } from '@jest/globals'
import { freshAddress, keys, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { responseToHead } from '../testkit/unfinished.ts'
import { Wire } from '../testkit/wire.ts'

const plans = [
  ['Basic', 'sk_test_demo_basic', 5_000],
  ['Pro', 'sk_test_demo_pro', 10_000],
  ['Enterprise', keys.demo, 20_000],
  ['no key', null, 1_000],
] as const
const kibibyte = 1_024
const zeros = (count: number): string => `[${Array(count).fill('0').join()}]`
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

/** The response to a request that announces so many bytes and sends none. */
const respondUnread = (path: string, bytes: number, milliseconds?: number) =>
  responseToHead(
    product.url + path,
    { 'Content-Length': String(bytes), 'X-Forwarded-For': freshAddress() },
    milliseconds,
  )

describe('the JSON of a request', () => {
  it.each(plans)('has as many members and elements as the plan allows: %s', async (_plan, key, maximum) => {
    const caller = partner(product.url, key)
    // Two members around the variables, and the list itself.
    const operation = (count: number): string => `{"query":"{__typename}","variables":{"a":${zeros(count - 3)}}}`
    expect(await caller.post('/graphql', operation(maximum))).toHaveStatus(200)
    const { status, body } = await caller.post('/graphql', operation(maximum + 1))
    const [error] = body.errors
    expect([status, error.extensions.code]).toEqual([400, 'BAD_REQUEST'])
    expect(error.message).toBe(`The body must not have more than ${maximum} members and elements`)
    const rest = await caller.post('/pricing/validate-age-breakdown', `{"adult":${zeros(maximum)}}`)
    expect([rest.status, rest.body.code, rest.body.errors]).toEqual([
      400,
      'ERROR_VALIDACION',
      { messages: [`The body must not have more than ${maximum} members and elements.`], fields: {} },
    ])
  })

  it('nests at most 64 levels, also where nothing is declared', async () => {
    const caller = partner(product.url)
    const operation = (depth: number): string => `{"query":"{__typename}","variables":{"a":${nested(depth - 2)}}}`
    expect(await caller.post('/graphql', operation(64))).toHaveStatus(200)
    const deeper = await caller.post('/graphql', operation(65))
    expect([deeper.status, deeper.body.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST'])
    expect(deeper.body.errors[0].message).toBe('The body must not nest deeper than 64 levels')
    for (const [language, message] of [
      ['en', 'The body must not nest deeper than 64 levels.'],
      ['es', 'El cuerpo no debe anidar más de 64 niveles.'],
    ] as const) {
      const { status, body } = await caller.post('/api/partner/reservations', `{"x":${nested(64)}}`, {
        'Accept-Language': language,
      })
      expect([status, body.code, body.errors]).toEqual([400, 'ERROR_VALIDACION', { messages: [message], fields: {} }])
    }
  })

  it('is bounded in the variables of a GET too', async () => {
    const address = (variables: string): string => `/graphql?query={__typename}&variables=${variables}`
    const caller = partner(product.url, null)
    const ask = (variables: string) =>
      caller.send('GET', address(variables), undefined, { 'X-Apollo-Operation-Name': 'x' })
    expect(await ask(`{"a":${zeros(999)}}`)).toHaveStatus(200)
    for (const variables of [`{"a":${zeros(1_000)}}`, `{"a":${nested(64)}}`]) {
      const { status, body } = await ask(variables)
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
    }
  })

  it('is bounded in a message over WebSocket too', async () => {
    const wire = await Wire.connect(product.url, 'sk_test_demo_basic')
    wire.send(`{"id":"1","type":"subscribe","payload":{"query":"{__typename}","variables":{"a":${zeros(4_900)}}}}`)
    const [response] = await wire.received(1)
    expect(response).toMatchObject({ id: '1', type: 'next', payload: { data: { __typename: 'Query' } } })
    wire.send(`{"type":"ping","payload":{"a":${zeros(5_000)}}}`)
    await wire.ended()
    expect(wire.closed?.code).toBe(4400)
  })
})

describe('the body of a caller without a key', () => {
  it.each(['/graphql', '/pricing/validate-age-breakdown'])(
    'of more than 64 KiB is refused unread at %s',
    async (path) => {
      expect((await respondUnread(path, 64 * kibibyte + 1)).status).toBe(413)
      await expect(respondUnread(path, 64 * kibibyte, 3_000)).rejects.toThrow('aborted')
    },
  )

  it('is cut there when its length is not announced', async () => {
    const chunked = (bytes: number): RequestInit & { duplex: 'half' } => ({
      method: 'POST',
      duplex: 'half',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': freshAddress() },
      body: new Blob([`{"query":"{__typename}"${' '.repeat(bytes - 24)}}`]).stream(),
    })
    const small = await fetch(`${product.url}/graphql`, chunked(64 * kibibyte))
    expect([small.status, await small.json()]).toMatchObject([200, { data: { __typename: 'Query' } }])
    const large = await fetch(`${product.url}/graphql`, chunked(64 * kibibyte + 1))
    expect([large.status, await large.json()]).toMatchObject([
      413,
      { errors: [{ extensions: { code: 'PAYLOAD_TOO_LARGE', details: { limitBytes: 64 * kibibyte } } }] },
    ])
  })

  it('is larger with a key', async () => {
    const text = `{"query":"{__typename}"${' '.repeat(1_000_000)}}`
    expect(await partner(product.url).post('/graphql', text)).toHaveStatus(200)
  })
})

describe('variables that an operation does not declare', () => {
  it('are dropped, whatever they hold', async () => {
    const query = '{ __typename }'
    // A declared one is refused for such a text.
    const { status, body } = await partner(product.url).graphql(query, { a: ['\u0000', '\ud800'], b: { '\u0000': 1 } })
    expect([status, body.data]).toEqual([200, { __typename: 'Query' }])
    const declared = await partner(product.url).graphql('query ($a: String) { cenotes(search: $a) { totalCount } }', {
      a: '\u0000',
    })
    expect(declared).toHaveStatus(400)
  })
})
