import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../tests/testkit/long-form.ts'
import {
  buildSchema,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type ValidationRule,
} from 'graphql'
import { FieldsCanBeMergedRule } from './mergeable-fields.ts'

const schema = buildSchema(`
  interface Named { name: String! owner: Owner same: Int }
  interface Aged { age: Int same: Int }
  type Cat implements Named & Aged { name: String! owner: Owner age: Int same: Int value: Int list: [Int!] friends(first: Int, by: By): [Pet] }
  type Dog implements Named & Aged { name: String! owner: Owner age: Int same: Int value: String list: [Int] friends(first: Int, by: By): [Pet] }
  type Owner implements Named { name: String! owner: Owner same: Int pets: [Pet!]! pet: Pet cat: Cat }
  union Pet = Cat | Dog
  input By { a: Int b: Int }
  type Query { cat: Cat dog: Dog pet: Pet named: Named aged: Aged owner: Owner }
`)
const others = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule)
const isValid = (document: DocumentNode, ...rules: ValidationRule[]): boolean =>
  validate(schema, document, rules).length === 0
const messages = (text: string): string[] =>
  validate(schema, parse(text), [FieldsCanBeMergedRule]).map(({ message }) => message)

/** The fields of a type: leaves, and fields with the type that they return. */
const leaves: Readonly<Record<string, readonly string[]>> = {
  Cat: ['name', 'age', 'same', 'value', 'list', '__typename'],
  Dog: ['name', 'age', 'same', 'value', 'list', '__typename'],
  Owner: ['name', 'same', '__typename'],
  Named: ['name', 'same', '__typename'],
  Aged: ['age', 'same', '__typename'],
  Pet: ['__typename'],
}
const friends = [
  'friends',
  'friends(first: 1)',
  'friends(first: 2)',
  'friends(by: { a: 1, b: 2 })',
  'friends(by: { b: 2, a: 1 })',
]
const links: Readonly<Record<string, readonly (readonly [field: string, type: string])[]>> = {
  Query: [
    ['cat', 'Cat'],
    ['dog', 'Dog'],
    ['pet', 'Pet'],
    ['named', 'Named'],
    ['aged', 'Aged'],
    ['owner', 'Owner'],
  ],
  Cat: [['owner', 'Owner'], ...friends.map((field) => [field, 'Pet'] as const)],
  Dog: [['owner', 'Owner'], ...friends.map((field) => [field, 'Pet'] as const)],
  Owner: [
    ['owner', 'Owner'],
    ['pets', 'Pet'],
    ['pet', 'Pet'],
    ['cat', 'Cat'],
  ],
  Named: [['owner', 'Owner']],
}
const conditions: Readonly<Record<string, readonly string[]>> = {
  Cat: ['Cat', 'Named', 'Aged', 'Pet'],
  Dog: ['Dog', 'Named', 'Aged', 'Pet'],
  Owner: ['Owner', 'Named'],
  Named: ['Cat', 'Dog', 'Owner', 'Named', 'Aged', 'Pet'],
  Aged: ['Cat', 'Dog', 'Named', 'Aged', 'Pet'],
  Pet: ['Cat', 'Dog', 'Named', 'Aged', 'Pet'],
}
const aliases = ['', '', '', '', '', 'a: ', 'b: ']

