import { nextSaturday } from '../../testkit/product.ts'
import { aMinuteAgo, cenoteId, tourId, visit, type Need, type World } from './world.ts'

/** A request that its owner is granted, and what is decided about all others. */
export interface RestSample {
  readonly need: Need
  /** 200 when absent. */
  readonly success?: number
  /** The code of 404, when it is about something that only its owner has. */
  readonly missing?: string
  /** A signed token in the address replaces the key: the document says that none is needed. */
  readonly signed?: boolean
  /** The language of its response, where that is not the caller's to choose: a document is in its guest's. */
  readonly language?: string
  /** Sent while it is read: it has no entity tag. */
  readonly streamed?: boolean
  /** Parameters of the path; made once, for all callers. */
  readonly path?: () => Promise<Record<string, string>> | Record<string, string>
  readonly query?: string
  /** Made for each caller. */
  readonly body?: () => unknown
  /** The content type of a body that is not JSON. */
  readonly contentType?: string
}

const startDate = nextSaturday()
/** One pixel. */
const smallPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const cenote = { path: () => ({ id: cenoteId, cenoteId }) }
const tour = { path: () => ({ id: tourId, tourId }) }

/** One sample for each operation of the OpenAPI document. */
export function restSamples(world: World): Record<string, RestSample> {
  const read: RestSample = { need: 'nothing' }
  const calculation = { itemType: 'cenote', itemId: cenoteId, ageBreakdown: { adult: 1 } }
  const reservations = (need: Need, ...steps: Parameters<World['reservation']>): RestSample => ({
    need,
    missing: 'RESERVATION_NOT_FOUND',
    path: async () => ({ id: await world.reservation(...steps) }),
  })
  const change = (...steps: Parameters<World['reservation']>): RestSample => ({
    ...reservations('reservations:write', ...steps),
    body: () => ({}),
  })
  const webhook: RestSample = {
    need: 'webhooks:manage',
    missing: 'WEBHOOK_NOT_FOUND',
    path: async () => ({ id: await world.webhook() }),
  }
  const nothing = (): unknown => ({})

  return {
    listCenotes: { need: 'catalog:read' },
    searchNearbyCenotes: { need: 'catalog:read', query: 'latitude=20.2&longitude=-87.4' },
    readCenote: { need: 'catalog:read', ...cenote },
    readCenoteAvailability: { need: 'catalog:read', ...cenote, query: `startDate=${startDate}` },
    readAvailability: { need: 'catalog:read', ...cenote, query: `startDate=${startDate}` },
    readCenoteCalendar: { need: 'catalog:read', ...cenote, query: `startDate=${startDate}` },
    overrideCenoteAvailability: { need: 'inventory:write', ...cenote, body: () => ({ date: startDate }) },
    listCenoteServices: { ...read, ...cenote },
    listCenoteMeetingPoints: { ...read, ...cenote },
    listTours: read,
    readTour: { ...read, ...tour },
    readTourAvailability: { ...read, ...tour, query: `startDate=${startDate}` },
    readTourCalendar: { ...read, ...tour, query: `startDate=${startDate}` },
    listTourMeetingPoints: { ...read, ...tour },
    listStates: read,
    listMunicipalities: read,

    listReservations: { need: 'reservations:read' },
    exportReservations: { need: 'reservations:read', streamed: true },
    exportSales: {
      need: 'reservations:read',
      streamed: true,
      query: `from=${startDate}&to=${startDate}&by=status`,
    },
    readManifest: {
      need: 'reservations:read',
      query: `productType=cenote&productId=${cenoteId}&date=${startDate}&time=10:00`,
    },
    createReservation: { need: 'reservations:write', success: 201, body: () => visit },
    createReservations: { need: 'reservations:write', success: 201, body: () => ({ reservations: [visit] }) },
    readReservation: reservations('reservations:read'),
    readReservationQrCode: { ...reservations('reservations:read'), signed: true },
    readDocument: { ...read, language: 'en', path: async () => ({ token: await world.document() }) },
    modifyReservation: { ...change(), body: () => ({ specialRequests: 'A quiet corner' }) },
    confirmReservation: { ...change(), body: () => ({ paymentId: 'pay_1' }) },
    recordPayment: { ...change(), success: 201, body: () => ({ amount: 1, method: 'cash' }) },
    cancelReservation: { ...change(), body: () => ({ reason: 'weather' }) },
    quoteCancellation: { ...reservations('reservations:read'), body: () => ({ reason: 'weather' }) },
    extendReservation: change(),
    checkInReservation: change(['confirm']),
    completeReservation: change(['confirm'], ['checkin']),
    markReservationNoShow: change(['confirm']),
    refundReservation: change(['confirm', { paymentId: 'pay_1' }], ['cancel', { reason: 'weather' }]),
    resendCommunication: { ...change(), success: 202, path: () => world.message() },
    sendPaymentLink: { ...change(), success: 202 },

    uploadImage: { need: 'catalog:manage', success: 201, contentType: 'image/png', body: () => smallPicture },

    listEvents: { need: 'reservations:read' },
    listAvailabilityChanges: { need: 'catalog:read', query: 'after=now' },
    createWebhook: {
      need: 'webhooks:manage',
      success: 201,
      body: () => ({ url: `https://receiver.example/${world.next()}`, events: ['reservation.expired'] }),
    },
    listWebhooks: { need: 'webhooks:manage' },
    readWebhook: webhook,
    updateWebhook: { ...webhook, body: () => ({ isActive: false }) },
    deleteWebhook: { ...webhook, success: 204 },
    pingWebhook: { ...webhook, body: nothing },
    rotateWebhookSecret: { ...webhook, body: nothing },
    listWebhookDeliveries: webhook,
    redeliverWebhookDelivery: { ...webhook, path: () => world.delivery(), body: nothing },
    replayWebhook: { ...webhook, success: 202, body: () => ({ since: aMinuteAgo() }) },
    readWebhookReplay: { ...webhook, path: () => world.replay() },

    calculatePrice: { ...read, body: () => calculation },
    calculatePriceVariant: { ...read, body: () => calculation },
    summarizePrice: { ...read, path: () => ({ itemType: 'cenote', itemId: cenoteId }) },
    listCurrencies: read,
    listAgeConfigurations: read,
    listCenoteAgeConfigurations: { ...read, ...cenote },
    listTourAgeConfigurations: { ...read, ...tour },
    validateAgeBreakdown: { ...read, body: () => ({ adult: 1 }) },
    listAutomaticDiscountRules: read,
    applyAutomaticDiscounts: { ...read, body: () => ({ cenoteId, date: startDate, totalPeople: 2 }) },
    validateCoupon: { ...read, body: () => ({ code: 'CENOTE10' }) },
    checkCoupon: { ...read, body: () => ({ code: 'CENOTE10' }) },

    verifyKey: { need: 'a key' },
    refreshKey: { need: 'keys:manage', success: 201, body: nothing },
    readHealth: read,
    readStatus: read,
  }
}
