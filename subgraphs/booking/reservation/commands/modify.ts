import { instantOf } from '../../../../platform/values/clock.ts'
import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { Moment } from '../../../../platform/trust/author.ts'
import { ageBreakdownOf, hasAdult, isSameParty, partyOf, shownParty } from '../../../../schema/ages.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { placesWithout, releasePlaces, takePlaces } from '../../availability/index.ts'
import { returnCoupon } from '../../coupon-use/index.ts'
import { isOperator, requireOperator } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import type { ModifyReservationInput } from '../../generated/resolvers.ts'
import { completedWithResult } from './completed.ts'
import type { CatalogTerms } from '../../upstream/index.ts'
import { bindingDeadline } from '../rules/cancellation.ts'
import { ownReservation } from './find.ts'
import { changeReservation, requirePossible, type ChangeOptions } from './transition.ts'
import { guestErrors, tooLong } from '../rules/guest.ts'
import { holdLimitExceeded, holdLimitOf } from '../rules/hold-limit.ts'
import { withEndedHolds } from './jobs.ts'
import { circumstancesOf } from './circumstances.ts'
import {
  changesBetween,
  differenceBetween,
  selectedServices,
  type Difference,
  type Modification,
} from '../rules/diff.ts'
import { requireInputs } from '../rules/validation.ts'
import { reservationPricing, reservedServices } from '../rules/pricing.ts'
import { heldUnpaid } from '../store/holds.ts'
import { insertModification, updateReservation } from '../store/update.ts'
import { peopleOf, type Reservation, type ReservedService } from '../reservation.ts'
import { candidateTimes, inventoryAround, isCurrent, notAvailable, refusal } from './slot.ts'
import { maxPeople, visitorErrors } from '../rules/visitors.ts'

/** How often a modification is planned again after concurrent changes. */
const attempts = 10

/**
 * Changes what was reserved (docs/partner-api/reservations.md#modifying): the slot, the party, the guest, the services.
 * All or nothing; a dry run does the same and takes it back. Errors: RESERVATION_NOT_FOUND, MODIFICATION_NOT_ALLOWED,
 * EDIT_CONFLICT, ERROR_VALIDACION, and those of creating.
 */
export const modify = (input: ModifyReservationInput, context: ReservationContext): Promise<Modification> => {
  if (input.disrupted != null) requireOperator(context)
  return withEndedHolds(context, () => tryToModify(input, context))
}

async function tryToModify(input: ModifyReservationInput, context: ReservationContext): Promise<Modification> {
  const { services, database } = context
  const differenceOf = (before: Reservation, after: Reservation): Difference =>
    differenceBetween(before, after, services.holdMinutes)
  const options: ChangeOptions = {
    expectedVersions: input.expectedVersions,
    dryRun: input.dryRun,
    resultFor: differenceOf,
  }
  for (let attempt = 1; ; attempt += 1) {
    const before = await ownReservation(input.id, context)
    // Looked for after reading: a copy that is done by now is found, one that is not cannot have changed what was read.
    const done = await completedWithResult(database.pool, context)
    if (done) return { reservation: done.reservation, ...(done.result as Difference) }
    requirePossible('modify', before, context, options)
    const wanted = await plan(before, input, context)
    if (changesBetween(before, wanted.reservation).length === 0)
      return { reservation: before, ...differenceOf(before, before) }
    try {
      const after = await changeReservation(
        input.id,
        'modify',
        context,
        (client, present, moment) => {
          // The plan, in particular its price, is for the reservation as it was read.
          if (present.version !== before.version) throw new Overtaken()
          return write(client, present, wanted, moment, holdLimitOf(context))
        },
        options,
      )
      // A copy of this very request came first: its response is the response.
      if (after.version !== before.version + 1) continue
      return { reservation: after, ...differenceOf(before, after) }
    } catch (error) {
      if (error instanceof NoCapacity && (attempt === attempts || (await isCurrent(wanted.slot.terms, context))))
        throw refusal(
          wanted.reservation,
          peopleOf(wanted.reservation),
          wanted.slot.terms,
          await wanted.slot.inventory(),
          context,
        )
      if (!(error instanceof Overtaken || error instanceof NoCapacity)) throw error
      if (attempt === attempts) throw apiError('EDIT_CONFLICT', { currentVersion: before.version + 1 })
    }
  }
}

