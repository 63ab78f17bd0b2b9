import { describe, expect, it } from '@jest/globals'
import { en } from '../text/en.ts'
import { translateWith } from '../text/text.ts'
import { errorAt, saleErrors as errorsOf } from './field-errors.ts'

const saleErrors = (failed: Parameters<typeof errorsOf>[0]) => errorsOf(failed, translateWith(en))
const failure = (code: string, more: object = {}) => ({ code, message: 'No', fields: {}, details: null, ...more })

describe('the errors of a sale', () => {
  it('are at the fields that the API names', () => {
    const errors = saleErrors(failure('ERROR_VALIDACION', { fields: { 'guest.email': ['is no address', 'is long'] } }))
    expect(errors).toEqual({ 'guest.email': 'Is no address. Is long.' })
    expect(errorAt(errors, 'guest')).toBe('Is no address. Is long.')
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
    expect(saleErrors(failure('BAD_USER_INPUT', { message }))).toEqual({ 'guest.email': en['failure.input'] })
  })
  it('of a price are at the fields that it is made of', () => {
    const errors = saleErrors(failure('ERROR_VALIDACION', { fields: { pickupLatitude: ['is too large'] } }))
    expect(errors).toEqual({ 'transport.pickup.coordinates': 'Is too large.' })
  })
})
