import { readFileSync } from 'node:fs'
import { composeServices } from '@apollo/composition'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'graphql'
import { plannedSupergraph } from './planned-supergraph.ts'
import { SupergraphWork } from '../../../gateway/planning/plan.ts'

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.5",
  import: ["@key", "@shareable", "@external", "@requires", "@provides", "@interfaceObject"])`

function composed(contracts: Readonly<Record<string, string>>): string {
  const { supergraphSdl, errors } = composeServices(
    Object.entries(contracts).map(([name, contract]) => ({
      name,
      url: `http://${name}.invalid`,
      typeDefs: parse(`${link}${contract}`),
    })),
  )
  if (!supergraphSdl) throw new Error(String(errors))
  return supergraphSdl
}

const facts = `
  type Query { products: [Product!]! }
  type Product @key(fields: "id") { id: ID! weight(unit: String = "g"): Int! }
`

const parcels = composed({
  facts,
  shipping: `type Product @key(fields: "id") {
      id: ID!
      weight(unit: String = "g"): Int! @external
      kilograms: Int! @requires(fields: "weight(unit: \\"kg\\")")
      grams: Int! @requires(fields: "weight")
    }`,
})

describe('the supergraph that the planner reads', () => {
  it('is the composed one where no field requires another with arguments or one that requires something', () => {
    const own = readFileSync(new URL('../../../schema/supergraph.graphql', import.meta.url), 'utf8')
    expect(plannedSupergraph(own).sdl).toBe(own)
  })

  it('has plans in which a field is requested and sent under its own name', () => {
    const plan = new SupergraphWork(parcels, plannedSupergraph).plan({ text: '{ products { kilograms grams } }' })
    const text = JSON.stringify(plan)
    expect(text).toContain(`: weight(unit: \\"kg\\")`)
    expect(text).not.toContain('shipping__')
    expect(text.match(/"serviceName":"shipping"/g)).toHaveLength(2)
    expect(text).toContain('"name":"weight"')
  })

  it('requests what a moved field provides from the subgraph that provides it', () => {
    const provided = composed({
      facts,
      shipping: `type Product @key(fields: "id") {
          id: ID!
          weight(unit: String = "g"): Int! @external
          kilograms: Int! @requires(fields: "weight(unit: \\"kg\\")")
          box: Box! @requires(fields: "weight") @provides(fields: "label")
        }
        type Box { size: Int! @shareable label: String! @external }`,
      boxes: `type Query { boxes: [Box!]! } type Box { size: Int! @shareable label: String! @shareable }`,
    })
    expect(plannedSupergraph(provided).sdl).toMatch(
      /box: Box! @join__field\([^)]*provides: "label"[^)]*graph: SHIPPING__1\)/,
    )
    const plan = new SupergraphWork(provided, plannedSupergraph).plan({
      text: '{ products { kilograms box { size label } } }',
    })
    expect(JSON.stringify(plan)).toContain('box{size label}')
  })

  it('is not what clients see', () => {
    const data = new SupergraphWork(parcels, plannedSupergraph).introspect({
      text: '{ __type(name: "Product") { fields { name } } }',
      variables: {},
    })
    expect(data).toEqual({
      __type: { fields: ['id', 'weight', 'kilograms', 'grams'].map((name) => ({ name })) },
    })
  })
})
