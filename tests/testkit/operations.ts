import { randomUUID } from 'node:crypto'
import { administrationOperations } from './administration-operations.ts'
import { expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { sql } from './database.ts'
import { eventually } from './eventually.ts'
import { nextSaturday, partner, type Json, type SharedProduct } from './product.ts'
import { pathsTo, type ReservationStatus } from './reservation-states.ts'

/** Resources of a partner, all of which an operation can name. */
export interface Fixtures {
  readonly reservation: string
  readonly bookingReference: string
  readonly webhook: string
  readonly delivery: string
  readonly replay: string
  /** A message to the guest of the reservation, once that is confirmed; otherwise an id that it has not. */
  readonly communication: string
  readonly guestEmail: string
}

export interface RestOperation {
  /** State that its reservation must be in for it to succeed. */
  readonly needs?: ReservationStatus
  readonly query?: (fixtures: Fixtures) => string
  readonly body?: (fixtures: Fixtures) => object
  /** For a scope of operators: partners are refused before anything is read. */
  readonly isOperators?: boolean
  /** Another body, where fields that are not known are refused. */
  readonly other?: object
}

export interface GraphOperation {
  readonly needs?: ReservationStatus
  /** Arguments and selection, after the field's name. */
  readonly text: (fixtures: Fixtures) => string
}

export const cenoteId = demoId('cenote', 'gran-cenote')
const tourId = demoId('tour', 'dos-ojos-diving')
const reservation = (guestEmail: string): Json => ({
  cenoteId,
  visitDate: nextSaturday(),
  visitors: { adults: 2, children: 0 },
  guest: { name: `Ana Núñez, ${guestEmail.split('@')[0]}`, email: guestEmail, phone: '+52 998 111 2233' },
})
const reservations = '/api/partner/reservations'
const quoteBody = (): object => ({ reason: 'weather' })
const calculation = (): object => ({ itemType: 'cenote', itemId: cenoteId, ageBreakdown: { adult: 2 } })
const receiver = (): string => `http://127.0.0.1:9/${randomUUID()}`
const nothing = {}

/** Every operation of /openapi.json by method and path, with a request for the resources of a partner. */
export const restOperations: Readonly<Record<string, RestOperation>> = {
  'GET /api/partner/cenotes': { query: () => 'expand=availability,reviews' },
  'GET /api/partner/cenotes/search/nearby': { query: () => 'latitude=20.2&longitude=-87.4' },
  'GET /api/partner/cenotes/{id}': nothing,
  'GET /api/partner/cenotes/{id}/availability': { query: () => `startDate=${nextSaturday()}` },
  'GET /api/partner/cenotes/{id}/calendar': { query: () => `startDate=${nextSaturday()}` },
  'PUT /api/partner/cenotes/{id}/availability': { body: () => ({ date: nextSaturday() }) },
  'GET /api/partner/availability/{cenoteId}': { query: () => `startDate=${nextSaturday()}` },
  'POST /api/partner/images': { isOperators: true },
  [`GET ${reservations}.csv`]: { query: ({ guestEmail }) => `guestEmail=${guestEmail}` },
  'GET /api/partner/reports/sales.csv': { query: () => `from=${nextSaturday()}&to=${nextSaturday()}&by=product` },
  'GET /api/partner/manifest': {
    query: () => `productType=cenote&productId=${cenoteId}&date=${nextSaturday()}&time=10:00`,
  },
  [`GET ${reservations}`]: {
    query: ({ guestEmail }) => `cenoteId=${cenoteId}&guestEmail=${guestEmail}&expand=cenote,guest&perPage=100`,
  },
  [`POST ${reservations}`]: { body: ({ guestEmail }) => reservation(guestEmail) },
  [`POST ${reservations}/bulk`]: { body: ({ guestEmail }) => ({ reservations: [reservation(guestEmail)] }) },
  [`GET ${reservations}/{id}`]: { query: () => 'expand=cenote,guest,payment,services,reviews' },
  [`PATCH ${reservations}/{id}`]: {
    needs: 'pending',
    body: () => ({ visitors: { adults: 1 } }),
    other: { visitors: { adults: 4 } },
  },
  [`POST ${reservations}/{id}/confirm`]: { needs: 'pending', body: () => ({ paymentId: 'pay_1' }) },
  [`POST ${reservations}/{id}/payments`]: {
    needs: 'pending',
    body: () => ({ amount: 1, method: 'cash' }),
    other: { amount: 2, method: 'cash' },
  },
  [`POST ${reservations}/{id}/cancel`]: { needs: 'pending', body: quoteBody },
  [`POST ${reservations}/{id}/cancel/quote`]: { needs: 'confirmed', body: quoteBody },
  [`POST ${reservations}/{id}/extend`]: { needs: 'pending' },
  [`POST ${reservations}/{id}/checkin`]: { needs: 'confirmed', body: () => ({ notes: 'early' }) },
  [`POST ${reservations}/{id}/complete`]: { needs: 'in_progress', body: () => ({ notes: 'happy' }) },
  [`POST ${reservations}/{id}/no-show`]: { needs: 'confirmed', body: () => ({ note: 'nobody' }) },
  [`POST ${reservations}/{id}/refund`]: { needs: 'cancelled', body: () => ({ amount: 1 }) },
  [`POST ${reservations}/{id}/communications/{communicationId}/resend`]: { needs: 'confirmed' },
  [`POST ${reservations}/{id}/payment-link`]: { needs: 'pending' },
  [`GET ${reservations}/{id}/qr`]: nothing,
  'GET /documents/{token}': nothing,
  'GET /cenotes/{id}/services': nothing,
  'GET /booking/tours': nothing,
  'GET /booking/tours/{id}': nothing,
  'GET /booking/tours/{id}/availability': { query: () => `startDate=${nextSaturday()}` },
  'GET /booking/tours/{id}/calendar': { query: () => `startDate=${nextSaturday()}` },
  'GET /booking/tours/{tourId}/meeting-points': nothing,
  'GET /cenotes/{cenoteId}/meeting-points': nothing,
  'GET /api/locations/states': nothing,
  'GET /api/locations/municipalities': nothing,
  'GET /age-configurations': nothing,
  'GET /age-configurations/cenote/{cenoteId}': nothing,
  'GET /age-configurations/tour/{tourId}': nothing,
  'POST /pricing/validate-age-breakdown': { body: () => ({ adult: 2 }), other: { adult: 3 } },
  'GET /public/discount-rules/auto-apply': nothing,
  'POST /public/discount-rules/auto-apply': { body: () => ({ cenoteId, date: nextSaturday(), totalPeople: 4 }) },
  'GET /pricing/summary/{itemType}/{itemId}': nothing,
  'GET /api/currencies': nothing,
  'POST /pricing/calculate-complete': { body: calculation },
  'POST /api/pricing/calculate': { body: calculation },
  'GET /events': { query: () => 'perPage=100' },
  'GET /api/partner/availability/modified-since': { query: () => 'after=now' },
  'POST /webhooks': { body: () => ({ url: receiver(), events: ['reservation.created'] }) },
  'GET /webhooks': nothing,
  'GET /webhooks/{id}': nothing,
  'PATCH /webhooks/{id}': { body: () => ({ description: 'ours' }) },
  'DELETE /webhooks/{id}': nothing,
  'POST /webhooks/{id}/ping': nothing,
  'POST /webhooks/{id}/rotate-secret': nothing,
  'GET /webhooks/{id}/deliveries': nothing,
  'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver': nothing,
  'POST /webhooks/{id}/replay': { body: () => ({ since: new Date().toISOString() }) },
  'GET /webhooks/{id}/replays/{replayId}': nothing,
  'POST /coupons/validate': { body: () => ({ code: 'CENOTE10' }) },
  'POST /coupons/check': { body: () => ({ code: 'CENOTE10' }) },
  'GET /api/system/health': nothing,
  'GET /api/system/status': nothing,
  'GET /api/auth/verify': nothing,
  'POST /api/auth/refresh': nothing,
}

/** The address of an operation for these resources. */
export function addressOf(operation: string, fixtures: Fixtures): string {
  const [, path = ''] = operation.split(' ')
  const ids: Readonly<Record<string, string>> = {
    id: path.startsWith('/webhooks')
      ? fixtures.webhook
      : path.includes('tours')
        ? tourId
        : path.includes('cenotes')
          ? cenoteId
          : fixtures.reservation,
    cenoteId,
    tourId,
    itemType: 'cenote',
    itemId: cenoteId,
    deliveryId: fixtures.delivery,
    replayId: fixtures.replay,
    communicationId: fixtures.communication,
    token: 'none',
  }
  const query = restOperations[operation]?.query?.(fixtures)
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name) + (query ? `?${query}` : '')
}

