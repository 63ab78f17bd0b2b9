import { describe, expect, it } from '@jest/globals'
import {
  copiedPhonePattern,
  cutMiddle,
  cutText,
  isBlank,
  isEmailAddress,
  phonePattern,
  plainPhone,
  visibleText,
} from './text.ts'

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

describe('isEmailAddress', () => {
  it.each([
    'ana@example.com',
    "o'brien+1@a-b.example",
    'ana@bücher.example',
    'josé@example.com',
    '用户@例子.广告',
    'a@b',
  ])('accepts %s', (text) => {
    expect(isEmailAddress(text)).toBe(true)
  })

  it.each([
    '',
    'ana',
    'ana@',
    '@example.com',
    'a b@example.com',
    'a@b@example.com',
    'ana@-a.example',
    'ana@a..example',
  ])('rejects %j', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })
})

describe('plainPhone', () => {
  it.each([
    ['no-break spaces', '+52\u00a0998\u202f123\u00a04567', '+52 998 123 4567'],
    ['marks of direction', '\u202a+52 998 123 4567\u202c', '+52 998 123 4567'],
    ['no-break hyphens', '998\u2011123\u20114567', '998-123-4567'],
  ])('replaces %s', (_what, text, expected) => {
    expect(new RegExp(copiedPhonePattern, 'u').test(text)).toBe(true)
    expect(plainPhone(text)).toBe(expected)
    expect(new RegExp(phonePattern).test(expected)).toBe(true)
  })
})
