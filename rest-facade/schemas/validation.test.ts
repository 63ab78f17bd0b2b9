import { describe, expect, it } from '@jest/globals'
import type { TSchema } from 'typebox'
import type { Language } from '../../platform/values/i18n.ts'
import { CreateBody, FlatCreateBody } from '../reservation/creation-schema.ts'
import { CancelBody, CheckInBody, ConfirmBody } from '../reservation/lifecycle-schema.ts'
import { fullBody, sandbox, useTestFacade } from '../../tests/testkit/facade.ts'
import { compileValidator } from './validation.ts'

const facade = useTestFacade()
const { get, post } = facade

describe('validation', () => {
  it('names every offending field in Format 2', async () => {
    const response = await post('/api/partner/reservations', {
      cenoteId: 'no-uuid',
      visitDate: '2026-02-30',
      visitTime: '25:00',
      visitors: { adults: '2', children: -1 },
      guest: { email: 'nobody', phone: '+52 984 123 4567', nationality: 'XX' },
      specialRequests: 'x'.repeat(2_001),
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      success: false,
      message: 'error.validation',
      error: 'Bad Request',
      statusCode: 400,
      code: 'ERROR_VALIDACION',
      path: '/api/partner/reservations',
      requestId: response.headers['x-request-id'],
      docs: expect.stringMatching(/\/docs\/partner-api\/errors#error_validacion$/),
      _sandbox: true,
    })
    expect(Object.keys(response.json().errors.fields).sort()).toEqual(
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
    expect(facade.gateway.requests).toEqual([])
  })

  it('says in a sentence which fields are at fault, five at most, in the language of the request', async () => {
    const detail = async (body: object | string, language: string): Promise<string> =>
      (await post('/api/partner/reservations', body, { ...sandbox, 'accept-language': language })).json().detail
    const party = { ...fullBody, visitTime: '25:00', visitors: { adults: 2 } }
    expect(await detail(party, 'en')).toBe(
      'The request is not valid: visitTime (must be a time, HH:MM) and visitors.children (is required).',
    )
    expect(await detail(party, 'es-MX')).toBe(
      'La solicitud no es válida: visitTime (debe ser una hora, HH:MM) y visitors.children (es obligatorio).',
    )
    const unknown = Object.fromEntries([...'abcdefghi'].map((letter) => [letter.repeat(9), 1]))
    expect(await detail({ ...fullBody, ...unknown }, 'en')).toMatch(/, eeeeeeeee \([^)]*\), and 4 more\.$/)
    expect(await detail('{"a":', 'es')).toBe('El cuerpo no es JSON válido.')
  })

  it.each([
    [{ adults: 0, children: 0 }, 'visitors'],
    [{ adults: 30, children: 21 }, 'visitors'],
    [{ adults: 51, children: 0 }, 'visitors.adults'],
    [{ adults: 1.5, children: 0 }, 'visitors.adults'],
    [{ adults: 2 }, 'visitors.children'],
    [{ adults: 2, children: null }, 'visitors.children'],
    [{ adults: 2, seniors: 1 }, 'visitors.children'],
    [{ children: 1 }, 'visitors.adults'],
  ])('refuses the party %j', async (visitors, field) => {
    const response = await post('/api/partner/reservations', { ...fullBody, visitors })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors.fields).toHaveProperty([field])
  })

  it('uses the requested language', async () => {
    const response = await post('/api/partner/reservations', {}, { ...sandbox, 'accept-language': 'es-MX' })
    expect(response.headers['content-language']).toBe('es-MX')
    expect(response.json().errors.fields.cenoteId).toEqual(['es obligatorio'])
  })

  it('refuses malformed JSON without fields', async () => {
    const response = await post('/api/partner/reservations', '{"a":')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'ERROR_VALIDACION', errors: { fields: {} }, _sandbox: true })
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
    const response = await get(`/api/partner/cenotes?${query}`)
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().errors.fields)).toHaveLength(1)
  })

  it('refuses a NUL, which no database text can hold', async () => {
    const fieldError = 'must not contain a NUL or half of a surrogate pair'
    expect((await get('/api/partner/cenotes?search=a%00')).json().errors.fields).toEqual({ search: [fieldError] })
    const guest = { ...fullBody.guest, name: 'A\0' }
    expect((await post('/api/partner/reservations', { ...fullBody, guest })).json().errors.fields).toEqual({
      'guest.name': [fieldError],
    })
  })

  it('reads numbers and booleans of an address', async () => {
    await get(
      '/api/partner/cenotes?page=3&perPage=10&isActive=false&priceRange.min=19.99&near=20.2,-87.4&sortBy=location.distance&sortDirection=asc',
    )
    expect(facade.gateway.requests[0]?.variables).toMatchObject({
      first: 10,
      offset: 20,
      filter: { isActive: false, minAdultCents: 1_999 },
      sort: { field: 'DISTANCE', direction: 'ASC', near: { latitude: 20.2, longitude: -87.4 } },
    })
  })
})