/** Documents that no rule but this one can refuse; fragments spread those of a higher number. */
const documents = fc.array(fc.nat(), { minLength: 60, maxLength: 400 }).map((choices) => {
  let at = 0
  const pick = <T>(from: readonly T[]): T => from[(choices[at++ % choices.length] ?? 0) % from.length] as T
  const fragmentTypes = ['Cat', 'Dog', 'Owner', 'Named', 'Pet', 'Cat']
  const selection = (type: string, depth: number, fragment: number): string => {
    const kind = pick(['leaf', 'leaf', 'link', 'link', 'inline', 'spread'])
    const next = fragmentTypes.findIndex(
      (wanted, index) => index > fragment && (conditions[type] ?? []).includes(wanted),
    )
    if (kind === 'spread' && next >= 0) return `...F${next}`
    if (kind === 'inline' && depth > 0 && conditions[type]) {
      const condition = pick(conditions[type])
      return `... on ${condition} ${set(condition, depth - 1, fragment)}`
    }
    const [field, target] = depth > 0 && links[type] ? pick(links[type]) : []
    if (field && target && (kind === 'link' || !leaves[type]))
      return `${pick(aliases)}${field} ${set(target, depth - 1, fragment)}`
    return `${pick(aliases)}${pick(leaves[type] ?? ['__typename'])}`
  }
  const set = (type: string, depth: number, fragment: number): string =>
    `{ ${Array.from({ length: pick([1, 1, 2]) }, () => selection(type, depth, fragment)).join(' ')} }`
  const fragments = fragmentTypes.map((type, index) => `fragment F${index} on ${type} ${set(type, 1, index)}`)
  const used = fragmentTypes.map((type, index) => `... on ${type} { ...F${index} }`)
  const query = `{ u: named { ${used.filter((part) => !part.startsWith('... on Pet')).join(' ')} ... on Cat { ...F4 } } ${set('Query', 3, -1).slice(1)}`
  return [query, ...fragments].join('\n')
})

describe('fields with the same response name', () => {
  it('are refused exactly where the library’s own rule refuses them', () => {
    let [compared, refused] = [0, 0]
    fc.assert(
      fc.property(documents, (text) => {
        const document = parse(text)
        if (compared < 50) expect(validate(schema, document, others)).toEqual([])
        compared += 1
        const expected = isValid(document, OverlappingFieldsCanBeMergedRule)
        if (!expected) refused += 1
        expect([text, isValid(document, FieldsCanBeMergedRule)]).toEqual([text, expected])
      }),
      runs(600, 20_000),
    )
    // Both outcomes must have been compared.
    expect(refused).toBeGreaterThan(compared / 5)
    expect(refused).toBeLessThan((compared * 4) / 5)
  })

  it('are refused with the reason', () => {
    const advice = 'Use different aliases on the fields to fetch both if this was intentional.'
    expect(messages('{ cat { a: name a: age } }')).toEqual([
      `Fields "a" conflict because they return conflicting types "String!" and "Int". ${advice}`,
      `Fields "a" conflict because "name" and "age" are different fields. ${advice}`,
    ])
    expect(messages('{ cat { a: same a: age } }')).toEqual([
      `Fields "a" conflict because "same" and "age" are different fields. ${advice}`,
    ])
    expect(messages('{ cat { friends(first: 1) { __typename } friends { __typename } } }')).toEqual([
      `Fields "friends" conflict because they have differing arguments. ${advice}`,
    ])
  })

  it('are compared a few times each, however often they are repeated', () => {
    const looksAt = (count: number): number => {
      const fields = 'a: name '.repeat(count)
      const document = parse(`{ cat { ...F ${fields} } } fragment F on Cat { ${fields} }`)
      let looks = 0
      visit(document, {
        Field(node) {
          const { name } = node
          Object.defineProperty(node, 'name', { enumerable: true, get: () => ((looks += 1), name) })
        },
      })
      expect(validate(schema, document, [FieldsCanBeMergedRule])).toEqual([])
      return looks
    }
    expect(looksAt(1_000)).toBeLessThan(2_002 * 10)
  })

  it('of fragments within themselves are left to the rule about those', () => {
    const cycle =
      '{ owner { ...F } } fragment F on Owner { owner { ...G } a: name } fragment G on Owner { pet { __typename } ...F a: same }'
    expect(messages(cycle)).toEqual([])
    expect(isValid(parse(cycle), ...others, FieldsCanBeMergedRule)).toBe(false)
  })
})
