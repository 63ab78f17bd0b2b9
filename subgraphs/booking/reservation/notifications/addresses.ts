import type { Environment } from '../../../../platform/trust/identity.ts'
import { sealAddress } from '../../../../platform/trust/signed-address.ts'
import type { FileKind } from '../../../../schema/file-kinds.ts'
import type { PageKind } from '../../../../schema/page-kinds.ts'
import { signedToken } from '../../messages/index.ts'
import type { ReservationContext } from '../context.ts'
import type { Reservation } from '../reservation.ts'
import { balanceDueCents } from '../rules/payment.ts'

type AddressServices = Pick<ReservationContext['services'], 'publicUrl' | 'signingSecret'>
export type AddressContext = {
  readonly services: AddressServices
  readonly database: { readonly environment: Environment }
}

/** Addresses stay valid for 30 days after the visit: long enough for any guest, but not forever. */
const validAfterVisitMilliseconds = 30 * 86_400_000

/** Until when the addresses of a reservation are valid; those made before it was moved, too. */
export const addressExpiry = ({ visitAt }: Pick<Reservation, 'visitAt'>): Date =>
  new Date(visitAt.getTime() + validAfterVisitMilliseconds)

const tokenOf = (reservation: Reservation, kind: PageKind, { services, database }: AddressContext): string =>
  sealAddress(
    {
      subject: reservation.id,
      environment: database.environment,
      kind,
      expiresAt: addressExpiry(reservation),
    },
    services.signingSecret,
  )

/** Where a guest pays: the operator's page for the environment, or ours, which only a signed address opens. */
export function checkoutAddress(
  reservation: Reservation,
  context: AddressContext & { readonly services: Pick<ReservationContext['services'], 'checkoutUrls'> },
): string {
  const { services, database } = context
  const own = services.checkoutUrls[database.environment]
  if (own !== undefined) return `${own}/${reservation.id}`
  return `${services.publicUrl}/checkout/${reservation.id}?token=${tokenOf(reservation, 'checkout', context)}`
}

/** The page where the guest of a pending reservation pays the balance; null when nothing is due. */
export const paymentAddress = (
  reservation: Reservation,
  context: Parameters<typeof checkoutAddress>[1],
): string | null =>
  reservation.status === 'pending' && balanceDueCents(reservation) > 0 ? checkoutAddress(reservation, context) : null

/** The guest's own page of a visit. */
export const visitAddress = (reservation: Reservation, context: AddressContext): string =>
  `${context.services.publicUrl}/visits/${tokenOf(reservation, 'visit', context)}`

/** Signed address of a reservation's file: it needs no key, so that an `<img>` or an e-mail can show it. */
export function fileAddress(reservation: Reservation, kind: FileKind, { services, database }: AddressContext): string {
  const token = signedToken(
    {
      reservationId: reservation.id,
      environment: database.environment,
      kind,
      expiresAt: addressExpiry(reservation),
    },
    services.signingSecret,
  )
  return kind === 'qr'
    ? `${services.publicUrl}/api/partner/reservations/${reservation.id}/qr?token=${token}`
    : `${services.publicUrl}/documents/${token}`
}

/** A first name and the initial of the last: what readers of a review see of its author. */
export function authorOf(guestName: string): string {
  const [first = '', ...rest] = guestName.trim().split(/\s+/)
  const initial = [...(rest.at(-1) ?? '')][0]
  return [[...first].slice(0, 40).join(''), ...(initial ? [`${initial.toUpperCase()}.`] : [])].join(' ')
}

/**
 * Where the guest of a completed visit to a cenote reviews it; the catalog trusts what the token states. Partners recognize
 * the reservation by its id.
 */
export function reviewAddress(
  reservation: Reservation,
  expiresAt: Date,
  { services, database }: AddressContext & { readonly services: { readonly reviewsUrl: string | undefined } },
): string {
  if (services.reviewsUrl !== undefined) return `${services.reviewsUrl}/${reservation.id}`
  const claims = {
    cenoteId: reservation.productId,
    author: authorOf(reservation.guest.name),
    visitDate: reservation.visitDate,
  }
  const kind: PageKind = 'review'
  const content = { subject: reservation.id, environment: database.environment, kind, expiresAt, claims }
  return `${services.publicUrl}/reviews/${sealAddress(content, services.signingSecret)}?reservation=${reservation.id}`
}
