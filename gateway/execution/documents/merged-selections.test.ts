import { describe, expect, it } from '@jest/globals'
import { buildSchema, executeSync, parse, print, Source } from 'graphql'
import { withMergedSelections } from './merged-selections.ts'

const merged = (text: string): string => print(withMergedSelections(parse(new Source(text)))).replaceAll(/\s+/g, ' ')

describe('repeated selections', () => {
  it.each([
    ['fields', '{ id id name id }', '{ id name }'],
    ['fields with the same arguments', '{ a(x: [1, "b"]) a(x: [1, "b"]) }', '{ a(x: [1, "b"]) }'],
    ['selections within fields', '{ a { x } b a { y x } }', '{ a { x y } b }'],
    ['fragments', '{ ...F ...F } fragment F on Query { id id }', '{ ...F } fragment F on Query { id }'],
    ['inline fragments side by side', '{ ... { id } ... { id } }', '{ ... { id } }'],
    ['inline fragments between repeated fields', '{ id ... { b } id ... { b } id }', '{ id ... { b } }'],
  ])('of %s are merged', (_, text, expected) => {
    expect(merged(text)).toBe(expected)
  })

  it.each([
    ['names', '{ a: id b: id }'],
    ['arguments', '{ a(x: 1) a(x: 2) }'],
    ['variables', 'query ($v: Int, $w: Int) { a(x: $v) a(x: $w) }'],
    ['conditions', 'query ($v: Boolean!) { id @include(if: $v) id @skip(if: $v) }'],
    ['types', '{ ... on A { id } ... on B { id } }'],
    ['presence of a selection', '{ a a { id } }'],
  ])('that differ in %s stay apart', (_, text) => {
    expect(merged(text)).toBe(text)
  })

  it('leave the order of the response as it is', () => {
    const schema = buildSchema('type Query { a: Q b: String c: String } type Q { x: Int y: Int }')
    const text = '{ c ... { b } c a { y } ... { c a { x } } a { x y } ... { b } }'
    const document = parse(text)
    const rootValue = { a: { x: 1, y: 2 }, b: 'b', c: 'c' }
    const responses = [document, withMergedSelections(document)].map((one) =>
      JSON.stringify(executeSync({ schema, document: one, rootValue })),
    )
    expect(responses[1]).toBe(responses[0])
    expect(responses[0]).toContain('"c":"c","b":"b"')
  })

  it('are merged in any number', () => {
    const document = withMergedSelections(parse(`{ ${'a { id name } '.repeat(20_000)} }`))
    expect(print(document).length).toBeLessThan(100)
  })
})
