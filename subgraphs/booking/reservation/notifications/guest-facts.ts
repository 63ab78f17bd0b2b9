import { hour, localDateTime } from '../../../../platform/values/clock.ts'
import { dateText, dateTimeText, moneyText, shortDateText } from '../../../../platform/values/display.ts'
import type { OwnPictures } from '../../../../platform/pictures/own-pictures.ts'
import type { Language } from '../../../../platform/values/i18n.ts'
import { partyOf } from '../../../../schema/ages.ts'
import { partyText } from '../../../../schema/party-text.ts'
import { transportNames, visitStart } from '../../../../schema/transport-text.ts'
import type { DocumentSubject, MessageSubject } from '../../messages/index.ts'
import type { Database } from '../../database.ts'
import { findTicketChange } from '../store/update.ts'
import type { Reservation } from '../reservation.ts'
import { refundTiers } from '../rules/cancellation.ts'
import { textIn } from '../rules/wording.ts'
import { isVoid } from '../rules/lifecycle.ts'
import { amountPaidCents, amountReturnedCents, balanceDueCents, creditDueCents } from '../rules/payment.ts'
import { ticketCode } from '../ticket-code.ts'
import { fileAddress, visitAddress, type AddressContext } from './addresses.ts'
import { meetingOf, type Meeting } from './meeting.ts'
import type { ProductFacts } from './product-facts.ts'
import { termsOf, type TermsContext } from './terms.ts'

export type DocumentContext = FactsContext & { readonly database: Pick<Database, 'pool' | 'environment'> }
export type FactsContext = AddressContext & TermsContext & { readonly services: { readonly pictures: OwnPictures } }

/** Until when all and until when a part is refunded, by the clock of the visit; after a late move no longer all. */
export function refundUntil(
  { visitAt, timezone, refundCeiling }: Pick<Reservation, 'visitAt' | 'timezone' | 'refundCeiling'>,
  language: Language,
): MessageSubject['refundUntil'] {
  const [full, partial] = refundTiers.map(({ hoursBefore }) =>
    dateTimeText(new Date(visitAt.getTime() - hoursBefore * hour), language, timezone),
  ) as [string, string]
  const partialPercentage = Math.min(refundTiers[1].percentage, refundCeiling * 100)
  return { full: refundCeiling < 1 ? null : full, partial, partialPercentage }
}

