import { describe, expect, it } from '@jest/globals'
import { isSameWork } from './repeat.ts'

const productId = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ab'
const booking = {
  product: { __typename: 'Cenote', id: productId },
  visitDate: '2026-12-05',
  visitTime: '10:00',
  timezone: 'America/Cancun',
  participants: [{ category: 'TEEN' }, { category: 'ADULT' }],
} as unknown as Parameters<typeof isSameWork>[1]
const wanted = {
  productId: productId.toUpperCase(),
  optionId: 'DEFAULT',
  availabilityId: '2026-12-05T10:00:00-05:00',
  unitItems: [{ unitId: 'ADULT' }, { unitId: 'YOUTH' }],
}

describe('a creation that is repeated', () => {
  it('is that of a booking with the same product, start and party', () => {
    expect(isSameWork(wanted, booking)).toBe(true)
  })

  it.each([
    ['product', { productId: '1b6a4f5e-6f4c-4f6e-9b6a-0123456789ab' }],
    ['option', { optionId: 'VIP' }],
    ['start', { availabilityId: '2026-12-05T11:00:00-05:00' }],
    ['party', { unitItems: [{ unitId: 'ADULT' }] }],
  ])('is another with another %s', (_what, change) => {
    expect(isSameWork({ ...wanted, ...change }, booking)).toBe(false)
  })
})