describe('a name that is not documented', () => {
  const fieldsOf = async (body: object, headers: Record<string, string> = sandbox): Promise<object> => {
    const response = await post('/api/partner/reservations', body, headers)
    expect([response.statusCode, response.json().code]).toEqual([400, 'ERROR_VALIDACION'])
    expect(facade.gateway.requests).toEqual([])
    return response.json().errors.fields
  }

  it('is refused at every depth, with the name that was probably meant', async () => {
    expect(await fieldsOf({ ...fullBody, visitors: { adults: 2, children: 0, kids: 1 } })).toEqual({
      'visitors.kids': ['is unknown; did you mean children?'],
    })
    expect(await fieldsOf({ ...fullBody, adults: 2, guest: { ...fullBody.guest, mail: 'a@b.c', nmae: 'A' } })).toEqual({
      adults: ['is unknown; did you mean visitors.adults?'],
      'guest.mail': ['is unknown; did you mean email?'],
      'guest.nmae': ['is unknown; did you mean name?'],
    })
    expect(
      await fieldsOf({ ...fullBody, services: [{ id: 'a', pickup: { location: 'x', time: '09:00', at: 1 } }] }),
    ).toEqual({ 'services.0.pickup.at': ['is unknown; known here: location, time'] })
    expect(
      await fieldsOf({ ...fullBody, metadata: { sorce: 'web' } }, { ...sandbox, 'accept-language': 'es' }),
    ).toEqual({
      'metadata.sorce': ['es desconocido; ¿quiso decir source?'],
    })
  })

  it('of an item of a bulk creation belongs to that item', async () => {
    const response = await post('/api/partner/reservations/bulk', {
      reservations: [{ ...fullBody, visitors: { adults: 1, children: 0, kids: 2 } }],
    })
    const [{ error }] = (response.json().data ?? response.json().error.details).results
    expect(error.details.fields).toEqual({ 'visitors.kids': ['is unknown; did you mean children?'] })
  })

  it('is refused in an address too', async () => {
    for (const [address, fields] of [
      ['/api/partner/cenotes?perpage=5', { perpage: ['is unknown; did you mean perPage?'] }],
      ['/api/partner/cenotes?state=Yucatán', { state: ['is unknown; did you mean location.state?'] }],
      ['/api/partner/cenotes/x?utm_source=mail&_=1', { utm_source: expect.anything(), _: expect.anything() }],
      ['/age-configurations?_=1', { _: ['is unknown'] }],
    ] as const) {
      const response = await get(encodeURI(address))
      expect([response.statusCode, response.json().errors.fields]).toEqual([400, fields])
    }
  })

  it('is reported within bounds, however many and long the names are', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`member${index}`, null]))
    expect(Object.keys(await fieldsOf({ ...fullBody, ...many }))).toHaveLength(50)
    const [name = ''] = Object.keys(await fieldsOf({ ...fullBody, ['x'.repeat(500_000)]: 1 }))
    expect(name.length).toBeLessThan(200)
  })

  it('is free in an open object', async () => {
    const guest = { ...fullBody.guest, preferences: { kids: { menu: ['vegan'] } }, loyaltyMember: { level: 'gold' } }
    expect((await post('/api/partner/reservations', { ...fullBody, guest })).statusCode).toBe(201)
    expect(facade.gateway.requests[0]?.variables).toMatchObject({ input: { guest } })
  })
})

