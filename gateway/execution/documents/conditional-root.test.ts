import { describe, expect, it } from '@jest/globals'
import { parse } from 'graphql'
import { refuseConditionalRoot } from './conditional-root.ts'

const refused = (text: string): boolean => refuseConditionalRoot(parse(text)) !== undefined

describe('a condition on the root field of a subscription', () => {
  it.each([
    ['on the field', 'subscription ($a: Boolean!) { events @include(if: $a) { id } }'],
    ['on a fragment', 'subscription { ... @skip(if: true) { events { id } } }'],
    ['in a fragment', 'subscription { ...A } fragment A on Subscription { events @skip(if: false) { id } }'],
    [
      'in fragments that spread each other',
      'subscription { ...A } fragment A on S { ...B } fragment B on S { ...A e @skip(if: true) }',
    ],
    ['beside a query', 'query Q { a } subscription S { events @skip(if: true) { id } }'],
  ])('is refused %s', (_where, text) => {
    expect(refuseConditionalRoot(parse(text))?.extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  it.each([
    ['below the root field', 'subscription { events { id @skip(if: true) } }'],
    ['in a query', '{ events @skip(if: true) { id } }'],
    ['in a fragment that no subscription uses', 'subscription { events { id } } fragment A on S { e @skip(if: true) }'],
    ['in a fragment that is not defined', 'subscription { ...A }'],
  ])('is none %s', (_where, text) => {
    expect(refused(text)).toBe(false)
  })
})
