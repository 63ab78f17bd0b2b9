import { describe, expect, it } from '@jest/globals'
import { mergedChanges, withDays } from './availability-changes.ts'

const change = (productId: string, dateFrom: string, dateTo: string, productType: 'cenote' | 'tour' = 'cenote') => ({
  productType,
  productId,
  dateFrom,
  dateTo,
})

describe('changes of availability', () => {
  it('are one range for each product, from its first day to its last', () => {
    expect(
      mergedChanges([
        change('a', '2030-02-05', '2030-02-06'),
        change('b', '2030-01-01', '2030-01-01', 'tour'),
        change('a', '2030-02-01', '2030-02-02'),
        change('a', '2030-02-03', '2030-02-09'),
      ]),
    ).toEqual([change('b', '2030-01-01', '2030-01-01', 'tour'), change('a', '2030-02-01', '2030-02-09')])
  })

  it('have the product that changed last at the end', () => {
    const [a, b] = [change('a', '2030-01-01', '2030-01-31'), change('b', '2030-01-01', '2030-01-01')]
    expect(mergedChanges([a, b, change('a', '2030-01-02', '2030-01-02')])).toEqual([b, a])
  })

  it('have every day of a product that is new, in any time zone', () => {
    const event = {
      type: 'product.created',
      occurredAt: new Date('2030-01-01T03:00:00Z'),
      dateFrom: null,
      dateTo: null,
    } as const
    expect(withDays(event, 30)).toMatchObject({ dateFrom: '2029-12-31', dateTo: '2030-02-01' })
    const update = { ...event, type: 'availability.updated', dateFrom: '2030-01-05', dateTo: '2030-01-05' } as const
    expect(withDays(update, 30)).toBe(update)
  })
})