/** Roll the transaction back. */
class Overtaken extends Error {}
class NoCapacity extends Error {}

interface Plan {
  readonly reservation: Reservation
  readonly slot: Slot
}

/** The terms of the cenote and the room there is without the reservation's own places. */
interface Slot {
  readonly terms: CatalogTerms
  inventory(): ReturnType<typeof inventoryAround>
}

/** The modified reservation; refused when it could not have been created so. */
async function plan(before: Reservation, input: ModifyReservationInput, context: ReservationContext): Promise<Plan> {
  const wanted = modifiedReservation(before, input, context)
  const { identity, services } = context
  const terms = await services.upstream.cenote(before.cenoteId, identity)
  const slot: Slot = {
    terms,
    inventory: async () =>
      placesWithout(await inventoryAround(before, terms, context), { ...before, people: peopleOf(before) }),
  }
  const people = peopleOf(wanted)
  if (wanted.visitTime !== before.visitTime || people > peopleOf(before)) {
    const inventory = await slot.inventory()
    const candidates = candidateTimes(wanted, people, terms, inventory, context)
    if ('reason' in candidates) throw notAvailable(wanted, people, terms, inventory, context, candidates.reason)
  }
  const visitAt = instantOf(wanted.visitDate, wanted.visitTime, wanted.timezone)
  const paymentDeadline = visitAt < before.paymentDeadline ? visitAt : before.paymentDeadline
  const isNew = needsNewPrice(before, wanted)
  if (isNew && before.pricing.isQuotedOnly)
    throw apiError('MODIFICATION_NOT_ALLOWED', {
      reason: 'quoted_price',
      deadline: bindingDeadline(before, isOperator(context)).toISOString(),
      currentTime: context.clock.now().toISOString(),
    })
  const priced = isNew ? await price(wanted, terms, context) : {}
  return { reservation: { ...wanted, visitAt, paymentDeadline, ...priced }, slot }
}

/** The reservation with the fields of the request. */
function modifiedReservation(
  before: Reservation,
  input: ModifyReservationInput,
  { clock }: ReservationContext,
): Reservation {
  const visitors = partyOf(input.visitors ?? {}, before)
  const specialRequests = input.specialRequests === undefined ? before.specialRequests : input.specialRequests
  const { chosen, fieldErrors } = servicesOf(before, input)
  requireInputs({
    ...visitorErrors(visitors),
    ...guestErrors(input.guest ?? {}, clock.now()),
    ...(input.guest?.name === '' ? { 'guest.name': [{ code: 'EMPTY' }] } : {}),
    ...tooLong([['specialRequests', specialRequests, 2_000]]),
    ...(input.promoCode != null ? { promoCode: [{ code: 'NOT_NULL' }] } : {}),
    ...(input.disrupted === true ? { disrupted: [{ code: 'NOT_ONE_OF', values: 'false' }] } : {}),
    ...fieldErrors,
  })
  if (!hasAdult(visitors)) throw apiError('INVALID_AGE_BREAKDOWN', { ...shownParty(visitors) })
  const guest = guestOf(before, input)
  return {
    ...before,
    ...visitors,
    visitTime: input.visitTime ?? before.visitTime,
    specialRequests,
    guest,
    guestEmail: guest.email.toLowerCase(),
    couponCode: input.promoCode === null ? null : before.couponCode,
    disrupted: before.disrupted && input.disrupted !== false,
    services: [...before.services.filter(({ included }) => included), ...chosen.values()],
  }
}

