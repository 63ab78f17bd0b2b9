import { describe, expect, it } from '@jest/globals'
import { partyPricing } from './pricing.ts'

describe('the price of a party', () => {
  it('has the fees of its booking, as the booking will have', () => {
    const party = {
      originalCents: 200_00,
      retailCents: 180_00,
      taxes: [{ name: 'IVA', originalCents: 27_59, retailCents: 24_83 }],
    }
    expect(partyPricing({ party, feesCents: 35_00 })).toEqual({
      original: 235_00,
      retail: 215_00,
      net: null,
      currency: 'MXN',
      currencyPrecision: 2,
      includedTaxes: [{ name: 'IVA', original: 27_59, retail: 24_83, net: null }],
    })
    expect(partyPricing({ party: null, feesCents: 35_00 })).toBeUndefined()
  })
})
