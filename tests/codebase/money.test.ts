import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { parse, visit, type FieldDefinitionNode, type InputValueDefinitionNode, type TypeNode } from 'graphql'
import { readSources } from '../../platform/postgres/schema-sources.ts'
import { isAmountName } from '../../schema/amount-names.ts'
import type { Json } from '../testkit/product.ts'

const amountWords = /price|amount|cost|subtotal|balance|^(fees|taxes)$/i

it('columns have amounts as integers, and cents in their names', async () => {
  const owners = ['gateway/database', ...['booking', 'catalog', 'pricing'].map((owner) => `subgraphs/${owner}`)]
  const sources = await Promise.all(
    owners.map((owner) => readSources(new URL(`../../${owner}/prisma/`, import.meta.url))),
  )
  const columns = sources.flatMap((text) => [
    ...text.matchAll(/^ {2}(\w+) (integer|bigint|smallint|numeric|real|double precision)\b/gm),
  ])
  const amounts = columns.filter(([, name = '']) => /cents/.test(name) || amountWords.test(name))
  expect(amounts.length).toBeGreaterThan(10)
  expect(amounts.filter(([, name = '', type]) => !/(^|_)cents(_|$)/.test(name) || type !== 'integer')).toEqual([])
})

/** Floats: sums that may exceed 32 bits, and bounds of filters. */
const floats =
  /^(total|paid|returned|creditDue|refundDue|balance(Due)?|gross|discount|tax|fee|refunded|(sold|cancelled)Total|(min|max)Adult)Cents$/

it('GraphQL has amounts as integers, except sums, and Cents in their names', () => {
  const wrong: string[] = []
  const check = ({ name: { value: name }, type }: FieldDefinitionNode | InputValueDefinitionNode): void => {
    const named = typeName(type)
    const isRight = isAmountName(name)
      ? named.endsWith('Int') || (named.endsWith('Float') && floats.test(name))
      : !amountWords.test(name) || !/(Int|Float)$/.test(named)
    if (!isRight) wrong.push(`${name}: ${named}`)
  }
  for (const owner of ['access', 'booking', 'catalog', 'pricing'])
    visit(parse(readFileSync(`schema/${owner}.graphql`, 'utf8')), {
      FieldDefinition: check,
      InputValueDefinition: check,
    })
  expect(wrong).toEqual([])
})

const typeName = (type: TypeNode): string => ('type' in type ? typeName(type.type) : type.name.value)

const pathsInCents = /^\/((api\/)?pricing|coupons|public|cenotes)\/|\/meeting-points$/

it('REST has amounts as integer cents under some paths, and as decimal numbers under all others', () => {
  const document = JSON.parse(readFileSync('schema/contracts/openapi.json', 'utf8')) as Json
  const wrong: string[] = []
  let count = 0
  for (const [path, item] of Object.entries(document.paths)) {
    const expected = pathsInCents.test(path) ? 'integer' : 'number'
    for (const [name, types] of membersOf(document, item))
      for (const type of types.filter((one) => amountWords.test(name) && /^(number|integer)$/.test(one))) {
        count += 1
        if (type !== expected) wrong.push(`${path} ${name}: ${type}`)
      }
  }
  expect(count).toBeGreaterThan(50)
  expect(wrong).toEqual([])
})

/** Members of all schemas in a part of an OpenAPI document, with their types. */
function membersOf(document: Json, part: unknown): [name: string, types: string[]][] {
  const members: [string, string[]][] = []
  const seen = new Set<string>()
  const walk = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref: reference, properties = {} } = value
    if (typeof reference === 'string') {
      if (seen.has(reference)) return
      seen.add(reference)
      walk(
        reference
          .slice(2)
          .split('/')
          .reduce((node: Json, name) => node[name], document),
      )
    }
    for (const [name, { type }] of Object.entries<Json>(properties)) members.push([name, [type].flat()])
    for (const inner of Object.values(value)) walk(inner)
  }
  walk(part)
  return members
}
