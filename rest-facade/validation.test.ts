import { describe, expect, it } from '@jest/globals'
import type { TSchema } from 'typebox'
import type { Language } from '../platform/i18n.ts'
import { CancelBody, CheckInBody, CreateBody, FlatCreateBody } from './reservation/request-schema.ts'
import { fullBody, sandbox, useTestFacade } from './test-facade.ts'
import { compileValidator } from './validation.ts'

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
    expect(facade.gateway.authorized).toEqual(['CreateReservation'])
    expect(facade.gateway.asked).toEqual([])
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

/** What is said of each field of a body that its schema refuses. */
function mistakes(schema: TSchema, body: object, language: Language = 'en'): object {
  const checked = compileValidator(schema, 'body')(body)
  return 'error' in checked ? { ...checked.error.fields(language) } : {}
}

const wrong = {
  cenoteId: 'gran-cenote',
  visitDate: '2026-02-30',
  visitTime: '25:00',
  visitors: { adults: 1 },
  guest: { name: '  ', email: 'nobody', phone: 'call me', nationality: 'XX' },
}

describe('what is wrong with a field', () => {
  it('is said in words that tell how to write it', () => {
    expect(mistakes(CreateBody, wrong)).toEqual({
      cenoteId: ['must be a UUID'],
      visitDate: ['must be a date, YYYY-MM-DD'],
      visitTime: ['must be a time, HH:MM'],
      'guest.name': ['must not be empty'],
      'guest.email': ['must be an e-mail address'],
      'guest.phone': ['must be a telephone number'],
      'guest.nationality': ['must be an ISO 3166 country code of two capital letters'],
    })
    expect(mistakes(FlatCreateBody, { cenoteId: wrong.cenoteId, date: 'soon', visitors: 1, email: 'a@b.c' })).toEqual({
      cenoteId: ['must be a UUID'],
      date: ['must be an ISO 8601 date or timestamp'],
    })
    expect(mistakes(CheckInBody, { checkedInAt: '10:00' })).toEqual({
      checkedInAt: ['must be an ISO 8601 timestamp with its offset, such as 2026-12-05T10:00:00Z'],
    })
  })

  it('is said in the language of the request', () => {
    expect(mistakes(CreateBody, wrong, 'es')).toEqual({
      cenoteId: ['debe ser un UUID'],
      visitDate: ['debe ser una fecha, AAAA-MM-DD'],
      visitTime: ['debe ser una hora, HH:MM'],
      'guest.name': ['no debe estar vacío'],
      'guest.email': ['debe ser una dirección de correo electrónico'],
      'guest.phone': ['debe ser un número de teléfono'],
      'guest.nationality': ['debe ser un código de país ISO 3166 de dos letras mayúsculas'],
    })
  })

  it.each([
    [-1, 'must be at least 0'],
    [1.234, 'must have at most two decimals'],
  ])('is only what is wrong with a number where a word would do too: %j', (amount, mistake) => {
    expect(mistakes(CancelBody, { reason: 'weather', refund: { amount } })).toEqual({ 'refund.amount': [mistake] })
  })

  it('names every way to write it when it is none of them', () => {
    expect(mistakes(CancelBody, { reason: 'weather', refund: { amount: true } })).toEqual({
      'refund.amount': ['must be of type string', 'must be one of: auto', 'must be of type number'],
    })
  })
})