/** The guest with what the request names; null empties what may be empty and leaves the rest. */
function guestOf({ guest }: Reservation, { guest: given }: ModifyReservationInput): Reservation['guest'] {
  if (!given) return guest
  const { nationality, dateOfBirth, emergencyContact, preferences, loyaltyMember } = given
  return {
    name: given.name ?? guest.name,
    email: given.email ?? guest.email,
    phone: given.phone ?? guest.phone,
    nationality: nationality === undefined ? guest.nationality : nationality,
    dateOfBirth: dateOfBirth === undefined ? guest.dateOfBirth : dateOfBirth,
    emergencyContact: emergencyContact === undefined ? guest.emergencyContact : emergencyContact,
    preferences: preferences === undefined ? guest.preferences : preferences,
    loyaltyMember: loyaltyMember === undefined ? guest.loyaltyMember : loyaltyMember,
  }
}

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
    if (action === 'ADD' && known) fieldErrors[`services.${index}.action`] = [{ code: 'SERVICE_ALREADY_RESERVED' }]
    if (action !== 'ADD' && !known) throw apiError('SERVICE_NOT_FOUND', { serviceId: given })
    if (action === 'REMOVE') chosen.delete(id)
    else
      chosen.set(id, {
        ...(known ?? { id, name: '', type: '', priceCents: 0, durationMinutes: null, included: false }),
        quantity: quantity ?? known?.quantity ?? 1,
        pickup: pickup === undefined ? (known?.pickup ?? null) : pickup,
      })
  }
  return { chosen, fieldErrors }
}

/** Whether the price depends on what changes: party, services or coupon. Everything else keeps the agreed price. */
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
 * already; one that has no share in the new price is dropped.
 */
async function price(
  wanted: Reservation,
  terms: CatalogTerms,
  context: ReservationContext,
): Promise<Pick<Reservation, 'pricing' | 'services' | 'couponCode'>> {
  const { services, identity } = context
  const chosen = [...selectedServices(wanted).values()]
  const priced = await services.upstream.price(
    { id: terms.id, adultCents: terms.pricing.adultCents },
    {
      ageBreakdown: ageBreakdownOf(wanted),
      selectedServices: chosen.map(({ id, quantity }) => ({ id, quantity })),
      couponCode: wanted.couponCode,
      couponIsCounted: wanted.couponCode !== null,
      ...(await circumstancesOf({ ...wanted, existing: wanted }, context)),
    },
    identity,
  )
  const pickups = new Map(chosen.map(({ id, pickup }) => [id, pickup]))
  const pricing = reservationPricing(priced, wanted, wanted.pricing)
  // A coupon that was left out is not used later on, and stays reported.
  const { notApplied } = wanted.pricing
  return {
    couponCode: priced.priceCalculation.couponDiscount ? wanted.couponCode : null,
    pricing: wanted.couponCode === null && notApplied ? { ...pricing, notApplied } : pricing,
    services: reservedServices(priced, pickups),
  }
}

/**
 * Moves the places and writes the change; throws NoCapacity when the new slot or the day is full, and HOLD_LIMIT_EXCEEDED
 * when the partner would hold too many places unpaid.
 */
async function write(
  client: PoolClient,
  before: Reservation,
  { reservation: wanted, slot: { terms } }: Plan,
  { at: now, by }: Moment,
  holdLimit: number | null,
): Promise<Reservation> {
  const { visitTime, visitAt, guest, guestEmail } = wanted
  const { pricing, services, specialRequests, paymentDeadline, couponCode, disrupted } = wanted
  const after = await updateReservation(
    client,
    before,
    {
      visitTime,
      visitAt,
      ...partyOf(wanted),
      guest,
      guestEmail,
      pricing,
      services,
      specialRequests,
      paymentDeadline,
      couponCode,
      disrupted,
    },
    { event: 'reservation.modified', at: now, by, note: null },
  )
  await insertModification(client, {
    partnerId: after.partnerId,
    reservationId: after.id,
    version: after.version,
    at: now,
    author: by,
    changes: changesBetween(before, after),
    previousTotalCents: before.pricing.totalCents,
    newTotalCents: after.pricing.totalCents,
  })
  if (couponCode === null) await returnCoupon(client, before, now)
  const [had, has] = [peopleOf(before), peopleOf(after)]
  if (holdLimit !== null && after.status === 'pending' && has > had) {
    const held = await heldUnpaid(client, after, now)
    if (held + has > holdLimit)
      throw holdLimitExceeded({ limit: holdLimit, held, requested: has, date: after.visitDate })
  }
  const isMoved = before.visitTime !== after.visitTime
  const released = isMoved ? had : Math.max(0, had - has)
  const taken = isMoved ? has : Math.max(0, has - had)
  // Both lock the day before any slot, so that two that change places never wait for one another in a circle.
  if (released > 0) await releasePlaces(client, { ...before, people: released })
  if (taken > 0 && !(await takePlaces(client, { ...after, people: taken }, terms))) throw new NoCapacity()
  return after
}
