import type { Environment } from '../../../platform/trust/identity.ts'
import { administrationOperations } from '../../testkit/administration-operations.ts'
import { cenoteId, tourId, visit, type Need, type World } from './world.ts'

/** A selection of one root field that its owner is granted, and what is decided about all others. */
export interface GraphqlSample {
  readonly need: Need
  /** The code of the error, when it is about something that only its owner has. */
  readonly missing?: string
  /** Arguments as GraphQL text; made once, for all callers. */
  readonly inputs?: () => Promise<string> | string
  /** Selected of it; its type's name when absent, nothing for a scalar. */
  readonly selection?: string
  /** An input that each caller needs another of: takes the place of `{n}` in the arguments. */
  readonly each?: boolean
  /** Arguments that name something made for one caller, in its environment. */
  readonly prepare?: (url: string, environment: Environment) => Promise<string>
}

/** A value as GraphQL text; members of enums are given as `Enum`. */
const literal = (value: unknown): string => {
  if (value instanceof Enum) return value.name
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${name}: ${literal(inner)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}
class Enum {
  constructor(readonly name: string) {}
}
const input = (value: object): string => `(input: ${literal(value)})`

const administration = Object.fromEntries(
  Object.entries(administrationOperations).map(([name, { need, args, prepare }]): [string, GraphqlSample] => [
    name,
    { need, inputs: () => args('{n}'), ...(prepare ? { prepare } : {}) },
  ]),
)

/** One sample for each field of Query, Mutation and Subscription. */
export function graphqlSamples(world: World): Record<string, GraphqlSample> {
  const open: GraphqlSample = { need: 'nothing' }
  const change = (more: object = {}, ...steps: Parameters<World['reservation']>): GraphqlSample => ({
    need: 'reservations:write',
    missing: 'RESERVATION_NOT_FOUND',
    inputs: async () => input({ id: await world.reservation(...steps), ...more }),
  })
  const webhook = (more: object = {}): GraphqlSample => ({
    need: 'webhooks:manage',
    missing: 'WEBHOOK_NOT_FOUND',
    inputs: async () => input({ id: await world.webhook(), ...more }),
  })
  const weather = { reason: new Enum('WEATHER') }

  return {
    'Query.viewer': { need: 'a key' },
    'Query.serviceStatus': open,
    'Query.apiKeys': { need: 'keys:manage' },
    'Query.requestLog': { need: 'a key' },
    'Query.cenote': { ...open, inputs: () => `(id: "${cenoteId}")` },
    'Query.cenotes': open,
    'Query.nearbyCenotes': { need: 'catalog:read', inputs: () => '(latitude: 20.2, longitude: -87.4)' },
    'Query.tour': { ...open, inputs: () => `(id: "${tourId}")` },
    'Query.tours': open,
    'Query.states': open,
    'Query.reservation': {
      need: 'reservations:read',
      missing: 'RESERVATION_NOT_FOUND',
      inputs: async () => `(id: "${await world.reservation()}")`,
    },
    'Query.reservations': { need: 'reservations:read' },
    'Query.cancellationQuote': { ...change(weather), need: 'reservations:read' },
    'Query.reservationSummary': {
      need: 'reservations:read',
      inputs: () => `(filter: { dateFrom: "${visit.visitDate}", dateTo: "${visit.visitDate}" })`,
    },
    'Query.salesReport': {
      need: 'reservations:read',
      inputs: () => `(filter: { from: "${visit.visitDate}", to: "${visit.visitDate}" }, by: [STATUS])`,
    },
    'Query.manifest': {
      need: 'reservations:read',
      inputs: () =>
        input({ productType: new Enum('CENOTE'), productId: cenoteId, date: visit.visitDate, time: '10:00' }),
    },
    'Query.reservationPreview': { need: 'reservations:write', inputs: () => input({ reservations: [visit] }) },
    'Query.reservationEventsCursor': { need: 'reservations:read', selection: '' },
    'Query.catalogEventsCursor': { need: 'catalog:read', selection: '' },
    'Query.events': { need: 'reservations:read' },
    'Query.availabilityChanges': { need: 'catalog:read', inputs: () => '(after: "now")' },
    'Query.reservationEvents': { need: 'reservations:read' },
    'Query.signedFile': { ...open, inputs: async () => `(token: "${await world.document()}")` },
    'Query.guestVisit': {
      ...open,
      inputs: async () => `(token: "${await world.token('visit', await world.reservation())}")`,
    },
    'Query.checkoutVisit': {
      ...open,
      inputs: async () => {
        const { id, token } = await world.checkout()
        return `(reservation: "${id}", token: "${token}")`
      },
    },
    'Query.reviewInvitation': { ...open, inputs: async () => `(token: "${await world.invitation()}")` },
    'Query.webhook': {
      need: 'webhooks:manage',
      missing: 'WEBHOOK_NOT_FOUND',
      inputs: async () => `(id: "${await world.webhook()}")`,
    },
    'Query.webhooks': { need: 'webhooks:manage' },
    'Query.webhookDeliveries': {
      need: 'webhooks:manage',
      missing: 'WEBHOOK_NOT_FOUND',
      inputs: async () => `(webhookId: "${await world.webhook()}")`,
    },
    'Query.webhookReplay': {
      need: 'webhooks:manage',
      missing: 'WEBHOOK_NOT_FOUND',
      inputs: async () => {
        const { id, replayId } = await world.replay()
        return `(webhookId: "${id}", id: "${replayId}")`
      },
    },
    'Query.ageConfigurations': open,
    'Query.reservationPolicy': open,
    'Query.exchangeRates': open,
    'Query.ageBreakdownValidation': { ...open, inputs: () => input({ adult: 1 }) },
    'Query.automaticDiscountRules': open,
    'Query.couponValidation': { ...open, inputs: () => '(code: "CENOTE10")' },

    'Mutation.refreshKey': { need: 'keys:manage' },
    'Mutation.updatePartnerSettings': { need: 'keys:manage', inputs: () => input({ version: 1 }) },
    'Mutation.createApiKey': { need: 'keys:manage', inputs: () => input({ scopes: ['keys:manage'] }) },
    'Mutation.createReservation': { need: 'reservations:write', inputs: () => input(visit) },
    'Mutation.createReservations': { need: 'reservations:write', inputs: () => input({ reservations: [visit] }) },
    'Mutation.confirmReservation': change({ paymentId: 'pay_1' }),
    'Mutation.recordPayment': change({ amountCents: 100, method: new Enum('CASH') }),
    'Mutation.playCheckout': {
      ...open,
      inputs: async () => input({ token: (await world.checkout()).token, outcome: new Enum('DECLINE') }),
    },
    'Mutation.cancelVisit': {
      ...open,
      inputs: async () => input({ token: (await world.visitOfGuest()).token, refundCents: 0 }),
    },
    'Mutation.changeVisit': { ...open, inputs: async () => input(await world.visitOfGuest()) },
    'Mutation.resendVisitTicket': {
      ...open,
      inputs: () => '',
      prepare: async () => input({ token: await world.token('visit', await world.reservation(['confirm'])) }),
    },
    'Mutation.submitReview': {
      ...open,
      inputs: () => '',
      prepare: async () => input({ token: await world.invitation(), rating: 5, content: 'Clear water' }),
    },
    'Mutation.cancelReservation': change(weather),
    'Mutation.modifyReservation': change({ specialRequests: 'A quiet corner' }),
    'Mutation.extendReservation': change(),
    'Mutation.checkInReservation': change({}, ['confirm']),
    'Mutation.completeReservation': change({}, ['confirm'], ['checkin']),
    'Mutation.markReservationNoShow': change({}, ['confirm']),
    'Mutation.refundReservation': change({}, ['confirm', { paymentId: 'pay_1' }], ['cancel', { reason: 'weather' }]),
    'Mutation.sendPaymentLink': change(),
    'Mutation.resendCommunication': { ...change(), inputs: async () => input(await world.message()) },
    'Mutation.overrideAvailability': {
      need: 'inventory:write',
      inputs: () => input({ cenoteId, date: visit.visitDate }),
    },
    'Mutation.createWebhook': {
      need: 'webhooks:manage',
      each: true,
      inputs: () => input({ url: 'https://receiver.example/graphql/{n}', events: [new Enum('RESERVATION_EXPIRED')] }),
    },
    'Mutation.updateWebhook': webhook({ isActive: false }),
    'Mutation.deleteWebhook': { ...webhook(), selection: '' },
    'Mutation.pingWebhook': webhook(),
    'Mutation.rotateWebhookSecret': webhook(),
    'Mutation.redeliverWebhookDelivery': {
      need: 'webhooks:manage',
      missing: 'WEBHOOK_NOT_FOUND',
      inputs: async () => {
        const { id, deliveryId } = await world.delivery()
        return input({ webhookId: id, deliveryId })
      },
    },
    'Mutation.replayWebhook': webhook({ since: new Date(Date.now() - 60_000).toISOString() }),

    'Subscription.catalogEvents': { need: 'catalog:read' },
    'Subscription.reservationEvents': { need: 'reservations:read' },
    ...administration,
    'Mutation.revokeApiKey': {
      need: 'keys:manage',
      missing: 'API_KEY_NOT_FOUND',
      inputs: async () => input({ id: await world.apiKey() }),
    },
  }
}
