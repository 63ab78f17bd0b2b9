import { isBlank, visibleText } from '../../../../../platform/values/text.ts'
import { ageBreakdownOf, byAge, hasAdult, peopleOf, type Age, type Party } from '../../../../../schema/ages.ts'
import { memberOf, type Product } from '../../../choices/products.ts'
import type { CreateReservationInput, PriceCalculationInput } from '../../../generated/operations.ts'
import type { Language } from '../../../text/text.ts'
import { guestOptionsInput, type GuestOptions } from '../actions/guest-option-fields.tsx'
import { transportInput, type TransportValues } from '../actions/transport-fields.tsx'

/** The fields of a sale as they are typed; an empty text is nothing. */
export interface SaleValues {
  readonly product: Product
  readonly date: string
  readonly time: string
  readonly counts: Readonly<Record<Age, string>>
  /** Number by the id of a service at the cenote. */
  readonly services: Readonly<Record<string, string>>
  readonly transport: TransportValues
  /** The coupon of the price; one that is being typed is not in it. */
  readonly promoCode: string
  /** An operator sells for this partner, or directly. */
  readonly partnerId: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly specialRequests: string
  readonly resellerReference: string
  readonly hold: boolean
  /** Null for those of the partner's settings. */
  readonly guestOptions: GuestOptions | null
}

export const partyIn = ({ counts }: Pick<SaleValues, 'counts'>): Party =>
  byAge((age) => Math.floor(Number(counts[age])))

const chosenServices = ({ services }: SaleValues): { id: string; quantity: number }[] =>
  Object.entries(services)
    .map(([id, quantity]) => ({ id, quantity: Number(quantity) }))
    .filter(({ quantity }) => quantity > 0)

const isPickedUp = ({ option }: TransportValues): boolean => option === 'HOTEL_PICKUP' || option === 'PRIVATE_TRANSFER'

/** The part of a sale that its price still needs. */
export function missingForPrice(values: SaleValues): 'product' | 'visit' | 'party' | 'pickup' | null {
  const { product, date, transport } = values
  const party = partyIn(values)
  if (product.productId === '') return 'product'
  if (date === '') return 'visit'
  if (!(peopleOf(party) > 0) || !hasAdult(party)) return 'party'
  if (isPickedUp(transport) && (transport.latitude === '' || transport.longitude === '')) return 'pickup'
  return null
}

/** The input of the price calculation for a sale. */
export function calculationInput(values: SaleValues, language: Language): PriceCalculationInput {
  const { transport, date, promoCode } = values
  const { option, meetingPointId, latitude, longitude } = transport
  return {
    ageBreakdown: ageBreakdownOf(partyIn(values)),
    selectedServices: chosenServices(values),
    visitDate: date,
    language: language === 'es' ? 'ES' : 'EN',
    ...(promoCode === '' ? {} : { couponCode: promoCode }),
    ...(option === 'NONE' ? {} : { transportationType: option }),
    ...(option === 'MEETING_POINT' && meetingPointId !== '' ? { meetingPointId } : {}),
    ...(isPickedUp(transport) ? { pickupLatitude: Number(latitude), pickupLongitude: Number(longitude) } : {}),
  }
}

/** The reservation at the price of a quote. */
export function reservationInput(values: SaleValues, quoteToken: string | null): CreateReservationInput {
  const { product, date, time, transport, name, email, phone, hold, guestOptions } = values
  const isGuestKnown = [name, email, phone].some((value) => !isBlank(value))
  return {
    ...(values.partnerId === '' ? {} : { partnerId: values.partnerId }),
    ...memberOf(product),
    visitDate: date,
    visitTime: time,
    visitors: partyIn(values),
    guest: isGuestKnown ? { name: name.trim(), email: visibleText(email), phone: phone.trim() } : null,
    services: chosenServices(values),
    transport: transportInput(transport),
    promoCode: visibleText(values.promoCode),
    specialRequests: visibleText(values.specialRequests),
    resellerReference: visibleText(values.resellerReference),
    quoteToken,
    metadata: { source: 'console' },
    ...(hold ? { hold } : {}),
    ...(guestOptions ? guestOptionsInput(guestOptions) : {}),
  }
}
