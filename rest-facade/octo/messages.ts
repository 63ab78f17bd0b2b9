import type { Language, LocalizedText } from '../../platform/values/i18n.ts'
import { fieldErrorsIn, type FieldErrors, type ParametersOf } from '../../schema/field-errors.ts'
import { filledText } from '../../schema/filled-text.ts'
import { validationDetail, ValidationFailure } from '../http/errors.ts'

/**
 * Refusals of OCTO alone; a `{name}` in a text is a parameter of its key. An error of one member is a field error instead
 * (schema/field-errors.ts).
 */
export const messages = {
  PRODUCT_UNKNOWN: {
    en: 'The productId is not the id of a product.',
    es: 'El «productId» no corresponde a ningún producto.',
  },
  OPTION_UNKNOWN: {
    en: 'The optionId is not the id of an option of the product.',
    es: 'El «optionId» no corresponde a ninguna opción del producto.',
  },
  UNIT_UNKNOWN: {
    en: 'The unitId is not the id of a unit of the option.',
    es: 'El «unitId» no corresponde a ninguna unidad de la opción.',
  },
  AVAILABILITY_UNKNOWN: {
    en: 'The availabilityId is not the id of an availability.',
    es: 'El «availabilityId» no corresponde a ninguna disponibilidad.',
  },
  BOOKING_UNKNOWN: {
    en: 'The uuid is not that of a booking.',
    es: 'El «uuid» no corresponde a ninguna reservación.',
  },
  SUBSCRIPTION_UNKNOWN: {
    en: 'The id {id} is not that of a subscription.',
    es: 'El id {id} no corresponde a ninguna suscripción.',
  },
  UUID_MALFORMED: { en: 'The uuid must be a UUID.', es: 'El «uuid» debe ser un UUID.' },
  UUID_USED: {
    en: 'The uuid was already used for another booking.',
    es: 'El «uuid» ya se usó para otra reservación.',
  },
  HOLD_EXPIRED: {
    en: 'The hold of the booking has expired.',
    es: 'El apartado de la reservación ha vencido.',
  },
  HOLD_LIMIT: {
    en: 'The hold cannot be extended by that much: in all it lasts at most twice the maximum of one hold.',
    es: 'El apartado no se puede extender tanto: en total dura como máximo el doble del máximo de un apartado.',
  },
  CANCELLED: { en: 'The booking is cancelled.', es: 'La reservación está cancelada.' },
  REDEEMED: { en: 'The booking is redeemed.', es: 'La reservación ya se utilizó.' },
  NOT_ON_HOLD: {
    en: 'Only a booking that is on hold can be extended.',
    es: 'Solo se puede extender una reservación apartada.',
  },
  OFF_SALE: { en: 'The product is not sold at present.', es: 'El producto no está a la venta por ahora.' },
  IN_THE_PAST: { en: 'The availability is in the past.', es: 'La disponibilidad ya pasó.' },
  TOO_FAR_AHEAD: {
    en: 'Days this far ahead cannot be booked yet.',
    es: 'Aún no se puede reservar con tanta anticipación.',
  },
  DAY_CLOSED: { en: 'The product is closed on this day.', es: 'El producto está cerrado en este día.' },
  DAY_NOT_OFFERED: {
    en: 'The product is not offered on this day.',
    es: 'El producto no se ofrece en este día.',
  },
  TIME_NOT_OFFERED: {
    en: 'The product does not start at this time on this day.',
    es: 'El producto no comienza a esta hora en este día.',
  },
  TIME_CLOSED: { en: 'The product is closed at this time.', es: 'El producto está cerrado a esta hora.' },
  DEPARTURE_CANCELLED: { en: 'The departure is cancelled.', es: 'La salida está cancelada.' },
  STOP_CLOSED: {
    en: 'A stop of the tour is closed at this time.',
    es: 'Una parada del tour está cerrada a esta hora.',
  },
  BOOKING_ENDED: {
    en: 'This availability can no longer be booked: booking ends some time before the start.',
    es: 'Esta disponibilidad ya no se puede reservar: la venta cierra un tiempo antes del inicio.',
  },
  PARTY_TOO_SMALL: {
    en: 'The party is smaller than the minimum of the tour.',
    es: 'El grupo es menor que el mínimo del tour.',
  },
  PARTY_TOO_LARGE: {
    en: 'The party is larger than this availability takes.',
    es: 'El grupo es mayor que el que admite esta disponibilidad.',
  },
  SOLD_OUT: {
    en: 'There are not enough places left for the party.',
    es: 'No quedan lugares suficientes para el grupo.',
  },
  DAYS_NOT_CHOSEN: {
    en: 'Exactly one of localDate, localDateStart with localDateEnd, and availabilityIds is required.',
    es: 'Se requiere exactamente una de estas opciones: «localDate», «localDateStart» con «localDateEnd», o «availabilityIds».',
  },
  INTERVAL_TOO_LONG: {
    en: 'localDateEnd must be at most {days} days after localDateStart.',
    es: '«localDateEnd» debe ser como máximo {days} días posterior a «localDateStart».',
  },
  AVAILABILITIES_TOO_MANY_DAYS: {
    en: 'availabilityIds must span at most {days} days, counting the days between ids that are at most a week apart.',
    es: '«availabilityIds» debe abarcar como máximo {days} días, contando los días entre los id separados por una semana como máximo.',
  },
  FILTER_MISSING: {
    en: 'One of resellerReference, supplierReference, localDate, or localDateStart with localDateEnd is required.',
    es: 'Se requiere «resellerReference», «supplierReference», «localDate», o «localDateStart» con «localDateEnd».',
  },
  TOO_MANY_BOOKINGS: {
    en: 'More than {max} bookings match the filters: request fewer days.',
    es: 'Más de {max} reservaciones cumplen los filtros: solicite menos días.',
  },
} as const satisfies Record<string, LocalizedText>

type Key = keyof typeof messages

/** A message by its key, with the parameters that its texts name. */
export type Message = {
  [Name in Key]: { readonly key: Name } & {
    readonly [Parameter in ParametersOf<(typeof messages)[Name]['en']>]: string | number
  }
}[Key]

/** The reason of a refusal: a message, errors of members, or a text that is written in the caller's language already. */
export type Reason = Message | { readonly fields: FieldErrors } | { readonly written: string }

/** The sentence that explains a refusal in a language. */
export function reasonText(reason: Reason, language: Language): string {
  if ('written' in reason) return reason.written
  if ('fields' in reason)
    return validationDetail(new ValidationFailure(fieldErrorsIn(reason.fields, language)), language)
  const { key, ...parameters }: { key: Key; [parameter: string]: string | number } = reason
  return filledText(messages[key][language], (name) => String(parameters[name]))
}