const id = ({ reservation: value }: Fixtures): string => `id: "${value}"`
const reservationInput = ({ guestEmail }: Fixtures): string =>
  `cenoteId: "${cenoteId}", visitDate: "${nextSaturday()}", visitors: { adults: 2 }, guest: { name: "Ana", email: "${guestEmail}", phone: "+52 1 555" }`
const reservationFields =
  '{ id bookingReference status guest { name email } statusHistory { status } documents { url } communications { recipient } cenote { name } qrCode { url } }'

const administration = Object.fromEntries(
  Object.entries(administrationOperations).map(([name, { args }]): [string, GraphOperation] => [
    name,
    {
      text: () =>
        `${args(Math.random().toString(36).slice(2))} ${name.startsWith('Mutation.delete') ? '' : '{ __typename }'}`,
    },
  ]),
)

/** Every root field of the graph that clients see, with a request for the resources of a partner. */
export const graphOperations: Readonly<Record<string, GraphOperation>> = {
  ...administration,
  'Query.serviceStatus': { text: () => '{ state components { name state } }' },
  'Query.apiKeys': { text: () => '{ nodes { id } }' },
  'Query.requestLog': { text: () => '{ nodes { requestId } }' },
  'Query.viewer': { text: () => '{ partner { id } }' },
  'Query.reservation': { text: (fixtures) => `(${id(fixtures)}) ${reservationFields}` },
  'Query.reservations': {
    text: ({ guestEmail }) =>
      `(first: 100, filter: { cenoteId: "${cenoteId}", guestEmail: "${guestEmail}" }) { totalCount nodes ${reservationFields} }`,
  },
  'Query.cancellationQuote': {
    text: (fixtures) => `(input: { ${id(fixtures)}, reason: WEATHER }) { reservation { id } refund { amountCents } }`,
  },
  'Query.reservationSummary': {
    text: ({ guestEmail }) =>
      `(filter: { guestEmail: "${guestEmail}", dateFrom: "${nextSaturday()}", dateTo: "${nextSaturday()}" })
       { reservations slots { cenote { name } visitors } }`,
  },
  'Query.salesReport': {
    text: () =>
      `(filter: { from: "${nextSaturday()}", to: "${nextSaturday()}" }, by: [PRODUCT, STATUS])
       { rows { cenote { name } status reservations totalCents } }`,
  },
  'Query.manifest': {
    text: () =>
      `(input: { productType: CENOTE, productId: "${cenoteId}", date: "${nextSaturday()}", time: "10:00" })
       { product { name } rows { bookingReference via { name } } totals { reservations balanceDueCents } }`,
  },
  'Query.reservationPreview': {
    text: (fixtures) =>
      `(input: { reservations: [{ ${reservationInput(fixtures)} }] }) { results { index reservation { visitTime } } }`,
  },
  'Query.reservationEventsCursor': { text: () => '' },
  'Query.catalogEventsCursor': { text: () => '' },
  'Query.signedFile': { text: () => '(token: "none") { contentType }' },
  'Query.guestVisit': { text: () => '(token: "none") { __typename }' },
  'Query.checkoutVisit': {
    text: ({ reservation }) => `(reservation: "${reservation}", token: "none") { __typename }`,
  },
  'Query.reviewInvitation': { text: () => '(token: "none") { __typename }' },
  'Mutation.cancelVisit': { text: () => '(input: { token: "none", refundCents: 0 }) { __typename }' },
  'Mutation.changeVisit': {
    text: () => '(input: { token: "none", visitTime: "10:00", totalCents: 0 }) { __typename }',
  },
  'Mutation.resendVisitTicket': { text: () => '(input: { token: "none" }) { __typename }' },
  'Mutation.playCheckout': { text: () => '(input: { token: "none", outcome: PAY }) { __typename }' },
  'Mutation.submitReview': { text: () => '(input: { token: "none", rating: 5, content: "Clear" }) { __typename }' },
  'Query.reservationEvents': {
    text: (fixtures) =>
      `(first: 100, filter: { reservationId: "${fixtures.reservation}" }) { nodes { id reservation { reservationId } } }`,
  },
  'Query.events': {
    text: (fixtures) =>
      `(first: 100, filter: { reservationId: "${fixtures.reservation}", types: [RESERVATION_CREATED], catalogTypes: [PRODUCT_CREATED] }) { nodes { ... on ReservationEvent { id reservation { reservationId } } } }`,
  },
  'Query.availabilityChanges': { text: () => '(after: "now") { nodes { productId } }' },
  'Query.webhook': { text: ({ webhook }) => `(id: "${webhook}") { id url }` },
  'Query.webhooks': { text: () => '{ nodes { id url } }' },
  'Query.webhookDeliveries': { text: ({ webhook }) => `(webhookId: "${webhook}") { nodes { id type } }` },
  'Query.cenote': {
    text: () =>
      `(id: "${cenoteId}") { name availability(input: { startDate: "${nextSaturday()}", days: 1 }) { days { capacity { booked } } } }`,
  },
  'Query.cenotes': { text: () => '(first: 2) { nodes { name } }' },
  'Query.nearbyCenotes': { text: () => '(latitude: 20.2, longitude: -87.4) { results { cenote { name } } }' },
  'Query.tour': { text: () => `(id: "${tourId}") { name }` },
  'Query.tours': { text: () => '{ nodes { name } }' },
  'Query.states': { text: () => '{ name }' },
  'Query.ageConfigurations': { text: () => '{ category }' },
  'Query.reservationPolicy': { text: () => '{ holdMinutes refundTiers { percentage } }' },
  'Query.exchangeRates': { text: () => '{ base }' },
  'Query.ageBreakdownValidation': { text: () => '(input: { adult: 2 }) { isValid }' },
  'Query.automaticDiscountRules': { text: () => '{ id }' },
  'Query.couponValidation': { text: () => '(code: "CENOTE10") { isValid }' },
  'Mutation.createApiKey': { text: () => '(input: { scopes: ["catalog:read"] }) { key { id } }' },
  'Mutation.updatePartnerSettings': { text: () => '(input: { version: 1 }) { version }' },
  'Mutation.refreshKey': { text: () => '{ key { id } }' },
  'Mutation.createReservation': { text: (fixtures) => `(input: { ${reservationInput(fixtures)} }) { id }` },
  'Mutation.createReservations': {
    text: (fixtures) =>
      `(input: { reservations: [{ ${reservationInput(fixtures)} }] }) { results { index reservation { id } } }`,
  },
  'Mutation.confirmReservation': {
    needs: 'pending',
    text: (fixtures) => `(input: { ${id(fixtures)} }) ${reservationFields}`,
  },
  'Mutation.cancelReservation': {
    needs: 'pending',
    text: (fixtures) => `(input: { ${id(fixtures)}, reason: WEATHER }) ${reservationFields}`,
  },
  'Mutation.modifyReservation': {
    needs: 'pending',
    text: (fixtures) =>
      `(input: { ${id(fixtures)}, visitors: { adults: 1 } }) { reservation ${reservationFields} changes { field } }`,
  },
  'Mutation.extendReservation': {
    needs: 'pending',
    text: (fixtures) => `(input: { ${id(fixtures)} }) { id expiresAt version }`,
  },
  'Mutation.recordPayment': {
    needs: 'pending',
    text: (fixtures) =>
      `(input: { ${id(fixtures)}, amountCents: 100, method: CASH }) { paymentId reservation ${reservationFields} }`,
  },
  'Mutation.checkInReservation': {
    needs: 'confirmed',
    text: (fixtures) => `(input: { ${id(fixtures)} }) ${reservationFields}`,
  },
  'Mutation.completeReservation': {
    needs: 'in_progress',
    text: (fixtures) => `(input: { ${id(fixtures)} }) ${reservationFields}`,
  },
  'Mutation.markReservationNoShow': {
    needs: 'confirmed',
    text: (fixtures) => `(input: { ${id(fixtures)} }) ${reservationFields}`,
  },
  'Mutation.refundReservation': {
    needs: 'cancelled',
    text: (fixtures) => `(input: { ${id(fixtures)}, amountCents: 1 }) ${reservationFields}`,
  },
  'Mutation.resendCommunication': {
    needs: 'confirmed',
    text: (fixtures) =>
      `(input: { ${id(fixtures)}, communicationId: "${fixtures.communication}" }) { communicationId status }`,
  },
  'Mutation.sendPaymentLink': {
    needs: 'pending',
    text: (fixtures) => `(input: { ${id(fixtures)} }) { communicationId status }`,
  },
  'Mutation.overrideAvailability': {
    text: () => `(input: { cenoteId: "${cenoteId}", date: "${nextSaturday()}" }) { days { date } }`,
  },
  'Mutation.createWebhook': {
    text: () => `(input: { url: "${receiver()}", events: [RESERVATION_CREATED] }) { secret webhook { id } }`,
  },
  'Mutation.updateWebhook': { text: ({ webhook }) => `(input: { id: "${webhook}", description: "ours" }) { id url }` },
  'Mutation.deleteWebhook': { text: ({ webhook }) => `(input: { id: "${webhook}" })` },
  'Mutation.pingWebhook': { text: ({ webhook }) => `(input: { id: "${webhook}" }) { id }` },
  'Mutation.rotateWebhookSecret': { text: ({ webhook }) => `(input: { id: "${webhook}" }) { secret }` },
  'Query.webhookReplay': { text: ({ webhook, replay }) => `(webhookId: "${webhook}", id: "${replay}") { id status }` },
  'Mutation.replayWebhook': {
    text: ({ webhook }) => `(input: { id: "${webhook}", since: "${new Date().toISOString()}" }) { id total }`,
  },
  'Mutation.redeliverWebhookDelivery': {
    text: ({ webhook, delivery }) => `(input: { webhookId: "${webhook}", deliveryId: "${delivery}" }) { id }`,
  },
  'Subscription.catalogEvents': { text: () => '{ id productId }' },
  'Subscription.reservationEvents': {
    text: (fixtures) => `(filter: { reservationId: "${fixtures.reservation}" }) { id reservation { reservationId } }`,
  },
}

