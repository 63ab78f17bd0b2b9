import { describe, expect, it } from '@jest/globals'
import { differences, shownValue } from './differences.ts'

describe('the differences of a change record', () => {
  it('are the single values that differ, by the members that lead to them', () => {
    const before = { name: { en: 'A', es: 'B' }, pricing: { adultCents: 100, childCents: 80 } }
    const after = { name: { en: 'A', es: 'C' }, pricing: { adultCents: 110, childCents: 80 } }
    expect(differences(before, after)).toEqual([
      { path: ['name', 'es'], before: 'B', after: 'C' },
      { path: ['pricing', 'adultCents'], before: 100, after: 110 },
    ])
  })

  it('compare keys by their last four characters, whatever their order', () => {
    const key = (lastFour: string, plan: string, limits: object) => ({ id: `id-${lastFour}`, lastFour, plan, limits })
    const before = { keys: [key('aaaa', 'basic', {}), key('bbbb', 'basic', {})] }
    const after = { keys: [key('bbbb', 'basic', {}), key('aaaa', 'pro', { minute: { limit: 321 } })] }
    expect(differences(before, after)).toEqual([
      { path: ['keys', '…aaaa', 'plan'], before: 'basic', after: 'pro' },
      { path: ['keys', '…aaaa', 'limits', 'minute', 'limit'], before: undefined, after: 321 },
    ])
  })

  it('take a list of texts as one value', () => {
    expect(differences({ includes: ['Towel'] }, { includes: ['Towel', 'Guide'] })).toEqual([
      { path: ['includes'], before: ['Towel'], after: ['Towel', 'Guide'] },
    ])
    expect(shownValue(['Towel', 'Guide'])).toBe('Towel, Guide')
  })

  it('show what was nothing, or is nothing, as a dash', () => {
    expect([undefined, null, '', []].map(shownValue)).toEqual(['–', '–', '–', '–'])
    expect([0, false].map(shownValue)).toEqual(['0', 'false'])
  })
})
