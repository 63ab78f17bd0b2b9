import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  isUnionType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'
import type { Chance } from '../../../bench/chance.ts'

export interface RandomOperation {
  readonly text: string
  readonly variables: Record<string, unknown>
}

const definitions =
  '($yes: Boolean! = true, $maybe: Boolean!, $number: Int = 4, $input: Input, $level: Level! = HIGH, $word: String)'
const fragmentCount = 2

/** An operation over a random schema; it may be invalid, because fields with one name may differ. */
export function randomOperation(schema: GraphQLSchema, chance: Chance, isMutation: boolean): RandomOperation {
  const objects = Object.values(schema.getTypeMap()).filter(
    (type) => type.name.startsWith('Type') && isObjectType(type),
  )
  const fragments = Array.from({ length: fragmentCount }, (_, index) => ({
    name: `Part${index}`,
    type: chance.pick(objects) as GraphQLCompositeType,
  }))
  const condition = (): string =>
    chance.often(0.15)
      ? ` @${chance.pick(['skip', 'include'])}(if: ${chance.pick(['$yes', '$maybe', 'true', 'false'])})`
      : ''
  const value = (name: string): string => {
    if (name === 'number') return chance.pick(['3', '$number', 'null'])
    if (name === 'words') return chance.pick(['"one"', '["a", $word]', '[]', '[null]', 'null'])
    return chance.pick(['$input', '{ count: 1 }', '{ count: 2, text: $word, levels: [LOW, $level] }', 'null'])
  }
  const given = ({ args }: GraphQLField<unknown, unknown>): string => {
    const parts = args.flatMap(({ name }) => (chance.often(0.4) ? `${name}: ${value(name)}` : []))
    return parts.length > 0 ? `(${parts.join(', ')})` : ''
  }
  const field = (one: GraphQLField<unknown, unknown>, depth: number): string => {
    const type = getNamedType(one.type)
    const alias = chance.often(0.06) ? `${chance.pick(['x', 'y', '__proto__'])}: ` : ''
    const below = isCompositeType(type) ? ` ${selection(type, depth + 1)}` : ''
    return `${alias}${one.name}${given(one)}${condition()}${below}`
  }
  function selection(type: GraphQLCompositeType, depth: number, usesFragments = true): string {
    const fields = isUnionType(type) ? [] : Object.values(type.getFields())
    // Below some levels only leaves are selected.
    const fitting = fields.filter((one) => depth < 4 || !isCompositeType(getNamedType(one.type)))
    const parts = chance.often(0.2) || fitting.length === 0 ? ['__typename'] : []
    for (let count = 1 + chance.below(4); count > 0 && fitting.length > 0; count -= 1)
      parts.push(field(chance.pick(fitting), depth))
    if (depth < 4 && (isAbstractType(type) || chance.often(0.2))) {
      const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type]
      for (let count = 1 + chance.below(2); count > 0; count -= 1) {
        const one = chance.pick(possible)
        parts.push(`... on ${one.name}${condition()} ${selection(one, depth + 1)}`)
      }
    }
    const fragment = usesFragments ? fragments.find((one) => one.type === type) : undefined
    if (fragment && chance.often(0.5)) parts.push(`...${fragment.name}${condition()}`)
    return `{ ${parts.join(' ')} }`
  }
  const root = isMutation ? schema.getMutationType() : schema.getQueryType()
  if (!root) throw new Error('A random schema has both roots')
  const body = selection(root, 0)
  const written = fragments.map(({ name, type }) => `fragment ${name} on ${type.name} ${selection(type, 2, false)}`)
  const used = written.filter((_, index) => body.includes(`...Part${index}`))
  const text = `${isMutation ? 'mutation' : 'query'} Random${definitions} ${body}\n${used.join('\n')}`
  return { text, variables: randomVariables(chance) }
}

function randomVariables(chance: Chance): Record<string, unknown> {
  const variables: Record<string, unknown> = { maybe: chance.often(0.5) }
  if (chance.often(0.3)) variables['yes'] = chance.often(0.5)
  if (chance.often(0.5)) variables['number'] = chance.pick<unknown>([1, null, 2])
  if (chance.often(0.5)) variables['word'] = chance.pick<unknown>(['w', null])
  if (chance.often(0.3)) variables['level'] = 'LOW'
  if (chance.often(0.5)) variables['input'] = chance.pick<unknown>([{ count: 3 }, null, { count: 4, levels: ['TOP'] }])
  if (chance.often(0.03)) variables['number'] = 'wrong'
  if (chance.often(0.03)) variables['input'] = { text: 1 }
  return variables
}
