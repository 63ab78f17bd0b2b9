import { readFileSync } from 'node:fs'
import { InMemoryCache } from '@apollo/client'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { Client, fetchExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { introspectionFromSchema, isObjectType, parse, valueFromASTUntyped, visit } from 'graphql'
import { Chance } from '../../bench/chance.ts'
import { operatorScopes, partnerScopes } from '../../gateway/auth/scopes.ts'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { administrationOperations } from '../testkit/administration-operations.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { seedOf, times } from '../testkit/long-form.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { prepareWebhook } from '../testkit/operations.ts'
import { serviceAt } from '../testkit/pricing.ts'
import { keys, nextSaturday, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { WholeSchemaReads } from '../testkit/whole-schema-reads.ts'

const supergraphFile = new URL('../../schema/supergraph.graphql', import.meta.url)
const { apiSchema } = loadSupergraph(supergraphFile)
const schema = introspectionFromSchema(apiSchema)
const seed = seedOf(20_261_128)
/** Random documents for each caller, in addition to those that select each of its root fields once. */
const moreDocuments = times(0, 400)
const visitDate = nextSaturday()
/** Events before this may concern products that only other test files know. */
const startedAt = new Date().toISOString()
const granCenote = demoId('cenote', 'gran-cenote')

/** The scopes that a field requires, any of some sets, by its coordinate. */
const requiredScopes = new Map<string, readonly (readonly string[])[]>()
visit(parse(readFileSync(supergraphFile, 'utf8')), {
  ObjectTypeDefinition({ name: { value: type }, fields = [] }) {
    for (const { name, directives = [] } of fields) {
      const required = directives.find((directive) => directive.name.value === 'requiresScopes')?.arguments?.[0]?.value
      if (required) requiredScopes.set(`${type}.${name.value}`, valueFromASTUntyped(required) as string[][])
    }
  },
})

interface Read {
  readonly query: string
  readonly data: Json
}

/** Reads from Apollo Client's cache and from urql's graphcache after storing some responses in order. */
async function cached(query: string, responses: readonly Read[]): Promise<Record<'apollo' | 'graphcache', Json>> {
  const apollo = new InMemoryCache()
  const arriving = responses.map(({ data }) => data as object)
  const urql = new Client({
    url: 'http://graphql.invalid',
    preferGetMethod: false,
    exchanges: [cacheExchange({ schema, logger: () => undefined }), fetchExchange],
    fetch: () => Promise.resolve(Response.json({ data: arriving.shift() })),
  })
  for (const response of responses) {
    apollo.writeQuery({ query: parse(response.query), data: response.data })
    await urql.query(response.query, {}, { requestPolicy: 'network-only' }).toPromise()
  }
  const { data: graphcache } = await urql.query(query, {}, { requestPolicy: 'cache-only' }).toPromise()
  return { apollo: apollo.readQuery({ query: parse(query) }), graphcache }
}

/** Two reservations with the same service, payment and staff ids and different facts; the first was changed since. */
async function makeReservations({ ask }: ReturnType<typeof operator>): Promise<readonly string[]> {
  const run = async (mutation: string, type: string, input: Json): Promise<Json> =>
    (await ask(`mutation ($input: ${type}!) { made: ${mutation}(input: $input) { __typename } }`, { input })).made
  const { cenote } = await ask('query ($id: ID!) { cenote(id: $id) { meetingPoints { id type } } }', { id: granCenote })
  const meetingPointId = cenote.meetingPoints.find(({ type }: Json) => type === 'MEETING_POINT').id
  const make = async (quantity: number): Promise<string> => {
    const visit = { cenoteId: granCenote, visitDate, visitors: { adults: 4 } }
    const guest = { name: `Guest ${quantity}`, email: `guest-${quantity}@example.com`, phone: '+52 998 123 4567' }
    const services = [{ id: serviceAt('gran-cenote', 'locker'), quantity }]
    const input = { ...visit, guest, services, transport: { option: 'MEETING_POINT', meetingPointId } }
    const query = 'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }'
    const { id } = (await ask(query, { input })).createReservation
    await run('confirmReservation', 'ConfirmReservationInput', { id, paymentId: 'pay_1', confirmationEmail: true })
    return id
  }
  const [first = '', second = ''] = [await make(1), await make(3)]
  await run('checkInReservation', 'CheckInReservationInput', { id: second, staff: { id: 'staff_1', name: 'Eva' } })
  return [first, second]
}

let product: SharedProduct
let partner: ReturnType<typeof operator>
let ids: readonly string[]
beforeAll(async () => {
  product = await sharedTestProduct()
  partner = operator(product.url, keys.demo)
  ids = await makeReservations(partner)
  const [id = ''] = ids
  await partner.ask('mutation ($input: ModifyReservationInput!) { modifyReservation(input: $input) { __typename } }', {
    input: { id, visitors: { adults: 2 } },
  })
  await partner.ask('mutation ($id: ID!) { refundReservation(input: { id: $id, amountCents: 100 }) { id } }', { id })
  await runningTransactionsEnd()
})

describe('normalized caches', () => {
  it('read every object of the whole schema as it came', async () => {
    const staff = operator(product.url)
    for (const name of ['createClosure', 'createSpecialEvent', 'createAmenity'])
      await staff.ask(
        `mutation { ${name}${administrationOperations[`Mutation.${name}`]?.args(`cached-${seed}`)} { __typename } }`,
      )
    const { webhook, replay } = await prepareWebhook(product, keys.demo)
    const ofCenote = `cenoteId: "${demoId('cenote', 'chencoh')}"`
    const day = `startDate: "${visitDate}", endDate: "${visitDate}"`
    const argumentsOf = {
      'Query.reservation': `(id: "${ids[0]}")`,
      'Query.cancellationQuote': `(input: { id: "${ids[0]}", reason: WEATHER })`,
      'Query.reservations': '(first: 3, filter: { search: "guest-" }, sort: { field: CREATED_AT, direction: DESC })',
      'Query.events': `(first: 12, newestFirst: true, filter: { occurredAfter: "${startedAt}", types: [RESERVATION_CREATED, RESERVATION_CONFIRMED], catalogTypes: [AVAILABILITY_UPDATED, PRODUCT_UPDATED] })`,
      'Query.reservationEvents': `(first: 3, filter: { reservationId: "${ids[0]}" })`,
      'Query.reservationPreview': `(input: { reservations: [{ cenoteId: "${demoId('cenote', 'ik-kil')}", visitDate: "${visitDate}", visitors: { adults: 2 }, guest: { name: "Ana", email: "ana@example.com", phone: "+52 998 123 4567" } }] })`,
      'Query.reservationSummary': `(filter: { dateFrom: "${visitDate}", dateTo: "${visitDate}" })`,
      'Query.salesReport': `(filter: { from: "${visitDate}", to: "${visitDate}" }, by: [PRODUCT, STATUS])`,
      'Query.manifest': `(input: { productType: CENOTE, productId: "${granCenote}", date: "${visitDate}", time: "09:00" })`,
      'Query.calendar': `(${ofCenote}, from: "${visitDate}", to: "${visitDate}")`,
      'Query.disruption': await administrationOperations['Query.disruption']?.prepare?.(product.url, 'sandbox'),
      'Query.changes': '(of: { type: AMENITY, id: "*" }, first: 3)',
      'Query.availabilityChanges': '(after: "now")',
      'Query.cenote': `(id: "${granCenote}")`,
      'Query.tour': `(id: "${demoId('tour', 'dos-ojos-diving')}")`,
      'Query.nearbyCenotes': '(latitude: 20.2, longitude: -87.4, first: 2)',
      'Query.ageBreakdownValidation': '(input: { adult: 2 })',
      'Query.couponValidation': '(code: "CENOTE10")',
      'Query.webhook': `(id: "${webhook}")`,
      'Query.webhookDeliveries': `(webhookId: "${webhook}", first: 3)`,
      'Query.webhookReplay': `(webhookId: "${webhook}", id: "${replay}")`,
      availability: `(input: { startDate: "${visitDate}", days: 2 })`,
      calendar: `(input: { ${day} })`,
      priceCalculation: `(input: { ageBreakdown: { adult: 12 }, visitDate: "${visitDate}" })`,
      dailyPrices: `(input: { ${day} })`,
      automaticDiscounts: `(input: { date: "${visitDate}", totalPeople: 12 })`,
      couponDiscount: '(code: "CENOTE10", subtotalCents: 100000)',
    } as Record<string, string>
    const withTokens = ['signedFile', 'guestVisit', 'checkoutVisit', 'reviewInvitation']
    // Differ in each place of a document: every calculation has a quote of its own.
    const differing = ['quoteToken', 'quoteExpiresAt', 'calculatedAt'].map((name) => `PriceCalculation.${name}`)
    const chance = new Chance(seed)
    const seen = new Set<string>()
    for (const [apiKey, scopes] of [
      [keys.demo, partnerScopes],
      [operatorKeys.sandbox, operatorScopes],
    ] as const) {
      const { ask } = operator(product.url, apiKey)
      const granted = new Set<string>(scopes)
      const mayRead = (coordinate: string): boolean =>
        !differing.includes(coordinate) &&
        (requiredScopes.get(coordinate)?.some((all) => all.every((scope) => granted.has(scope))) ?? true)
      const reads = new WholeSchemaReads({ schema: apiSchema, chance, argumentsOf, mayRead })
      const roots = reads.roots.filter((name) => !withTokens.includes(name))
      const selected = [...roots, ...Array.from({ length: 2 * moreDocuments }, () => chance.pick(roots))]
      for (let index = 0; index < selected.length; index += 2) {
        const query = reads.documentOf(selected.slice(index, index + 2))
        const data = await ask(query)
        for (const type of typesWithId(data)) seen.add(type)
        expect({ query, ...(await cached(query, [{ query, data }])) }).toEqual({
          query,
          apollo: data,
          graphcache: data,
        })
      }
    }
    const all = Object.values(apiSchema.getTypeMap()).filter((type) => isObjectType(type) && type.getFields()['id'])
    expect([...seen].sort()).toEqual(all.map(({ name }) => name).sort())
  })

  it('keep reservations apart from what events replay', async () => {
    const fields = `status version visitors { total } payment { paymentId method returns { id amountCents } }
      services { cenoteServiceId quantity priceCents } participants { participantId category }
      communications { communicationId type status } checkIn { staff { staffId name } }`
    const query = `{ reservation(id: "${ids[0]}") ${withTypes(`{ id ${fields} }`)} }`
    const events = withTypes(`{ nodes { id reservation { reservationId ${fields} } } }`)
    const replay = `{ reservationEvents(filter: { reservationId: "${ids[0]}" }) ${events} }`
    const data = await partner.ask(query)
    const past = await partner.ask(replay)
    expect(past.reservationEvents.nodes.length).toBeGreaterThan(2)
    expect(
      await cached(query, [
        { query, data },
        { query: replay, data: past },
      ]),
    ).toEqual({ apollo: data, graphcache: data })
  })
})

/** Selections with the types of their objects, as clients with a cache send them. */
const withTypes = (selections: string): string => selections.replaceAll('{', '{ __typename')

function typesWithId(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '__typename' in value && 'id' in value ? [value.__typename as string] : []
  return [...own, ...Object.values(value as object).flatMap(typesWithId)]
}
