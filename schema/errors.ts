import { GraphQLError } from 'graphql'

interface CatalogueEntry {
  /** HTTP status (specification 7, decisions 3). */
  readonly status: number
  /** i18n key sent as `messageKey`. */
  readonly key: string
  readonly en: string
  readonly es: string
}

/** Every failure a caller can meet, for GraphQL and REST alike. A `{name}` in a text is filled from the details. */
export const errorCatalogue = {
  INVALID_API_KEY: {
    status: 401,
    key: 'error.auth.invalid_api_key',
    en: 'The API key is invalid.',
    es: 'La clave de API no es válida.',
  },
  AUTHENTICATION_REQUIRED: {
    status: 401,
    key: 'error.auth.authentication_required',
    en: 'An API key is required.',
    es: 'Se requiere una clave de API.',
  },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    key: 'error.auth.insufficient_permissions',
    en: 'The API key lacks a required scope.',
    es: 'La clave de API no tiene un permiso requerido.',
  },
  ERROR_VALIDACION: {
    status: 400,
    key: 'error.validation',
    en: 'The request is not valid.',
    es: 'La solicitud no es válida.',
  },
  NOT_FOUND: {
    status: 404,
    key: 'error.not_found',
    en: 'There is nothing at this address.',
    es: 'No hay nada en esta dirección.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    key: 'error.method_not_allowed',
    en: 'This address does not take this method.',
    es: 'Esta dirección no acepta este método.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    key: 'error.payload_too_large',
    en: 'The body is larger than 1 MiB.',
    es: 'El cuerpo supera 1 MiB.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    key: 'error.unsupported_media_type',
    en: 'The content type must be application/json.',
    es: 'El tipo de contenido debe ser application/json.',
  },
  INTERNAL_ERROR: {
    status: 500,
    key: 'error.internal',
    en: 'Something went wrong on our side.',
    es: 'Ocurrió un error de nuestra parte.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    key: 'error.unavailable',
    en: 'A part of the service is not reachable. Try again shortly.',
    es: 'Una parte del servicio no está disponible. Intente de nuevo en breve.',
  },
  CENOTE_NOT_FOUND: {
    status: 404,
    key: 'error.cenote.not_found',
    en: 'The cenote does not exist.',
    es: 'El cenote no existe.',
  },
  TOUR_NOT_FOUND: {
    status: 404,
    key: 'error.tour.not_found',
    en: 'The tour does not exist.',
    es: 'El tour no existe.',
  },
  RESERVATION_NOT_FOUND: {
    status: 404,
    key: 'error.reservation.not_found',
    en: 'The reservation does not exist.',
    es: 'La reservación no existe.',
  },
  INVALID_CURSOR: {
    status: 400,
    key: 'error.cursor.invalid',
    en: 'The cursor does not belong to this list.',
    es: 'El cursor no pertenece a esta lista.',
  },
  INVALID_COORDINATES: {
    status: 400,
    key: 'error.coordinates.invalid',
    en: 'Latitude or longitude is out of range.',
    es: 'La latitud o la longitud está fuera de rango.',
  },
  CENOTE_NOT_AVAILABLE: {
    status: 422,
    key: 'error.cenote.not_available',
    en: 'The cenote is not available at this date and time.',
    es: 'El cenote no está disponible en esta fecha y hora.',
  },
  INSUFFICIENT_CAPACITY: {
    status: 422,
    key: 'error.capacity.insufficient',
    en: 'There is not enough room: {available} of {requested} places are free.',
    es: 'No hay cupo suficiente: hay {available} de {requested} lugares.',
  },
  AVAILABILITY_CHECK_FAILED: {
    status: 422,
    key: 'error.availability.check_failed',
    en: 'The date range cannot be checked.',
    es: 'No se puede consultar el rango de fechas.',
  },
  MODIFICATION_NOT_ALLOWED: {
    status: 422,
    key: 'error.reservation.modification_not_allowed',
    en: 'The reservation can no longer be changed.',
    es: 'La reservación ya no se puede modificar.',
  },
  CANCELLATION_NOT_ALLOWED: {
    status: 422,
    key: 'error.reservation.cancellation_not_allowed',
    en: 'The reservation can no longer be cancelled.',
    es: 'La reservación ya no se puede cancelar.',
  },
  INVALID_STATE_TRANSITION: {
    status: 409,
    key: 'error.reservation.invalid_state_transition',
    en: 'A reservation that is {currentStatus} cannot become {requestedStatus}.',
    es: 'Una reservación en estado {currentStatus} no puede pasar a {requestedStatus}.',
  },
  INVALID_ITEM_TYPE: {
    status: 400,
    key: 'error.pricing.invalid_item_type',
    en: 'The item type must be cenote or tour.',
    es: 'El tipo de elemento debe ser cenote o tour.',
  },
  INVALID_AGE_BREAKDOWN: {
    status: 422,
    key: 'error.pricing.invalid_age_breakdown',
    en: 'Minors must come with an adult or senior.',
    es: 'Los menores deben venir con un adulto o adulto mayor.',
  },
  PICKUP_REQUIRED: {
    status: 422,
    key: 'error.transport.pickup_required_when_included',
    en: 'The pickup coordinates are required for this transport.',
    es: 'Se requieren las coordenadas de recogida para este transporte.',
  },
  PICKUP_OUT_OF_ZONE: {
    status: 422,
    key: 'error.transport.pickup_out_of_zone',
    en: 'The pickup place is outside every zone.',
    es: 'El lugar de recogida está fuera de toda zona.',
  },
  SERVICE_NOT_FOUND: {
    status: 404,
    key: 'error.service.not_found',
    en: 'The service does not exist.',
    es: 'El servicio no existe.',
  },
  SERVICE_NOT_AVAILABLE: {
    status: 422,
    key: 'error.service.not_available',
    en: 'The service is not available here.',
    es: 'El servicio no está disponible aquí.',
  },
  SERVICE_NOT_BOOKABLE: {
    status: 422,
    key: 'error.service.not_bookable',
    en: 'The service cannot be booked separately.',
    es: 'El servicio no se puede reservar por separado.',
  },
  COUPON_NOT_FOUND: {
    status: 404,
    key: 'error.coupon.not_found',
    en: 'The coupon does not exist.',
    es: 'El cupón no existe.',
  },
  COUPON_EXPIRED: {
    status: 422,
    key: 'error.coupon.expired',
    en: 'The coupon has expired.',
    es: 'El cupón ha vencido.',
  },
  COUPON_usage_LIMIT_REACHED: {
    status: 422,
    key: 'error.coupon.limit_reached',
    en: 'The coupon has been used up.',
    es: 'El cupón alcanzó su límite de uso.',
  },
  COUPON_MIN_SPEND_NOT_MET: {
    status: 422,
    key: 'error.coupon.min_spend',
    en: 'The minimum spend of the coupon is not reached.',
    es: 'No se alcanza el gasto mínimo del cupón.',
  },
  COUPON_NOT_APPLICABLE: {
    status: 422,
    key: 'error.coupon.not_applicable',
    en: 'The coupon does not apply here.',
    es: 'El cupón no aplica aquí.',
  },
  COUPON_NOT_YET_VALID: {
    status: 422,
    key: 'error.coupon.not_yet_valid',
    en: 'The coupon is not valid yet.',
    es: 'El cupón aún no es válido.',
  },
  COUPON_INACTIVE: {
    status: 422,
    key: 'error.coupon.inactive',
    en: 'The coupon is not active.',
    es: 'El cupón no está activo.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCatalogue, code)

/** The message of a code in a language, filled from the details. */
export function errorMessage(
  code: ErrorCode,
  language: 'en' | 'es',
  details: Readonly<Record<string, unknown>> = {},
): string {
  return errorCatalogue[code][language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = details[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '?'
  })
}

/** A failure of the catalogue as a GraphQL error; `details` tell the caller what exactly is wrong. */
export function apiError(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): GraphQLError {
  return new GraphQLError(errorMessage(code, 'en', details), {
    extensions: { code, status: errorCatalogue[code].status, details },
  })
}

/** Input that GraphQL's types let through but the contract does not: 400 naming each field. */
export function validationError(fields: Readonly<Record<string, readonly string[]>>): GraphQLError {
  return apiError('ERROR_VALIDACION', { fields })
}
