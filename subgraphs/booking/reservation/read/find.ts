import { isUuid } from '../../../../platform/values/uuid.ts'
import { apiError } from '../../../../schema/errors.ts'
import { forPartner, isStaff, partnerOf, readablePartnerOf, requireDirectAtGate } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { ReservationContext } from '../context.ts'
import type { ReservationLoaders } from '../loaders.ts'
import type { Reservation } from '../reservation.ts'
import { asOf } from '../rules/expiry.ts'
import { findReservation } from '../store/read.ts'
import { isTicketToken, readTicketCode } from '../ticket-code.ts'

/** A reservation of the caller by what names it. Error: RESERVATION_NOT_FOUND, also for another partner's. */
export async function ownReservation(id: string, context: Context): Promise<Reservation> {
  const reservation = await findReservation(context.database, partnerOf(context), id)
  return current(id, reservation, context)
}

/** Whose reservations the gate may run a command on: those of `direct`, which it sold itself, or those of every partner. */
export type GateReach = 'direct' | 'every partner'

/** The input of a command that names a reservation. */
export interface NamesReservation {
  readonly id: string
  readonly partnerId?: string | null | undefined
}

/**
 * Whose reservation may be named: the caller's own, for the operator's staff that of a partner that it names, or else
 * that of any. Error: RESERVATION_NOT_FOUND for a partner that the caller does not reach.
 */
function namedPartner({ id, partnerId }: NamesReservation, context: Context): string | undefined {
  const own = readablePartnerOf(context)
  const named = partnerId?.toLowerCase() ?? own
  if (named !== undefined && (!isUuid(named) || (own !== undefined && named !== own)))
    throw apiError('RESERVATION_NOT_FOUND', { reservationId: id })
  return named
}

/**
 * The context of the partner of a reservation by what names it: the caller's own, and for the operator's staff the one
 * of any partner. Errors: RESERVATION_NOT_FOUND, REFERENCE_NOT_UNIQUE, INSUFFICIENT_PERMISSIONS beyond the reach of the
 * gate.
 */
export async function ownersContext<C extends Context>(
  named: NamesReservation,
  context: C,
  gateReach: GateReach,
): Promise<C> {
  const { id } = named
  const partnerId = namedPartner(named, context)
  if (!isStaff(context)) return context
  const found = await findReservation(context.database, partnerId, id)
  if (!found) throw apiError('RESERVATION_NOT_FOUND', { reservationId: id })
  const owners = forPartner(context, { id: found.partnerId })
  if (gateReach === 'direct') requireDirectAtGate(owners)
  return owners
}

/**
 * A reservation that the caller may read by what names it or the code of its ticket: its own, or with `platform:manage`
 * any. Errors: RESERVATION_NOT_FOUND, REFERENCE_NOT_UNIQUE.
 */
export async function readableReservation(named: NamesReservation, context: ReservationContext): Promise<Reservation> {
  const partnerId = namedPartner(named, context)
  const id = await namedByTicket(named.id, context)
  const reservation = await findReservation(context.database, partnerId, id)
  return current(named.id, reservation, context)
}

/**
 * The id of the reservation whose ticket has a code; any other text as it is. Error: RESERVATION_NOT_FOUND for a code
 * whose token is not the reservation's.
 */
export async function namedByTicket(text: string, context: ReservationContext): Promise<string> {
  const code = readTicketCode(text)
  if (!code) return text
  const { database, services } = context
  const found = await findReservation(database, readablePartnerOf(context), code.reference)
  if (!found || !isTicketToken(code.token, found, services.signingSecret))
    throw apiError('RESERVATION_NOT_FOUND', { reservationId: text })
  return found.id
}

/** A reservation that another subgraph or an event refers to; batched. */
export async function referencedReservation(
  id: string,
  context: Context & { readonly reservations: Pick<ReservationLoaders, 'byId'> },
): Promise<Reservation> {
  return current(id, isUuid(id) ? await context.reservations.byId.load(id) : null, context)
}

function current(id: string, reservation: Reservation | null, { clock }: Context): Reservation {
  if (!reservation) throw apiError('RESERVATION_NOT_FOUND', { reservationId: id })
  return asOf(reservation, clock.now())
}
