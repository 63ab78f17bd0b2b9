import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  Subscriber,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const cenoteId = demoId('cenote', 'gran-cenote')
const automaticDiscounts = `automaticDiscounts(input: { date: "${nextSaturday()}", totalPeople: 12 }) { totalCents }`

async function read(selection: string, variables: Json = {}, head = 'query'): Promise<Json> {
  const { body } = await partner(product.url).graphql(`${head} { ${selection} }`, variables)
  expect(body.errors).toBeUndefined()
  return body.data as Json
}
const cenote = async (selection: string, variables?: Json, head?: string): Promise<Json> =>
  (await read(`cenote(id: "${cenoteId}") { ${selection} }`, variables, head)).cenote as Json

describe('an alias with the name of another field', () => {
  it.each([
    ['a key', 'id: slug', 'id', 'slug', 'availableToday priceSummary { totalCents }'],
    ['a field that booking requires', 'capacity: longDescription', 'capacity', 'longDescription', 'availableToday'],
    ['a field that pricing requires', 'pricing: contact { phone }', 'pricing', 'contact { phone }', automaticDiscounts],
    ['a field of its own subgraph', 'name: slug', 'name', 'slug', 'availableToday'],
  ])('has the value of what it stands for, be it the name of %s', async (_what, aliased, alias, field, beside) => {
    const plain = await cenote(`wanted: ${field}`)
    const others = await cenote(beside)
    // In either order: the planner looks at what comes first.
    expect(await cenote(`${aliased} ${beside}`)).toEqual({ [alias]: plain.wanted, ...others })
    expect(await cenote(`${beside} ${aliased}`)).toEqual({ [alias]: plain.wanted, ...others })
  })

  it('has it in lists too, where the name is that of a key', async () => {
    const { tours: plain } = await read('tours(first: 2) { nodes { pricing { currency } priceSummary { currency } } }')
    const { tours } = await read('tours(first: 2) { nodes { id: pricing { currency } priceSummary { currency } } }')
    expect(tours.nodes.length).toBe(2)
    expect(tours.nodes).toEqual(plain.nodes.map(({ pricing, priceSummary }: Json) => ({ id: pricing, priceSummary })))
  })

  it('has it in events of a subscription', async () => {
    const after = await logEnd(product.url)
    const subscriber = new Subscriber(
      product.url,
      `subscription($after: String) { reservationEvents(after: $after) { reservation { reservationId cenote { id: slug priceSummary { currency } } } } }`,
      keys.demo,
      { after },
    )
    const { id } = await reserve(product.url)
    const [{ data }] = await subscriber.received(1)
    const { slug } = await cenote('slug')
    expect(data.reservationEvents.reservation).toEqual({
      reservationId: id,
      cenote: { id: slug, priceSummary: { currency: 'MXN' } },
    })
    await subscriber.close()
  })
})

describe('what @skip and @include leave out', () => {
  it('takes nothing else with it, whichever subgraph that is of', async () => {
    const plain = await cenote('name priceSummary { totalCents }')
    expect(await cenote('name availableToday @skip(if: true) priceSummary { totalCents }')).toEqual(plain)
    expect(
      await cenote(
        '... on Cenote { name availableToday @skip(if: $no) } priceSummary { totalCents }',
        { no: true },
        'query($no: Boolean!)',
      ),
    ).toEqual(plain)
    expect(await cenote(`availableToday @skip(if: true) ${automaticDiscounts}`)).toEqual(
      await cenote(automaticDiscounts),
    )
  })

  it('may be everything of an object, which is empty then', async () => {
    const data = await read(
      `cenote(id: "${cenoteId}") { name @skip(if: $no) } tours(first: 2) { nodes { priceSummary @skip(if: $no) { currency } } }`,
      { no: true },
      'query($no: Boolean!)',
    )
    expect(data).toEqual({ cenote: {}, tours: { nodes: [{}, {}] } })
  })

  it('may be everything of a request', async () => {
    expect(await read('tours @skip(if: true) { totalCount }')).toEqual({})
  })
})
