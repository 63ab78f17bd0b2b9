import { describe, expect, it } from '@jest/globals'
import { bookingPricing, unitPricings, type ReservationPrice } from './pricing.ts'

const line = (type: string, quantity: number, unitPriceCents: number) => ({ type, quantity, unitPriceCents })

/** Two adults at 500.00, a child at 250.01 and a service at 100.00, 10 percent off, 16 percent tax. */
const price: ReservationPrice = {
  subtotalCents: 135_001,
  discountsCents: 13_500,
  taxesCents: 19_440,
  feesCents: 0,
  totalCents: 140_941,
  currency: 'MXN',
  breakdown: [line('adult', 2, 50_000), line('child', 1, 25_001), line('service', 1, 10_000)],
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

describe('the price of a booking', () => {
  it('is what the guest pays, beside the price without discounts at the same rate of tax', () => {
    expect(bookingPricing(price)).toEqual({
      retail: 140_941,
      original: 135_001 + 21_600,
      net: null,
      currency: 'MXN',
      currencyPrecision: 2,
      includedTaxes: [{ name: 'Taxes', retail: 19_440, original: 21_600, net: null }],
    })
  })

  it('is the same before and after discounts when there are none', () => {
    const { retail, original } = bookingPricing({
      ...price,
      discountsCents: 0,
      taxesCents: 21_600,
      totalCents: 156_601,
    })
    expect([retail, original]).toEqual([156_601, 156_601])
  })

  it('has no tax to scale when the discounts take all of it', () => {
    const free = { ...price, discountsCents: 135_001, taxesCents: 0, totalCents: 0 }
    expect(bookingPricing(free)).toMatchObject({ retail: 0, original: 135_001 })
  })
})

describe('the prices of unit items', () => {
  it('divide the price of the booking to the cent when nothing but people is in it', () => {
    const people = { ...price, subtotalCents: 125_001, discountsCents: 12_500, taxesCents: 18_000, totalCents: 130_501 }
    const prices = unitPricings(people, ['ADULT', 'CHILD', 'ADULT'])
    const booking = bookingPricing(people)
    expect(sum(prices.map(({ retail }) => retail))).toBe(booking.retail)
    expect(sum(prices.map(({ original }) => original))).toBe(booking.original)
    expect(sum(prices.map(({ includedTaxes }) => includedTaxes[0]?.retail ?? 0))).toBe(18_000)
  })

  it('leave their share to services', () => {
    const prices = unitPricings(price, ['ADULT', 'ADULT', 'CHILD'])
    expect(prices.map(({ retail }) => retail)).toEqual([52_200, 52_200, 26_101])
  })

  it('are never above the price before discounts', () => {
    const odd = { ...price, discountsCents: 1, taxesCents: 21_600, totalCents: 156_600 }
    for (const { retail, original } of unitPricings(odd, ['CHILD', 'ADULT', 'ADULT']))
      expect(original).toBeGreaterThanOrEqual(retail)
  })

  it('take the lines of a category one after the other, whose unit prices may differ by a cent', () => {
    const shared = { ...price, breakdown: [line('teen', 1, 3_334), line('teen', 2, 3_333)] }
    const plain = { ...shared, subtotalCents: 10_000, discountsCents: 0, taxesCents: 0, totalCents: 10_000 }
    expect(unitPricings(plain, ['TEEN', 'TEEN', 'TEEN']).map(({ retail }) => retail)).toEqual([3_334, 3_333, 3_333])
  })

  it('are 0 for who pays nothing', () => {
    expect(unitPricings(price, ['INFANT'])[0]).toMatchObject({ retail: 0, original: 0 })
  })
})
