import { maxPeople } from '../../../../schema/visit-terms.ts'
import { isLocalDate } from '../../../../platform/values/clock.ts'
import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import type { Moment } from '../../../../platform/trust/author.ts'
import { ageBreakdownOf, hasAdult, isSameParty, partyOf, shownParty } from '../../../../schema/ages.ts'
import { apiError, requireValid } from '../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { secondProductErrors } from '../../../../schema/product-errors.ts'
import { changePlaces, type PlaceChanges } from '../../availability/index.ts'
import { returnCoupon } from '../../coupon-use/index.ts'
import { isOperator, requireOperator } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import type { ModifyReservationInput } from '../../generated/resolvers.ts'
import {
  type ChangeOptions,
  changeReservation,
  findEarlierResult,
  requirePossible,
} from '../change/change-reservation.ts'
import { planVisit, type VisitPlan } from './plan-visit.ts'
import { servicesElsewhere } from './services-elsewhere.ts'
import { bindingDeadline, refundCeilingAfterMove } from '../rules/cancellation.ts'
import { ownReservation } from '../read/find.ts'
import { guestErrors, guestWith, referenceErrors, tooLong } from '../rules/guest.ts'
import { termsWith } from '../rules/guest-terms.ts'
import { minutesErrors, prolongedHold, type HoldEnd } from '../rules/hold.ts'
import { holdLimitExceeded, holdLimitOf } from '../offer/hold-limit.ts'
import { withEndedHolds } from '../expire/end-holds.ts'
import { discountConditions } from '../offer/discount-conditions.ts'
import {
  changesBetween,
  differenceBetween,
  selectedServices,
  type Difference,
  type Modification,
} from '../rules/diff.ts'
import { visitorErrors, participantErrors, participantsAfter, partyOfParticipants } from '../rules/participants.ts'
import { reservationPricing, reservedServices, withTransportNamed } from '../offer/rules/pricing.ts'
import { isSameReminder, queueChange, replanReminder } from '../notifications/queue-messages.ts'
import { heldUnpaid } from '../store/holds.ts'
import { insertModification, updateReservation } from '../store/update.ts'
import { heldPlaces, isSameDay, isSameVisit, peopleOf, type Reservation, type ReservedService } from '../reservation.ts'
import { isCurrent, wantedPlaces, type SoldProduct } from '../offer/product.ts'
import { refusal } from '../offer/slot.ts'
import {
  isSameRide,
  presentTransport,
  pricedWith,
  requireMeetingPoint,
  requirePickup,
  transportErrors,
  transportOf,
  wantedTransport,
  type WantedTransport,
} from '../rules/transport.ts'
import { requireAmount } from '../rules/payment.ts'

/** How often a modification, or a confirmation with changes, is planned again after concurrent changes. */
const attempts = 10

/**
 * Changes what was reserved (docs/partner-api/reservations.md#modifying): the day, the slot and the product, the party, the
 * guest, the services, the transport, and how long its hold lasts. All or nothing; a dry run does the same and takes it back. Errors: RESERVATION_NOT_FOUND,
 * MODIFICATION_NOT_ALLOWED, EDIT_CONFLICT, ERROR_VALIDACION, and those of creating.
 */
export const modifyReservation = (
  input: ModifyReservationInput,
  context: ReservationContext,
  conditions: ModifyConditions = {},
): Promise<Modification> => {
  if (input.disrupted != null) requireOperator(context)
  return withEndedHolds(context, () => tryToModify(input, context, conditions))
}

/** Conditions of a modification by a guest. */
export interface ModifyConditions {
  /** Throws when the reservation may not be changed. */
  readonly require?: (reservation: Reservation) => void
  /** The total that it was shown to have afterwards; another one is AMOUNT_CHANGED. */
  readonly agreedCents?: number
}

