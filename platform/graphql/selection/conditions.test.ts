import { describe, expect, it } from '@jest/globals'
import { getOperationAST, parse, type SelectionNode } from 'graphql'
import {
  conditionsOf,
  conditionVariables,
  isExcludedBy,
  isIncluded,
  pickVariables,
  variablesUsed,
} from './conditions.ts'

const firstOf = (text: string): SelectionNode => getOperationAST(parse(text))!.selectionSet.selections[0]!

describe('a selection', () => {
  it.each([
    ['a', {}, true],
    ['a @other', {}, true],
    ['a @skip(if: true)', {}, false],
    ['a @skip(if: false)', {}, true],
    ['a @include(if: false)', {}, false],
    ['a @skip(if: $v)', { v: true }, false],
    ['a @skip(if: $v)', { v: false }, true],
    ['a @include(if: $v)', { v: true }, true],
    ['... @include(if: $v) { a }', { v: false }, false],
    ['a @include(if: true) @skip(if: $v)', { v: true }, false],
    ['a @include(if: $w) @skip(if: $v)', { v: false, w: true }, true],
  ])('%s with %j is included: %j', (text, variables, included) => {
    const selection = firstOf(`{ ${text} }`)
    expect(isIncluded(selection, variables)).toBe(included)
    expect(conditionsOf(selection).every((condition) => !isExcludedBy(condition, variables))).toBe(included)
  })

  it('whose condition has no value is an error', () => {
    expect(() => isIncluded(firstOf('{ a @skip(if: $v) }'), {})).toThrow('"Boolean!"')
  })

  it('has its conditions in the order in which they are decided', () => {
    const conditions = conditionsOf(firstOf('{ a @include(if: $i) @other @skip(if: true) }'))
    expect(conditions.map(({ directive, excludedBy }) => [directive.name.value, excludedBy])).toEqual([
      ['skip', true],
      ['include', false],
    ])
  })
})

it('the variables in the conditions of an operation are named once, those of fragments included', () => {
  const document = parse(`
    query A($d: Boolean!) { a @skip(if: $c) { b @include(if: $a) } ...F @include(if: true) c(x: $x) @other(if: $y) }
    query B { a @skip(if: $ofAnother) }
    fragment F on T { d @skip(if: $c) ... @include(if: $b) { e } }`)
  expect(conditionVariables(document, getOperationAST(document, 'A')!)).toEqual(['a', 'b', 'c'])
})

it('variablesUsed names the variables of arguments and conditions once, and no variable that is only declared', () => {
  const document = parse('query ($a: Int, $b: Boolean!, $c: Int) { f(x: { y: [$a, $a] }) @skip(if: $b) }')
  expect(variablesUsed(document)).toEqual(['a', 'b'])
})

it('pickVariables leaves out variables without a value and those that are not named', () => {
  expect(pickVariables({ a: null, b: 2 }, ['a', 'c', 'toString'])).toEqual({ a: null })
})