/** The operation that selects one root field. */
export function documentOf(name: string, fixtures: Fixtures): string {
  const [type = '', field = ''] = name.split('.')
  return `${type.toLowerCase()} { ${field}${graphOperations[name]?.text(fixtures) ?? ''} }`
}

/** A reservation of the key's partner in the required state, and a webhook with its own delivery. */
export async function prepareFixtures(
  product: SharedProduct,
  apiKey: string,
  {
    needs = 'pending',
    webhook,
  }: { needs?: ReservationStatus | undefined; webhook?: Pick<Fixtures, 'webhook' | 'delivery' | 'replay'> } = {},
): Promise<Fixtures> {
  const rest = partner(product.url, apiKey)
  const made = webhook ?? (await prepareWebhook(product, apiKey))
  const guestEmail = `guest-${Math.random().toString(36).slice(2)}@example.com`
  const created = await rest.post(reservations, reservation(guestEmail))
  expect(created).toHaveStatus(201)
  const { id: reservationId, bookingReference } = created.body.data
  for (const [step, body] of pathsTo[needs])
    expect(await rest.post(`${reservations}/${reservationId}/${step}`, withMail(step, body))).toHaveStatus(200)
  // The mail of the confirmation is sent beside the response: wait until no change is to come.
  const [message] = await eventually(
    async (): Promise<Json[]> => (await rest.get(`${reservations}/${reservationId}`)).body.data.communications,
    (messages) => messages.every(({ type, status }) => type === 'reminder_email' || status !== 'scheduled'),
  )
  const communication: string = message?.id ?? reservationId
  return { reservation: reservationId, bookingReference, guestEmail, communication, ...made }
}

