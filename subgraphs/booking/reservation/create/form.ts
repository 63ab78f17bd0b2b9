import { apiError, requireValid } from '../../../../schema/errors.ts'
import { uuidErrors } from '../../../../platform/values/uuid.ts'
import { isLocalDate, isTimeOfDay, localDateTime } from '../../../../platform/values/clock.ts'
import { hasAdult, partyOf, shownParty } from '../../../../schema/ages.ts'
import { directPartner } from '../../../../schema/built-in-partners.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { productErrors } from '../../../../schema/product-errors.ts'
import { maxPeople } from '../../../../schema/visit-terms.ts'
import { isStaff, partnerOf } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import type { CreateReservationInput, GuestInput } from '../../generated/resolvers.ts'
import { peopleOf, type ProductType } from '../reservation.ts'
import { guestErrors, referenceErrors, tooLong, withPlainPhones } from '../rules/guest.ts'
import { namesReturnAddress, returnAddresses } from '../rules/guest-terms.ts'
import { minutesErrors } from '../rules/hold.ts'
import { participantErrors, visitorErrors } from '../rules/participants.ts'
import { requirePickup, transportErrors } from '../rules/transport.ts'
import { readProduct } from '../offer/product.ts'

/** The input of a creation, with its day and slot where the product is. */
export interface CreationRequest extends Omit<
  CreateReservationInput,
  'visitDate' | 'visitAt' | 'preferredTime' | 'guest' | 'cenoteId' | 'tourId'
> {
  readonly productId: string
  readonly productType: ProductType
  readonly visitDate: string
  /** The hour that was named, whether or not it is a slot; null for none. */
  readonly time: string | null
  /** Its e-mail address is empty while it is unknown. */
  readonly guest: GuestInput & { readonly email: string }
  /** Origins of the partner; read only for a request with an address of the way back. */
  readonly returnOrigins: readonly string[]
}

export interface RequestOptions {
  /** Whether the guest may be filled in later. */
  readonly guestMayFollow?: boolean
}

/** A guest without any details yet. */
const unknownGuest: GuestInput = { name: '', phone: '' }

/** A sale of the operator's staff for itself: the guest stands at the entrance, and need not say who it is. */
const isWalkIn = (context: ReservationContext): boolean => isStaff(context) && partnerOf(context) === directPartner.id

/**
 * Reads a creation: an instant becomes the product's own day and hour, and an hour that names a slot of its day is that
 * slot. Errors: ERROR_VALIDACION, CENOTE_NOT_FOUND, TOUR_NOT_FOUND.
 */
export async function creationRequest(
  { cenoteId, tourId, visitDate, visitTime, visitAt, preferredTime, guest, ...input }: CreateReservationInput,
  context: ReservationContext,
  { guestMayFollow = false }: RequestOptions,
): Promise<CreationRequest> {
  const fieldErrors: FieldErrors = {
    ...productErrors({ cenoteId: cenoteId != null, tourId: tourId != null }),
    ...uuidErrors({ cenoteId, tourId, externalId: input.externalId }),
  }
  if (visitAt == null && visitDate == null) fieldErrors['visitDate'] = [{ code: 'REQUIRED' }]
  if (visitAt != null && (visitDate ?? visitTime ?? preferredTime) != null)
    fieldErrors['visitAt'] = [{ code: 'EXCLUDES_VISIT_DATE_AND_TIME' }]
  const guestFollows = guestMayFollow || input.hold === true || isWalkIn(context)
  if (guest == null && !guestFollows) fieldErrors['guest'] = [{ code: 'REQUIRED' }]
  else if (guest?.email == null && !guestFollows) fieldErrors['guest.email'] = [{ code: 'REQUIRED' }]
  requireValid(fieldErrors)
  const wanted = {
    ...input,
    returnOrigins: namesReturnAddress(input) ? await returnOriginsOf(context) : [],
    productId: tourId ?? cenoteId ?? '',
    productType: tourId == null ? ('cenote' as const) : ('tour' as const),
    visitors: partyOf(input.visitors),
    guest: { ...withPlainPhones(guest ?? unknownGuest), email: guest?.email ?? '' },
    externalId: input.externalId?.toLowerCase(),
    // An id names the same service in any case.
    services: input.services?.map((service) => ({ ...service, id: service.id.toLowerCase() })) ?? [],
  }
  if (visitAt == null && preferredTime == null)
    return { ...wanted, visitDate: visitDate ?? '', visitTime, time: visitTime ?? null }
  const product = await readProduct(wanted, context)
  const { date, time } = visitAt
    ? localDateTime(visitAt, product.timezone)
    : { date: visitDate ?? '', time: preferredTime ?? '' }
  const isSlot = isLocalDate(date) && product.timesOn(date).includes(time)
  return { ...wanted, visitDate: date, visitTime: visitTime ?? (isSlot ? time : null), time: visitTime ?? time }
}

async function returnOriginsOf(context: ReservationContext): Promise<readonly string[]> {
  const settings = context.services.settings[context.database.environment]
  return (await settings.present(partnerOf(context))).returnOrigins
}

/** Checks what GraphQL's types let through; returns the number of people. */
export function checkRequest(input: CreationRequest, context: ReservationContext): number {
  const { visitDate, visitTime, visitors, guest, services } = input
  const fields: FieldErrors = {
    ...visitorErrors(visitors),
    ...participantErrors(input.participants, visitors),
    ...guestErrors({ ...guest, email: guest.email || null }, context.clock.now()),
    ...tooLong(boundedTexts(input)),
    ...referenceErrors(input),
    ...transportErrors(input.transport),
    ...minutesErrors('holdMinutes', input.holdMinutes, context.services.holdMinutes),
    ...returnAddresses(input, input, context.database.environment).fieldErrors,
  }
  if (!isLocalDate(visitDate)) fields.visitDate = [{ code: 'NOT_A_DATE' }]
  if (visitTime != null && !isTimeOfDay(visitTime)) fields.visitTime = [{ code: 'NOT_A_TIME' }]
  services?.forEach(({ quantity }, index) => {
    if (quantity < 1 || quantity > maxPeople)
      fields[`services.${index}.quantity`] = [{ code: 'OUT_OF_RANGE', min: 1, max: maxPeople }]
  })
  if (new Set(services?.map(({ id }) => id)).size !== (services?.length ?? 0))
    fields.services = [{ code: 'SERVICE_NAMED_TWICE' }]
  requireValid(fields)
  requirePickup(input.transport)
  if (!hasAdult(visitors)) throw apiError('INVALID_AGE_BREAKDOWN', { ...shownParty(visitors) })
  return peopleOf(visitors)
}

/** Texts with their maximum characters. */
const boundedTexts = ({ specialRequests, promoCode, metadata, services }: CreationRequest) =>
  [
    ['specialRequests', specialRequests, 2_000],
    ['promoCode', promoCode, 64],
    ['metadata.source', metadata?.source, 100],
    ['metadata.affiliateId', metadata?.affiliateId, 200],
    ...(services ?? []).map(
      ({ pickup }, index) => [`services.${index}.pickup.location`, pickup?.location, 500] as const,
    ),
  ] as const
