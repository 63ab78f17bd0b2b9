import { describe, expect, it } from '@jest/globals'
import { between, dateByKey, datesIn, datesLater, daysOf, overlap } from './range.ts'

describe('the days that are shown', () => {
  it('are the month or the week, from Monday, of a date', () => {
    expect(daysOf('month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(daysOf('week', '2026-11-26')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
    expect(daysOf('week', '2026-11-29')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  })

  it('move by months or weeks, over the end of a year', () => {
    expect(datesLater('month', '2026-12-31', 1)).toBe('2027-01-01')
    expect(datesLater('month', '2027-01-15', -1)).toBe('2026-12-01')
    expect(datesLater('week', '2026-12-31', 1)).toBe('2027-01-04')
  })
})

describe('the days that are chosen', () => {
  it('lie between two days, whichever was the first', () => {
    expect(between('2026-11-28', '2026-11-26')).toEqual({ from: '2026-11-26', to: '2026-11-28' })
    expect(datesIn(between('2026-11-30', '2026-12-02'))).toEqual(['2026-11-30', '2026-12-01', '2026-12-02'])
  })

  it('share a day with a range that ends on their first', () => {
    expect(overlap({ from: '2026-11-26', to: '2026-11-28' }, { from: '2026-11-20', to: '2026-11-26' })).toBe(true)
    expect(overlap({ from: '2026-11-26', to: '2026-11-28' }, { from: '2026-11-20', to: '2026-11-25' })).toBe(false)
  })

  it('follow the arrow keys up to the first and the last day', () => {
    const bounds = { from: '2026-11-26', to: '2026-11-30' }
    expect(dateByKey('ArrowRight', '2026-11-26', bounds)).toBe('2026-11-27')
    expect(dateByKey('ArrowUp', '2026-11-27', bounds)).toBe('2026-11-27')
    expect(dateByKey('ArrowDown', '2026-11-26', bounds)).toBe('2026-11-26')
    expect(dateByKey('Enter', '2026-11-26', bounds)).toBeUndefined()
  })
})
