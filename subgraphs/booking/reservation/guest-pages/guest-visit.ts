import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import type { Resolvers } from '../../generated/resolvers.ts'
import { byGuest, refundFor } from '../cancel/rules/refund.ts'
import type { GuestVisit } from './guest.ts'
import { visitTimes } from './visit-times.ts'
import type { ReservationContext } from '../context.ts'
import { fileAddress, visitAddress } from '../notifications/addresses.ts'
import { calendarEntry } from '../notifications/calendar-entry.ts'
import { contactTexts, extraTexts, includedTexts, shownPicture } from '../notifications/guest-facts.ts'
import { meetingOf } from '../notifications/meeting.ts'
import { productFacts, type ProductFacts } from '../notifications/product-facts.ts'
import { cancellationDeadline } from '../rules/cancellation.ts'
import { guestMayAt, withReference } from '../rules/guest-terms.ts'
import { guestLanguage } from '../rules/guest.ts'
import { isVoid } from '../rules/lifecycle.ts'
import { amountPaidCents, amountReturnedCents, balanceDueCents, creditDueCents } from '../rules/payment.ts'
import { shownTransport } from '../rules/transport.ts'
import { refundTimeIn, textIn } from '../rules/wording.ts'
import { visitorsOf, type Pricing } from '../reservation.ts'

// The facts of a product come from a cache: each field asks for them.
const productOf = ({ reservation, context }: GuestVisit): Promise<ProductFacts> =>
  productFacts(reservation, context.services.upstream, context.identity)

const mayNow = ({ reservation, terms, context }: GuestVisit) => guestMayAt(reservation, terms, context.clock.now())

/** The price with its names in the language of the page, which need not be that of the request. */
const pricingIn = ({ reservation: { pricing }, context: { language } }: GuestVisit): Pricing => {
  const inEvery = (name: LocalizedText): LocalizedText => ({ en: name[language], es: name[language] })
  return {
    ...pricing,
    breakdown: pricing.breakdown.map((line) => ({ ...line, name: line.name && inEvery(line.name) })),
    discounts: pricing.discounts.map((discount) => ({ ...discount, name: textIn(discount.name, language) })),
  }
}

/** A visit as its guest sees it. */
export const guestVisitResolvers: Resolvers<ReservationContext>['GuestVisit'] & object = {
  bookingReference: ({ reservation }) => reservation.bookingReference,
  confirmationCode: ({ reservation }) => reservation.confirmationCode,
  status: ({ reservation }) => reservation.status,
  isTest: ({ context }) => context.database.environment === 'sandbox',
  language: ({ reservation }) => guestLanguage(reservation),
  productType: ({ reservation }) => reservation.productType,
  productName: async (visit) => (await productOf(visit)).name,
  cenoteName: async (visit) => (await productOf(visit)).name,
  // The operator's own sales name no seller.
  partnerName: async (visit) => visit.reservation.partnerName ?? (await productOf(visit)).name,
  pictureUrl: async (visit) => shownPicture(await productOf(visit), visit.context)?.address ?? null,
  durationMinutes: async (visit) => (await productOf(visit)).durationMinutes,
  contact: async (visit) => contactTexts(await productOf(visit)),
  address: async (visit) => (await productOf(visit)).location.address,
  latitude: async (visit) => (await productOf(visit)).location.latitude,
  longitude: async (visit) => (await productOf(visit)).location.longitude,
  directions: async (visit) => (await productOf(visit)).location.directions,
  includes: async (visit) => includedTexts(visit.reservation, await productOf(visit), visit.context.language),
  preparations: async (visit) => [...(await productOf(visit)).preparations],
  meeting: async (visit) => meetingOf(visit.reservation, await productOf(visit), visit.context.language),
  visitDate: ({ reservation }) => reservation.visitDate,
  visitTime: ({ reservation }) => reservation.visitTime,
  timezone: ({ reservation }) => reservation.timezone,
  visitors: ({ reservation }) => visitorsOf(reservation),
  services: ({ reservation, context }) => extraTexts(reservation, context.language),
  transport: ({ reservation, context }) => shownTransport(reservation, context.language),
  guestName: ({ reservation }) => reservation.guest.name,
  totalCents: ({ reservation }) => reservation.pricing.totalCents,
  paidCents: ({ reservation }) => amountPaidCents(reservation),
  returnedCents: ({ reservation }) => amountReturnedCents(reservation),
  dueCents: ({ reservation }) => Math.max(0, balanceDueCents(reservation)),
  creditCents: ({ reservation }) => creditDueCents(reservation),
  currency: ({ reservation }) => reservation.pricing.currency,
  pricing: pricingIn,
  hidePrice: ({ terms }) => terms.hidePrice,
  tickets: ({ terms }) => terms.tickets,
  heldUntil: ({ reservation }) => (reservation.status === 'pending' ? reservation.paymentDeadline : null),
  cancellationDeadline: ({ reservation }) => cancellationDeadline(reservation.visitAt),
  refundCeiling: ({ reservation }) => reservation.refundCeiling,
  refundCents: ({ reservation }) => (reservation.refund?.eligible ? reservation.refund.amountCents : null),
  guestMay: mayNow,
  cancellationQuote(visit) {
    if (!mayNow(visit).cancel) return null
    const { reservation, context } = visit
    const refund = refundFor(reservation, byGuest, context.clock.now())
    return { refund: { ...refund, processingTime: refundTimeIn(refund.processingTime, context.language) } }
  },
  visitTimes,
  calendarFile: async (visit) =>
    calendarEntry(visit.reservation, await productOf(visit), visit.context.language, visit.context),
  ticketUrl: ({ reservation, context }) =>
    reservation.documents.some(({ type }) => type === 'ticket') ? fileAddress(reservation, 'ticket', context) : null,
  qrUrl: ({ reservation, context }) => fileAddress(reservation, 'qr', context),
  visitUrl: ({ reservation, context }) => visitAddress(reservation, context),
  returnUrl: ({ reservation, terms }) => terms.returnUrl && withReference(terms.returnUrl, reservation),
  cancelUrl: ({ reservation, terms }) => terms.cancelUrl && withReference(terms.cancelUrl, reservation),
  isValid: ({ reservation }) => !isVoid(reservation.status) && reservation.status !== 'pending',
}
