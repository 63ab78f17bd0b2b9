import { describe, expect, it } from '@jest/globals'
import { fullBody, sandbox, useTestFacade } from './test-facade.ts'

const facade = useTestFacade()
const { get, post } = facade

describe('validation', () => {
  it('names every offending field in Format 2', async () => {
    const answer = await post('/api/partner/reservations', {
      cenoteId: 'no-uuid',
      visitDate: '2026-02-30',
      visitTime: '25:00',
      visitors: { adults: '2', children: -1 },
      guest: { email: 'nobody', phone: '+52 984 123 4567', nationality: 'XX' },
      specialRequests: 'x'.repeat(2_001),
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      success: false,
      message: 'error.validation',
      error: 'Bad Request',
      statusCode: 400,
      code: 'ERROR_VALIDACION',
      path: '/api/partner/reservations',
      _sandbox: true,
    })
    expect(Object.keys(answer.json().errors.fields).sort()).toEqual(
      [
        'cenoteId',
        'guest.email',
        'guest.name',
        'guest.nationality',
        'specialRequests',
        'visitDate',
        'visitTime',
        'visitors.adults',
        'visitors.children',
      ].sort(),
    )
    expect(facade.gateway.asked.map(({ operationName }) => operationName)).toEqual(['IdentifyCaller'])
  })

  it.each([
    [{ adults: 0, children: 0 }, 'visitors'],
    [{ adults: 30, children: 21 }, 'visitors'],
    [{ adults: 51 }, 'visitors.adults'],
    [{ adults: 1.5 }, 'visitors.adults'],
    [{ children: 1 }, 'visitors.adults'],
  ])('refuses the party %j', async (visitors, field) => {
    const answer = await post('/api/partner/reservations', { ...fullBody, visitors })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.fields).toHaveProperty([field])
  })

  it('speaks the language asked for', async () => {
    const answer = await post('/api/partner/reservations', {}, { ...sandbox, 'accept-language': 'es-MX' })
    expect(answer.headers['content-language']).toBe('es-MX')
    expect(answer.json().errors.fields.cenoteId).toEqual(['es obligatorio'])
  })

  it('answers malformed JSON without fields', async () => {
    const answer = await post('/api/partner/reservations', '{"a":')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'ERROR_VALIDACION', errors: { fields: {} }, _sandbox: true })
  })

  it.each([
    'page=0',
    'page=x',
    'page=',
    'perPage=101',
    'perPage=1.5',
    'sortBy=colour',
    'near=91,0',
    'near=here',
    'isActive=yes',
    'rating.min=6',
    'sortBy=location.distance',
    'page=1&page=2',
    'createdAfter=2026-02-30',
  ])('refuses the list query %s', async (query) => {
    const answer = await get(`/api/partner/cenotes?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors.fields)).toHaveLength(1)
  })

  it('refuses a NUL, which no database text can hold', async () => {
    const mistake = 'must not contain a NUL or half of a surrogate pair'
    expect((await get('/api/partner/cenotes?search=a%00')).json().errors.fields).toEqual({ search: [mistake] })
    const guest = { ...fullBody.guest, name: 'A\0' }
    expect((await post('/api/partner/reservations', { ...fullBody, guest })).json().errors.fields).toEqual({
      'guest.name': [mistake],
    })
  })

  it('reads numbers and booleans of an address', async () => {
    await get(
      '/api/partner/cenotes?page=3&perPage=10&isActive=false&priceRange.min=19.99&near=20.2,-87.4&sortBy=location.distance&sortDirection=asc',
    )
    expect(facade.gateway.asked[0]?.variables).toMatchObject({
      first: 10,
      offset: 20,
      filter: { isActive: false, minAdultCents: 1_999 },
      sort: { field: 'DISTANCE', direction: 'ASC', near: { latitude: 20.2, longitude: -87.4 } },
    })
  })
})
