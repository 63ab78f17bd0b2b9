import { expect, it } from '@jest/globals'
import { GraphQLEnumType } from 'graphql'
import { enumNames, isBoolean, isFloat, isInt, isText } from './leaf-values.ts'

const values = [
  '',
  '1',
  0,
  1.5,
  -2_147_483_648,
  -2_147_483_649,
  2_147_483_647,
  2_147_483_648,
  NaN,
  Infinity,
  true,
  null,
  undefined,
  1n,
  [],
  {},
]

it.each([
  ['text', isText, ['', '1']],
  ['Boolean', isBoolean, [true]],
  ['Int', isInt, [0, -2_147_483_648, 2_147_483_647]],
  ['Float', isFloat, [0, 1.5, -2_147_483_648, -2_147_483_649, 2_147_483_647, 2_147_483_648]],
] as const)('a %s is nothing else', (_name, isOfType, expected) => {
  expect(values.filter(isOfType)).toEqual(expected)
})

it('an enum has the names that stand for themselves', () => {
  const type = new GraphQLEnumType({ name: 'E', values: { A: {}, B: { value: 2 }, C: { value: 'C' } } })
  expect([...enumNames(type)]).toEqual(['A', 'C'])
})
