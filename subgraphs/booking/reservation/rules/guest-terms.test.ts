import { describe, expect, it } from '@jest/globals'
import type { PartnerSettings } from '../../partner-settings/index.ts'
import type { GuestTerms } from '../reservation.ts'
import { effectiveTerms, guestMayAt, withReference } from './guest-terms.ts'

const settings: PartnerSettings = {
  partnerId: '01a21501-f622-75d5-8720-2faa2e8524d0',
  version: 1,
  guestMay: { cancel: true, change: false },
  hidePrice: true,
  tickets: 'person',
  returnOrigins: ['https://agency.example'],
  updatedAt: null,
}
const terms = (guestTerms: GuestTerms | null) => effectiveTerms({ guestTerms }, settings)

describe('the terms of a guest', () => {
  it('are the settings of the partner, each in place of what the reservation leaves open', () => {
    expect(terms(null)).toEqual({
      guestMay: { cancel: true, change: false },
      hidePrice: true,
      tickets: 'person',
      returnUrl: null,
      cancelUrl: null,
    })
    expect(terms({ guestMay: { change: true }, hidePrice: false })).toMatchObject({
      guestMay: { cancel: true, change: true },
      hidePrice: false,
      tickets: 'person',
    })
  })

  it('allow what the reservation still takes', () => {
    const visitAt = new Date('2027-03-06T15:00:00Z')
    const may = (hours: number, more: object = {}) =>
      guestMayAt(
        { status: 'confirmed', visitAt, disrupted: false, ...more },
        { guestMay: { cancel: true, change: true } },
        new Date(visitAt.getTime() - hours * 3_600_000),
      )
    expect(may(25)).toEqual({ cancel: true, change: true })
    expect(may(23)).toEqual({ cancel: false, change: false })
    expect(may(23, { disrupted: true })).toEqual({ cancel: true, change: true })
    expect(may(25, { status: 'cancelled' })).toEqual({ cancel: false, change: false })
    expect(guestMayAt({ status: 'confirmed', visitAt, disrupted: false }, terms(null), new Date(0)).change).toBe(false)
  })
})

it('the booking reference is added to the query of an address', () => {
  const withIt = (address: string) => withReference(address, { bookingReference: 'CEN-7KQ2MX' })
  expect(withIt('https://agency.example/')).toBe('https://agency.example/?bookingReference=CEN-7KQ2MX')
  expect(withIt('https://agency.example/a?b=c%20d#e')).toBe(
    'https://agency.example/a?b=c%20d&bookingReference=CEN-7KQ2MX#e',
  )
})