async function tryToModify(
  input: ModifyReservationInput,
  context: ReservationContext,
  { require, agreedCents }: ModifyConditions,
): Promise<Modification> {
  const { services, database } = context
  const { holdMinutes } = services
  const minutes = input.holdMinutes ?? null
  requireValid(minutesErrors('holdMinutes', minutes, holdMinutes))
  /** The end of the hold that the request prolongs; null when it stays as it is. */
  const holdEndOf = (wanted: Reservation, now: Date): HoldEnd | null =>
    minutes === null ? null : prolongedHold(wanted, minutes, now, holdMinutes)
  const differenceOf = (before: Reservation, after: Reservation): Difference =>
    differenceBetween(before, after, holdMinutes)
  const options: ChangeOptions = {
    expectedVersions: input.expectedVersions,
    dryRun: input.dryRun,
    resultFor: differenceOf,
  }
  for (let attempt = 1; ; attempt += 1) {
    const before = await ownReservation(input.id, context)
    // Looked for after reading: a copy that is done by now is found, one that is not cannot have changed what was read.
    const earlier = await findEarlierResult(database.pool, context)
    if (earlier) return { reservation: earlier.reservation, ...(earlier.result as Difference) }
    require?.(before)
    requirePossible('modify', before, context, options)
    const planned = await planModification(before, input, context)
    if (agreedCents !== undefined) requireAmount(agreedCents, planned.at(before.visitTime).pricing.totalCents, before)
    const { visit } = planned
    const isSame = visit.times.some((visitTime) => changesBetween(before, planned.at(visitTime)).length === 0)
    if (isSame && holdEndOf(before, context.clock.now()) === null)
      return { reservation: before, ...differenceOf(before, before) }
    try {
      const after = await inFirstAvailableSlot(planned, (wanted) =>
        changeReservation(
          input.id,
          'modify',
          context,
          async (client, present, moment) => {
            // The plan, in particular its price, is for the reservation as it was read.
            if (present.version !== before.version) throw new Overtaken()
            const held = { ...wanted, ...holdEndOf(wanted, moment.at) }
            const changed = await writeModification(client, present, held, visit.product, moment, holdLimitOf(context))
            if (input.notifyGuest !== false) await queueChange(client, present, changed, moment.at)
            return changed
          },
          options,
        ),
      )
      // A copy of this very request came first: its response is the response.
      if (after.version !== before.version + 1) continue
      return { reservation: after, ...differenceOf(before, after) }
    } catch (error) {
      if (!(await canPlanAgain(error, attempt, before, visit, context))) throw error
    }
  }
}

/** Roll the transaction back. */
export class Overtaken extends Error {}
class NoCapacity extends Error {}

/**
 * Whether a change that failed can be planned again, because others have changed what it was planned for. Errors:
 * EDIT_CONFLICT after the last attempt, and those of a slot without room.
 */
export async function canPlanAgain(
  error: unknown,
  attempt: number,
  before: Reservation,
  visit: VisitPlan | undefined,
  context: ReservationContext,
): Promise<boolean> {
  if (!(error instanceof Overtaken || error instanceof NoCapacity)) return false
  const isLast = attempt === attempts
  if (visit && error instanceof NoCapacity && (isLast || (await isCurrent(visit.product, context))))
    throw refusal(visit.request, visit.people, visit.product, await visit.taken(), context)
  if (isLast) throw apiError('EDIT_CONFLICT', { currentVersion: before.version + 1 })
  return true
}

export interface Plan {
  readonly visit: VisitPlan
  /** The modified reservation in a slot. */
  at(visitTime: string): Reservation
}

/** Tries the slots of a plan in their order; throws NoCapacity when none of them has room. */
async function inFirstAvailableSlot<T>({ visit, at }: Plan, attempt: (wanted: Reservation) => Promise<T>): Promise<T> {
  for (const visitTime of visit.times) {
    try {
      return await attempt(at(visitTime))
    } catch (error) {
      if (!(error instanceof NoCapacity)) throw error
    }
  }
  throw new NoCapacity()
}

