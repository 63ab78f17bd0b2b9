import { describe, expect, it } from '@jest/globals'
import type { Reservation, Transport } from '../reservation.ts'
import { calendarEntry } from './calendar-entry.ts'
import { meetingOf } from './meeting.ts'
import type { ProductFacts } from './product-facts.ts'

const product = {
  name: 'Classic Cenotes',
  durationMinutes: 360,
  location: { address: 'Station', latitude: 20.2, longitude: -87.4, directions: 'Behind the church' },
  meetingPoints: [{ id: 'square', directions: 'By the fountain' }],
  preparations: [],
} as unknown as ProductFacts

const reservation = (transport: Transport | null, time = '08:00') =>
  ({
    id: 'b9b0b0a4-0000-4000-8000-000000000001',
    bookingReference: 'CEN-ABC123',
    status: 'confirmed',
    version: 3,
    productType: 'tour',
    visitDate: '2026-12-05',
    visitTime: time,
    timezone: 'America/Cancun',
    visitAt: new Date(`2026-12-05T${time}:00-05:00`),
    transport,
  }) as Reservation

const hotel = (place: Partial<Transport['pickup'] & object> = {}): Transport => ({
  option: 'hotel_pickup',
  meetingPoint: null,
  pickup: { latitude: 20.6, longitude: -87, hotel: 'Hotel Azul', room: '12', address: null, notes: null, ...place },
  minutesBefore: 30,
})
const square: Transport = {
  option: 'meeting_point',
  meetingPoint: {
    id: 'square',
    name: { en: 'Main square', es: 'Plaza' },
    address: 'Calle 1',
    latitude: 20.7,
    longitude: -87.1,
    isNamed: true,
  },
  pickup: null,
  minutesBefore: 60,
}

describe('where guests have to be', () => {
  it('is the start of the visit without transport', () => {
    expect(meetingOf(reservation(null), product, 'en')).toMatchObject({
      option: null,
      time: '08:00',
      place: 'Station',
      coordinates: { latitude: 20.2, longitude: -87.4 },
      directions: 'Behind the church',
    })
  })

  it('is the hotel at the time of the pickup, also on the day before', () => {
    expect(meetingOf(reservation(hotel()), product, 'en')).toMatchObject({
      option: 'hotel_pickup',
      date: '2026-12-05',
      time: '07:30',
      place: 'Hotel Azul, room 12',
      coordinates: { latitude: 20.6, longitude: -87 },
      directions: null,
    })
    expect(meetingOf(reservation(hotel(), '00:15'), product, 'en')).toMatchObject({ date: '2026-12-04', time: '23:45' })
  })

  it('is the meeting point with the way to it', () => {
    expect(meetingOf(reservation(square), product, 'es')).toMatchObject({
      time: '07:00',
      place: 'Plaza, Calle 1',
      coordinates: { latitude: 20.7, longitude: -87.1 },
      directions: 'By the fountain',
    })
  })

  it('is named by the means of transport where the place is not known, without a position', () => {
    expect(meetingOf(reservation({ ...square, meetingPoint: null }), product, 'en')).toMatchObject({
      place: 'Meeting point',
      coordinates: null,
      directions: null,
    })
  })
})

describe('the entry in a calendar', () => {
  const linesOf = (transport: Transport | null, publicUrl = 'https://partners.example.com'): string[] =>
    calendarEntry(reservation(transport), product, 'en', {
      services: { publicUrl, signingSecret: 'a secret of the test, long enough' },
      database: { environment: 'live' },
      clock: { now: () => new Date('2026-11-20T10:00:00Z') },
    } as Parameters<typeof calendarEntry>[3])
      .replaceAll('\r\n ', '')
      .split('\r\n')

  it('begins at the pickup, ends with the visit, and names its start', () => {
    expect(linesOf(hotel())).toEqual(
      expect.arrayContaining([
        'DTSTART;TZID=America/Cancun:20261205T073000',
        'DTEND;TZID=America/Cancun:20261205T140000',
        'LOCATION:Hotel Azul\\, room 12',
        'GEO:20.6;-87',
        'DESCRIPTION:CEN-ABC123 · Classic Cenotes\\nThe tour starts at 08:00',
      ]),
    )
  })

  it('has a UID that the address of the product does not change', () => {
    for (const address of ['https://partners.example.com', 'http://127.0.0.1:4000'])
      expect(linesOf(null, address)).toContain('UID:b9b0b0a4-0000-4000-8000-000000000001')
  })
})
