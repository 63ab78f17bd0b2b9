import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { restSamples, type RestSample } from '../access/table/rest.ts'
import { World } from '../access/table/world.ts'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { errorCatalog } from '../../schema/error-catalog.ts'
import {
  filledPath,
  openApiOf,
  operationsOf,
  ResponseCheck,
  withoutReferences,
  type DocumentedOperation,
} from '../testkit/openapi.ts'
import {
  keys,
  nextSaturday,
  partner,
  startTestProduct,
  type TestResponse,
  type Json,
  type TestProduct,
} from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')

let product: TestProduct
let world: World
let document: Json
let check: ResponseCheck
let samples: Record<string, RestSample>

beforeAll(async () => {
  product = await startTestProduct()
  world = new World(product)
  document = await openApiOf(product.url)
  check = new ResponseCheck(document)
  samples = restSamples(world)
})
afterAll(() => product.close())

const { apiSchema } = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))

const operations = (): DocumentedOperation[] => operationsOf(document)

describe('the OpenAPI document', () => {
  it('breaks no rule of the strict set', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  it('names the schema of every body and response', () => {
    const inline = operations().flatMap(({ definition: { operationId, requestBody, responses } }) =>
      [requestBody, ...Object.values(responses as Json)].flatMap((part: Json) =>
        Object.entries((part?.content ?? {}) as Json)
          .filter(
            ([type, { schema }]: [string, Json]) =>
              type === 'application/json' && JSON.stringify(schema).includes('"properties"'),
          )
          .map(() => operationId),
      ),
    )
    expect(inline).toEqual([])
    for (const name of [
      'Reservation',
      'Cenote',
      'Tour',
      'Event',
      'Webhook',
      'PriceCalculation',
      'Failure',
      'ErrorCode',
    ])
      expect(document.components.schemas).toHaveProperty(name)
  })

  it('lists the codes of every refusal', () => {
    const { schemas } = document.components
    const refusals = Object.entries(schemas as Json).filter(
      ([name]) => /.Failure$/.test(name) && name !== 'ValidationFailure',
    )
    expect(refusals.length).toBeGreaterThan(30)
    for (const [name, { allOf }] of refusals as [string, Json][]) {
      const codes = allOf[1].properties.error.properties.code.enum
      expect([name, codes.length > 0, codes.every((code: string) => schemas.ErrorCode.enum.includes(code))]).toEqual([
        name,
        true,
        true,
      ])
    }
  })

  it('documents the headers of retries and of conditional reads where they work', () => {
    expect(operations().length).toBeGreaterThan(50)
    for (const { method, definition } of operations()) {
      const names = definition.parameters.map(({ $ref }: Json) => $ref?.split('/').at(-1))
      expect([
        definition.operationId,
        names.includes('IdempotencyKey'),
        names.includes('IfNoneMatch'),
        names.includes('IfMatch'),
      ]).toEqual([
        definition.operationId,
        method === 'post' || method === 'patch',
        method === 'get' && !samples[definition.operationId]?.streamed,
        definition.operationId === 'modifyReservation',
      ])
    }
  })

  it('shows names in the query as an enum, which stand in one comma-separated text', () => {
    const parameterOf = (operationId: string, name: string): Json =>
      operations()
        .find(({ definition }) => definition.operationId === operationId)
        ?.definition.parameters.find((one: Json) => one.name === name)
    for (const [operationId, name, values] of [
      ['listCenotes', 'expand', ['amenities', 'reviews', 'availability', 'nearby', 'tours']],
      ['listReservations', 'expand', ['cenote', 'reviews', 'payment', 'services']],
      ['exportSales', 'by', ['day', 'month', 'partner', 'product', 'status']],
      ['listEvents', 'types', ['reservation.created', 'availability.updated', 'reservation.*', 'product.*', '*']],
    ] as const) {
      const { style, explode, schema } = parameterOf(operationId, name)
      expect([operationId, style, explode, schema.type]).toEqual([operationId, 'form', false, 'array'])
      expect(schema.items.enum).toEqual(expect.arrayContaining([...values]))
    }
    for (const operationId of ['listCenotes', 'readTour', 'listReservations', 'listEvents', 'listWebhooks']) {
      const { schema, examples } = parameterOf(operationId, 'fields')
      const values = Object.values<Json>(examples).map(({ value }) => value as string)
      expect([operationId, schema.type, values.length > 0]).toEqual([operationId, 'string', true])
      for (const value of values) expect(value).toMatch(new RegExp(schema.pattern))
    }
    expect(parameterOf('summarizePrice', 'itemType').schema.enum).toEqual(['cenote', 'tour'])
    const { PriceCalculationRequest: request } = document.components.schemas
    expect(request.properties.itemType.enum).toEqual(['cenote', 'tour'])
  })

  it('says which routes send files, and that these are not stored', () => {
    const shown = operations().flatMap(({ definition: { operationId, responses } }) => {
      const { content = {}, headers } = responses['200'] ?? {}
      return content['text/csv']
        ? [[operationId, Object.keys(content), ...['ETag', 'Content-Disposition'].map((name) => name in headers)]]
        : []
    })
    expect(shown).toEqual(
      expect.arrayContaining([
        ['exportReservations', ['text/csv'], false, true],
        ['exportSales', ['text/csv'], false, true],
        ['readManifest', ['application/json', 'text/csv'], true, true],
      ]),
    )
    expect(shown).toHaveLength(3)
  })

  it('names the operator, and the success of a webhook first', async () => {
    const octo = (await partner(product.url, null).get('/octo/v1/openapi.json')).body
    for (const { info, webhooks } of [document, octo]) {
      expect(info.contact).toEqual({ name: expect.any(String), url: expect.stringMatching(/^http/) })
      const firsts = Object.values<Json>(webhooks).map(({ post }) => Object.keys(post.responses)[0])
      expect([...new Set(firsts)]).toEqual(['200'])
    }
  })

  it('declares every code that the schema of GraphQL names for the field behind an operation', () => {
    const fields = { ...apiSchema.getQueryType()?.getFields(), ...apiSchema.getMutationType()?.getFields() }
    const codesOf = (name: string): string[] => {
      const [, text = ''] = /Errors?:([^]*)/.exec(fields[name]?.description ?? '') ?? []
      const inherited = [...text.matchAll(/those of (\w+)/g)].flatMap(([, other = '']) => codesOf(other))
      const groups = /those of createReservation except for coupons/.test(text)
        ? inherited.filter((code) => !/^(COUPON_|PARTNER_|QUOTE_|RESERVATION_ALREADY)/.test(code))
        : inherited
      return [...groups, ...(text.match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? []).filter((code) => code in errorCatalog)]
    }
    const complete = new Map(
      Object.values<Json>(withoutReferences(document).paths)
        .flatMap((methods) => Object.values<Json>(methods))
        .map(({ operationId, responses }) => [operationId as string, responses]),
    )
    const missing: string[] = []
    let compared = 0
    for (const { definition } of operations()) {
      const field = definition.operationId as string
      const declared = new Set(JSON.stringify(complete.get(field)).match(/[A-Z_]{5,}/g))
      for (const code of codesOf(field)) {
        compared += 1
        if (!declared.has(code)) missing.push(`${field} ${code}`)
      }
    }
    expect(missing).toEqual([])
    expect(compared).toBeGreaterThan(60)
  })

  it('describes every tag that it uses, with a guide', () => {
    const used = new Set(operations().flatMap(({ definition }) => definition.tags))
    expect(document.tags.map(({ name }: Json) => name).sort()).toEqual([...used].sort())
    for (const { description, externalDocs } of document.tags)
      expect([typeof description, externalDocs.url]).toEqual(['string', expect.stringContaining('/docs/')])
  })

  it('is built once a day', async () => {
    expect(await openApiOf(product.url)).toEqual(document)
  })
})

describe('a response that differs from the document', () => {
  it.each([
    ['has another member', (body: Json) => ({ ...body, data: { ...body.data, surprise: 1 } })],
    [
      'has another member further inside',
      (body: Json) => ({ ...body, data: { ...body.data, location: { ...body.data.location, surprise: 1 } } }),
    ],
    ['lacks a member', (body: Json) => ({ ...body, data: { ...body.data, slug: undefined } })],
    ['has a member of another type', (body: Json) => ({ ...body, data: { ...body.data, name: 1 } })],
  ])('is found when it %s', async (_, changed) => {
    const path = '/api/partner/cenotes/{id}'
    const response = await partner(product.url).get(
      filledPath(path, samples['readCenote']?.path?.() as Record<string, string>),
    )
    expect(check.errors('GET', path, response)).toEqual([])
    const body = JSON.parse(JSON.stringify(changed(response.body)))
    expect(check.errors('GET', path, { ...response, body })).not.toEqual([])
  })

  it('is found when its code, its status or a header is not documented', async () => {
    const path = '/api/partner/reservations/{id}'
    const response = await partner(product.url).get(filledPath(path, { id: 'nothing' }))
    const other = JSON.parse(JSON.stringify(response.body).replace('RESERVATION_NOT_FOUND', 'TOUR_NOT_FOUND'))
    const headers = new Headers([...response.headers, ['link', '<x>']])
    expect(check.errors('GET', path, response)).toEqual([])
    for (const changed of [
      { ...response, body: other },
      { ...response, status: 418 },
      { ...response, headers },
    ])
      expect(check.errors('GET', path, changed)).not.toEqual([])
  })
})

describe('a real response', () => {
  const send = async (
    { method, path }: DocumentedOperation,
    key: string | null,
    {
      values = {},
      query = '',
      body,
      headers = {},
    }: { values?: Record<string, string>; query?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<[TestResponse, string[]]> => {
    const response = await partner(product.url, key).send(
      method.toUpperCase(),
      filledPath(path, values) + (query && `?${query}`),
      body,
      headers,
    )
    return [response, check.errors(method, path, response, /(^|&)fields=/.test(query))]
  }

  it('is as documented: successes, refusals, 304 and replays', async () => {
    const wrong: unknown[] = []
    for (const operation of operations()) {
      const { operationId } = operation.definition
      const sample = samples[operationId] as RestSample
      const key = await world.keyOf('own', sample.need)
      const values = (await sample.path?.()) ?? {}
      const query = sample.query ?? ''
      const type: Record<string, string> =
        sample.contentType === undefined ? {} : { 'Content-Type': sample.contentType }
      const note = ([{ status, body }, errors]: [TestResponse, string[]], expected?: number): void => {
        if (errors.length > 0) wrong.push([operationId, status, errors.slice(0, 5)])
        if (expected !== undefined && status !== expected) wrong.push([operationId, status, expected, body])
      }
      note(await send(operation, 'sk_test_unknown', { values, query }), 401)
      note(await send(operation, await world.keyOf('overLimit', sample.need), { values, query }), 429)
      note(
        await send(operation, key, { values, query: `${query}&undocumented=1`, body: sample.body?.(), headers: type }),
        400,
      )
      if (sample.need.includes(':'))
        note(await send(operation, await world.keyOf('noScope', sample.need), { values, query }), 403)
      const isOwn = sample.missing !== undefined
      if (isOwn) note(await send(operation, keys.rival, { values, query, body: sample.body?.() }), 404)
      if (operation.method !== 'get')
        note(
          await send(operation, key, { values, query, body: '<a/>', headers: { 'Content-Type': 'application/xml' } }),
          415,
        )
      const headers = { ...type, 'Idempotency-Key': operationId as string }
      const body = sample.body?.()
      const sent = await send(operation, key, { values, query, body, headers })
      note(sent, sample.success ?? 200)
      if (operation.method === 'get')
        note(
          await send(operation, key, { values, query, headers: { 'If-None-Match': '*' } }),
          sample.streamed ? 200 : 304,
        )
      else if (operation.method !== 'delete') {
        const again = await send(operation, key, { values, query, body, headers })
        note(again, sample.success ?? 200)
        const isReplayed = again[0].headers.get('idempotent-replayed') === 'true'
        if (operation.method !== 'put' && sample.contentType === undefined && !isReplayed)
          wrong.push([operationId, 'not replayed'])
      }
    }
    expect(wrong).toEqual([])
    expect(check.count).toBeGreaterThan(300)
  })

  it.each([
    ['listCenotes', 'fields=name,location.state&perPage=3'],
    ['listCenotes', 'fields=pricing.adult,images.url,rating.breakdown&expand=tours'],
    ['listCenotes', 'expand=amenities,reviews,availability,nearby,tours&perPage=3'],
    ['listCenotes', 'perPage=100'],
    ['listCenotes', 'isActive=false'],
    ['listCenotes', 'cursor=nonsense'],
    ['readCenote', 'fields=features.depth,schedule.daysOpen'],
    ['readCenote', 'expand=amenities,reviews,availability,nearby,tours'],
    ['listTours', 'fields=name,pricing.child'],
    ['listTours', 'perPage=100'],
    ['readTour', 'fields=startTimes'],
    ['searchNearbyCenotes', 'latitude=20.2&longitude=-87.4&radius=200&limit=50'],
    ['searchNearbyCenotes', 'latitude=95&longitude=0'],
    ['readCenoteAvailability', `startDate=2020-01-01`],
    ['readCenoteAvailability', `startDate=${nextSaturday()}&visitors=50&time=10:00`],
    ['readCenoteAvailability', `startDate=${nextSaturday()}&time=03:00`],
    ['readCenoteCalendar', `startDate=2020-01-01`],
    ['readCenoteCalendar', `startDate=${nextSaturday()}&endDate=${addDays(nextSaturday(), 365)}&visitors=50`],
    ['readTourAvailability', `startDate=2020-01-01`],
    ['readTourAvailability', `startDate=${nextSaturday()}&endDate=${addDays(nextSaturday(), 30)}&visitors=50`],
    ['readTourAvailability', `startDate=${nextSaturday()}&time=03:00`],
    ['readTourCalendar', `startDate=${nextSaturday()}&endDate=${addDays(nextSaturday(), 365)}&visitors=2`],
    ['listReservations', 'fields=guest.name,pricing.total,statusHistory.status&perPage=100'],
    ['listReservations', 'expand=cenote,reviews,payment,services&perPage=100'],
    ['listReservations', 'cursor=nonsense'],
    ['listEvents', 'fields=type,reservation.guest.email&perPage=100'],
    ['listEvents', 'perPage=100'],
    ['listEvents', 'after=now'],
    ['listEvents', 'types=*&perPage=100'],
    ['listEvents', 'types=*&fields=type,reservation.status,changed,dateFrom&perPage=100'],
    ['listWebhooks', 'fields=url'],
    ['listWebhookDeliveries', 'fields=status,attempts.statusCode'],
    ['summarizePrice', 'people=3'],
    ['exportSales', `from=${nextSaturday()}&to=${nextSaturday()}&by=Day,product`],
    ['readManifest', `productType=cenote&productId=${cenoteId}&date=${nextSaturday()}&time=10:00&format=csv`],
  ])('of %s with %s is as documented', async (operationId, query) => {
    const operation = operations().find(
      ({ definition }) => definition.operationId === operationId,
    ) as DocumentedOperation
    const sample = samples[operationId] as RestSample
    const [, errors] = await send(operation, keys.demo, { values: (await sample.path?.()) ?? {}, query })
    expect(errors).toEqual([])
  })

  it('of a reservation in each of its states is as documented', async () => {
    const operation = operations().find(
      ({ definition }) => definition.operationId === 'readReservation',
    ) as DocumentedOperation
    const paid = { paymentId: 'p', paymentMethod: 'credit_card', confirmationEmail: true, generateDocuments: true }
    const feedback = { requestReview: true, followUpEmail: true }
    for (const steps of [
      [],
      [['confirm', paid]],
      [
        ['confirm', paid],
        ['checkin', { staff: { name: 'Luis' } }],
      ],
      [['confirm', paid], ['checkin'], ['complete', { feedback }]],
      [['confirm', paid], ['no-show']],
      [
        ['confirm', paid],
        ['cancel', { reason: 'weather', note: 'Rain', notifyGuest: true }],
      ],
      [['confirm', paid], ['cancel', { reason: 'weather' }], ['refund']],
    ] as [string, object?][][]) {
      const id = await world.reservation(...steps.map(([step, body]): [string, object?] => [step, body ?? {}]))
      for (const query of ['', 'expand=cenote,reviews', 'fields=cancellation.policy,timeline.created,documents.url']) {
        const [{ status }, errors] = await send(operation, keys.demo, { values: { id }, query })
        expect([steps, status, errors]).toEqual([steps, 200, []])
      }
    }
  })

  const place = { coordinates: { latitude: 20.21, longitude: -87.46 } }
  const unknownPoint = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ff'
  it.each(['createReservation', 'modifyReservation'])(
    'of %s with each refusal of a transport is as documented',
    async (operationId) => {
      const operation = operations().find(
        ({ definition }) => definition.operationId === operationId,
      ) as DocumentedOperation
      const values: Record<string, string> =
        operationId === 'createReservation' ? {} : { id: await world.reservation() }
      for (const [transport, status, code] of [
        [{ option: 'hotel_pickup' }, 422, 'PICKUP_REQUIRED'],
        [
          { option: 'hotel_pickup', pickup: { coordinates: { latitude: 19.43, longitude: -99.13 } } },
          422,
          'PICKUP_OUT_OF_ZONE',
        ],
        [{ option: 'meeting_point', meetingPointId: unknownPoint }, 404, 'MEETING_POINT_NOT_FOUND'],
        [
          { option: 'hotel_pickup', pickup: { coordinates: { ...place.coordinates, latitude: 95 } } },
          400,
          'INVALID_COORDINATES',
        ],
      ] as const) {
        const whole = operationId === 'createReservation' ? (samples[operationId]?.body?.() as object) : {}
        const [response, errors] = await send(operation, keys.demo, { values, body: { ...whole, transport } })
        expect([response.status, response.body.error?.code, errors]).toEqual([status, code, []])
      }
    },
  )

  it.each([
    ['createReservation', 422, { visitDate: nextSaturday(), visitTime: '03:00' }],
    ['createReservation', 404, { promoCode: 'NO_SUCH' }],
    ['createReservation', 422, { promoCode: 'EXPIRED2024' }],
    ['createReservation', 400, { visitors: { adults: 0, children: 0 } }],
    ['createReservation', 413, { specialRequests: 'x'.repeat(1_100_000) }],
    ['createReservations', 422, { reservations: [{}] }],
    ['calculatePrice', 400, { itemType: 'boat' }],
    ['calculatePrice', 422, { transportationType: 'hotel_pickup' }],
    ['calculatePrice', 200, { couponCode: 'CENOTE10', quote: true, transportationType: 'meeting_point' }],
    ['validateCoupon', 404, { code: 'NO_SUCH', subtotal: 100_000 }],
    ['validateCoupon', 422, { code: 'EXPIRED2024', subtotal: 100_000 }],
    ['validateCoupon', 200, { code: 'CENOTE10', subtotal: 100_000 }],
    ['validateAgeBreakdown', 200, { adult: -1, child: 1 }],
  ] as [string, number, object][])('of %s with %s is as documented', async (operationId, status, change) => {
    const operation = operations().find(
      ({ definition }) => definition.operationId === operationId,
    ) as DocumentedOperation
    const sample = samples[operationId] as RestSample
    const body =
      'reservations' in change
        ? change
        : {
            ...(sample.body?.() as object),
            ...change,
            ...(operationId === 'validateCoupon'
              ? { cenoteId: (sample.body?.() as Json).cenoteId ?? restCenote() }
              : {}),
          }
    const [response, errors] = await send(operation, keys.demo, { body })
    expect([response.status, errors]).toEqual([status, []])
  })
})

const restCenote = (): string =>
  operations()
    .find(({ definition }) => definition.operationId === 'readCenote')
    ?.definition.parameters.find(({ name }: Json) => name === 'id').example