/** The modified reservation; refused when it could not have been created so. */
export async function planModification(
  before: Reservation,
  input: ModifyReservationInput,
  context: ReservationContext,
): Promise<Plan> {
  const changed = modifiedReservation(before, input, context)
  const visit = await planVisit(before, changed, input.visitTime ?? null, context)
  const { id: productId, names } = visit.product
  const productNames = productId === before.productId ? before.productNames : names
  const wanted = { ...changed, productId, productNames }
  const ride = wantedRide(before, wanted, input, visit.product)
  const isNew = !isSameDay(before, wanted) || needsNewPrice(before, wanted) || !isSameRide(before.transport, ride)
  if (isNew && before.pricing.isQuotedOnly)
    throw apiError('MODIFICATION_NOT_ALLOWED', {
      reason: 'quoted_price',
      deadline: bindingDeadline(before, isOperator(context)).toISOString(),
      currentTime: context.clock.now().toISOString(),
    })
  const priced = isNew
    ? await priceModification(before, wanted, ride, visit.product, context)
    : withPickup(before, ride)
  return { visit, at: (visitTime) => ({ ...wanted, ...visit.at(visitTime), ...priced }) }
}

/** The same ride at the same price, with other details for the driver. */
function withPickup(
  { transport: before, pricing }: Reservation,
  ride: WantedTransport | null,
): Pick<Reservation, 'transport' | 'pricing'> {
  const transport = before && { ...before, pickup: ride?.pickup ?? null }
  return { transport, pricing: withTransportNamed(pricing, transport) }
}

/** The reservation with the fields of the request. */
function modifiedReservation(
  before: Reservation,
  input: ModifyReservationInput,
  { clock }: ReservationContext,
): Reservation {
  const { participants } = input
  const visitors = participants ? partyOfParticipants(participants) : partyOf(input.visitors ?? {}, before)
  const specialRequests = input.specialRequests === undefined ? before.specialRequests : input.specialRequests
  const { chosen, fieldErrors } = servicesOf(before, input)
  requireValid({
    ...(participants ? participantErrors(participants, input.visitors ?? {}) : visitorErrors(visitors)),
    ...guestErrors(input.guest ?? {}, clock.now()),
    ...(input.guest?.name === '' ? { 'guest.name': [{ code: 'EMPTY' }] } : {}),
    ...tooLong([['specialRequests', specialRequests, 2_000]]),
    ...(input.visitDate != null && !isLocalDate(input.visitDate) ? { visitDate: [{ code: 'NOT_A_DATE' }] } : {}),
    ...referenceErrors(input),
    ...transportErrors(input.transport),
    ...(input.cenoteId != null && input.tourId != null ? secondProductErrors : {}),
    ...(input.promoCode != null ? { promoCode: [{ code: 'NOT_NULL' }] } : {}),
    ...(input.disrupted === true ? { disrupted: [{ code: 'NOT_ONE_OF', values: 'false' }] } : {}),
    ...fieldErrors,
  })
  requirePickup(input.transport)
  if (!hasAdult(visitors)) throw apiError('INVALID_AGE_BREAKDOWN', { ...shownParty(visitors) })
  const guest = input.guest ? guestWith(before.guest, input.guest) : before.guest
  return {
    ...before,
    ...visitors,
    participants: participantsAfter(before, participants, visitors),
    ...productOf(before, input),
    visitDate: input.visitDate ?? before.visitDate,
    visitTime: input.visitTime ?? before.visitTime,
    specialRequests,
    resellerReference: input.resellerReference === undefined ? before.resellerReference : input.resellerReference,
    guest,
    guestEmail: guest.email.toLowerCase(),
    couponCode: input.promoCode === null ? null : before.couponCode,
    disrupted: before.disrupted && input.disrupted !== false,
    guestTerms: termsWith(before.guestTerms, input),
    services: [...before.services.filter(({ included }) => included), ...chosen.values()],
  }
}

