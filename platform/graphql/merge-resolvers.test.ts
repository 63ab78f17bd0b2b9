import { describe, expect, it } from '@jest/globals'
import { mergeResolvers } from './merge-resolvers.ts'

describe('merged resolvers', () => {
  const name = (): string => 'Ik Kil'
  const depth = (): number => 48

  it('have the fields that every feature resolves', () => {
    expect(mergeResolvers<object, unknown>({ Cenote: { name } }, { Cenote: { depth }, Query: { name } })).toEqual({
      Cenote: { name, depth },
      Query: { name },
    })
  })
  it('have one resolver for each field', () => {
    expect(() => mergeResolvers<object, unknown>({ Cenote: { name } }, { Cenote: { name: depth } })).toThrow(
      'Cenote.name is resolved twice',
    )
  })
})
