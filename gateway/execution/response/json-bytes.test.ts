import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../tests/testkit/long-form.ts'
import { JsonBytes } from './json-bytes.ts'

describe('JSON as bytes', () => {
  const written = (write: (json: JsonBytes) => void): string => {
    const json = new JsonBytes()
    write(json)
    return json.copy().toString()
  }

  it('has texts and numbers as JSON.stringify has them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.double(), fc.integer())),
        (values) => {
          const all = values.filter((value) => typeof value === 'string' || Number.isFinite(value))
          const json = written((bytes) => {
            for (const value of all) {
              if (typeof value === 'string') bytes.text(value)
              else bytes.number(value)
            }
          })
          expect(json).toBe(all.map((value) => JSON.stringify(value)).join(''))
        },
      ),
      runs(200),
    )
  })

  it.each([
    0, -0, 9, 10, 99, 100, 1_000_000_000, 2_147_483_647, 2_147_483_648, -1, 1.5, 1e21, 5e-324, 9_007_199_254_740_991,
  ])('has the number %p', (value) => {
    expect(written((json) => json.number(value))).toBe(JSON.stringify(value))
  })

  it.each([
    ['short', 'Cenote'],
    ['long', 'x'.repeat(100)],
    ['with accents', 'Ñandú'],
    ['long, with accents', 'ñ'.repeat(100)],
    ['with a quotation mark at its end', 'a"'],
    ['with a control character', 'a\u0001'],
    ['with a pair of surrogates', '🐢'],
    ['with half of a pair', '\ud83d'],
    ['long, with half of a pair', `${'x'.repeat(100)}\udc22`],
  ])('has a text that is %s', (_name, text) => {
    expect(written((json) => json.text(text))).toBe(JSON.stringify(text))
  })

  it('grows, repeats what it has and forgets what was dropped', () => {
    const long = 'x'.repeat(70_000)
    const json = written((bytes) => {
      bytes.text(long)
      const { length } = bytes
      bytes.text('dropped')
      bytes.truncate(length)
      bytes.repeat(0, length)
      bytes.json('[1]')
    })
    expect(json).toBe(`"${long}""${long}"[1]`)
  })

  it('copies what it has: writing on does not change the copy', () => {
    const json = new JsonBytes()
    json.text('first')
    const copy = json.copy()
    json.truncate(0)
    json.text('other')
    expect(copy.toString()).toBe('"first"')
  })
})