/** The product that the request names, or else that of the reservation. */
const productOf = (
  { productId, productType }: Reservation,
  { cenoteId, tourId }: Pick<ModifyReservationInput, 'cenoteId' | 'tourId'>,
): Pick<Reservation, 'productId' | 'productType'> => {
  if (tourId != null) return { productId: tourId, productType: 'tour' }
  return cenoteId == null ? { productId, productType } : { productId: cenoteId, productType: 'cenote' }
}

/** The transport after the request; Error: ERROR_VALIDACION when it does not say which of several meeting points. */
function wantedRide(
  before: Reservation,
  wanted: Reservation,
  { transport: given }: ModifyReservationInput,
  { priced: { meetingPoints } }: SoldProduct,
): WantedTransport | null {
  const present = presentTransport(before.transport)
  const ride = given === undefined ? present : wantedTransport(given)
  const isElsewhere = before.productId !== wanted.productId
  if (given !== undefined || isElsewhere) requireMeetingPoint(ride, meetingPoints)
  // The same ride goes by the meeting point that it was priced with.
  const isSame = !isElsewhere && isSameRide(before.transport, ride)
  return present && ride && isSame ? { ...present, pickup: ride.pickup } : ride
}

const unnamed: LocalizedText = { en: '', es: '' }

/** The selected services after the request's actions; a new one has no name and price yet. */
function servicesOf(
  before: Reservation,
  { services }: ModifyReservationInput,
): { chosen: Map<string, ReservedService>; fieldErrors: FieldErrors } {
  const chosen = selectedServices(before)
  const fieldErrors: FieldErrors = {}
  const named = new Set<string>()
  for (const [index, { id: given, action, quantity, pickup }] of (services ?? []).entries()) {
    const id = given.toLowerCase()
    const known = chosen.get(id)
    if (named.has(id)) fieldErrors[`services.${index}.id`] = [{ code: 'NAMED_TWICE' }]
    named.add(id)
    if (quantity != null && (quantity < 1 || quantity > maxPeople))
      fieldErrors[`services.${index}.quantity`] = [{ code: 'OUT_OF_RANGE', min: 1, max: maxPeople }]
    Object.assign(fieldErrors, tooLong([[`services.${index}.pickup.location`, pickup?.location, 500]]))
    if (action === 'add' && known) fieldErrors[`services.${index}.action`] = [{ code: 'SERVICE_ALREADY_RESERVED' }]
    if (action !== 'add' && !known) throw apiError('SERVICE_NOT_FOUND', { serviceId: given })
    if (action === 'remove') chosen.delete(id)
    else
      chosen.set(id, {
        ...(known ?? { id, name: unnamed, type: 'other', priceCents: 0, durationMinutes: null, included: false }),
        quantity: quantity ?? known?.quantity ?? 1,
        pickup: pickup === undefined ? (known?.pickup ?? null) : pickup,
      })
  }
  return { chosen, fieldErrors }
}

/** Whether the price depends on what changes: party, services or coupon. All else but a new day keeps the agreed price. */
function needsNewPrice(before: Reservation, wanted: Reservation): boolean {
  const [old, chosen] = [selectedServices(before), selectedServices(wanted)]
  return (
    !isSameParty(before, wanted) ||
    before.couponCode !== wanted.couponCode ||
    old.size !== chosen.size ||
    [...chosen].some(([id, { quantity }]) => old.get(id)?.quantity !== quantity)
  )
}

/**
 * The price as it would be agreed now. The coupon stays while the reservation meets its rules, for its use is counted
 * already; one that has no share in the new price, or could not be given for another product now, is dropped. Services and
 * transport go along to another cenote that offers them.
 */
