import { expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { keys, nextSaturday, partner, Subscriber, type Json } from './product.ts'

const search = `query Search($visitDate: LocalDate) {
  nearbyCenotes(latitude: 20.2464, longitude: -87.4642, radiusKm: 20, first: 5) {
    results {
      distance { km }
      cenote {
        id name
        availability(input: { startDate: $visitDate, visitors: 3 }) { days { date available timeSlots { time booked } } }
        priceCalculation(input: { ageBreakdown: { adult: 2, child: 1 } }) { totalCents }
      }
    }
  }
}`

const slotBooked = `query Booked($id: ID!, $input: AvailabilityInput!) {
  cenote(id: $id) { availability(input: $input) { days { timeSlots { booked } } } }
}`

const events = `subscription Events($filter: ReservationEventFilter) {
  reservationEvents(filter: $filter) { type version reservation { reservationId status cenote { name } } }
}`

/** Sends an operation that must succeed; its data. */
async function run(url: string, query: string, variables: Record<string, unknown>): Promise<Json> {
  const { status, body } = await partner(url, keys.rival).graphql(query, variables)
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
  return body.data
}

/** Plays the main job by GraphQL alone: search, availability and price in one query, then reserve, confirm, cancel. */
export async function playMainJobByGraphql(url: string): Promise<void> {
  const visitDate = nextSaturday()
  const { nearbyCenotes } = await run(url, search, { visitDate })
  const [{ cenote }] = nearbyCenotes.results
  expect(nearbyCenotes.results[0]).toMatchObject({
    distance: { km: 0 },
    cenote: { id: demoId('cenote', 'gran-cenote'), priceCalculation: { totalCents: 162_400 } },
  })
  const [day] = cenote.availability.days
  expect(day).toMatchObject({ date: visitDate, available: true })
  const [slot] = day.timeSlots
  const booked = async (): Promise<number> => {
    const input = { startDate: visitDate, time: slot.time }
    const data = await run(url, slotBooked, { id: cenote.id, input })
    return data.cenote.availability.days[0].timeSlots[0].booked
  }

  const create = async (): Promise<Json> => {
    const { createReservation } = await run(
      url,
      `mutation Reserve($input: CreateReservationInput!) {
        createReservation(input: $input) { id bookingReference status pricing { totalCents } }
      }`,
      {
        input: {
          cenoteId: cenote.id,
          visitDate,
          visitTime: slot.time,
          visitors: { adults: 2, children: 1 },
          guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
        },
      },
    )
    return createReservation
  }
  const before = await booked()
  const subscriber = new Subscriber(url, events, keys.rival)
  const sent = (): Json[] => subscriber.events.map(({ data }) => data.reservationEvents)
  await subscriber.listening(create, ({ data }, made) => data.reservationEvents.reservation.reservationId === made.id)
  const others = await booked()
  expect(others).toBeGreaterThan(before)

  const reservation = await create()
  expect(reservation).toMatchObject({ status: 'PENDING', pricing: { totalCents: 162_400 } })
  expect(await booked()).toBe(others + 3)

  const { confirmReservation } = await run(
    url,
    `mutation Confirm($input: ConfirmReservationInput!) {
      confirmReservation(input: $input) { status confirmationCode payment { paymentId } }
    }`,
    { input: { id: reservation.bookingReference, paymentId: 'pay_graphql', paymentMethod: 'credit_card' } },
  )
  expect(confirmReservation).toMatchObject({ status: 'CONFIRMED', payment: { paymentId: 'pay_graphql' } })
  expect(confirmReservation.confirmationCode).toMatch(/^CNF-[0-9A-HJKMNP-TV-Z]{6}$/)

  const { cancelReservation } = await run(
    url,
    `mutation Cancel($input: CancelReservationInput!) {
      cancelReservation(input: $input) { status cancellation { reason } refund { amountCents } }
    }`,
    { input: { id: reservation.id, reason: 'WEATHER' } },
  )
  expect(cancelReservation).toEqual({
    status: 'CANCELLED',
    cancellation: { reason: 'WEATHER' },
    refund: { amountCents: 162_400 },
  })
  expect(await booked()).toBe(others)

  const ofReservation = (): Json[] => sent().filter((event) => event.reservation.reservationId === reservation.id)
  for (let count = sent().length; ofReservation().length < 3; count = sent().length)
    await subscriber.received(count + 1)
  expect(ofReservation()).toEqual(
    ['CREATED', 'CONFIRMED', 'CANCELLED'].map((type, index) => ({
      type: `RESERVATION_${type}`,
      version: index + 1,
      reservation: {
        reservationId: reservation.id,
        status: ['PENDING', 'CONFIRMED', 'CANCELLED'][index],
        cenote: { name: 'Gran Cenote' },
      },
    })),
  )
  await subscriber.close()
}