describe('null', () => {
  it('for an optional member is as if it were absent, at every depth', async () => {
    const body = {
      ...fullBody,
      visitTime: null,
      visitors: { adults: 2, children: 0, seniors: null },
      guest: { ...fullBody.guest, nationality: null, emergencyContact: null, preferences: null },
      services: null,
      specialRequests: null,
      promoCode: null,
      metadata: { source: null, affiliateId: null },
    }
    expect((await post('/api/partner/reservations', fullBody)).statusCode).toBe(201)
    expect((await post('/api/partner/reservations', body)).statusCode).toBe(201)
    const [plain, withNulls] = facade.gateway.requests.map(({ variables }) => variables)
    expect(withNulls).toEqual(plain)
  })

  it('for a required member, or one that is unknown, is refused', async () => {
    const response = await post('/api/partner/reservations', { ...fullBody, visitDate: null, kids: null })
    expect(Object.keys(response.json().errors.fields)).toEqual(['kids', 'visitDate'])
  })

  it('in a PATCH clears what can be cleared, and is refused for what cannot', async () => {
    const patch = async (payload: object) =>
      facade.app.inject({ method: 'PATCH', url: '/api/partner/reservations/x', payload, headers: sandbox })
    await patch({ specialRequests: null, guest: { preferences: null } })
    expect(facade.gateway.requests[0]?.variables).toMatchObject({
      input: { specialRequests: null, guest: { preferences: null } },
    })
    expect(Object.keys((await patch({ visitTime: null })).json().errors.fields)).toEqual(['visitTime'])
  })
})

/** The errors of each field of a body that its schema refuses. */
function fieldErrors(schema: TSchema, body: object, language: Language = 'en'): object {
  const checked = compileValidator(schema, 'body')(body)
  return 'error' in checked ? { ...checked.error.fields(language) } : {}
}

const wrong = {
  cenoteId: 'gran-cenote',
  visitDate: '2026-02-30',
  visitTime: '25:00',
  visitors: { adults: 1, children: 0 },
  guest: { name: '  ', email: 'nobody', phone: 'call me', nationality: 'XX' },
}

describe('what is wrong with a field', () => {
  it('is described in words that show how to write it', () => {
    expect(fieldErrors(CreateBody, wrong)).toEqual({
      cenoteId: ['must be a UUID'],
      visitDate: ['must be a date, YYYY-MM-DD'],
      visitTime: ['must be a time, HH:MM'],
      'guest.name': ['must not be empty'],
      'guest.email': ['must be an e-mail address'],
      'guest.phone': ['must be a telephone number'],
      'guest.nationality': ['must be an ISO 3166 country code of two capital letters'],
    })
    expect(
      fieldErrors(FlatCreateBody, { cenoteId: wrong.cenoteId, date: 'soon', visitors: 1, email: 'a@b.c' }),
    ).toEqual({
      cenoteId: ['must be a UUID'],
      date: ['must be an ISO 8601 date or timestamp'],
    })
    expect(fieldErrors(CheckInBody, { checkedInAt: '10:00' })).toEqual({
      checkedInAt: ['must be an ISO 8601 timestamp with its offset, such as 2026-12-05T10:00:00Z'],
    })
  })

  it.each([0x20, 0xa0, 0x3164, 0x200b, 0x2800, 0x115f, 0x1160, 0xad, 0x200e, 0x180e])(
    'is that a text is empty in which a reader sees nothing but U+%i',
    (code) => {
      const blank = String.fromCodePoint(code)
      const contact = { name: blank, phone: '+52 984 123 4567', relationship: blank }
      const body = {
        ...fullBody,
        guest: { ...fullBody.guest, name: blank, emergencyContact: contact },
        transport: { option: 'hotel_pickup', pickup: { hotel: blank, notes: blank } },
        resellerReference: blank,
        promoCode: blank,
      }
      expect(fieldErrors(CreateBody, body)).toEqual(
        Object.fromEntries(
          [
            'guest.name',
            'guest.emergencyContact.name',
            'guest.emergencyContact.relationship',
            'transport.pickup.hotel',
            'transport.pickup.notes',
            'resellerReference',
            'promoCode',
          ].map((name) => [name, ['must not be empty']]),
        ),
      )
      expect(fieldErrors(ConfirmBody, { paymentId: blank, transactionId: blank })).toEqual({
        paymentId: ['must not be empty'],
        transactionId: ['must not be empty'],
      })
    },
  )

  it('is described in the language of the request', () => {
    expect(fieldErrors(CreateBody, wrong, 'es')).toEqual({
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
  ])('is only what is wrong with a number where a word would do too: %j', (amount, fieldError) => {
    expect(fieldErrors(CancelBody, { reason: 'weather', refund: { amount } })).toEqual({
      'refund.amount': [fieldError],
    })
  })

  it('lists every accepted notation when the value is none of them', () => {
    expect(fieldErrors(CancelBody, { reason: 'weather', refund: { amount: true } })).toEqual({
      'refund.amount': ['must be of type string', 'must be one of: auto', 'must be of type number'],
    })
  })
})