async function priceModification(
  before: Reservation,
  wanted: Reservation,
  ride: WantedTransport | null,
  product: SoldProduct,
  context: ReservationContext,
): Promise<Pick<Reservation, 'pricing' | 'services' | 'transport' | 'couponCode'>> {
  const { services, identity } = context
  const isElsewhere = before.productId !== wanted.productId
  const chosen = isElsewhere ? await servicesElsewhere(before, wanted, context) : [...selectedServices(wanted).values()]
  const priced = await services.upstream.price(
    product.priced,
    {
      ageBreakdown: ageBreakdownOf(wanted),
      selectedServices: chosen.map(({ id, quantity }) => ({ id, quantity })),
      couponCode: wanted.couponCode,
      couponIsCounted: wanted.couponCode !== null,
      couponItemIsNew: isElsewhere,
      ...pricedWith(ride),
      ...(await discountConditions({ ...wanted, existing: wanted }, context)),
    },
    identity,
  )
  const pickups = new Map(chosen.map(({ id, pickup }) => [id, pickup]))
  const transport = transportOf(priced.priceCalculation.transportation, ride, product.priced.meetingPoints)
  const pricing = reservationPricing(priced, transport, wanted.pricing)
  // A coupon that was left out is not used later on, and stays reported.
  const { notApplied } = wanted.pricing
  return {
    couponCode: priced.priceCalculation.couponDiscount ? wanted.couponCode : null,
    pricing: wanted.couponCode === null && notApplied ? { ...pricing, notApplied } : pricing,
    services: reservedServices(priced, pickups),
    transport,
  }
}

/**
 * Writes and records a modification of a reservation that the caller's transaction has locked. The check of the hold
 * limit and the change of places come last, because their locks block others until the commit. Throws NoCapacity if the
 * new slot or day is full, and HOLD_LIMIT_EXCEEDED if the partner would exceed its limit of unpaid places on that day.
 */
export async function writeModification(
  client: PoolClient,
  before: Reservation,
  wanted: Reservation,
  product: SoldProduct,
  moment: Moment,
  holdLimit: number | null,
): Promise<Reservation> {
  const after = await updateReservation(client, before, withMove(before, wanted, moment.at), {
    event: 'reservation.modified',
    ...moment,
    note: null,
  })
  const changes = changesBetween(before, after)
  // The end of a hold is no change of what was reserved.
  if (changes.length > 0) await insertModification(client, before, after, moment, changes)
  if (after.couponCode === null) await returnCoupon(client, before, moment.at)
  if (after.status === 'confirmed' && !isSameReminder(before, after)) await replanReminder(client, after, moment.at)
  if (holdLimit !== null) await requireUnpaidPlaces(client, before, after, moment.at, holdLimit)
  if (!(await changePlaces(client, placesToChange(before, after, product)))) throw new NoCapacity()
  return after
}

/** Error: HOLD_LIMIT_EXCEEDED. The limit does not apply to a change that holds no more places than before. */
async function requireUnpaidPlaces(
  client: PoolClient,
  before: Reservation,
  after: Reservation,
  now: Date,
  limit: number,
): Promise<void> {
  const [had, requested] = [peopleOf(before), peopleOf(after)]
  if (after.status !== 'pending' || (requested <= had && before.visitDate === after.visitDate)) return
  const held = await heldUnpaid(client, after, now)
  if (held + requested > limit) throw holdLimitExceeded({ limit, held, requested, date: after.visitDate }, after)
}

/** Sets what follows from a move, and keeps members that may have changed without a new version since the plan was made. */
const withMove = (before: Reservation, wanted: Reservation, now: Date): Reservation => ({
  ...wanted,
  refundCeiling: isSameVisit(before, wanted) ? before.refundCeiling : refundCeilingAfterMove(before, now),
  confirmationSent: before.confirmationSent,
  // A reminder that was already sent named the previous day.
  reminderSent: before.reminderSent && isSameDay(before, wanted),
})

/** The places that a change releases and takes. A party that only grows or shrinks keeps those that it has. */
function placesToChange(before: Reservation, after: Reservation, product: SoldProduct): PlaceChanges {
  const held = heldPlaces(before)
  const places = wantedPlaces(after, product)
  if (!isSameVisit(before, after)) return { release: [held], take: { places, people: peopleOf(after) } }
  const more = peopleOf(after) - held.people
  return more > 0 ? { take: { places, people: more } } : { release: [{ ...held, people: -more }] }
}
