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
      phoneNumber: 529981112233,
    }
    const text = bodyWithoutGuests(body)
    containsNone(text)
    expect(JSON.parse(text ?? '')).toMatchObject({
      cenoteId: body.cenoteId,
      visitDate: '2027-01-02',
      visitTime: '10:00',
      visitors: { adults: 2 },
      guest: '…',
      reason: 'GUEST_REQUEST',
      specialRequests: '…',
      phoneNumber: '…',
    })
  })

  it('hides texts in a document and in its variables', () => {
    const query = `mutation Book($input: In!) { a(input: $input) { id }
      b(input: { guest: { name: "Ana", dateOfBirth: "1980-01-02" }, phone: 5299811122, note: """peanut""", id: "CEN-7KQ2AB" }) { id } }`
    const text = operationWithoutGuests({ query, variables: { input: { guest } } })
    containsNone(text)
    expect(text).toContain('mutation Book')
    expect(text).toContain('"CEN-7KQ2AB"')
    expect(operationWithoutGuests({ query: 'Ana {' })).toBeNull()
  })

  it('hides what searches for a guest in an address', () => {
    const url =
      '/api/partner/reservations?guestEmail=ana@example.com&search=998&dateFrom=2027-01-02&expand=cenote,guest&perPage=20'
    const text = pathWithoutGuests(url)
    containsNone(text)
    expect(text).toBe(
      '/api/partner/reservations?guestEmail=…&search=…&dateFrom=2027-01-02&expand=cenote,guest&perPage=20',
    )
  })

  it('hides what is no name of a route, no slug and no id in a path', () => {
    expect(pathWithoutGuests('/api/partner/cenotes/gran-cenote')).toBe('/api/partner/cenotes/gran-cenote')
    expect(pathWithoutGuests('/api/partner/reservations/CEN-7KQ2AB/confirm')).toBe(
      '/api/partner/reservations/CEN-7KQ2AB/confirm',
    )
    const id = '84ae4fbe-b67e-8444-88f9-3d405c1730b4'
    expect(pathWithoutGuests(`/webhooks/${id}`)).toBe(`/webhooks/${id}`)
    for (const guest of ['ana@example.com', 'Ana%20N%C3%BA%C3%B1ez', '+529981234567', '5299812345', 'sk_test_secret'])
      expect(pathWithoutGuests(`/api/partner/reservations/${guest}`)).toBe('/api/partner/reservations/…')
  })

  it('is bounded for large and deep values', () => {
    const wide = withoutGuests(Array.from({ length: 100_000 }, (_, index) => index)) as unknown[]
    expect(wide.length).toBeLessThanOrEqual(500)
    expect(
      (bodyWithoutGuests({ list: Array.from({ length: 5_000 }, () => '2027-01-02') }) ?? '').length,
    ).toBeLessThanOrEqual(4_000)
  })
})
