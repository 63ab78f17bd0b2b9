import { expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { eventually } from './eventually.ts'
import { nextSaturday, partner, Subscriber, type Json } from './product.ts'

const eventQuery = `subscription Events($after: String) {
  reservationEvents(after: $after) {
    type version cursor
    reservation { bookingReference status cenote { name pricing { adultCents } } }
  }
}`

/**
 * Plays the whole main job as a partner with a subscriber: search, availability, price, reserve, confirm, cancel, and
 * receive all events; wherever REST and WebSocket are served. Returns the reference of what was sold.
 */
export async function playMainJob(restUrl: string, graphUrl: string, apiKey?: string): Promise<string> {
  const rest = partner(restUrl, apiKey)
  const subscriber = new Subscriber(graphUrl, eventQuery, apiKey)
  /** Another reservation of the partner; its reference. */
  const reserveAnother = async (): Promise<string> => {
    const { body } = await rest.post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Luis', email: 'luis@example.com', phone: '+52 999 000 0000' },
    })
    return body.data.bookingReference
  }
  await subscriber.listening(
    reserveAnother,
    ({ data }, reference) => data.reservationEvents.reservation.bookingReference === reference,
  )
  const receivedBefore = subscriber.events.length

  const nearby = await rest.get(
    '/api/partner/cenotes/search/nearby?latitude=20.2464&longitude=-87.4642&radius=20&limit=5',
  )
  expect(nearby).toHaveStatus(200)
  const [cenote] = nearby.body.data
  expect(cenote).toMatchObject({ name: 'Gran Cenote', distance: { km: 0 }, pricing: { adult: 500, currency: 'MXN' } })

  const visitDate = nextSaturday()
  const availability = await rest.get(
    `/api/partner/cenotes/${cenote.id}/availability?startDate=${visitDate}&visitors=3`,
  )
  const [day] = availability.body.data.availability
  expect(day).toMatchObject({ date: visitDate, available: true })
  const [slot] = day.timeSlots

  const price = await rest.post('/pricing/calculate-complete', {
    itemType: 'cenote',
    itemId: cenote.id,
    ageBreakdown: { adult: 2, child: 1 },
  })
  expect(price.body.data.summary).toEqual({
    subtotal: 140_000,
    discounts: 0,
    taxes: 22_400,
    total: 162_400,
    currency: 'MXN',
  })

  const created = await rest.post('/api/partner/reservations', {
    cenoteId: cenote.id,
    visitDate,
    visitTime: slot.time,
    visitors: { adults: 2, children: 1 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  expect(created).toHaveStatus(201)
  const { id, bookingReference, pricing } = created.body.data
  expect(bookingReference).toMatch(/^CEN-[0-9A-HJKMNP-TV-Z]{6}$/)
  expect(pricing).toMatchObject({ subtotal: 1400, taxes: 224, fees: 0, total: 1624, currency: 'MXN' })

  const confirmed = await rest.post(`/api/partner/reservations/${id}/confirm`, {
    paymentId: 'pay_1',
    paymentMethod: 'credit_card',
    transactionId: 'tx_1',
    confirmationEmail: true,
    generateDocuments: true,
  })
  expect(confirmed.body.data).toMatchObject({
    id,
    status: 'confirmed',
    payment: { id: 'pay_1', status: 'completed' },
    communications: { confirmationEmail: { sent: expect.any(Boolean) } },
  })
  // The first documents of a product take a while to render; the response waits for their mail for a second only.
  const messages = await eventually(
    async (): Promise<Json[]> => (await rest.get(`/api/partner/reservations/${id}`)).body.data.communications,
    (listed) => listed.some(({ type, status }) => type === 'confirmation_email' && status === 'sent'),
  )
  for (const { recipient } of messages) expect(recipient).toBe('ana@example.com')
  const ticketUrl: string = confirmed.body.data.documents.ticket
  expect(new URL(ticketUrl).origin).toBe(restUrl)
  const ticket = await partner(restUrl, null).get(ticketUrl)
  expect(ticket.headers.get('content-type')).toContain('application/pdf')
  expect(String(ticket.body).slice(0, 5)).toBe('%PDF-')

  const during = await rest.get(
    `/api/partner/cenotes/${cenote.id}/availability?startDate=${visitDate}&time=${slot.time}`,
  )
  expect(during.body.data.availability[0].timeSlots[0].booked).toBe(slot.booked + 3)

  const cancelled = await rest.post(`/api/partner/reservations/${id}/cancel`, {
    reason: 'weather',
    note: 'storm',
    notifyGuest: true,
  })
  expect(cancelled.body.data).toMatchObject({
    id,
    status: 'cancelled',
    cancellation: { reason: 'weather', cancelledBy: 'operator', note: 'storm' },
    refund: { eligible: true, amount: 1624, fees: 0, status: 'processing' },
  })
  const after = await rest.get(
    `/api/partner/cenotes/${cenote.id}/availability?startDate=${visitDate}&time=${slot.time}`,
  )
  expect(after.body.data.availability[0].timeSlots[0].booked).toBe(slot.booked)

  const events = (await subscriber.received(receivedBefore + 3))
    .slice(receivedBefore)
    .map(({ data }) => data.reservationEvents)
  expect(events.map(({ cursor: _cursor, ...event }) => event)).toEqual(
    ['CREATED', 'CONFIRMED', 'CANCELLED'].map((type, index) => ({
      type: `RESERVATION_${type}`,
      version: index + 1,
      reservation: {
        bookingReference,
        status: ['PENDING', 'CONFIRMED', 'CANCELLED'][index],
        cenote: { name: 'Gran Cenote', pricing: { adultCents: 50_000 } },
      },
    })),
  )

  const resumed = new Subscriber(graphUrl, eventQuery, apiKey, { after: events[0].cursor })
  expect((await resumed.received(2)).map(({ data }) => data.reservationEvents)).toEqual(events.slice(1))
  // What follows is new to both: nothing was repeated, nothing left out, and the resumed one continues live.
  const next = await reserveAnother()
  for (const [one, before] of [
    [subscriber, receivedBefore + 3],
    [resumed, 2],
  ] as const) {
    const seen = (await one.received(before + 1)).slice(before).map(({ data }) => data.reservationEvents)
    expect(seen.map(({ type, version, reservation }) => [type, version, reservation.bookingReference])).toEqual([
      ['RESERVATION_CREATED', 1, next],
    ])
  }
  await subscriber.close()
  await resumed.close()

  const rival = new Subscriber(graphUrl, eventQuery, 'sk_test_rival_enterprise', { after: events[0].cursor })
  expect(JSON.stringify(await rival.received(1))).toContain('INVALID_CURSOR')
  await rival.close()
  return bookingReference
}
