import { describe, expect, it } from '@jest/globals'
import { errorAt, saleErrors } from './field-errors.ts'

const failure = (code: string, more: object = {}) => ({ code, message: 'No', fields: {}, details: null, ...more })

describe('the errors of a sale', () => {
  it('are at the fields that the API names', () => {
    const errors = saleErrors(failure('ERROR_VALIDACION', { fields: { 'guest.email': ['is no address', 'is long'] } }))
    expect(errors).toEqual({ 'guest.email': 'is no address, is long' })
    expect(errorAt(errors, 'guest')).toBe('is no address, is long')
    expect(errorAt(errors, 'guest.name')).toBeUndefined()
  })
  it('are at the field that the code is about', () => {
    expect(saleErrors(failure('COUPON_EXPIRED'))).toEqual({ promoCode: 'No' })
    expect(saleErrors(failure('PICKUP_OUT_OF_ZONE'))).toEqual({ 'transport.pickup.coordinates': 'No' })
    expect(saleErrors(failure('TOUR_NOT_AVAILABLE', { details: { reason: 'stop_full' } }))).toEqual({ visitTime: 'No' })
    expect(saleErrors(failure('TOUR_NOT_AVAILABLE', { details: { reason: 'below_minimum' } }))).toEqual({
      visitors: 'No',
    })
    expect(saleErrors(failure('NETWORK'))).toEqual({})
    expect(saleErrors(null)).toEqual({})
  })
  it('are at the member whose form the schema refuses', () => {
    const message = 'Variable "$input" got invalid value "ana@" at "input.guest.email"; No e-mail address: "ana@"'
    expect(saleErrors(failure('ERROR_VALIDACION', { message }))).toEqual({ 'guest.email': 'No e-mail address: "ana@"' })
  })
  it('of a price are at the fields that it is made of', () => {
    const errors = saleErrors(failure('ERROR_VALIDACION', { fields: { pickupLatitude: ['is too large'] } }))
    expect(errors).toEqual({ 'transport.pickup.coordinates': 'is too large' })
  })
})
