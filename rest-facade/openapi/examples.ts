import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import type { Document, Parameter } from './model.ts'

interface Example {
  /** Values of parameters in the path and the query. */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** Bodies by the title of the example. */
  readonly bodies?: Readonly<Record<string, unknown>>
}

const cenote = { id: demoId('cenote', 'gran-cenote'), cenoteId: demoId('cenote', 'gran-cenote') }
const tour = { id: demoId('tour', 'dos-ojos-diving'), tourId: demoId('tour', 'dos-ojos-diving') }

/** A Saturday far enough ahead to have places left. */
export function exampleVisitDate(today: string): string {
  const daysToSaturday = (6 - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7
  return addDays(today, 14 + daysToSaturday)
}

/** Where a client finds the id of a resource that it created, by path and parameter. */
const sources: readonly (readonly [path: RegExp, parameter: string, source: string])[] = [
  [
    /\/reservations\/\{id\}/,
    'id',
    '`data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`.',
  ],
  [/\/reservations\/\{id\}/, 'communicationId', '`communications[].id` of `GET /api/partner/reservations/{id}`.'],
  [/\/documents\/\{token\}/, 'token', 'The end of `documents[].url` of a reservation with documents.'],
  [/\/webhooks\/\{id\}/, 'id', '`data.id` of what `POST /webhooks` returned, or of an item of `GET /webhooks`.'],
  [/\/webhooks\/\{id\}/, 'deliveryId', '`data[].id` of `GET /webhooks/{id}/deliveries`, such as of a ping.'],
  [/\/webhooks\/\{id\}/, 'replayId', '`data.id` of what `POST /webhooks/{id}/replay` returned.'],
]

const reserved = ['createReservation']
const confirmed = [...reserved, 'confirmReservation']
const registered = ['createWebhook']

/**
 * For each operation on a reservation or webhook: the operations whose examples, executed in this order, create one in
 * the state that its own example needs.
 */
export const preparations: Readonly<Record<string, readonly string[]>> = {
  readReservation: reserved,
  modifyReservation: reserved,
  confirmReservation: reserved,
  cancelReservation: reserved,
  quoteCancellation: reserved,
  extendReservation: reserved,
  recordPayment: reserved,
  readReservationQrCode: reserved,
  checkInReservation: confirmed,
  markReservationNoShow: confirmed,
  completeReservation: [...confirmed, 'checkInReservation'],
  refundReservation: [...confirmed, 'cancelReservation'],
  resendCommunication: [...confirmed, 'readReservation'],
  sendPaymentLink: reserved,
  readDocument: [...confirmed, 'readReservation'],
  readWebhook: registered,
  updateWebhook: registered,
  deleteWebhook: registered,
  pingWebhook: registered,
  rotateWebhookSecret: registered,
  listWebhookDeliveries: registered,
  redeliverWebhookDelivery: [...registered, 'pingWebhook', 'listWebhookDeliveries'],
  replayWebhook: registered,
  readWebhookReplay: [...registered, 'replayWebhook'],
}

/** The state that a reservation must be in for the example to succeed, if a new one does not suffice. */
const preconditions: Readonly<Record<string, string>> = {
  checkInReservation: 'Confirm it first.',
  markReservationNoShow: 'Confirm it first.',
  completeReservation: 'Confirm it and check it in first.',
  refundReservation: 'Confirm it with a payment and cancel it first.',
  resendCommunication: 'Confirm it with `confirmationEmail` first.',
}

/**
 * Requests that succeed unchanged with the demo data (docs/testing.md). An operation on a
 * reservation or webhook needs one that was created before: its parameter says where to find the id, and `links` of the
 * creating operation refers to it.
 */
function examplesFor(today: string): Readonly<Record<string, Example>> {
  const visitDate = exampleVisitDate(today)
  const availability = { startDate: visitDate, endDate: addDays(visitDate, 6), visitors: 2 }
  const calculation = {
    itemType: 'cenote',
    itemId: cenote.id,
    ageBreakdown: { adult: 2, child: 1 },
    visitDate,
    couponCode: 'CENOTE10',
  }
  const reservation = {
    cenoteId: cenote.id,
    visitDate,
    visitTime: '10:00',
    visitors: { adults: 2, children: 1 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 984 123 4567' },
  }
  const flat = { cenoteId: cenote.id, date: visitDate, visitors: 2, email: 'ana@example.com' }
  return {
    listCenotes: { parameters: { 'location.state': 'Yucatán', sortBy: 'rating', perPage: 5 } },
    searchNearbyCenotes: { parameters: { latitude: 20.21, longitude: -87.46, radius: 30 } },
    readCenote: { parameters: cenote },
    readCenoteAvailability: { parameters: { ...cenote, ...availability } },
    readAvailability: { parameters: { ...cenote, ...availability } },
    readCenoteCalendar: {
      parameters: { ...cenote, startDate: visitDate, endDate: addDays(visitDate, 30), visitors: 2 },
    },
    overrideCenoteAvailability: {
      parameters: cenote,
      bodies: { 'Fewer places at 09:00': { date: visitDate, timeSlots: [{ time: '09:00', capacity: 5 }] } },
    },
    listCenoteServices: { parameters: cenote },
    listCenoteMeetingPoints: { parameters: cenote },
    listTours: { parameters: { perPage: 5 } },
    readTour: { parameters: tour },
    readTourAvailability: { parameters: { ...tour, ...availability } },
    readTourCalendar: {
      parameters: { ...tour, startDate: visitDate, endDate: addDays(visitDate, 30), visitors: 2 },
    },
    listTourMeetingPoints: { parameters: tour },
    listMunicipalities: { parameters: { state: 'Yucatán' } },
    listReservations: { parameters: { status: 'pending', perPage: 5 } },
    exportReservations: { parameters: { status: 'confirmed' } },
    exportSales: { parameters: { from: visitDate, to: addDays(visitDate, 6), by: ['day', 'product'] } },
    readManifest: { parameters: { productType: 'cenote', productId: cenote.id, date: visitDate, time: '10:00' } },
    createReservation: { bodies: { 'With a guest': reservation, 'Flat variant': flat } },
    createReservations: { bodies: { 'Two at once': { reservations: [reservation, flat] } } },
    modifyReservation: { bodies: { 'One visitor fewer': { visitors: { adults: 1 } } } },
    confirmReservation: {
      bodies: {
        'Paid by card': {
          paymentId: 'pay_1',
          paymentMethod: 'credit_card',
          generateDocuments: true,
          confirmationEmail: true,
        },
        'Paid on site': {},
      },
    },
    recordPayment: { bodies: { 'A deposit in cash': { amount: 500, method: 'cash', paymentId: 'till-7-0042' } } },
    cancelReservation: { bodies: { 'For the weather': { reason: 'weather', refund: { amount: 'auto' } } } },
    quoteCancellation: { bodies: { 'For the weather': { reason: 'weather' } } },
    checkInReservation: { bodies: { Arrived: { staff: { name: 'Luis' } } } },
    completeReservation: { bodies: { 'Asking for a review': { feedback: { requestReview: true } } } },
    markReservationNoShow: { bodies: { 'With a note': { note: 'Waited for an hour.' } } },
    refundReservation: { bodies: { 'All of it': { amount: 'auto' } } },
    listEvents: { parameters: { types: ['reservation.created', 'reservation.confirmed'], perPage: 5 } },
    listAvailabilityChanges: { parameters: { after: 'now' } },
    createWebhook: {
      bodies: {
        'Back office': {
          url: 'https://partner.example/cenotes',
          events: ['reservation.confirmed', 'reservation.cancelled'],
          description: 'Back office',
        },
      },
    },
    replayWebhook: { bodies: { 'Everything since midnight in UTC': { since: `${today}T00:00:00Z` } } },
    updateWebhook: { bodies: { 'Another description': { description: 'Front office' } } },
    calculatePrice: { bodies: { 'With a coupon': calculation } },
    calculatePriceVariant: { bodies: { 'With a coupon': calculation } },
    summarizePrice: { parameters: { itemType: 'cenote', itemId: cenote.id, people: 2 } },
    listCenoteAgeConfigurations: { parameters: cenote },
    listTourAgeConfigurations: { parameters: tour },
    validateAgeBreakdown: { bodies: { 'A family': { adult: 2, child: 1, infant: 1 } } },
    applyAutomaticDiscounts: { bodies: { 'A group': { cenoteId: cenote.id, date: visitDate, totalPeople: 8 } } },
    validateCoupon: {
      bodies: {
        'For a purchase': { code: 'CENOTE10', cenoteId: cenote.id, subtotal: 100_000 },
        'The code alone': { code: 'CENOTE10' },
      },
    },
    checkCoupon: { bodies: { 'A code': { code: 'CENOTE10' } } },
  }
}

/** Adds the examples of a day to the operations of paths. */
export function addExamples(paths: Document['paths'], today: string): void {
  const examples = examplesFor(today)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  )
  for (const { path, operationId, parameters = [], requestBody } of operations) {
    const { parameters: values = {}, bodies = {} } = examples[operationId] ?? {}
    for (const parameter of parameters as Parameter[]) {
      if (Object.hasOwn(values, parameter.name)) parameter.example = values[parameter.name]
      const source = sources.find(([pattern, name]) => name === parameter.name && pattern.test(path))?.[2]
      if (parameter.in !== 'path' || !source) continue
      parameter.description = [parameter.description, source, preconditions[operationId]].filter(Boolean).join(' ')
    }
    const media = requestBody?.content['application/json']
    const named = Object.entries(bodies).map(([summary, value], index) => [`example${index + 1}`, { summary, value }])
    if (media && named.length > 0) media.examples = Object.fromEntries(named) as typeof media.examples & object
  }
}
