import { describe, expect, it } from '@jest/globals'
import type { FastifyRequest } from 'fastify'
import { failure, ValidationFailure } from '../../http/errors.ts'
import { OctoFailure } from '../errors.ts'
import { reasonText } from '../messages.ts'
import { bookingFailure, octoMember } from './failures.ts'

const request = { headers: {}, raw: { headers: {}, rawHeaders: [] }, params: {} } as unknown as FastifyRequest
const ids = { uuid: 'u', productId: 'p', availabilityId: 'a' }

describe('the failure of an operation on bookings', () => {
  it.each([
    ['RESERVATION_NOT_FOUND', {}, 'INVALID_BOOKING_UUID', { uuid: 'u' }],
    ['RESERVATION_ALREADY_EXISTS', {}, 'INVALID_BOOKING_UUID', { uuid: 'u' }],
    ['REFERENCE_NOT_UNIQUE', {}, 'INVALID_BOOKING_UUID', { uuid: 'u' }],
    ['CENOTE_NOT_FOUND', {}, 'INVALID_PRODUCT_ID', { productId: 'p' }],
    ['TOUR_NOT_AVAILABLE', { reason: 'inactive' }, 'INVALID_PRODUCT_ID', { productId: 'p' }],
    ['CENOTE_NOT_AVAILABLE', { reason: 'not_a_slot' }, 'INVALID_AVAILABILITY_ID', { availabilityId: 'a' }],
    ['TOUR_NOT_AVAILABLE', { reason: 'too_far_ahead' }, 'INVALID_AVAILABILITY_ID', { availabilityId: 'a' }],
    ['CENOTE_NOT_AVAILABLE', { reason: 'fully_booked' }, 'UNPROCESSABLE_ENTITY', {}],
    ['CENOTE_NOT_AVAILABLE', { reason: 'cutoff_passed' }, 'UNPROCESSABLE_ENTITY', {}],
  ] as const)('%s with %j is %s', (code, details, octoCode, atFault) => {
    expect(bookingFailure(failure(code, details), request, ids)).toMatchObject({ code: octoCode, ids: atFault })
  })

  it('is unprocessable when the request did not name what is at fault', () => {
    const moved = bookingFailure(failure('CENOTE_NOT_AVAILABLE', { reason: 'not_a_slot' }), request, { uuid: 'u' })
    expect(moved).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
  })

  it('says why a day or slot cannot be booked', () => {
    const sentence = (reason: string): string => {
      const refused = bookingFailure(failure('TOUR_NOT_AVAILABLE', { reason }), request, { uuid: 'u' })
      return reasonText((refused as OctoFailure).reason, 'en')
    }
    expect(['cutoff_passed', 'below_minimum', 'stop_full'].map(sentence)).toEqual([
      'This availability can no longer be booked: booking ends some time before the start.',
      'The party is smaller than the minimum of the tour.',
      'There are not enough places left for the party.',
    ])
    expect(sentence('another reason')).toBe('The tour is not available at this date and time.')
  })

  it('says that a hold lasts as long as it can', () => {
    const tooLong = bookingFailure(failure('MODIFICATION_NOT_ALLOWED', { reason: 'hold_limit' }), request, ids)
    expect(tooLong).toMatchObject({ code: 'UNPROCESSABLE_ENTITY', reason: { key: 'HOLD_LIMIT' } })
    const changed = failure('MODIFICATION_NOT_ALLOWED', { reason: 'status_cancelled' })
    expect(bookingFailure(changed, request, ids)).toBe(changed)
  })

  it('is left to the frame where that knows it by its status', () => {
    const limited = failure('RATE_LIMIT_EXCEEDED')
    expect(bookingFailure(limited, request, ids)).toBe(limited)
    expect(bookingFailure(failure('INSUFFICIENT_CAPACITY'), request, ids)).not.toBeInstanceOf(OctoFailure)
  })

  it('names the members as the request has them', () => {
    const invalid = new ValidationFailure({ 'guest.email': ['must be an e-mail address'], note: ['too long'] })
    const octo = bookingFailure(invalid, request, ids) as ValidationFailure
    expect(octo.fields).toEqual({ 'contact.emailAddress': ['must be an e-mail address'], reason: ['too long'] })
  })

  it.each([
    ['guest.name', 'contact.fullName'],
    ['guest.firstName', 'contact.firstName'],
    ['participants.2.contact.phone', 'unitItems.2.contact.phoneNumber'],
    ['participants.0.id', 'unitItems.0.uuid'],
    ['participants', 'unitItems'],
    ['visitors.adults', 'unitItems'],
    ['ageBreakdown.child', 'unitItems'],
    ['holdMinutes', 'expirationMinutes'],
    ['specialRequests', 'notes'],
    ['externalId', 'uuid'],
    ['visitTime', 'availabilityId'],
  ])('the member %s is %s', (name, expected) => {
    expect(octoMember(name)).toBe(expected)
  })
})