const mapUrl = ({ coordinates }: Meeting): string | null => coordinates && mapAddress(coordinates)
const mapAddress = ({ latitude, longitude }: Meeting['coordinates'] & object): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`

const webAddress = (address: string | null | undefined): string | null =>
  address != null && /^https?:\/\//i.test(address) ? address : null

/** The first picture of a product that pages, documents and mails may show. */
export function shownPicture(
  { images }: Pick<ProductFacts, 'images'>,
  { services }: { readonly services: Pick<FactsContext['services'], 'pictures'> },
): { readonly address: string; readonly alt: string | null } | null {
  for (const { url, alt } of images) {
    const address = services.pictures.pageAddress(url)
    if (address !== null) return { address, alt: alt ?? null }
  }
  return null
}

/** Null when it cannot be read now: then the document has none. */
async function readPicture(
  address: string,
  { services }: { readonly services: Pick<FactsContext['services'], 'pictures'> },
): Promise<DocumentSubject['picture']> {
  const bytes = await services.pictures.read(address)
  return bytes && { name: address, bytes }
}

/** The services booked besides the visit. */
export const extraTexts = ({ services }: Pick<Reservation, 'services'>, language: Language): string[] =>
  services.filter(({ included }) => !included).map(({ name }) => textIn(name, language))

/** When the visit starts, for guests who are picked up or meet before; null for others. */
const startOf = (reservation: Reservation, { option, date }: Meeting, language: Language) =>
  option === null ? null : visitStart(reservation, date, language, shortDateText)

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
export async function messageSubject(
  reservation: Reservation,
  product: ProductFacts,
  language: Language,
  context: FactsContext,
): Promise<MessageSubject> {
  const { pricing, refund, guest, documents } = reservation
  const amount = (cents: number): string => moneyText(cents, pricing.currency)
  const amountIfAny = (cents: number): string | null => (cents > 0 ? amount(cents) : null)
  const picture = shownPicture(product, context)
  const meeting = meetingOf(reservation, product, language)
  return {
    guestName: guest.name,
    partnerName: reservation.partnerName,
    product: {
      name: product.name,
      picture: picture && { url: picture.address, alt: picture.alt ?? product.name },
      includes: includedTexts(reservation, product, language),
      preparations: product.preparations,
      phone: product.contact?.phone ?? null,
      email: product.contact?.email ?? null,
      website: webAddress(product.contact?.website),
    },
    bookingReference: reservation.bookingReference,
    confirmationCode: reservation.confirmationCode,
    date: dateText(reservation.visitDate, language),
    meeting: {
      option: meeting.option,
      way: meeting.option && transportNames[meeting.option][language],
      date: dateText(meeting.date, language),
      time: `${meeting.time} (${reservation.timezone})`,
      place: meeting.place,
      mapUrl: mapUrl(meeting),
      directions: meeting.directions,
      start: startOf(reservation, meeting, language),
    },
    party: partyText(reservation, language),
    services: extraTexts(reservation, language),
    hidePrice: (await termsOf(reservation, context)).hidePrice,
    total: amount(pricing.totalCents),
    paid: amountIfAny(amountPaidCents(reservation)),
    returned: amountIfAny(amountReturnedCents(reservation)),
    due: amountIfAny(balanceDueCents(reservation)),
    credit: amountIfAny(creditDueCents(reservation)),
    refundUntil: refundUntil(reservation, language),
    reason: reservation.cancellation?.reason ?? null,
    refund: refund?.eligible ? { amount: amount(refund.amountCents), fees: amountIfAny(refund.feesCents) } : null,
    visitUrl: visitAddress(reservation, context),
    paymentUrl: null,
    payUntil: dateTimeText(reservation.paymentDeadline, language, reservation.timezone),
    qrUrl: null,
    changes: [],
    documents:
      isVoid(reservation.status) || reservation.status === 'pending'
        ? []
        : documents.map(({ type }) => ({ type, url: fileAddress(reservation, type, context) })),
    reviewLink: reservation.completion?.review?.link ?? null,
    isTest: context.database.environment === 'sandbox',
  }
}

/** How to reach those who offer a product; empty when it is not known. */
export const contactTexts = ({ contact }: ProductFacts): string[] =>
  [contact?.phone, contact?.email, contact?.website].flatMap((one) => (one ? [one] : []))

/** The content of a document. */
export async function documentSubject(
  reservation: Reservation,
  product: ProductFacts,
  language: Language,
  context: DocumentContext,
): Promise<DocumentSubject> {
  const { bookingReference, confirmationCode, timezone, guest, pricing, updatedAt } = reservation
  const meeting = meetingOf(reservation, product, language)
  const changedAt = await findTicketChange(context.database.pool, reservation)
  const picture = shownPicture(product, context)
  const { hidePrice, tickets } = await termsOf(reservation, context)
  return {
    bookingReference,
    ticketCode: ticketCode(reservation, context.services.signingSecret),
    confirmationCode,
    resellerReference: reservation.resellerReference,
    partnerName: reservation.partnerName,
    productType: product.type,
    productName: product.name,
    picture: picture && (await readPicture(picture.address, context)),
    meeting: {
      option: meeting.option,
      date: meeting.date,
      time: meeting.time,
      place: meeting.place,
      mapUrl: mapUrl(meeting),
      start: startOf(reservation, meeting, language),
    },
    contact: contactTexts(product),
    includes: includedTexts(reservation, product, language),
    services: extraTexts(reservation, language),
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
    hidePrice,
    tickets,
    refundUntil: refundUntil(reservation, language),
    visitUrl: visitAddress(reservation, context),
    language,
    isTest: context.database.environment === 'sandbox',
    voidReason: isVoid(reservation.status) ? reservation.status : null,
    changedOn: changedAt && dateText(localDateTime(changedAt, timezone).date, language),
    changedAt: updatedAt,
  }
}
