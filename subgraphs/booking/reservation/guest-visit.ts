import type { Resolvers } from '../generated/resolvers.ts'
import type { GuestVisit } from './commands/guest.ts'
import type { ReservationContext } from './context.ts'
import { fileAddress } from './notifications/addresses.ts'
import { extraTexts, includedTexts } from './notifications/guest-facts.ts'
import { productFacts, type ProductFacts } from './notifications/product-facts.ts'
import { cancellationDeadline } from './rules/cancellation.ts'
import { guestLanguage } from './rules/language.ts'
import { isVoid } from './rules/lifecycle.ts'
import { amountPaidCents, amountReturnedCents, balanceDueCents, creditDueCents } from './rules/payment.ts'
import { shownTransport } from './rules/transport.ts'
import { visitorsOf } from './reservation.ts'

// The facts of a product come from a cache: each field asks for them.
const productOf = ({ reservation, context }: GuestVisit): Promise<ProductFacts> =>
  productFacts(reservation, context.services.upstream, context.identity)

/** A visit as its guest sees it. */
export const guestVisitResolvers: Resolvers<ReservationContext>['GuestVisit'] & object = {
  bookingReference: ({ reservation }) => reservation.bookingReference,
  confirmationCode: ({ reservation }) => reservation.confirmationCode,
  status: ({ reservation }) => reservation.status.toUpperCase() as Uppercase<typeof reservation.status>,
  isTest: ({ context }) => context.database.environment === 'sandbox',
  language: ({ reservation }) => guestLanguage(reservation),
  productName: async (visit) => (await productOf(visit)).name,
  cenoteName: async (visit) => (await productOf(visit)).name,
  address: async (visit) => (await productOf(visit)).location.address,
  latitude: async (visit) => (await productOf(visit)).location.latitude,
  longitude: async (visit) => (await productOf(visit)).location.longitude,
  directions: async (visit) => (await productOf(visit)).location.directions,
  includes: async (visit) => includedTexts(visit.reservation, await productOf(visit), guestLanguage(visit.reservation)),
  preparations: async (visit) => [...(await productOf(visit)).preparations],
  visitDate: ({ reservation }) => reservation.visitDate,
  visitTime: ({ reservation }) => reservation.visitTime,
  timezone: ({ reservation }) => reservation.timezone,
  visitors: ({ reservation }) => visitorsOf(reservation),
  services: ({ reservation }) => extraTexts(reservation, guestLanguage(reservation)),
  transport: ({ reservation }) => shownTransport(reservation, guestLanguage(reservation)),
  guestName: ({ reservation }) => reservation.guest.name,
  totalCents: ({ reservation }) => reservation.pricing.totalCents,
  paidCents: ({ reservation }) => amountPaidCents(reservation),
  returnedCents: ({ reservation }) => amountReturnedCents(reservation),
  dueCents: ({ reservation }) => Math.max(0, balanceDueCents(reservation)),
  creditCents: ({ reservation }) => creditDueCents(reservation),
  currency: ({ reservation }) => reservation.pricing.currency,
  heldUntil: ({ reservation }) => (reservation.status === 'pending' ? reservation.paymentDeadline : null),
  cancellationDeadline: ({ reservation }) => cancellationDeadline(reservation.visitAt),
  refundCeiling: ({ reservation }) => reservation.refundCeiling,
  refundCents: ({ reservation }) => (reservation.refund?.eligible ? reservation.refund.amountCents : null),
  ticketUrl: ({ reservation, context }) =>
    reservation.documents.some(({ type }) => type === 'ticket') ? fileAddress(reservation, 'ticket', context) : null,
  qrUrl: ({ reservation, context }) => fileAddress(reservation, 'qr', context),
  isValid: ({ reservation }) => !isVoid(reservation.status) && reservation.status !== 'pending',
}
