import { describe, expect, it } from '@jest/globals'
import { nearestName } from './nearest-name.ts'

describe('the name that a caller probably meant', () => {
  const visitors = ['adults', 'children', 'seniors', 'infants', 'teens']

  it.each([
    ['adluts', 'adults'],
    ['Adults', 'adults'],
    ['senior', 'seniors'],
    ['kids', 'children'],
    ['child', 'children'],
    ['infant', 'infants'],
    ['babies', 'infants'],
    ['teenagers', 'teens'],
  ])('for %s is %s', (given, meant) => {
    expect(nearestName(given, visitors)).toBe(meant)
  })

  it.each([
    ['per_page', 'perPage'],
    ['perpage', 'perPage'],
    ['limit', 'perPage'],
    ['state', 'location.state'],
    ['location[state]', 'location.state'],
    ['q', 'search'],
    ['sort', 'sortBy'],
  ])('for the parameter %s is %s', (given, meant) => {
    expect(nearestName(given, ['page', 'perPage', 'search', 'location.state', 'sortBy', 'sortDirection'])).toBe(meant)
  })

  it('is one further in when it is written there', () => {
    const further = ['guest', 'guest.email', 'visitors', 'visitors.adults']
    expect(nearestName('adults', ['guest', 'visitors'], further)).toBe('visitors.adults')
  })

  it('is none when nothing is near', () => {
    for (const given of ['zzz', 'utm_source', '_', '', 'x'.repeat(1_000_000)])
      expect(nearestName(given, visitors)).toBeUndefined()
  })
})
