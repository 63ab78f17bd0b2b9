import { describe, expect, it } from '@jest/globals'
import { en } from '../../../text/en.ts'
import { translateWith } from '../../../text/text.ts'
import { allEventTypes, typePatterns } from '../../../../../schema/event-types.ts'
import { namesWithout, wordsOf } from './type-names.ts'

const kinds = ['RESERVATION', 'AVAILABILITY', 'PRODUCT', 'PRICING'] as const

describe('the names of types that a webhook is registered for', () => {
  it('are those chosen, without what a wildcard stands for', () => {
    expect(namesWithout(['product.created', 'reservation.created', 'product.*'], kinds)).toEqual([
      'product.*',
      'reservation.created',
    ])
    expect(namesWithout(['reservation.created', '*'], kinds)).toEqual(['*'])
  })

  it('include those of a kind that the key may not read', () => {
    expect(namesWithout(['pricing.*', 'reservation.created'], ['RESERVATION'])).toEqual([
      'reservation.created',
      'pricing.*',
    ])
  })

  it('all have words', () => {
    const translate = translateWith(en)
    const words = [...allEventTypes, ...typePatterns].map((name) => wordsOf(name, translate))
    expect(words.filter((one) => /_|\.\*|[A-Z]{2}|\{/.test(one))).toEqual([])
    expect(wordsOf('availability.*', translate)).toBe('Availability: all, also what is added later')
  })
})
