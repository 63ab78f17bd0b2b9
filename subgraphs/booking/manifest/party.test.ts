import { describe, expect, it } from '@jest/globals'
import { partyOf } from '../../../schema/ages.ts'
import type { Transport } from '../reservation/index.ts'
import { inOrder, totalsOf, type StoredParty } from './party.ts'

const meeting: Transport = {
  option: 'meeting_point',
  meetingPoint: {
    id: '00000000-0000-0000-0000-000000000001',
    name: { en: 'Harbour', es: 'Muelle' },
    address: 'Av. Tulum 1',
    latitude: 20.2,
    longitude: -87.4,
    isNamed: true,
  },
  pickup: null,
  minutesBefore: 30,
}
const hotel: Transport = {
  option: 'hotel_pickup',
  meetingPoint: null,
  pickup: {
    latitude: 20.21,
    longitude: -87.46,
    hotel: 'Azul',
    address: 'Calle 5',
    room: '12',
    notes: 'At the back',
  },
  minutesBefore: 90,
}

const party = (name: string, more: Partial<StoredParty> = {}): StoredParty => ({
  bookingReference: `CEN-${name}`,
  status: 'confirmed',
  partnerName: 'Demo',
  productId: '00000000-0000-0000-0000-000000000002',
  productType: 'tour',
  visitDate: '2026-12-05',
  visitTime: '08:00',
  visitAt: new Date('2026-12-05T13:00:00Z'),
  timezone: 'America/Cancun',
  guest: { name, email: '', phone: '' },
  services: [],
  transport: null,
  specialRequests: null,
  notes: null,
  checkIn: null,
  pricing: {
    subtotalCents: 1_000,
    discountsCents: 0,
    taxesCents: 0,
    feesCents: 0,
    totalCents: 1_000,
    originalCents: 1_000,
    taxes: [],
    currency: 'MXN',
    breakdown: [],
    discounts: [],
  },
  payment: null,
  adults: 2,
  children: 0,
  seniors: 0,
  infants: 0,
  teens: 0,
  ...more,
})

describe('the parties of a manifest', () => {
  it('are in the order of their pickups, then by guest, those without pickup last', () => {
    const parties = [
      party('Zoe'),
      party('Ángel'),
      party('Bea', { transport: meeting }),
      party('Ana', { transport: meeting }),
      party('Carl', { transport: hotel }),
      // Brought by a tour that left an hour earlier, so that its pickup is earlier, too.
      party('Dora', { transport: hotel, visitTime: '07:00', visitAt: new Date('2026-12-05T12:00:00Z') }),
    ]
    expect(inOrder(parties, 'en').map(({ guest, pickup }) => [guest.name, pickup?.time])).toEqual([
      ['Dora', '05:30'],
      ['Carl', '06:30'],
      ['Ana', '07:30'],
      ['Bea', '07:30'],
      ['Ángel', undefined],
      ['Zoe', undefined],
    ])
  })

  it('have the place of their pickup in the language of the reader', () => {
    const place = (transport: Transport, language: 'en' | 'es') =>
      inOrder([party('Ana', { transport })], language)[0]?.pickup?.place
    expect(place(meeting, 'es')).toBe('Muelle, Av. Tulum 1')
    expect(place(hotel, 'en')).toBe('Azul, room 12, Calle 5')
    expect(place(hotel, 'es')).toBe('Azul, habitación 12, Calle 5')
    const unnamed = { ...hotel, pickup: { ...hotel.pickup!, hotel: null, address: null, room: null } }
    expect(place(unnamed, 'en')).toBe('20.21, -87.46')
    expect(place({ ...meeting, meetingPoint: null }, 'en')).toBeNull()
  })

  it('are picked up the day before when their pickup is before midnight', () => {
    const early = party('Ana', { transport: { ...hotel, minutesBefore: 600 } })
    expect(inOrder([early], 'en')[0]?.pickup).toMatchObject({
      date: '2026-12-04',
      time: '22:00',
      notes: 'At the back',
    })
  })

  it('add up by age and by currency', () => {
    const dollars = { ...party('Ana').pricing, totalCents: 70, currency: 'USD' }
    const checkIn = {
      checkedInAt: '2026-12-05T12:58:00.000Z',
      expectedDeparture: '',
      actualVisitors: partyOf({ adults: 1 }),
      staff: null,
    }
    const totals = totalsOf([
      party('Ana', { pricing: dollars, infants: 1 }),
      party('Bea', { teens: 2, checkIn }),
      party('Carl', { children: 1, seniors: 3, status: 'completed', checkIn }),
    ])
    expect(totals).toEqual({
      reservations: 3,
      visitors: { adults: 6, children: 1, seniors: 3, infants: 1, teens: 2 },
      checkedIn: 2,
      balances: [
        { currency: 'MXN', balanceDueCents: 2_000 },
        { currency: 'USD', balanceDueCents: 70 },
      ],
    })
  })
})
