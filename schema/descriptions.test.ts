import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { parse, visit } from 'graphql'

const contracts = ['access', 'booking', 'catalog', 'pricing']

describe('the contracts', () => {
  it.each(contracts)('of %s describe every type, field, argument and value that clients see', (name) => {
    const document = parse(readFileSync(new URL(`${name}.graphql`, import.meta.url), 'utf8'))
    const bare: string[] = []
    let type = ''
    let entity = false
    const note = (node: {
      name: { value: string }
      description?: unknown
      directives?: readonly { name: { value: string } }[]
    }): void => {
      // Keys and external fields are described where they are owned.
      const borrowed =
        entity &&
        (node.name.value === 'id' || node.directives?.some((directive) => directive.name.value === 'external'))
      if (!node.description && !borrowed) bare.push(`${type}.${node.name.value}`)
    }
    visit(document, {
      // Marks for the gateway, which clients do not see.
      DirectiveDefinition: () => false,
      ObjectTypeDefinition: {
        enter(node) {
          type = node.name.value
          const stub = !node.description
          // A type without its own description is a stub of another subgraph's, or a root.
          entity = stub
        },
      },
      FieldDefinition: note,
      InputValueDefinition: note,
      EnumValueDefinition: note,
      InputObjectTypeDefinition: (node) => {
        type = node.name.value
        entity = false
        if (!node.description) bare.push(type)
      },
      EnumTypeDefinition: (node) => {
        type = node.name.value
        entity = false
        if (!node.description) bare.push(type)
      },
    })
    expect(bare).toEqual([])
  })

  it.each(contracts)('of %s explain themselves to a client, without references to files or other texts', (name) => {
    const foreign: string[] = []
    visit(parse(readFileSync(new URL(`${name}.graphql`, import.meta.url), 'utf8')), {
      StringValue: ({ value }) => {
        if (/specification|\bdecisions? \d|\bdocs\/|\.(ts|md|graphql)\b/i.test(value)) foreign.push(value)
      },
    })
    expect(foreign).toEqual([])
  })
})
