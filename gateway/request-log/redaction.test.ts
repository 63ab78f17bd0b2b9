import { describe, expect, it } from '@jest/globals'
import { bodyWithoutGuests, operationWithoutGuests, pathWithoutGuests, withoutGuests } from './redaction.ts'

const secrets = ['Ana', 'Núñez', 'ana@example.com', '998', 'peanut', '1980', 'MX']
const containsNone = (text: string | null): void => {
  for (const secret of secrets) expect(text).not.toContain(secret)
}
const guest = {
  name: 'Ana Núñez',
  email: 'ana@example.com',
  phone: '+52 998 111',
  dateOfBirth: '1980-01-02',
  nationality: 'MX',
}

const names = new Set(
  'cenoteId visitDate visitTime visitors adults guest reason specialRequests phone input a b id note dateOfBirth guestEmail search dateFrom expand perPage fields cenote'.split(
    ' ',
  ),
)
const words = new Set(['api', 'partner', 'reservations', 'webhooks'])
const at = (pattern: string | undefined) => ({ pattern, words, names })

describe('the redaction of requests', () => {
  it('keeps ids, dates, numbers and enum values of a body, and hides every other text', () => {
    const body = {
      cenoteId: '84ae4fbe-b67e-8444-88f9-3d405c1730b4',
      visitDate: '2027-01-02',
      visitTime: '10:00',
      visitors: { adults: 2 },
      guest,
      reason: 'GUEST_REQUEST',
      specialRequests: 'no peanuts for Ana',
      'Ana Núñez': true,
      peanut: true,
      phone: 529981112233,
    }
    const text = bodyWithoutGuests(body, names)
    containsNone(text)
    expect(JSON.parse(text ?? '')).toMatchObject({
      cenoteId: body.cenoteId,
      visitDate: '2027-01-02',
      visitTime: '10:00',
      visitors: { adults: 2 },
      guest: '…',
      reason: 'GUEST_REQUEST',
      specialRequests: '…',
      phone: '…',
      '(unknown)': true,
      '(unknown) 2': true,
    })
  })

  it('hides headers of webhooks whatever their values look like', () => {
    const value = '84ae4fbe-b67e-8444-88f9-3d405c1730b4'
    expect(bodyWithoutGuests({ headers: { 'X-Token': value } }, new Set(['headers']))).toBe('{"headers":"…"}')
    const variables = { input: { headers: [{ name: 'X-Token', value }] } }
    expect(operationWithoutGuests({ query: '{ a }', variables }, names)).not.toContain(value)
  })

  it('hides variables of headers and guests under whatever names', () => {
    const value = '84ae4fbe-b67e-8444-88f9-3d405c1730b4'
    const query = `mutation ($a: [WebhookHeaderInput!]!, $b: String!, $note: String, $id: ID!) {
      one: a(input: { headers: $a }) { id }
      two: a(input: { headers: [{ name: "X-Token", value: $b }], guest: { note: $note }, id: $id }) { id } }`
    const variables = { a: [{ name: 'X-Token', value }], b: value, note: value, id: value }
    const text = operationWithoutGuests({ query, variables }, names)
    expect(JSON.parse(text?.split('\n\n').at(-1) ?? '')).toEqual({ a: '…', b: '…', note: '…', id: value })
  })

  it('hides texts in a document and in its variables', () => {
    const query = `mutation Book($input: In!) { a(input: $input) { id }
      b(input: { guest: { name: "Ana", dateOfBirth: "1980-01-02" }, phone: 5299811122, note: """peanut""", id: "CEN-7KQ2AB" }) { id } }`
    const text = operationWithoutGuests({ query, variables: { input: { guest } } }, names)
    containsNone(text)
    expect(text).toContain('mutation (unknown)($input: (unknown)!)')
    expect(text).toContain('"CEN-7KQ2AB"')
    expect(operationWithoutGuests({ query: 'Ana {' }, names)).toBeNull()
  })

  it('hides what searches for a guest in an address', () => {
    const url =
      '/api/partner/reservations?guestEmail=ana@example.com&search=998&dateFrom=2027-01-02&expand=cenote,guest&perPage=20'
    const text = pathWithoutGuests(url, at('/api/partner/reservations'))
    containsNone(text)
    expect(text).toBe(
      '/api/partner/reservations?guestEmail=…&search=…&dateFrom=2027-01-02&expand=cenote,guest&perPage=20',
    )
  })

  it('has ids, references and slugs of a path, and the words of its route', () => {
    const shown = (path: string, pattern: string): void => expect(pathWithoutGuests(path, at(pattern))).toBe(path)
    shown('/api/partner/cenotes/gran-cenote', '/api/partner/cenotes/:id')
    shown('/api/partner/reservations/CEN-7KQ2AB/confirm', '/api/partner/reservations/:id/confirm')
    shown('/webhooks/84ae4fbe-b67e-8444-88f9-3d405c1730b4', '/webhooks/:id')
    for (const guest of [
      'ana@example.com',
      'Ana%20N%C3%BA%C3%B1ez',
      '+529981234567',
      '5299812345',
      'sk_test_secret',
      'hunter2',
      'a8f5f167f44f4964e6c998dee827110c',
      '5299-8123',
    ])
      expect(pathWithoutGuests(`/api/partner/reservations/${guest}`, at('/api/partner/reservations/:id'))).toBe(
        '/api/partner/reservations/(unknown)',
      )
    expect(pathWithoutGuests('/documents/some-words', at('/documents/:token'))).toBe('/documents/(unknown)')
  })

  it('has of an unknown address only the words of routes, and of parameters only the documented names', () => {
    expect(pathWithoutGuests('/api/partner/hunter2/secret-words?sk_live_1=2&perPage=3', at(undefined))).toBe(
      '/api/partner/(unknown)/(unknown)?(unknown)=2&perPage=3',
    )
    expect(pathWithoutGuests('/graphql?fields=secret,words&fields=cenote,guest', at('/graphql'))).toBe(
      '/graphql?fields=…&fields=cenote,guest',
    )
  })

  it('has of an operation only the names of the contract', () => {
    const query = `query Hunter2($sk_live: ID!, $input: sk_type) @sk_directive { sk_alias: a(sk_argument: $sk_live, input: { sk_field: sk_enum }) { ...sk_fragment } sk_unknown }
      fragment sk_fragment on In { id }`
    const variables = { sk_live: '84ae4fbe-b67e-8444-88f9-3d405c1730b4', sk_other: 1, input: { sk_field: 2, id: 3 } }
    const text = operationWithoutGuests({ query, variables }, names)
    expect(text).not.toMatch(/sk_|Hunter/)
    expect(text).toContain('(unknown): a((unknown): $(unknown), input: {(unknown): (unknown)})')
    expect(JSON.parse(text?.split('\n\n').at(-1) ?? '')).toEqual({
      '(unknown)': variables.sk_live,
      '(unknown) 2': 1,
      input: { '(unknown)': 2, id: 3 },
    })
  })

  it('is bounded for large and deep values', () => {
    const wide = withoutGuests(
      Array.from({ length: 100_000 }, (_, index) => index),
      names,
    ) as unknown[]
    expect(wide.length).toBeLessThanOrEqual(500)
    expect(
      (bodyWithoutGuests({ list: Array.from({ length: 5_000 }, () => '2027-01-02') }, names) ?? '').length,
    ).toBeLessThanOrEqual(4_000)
  })
})
