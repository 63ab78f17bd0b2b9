import { describe, expect, it } from '@jest/globals'
import { cutMiddle, cutText, isBlank, visibleText } from './text.ts'

const family = '👨‍👩‍👧‍👦'

describe('cutText', () => {
  it.each([
    ['a text of the maximum length', 'cenote', 6, 'cenote'],
    ['a longer text', 'cenotes', 6, 'cenote'],
    ['an emoji across the maximum', 'cenote👍', 7, 'cenote'],
    ['a family of emoji', `cenote${family}`, 12, 'cenote'],
    ['a letter with a combining accent', 'Canción'.normalize('NFD'), 6, 'Canci'],
    ['a character longer than the maximum', family, 5, ''],
    ['an accent repeated without end', `a${'\u0301'.repeat(500)}`, 300, `a${'\u0301'.repeat(299)}`],
    ['surrogate pairs in a character without end', `a${'\u{1d165}'.repeat(300)}`, 300, `a${'\u{1d165}'.repeat(149)}`],
  ])('cuts %s where a character ends', (_what, text, maxLength, expected) => {
    expect(cutText(text, maxLength)).toBe(expected)
  })
})

describe('cutMiddle', () => {
  it('keeps whole characters at the start and the end', () => {
    expect(cutMiddle('👍👍👍👍', 3)).toBe('👍…👍👍')
    expect(cutMiddle('cenote', 3)).toBe('cenote')
  })
})

describe('isBlank', () => {
  it.each([0x20, 0xa0, 0x3164, 0x200b, 0x2800, 0x115f, 0x1160, 0xad, 0x200e, 0x180e])(
    'takes U+%i for nothing',
    (code) => {
      expect(isBlank(String.fromCodePoint(code).repeat(3))).toBe(true)
    },
  )

  it('is what visibleText has no text for', () => {
    expect([' Zoë\n', '\u3164 ', '', null, undefined].map(visibleText)).toEqual(['Zoë', null, null, null, null])
  })

  it('leaves invisible code points inside a name', () => {
    for (const name of ['Zoë', 'م\u200cن', '👨\u200d👩', '김']) expect(isBlank(name)).toBe(false)
  })
})
