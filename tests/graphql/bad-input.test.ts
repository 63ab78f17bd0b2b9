import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { newPartner } from '../testkit/issue.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const good = {
  cenoteId,
  visitDate: nextSaturday(),
  visitTime: '10:00',
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
}
let product: SharedProduct
let rest: ReturnType<typeof partner>

beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url, (await newPartner(product)).apiKey)
})

describe('a bad request to GraphQL', () => {
  it('may name what every object has', async () => {
    const raw = async (query: string, variables: string) => {
      const { status, body } = await rest.post(
        '/graphql',
        `{"query": ${JSON.stringify(query)}, "variables": ${variables}}`,
      )
      return [status, body.errors?.[0].extensions.code, body.errors?.[0].message]
    }
    expect(await raw('{ viewer { plan } }', '{"__proto__": {"a": 1}, "constructor": {"prototype": 1}}')).toEqual([200])
    for (const member of ['__proto__', 'constructor'])
      expect(
        await raw(
          'query ($filter: CenoteFilter) { cenotes(filter: $filter) { totalCount } }',
          `{"filter": {"${member}": {}}}`,
        ),
      ).toEqual([400, 'BAD_USER_INPUT', expect.stringContaining(`Field "${member}" is not defined`)])
    const absent =
      'query ($constructor: Boolean) { __type(name: "Tour") { fields(includeDeprecated: $constructor) { name } } }'
    expect(await raw(absent, '{}')).toEqual([200])
    // It would be priced by the default of the field, and missing in execution.
    expect(await raw('query ($__proto__: Int = 100) { cenotes(first: $__proto__) { nodes { id } } }', '{}')).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
      'The variable "$__proto__" has a reserved name.',
    ])
  })

  it('is 400 with its code and no internals', async () => {
    const broken = await rest.graphql('{ cenotes { ')
    expect([broken.status, broken.body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_PARSE_FAILED'])
    const unknownField = await rest.graphql('{ cenotes { nothing } }')
    expect([unknownField.status, unknownField.body.errors[0].extensions.code]).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ])
    const variables = await rest.graphql('query ($first: Int) { cenotes(first: $first) { totalCount } }', {
      first: 'many',
    })
    expect(variables.body.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 })
    const cursor = await rest.graphql('{ reservations(after: "AAAA") { totalCount nodes { id } } }')
    expect(cursor.body.errors[0].extensions).toMatchObject({ code: 'INVALID_CURSOR', status: 400 })
    const nul = await rest.graphql('query ($id: ID!) { reservation(id: $id) { id } }', { id: 'a\u0000b' })
    expect([nul.status, nul.body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
    const long = await rest.graphql(
      'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
      {
        input: { ...good, guest: { ...good.guest, name: 'x'.repeat(5_000) } },
      },
    )
    expect(long.body.errors[0].extensions).toMatchObject({
      code: 'ERROR_VALIDACION',
      details: { fields: { 'guest.name': [expect.any(String)] } },
    })
    const malformed = await rest.post('/graphql', '{"query":')
    expect([malformed.status, malformed.body.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST'])
    for (const response of [broken, unknownField, variables, cursor, malformed])
      expect(JSON.stringify(response.body)).not.toMatch(/stack|node_modules|\.ts:/)
  })

  it('names each field that REST would refuse too', async () => {
    const fieldsOf = async (mutation: string, type: string, input: object): Promise<string[]> => {
      const { body } = await rest.graphql(`mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`, {
        input,
      })
      expect(body.errors?.[0].extensions.code).toBe('ERROR_VALIDACION')
      return Object.keys(body.errors[0].extensions.details.fields).sort()
    }
    const long = 'x'.repeat(201)
    const { visitDate, visitTime, guest } = good
    const emergencyContact = { name: ' ', phone: 'call me', relationship: long }
    expect(
      await fieldsOf('createReservation', 'CreateReservationInput', {
        ...{ cenoteId, visitDate, visitTime, visitors: { adults: 1 } },
        guest: { ...guest, name: ' ', phone: 'call me', emergencyContact },
        metadata: { source: 'x'.repeat(101) },
      }),
    ).toEqual([
      'guest.emergencyContact.name',
      'guest.emergencyContact.phone',
      'guest.emergencyContact.relationship',
      'guest.name',
      'guest.phone',
      'metadata.source',
    ])
    const id = demoId('nothing', 'here')
    const blank = '\u3164\u200b'
    expect(
      await fieldsOf('createReservation', 'CreateReservationInput', {
        ...good,
        guest: { ...guest, name: blank, emergencyContact: { name: blank, phone: '+52 1', relationship: blank } },
        resellerReference: blank,
      }),
    ).toEqual(['guest.emergencyContact.name', 'guest.emergencyContact.relationship', 'guest.name', 'resellerReference'])
    expect(
      await fieldsOf('confirmReservation', 'ConfirmReservationInput', {
        ...{ id, paymentId: blank, provider: blank, transactionId: blank },
      }),
    ).toEqual(['paymentId', 'provider', 'transactionId'])
    expect(
      await fieldsOf('confirmReservation', 'ConfirmReservationInput', {
        ...{ id, paymentId: long, paymentMethod: long, transactionId: long },
      }),
    ).toEqual(['paymentId', 'paymentMethod', 'transactionId'])
    expect(
      await fieldsOf('cancelReservation', 'CancelReservationInput', {
        ...{ id, reason: 'WEATHER', note: 'x'.repeat(2_001), refundMethod: long },
      }),
    ).toEqual(['note', 'refundMethod'])
  })

  it('without the scope is 403 and names it', async () => {
    const { visitDate, visitTime, visitors, guest } = good
    const response = await partner(product.url, keys.readonly).graphql(
      'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
      { input: { cenoteId, visitDate, visitTime, visitors, guest } },
    )
    expect(response).toHaveStatus(403)
    expect(response.body.errors[0].extensions).toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      status: 403,
      details: {
        requiredScopes: ['reservations:write'],
        grantedScopes: ['catalog:read', 'reservations:read', 'pricing:read'],
      },
    })
    expect(response.body.data?.createReservation ?? null).toBeNull()
  })

  it('without a key or with a bad one is 401', async () => {
    for (const [key, code] of [
      [null, 'AUTHENTICATION_REQUIRED'],
      ['nonsense', 'INVALID_API_KEY'],
      [keys.revoked, 'INVALID_API_KEY'],
    ] as const) {
      const response = await partner(product.url, key).graphql('{ reservations { totalCount } }')
      expect([response.status, response.body.errors[0].extensions.code]).toEqual([401, code])
    }
  })
  const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  it.each([
    [
      'cenotes',
      'filter',
      'CenoteFilter',
      '{ createdAfter: "yesterday" }',
      { createdAfter: 'yesterday' },
      /createdAfter/,
      'DateTime',
    ],
    [
      'cenotes',
      'sort',
      'CenoteSort',
      '{ field: DISTANCE, near: { latitude: 99, longitude: 0 } }',
      { field: 'DISTANCE', near: { latitude: 99, longitude: 0 } },
      /latitude/,
      'Latitude',
    ],
    ['tours', 'offset', 'NonNegativeInt', '-1', -1, /whole number/, 'NonNegativeInt'],
  ])(
    'to GraphQL for %s with a %s that no %s can be is 400 and says so',
    async (list, name, type, text, value, wrong, scalar) => {
      const { body: written } = await rest.graphql(`{ ${list}(${name}: ${text}) { totalCount } }`)
      expect(written.errors).toHaveLength(1)
      expect(written.errors[0].extensions).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED', status: 400 })
      expect(written.errors[0].message).toContain(`type "${scalar}`)
      const { body: sent } = await rest.graphql(`query ($value: ${type}) { ${list}(${name}: $value) { totalCount } }`, {
        value,
      })
      expect(sent.errors).toHaveLength(1)
      expect(sent.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 })
      expect(sent.errors[0].message).toMatch(wrong)
    },
  )

  it('names an id that has not the form of one, in inputs, filters and arguments', async () => {
    const read = partner(product.url, operatorKeys.sandbox)
    const fieldsOf = async (text: string): Promise<object> => {
      const { status, body } = await read.graphql(text)
      expect([status, body.errors?.[0].extensions.code]).toEqual([200, 'ERROR_VALIDACION'])
      expect(body.errors[0].extensions.status).toBe(400)
      return body.errors[0].extensions.details.fields
    }
    const wrong = ['must be a UUID']
    for (const [list, name] of [
      ['tours', 'cenoteId'],
      ['coupons', 'itemId'],
      ['discountRules', 'promotionId'],
      ['cenoteServices', 'serviceId'],
      ['events', 'productId'],
    ])
      expect(await fieldsOf(`{ ${list}(filter: { ${name}: "x" }) { nodes { __typename } } }`)).toEqual({
        [name ?? '']: wrong,
      })
    const price = '{ ageBreakdown: { adult: 1 }, transportationType: MEETING_POINT, meetingPointId: "x" }'
    expect(
      await fieldsOf(`{ cenote(id: "${cenoteId}") { priceCalculation(input: ${price}) { totalCents } } }`),
    ).toEqual({
      meetingPointId: wrong,
    })
    expect(await fieldsOf('{ couponValidation(code: "X", cenoteId: "x") { isValid } }')).toEqual({ cenoteId: wrong })
    const creation = (members: string): string =>
      `mutation { createReservation(input: { hold: true, visitDate: "${good.visitDate}", visitTime: "10:00", visitors: { adults: 1 }, ${members} }) { id } }`
    expect(await fieldsOf(creation('tourId: "x", externalId: "y"'))).toEqual({ tourId: wrong, externalId: wrong })
    const transport = `transport: { option: MEETING_POINT, meetingPointId: "x" }`
    expect(await fieldsOf(creation(`cenoteId: "${cenoteId}", ${transport}`))).toEqual({
      'transport.meetingPointId': wrong,
    })
  })

  it.each([
    ['priceCalculation', 'PriceCalculationInput', { ageBreakdown: { adult: 1 }, visitDate: '2026-02-30' }, 'visitDate'],
    ['availability', 'AvailabilityInput', { startDate: '05/12/2026' }, 'startDate'],
    ['calendar', 'CenoteCalendarInput', { endDate: '' }, 'endDate'],
  ])('names what is no date in the input of %s', async (field, type, input, member) => {
    const { status, body } = await rest.graphql(
      `query ($input: ${type}!) { cenote(id: "${cenoteId}") { ${field}(input: $input) { __typename } } }`,
      { input },
    )
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
    expect(body.errors[0].message).toContain(`at "input.${member}"`)
    expect(body.errors[0].message).toContain('LocalDate')
  })

  it('nested very deep is no internal error', async () => {
    for (const depth of [2_000, 100_000]) {
      for (const body of [
        deep(depth),
        `{"query":"query ($id: ID!) { reservation(id: $id) { id } }","variables":{"id":${deep(depth)}}}`,
      ]) {
        expect(await rest.post('/graphql', body)).toHaveStatus(400)
      }
      const ignored = await rest.post(
        '/graphql',
        `{"query":"{ viewer { environment } }","variables":{"x":${deep(depth)}}}`,
      )
      expect(ignored.status).toBeLessThan(500)
    }
  })

  it('by GET with variables nested very deep is 400', async () => {
    const query = encodeURIComponent('query ($x: ID!) { reservation(id: $x) { id } }')
    const { status, body } = await rest.get(`/graphql?query=${query}&variables={"x":${deep(1_000)}}`)
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
    expect(body.errors[0].message).toBe('The variables must not nest deeper than 64 levels')
  })

  it('changes nothing: after all of these there is no reservation and no event, and no place is taken', async () => {
    const lists = await Promise.all(['/api/partner/reservations', '/events'].map((address) => rest.get(address)))
    expect(lists.map(({ body }) => body.data)).toEqual([[], []])
    const { body } = await rest.get(`/api/partner/cenotes/${cenoteId}/availability?startDate=${good.visitDate}`)
    expect(body.data.availability[0].capacity).toMatchObject({ booked: 0 })
  })
})
