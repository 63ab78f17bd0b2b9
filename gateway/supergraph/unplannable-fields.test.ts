import { buildSchema } from 'graphql'
import { describe, expect, it } from '@jest/globals'
import { loadSupergraph } from './supergraph.ts'
import { unplannableFields } from './unplannable-fields.ts'

const schemaWith = (fields: string) =>
  buildSchema(`
    directive @join__field(graph: String, requires: String) repeatable on FIELD_DEFINITION
    type Query { product: Product }
    interface Item { label: String }
    type Box implements Item { label: String @join__field(graph: "boxes", requires: "size") size: Int }
    type Product {
      weight(unit: String): Int
      price: Int @join__field(graph: "prices", requires: "item { __typename }")
      item: Item
      ${fields}
    }`)

describe('fields that the planner gets wrong', () => {
  it('are none of our own', () => {
    const own = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))
    expect(unplannableFields(own.schema)).toEqual([])
  })

  it.each([
    [
      'without any requirement of their requirement',
      'grams: Int @join__field(requires: "weight item { __typename }")',
      [],
    ],
    [
      'with arguments',
      String.raw`kilograms: Int @join__field(requires: "weight(unit: \"kg\")")`,
      ['Product.kilograms'],
    ],
    ['that requires something', 'offer: Int @join__field(requires: "weight price")', ['Product.offer']],
    [
      'that requires something in an implementation',
      'parcel: Int @join__field(requires: "item { label }")',
      ['Product.parcel'],
    ],
    ['within a fragment', 'box: Int @join__field(requires: "item { ... on Box { label } }")', ['Product.box']],
  ])('require a field %s', (_title, field, found) => {
    expect(unplannableFields(schemaWith(field))).toEqual(found)
  })
})
