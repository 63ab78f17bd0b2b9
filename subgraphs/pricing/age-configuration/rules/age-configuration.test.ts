import { describe, expect, it } from '@jest/globals'
import { firstOverlap, type Category } from './age-configuration.ts'

const range = (category: Category, minAge: number, maxAge: number | null, isActive = true) => ({
  category,
  minAge,
  maxAge,
  isActive,
})
const overlap = (...ranges: ReturnType<typeof range>[]): Category[] | undefined =>
  firstOverlap(ranges)?.map(({ category }) => category)

describe('ages of categories', () => {
  it('may touch and leave gaps', () => {
    expect(overlap(range('adult', 18, null), range('infant', 0, 2), range('child', 3, 12))).toBeUndefined()
  })

  it('overlap from one common year on', () => {
    expect(overlap(range('infant', 0, 3), range('child', 3, 12))).toEqual(['infant', 'child'])
    expect(overlap(range('senior', 65, null), range('teen', 13, 17), range('adult', 18, null))).toEqual([
      'adult',
      'senior',
    ])
  })

  it('are in the order of the categories', () => {
    expect(overlap(range('infant', 30, 40), range('child', 3, 12))).toEqual(['infant', 'child'])
  })

  it('overlap others than neighbours too', () => {
    expect(overlap(range('infant', 0, 50), range('adult', 18, 60))).toEqual(['infant', 'adult'])
  })

  it('do not count while a category is not in use', () => {
    expect(overlap(range('infant', 0, 99, false), range('child', 3, 12))).toBeUndefined()
  })
})
