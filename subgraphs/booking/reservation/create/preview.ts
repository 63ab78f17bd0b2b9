import { forSeller, partnerOf } from '../../caller.ts'
import type { CreateReservationInput } from '../../generated/resolvers.ts'
import type { ReservationContext } from '../context.ts'
import { heldPlaces, peopleOf, type Reservation, type ShownReservation } from '../reservation.ts'
import { holdLimitExceeded, holdLimitOf } from '../offer/hold-limit.ts'
import { heldUnpaid } from '../store/holds.ts'
import { withEndedCouponUses, withEndedHolds } from '../expire/end-holds.ts'
import { priceRequest } from './price-request.ts'
import { repeatedReservation, requireRepetition } from './repeat.ts'
import { checkRequest, creationRequest } from './form.ts'
import { takenWith } from '../offer/product.ts'
import { inventoriesAround, refusal, firstFreeSlot } from '../offer/slot.ts'

/**
 * The reservation that `createReservation` would write or repeat if those of `before` had been written; it takes no
 * places and no use of a coupon. Errors: those of `createReservation`.
 */
export async function previewReservation(
  input: CreateReservationInput,
  before: readonly Reservation[],
  caller: ReservationContext,
): Promise<ShownReservation> {
  const context = forSeller(input.partnerId, caller)
  const wanted = await creationRequest(input, context, { guestMayFollow: true })
  const people = checkRequest(wanted, context)
  const planned = before.find(
    ({ externalId, partnerId }) =>
      externalId !== null && externalId === wanted.externalId && partnerId === partnerOf(context),
  )
  const repeated = planned ? requireRepetition(wanted, planned) : await repeatedReservation(wanted, context)
  if (repeated) return repeated
  return withEndedHolds(context, async () => {
    const priced = await withEndedCouponUses(context, () => priceRequest(wanted, context))
    const { id, product } = priced
    const taken = before.map(heldPlaces).reduce(takenWith, await inventoriesAround(wanted, product, context))
    const visitTime = firstFreeSlot(wanted, people, product, taken, context)
    if (visitTime === null) throw refusal(wanted, people, product, taken, context)
    await requireHold(people, { id, visitDate: wanted.visitDate }, before, context)
    return { ...priced.at(visitTime), isNew: true }
  })
}

/** Error: HOLD_LIMIT_EXCEEDED. */
async function requireHold(
  people: number,
  { id, visitDate }: Pick<Reservation, 'id' | 'visitDate'>,
  before: readonly Reservation[],
  context: ReservationContext,
): Promise<void> {
  const limit = holdLimitOf(context)
  if (limit === null) return
  const { database, clock } = context
  const partnerId = partnerOf(context)
  const planned = before.filter((one) => one.visitDate === visitDate).map(peopleOf)
  const held =
    (await heldUnpaid(database.pool, { id, partnerId, visitDate }, clock.now())) +
    planned.reduce((sum, one) => sum + one, 0)
  if (held + people > limit)
    throw holdLimitExceeded({ limit, held, requested: people, date: visitDate }, context.identity)
}
