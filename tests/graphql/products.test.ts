import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const nicteHa = demoId('cenote', 'nicte-ha')
const ids = { cenote: demoId('cenote', 'dos-ojos'), tour: demoId('tour', 'dos-ojos-diving') }
async function read(query: string): Promise<Json> {
  const { body } = await partner(product.url).graphql(query, ids)
  expect(body.errors).toBeUndefined()
  return body.data as Json
}

describe('the interface of products', () => {
  it('is implemented by cenotes and tours', async () => {
    const { product: found } = await read('{ product: __type(name: "Product") { possibleTypes { name } } }')
    expect(found.possibleTypes).toEqual([{ name: 'Cenote' }, { name: 'Tour' }])
  })

  it.each(['first read', 'read that may be cached'])('is selected in fragments of a %s', async () => {
    const named = `fragment Named on Product { __typename id name ... on Tour { stops { cenote { ...Slug } } } ...Slug }
      fragment Slug on Product { ... on Cenote { slug availableToday } }`
    const data = await read(`query ($cenote: ID!, $tour: ID!) {
      cenote(id: $cenote) { ... on Product { id name } ...Named tours { ...Named } }
      tour(id: $tour) { ... on Product { id name } ...Named priceSummary { totalCents } cenotes { ...Named } }
    } ${named}`)
    const stop = (id: string): string => `cenote(id: "${id}") { slug availableToday }`
    const { first, second } = await read(`{ first: ${stop(ids.cenote)} second: ${stop(nicteHa)} }`)
    expect([first.slug, second.slug]).toEqual(['dos-ojos', 'nicte-ha'])
    const tour = {
      __typename: 'Tour',
      id: ids.tour,
      name: 'Cavern Diving at Dos Ojos',
      stops: [{ cenote: first }, { cenote: second }],
    }
    const cenote = { __typename: 'Cenote', id: ids.cenote, name: 'Cenote Dos Ojos', ...first }
    const other = { __typename: 'Cenote', id: nicteHa, name: 'Cenote Nicte-Ha', ...second }
    expect(data).toEqual({
      cenote: { ...cenote, tours: [tour] },
      tour: { ...tour, priceSummary: { totalCents: expect.any(Number) }, cenotes: [cenote, other] },
    })
  })
})
