import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { restSamples, type RestSample } from '../access/table/rest.ts'
import { World } from '../access/table/world.ts'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { errorCatalog } from '../../schema/error-catalog.ts'
import { openApiOf, operationsOf, withoutReferences, type DocumentedOperation } from '../testkit/openapi.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let document: Json
let samples: Record<string, RestSample>

beforeAll(async () => {
  product = await sharedTestProduct()
  document = await openApiOf(product.url)
  samples = restSamples(new World(product))
})

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
