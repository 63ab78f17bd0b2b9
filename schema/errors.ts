import { GraphQLError } from 'graphql'
import { fieldErrorsIn, type FieldError } from './field-errors.ts'

interface CatalogEntry {
  /** HTTP status. */
  readonly status: number
  /** i18n key sent as `messageKey`. */
  readonly key: string
  readonly en: string
  readonly es: string
  /** Where the Mexican wording differs. */
  readonly 'es-MX'?: string
  /** What it means and what a partner's program does about it; for docs/partner-api/errors.md. */
  readonly meaning: string
  readonly action: string
}

/** Every failure a caller can meet, for GraphQL and REST alike. A `{name}` in a text is filled from the details. */
export const errorCatalog = {
  INVALID_API_KEY: {
    status: 401,
    key: 'error.auth.invalid_api_key',
    en: 'The API key is invalid.',
    es: 'La clave de API no es válida.',
    meaning: 'The key is malformed, unknown, revoked or expired.',
    action: 'Check the key. After a refresh the old key expires after 24 hours.',
  },
  AUTHENTICATION_REQUIRED: {
    status: 401,
    key: 'error.auth.authentication_required',
    en: 'An API key is required: send it in the header X-API-Key (over WebSocket as apiKey in the connection_init payload).',
    es: 'Se requiere una clave de API: envíela en la cabecera X-API-Key (por WebSocket como apiKey en el payload de connection_init).',
    meaning: 'The request needs a key and has none.',
    action: 'Send the key in the header X-API-Key, or over WebSocket as apiKey in the payload of connection_init.',
  },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    key: 'error.auth.insufficient_permissions',
    en: 'The API key lacks a required scope.',
    es: 'La clave de API no tiene un permiso requerido.',
    meaning: 'The key is valid but lacks a scope; details name the scopes required and granted.',
    action: 'Use a key with the scope, or request one from the operator.',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    key: 'error.rate_limit_exceeded',
    en: 'Too many requests: the limit is {limit} in {window} seconds. Try again in {retryAfter} seconds.',
    es: 'Demasiadas solicitudes: el límite es de {limit} en {window} segundos. Intente de nuevo en {retryAfter} segundos.',
    meaning:
      'The key, or the address of a caller without one, has exceeded a limit; details {limit, window, resetTime, retryAfter}.',
    action: 'Wait for the seconds in Retry-After. See docs/partner-api/keys-and-limits.md#plans.',
  },
  SUBSCRIPTION_LIMIT_REACHED: {
    status: 429,
    key: 'error.subscription_limit_reached',
    en: 'Too many subscriptions: at most {limit} per {per}.',
    es: 'Demasiadas suscripciones: como máximo {limit} por {per}.',
    meaning:
      'The connection or the partner has the maximum number of open subscriptions; details {limit, per: connection, partner or operation}.',
    action:
      'End subscriptions that are no longer read, or use one with a wider filter. See docs/frontend/subscriptions.md#limits.',
  },
  SUBSCRIPTION_BUDGET_EXCEEDED: {
    status: 429,
    key: 'error.subscription_budget_exceeded',
    en: 'This subscription costs {requested} per event; the ones you have open cost {open} of {budget}.',
    es: 'Esta suscripción cuesta {requested} por evento; las que tiene abiertas cuestan {open} de {budget}.',
    meaning:
      'All different subscriptions of a partner together would cost more per event than one operation of its plan may; details {requested, open, budget}.',
    action: 'Select less, share one subscription among your readers, or end subscriptions that are no longer read.',
  },
  ERROR_VALIDACION: {
    status: 400,
    key: 'error.validation',
    en: 'The request is not valid.',
    es: 'La solicitud no es válida.',
    meaning: 'The body or a parameter does not fit the documented types.',
    action: 'Correct the fields that the response names.',
  },
  NOT_FOUND: {
    status: 404,
    key: 'error.not_found',
    en: 'There is nothing at this address.',
    es: 'No hay nada en esta dirección.',
    meaning: 'No path, document or file has this address.',
    action: 'Check the address; the paths are in /openapi.json.',
  },
  TICKET_NOT_VALID: {
    status: 410,
    key: 'error.reservation.ticket_not_valid',
    en: 'The ticket is not valid any more.',
    es: 'El boleto ya no es válido.',
    meaning:
      'The reservation is cancelled, refunded or a no-show: its QR code is not valid; details {reservationId, status}. A request for the picture or document gets the same status with a file that says so.',
    action: 'Do not admit the guests. Create a new reservation.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    key: 'error.method_not_allowed',
    en: 'This address does not take this method.',
    es: 'Esta dirección no acepta este método.',
    meaning: 'The path exists but accepts other methods.',
    action: 'Use one of the methods that the header Allow names.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    key: 'error.payload_too_large',
    en: 'The body is larger than 1 MiB.',
    es: 'El cuerpo supera 1 MiB.',
    meaning: 'The body is larger than 1 MiB.',
    action: 'Split the request.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    key: 'error.not_acceptable',
    en: 'The answer cannot be given in a media type that the Accept header allows.',
    es: 'La respuesta no puede darse en un tipo de contenido que el encabezado Accept permita.',
    meaning: 'The Accept header excludes every format of this response; details {acceptable}.',
    action: 'Accept application/json, or leave the header out.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    key: 'error.unsupported_media_type',
    en: 'The content type must be application/json.',
    es: 'El tipo de contenido debe ser application/json.',
    meaning: 'The body has a media type that is not accepted.',
    action: 'Send JSON as application/json.',
  },
  MALFORMED_REQUEST: {
    status: 400,
    key: 'error.malformed_request',
    en: 'This is not a complete HTTP request.',
    es: 'Esto no es una solicitud HTTP completa.',
    meaning: 'The data on the connection is not HTTP.',
    action: 'Check the client and the proxies between it and the server.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    key: 'error.request_timeout',
    en: 'The request took too long to arrive.',
    es: 'La solicitud tardó demasiado en llegar.',
    meaning: 'Headers or body arrived too slowly; the connection is closed.',
    action: 'Send the request again without pauses.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    key: 'error.headers_too_large',
    en: 'The headers are larger than 16 KiB.',
    es: 'Los encabezados superan 16 KiB.',
    meaning: 'The URL and headers together are larger than 16 KiB.',
    action: 'Send less.',
  },
  DOCUMENT_TOO_LARGE: {
    status: 400,
    key: 'error.graphql.document_too_large',
    en: 'The document exceeds the limit of {limit}: {maximum} at most.',
    es: 'El documento supera el límite de {limit}: {maximum} como máximo.',
    meaning: 'The GraphQL document is too deep, too long or has too many fields; details {limit, maximum, found}.',
    action: 'Select less, or split the operation. See docs/frontend/graphql.md#size-of-a-document.',
  },
  OPERATION_TOO_COSTLY: {
    status: 400,
    key: 'error.graphql.operation_too_costly',
    en: 'The operation costs {requested}; this plan allows {budget}.',
    es: 'La operación cuesta {requested}; este plan permite {budget}.',
    meaning:
      'The operation costs more than the plan allows; details {requested, budget, plan}. Every GraphQL response has its cost in extensions.cost.',
    action: 'Request fewer items or fewer lists within lists, or use a larger plan. See docs/frontend/graphql.md#cost.',
  },
  ANSWER_TOO_LARGE: {
    status: 422,
    key: 'error.graphql.answer_too_large',
    en: 'The answer would be larger than {maximumBytes} bytes.',
    es: 'La respuesta superaría los {maximumBytes} bytes.',
    meaning:
      'The response of a GraphQL operation would exceed the maximum size; details {maximumBytes}. A mutation was executed all the same.',
    action: 'Request shorter lists or fewer fields, or page through the list.',
  },
  DOCUMENT_NOT_TRUSTED: {
    status: 403,
    key: 'error.graphql.document_not_trusted',
    en: 'Only documents of the trusted store are run here.',
    es: 'Aquí solo se ejecutan documentos del almacén de confianza.',
    meaning: 'This installation executes only trusted documents; details {documentId}.',
    action: 'Send the id of a trusted document, or have the operator add this one.',
  },
  INTERNAL_ERROR: {
    status: 500,
    key: 'error.internal',
    en: 'Something went wrong on our side.',
    es: 'Ocurrió un error de nuestra parte.',
    meaning: 'A failure of the service that the request did not cause.',
    action: 'Retry later; report the request id if it persists.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    key: 'error.unavailable',
    en: 'A part of the service is not reachable. Try again shortly.',
    es: 'Una parte del servicio no está disponible. Intente de nuevo en breve.',
    meaning: 'A dependency of the service is unavailable.',
    action: 'Retry after the seconds in Retry-After.',
  },
  CENOTE_NOT_FOUND: {
    status: 404,
    key: 'error.cenote.not_found',
    en: 'The cenote does not exist.',
    es: 'El cenote no existe.',
    meaning: 'No cenote has this id.',
    action: 'Take the id from the cenote list.',
  },
  TOUR_NOT_FOUND: {
    status: 404,
    key: 'error.tour.not_found',
    en: 'The tour does not exist.',
    es: 'El tour no existe.',
    meaning: 'No tour has this id.',
    action: 'Take the id from the tour list.',
  },
  RESERVATION_NOT_FOUND: {
    status: 404,
    key: 'error.reservation.not_found',
    en: 'The reservation does not exist.',
    es: 'La reserva no existe.',
    'es-MX': 'La reservación no existe.',
    meaning: "None of the partner's reservations in this environment has this id or booking reference.",
    action: 'Check the reference and whether the key belongs to the environment that created it.',
  },
  INVALID_CURSOR: {
    status: 400,
    key: 'error.cursor.invalid',
    en: 'The cursor does not belong to this list.',
    es: 'El cursor no pertenece a esta lista.',
    meaning:
      'The cursor was changed, or comes from a list with other filters or another sort. Of the event log, details {reason}: `unknown`, or `expired` when events after it are older than the 30 days that are stored.',
    action: 'Start again without a cursor.',
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    key: 'error.webhook.not_found',
    en: 'The webhook or delivery does not exist.',
    es: 'El webhook o la entrega no existe.',
    meaning: 'No webhook of the partner, or no delivery of it, has this id in this environment.',
    action: 'List the webhooks or the deliveries for the right id. Deliveries are stored for 30 days.',
  },
  WEBHOOK_ALREADY_EXISTS: {
    status: 409,
    key: 'error.webhook.already_exists',
    en: 'A webhook with this address exists already.',
    es: 'Ya existe un webhook con esta dirección.',
    meaning: 'The partner has a webhook with this address in this environment; details {webhookId, url}.',
    action: 'Change the webhook that exists, or register another address.',
  },
  WEBHOOK_LIMIT_REACHED: {
    status: 422,
    key: 'error.webhook.limit_reached',
    en: 'There can be at most {limit} webhooks.',
    es: 'Puede haber como máximo {limit} webhooks.',
    meaning: 'The partner has the maximum number of webhooks in this environment; details {limit}.',
    action: 'Delete one that is no longer needed. One webhook can receive every type of event.',
  },
  INVALID_COORDINATES: {
    status: 400,
    key: 'error.coordinates.invalid',
    en: 'Latitude or longitude is out of range.',
    es: 'La latitud o la longitud está fuera de rango.',
    meaning: 'Latitude or longitude is out of range; details name the bound.',
    action: 'Send degrees: latitude -90 to 90, longitude -180 to 180.',
  },
  CENOTE_NOT_AVAILABLE: {
    status: 422,
    key: 'error.cenote.not_available',
    en: 'The cenote is not available at this date and time.',
    es: 'El cenote no está disponible en esta fecha y hora.',
    meaning: 'The day or slot cannot be booked; details have the reason and up to three alternatives.',
    action: 'Offer the guest one of the alternatives.',
  },
  INSUFFICIENT_CAPACITY: {
    status: 422,
    key: 'error.capacity.insufficient',
    en: 'There is not enough room for {requested} people: places free: {available}.',
    es: 'No hay plazas suficientes para {requested} personas: plazas libres: {available}.',
    'es-MX': 'No hay cupo suficiente para {requested} personas: lugares libres: {available}.',
    meaning: 'Some places are free, but too few for the party.',
    action: 'Choose another slot, or a smaller party.',
  },
  HOLD_LIMIT_EXCEEDED: {
    status: 422,
    key: 'error.hold_limit_exceeded',
    en: 'Your unpaid reservations already hold {held} places on {date}; {requested} more would exceed the limit of {limit}.',
    es: 'Sus reservas sin pagar ya retienen {held} plazas el {date}; {requested} más superarían el límite de {limit}.',
    'es-MX':
      'Sus reservaciones sin pagar ya retienen {held} lugares el {date}; {requested} más superarían el límite de {limit}.',
    meaning:
      "The partner's pending reservations would hold more places on one day of visit than the plan allows; details {limit, held, requested, date}.",
    action:
      'Confirm or cancel pending reservations of that day, or use a larger plan. See docs/partner-api/keys-and-limits.md#places-held-unpaid.',
  },
  AVAILABILITY_CHECK_FAILED: {
    status: 422,
    key: 'error.availability.check_failed',
    en: 'The dates or slots of the request cannot be used: {rule}.',
    es: 'No se pueden usar las fechas o los horarios de la solicitud: {rule}.',
    meaning:
      'The date range is malformed, past, reversed or longer than 30 days; or an override names what is no slot, or a capacity below what is booked. Details name the rule.',
    action: 'Correct the dates, slots or capacities.',
  },
  MODIFICATION_NOT_ALLOWED: {
    status: 422,
    key: 'error.reservation.modification_not_allowed',
    en: 'The reservation can no longer be changed.',
    es: 'La reserva ya no se puede modificar.',
    'es-MX': 'La reservación ya no se puede modificar.',
    meaning:
      'The operation is not possible on the reservation as it is; details {reason, deadline, currentTime}, the reason one of status_<status>, too_close_to_visit_date, already_extended, not_visit_date, visit_not_started.',
    action: 'Cancel and create a new reservation, or leave it as it is.',
  },
  CANCELLATION_NOT_ALLOWED: {
    status: 422,
    key: 'error.reservation.cancellation_not_allowed',
    en: 'The reservation can no longer be cancelled.',
    es: 'La reserva ya no se puede cancelar.',
    'es-MX': 'La reservación ya no se puede cancelar.',
    meaning: 'The deadline for cancelling has passed; details have it.',
    action: "Only the operator's reasons can still cancel it.",
  },
  INVALID_STATE_TRANSITION: {
    status: 409,
    key: 'error.reservation.invalid_state_transition',
    en: 'A reservation that is {currentStatus} cannot become {requestedStatus}.',
    es: 'Una reserva en estado {currentStatus} no puede pasar a {requestedStatus}.',
    'es-MX': 'Una reservación en estado {currentStatus} no puede pasar a {requestedStatus}.',
    meaning: "The reservation's status does not allow the operation; details name the statuses it can go to.",
    action: 'Read the reservation again and act on its current status.',
  },
  REFUND_NOT_DUE: {
    status: 422,
    key: 'error.reservation.refund_not_due',
    en: 'There is nothing, or less than that, to pay back.',
    es: 'No hay nada que reembolsar, o hay menos que eso.',
    meaning:
      'Nothing was paid, or the amount exceeds what is left; details {requestedCents, remainingCents, currency}, over REST {requested, remaining, currency} in whole units.',
    action: 'Refund at most what remains.',
  },
  BULK_FAILED: {
    status: 422,
    key: 'error.reservation.bulk_failed',
    en: 'None of the reservations could be created.',
    es: 'No se pudo crear ninguna de las reservas.',
    'es-MX': 'No se pudo crear ninguna de las reservaciones.',
    meaning:
      'Every item of a bulk request was refused; details {results, summary} have the error of each. With status 503 all failed because the same dependency is unavailable.',
    action: 'Correct the items by their errors; after 503 retry after the seconds in Retry-After.',
  },
  PAYMENT_EXCEEDS_BALANCE: {
    status: 422,
    key: 'error.reservation.payment_exceeds_balance',
    en: 'The payment is larger than what is still to be paid.',
    es: 'El pago es mayor que lo que queda por pagar.',
    meaning:
      'The amount exceeds the balance due; details {requestedCents, balanceDueCents, currency}, over REST {requested, balanceDue, currency} in whole units.',
    action: 'Record at most the balance; omit the amount to record all of it.',
  },
  PAYMENT_ALREADY_RECORDED: {
    status: 409,
    key: 'error.reservation.payment_already_recorded',
    en: 'This payment is recorded with another amount.',
    es: 'Este pago está registrado con otro importe.',
    meaning:
      'The reservation has a payment of this id with another amount; details {paymentId, recordedCents, requestedCents, currency}, over REST {paymentId, recorded, requested, currency} in whole units.',
    action: 'Send each payment with an id of its own.',
  },
  EDIT_CONFLICT: {
    status: 409,
    key: 'error.reservation.edit_conflict',
    en: 'The reservation has changed since it was read.',
    es: 'La reserva cambió desde que se leyó.',
    'es-MX': 'La reservación cambió desde que se leyó.',
    meaning: 'If-Match names another version of the reservation than the current one; details {currentVersion}.',
    action: 'Read the reservation again and decide again.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    key: 'error.idempotency.key_in_use',
    en: 'A request under this Idempotency-Key is still being answered. Try again shortly.',
    es: 'Una solicitud con esta Idempotency-Key aún se está procesando. Intente de nuevo en breve.',
    meaning: 'A copy of this request is in progress, here or at another replica.',
    action: 'Wait a moment and send the same request again: it gets the response.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    key: 'error.idempotency.key_reused',
    en: 'This Idempotency-Key was used for another request.',
    es: 'Esta Idempotency-Key ya se usó para otra solicitud.',
    meaning: 'The key was sent before with another body, query string or If-Match. Nothing was done.',
    action: 'Use a new key for each new request, and the same key only to repeat one.',
  },
  IDEMPOTENCY_ANSWER_NOT_STORED: {
    status: 409,
    key: 'error.idempotency.answer_not_stored',
    en: 'This request was done before, but its answer is not stored any more.',
    es: 'Esta solicitud ya se realizó, pero su respuesta ya no está guardada.',
    meaning:
      'The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.',
    action: 'Read what the request created or changed. A new key would repeat it.',
  },
  INVALID_ITEM_TYPE: {
    status: 400,
    key: 'error.pricing.invalid_item_type',
    en: 'The item type must be cenote or tour.',
    es: 'El tipo de elemento debe ser cenote o tour.',
    meaning: 'The item type is neither cenote nor tour.',
    action: 'Send cenote or tour.',
  },
  INVALID_AGE_BREAKDOWN: {
    status: 422,
    key: 'error.pricing.invalid_age_breakdown',
    en: 'Minors must come with an adult or senior.',
    es: 'Los menores deben venir con un adulto o adulto mayor.',
    meaning: 'The party has minors but no adult or senior.',
    action: 'Add an adult or senior to the party.',
  },
  PICKUP_REQUIRED: {
    status: 422,
    key: 'error.transport.pickup_required_when_included',
    en: 'The pickup coordinates are required for this transport.',
    es: 'Se requieren las coordenadas de recogida para este transporte.',
    meaning: 'The selected transport needs a pickup place.',
    action: 'Send the coordinates of the pickup place.',
  },
  PICKUP_OUT_OF_ZONE: {
    status: 422,
    key: 'error.transport.pickup_out_of_zone',
    en: 'The pickup place is outside every zone.',
    es: 'El lugar de recogida está fuera de toda zona.',
    meaning: 'The pickup place is in no zone, or too far away.',
    action: 'Offer the meeting point instead.',
  },
  SERVICE_NOT_FOUND: {
    status: 404,
    key: 'error.service.not_found',
    en: 'The service does not exist.',
    es: 'El servicio no existe.',
    meaning: 'No service of the item has this id.',
    action: 'Take the id from the service list of the cenote.',
  },
  SERVICE_NOT_AVAILABLE: {
    status: 422,
    key: 'error.service.not_available',
    en: 'The service is not available here.',
    es: 'El servicio no está disponible aquí.',
    meaning: 'The service exists but is not offered for this item.',
    action: 'Leave it out.',
  },
  SERVICE_NOT_BOOKABLE: {
    status: 422,
    key: 'error.service.not_bookable',
    en: 'The service cannot be booked separately.',
    es: 'El servicio no se puede reservar por separado.',
    meaning: 'The service is included already and cannot be added.',
    action: 'Leave it out.',
  },
  COUPON_NOT_FOUND: {
    status: 404,
    key: 'error.coupon.not_found',
    en: 'The coupon does not exist.',
    es: 'El cupón no existe.',
    meaning: 'No coupon has this code.',
    action: 'Check the code with the guest.',
  },
  COUPON_EXPIRED: {
    status: 422,
    key: 'error.coupon.expired',
    en: 'The coupon has expired.',
    es: 'El cupón ha vencido.',
    meaning: 'The coupon has expired; details say when.',
    action: 'Continue without it.',
  },
  COUPON_usage_LIMIT_REACHED: {
    status: 422,
    key: 'error.coupon.limit_reached',
    en: 'The coupon has been used up.',
    es: 'El cupón alcanzó su límite de uso.',
    meaning: 'The coupon has reached its usage limit.',
    action: 'Continue without it.',
  },
  COUPON_MIN_SPEND_NOT_MET: {
    status: 422,
    key: 'error.coupon.min_spend',
    en: 'The minimum spend of the coupon is not reached.',
    es: 'No se alcanza el gasto mínimo del cupón.',
    meaning: "The purchase is smaller than the coupon's minimum.",
    action: 'Add to the purchase, or continue without it.',
  },
  COUPON_NOT_APPLICABLE: {
    status: 422,
    key: 'error.coupon.not_applicable',
    en: 'The coupon does not apply here.',
    es: 'El cupón no aplica aquí.',
    meaning: 'The coupon is for another cenote, or for other dates.',
    action: 'Continue without it.',
  },
  COUPON_NOT_YET_VALID: {
    status: 422,
    key: 'error.coupon.not_yet_valid',
    en: 'The coupon is not valid yet.',
    es: 'El cupón aún no es válido.',
    meaning: 'The coupon is not valid yet.',
    action: 'Use it from its first day on.',
  },
  COUPON_INACTIVE: {
    status: 422,
    key: 'error.coupon.inactive',
    en: 'The coupon is not active.',
    es: 'El cupón no está activo.',
    meaning: 'The coupon is inactive.',
    action: 'Continue without it.',
  },
  QUOTE_INVALID: {
    status: 422,
    key: 'error.quote.invalid',
    en: 'The quote token is not valid.',
    es: 'El token de cotización no es válido.',
    meaning: 'The token is not one that a price calculation returned, or it was changed.',
    action: 'Send the token unchanged, or calculate the price again.',
  },
  QUOTE_EXPIRED: {
    status: 422,
    key: 'error.quote.expired',
    en: 'The quote has expired.',
    es: 'La cotización ha vencido.',
    meaning: 'The quote has expired after 15 minutes; details {expiredAt, currentTime}.',
    action: 'Calculate the price again and show it to the guest.',
  },
  QUOTE_MISMATCH: {
    status: 422,
    key: 'error.quote.mismatch',
    en: 'The quote is for something else.',
    es: 'La cotización es para otra cosa.',
    meaning:
      'The reservation differs from the quote; details.fields names what differs: cenoteId, visitors, services, promoCode, partner or environment.',
    action: 'Reserve exactly what was quoted, with the same key, or calculate the price again.',
  },
} as const satisfies Record<string, CatalogEntry>

