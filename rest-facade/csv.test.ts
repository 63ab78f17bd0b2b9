import { expect, it } from '@jest/globals'
import { csvCell, moneyCell } from './csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['+52 998 123 4567', "'+52 998 123 4567"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
])('a cell that a spreadsheet would run is text: %j', (value, expected) => expect(csvCell(value)).toBe(expected))

it.each([
  ['-12.50', '-12.50'],
  ['+529981234567', '+529981234567'],
  [-3, '-3'],
  [null, ''],
  [undefined, ''],
  ['Ana, "la" Río\nsegunda', '"Ana, ""la"" Río\nsegunda"'],
  ['a=b', 'a=b'],
])('other cells are as they are, in quotation marks where needed: %j', (value, expected) =>
  expect(csvCell(value)).toBe(expected),
)

it('money has two decimals', () => {
  expect([0, 5, 120_000, -1_050].map(moneyCell)).toEqual(['0.00', '0.05', '1200.00', '-10.50'])
})