const withMail = (step: string, body: object): object =>
  step === 'confirm' ? { ...body, confirmationEmail: true } : body

export async function prepareWebhook(
  product: SharedProduct,
  apiKey: string,
): Promise<Pick<Fixtures, 'webhook' | 'delivery' | 'replay'>> {
  const rest = partner(product.url, apiKey)
  const created = await rest.post('/webhooks', { url: receiver(), events: ['reservation.refunded'] })
  expect(created).toHaveStatus(201)
  const webhook: string = created.body.data.id
  const pinged = await rest.post(`/webhooks/${webhook}/ping`, undefined)
  const replayed = await rest.graphql(
    'mutation ($input: ReplayWebhookInput!) { replayWebhook(input: $input) { id } }',
    { input: { id: webhook, since: new Date().toISOString() } },
  )
  return { webhook, delivery: pinged.body.data.id, replay: replayed.body.data.replayWebhook.id }
}

/** The operations that the product serves: of REST as /openapi.json lists them, of the graph as it describes itself. */
export async function servedOperations(product: SharedProduct): Promise<{ rest: string[]; graph: string[] }> {
  const rest = partner(product.url)
  const { body: openapi } = await rest.get('/openapi.json')
  const roots = await rest.graphql(
    '{ __schema { queryType { ...r } mutationType { ...r } subscriptionType { ...r } } } fragment r on __Type { name fields { name } }',
  )
  return {
    rest: Object.entries(openapi.paths as Json).flatMap(([path, methods]) =>
      Object.keys(methods as Json).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    graph: Object.values(roots.body.data.__schema as Json).flatMap((type) =>
      (type as Json).fields.map(({ name }: Json) => `${(type as Json).name}.${name}`),
    ),
  }
}

/** How many reservations a partner's guest has. */
export const bookedFor = async (product: SharedProduct, guestEmail: string): Promise<number> =>
  (await sql(product.database('booking'), 'SELECT FROM sandbox.reservation WHERE guest_email = $1', [guestEmail]))
    .length
