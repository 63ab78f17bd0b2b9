import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  keys,
  partner,
  sharedTestProduct,
  startTestProduct,
  type Json,
  type TestProduct,
  type SharedProduct,
} from '../testkit/product.ts'
import { rawRequest } from '../testkit/raw-request.ts'

const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)

/** Operations that both executors understand alike; aliases of keys are not among them, which one of them mixes up. */
const operations: readonly [what: string, query: string, variables?: Record<string, unknown>][] = [
  [
    'a list over three subgraphs',
    `query ($date: LocalDate!) { cenotes(first: 5, sort: { field: NAME, direction: ASC }) { totalCount nodes {
      id name pricing { adultCents currency } availability(input: { startDate: $date, days: 2 }) {
        days { date available timeSlots { time remaining } } }
      services { name { en es } priceCents } } } }`,
    { date },
  ],
  ['what does not exist', '{ cenote(id: "nothing") { name } }'],
  [
    'fragments and conditions',
    'query ($no: Boolean = false) { tours(first: 2) { ...T @skip(if: $no) } } fragment T on TourConnection { nodes { __typename name slug @include(if: $no) } }',
  ],
  [
    'a field beside one that is left out, of the same subgraph',
    `query ($no: Boolean = false, $date: LocalDate!) { cenotes(first: 2) { nodes { name ageConfigurations { category }
      dailyPrices(input: { startDate: $date, endDate: $date }) @include(if: $no) { date } slug @skip(if: $no) } } }`,
    { date },
  ],
  [
    'an object of which nothing is selected',
    'query ($no: Boolean = false) { cenotes(first: 1) { totalCount nodes { pricing { currency @include(if: $no) } } } }',
  ],
  ['introspection beside data', '{ __type(name: "Cenote") { kind } cenotes(first: 1) { nodes { __typename } } }'],
  [
    'a variable of another type',
    'query ($first: NonNegativeInt!) { cenotes(first: $first) { totalCount } }',
    { first: 'x' },
  ],
  [
    'a refused mutation',
    'mutation { cancelReservation(input: { id: "00000000-0000-4000-8000-000000000000", reason: GUEST_REQUEST }) { status } }',
  ],
]

describe('GRAPHQL_EXECUTOR=apollo', () => {
  /** The shared product has the executor of this run. */
  const isApollo = process.env['GRAPHQL_EXECUTOR'] === 'apollo'
  let replica: TestProduct
  let engine: SharedProduct
  let apollo: SharedProduct
  beforeAll(async () => {
    const shared = await sharedTestProduct()
    replica = await startTestProduct({ GRAPHQL_EXECUTOR: isApollo ? 'engine' : 'apollo' }, shared)
    engine = isApollo ? replica : shared
    apollo = isApollo ? shared : replica
  })
  afterAll(() => replica.close())

  it('takes a Bearer, refuses two keys and compresses as the engine does', async () => {
    const body = JSON.stringify({ query: '{ cenotes(first: 10) { nodes { id name description } } }' })
    const send = ({ url }: SharedProduct, headers: Record<string, string>) =>
      rawRequest(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-encoding': 'br', ...headers },
        body,
      })
    const authorization = `Bearer ${keys.demo}`
    const other: Record<string, string> = { 'x-api-key': keys.rival }
    for (const headers of [{ authorization }, { authorization, ...other }]) {
      const [actual, theirs] = [await send(engine, headers), await send(apollo, headers)]
      expect([theirs.status, theirs.headers['content-encoding']]).toEqual([
        actual.status,
        actual.headers['content-encoding'],
      ])
      expect(theirs.status).toBe('x-api-key' in headers ? 400 : 200)
      if (theirs.status === 200) expect([theirs.headers['content-encoding'], theirs.text]).toEqual(['br', actual.text])
    }
  })

  it.each(operations.map(([what, query, variables = {}]) => [what, query, variables] as const))(
    'returns %s as the engine does',
    async (_what, query, variables) => {
      const [actual, theirs] = await Promise.all(
        [engine, apollo].map(async (product) => (await partner(product.url).graphql(query, variables)).body as Json),
      )
      expect(JSON.stringify(theirs.data)).toBe(JSON.stringify(actual.data))
      const codesOf = ({ errors = [] }: Json): unknown[] =>
        errors.map(({ path, extensions }: Json) => [path, extensions.code, extensions.status])
      expect(codesOf(theirs)).toEqual(codesOf(actual))
    },
  )
})
