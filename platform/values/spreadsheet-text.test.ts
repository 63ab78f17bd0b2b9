import { describe, expect, it } from '@jest/globals'
import { plainText, spreadsheetText } from './spreadsheet-text.ts'

describe('a text for a spreadsheet', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+52 998 123 4567', "'+52 998 123 4567"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\uFF1Dcmd', "'\uFF1Dcmd"],
    ['\uFF0B1 2', "'\uFF0B1 2"],
    ['\uFF0Dcmd', "'\uFF0Dcmd"],
    ['\uFF20SUM(A1)', "'\uFF20SUM(A1)"],
    ['  =1+1', "  '=1+1"],
    ["x;=cmd|'/c calc'!A1", "x;'=cmd|'/c calc'!A1"],
    ['x; \uFF1Dcmd;+1', "x; '\uFF1Dcmd;'+1"],
    ['-1;-2', "'-1;'-2"],
  ])('has an apostrophe wherever a formula could begin, and reads as before: %j', (text, expected) => {
    expect(spreadsheetText(text)).toBe(expected)
    expect(plainText(expected)).toBe(text)
  })

  it.each([
    ['\t=1', " '=1"],
    ['a\r\n=1', 'a  =1'],
    ['a;\n=1', "a; '=1"],
    ['a\tb', 'a b'],
  ])('is one line: %j', (text, expected) => expect(spreadsheetText(text)).toBe(expected))

  it.each(['-12.50', '+529981234567', '3', '', 'a=b', 'a-b; c', "O'Brien", "'90s", 'Núñez'])(
    'is unchanged where it is harmless, and when it is read: %j',
    (text) => {
      expect(spreadsheetText(text)).toBe(text)
      expect(plainText(text)).toBe(text)
    },
  )

  it('keeps an apostrophe that somebody wrote before a number', () => expect(plainText("'-5")).toBe("'-5"))
})
