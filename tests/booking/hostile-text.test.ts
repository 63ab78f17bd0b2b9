import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { mailTo } from '../testkit/mail-folder.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'

const reservations = '/api/partner/reservations'
const markup = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'&'
let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

const create = (guest: object, more: object = {}): Promise<TestResponse> =>
  rest.post(reservations, {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567', ...guest },
    ...more,
  })

describe('a hostile name in a mail', () => {
  it.each([
    ['lines', 'Ana\r\n\r\nYour card was refused: pay at evil.example\r\nBcc: victim@example.com', /\n(Bcc|Your card)/],
    ['other separators of lines', 'Ana\u2028Pay again\u2029now\u0085here\u000bthere', /[\u2028\u2029\u0085\v]/],
    ['a change of direction', 'Ana \u202egnp.exe\u2066 x\u200f', /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/],
    ['markup', markup, /^<(script|img)/m],
  ])('with %s stays one line of plain text, and text in HTML', async (_what, name, forbidden) => {
    const email = `guest-${Math.random().toString(36).slice(2)}@example.com`
    const { body, status } = await create({ name, email })
    expect(status).toBe(201)
    await rest.post(`${reservations}/${body.data.id}/confirm`, { confirmationEmail: true })
    const { head, text = '', html = '' } = await mailTo(product.dataFolder, email)
    expect(head).not.toMatch(/^(Bcc|Cc|X-)/im)
    expect(text.replaceAll('\r\n', '\n')).not.toMatch(forbidden)
    expect(text.split(/\r?\n/).filter((line) => line.startsWith('Hello '))).toHaveLength(1)
    expect(html).not.toMatch(forbidden)
    expect(html).not.toMatch(/<script|<img src=x|javascript:/i)
    expect(html.match(/Hello /g)).toHaveLength(1)
  })

  it('that is very long is refused', async () => {
    const { status, body } = await create({ name: 'A'.repeat(100_000) })
    expect([status, Object.keys(body.errors.fields)]).toEqual([400, ['guest.name']])
  })

  it.each([
    'a@x.example\r\nBcc: victim@example.com',
    'a@x.example, victim@example.com',
    'a,victim@x.example',
    'a>,<victim@x.example',
    'a;victim@x.example',
    '<a@x.example>',
    'Ana <a@x.example>',
    `${'a'.repeat(300)}@x.example`,
  ])('does not reach several people by one address: %j', async (email) => {
    const { status, body } = await create({ email })
    expect([status, Object.keys(body.errors?.fields ?? {})]).toEqual([400, ['guest.email']])
    const { body: response } = await rest.graphql(
      'mutation($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
      {
        input: {
          cenoteId: demoId('cenote', 'gran-cenote'),
          visitDate: nextSaturday(),
          visitors: { adults: 1, children: 0 },
          guest: { name: 'Ana', email, phone: '+52 998 123 4567' },
        },
      },
    )
    expect(['BAD_USER_INPUT', 'ERROR_VALIDACION']).toContain(response.errors?.[0].extensions.code)
  })
})

const createOverGraphql = async (guest: object, metadata: object = {}): Promise<Json> => {
  const { body } = await rest.graphql(
    'mutation($input: CreateReservationInput!) { createReservation(input: $input) { metadata { userAgent } } }',
    {
      input: {
        cenoteId: demoId('cenote', 'gran-cenote'),
        visitDate: nextSaturday(),
        visitors: { adults: 1, children: 0 },
        guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567', ...guest },
        metadata,
      },
    },
  )
  return body
}

describe('a user agent that is cut', () => {
  it('ends with a whole character', async () => {
    const { data } = await createOverGraphql({}, { userAgent: `${'a'.repeat(499)}👍` })
    expect(data.createReservation.metadata.userAgent).toBe('a'.repeat(499))
  })
})

describe('a number in an object of the guest', () => {
  it.each(['1e400', '1e20', '9007199254740993'])(
    'that cannot be stored as sent is refused by name: %s',
    async (number) => {
      const sent = JSON.stringify({
        cenoteId: demoId('cenote', 'gran-cenote'),
        visitDate: nextSaturday(),
        visitors: { adults: 1, children: 0 },
        guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567', preferences: { seats: ['number'] } },
      }).replace('"number"', number)
      const response = await fetch(`${product.url}${reservations}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keys.demo },
        body: sent,
      })
      const { errors } = (await response.json()) as Json
      expect([response.status, Object.keys(errors.fields)]).toEqual([400, ['guest.preferences.seats.0']])
    },
  )

  it('is refused by name over GraphQL, also as a variable within a literal', async () => {
    const { errors } = await createOverGraphql({ preferences: { seats: [1e20] } })
    expect(errors[0].message).toContain('at "input.guest.preferences"; the number at "seats.0" must be from')
    const { body } = await rest.graphql(
      `mutation($seat: Float) { createReservation(input: {
        cenoteId: "${demoId('cenote', 'gran-cenote')}", visitDate: "${nextSaturday()}", visitors: { adults: 1 }
        guest: { name: "Ana", email: "ana@example.com", phone: "+52 998 123 4567", preferences: { seat: $seat } }
      }) { id } }`,
      { seat: 1e20 },
    )
    expect(Object.keys(body.errors[0].extensions.details.fields)).toEqual(['guest.preferences.seat'])
  })
})

describe('a script', () => {
  const expectInert = ({ headers, body }: TestResponse, what: string): void => {
    expect([what, headers.get('content-type')]).toEqual([what, expect.stringMatching(/json/)])
    expect([what, headers.get('x-content-type-options')]).toEqual([what, 'nosniff'])
    expect([what, headers.get('content-security-policy')]).toEqual([what, expect.stringMatching(/default-src 'none'/)])
    expect(Buffer.isBuffer(body)).toBe(false)
  }

  it('in names and notes is data that no response lets a browser run', async () => {
    const created = await create({ name: markup }, { specialRequests: markup })
    expect(created).toHaveStatus(201)
    expectInert(created, 'created')
    const read = await rest.get(`${reservations}/${created.body.data.id}`)
    expectInert(read, 'read')
    expect([read.body.data.guest.name, read.body.data.specialRequests]).toEqual([markup, markup])
    expectInert(await rest.get(`${reservations}?search=${encodeURIComponent(markup)}`), 'search')
    expectInert(await rest.get(`${reservations}/${encodeURIComponent(markup)}`), 'unknown id')
    expectInert(await rest.get(`/${encodeURIComponent(markup)}`), 'unknown path')
    expectInert(await rest.graphql(`{ a: tours { ${JSON.stringify(markup)} } }`), 'GraphQL error')
  })

  it.each(['/docs', '/graphiql'])('in the address of %s does not get into the page', async (address) => {
    const plain = await rest.get(address)
    const query = `?query=${encodeURIComponent(markup)}&url=${encodeURIComponent('https://evil.example/x.json')}`
    const hostile = await rest.get(address + query)
    expect([hostile.status, hostile.body.toString()]).toEqual([200, plain.body.toString()])
    const policy = hostile.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self';/)
    expect(policy).not.toMatch(/evil|script-src[^;]*unsafe/)
    expect(hostile.headers.get('x-content-type-options')).toBe('nosniff')
  })
})
