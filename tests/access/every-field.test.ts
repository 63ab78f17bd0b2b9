import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { administrationDocument, administrationOperations } from '../testkit/administration-operations.ts'
import { openPool } from '../testkit/database.ts'
import { operatorKeys } from '../testkit/operator.ts'
import {
  documentOf,
  graphOperations,
  prepareFixtures,
  prepareWebhook,
  servedOperations,
  type Fixtures,
} from '../testkit/operations.ts'
import { writeProductEvents } from '../testkit/product-events.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { Wire } from '../testkit/wire.ts'

/** Each uses every field on a reservation and a webhook of the last; those that may change them come last. */
const callers = {
  rival: keys.rival,
  gate: 'sk_test_demo_gate',
  readonly: keys.readonly,
  operator: operatorKeys.sandbox,
  owner: keys.demo,
} as const
type Caller = keyof typeof callers
const names = Object.keys(callers) as Caller[]

const ok = 'OK'
const denied = 'INSUFFICIENT_PERMISSIONS'
const reservation = 'RESERVATION_NOT_FOUND'

/** The outcomes for the callers in their order, with the fields that have them. */
const table: readonly (readonly [outcomes: readonly string[], fields: string])[] = [
  [
    [ok, ok, ok, ok, ok],
    `Query.viewer Query.requestLog Query.serviceStatus Query.reservations Query.manifest Query.reservationPolicy Query.catalogEventsCursor
     Query.availabilityChanges Subscription.catalogEvents
     Query.cenote Query.cenotes Query.nearbyCenotes Query.tour Query.tours Query.states Query.ageConfigurations Query.exchangeRates
     Query.ageBreakdownValidation Query.automaticDiscountRules Query.couponValidation`,
  ],
  [
    [ok, denied, ok, ok, ok],
    `Query.reservationSummary Query.salesReport Query.reservationEventsCursor Query.reservationEvents Query.events
     Subscription.reservationEvents`,
  ],
  [[reservation, ok, ok, ok, ok], 'Query.reservation'],
  [[reservation, denied, ok, ok, ok], 'Query.cancellationQuote'],
  [[reservation, ok, denied, ok, ok], 'Mutation.recordPayment Mutation.checkInReservation'],
  [
    [reservation, denied, denied, ok, ok],
    `Mutation.confirmReservation Mutation.cancelReservation Mutation.modifyReservation Mutation.extendReservation
     Mutation.completeReservation Mutation.markReservationNoShow Mutation.refundReservation Mutation.resendCommunication Mutation.sendPaymentLink`,
  ],
  [[ok, ok, denied, ok, ok], 'Mutation.createReservation'],
  [
    [ok, denied, denied, ok, ok],
    `Query.apiKeys Query.reservationPreview Query.calendar Mutation.createApiKey Mutation.createReservations
     Mutation.createClosure Mutation.createSpecialEvent Mutation.overrideSlots Mutation.clearSlotOverrides
     Mutation.overrideAvailability`,
  ],
  [
    ['CALENDAR_ENTRY_NOT_FOUND', denied, denied, ok, 'CALENDAR_ENTRY_NOT_FOUND'],
    'Mutation.deleteClosure Mutation.deleteSpecialEvent',
  ],
  [['API_KEY_NOT_FOUND', denied, denied, ok, 'API_KEY_NOT_FOUND'], 'Mutation.revokeApiKey'],
  // Operators change those of `direct` here, which has none yet.
  [[ok, denied, denied, 'EDIT_CONFLICT', ok], 'Mutation.updatePartnerSettings'],
  [[ok, denied, denied, denied, ok], 'Query.webhooks Mutation.createWebhook Mutation.refreshKey'],
  [
    ['WEBHOOK_NOT_FOUND', denied, denied, denied, ok],
    `Query.webhook Query.webhookDeliveries Mutation.updateWebhook Mutation.deleteWebhook Mutation.pingWebhook
     Query.webhookReplay Mutation.rotateWebhookSecret Mutation.redeliverWebhookDelivery Mutation.replayWebhook`,
  ],
  // By a token, which none of them has.
  [
    Array<string>(5).fill('NOT_FOUND'),
    `Query.signedFile Query.guestVisit Query.checkoutVisit Query.reviewInvitation Mutation.playCheckout
     Mutation.cancelVisit Mutation.changeVisit Mutation.resendVisitTicket
     Mutation.submitReview`,
  ],
  [
    [denied, denied, denied, ok, denied],
    `Query.partners Query.changes Query.disruption Query.disruptions Mutation.updateDisruption Query.backgroundWork Query.amenityKinds Query.coupons Query.discountRules
     Query.promotions Query.cenoteServices Query.allAgeConfigurations Query.transportOptions
     Query.transportGroupDiscounts Query.charges Mutation.setPartnerPlan Mutation.createPartner
     Mutation.updateCenoteSchedule Mutation.createCenote Mutation.updateCenote Mutation.publishCenote
     Mutation.deactivateCenote Mutation.createTour Mutation.updateTour Mutation.publishTour Mutation.deactivateTour
     Mutation.updateTourDepartures Mutation.setReviewVisibility Mutation.createAmenity Mutation.updateAmenity Mutation.createCoupon
     Mutation.updateCoupon Mutation.createDiscountRule Mutation.updateDiscountRule Mutation.createPromotion
     Mutation.updatePromotion Mutation.createAgeConfiguration Mutation.updateAgeConfiguration
     Mutation.createCenoteService Mutation.updateCenoteService Mutation.createTransportOption
     Mutation.updateTransportOption Mutation.updateTransportGroupDiscounts Mutation.updateCharges
     Mutation.updateExchangeRates`,
  ],
]
const expected = Object.fromEntries(
  table.flatMap(([outcomes, fields]) => fields.split(/\s+/).map((field) => [field, outcomes.join(' ')])),
)

