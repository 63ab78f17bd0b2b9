import { expect, it } from '@jest/globals'
import { Kind, parse, type OperationDefinitionNode } from 'graphql'
import { fragmentOf, fragmentsOf } from './fragments.ts'

const document = parse('{ ...A ... on B { b } ...C } fragment A on T { a } fragment __proto__ on T { p }')
const [spread, inline, unknown] = (document.definitions[0] as OperationDefinitionNode).selectionSet.selections

it('collects the fragments of a document once, under any name', () => {
  const fragments = fragmentsOf(document)
  expect(Object.keys(fragments)).toEqual(['A', '__proto__'])
  expect(fragments['__proto__']?.name.value).toBe('__proto__')
  expect(fragments['toString']).toBeUndefined()
  expect(fragmentsOf(document)).toBe(fragments)
  expect(fragmentsOf(parse('{ a }'))).toEqual(Object.create(null))
})

it('finds what a spread names, and takes an inline fragment as it is', () => {
  const fragments = fragmentsOf(document)
  if (spread?.kind !== Kind.FRAGMENT_SPREAD || unknown?.kind !== Kind.FRAGMENT_SPREAD) throw new Error('No spread')
  if (inline?.kind !== Kind.INLINE_FRAGMENT) throw new Error('No inline fragment')
  expect(fragmentOf(spread, fragments)).toBe(fragments['A'])
  expect(fragmentOf(inline, fragments)).toBe(inline)
  expect(fragmentOf(unknown, fragments)).toBeUndefined()
})
