import { describe, expect, it } from '@jest/globals'
import { bookingPricing, unitPricings, type ReservationPrice } from './pricing.ts'

const line = (type: string, quantity: number, unitPriceCents: number) => ({ type, quantity, unitPriceCents })

/** Two adults at 500.00, a child at 250.01 and a service at 100.00, 10 percent off, 12 and 4 percent tax. */
const price: ReservationPrice = {
  subtotalCents: 135_001,
  discountsCents: 13_500,
  taxesCents: 19_440,
  feesCents: 0,
  totalCents: 140_941,
  originalCents: 156_601,
  taxes: [
    { name: 'IVA', originalCents: 16_200, retailCents: 14_580 },
    { name: 'ISH', originalCents: 5_400, retailCents: 4_860 },
  ],
  currency: 'MXN',
  breakdown: [line('adult', 2, 50_000), line('child', 1, 25_001), line('service', 1, 10_000)],
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

describe('the price of a booking', () => {
  it('is the stored one with and without discounts, with each tax by its name', () => {
    expect(bookingPricing(price)).toEqual({
      retail: 140_941,
      original: 156_601,
      net: null,
      currency: 'MXN',
      currencyPrecision: 2,
      includedTaxes: [
        { name: 'IVA', retail: 14_580, original: 16_200, net: null },
        { name: 'ISH', retail: 4_860, original: 5_400, net: null },
      ],
    })
    expect(bookingPricing({ ...price, taxes: [] }).includedTaxes).toEqual([])
  })
})

describe('the prices of unit items', () => {
  const people = {
    ...price,
    subtotalCents: 125_001,
    discountsCents: 12_500,
    taxesCents: 18_000,
    totalCents: 130_501,
    originalCents: 145_001,
    taxes: [
      { name: 'IVA', originalCents: 15_000, retailCents: 13_500 },
      { name: 'ISH', originalCents: 5_000, retailCents: 4_500 },
    ],
  }

  it.each([
    ['people is in it', people],
    ['people is in it and nothing is to pay', { ...people, totalCents: 0, discountsCents: 125_001 }],
    ['fees is in it', { ...people, subtotalCents: 0, totalCents: 3_500, originalCents: 3_500, taxes: [] }],
  ])('divide the price of the booking to the cent when nothing but %s', (_what, given) => {
    const prices = unitPricings(given, ['ADULT', 'CHILD', 'ADULT'])
    const booking = bookingPricing(given)
    expect(sum(prices.map(({ retail }) => retail))).toBe(booking.retail)
    expect(sum(prices.map(({ original }) => original))).toBe(booking.original)
    for (const [index, { name, retail, original }] of booking.includedTaxes.entries()) {
      const shares = prices.flatMap(({ includedTaxes }) => includedTaxes[index] ?? [])
      expect(shares.map((share) => share.name)).toEqual([name, name, name])
      expect(sum(shares.map((share) => share.retail))).toBe(retail)
      expect(sum(shares.map((share) => share.original))).toBe(original)
    }
  })

  it('leave their share to services', () => {
    const prices = unitPricings(price, ['ADULT', 'ADULT', 'CHILD'])
    expect(prices.map(({ retail }) => retail)).toEqual([52_200, 52_200, 26_101])
  })

  it('are never above the price before discounts', () => {
    const odd = { ...price, discountsCents: 1, taxesCents: 21_600, totalCents: 156_600 }
    const prices = unitPricings(odd, ['CHILD', 'ADULT', 'ADULT'])
    expect(prices.map(({ retail, original }) => original >= retail)).toEqual([true, true, true])
  })

  it('take the lines of a category one after the other, whose unit prices may differ by a cent', () => {
    const shared = { ...price, breakdown: [line('teen', 1, 3_334), line('teen', 2, 3_333)] }
    const total = { totalCents: 10_000, originalCents: 10_000, taxes: [] }
    const plain = { ...shared, subtotalCents: 10_000, discountsCents: 0, taxesCents: 0, ...total }
    expect(unitPricings(plain, ['TEEN', 'TEEN', 'TEEN']).map(({ retail }) => retail)).toEqual([3_334, 3_333, 3_333])
  })

  it('are 0 for who pays nothing', () => {
    expect(unitPricings(price, ['INFANT'])[0]).toMatchObject({ retail: 0, original: 0 })
  })
})