let product: TestProduct
let shared: Pick<Fixtures, 'webhook' | 'delivery' | 'replay'>
/** Of the owner, for what changes nothing. */
let read: Fixtures
beforeAll(async () => {
  product = await startTestProduct()
  shared = await prepareWebhook(product, keys.demo)
  read = await prepareFixtures(product, keys.demo, { needs: 'confirmed', webhook: shared })
})
afterAll(() => product.close())

async function responseTo(name: string, caller: Caller, fixtures: Fixtures): Promise<Json> {
  const prepare = caller === 'operator' ? administrationOperations[name]?.prepare : undefined
  const prepared = await prepare?.(product.url, 'sandbox')
  const query = prepared ? administrationDocument(name, prepared) : documentOf(name, fixtures)
  return (await partner(product.url, callers[caller]).graphql(query)).body
}

const outcomeIn = ({ errors }: Json): string => errors?.[0].extensions.code ?? ok

/** The outcomes for the callers in turn, and the values of the owner that the rival was shown. */
async function outcomesOf(name: string): Promise<{ outcomes: string; shown: string[] }> {
  const needs = graphOperations[name]?.needs
  const outcomes: string[] = []
  let shown: string[] = []
  let own: Fixtures | undefined
  for (const caller of names) {
    if (needs) own ??= await prepareFixtures(product, keys.demo, { needs, webhook: shared })
    const deletable = name === 'Mutation.deleteWebhook' ? await prepareWebhook(product, keys.demo) : {}
    const fixtures: Fixtures = own ?? { ...read, ...deletable }
    const response = await responseTo(name, caller, fixtures)
    outcomes.push(outcomeIn(response))
    if (caller === 'rival') {
      const data = JSON.stringify(response.data ?? null)
      shown = Object.values(fixtures).filter((secret: string) => data.includes(secret))
    }
    if (own && outcomes.at(-1) === ok) {
      // Used up; its places are for the next one.
      await partner(product.url).post(`/api/partner/reservations/${own.reservation}/cancel`, { reason: 'weather' })
      own = undefined
    }
  }
  return { outcomes: outcomes.join(' '), shown }
}

describe('every root field', () => {
  it('is in the table of who may use it', async () => {
    const { graph } = await servedOperations(product)
    expect(graph.toSorted()).toEqual(Object.keys(expected).toSorted())
  })

  it('is granted or refused to each kind of key as the table says, and shows a rival nothing of the owner', async () => {
    const wrong: unknown[] = []
    for (const name of Object.keys(expected).filter((one) => !one.startsWith('Subscription'))) {
      const { outcomes, shown } = await outcomesOf(name)
      if (outcomes !== expected[name] || shown.length > 0) wrong.push([name, { outcomes, shown }])
    }
    expect(wrong).toEqual([])
  })

  it('that is a subscription likewise', async () => {
    const seen: string[] = []
    for (const caller of names) {
      const wire = await Wire.connect(product.url, callers[caller])
      const after = caller === 'gate' ? undefined : await logEnd(product.url, callers[caller])
      wire.subscribe(
        '1',
        'subscription ($after: String) { reservationEvents(after: $after) { reservation { reservationId } } }',
        {
          after,
        },
      )
      const { id: ofOwner } = await reserve(product.url)
      const { id: ofRival } = await reserve(product.url, { apiKey: keys.rival })
      const [message] = await wire.received(1)
      seen.push(message.type === 'error' ? message.payload[0].extensions.code : ok)
      if (message.type !== 'error') {
        const [own, other] = caller === 'rival' ? [ofRival, ofOwner] : [ofOwner, ofRival]
        const ids = (): string[] =>
          wire.messages.map(({ payload }) => payload.data.reservationEvents.reservation.reservationId)
        // Events of an earlier caller come first when the log did not show them yet.
        await eventually(() => ids().includes(own), true)
        if (caller !== 'operator') expect(ids()).not.toContain(other)
      }
      wire.close()
    }
    expect(seen.join(' ')).toBe(expected['Subscription.reservationEvents'])
  })

  it('that is a subscription to what is sold likewise', async () => {
    const pool = openPool(product.database('booking'), undefined, { options: '-c search_path=sandbox' })
    const seen: string[] = []
    for (const caller of names) {
      const wire = await Wire.connect(product.url, callers[caller])
      const { body } = await partner(product.url, callers[caller]).graphql('{ catalogEventsCursor }')
      const query =
        'subscription ($after: String) { catalogEvents(after: $after, filter: { types: [PRICING_UPDATED] }) { id } }'
      wire.subscribe('1', query, { after: body.data.catalogEventsCursor })
      const [id] = await writeProductEvents(pool, [{ type: 'pricing.updated' }])
      const [message] = await wire.received(1)
      seen.push(message.type === 'error' ? message.payload[0].extensions.code : ok)
      if (message.type !== 'error')
        await eventually(() => wire.messages.some(({ payload }) => payload.data.catalogEvents.id === id), true)
      wire.close()
    }
    await pool.end()
    expect(seen.join(' ')).toBe(expected['Subscription.catalogEvents'])
  })
})
