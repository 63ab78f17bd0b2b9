import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { LocalDateTime } from '../../../platform/values/clock.ts'
import { isBlank } from '../../../platform/values/text.ts'
import { presentFields } from '../../../schema/present-fields.ts'
import type {
  BookingFieldsFragment,
  CancelReservationInput,
  ConfirmReservationInput,
  CreateReservationInput,
  ModifyReservationInput,
  ParticipantInput,
} from '../../generated/operations.ts'
import type { SoldProduct } from '../product/index.ts'
import { guestChanges, guestInput } from './contact.ts'
import { uuidOf } from './representation.ts'
import type { CancelBody, ConfirmBody, CreateBody, UpdateBody } from './schema.ts'
import { partyOfParticipants } from './unit-items.ts'

/** The method of payments that the reseller takes. */
export const resellersMethod = 'reseller'

/** The id of a product under the name that reservations have for its type. */
export const productIdOf = ({
  type,
  id,
}: Pick<SoldProduct, 'type' | 'id'>): { cenoteId: string } | { tourId: string } =>
  type === 'tour' ? { tourId: id } : { cenoteId: id }

/** A text; undefined when it is blank. */
const textOf = (text: string | null | undefined): string | undefined =>
  isBlank(text ?? '') ? undefined : (text ?? undefined)
/** A text that may be cleared: null for a blank one, undefined for none. */
const clearedText = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : (textOf(text) ?? null)

/** The product, the start and the party that a creation books. */
export interface BookingParts {
  readonly product: Pick<SoldProduct, 'id' | 'type'>
  readonly start: LocalDateTime
  readonly participants: ParticipantInput[]
}

/** The input of a creation, which holds the places. */
export const createInput = (
  body: Static<typeof CreateBody>,
  { product, start, participants }: BookingParts,
  holdMinutes: number,
  { headers }: FastifyRequest,
): CreateReservationInput => ({
  ...productIdOf(product),
  visitDate: start.date,
  visitTime: start.time,
  visitors: partyOfParticipants(participants),
  participants,
  hold: true,
  holdMinutes,
  mailsGuest: body.emailReceipt ?? false,
  ...presentFields({
    externalId: body.uuid?.toLowerCase(),
    guest: guestInput(body.contact ?? undefined),
    resellerReference: textOf(body.resellerReference),
    specialRequests: textOf(body.notes),
  }),
  services: [],
  metadata: presentFields({
    source: 'octo',
    userAgent: headers['user-agent'],
    referrer: headers.referer,
  }),
})

/** The input of a confirmation: the reseller has taken what is due. */
export const confirmInput = (
  body: Static<typeof ConfirmBody>,
  before: BookingFieldsFragment,
  participants: ParticipantInput[] | undefined,
): ConfirmReservationInput => {
  const guest = guestChanges(body.contact ?? {}, before.guest)
  return {
    id: before.id,
    ...paymentByReseller(uuidOf(before)),
    generateDocuments: true,
    confirmationEmail: body.emailReceipt === true,
    ...presentFields({
      participants,
      guest: Object.keys(guest).length === 0 ? undefined : guest,
      resellerReference: textOf(body.resellerReference),
      mailsGuest: body.emailReceipt,
    }),
  }
}

/**
 * The input of a confirmation that is always refused for a booking that is not on hold, because it changes the guest: it
 * can only return a response that is stored for the Idempotency-Key.
 */
export const refusedConfirmInput = ({ id }: BookingFieldsFragment): ConfirmReservationInput => ({
  id,
  guest: {},
  generateDocuments: false,
  confirmationEmail: false,
})

/** A payment of all that is due, which counts once however often it is recorded. */
export const paymentByReseller = (paymentId: string) => ({ paymentId, paymentMethod: resellersMethod })

/** The input of a modification; null when the request changes nothing but the hold. */
export function modifyInput(
  body: Static<typeof UpdateBody>,
  before: BookingFieldsFragment,
  {
    product,
    start,
    participants,
  }: {
    product: SoldProduct | undefined
    start: LocalDateTime | undefined
    participants: ParticipantInput[] | undefined
  },
): ModifyReservationInput | null {
  const notes = clearedText(body.notes)
  const resellerReference = clearedText(body.resellerReference)
  const keepsStart = product !== undefined && start === undefined
  const visit = keepsStart ? { date: before.visitDate, time: before.visitTime } : start
  const changes = {
    ...(product ? productIdOf(product) : {}),
    ...(visit ? { visitDate: visit.date, visitTime: visit.time } : {}),
    // The start that was read must still be that of the booking.
    ...(keepsStart ? { expectedVersions: [before.version] } : {}),
    ...presentFields({
      participants,
      mailsGuest: body.emailReceipt,
      guest: body.contact && guestChanges(body.contact, before.guest),
    }),
    ...(notes === undefined ? {} : { specialRequests: notes }),
    ...(resellerReference === undefined ? {} : { resellerReference }),
  }
  return Object.keys(changes).length === 0 ? null : { ...changes, id: before.id, dryRun: false }
}

/** The input of a cancellation for the guest. */
export const cancelInput = (
  { reason, force }: Static<typeof CancelBody>,
  before: BookingFieldsFragment,
): CancelReservationInput => ({
  id: before.id,
  reason: 'GUEST_REQUEST',
  ...presentFields({ note: textOf(reason), force }),
  refundRequested: true,
  notifyGuest: before.mailsGuest,
})
