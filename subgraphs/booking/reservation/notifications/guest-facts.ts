import type { Language } from '../../../../platform/values/i18n.ts'
import { partyOf } from '../../../../schema/ages.ts'
import { transportText } from '../../../../schema/transport-text.ts'
import { formatAmount, formatDate, formatInstant, partyText, type DocumentSubject } from '../../document/index.ts'
import type { MessageSubject } from '../../communication/index.ts'
import type { Reservation } from '../reservation.ts'
import { refundTiers } from '../rules/cancellation.ts'
import { shownTransport } from '../rules/transport.ts'
import { textIn } from '../rules/wording.ts'
import { isVoid } from '../rules/lifecycle.ts'
import { amountPaidCents, amountReturnedCents, balanceDueCents, creditDueCents } from '../rules/payment.ts'
import { ticketCode } from '../ticket-code.ts'
import { fileAddress, visitAddress, type AddressContext } from './addresses.ts'
import type { ProductFacts } from './product-facts.ts'

const hourMilliseconds = 3_600_000

/** Until when all and until when a part is refunded, by the clock of the visit; after a late move no longer all. */
export function refundUntil(
  { visitAt, timezone, refundCeiling }: Pick<Reservation, 'visitAt' | 'timezone' | 'refundCeiling'>,
  language: Language,
): MessageSubject['refundUntil'] {
  const [full, partial] = refundTiers.map(({ hoursBefore }) =>
    formatInstant(new Date(visitAt.getTime() - hoursBefore * hourMilliseconds), timezone, language),
  ) as [string, string]
  const partialPercentage = Math.min(refundTiers[1].percentage, refundCeiling * 100)
  return { full: refundCeiling < 1 ? null : full, partial, partialPercentage }
}

const mapUrl = ({ location: { latitude, longitude } }: ProductFacts): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`

const webAddress = (address: string | null | undefined): string | null =>
  address != null && /^https?:\/\//i.test(address) ? address : null

/** The services booked besides the visit. */
export const extraTexts = ({ services }: Pick<Reservation, 'services'>, language: Language): string[] =>
  services.filter(({ included }) => !included).map(({ name }) => textIn(name, language))

/** How the party comes, when and where; null without transport. */
function transportFact(reservation: Reservation, language: Language): DocumentSubject['transport'] {
  const shown = shownTransport(reservation, language)
  return shown && transportText(shown, reservation.visitDate, language)
}

/** The services that the price includes: those that the product names, and other included services. */
export function includedTexts(
  { services }: Pick<Reservation, 'services'>,
  { includes }: ProductFacts,
  language: Language,
): string[] {
  const known = new Set(includes.map((text) => text.toLowerCase()))
  const added = services.filter(({ included }) => included).map(({ name }) => textIn(name, language))
  return [...includes, ...added.filter((text) => !known.has(text.toLowerCase()))]
}

/** The subject of messages to the guest. */
export function messageSubject(
  reservation: Reservation,
  product: ProductFacts,
  language: Language,
  context: AddressContext,
): MessageSubject {
  const { pricing, refund, guest, documents } = reservation
  const amount = (cents: number): string => formatAmount(cents, pricing.currency, language)
  const amountIfAny = (cents: number): string | null => (cents > 0 ? amount(cents) : null)
  const [picture] = product.images
  const pictureUrl = webAddress(picture?.url)
  return {
    guestName: guest.name,
    partnerName: reservation.partnerName,
    product: {
      name: product.name,
      address: product.location.address,
      mapUrl: mapUrl(product),
      picture: pictureUrl === null ? null : { url: pictureUrl, alt: picture?.alt ?? product.name },
      directions: product.location.directions,
      includes: includedTexts(reservation, product, language),
      preparations: product.preparations,
      phone: product.contact?.phone ?? null,
      email: product.contact?.email ?? null,
      website: webAddress(product.contact?.website),
    },
    bookingReference: reservation.bookingReference,
    confirmationCode: reservation.confirmationCode,
    date: formatDate(reservation.visitDate, language),
    time: `${reservation.visitTime} (${reservation.timezone})`,
    party: partyText(reservation, language),
    services: extraTexts(reservation, language),
    transport: transportFact(reservation, language),
    total: amount(pricing.totalCents),
    paid: amountIfAny(amountPaidCents(reservation)),
    returned: amountIfAny(amountReturnedCents(reservation)),
    due: amountIfAny(balanceDueCents(reservation)),
    credit: amountIfAny(creditDueCents(reservation)),
    refundUntil: refundUntil(reservation, language),
    reason: reservation.cancellation?.reason ?? null,
    refund: refund?.eligible ? { amount: amount(refund.amountCents), fees: amountIfAny(refund.feesCents) } : null,
    visitUrl: visitAddress(reservation, context),
    documents: isVoid(reservation.status)
      ? []
      : documents.map(({ type }) => ({ type, url: fileAddress(reservation, type, context) })),
    reviewLink: reservation.completion?.review?.link ?? null,
    isTest: context.database.environment === 'sandbox',
  }
}

/** The content of a document. */
export function documentSubject(
  reservation: Reservation,
  product: ProductFacts,
  language: Language,
  context: AddressContext,
): DocumentSubject {
  const { bookingReference, confirmationCode, visitDate, visitTime, timezone, guest, pricing, updatedAt } = reservation
  const { contact } = product
  return {
    bookingReference,
    ticketCode: ticketCode(reservation, context.services.signingSecret),
    confirmationCode,
    resellerReference: reservation.resellerReference,
    partnerName: reservation.partnerName,
    productType: product.type,
    productName: product.name,
    productAddress: product.location.address,
    mapUrl: mapUrl(product),
    contact: [contact?.phone, contact?.email, contact?.website].flatMap((one) => (one ? [one] : [])),
    includes: includedTexts(reservation, product, language),
    services: extraTexts(reservation, language),
    transport: transportFact(reservation, language),
    visitDate,
    visitTime,
    timezone,
    visitors: partyOf(reservation),
    guestName: guest.name,
    guestNationality: guest.nationality ?? null,
    totalCents: pricing.totalCents,
    paidCents: amountPaidCents(reservation),
    returnedCents: amountReturnedCents(reservation),
    dueCents: balanceDueCents(reservation),
    creditCents: creditDueCents(reservation),
    currency: pricing.currency,
    refundUntil: refundUntil(reservation, language),
    visitUrl: visitAddress(reservation, context),
    language,
    isTest: context.database.environment === 'sandbox',
    voidReason: isVoid(reservation.status) ? reservation.status : null,
    changedAt: updatedAt,
  }
}