export type ErrorCode = keyof typeof errorCatalog

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCatalog, code)

/** The text of a code in a language, its `{name}`s not yet filled. */
export function errorText(code: ErrorCode, locale: 'en' | 'es' | 'es-MX'): string {
  const entry: CatalogEntry = errorCatalog[code]
  return entry[locale] ?? entry.es
}

/** The message of a code in a language, filled from the details. */
export function errorMessage(
  code: ErrorCode,
  locale: 'en' | 'es' | 'es-MX',
  details: Readonly<Record<string, unknown>> = {},
): string {
  return errorText(code, locale).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = details[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '?'
  })
}

/** The content of an error beside its code: field errors as English texts, and as codes to translate. */
export interface ErrorContent {
  readonly details?: Readonly<Record<string, unknown>>
  readonly fieldErrors?: Readonly<Record<string, readonly FieldError[]>>
}

/** The details of an error, with the errors of fields in a language. */
export const errorDetails = (
  { details = {}, fieldErrors }: ErrorContent,
  locale: 'en' | 'es' | 'es-MX',
): Readonly<Record<string, unknown>> =>
  fieldErrors && locale !== 'en' ? { ...details, fields: fieldErrorsIn(fieldErrors, 'es') } : details

/** An error of the catalog as a GraphQL error; `details` say what exactly is wrong. */
export function apiError(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): GraphQLError {
  return new GraphQLError(errorMessage(code, 'en', details), {
    extensions: { code, status: errorCatalog[code].status, details },
  })
}

/** Input that GraphQL's types let through but the contract does not: 400 naming each field. */
export function validationError(fieldErrors: Readonly<Record<string, readonly FieldError[]>>): GraphQLError {
  const error = apiError('ERROR_VALIDACION', { fields: fieldErrorsIn(fieldErrors, 'en') })
  error.extensions['fieldErrors'] = fieldErrors
  return error
}

/** INVALID_COORDINATES: names the coordinate, its value and the violated bound, `limit` degrees either way. */
export function coordinateError(field: string, value: number, limit: number): GraphQLError {
  return apiError('INVALID_COORDINATES', {
    field,
    value,
    bound: `${-limit} to ${limit}`,
    minimum: -limit,
    maximum: limit,
  })
}
