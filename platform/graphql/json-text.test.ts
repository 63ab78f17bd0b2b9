import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../tests/testkit/long-form.ts'
import { JsonText, needsEscape, resultAsJson, textAsJson } from './json-text.ts'

describe('JSON', () => {
  it('of any text is what JSON.stringify writes', () => {
    const special = fc.constantFrom('"', '\\', '\n', '\u0000', '\u001f', ' ', '\u2028', '\ud800', '\udfff', '😀', 'é')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(special).map((all) => all.join('')),
        ),
        (text) => {
          for (const one of [text, text.padEnd(70, 'x')]) {
            expect(textAsJson(one)).toBe(JSON.stringify(one))
            if (!needsEscape(one)) expect(JSON.stringify(one)).toBe(`"${one}"`)
          }
        },
      ),
      runs(100),
    )
  })

  it.each([
    ['plain text, é \u2028', false],
    ['a "quote"', true],
    ['a tab\t', true],
  ])('of %j needs escapes: %j', (text, escapes) => {
    expect(needsEscape(text)).toBe(escapes)
  })

  it('of a result is what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = renamed(value)
        expect(resultAsJson(plain)).toBe(JSON.stringify(plain))
      }),
      runs(100),
    )
  })

  it('has parts that are written already as they are, and null for what is not there', () => {
    const result = { a: new JsonText('[1,2]'), b: [new JsonText('{"c":3}'), undefined], d: undefined }
    expect(resultAsJson(result)).toBe('{"a":[1,2],"b":[{"c":3},null],"d":null}')
    expect(resultAsJson(null)).toBe('null')
    expect(resultAsJson({})).toBe('{}')
    expect(resultAsJson([])).toBe('[]')
    expect(resultAsJson([['']])).toBe('[[""]]')
  })
})

/** The same with the names that GraphQL allows. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.values(value).map((inner, index) => [`f${index}`, renamed(inner)]))
}
