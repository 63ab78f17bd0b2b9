import type { VocabularyName } from './vocabularies.ts'

export interface CatalogText {
  readonly en: string
  readonly es: string
  /** Where the Mexican wording differs. */
  readonly 'es-MX'?: string
}

export interface CatalogEntry extends CatalogText {
  /** HTTP status. */
  readonly status: number
  /** i18n key sent as `messageKey`. */
  readonly key: string
  /** Texts for single reasons in the details, in place of the general one. */
  readonly reasons?: Readonly<Record<string, CatalogText>>
  /** Which `{name}`s are codes, and the vocabulary that has their texts. */
  readonly words?: Readonly<Record<string, VocabularyName>>
  /** Its meaning and how a client reacts to it; for docs/partner-api/errors.md. */
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
    en: 'An API key is required: send it as X-API-Key or Authorization: Bearer (over WebSocket as apiKey in the connection_init payload).',
    es: 'Se requiere una clave de API: envíela como X-API-Key o Authorization: Bearer (por WebSocket como apiKey en el payload de connection_init).',
    meaning: 'The request needs a key and has none.',
    action:
      'Send the key in the header X-API-Key or as Authorization: Bearer, or over WebSocket as apiKey in the payload of connection_init.',
  },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    key: 'error.auth.insufficient_permissions',
    en: 'The API key lacks a required scope.',
    es: 'La clave de API no tiene un permiso requerido.',
    meaning: 'The key is valid but lacks a scope; details name the scopes required and granted.',
    action: 'Use a key with the scope, or request one from the operator.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    key: 'error.auth.origin_not_allowed',
    en: 'The publishable key does not allow requests from this origin.',
    es: 'La clave publicable no permite solicitudes desde este origen.',
    meaning:
      'A publishable key (`web_test_`, `web_live_`) came without the header Origin, or from a page of an origin that it does not name.',
    action: 'Send it from pages of its origins only, or create a key for the origin. On a server use a secret key.',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    key: 'error.rate_limit_exceeded',
    en: 'Too many requests: the limit is {limit} in {window} seconds. Try again in {retryAfter} seconds.',
    es: 'Demasiadas solicitudes: el límite es de {limit} en {window} segundos. Intente de nuevo en {retryAfter} segundos.',
    meaning:
      'The key, or the address of a caller without one, has exceeded a limit; details {limit, window, resetTime, retryAfter}.',
    action: 'Wait for the seconds in Retry-After. See docs/partner-api/keys-and-limits.md#pricing-tiers.',
  },
  SUBSCRIPTION_LIMIT_REACHED: {
    status: 429,
    key: 'error.subscription_limit_reached',
    en: 'Too many subscriptions: at most {limit} per {per}.',
    es: 'Demasiadas suscripciones: como máximo {limit} por {per}.',
    words: { per: 'subscriptionBound' },
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
      'All different subscriptions of a partner together would cost more per event than one operation of its pricing tier may; details {requested, open, budget}.',
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
    en: 'The body is larger than {limitBytes} bytes.',
    es: 'El cuerpo supera {limitBytes} bytes.',
    meaning: 'The body is larger than `details.limitBytes`: 1 MiB with a key, 64 KiB without one.',
    action: 'Split the request.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    key: 'error.not_acceptable',
    en: 'The response cannot be given in a media type that the Accept header allows.',
    es: 'La respuesta no puede darse en un tipo de contenido que el encabezado Accept permita.',
    meaning: 'The Accept header excludes every format of this response; details {acceptable}.',
    action: 'Accept application/json, or leave the header out.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    key: 'error.unsupported_media_type',
    en: 'The content type must be {accepted}.',
    es: 'El tipo de contenido debe ser {accepted}.',
    meaning: 'The body has a media type that is not accepted; details {accepted}.',
    action: 'Send JSON as application/json, and a picture as what it is.',
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
    words: { limit: 'documentLimit' },
    meaning: 'The GraphQL document is too deep, too long or has too many fields; details {limit, maximum, found}.',
    action: 'Select less, or split the operation. See docs/frontend/graphql.md#size-of-a-document.',
  },
  OPERATION_TOO_COSTLY: {
    status: 400,
    key: 'error.graphql.operation_too_costly',
    en: 'The operation costs {requested}; this plan allows {budget}.',
    es: 'La operación cuesta {requested}; este plan permite {budget}.',
    meaning:
      'The operation costs more than the pricing tier allows; details {requested, budget, plan}. Every GraphQL response has its cost in extensions.cost.',
    action:
      'Request fewer items or fewer lists within lists, or use a larger pricing tier. See docs/frontend/graphql.md#cost.',
  },
  ANSWER_TOO_LARGE: {
    status: 422,
    key: 'error.graphql.answer_too_large',
    en: 'The response would be larger than {maximumBytes} bytes.',
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
  AMENITY_NOT_FOUND: {
    status: 404,
    key: 'error.amenity.not_found',
    en: 'The amenity does not exist.',
    es: 'El servicio no existe.',
    meaning: 'No amenity has this id.',
    action: 'Take the id from the list of amenities.',
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
    meaning: "None of the partner's reservations in this environment has this id, booking reference or externalId.",
    action: 'Check the reference and whether the key belongs to the environment that created it.',
  },
  RESERVATION_ALREADY_EXISTS: {
    status: 409,
    key: 'error.reservation.already_exists',
    en: 'The external id is that of another reservation.',
    es: 'El identificador externo es el de otra reserva.',
    'es-MX': 'El identificador externo es el de otra reservación.',
    meaning:
      "The externalId of a creation was used for another product, visit or party, or is the id of one of the partner's reservations; details {externalId, reservationId, bookingReference}.",
    action: 'Choose a new UUID for each reservation, and send the same one only to repeat a creation.',
  },
  REFERENCE_NOT_UNIQUE: {
    status: 409,
    key: 'error.reservation.reference_not_unique',
    en: 'Several partners have a reservation with this external id.',
    es: 'Varios socios tienen una reserva con este identificador externo.',
    'es-MX': 'Varios socios tienen una reservación con este identificador externo.',
    meaning: 'An operator named a reservation by an externalId that several partners use; details {reference}.',
    action: 'Add partnerId, or use the id or booking reference.',
  },
  COMMUNICATION_NOT_FOUND: {
    status: 404,
    key: 'error.communication.not_found',
    en: 'The message does not exist.',
    es: 'El mensaje no existe.',
    meaning: 'The reservation has no message with this id.',
    action: 'Take the id from the communications of the reservation.',
  },
  COMMUNICATION_NOT_APPLICABLE: {
    status: 409,
    key: 'error.communication.not_applicable',
    en: 'This message cannot be sent: the reservation is no longer in a state that it is about.',
    es: 'No se puede enviar este mensaje: la reserva ya no está en un estado al que se refiera.',
    'es-MX': 'No se puede enviar este mensaje: la reservación ya no está en un estado al que se refiera.',
    meaning:
      'The message would not be true any more, such as the confirmation of a reservation that was cancelled, or has no recipient; details {type, status}.',
    action: 'Read the reservation, and send a message that fits its status.',
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
  API_KEY_NOT_FOUND: {
    status: 404,
    key: 'error.api_key.not_found',
    en: 'The API key does not exist.',
    es: 'La clave de API no existe.',
    meaning: 'No API key that the caller may manage has this id in this environment.',
    action: 'List the keys for the right id. A key is named by its id, never by the key itself.',
  },
  API_KEY_LIMIT_REACHED: {
    status: 422,
    key: 'error.api_key.limit_reached',
    en: 'There can be at most {limit} working API keys.',
    es: 'Puede haber como máximo {limit} claves de API vigentes.',
    meaning: 'The partner has the maximum number of working API keys in this environment; details {limit}.',
    action: 'Revoke keys that are no longer used.',
  },
  PARTNER_NOT_FOUND: {
    status: 404,
    key: 'error.partner.not_found',
    en: 'The partner does not exist.',
    es: 'El socio no existe.',
    meaning: 'No partner that the caller may manage has this id in this environment.',
    action: 'List the partners for the right id, or create the partner first.',
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
  REPLAY_IN_PROGRESS: {
    status: 409,
    key: 'error.webhook.replay_in_progress',
    en: 'A replay of this webhook is still running.',
    es: 'Todavía está en curso una repetición de este webhook.',
    meaning: 'Events are still being delivered to this webhook again; details {replayId}.',
    action: 'Wait until its status is done, then ask again.',
  },
  INVALID_COORDINATES: {
    status: 400,
    key: 'error.coordinates.invalid',
    en: 'Latitude or longitude is out of range.',
    es: 'La latitud o la longitud está fuera de rango.',
    meaning: 'Latitude or longitude is out of range; details name the bound, details.violations each that is violated.',
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
  TOUR_NOT_AVAILABLE: {
    status: 422,
    key: 'error.tour.not_available',
    en: 'The tour is not available at this date and time.',
    es: 'El tour no está disponible en esta fecha y hora.',
    meaning:
      'The day or departure cannot be booked; details have the reason, up to three alternatives, and the `stop` (cenote and slot) that is the reason where one is.',
    action: 'Offer the guest one of the alternatives.',
  },
  INSUFFICIENT_CAPACITY: {
    status: 422,
    key: 'error.capacity.insufficient',
    en: 'There is not enough room for {requested} people: places free: {available}.',
    es: 'No hay plazas suficientes para {requested} personas: plazas libres: {available}.',
    'es-MX': 'No hay cupo suficiente para {requested} personas: lugares libres: {available}.',
    meaning:
      'Some places are free, but too few for the party. For a tour details have the `stop` (cenote and slot) that has too few.',
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
      "The partner's pending reservations would hold more places on one day of visit than the pricing tier allows; details {limit, held, requested, date}.",
    action:
      'Confirm or cancel pending reservations of that day, or use a larger pricing tier. See docs/partner-api/keys-and-limits.md#places-held-unpaid.',
  },
  RESERVATIONS_AFFECTED: {
    status: 409,
    key: 'error.calendar.reservations_affected',
    en: 'The change would affect reservations that stand: {reservations} for {people} people.',
    es: 'El cambio afectaría reservas vigentes: {reservations} para {people} personas.',
    'es-MX': 'El cambio afectaría reservaciones vigentes: {reservations} para {people} personas.',
    meaning:
      'A change of administration would take booked places away; details {reservations, people, slots: the first of them with what is booked}. Nothing was changed.',
    action: 'Move or cancel the reservations first, or change less.',
  },
  EXISTING_RESERVATIONS: {
    status: 409,
    key: 'error.calendar.existing_reservations',
    en: 'Existing reservations: {reservations}, for {people} people.',
    es: 'Hay reservas vigentes: {reservations} para {people} personas.',
    'es-MX': 'Hay reservaciones vigentes: {reservations} para {people} personas.',
    meaning:
      'A closure, closed slots, departures that are taken away or hold fewer people than are booked, or the deactivation of a cenote or tour meets pending, confirmed or begun reservations, those of tours that stop at a cenote too; details {reservations, people} and for keys with `platform:manage` refunds: what full refunds would pay back, each {currency, amountCents}, over REST {currency, amount} in whole units, and first: at most 50 of them by visit, then reference, each {id, bookingReference, partner {id, name}, visitDate, visitTime, people, status} and of a tour its tourId. Nothing was changed.',
    action:
      'With `platform:manage` repeat it with `reservations`: KEEP leaves them and marks them as disrupted, CANCEL cancels them with full refunds, which a departure that only holds fewer people does not know.',
  },
  DISRUPTION_NOT_FOUND: {
    status: 404,
    key: 'error.disruption.not_found',
    en: 'The disruption does not exist.',
    es: 'La interrupción no existe.',
    meaning: 'No disruption has this id.',
    action: 'Take the id from the response of the closure, or from `disruptions`.',
  },
  CALENDAR_ENTRY_NOT_FOUND: {
    status: 404,
    key: 'error.calendar.entry_not_found',
    en: 'The closure or special event does not exist.',
    es: 'El cierre o evento especial no existe.',
    meaning: 'No closure or special event has this id, or it was removed.',
    action: 'Take the id from the calendar of the cenote.',
  },
  AVAILABILITY_CHECK_FAILED: {
    status: 422,
    key: 'error.availability.check_failed',
    en: 'The dates or slots of the request cannot be used: {rule}.',
    es: 'No se pueden usar las fechas o los horarios de la solicitud: {rule}.',
    words: { rule: 'availabilityRule' },
    meaning:
      'The date range is malformed, past, reversed or too long; or an override names what is no slot, or a capacity below what is booked. Details name the rule.',
    action: 'Correct the dates, slots or capacities.',
  },
  MODIFICATION_NOT_ALLOWED: {
    status: 422,
    key: 'error.reservation.modification_not_allowed',
    en: 'The reservation can no longer be changed.',
    es: 'La reserva ya no se puede modificar.',
    'es-MX': 'La reservación ya no se puede modificar.',
    meaning:
      'The operation is not possible on the reservation as it is; details {reason, deadline, currentTime}, the reason one of status_<status>, too_close_to_visit_date, already_extended, hold_limit, quoted_price, not_visit_date, visit_not_started; not_for_guests when the partner does not let guests do it.',
    action: 'Cancel and create a new reservation, or leave it as it is; after hold_limit, confirm it.',
  },
  CANCELLATION_NOT_ALLOWED: {
    status: 422,
    key: 'error.reservation.cancellation_not_allowed',
    en: 'The reservation can no longer be cancelled.',
    es: 'La reserva ya no se puede cancelar.',
    'es-MX': 'La reservación ya no se puede cancelar.',
    meaning:
      'The deadline for cancelling has passed, or, with the reason not_for_guests, the partner does not let guests cancel; details {reason, deadline, currentTime}.',
    action: "Only the operator's reasons, or an operator with `force`, can still cancel it.",
  },
  INVALID_STATE_TRANSITION: {
    status: 409,
    key: 'error.reservation.invalid_state_transition',
    en: 'A reservation that is {currentStatus} cannot become {requestedStatus}.',
    es: 'Una reserva en estado «{currentStatus}» no puede pasar a «{requestedStatus}».',
    'es-MX': 'Una reservación en estado «{currentStatus}» no puede pasar a «{requestedStatus}».',
    reasons: {
      'status_<status>': {
        en: 'Only guests of a pending reservation can be sent a payment link; this one is {currentStatus}.',
        es: 'El enlace de pago solo se envía en estado «pendiente»; el estado actual es «{currentStatus}».',
      },
      price_hidden: {
        en: 'The guest may not see the price and cannot be sent a payment link.',
        es: 'El huésped no puede ver el precio, así que no se le puede enviar un enlace de pago.',
      },
      sold_by_reseller: {
        en: 'The guest pays the reseller and cannot be sent a payment link.',
        es: 'El huésped paga al revendedor, así que no se le puede enviar un enlace de pago.',
      },
      nothing_due: { en: 'Nothing is due for this reservation.', es: 'No hay nada por pagar.' },
    },
    words: { currentStatus: 'reservationStatus', requestedStatus: 'reservationStatus' },
    meaning:
      "The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.",
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
  PAYMENT_REQUIRED: {
    status: 422,
    key: 'error.reservation.payment_required',
    en: 'Something is still to be paid.',
    es: 'Queda algo por pagar.',
    meaning:
      'A check-in with `requirePaid` found a balance; details {balanceDueCents, currency}, over REST {balanceDue, currency} in whole units.',
    action: 'Record the payment, then check in.',
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
  REVIEW_ALREADY_WRITTEN: {
    status: 409,
    key: 'error.review.already_written',
    en: 'This visit has been reviewed already.',
    es: 'Esta visita ya tiene una reseña.',
    meaning: 'The guest has reviewed the visit; a visit has one review.',
    action: 'Show the review that was written.',
  },
  AMOUNT_CHANGED: {
    status: 409,
    key: 'error.reservation.amount_changed',
    en: 'The amount has changed since it was shown.',
    es: 'El importe cambió desde que se mostró.',
    meaning:
      'A guest cancels or changes a visit at another refund or price than the present one; details {shownCents, presentCents, currency}. Nothing was done.',
    action: 'Show the present amount and ask the guest again.',
  },
  EDIT_CONFLICT: {
    status: 409,
    key: 'error.reservation.edit_conflict',
    en: 'It has changed since it was read.',
    es: 'Cambió desde que se leyó.',
    meaning:
      'If-Match names another version of the reservation than the current one, or the input of an administration mutation another version of what it changes; details {currentVersion}.',
    action: 'Read it again and decide again.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    key: 'error.idempotency.key_in_use',
    en: 'A request under this Idempotency-Key is still being processed. Try again shortly.',
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
    en: 'This request was done before, but its response is not stored any more.',
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
  MEETING_POINT_NOT_FOUND: {
    status: 404,
    key: 'error.transport.meeting_point_not_found',
    en: 'The meeting point does not exist.',
    es: 'El punto de encuentro no existe.',
    meaning: 'No active meeting point of the cenote or tour has this id; details {meetingPointId}.',
    action: 'Take the id from the meeting points of the cenote or tour; pickup zones are none.',
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
  PRICE_FACT_NOT_FOUND: {
    status: 404,
    key: 'error.pricing.fact_not_found',
    en: 'There is nothing of this kind with this id.',
    es: 'No existe nada de este tipo con este identificador.',
    meaning:
      'No age configuration, service, transport option, discount rule, promotion or coupon has this id; details {type, id}.',
    action: 'Take the id from the list of its kind.',
  },
  COUPON_LIMIT_BELOW_USES: {
    status: 409,
    key: 'error.coupon.limit_below_uses',
    en: 'The coupon was used {usageCount} times already, more than {usageLimit}.',
    es: 'El cupón ya se usó {usageCount} veces, más de {usageLimit}.',
    meaning:
      'The new usage limit of a coupon is below its uses so far; details {usageLimit, usageCount}. Nothing was changed.',
    action: 'Set the limit to its uses at least, or make the coupon inactive.',
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
      'The reservation differs from the quote; details.fields names what differs: cenoteId or tourId, visitors, services, promoCode, visitDate, residency, transport, partner or environment.',
    action: 'Reserve exactly what was quoted, with the same key, or calculate the price again.',
  },
} as const satisfies Record<string, CatalogEntry>

export type ErrorCode = keyof typeof errorCatalog
