// Generated from the OpenAPI document by `npm run client:types`; not to be edited.
export interface paths {
  '/age-configurations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Global age configurations */
    get: operations['listAgeConfigurations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/age-configurations/cenote/{cenoteId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Age configurations of a cenote */
    get: operations['listCenoteAgeConfigurations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/age-configurations/tour/{tourId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Age configurations of a tour */
    get: operations['listTourAgeConfigurations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/refresh': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Exchange the key for a new one
     * @description The new key has the same options and shares the limits of the old one. The old key works for 24 more hours. Needs the scope keys:manage.
     */
    post: operations['refreshKey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/verify': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Read the API key of the request */
    get: operations['verifyKey']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/currencies': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Currencies and their rates */
    get: operations['listCurrencies']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/locations/municipalities': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List municipalities with cenotes */
    get: operations['listMunicipalities']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/locations/states': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List states with cenotes */
    get: operations['listStates']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/availability/{cenoteId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Check availability by date and slot (variant path) */
    get: operations['readAvailability']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/availability/modified-since': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the days whose availability has changed since a cursor
     * @description One range for each cenote or tour, which covers all of its changes since: read the availability of these days again. Cursors are those of `GET /events`, from at most 30 days ago. A slot that begins, and a booking deadline or a day that passes, are no changes.
     */
    get: operations['listAvailabilityChanges']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/cenotes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List cenotes */
    get: operations['listCenotes']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/cenotes/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Read a cenote */
    get: operations['readCenote']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/cenotes/{id}/availability': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Check availability by date and slot */
    get: operations['readCenoteAvailability']
    /** Override the slots and events of a date (scope inventory:write) */
    put: operations['overrideCenoteAvailability']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/cenotes/{id}/calendar': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Read up to a year of a cenote at a glance */
    get: operations['readCenoteCalendar']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/cenotes/search/nearby': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Search cenotes around a point */
    get: operations['searchNearbyCenotes']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/images': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Store a picture
     * @description The picture itself is the body: PNG, JPEG or WebP, at most 10 MiB and 40 megapixels. It is stored upright, without metadata such as the place where it was taken, in widths of at most 320, 800 and 1600 pixels, as JPEG, or as WebP when some of it is transparent. Anyone may read the addresses, and their content never changes. The same picture again gets the same addresses, so a request may be repeated.
     */
    post: operations['uploadImage']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/manifest': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read who comes to a departure or an hour
     * @description Pending, confirmed, checked-in and completed parties, in the order of their pickups, then by guest. An hour of a cenote has the parties of tours that stop there then, too. A partner's key sees its own parties, a key of the operator or the gate those of all partners. At a time without departure or slot it is empty. More than 5,000 parties are refused.
     */
    get: operations['readManifest']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reports/sales.csv': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Download a report of sales as CSV
     * @description Sums of the reservations in every state, one row for each currency and combination of the dimensions in `by`, sorted by them in that order. Amounts have two decimals; gross - discount + tax + fee = total; `balance` is total - paid + refunded, 0 for cancelled and refunded reservations. `soldReservations`, `soldVisitors` and `soldTotal` leave those out, `cancelledReservations` and `cancelledTotal` count them and ended holds; `refundDue` is the amount to refund. At most 10,000 rows, or 10,000 a month when the first dimension is day or month.
     */
    get: operations['exportSales']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List reservations */
    get: operations['listReservations']
    put?: never
    /** Create a reservation */
    post: operations['createReservation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations.csv': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Download reservations as CSV
     * @description All reservations that meet the filters of the list, oldest first, without those made after the download began. Amounts have two decimals. Line breaks and tabs in a text are spaces; an apostrophe stands before each `=`, `+`, `-` or `@` with which a spreadsheet would begin a formula.
     */
    get: operations['exportReservations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Read a reservation by id, booking reference or external id */
    get: operations['readReservation']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Move a reservation, or change its party, guest or services
     * @description All or nothing. `visitDate`, `visitTime`, and `cenoteId` or `tourId` move it: the new places are taken and the former released at once; another day, cenote or tour is priced as a creation now. A coupon that no longer applies is dropped: `pricing.notApplied` says why. With `dryRun=true` it returns what would happen and changes nothing. With `If-Match` it changes only the reservation that was read.
     */
    patch: operations['modifyReservation']
    trace?: never
  }
  '/api/partner/reservations/{id}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Cancel a reservation */
    post: operations['cancelReservation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/cancel/quote': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Quote the refund of a cancellation, without cancelling */
    post: operations['quoteCancellation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/checkin': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Check guests in, on the day of their visit
     * @description The path takes the content of the QR code, too (`qrCode.data`); one with a wrong token is 404 `RESERVATION_NOT_FOUND`.
     */
    post: operations['checkInReservation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/communications/{communicationId}/resend': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a message to the guest again
     * @description To the guest's present address, about the reservation as it is now, also after it was sent or has failed. At most 10 times in 24 hours for all messages of a reservation.
     */
    post: operations['resendCommunication']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/complete': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** End a visit */
    post: operations['completeReservation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/confirm': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Confirm a pending reservation, or record a payment towards the balance of a confirmed one
     * @description Without `paymentId` and `transactionId` no payment is recorded: it is collected on site. A change that made a confirmed reservation more expensive leaves a balance; its payment is recorded here too. `guest`, `visitors` and `services` change a pending reservation as a PATCH does, in the same transaction; a reservation made with `hold` needs the name of a guest by now.
     */
    post: operations['confirmReservation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/extend': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Change the end of the hold of a pending reservation
     * @description With `minutes` any number of times, to at most twice `RESERVATION_HOLD_MINUTES` after the creation (422 with the reason `hold_limit`) and at most to the start of the visit; without a body once, by `RESERVATION_HOLD_MINUTES`.
     */
    post: operations['extendReservation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/no-show': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Record a no-show */
    post: operations['markReservationNoShow']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/payment-link': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mail the guest a payment link
     * @description For a pending reservation with a balance due, at most 10 times in 24 hours. Not for guests who may not see prices, nor for bookings of resellers over OCTO. A guest without an e-mail address is 400 `ERROR_VALIDACION`, field `guest.email`.
     */
    post: operations['sendPaymentLink']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/payments': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Record a payment towards what is due
     * @description At any time until it is cancelled or refunded; the state stays, also of a pending one. With `paymentId`, or else `transactionId`, a payment sent twice counts once; without them an `Idempotency-Key` makes a repetition safe.
     */
    post: operations['recordPayment']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/qr': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * QR code of a reservation
     * @description The envelope, or the picture when Accept names image/png or image/svg+xml or a token is given.
     */
    get: operations['readReservationQrCode']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/{id}/refund': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Record a refund paid to the guest
     * @description For a reservation that is over, its refund; for a pending or confirmed one, its credit: the amount paid above the present price. Returning a credit does not change the state.
     */
    post: operations['refundReservation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/partner/reservations/bulk': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create up to 50 reservations, each independent of the others
     * @description 201 when all succeed, 200 when some do. When none does, the response is BULK_FAILED, whose details have the same `results` and `summary`: 503 when all failed for the same unavailable part, 422 otherwise.
     */
    post: operations['createReservations']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/pricing/calculate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Calculate a price */
    post: operations['calculatePriceVariant']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/system/health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Whether every part of the service works */
    get: operations['readHealth']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/system/status': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The state of each part of the service */
    get: operations['readStatus']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/booking/tours': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List tours */
    get: operations['listTours']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/booking/tours/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Read a tour */
    get: operations['readTour']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/booking/tours/{id}/availability': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Check availability of a tour by date and departure */
    get: operations['readTourAvailability']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/booking/tours/{id}/calendar': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Read up to a year of a tour at a glance */
    get: operations['readTourCalendar']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/booking/tours/{tourId}/meeting-points': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List meeting points and pickup zones of a tour */
    get: operations['listTourMeetingPoints']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/cenotes/{cenoteId}/meeting-points': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List meeting points of a cenote */
    get: operations['listCenoteMeetingPoints']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/cenotes/{id}/services': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List services of a cenote */
    get: operations['listCenoteServices']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/coupons/check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Whether a coupon exists and can be used */
    post: operations['checkCoupon']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/coupons/validate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Validate a coupon
     * @description With `cenoteId` and `subtotal` a coupon that cannot be used is its error; with less the response says why.
     */
    post: operations['validateCoupon']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/documents/{token}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Download a confirmation or ticket as PDF */
    get: operations['readDocument']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/events': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List events
     * @description Events of the last 30 days, oldest first: those of reservations, and, where `types` names them, changes of availability, products and prices. The same log feeds subscriptions and webhooks. Keys of the operator's staff read the events of all partners, each with its `partner`; cursors of operators and of partners are not interchangeable.
     */
    get: operations['listEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/pricing/calculate-complete': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Calculate a price */
    post: operations['calculatePrice']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/pricing/summary/{itemType}/{itemId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Summarize the price of some adults */
    get: operations['summarizePrice']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/pricing/validate-age-breakdown': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Validate an age breakdown */
    post: operations['validateAgeBreakdown']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/public/discount-rules/auto-apply': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List active automatic discount rules */
    get: operations['listAutomaticDiscountRules']
    put?: never
    /** Automatic discounts on the entrance of some adults */
    post: operations['applyAutomaticDiscounts']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List webhooks */
    get: operations['listWebhooks']
    put?: never
    /**
     * Register a webhook
     * @description At most 10 per minute. The secret is shown in this response and never again.
     */
    post: operations['createWebhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Read a webhook */
    get: operations['readWebhook']
    put?: never
    post?: never
    /** Delete a webhook with its deliveries */
    delete: operations['deleteWebhook']
    options?: never
    head?: never
    /** Change a webhook, or switch it on or off */
    patch: operations['updateWebhook']
    trace?: never
  }
  '/webhooks/{id}/deliveries': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List deliveries of a webhook */
    get: operations['listWebhookDeliveries']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Deliver again
     * @description From the start of the retry schedule, also when it succeeded before or the webhook is off.
     */
    post: operations['redeliverWebhookDelivery']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{id}/ping': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a ping
     * @description Queues a delivery of type `webhook.ping`, tried once, also when the webhook is off.
     */
    post: operations['pingWebhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{id}/replay': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Deliver past events again
     * @description Those of its present types, from `after` or `since` to the end of the log as it is now, also when the webhook is off. Each has its `webhook-id` and body of then, and they keep their order. One of `after` and `since` is needed.
     */
    post: operations['replayWebhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{id}/replays/{replayId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Read the progress of a replay */
    get: operations['readWebhookReplay']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{id}/rotate-secret': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Issue a new secret
     * @description For 24 hours deliveries carry the signatures of both secrets.
     */
    post: operations['rotateWebhookSecret']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface webhooks {
  'availability.updated': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of availability.updated
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveAvailabilityUpdated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'pricing.updated': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of pricing.updated
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receivePricingUpdated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'product.created': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of product.created
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveProductCreated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'product.deactivated': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of product.deactivated
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveProductDeactivated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'product.updated': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of product.updated
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveProductUpdated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'reservation.cancelled': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of reservation.cancelled
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveReservationCancelled']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'reservation.checked_in': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of reservation.checked_in
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveReservationCheckedIn']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'reservation.completed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of reservation.completed
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveReservationCompleted']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'reservation.confirmed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of reservation.confirmed
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveReservationConfirmed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'reservation.created': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of reservation.created
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveReservationCreated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'reservation.disrupted': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of reservation.disrupted
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveReservationDisrupted']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'reservation.expired': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of reservation.expired
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveReservationExpired']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'reservation.modified': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of reservation.modified
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveReservationModified']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'reservation.no_show': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of reservation.no_show
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveReservationNoShow']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'reservation.refunded': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of reservation.refunded
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveReservationRefunded']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'webhook.ping': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delivery of webhook.ping
     * @description Verify the signature and respond within 15 seconds; a delivery may be repeated with the same `webhook-id`.
     */
    post: operations['receiveWebhookPing']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface components {
  schemas: {
    ActualVisitorsRequest: {
      /** @description Adults. */
      adults: number
      /** @description Children. */
      children?: number
      /** @description Infants. */
      infants?: number
      /** @description Seniors. */
      seniors?: number
      /** @description Teens. */
      teens?: number
    }
    AgeAdjustment: {
      multiplier: number
      quantity: number
      /** @description Cents. */
      subtotal: number
    }
    AgeBreakdownCheck: {
      breakdown: components['schemas']['AgeBreakdownCheckBreakdownItem'][]
      /** @description Present when it is not valid. */
      errors?: components['schemas']['AgeBreakdownCheckError'][]
      isValid: boolean
      totalPeople: number
    }
    AgeBreakdownCheckBreakdownItem: {
      /** @enum {string} */
      category: 'infant' | 'child' | 'teen' | 'adult' | 'senior'
      count: number
    }
    AgeBreakdownCheckError: {
      code: string
      field: string
      message: string
    }
    AgeBreakdownRequest: {
      adult?: number
      child?: number
      infant?: number
      senior?: number
      teen?: number
    }
    AgeConfiguration: {
      /** @enum {string} */
      category: 'infant' | 'child' | 'teen' | 'adult' | 'senior'
      descriptions: components['schemas']['LocalizedText']
      displayNames: components['schemas']['LocalizedText']
      displayOrder: number
      id: string
      isActive: boolean
      maxAge: number | null
      minAge: number
      /** @description Share of the base price. */
      pricingMultiplier: number
      /** @enum {string} */
      source: 'global' | 'cenote' | 'tour'
    }
    ApiKey: {
      /**
       * Format: date-time
       * @description When it was issued.
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When it expires: 24 hours after it was refreshed.
       */
      expiresAt?: string
      /**
       * Format: uuid
       * @description Identifier; no secret.
       */
      id: string
      /** @description Last four characters of the secret. */
      lastFour: string
      prefix: string
    }
    ApplyAutomaticDiscountsResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      currency: components['schemas']['CurrencySymbol']
      data: components['schemas']['AutomaticDiscounts']
      message: string
      /** @enum {boolean} */
      success: true
    }
    /** @description Who made a change. */
    Author: {
      keyId: string | null
      keyLabel: string | null
      /** @enum {string} */
      type: 'partner' | 'operator' | 'guest' | 'system'
    }
    AutomaticDiscounts: {
      appliedDiscounts: components['schemas']['AutomaticDiscountsAppliedDiscount'][]
      currency: string
      /** @description Cents. */
      totalDiscountAmount: number
    }
    AutomaticDiscountsAppliedDiscount: {
      /** @description Cents. */
      amount: number
      description: string
      id: string
      name: string
      /** @enum {string} */
      type: 'percentage' | 'fixed' | 'quantity_based'
      /** @description Percentage points, or cents for a fixed one. */
      value: number
    }
    AutomaticDiscountsRequest: {
      /**
       * Format: uuid
       * @description Cenote that is to be visited.
       */
      cenoteId: string
      /**
       * Format: date
       * @description Day of the visit.
       */
      date: string
      /**
       * @description Where the guests live, as they can prove at the entrance.
       * @enum {string}
       */
      residency?: 'quintana_roo' | 'mexico' | 'foreign'
      totalPeople: number
    }
    Availability: {
      availability: components['schemas']['AvailabilityDay'][]
      /** Format: uuid */
      cenoteId: string
      dateRange: components['schemas']['AvailabilityDateRange']
      disruption?: components['schemas']['AvailabilityDisruption']
      recommendations: components['schemas']['AvailabilityRecommendation'][]
      requestedVisitors: number
      restrictions: components['schemas']['AvailabilityRestriction'][]
    }
    AvailabilityChange: {
      /**
       * Format: date
       * @description First day whose availability may have changed.
       */
      dateFrom: string
      /**
       * Format: date
       * @description Last such day.
       */
      dateTo: string
      /**
       * Format: uuid
       * @description Id of the cenote or tour.
       */
      productId: string
      /** @enum {string} */
      productType: 'cenote' | 'tour'
    }
    AvailabilityChangePagination: {
      /** @description Whether more changes follow: request them with `nextCursor` now. */
      hasNextPage: boolean
      /** @description The `after` of the next request, now or later. */
      nextCursor: string
    }
    AvailabilityCheckFailedFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'AVAILABILITY_CHECK_FAILED'
      }
    }
    AvailabilityDateRange: {
      /** Format: date */
      end: string
      /** Format: date */
      start: string
    }
    AvailabilityDay: {
      available: boolean
      capacity?: components['schemas']['AvailabilityDayCapacity']
      closure?: components['schemas']['AvailabilityDayClosure']
      /** Format: date */
      date: string
      nextAvailable?: string | null
      pricing?: components['schemas']['AvailabilityDayPricing']
      /** @description The first that holds: inactive, past_date, too_far_ahead, maintenance, closed_weekday, not_a_slot, closed_by_operator, cutoff_passed, too_many_visitors, fully_booked. */
      reason?: string
      timeSlots?: components['schemas']['TimeSlot'][]
    }
    /** @description People. Absent on a day that is not sold, except one that a closure closes. */
    AvailabilityDayCapacity: {
      booked: number
      remaining: number
      total: number
    }
    /** @description Of a day that a closure closes: why, and the text that guests read. */
    AvailabilityDayClosure: {
      message: string
      reason: string
    }
    AvailabilityDayPricing: {
      adult: number
      child: number
      currency: string
    }
    /** @description In the response of an override that closed slots with reservations: what becomes of them. GraphQL `disruption` reports its progress. */
    AvailabilityDisruption: {
      /** Format: uuid */
      id: string
    }
    AvailabilityEvent: {
      /** @description Opaque position in the log; only grows. */
      cursor: string
      /**
       * Format: date
       * @description First day whose availability may have changed.
       */
      dateFrom: string
      /**
       * Format: date
       * @description Last such day.
       */
      dateTo: string
      /** Format: uuid */
      id: string
      /** Format: date-time */
      occurredAt: string
      /**
       * Format: uuid
       * @description Id of the cenote or tour.
       */
      productId: string
      /** @enum {string} */
      productType: 'cenote' | 'tour'
      /** @enum {string} */
      type: 'availability.updated'
    }
    AvailabilityRecommendation: {
      /** Format: date */
      date: string
      reason: string
      time: string
    }
    AvailabilityRestriction: {
      datesAffected: string[]
      message: string
      type: string
    }
    AvailabilityUpdatedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['AvailabilityChange']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'availability.updated'
    }
    BulkOutcome: {
      results: components['schemas']['BulkOutcomeResult'][]
      summary: components['schemas']['BulkOutcomeSummary']
    }
    BulkOutcomeResult: {
      error?: components['schemas']['BulkOutcomeResultError']
      /** @description Position in the request, from 0. */
      index: number
      reservation?: components['schemas']['CreatedReservation']
      success: boolean
    }
    BulkOutcomeResultError: {
      code: components['schemas']['ErrorCode']
      details?: components['schemas']['BulkOutcomeResultErrorDetails']
      message: string
      status: number
    }
    BulkOutcomeResultErrorDetails: {
      [key: string]: unknown
    }
    BulkOutcomeSummary: {
      failed: number
      succeeded: number
      total: number
    }
    CalculatePriceBadRequestFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'INVALID_ITEM_TYPE' | 'INVALID_COORDINATES'
      }
    }
    CalculatePriceNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          'CENOTE_NOT_FOUND' | 'TOUR_NOT_FOUND' | 'MEETING_POINT_NOT_FOUND' | 'SERVICE_NOT_FOUND' | 'COUPON_NOT_FOUND'
      }
    }
    CalculatePriceResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      currency: components['schemas']['CurrencySymbol']
      data: components['schemas']['PriceCalculation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    CalculatePriceUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'INVALID_AGE_BREAKDOWN'
          | 'PICKUP_REQUIRED'
          | 'PICKUP_OUT_OF_ZONE'
          | 'SERVICE_NOT_AVAILABLE'
          | 'SERVICE_NOT_BOOKABLE'
          | 'COUPON_EXPIRED'
          | 'COUPON_usage_LIMIT_REACHED'
          | 'COUPON_MIN_SPEND_NOT_MET'
          | 'COUPON_NOT_APPLICABLE'
          | 'COUPON_NOT_YET_VALID'
          | 'COUPON_INACTIVE'
      }
    }
    CalculatePriceVariantBadRequestFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'INVALID_ITEM_TYPE' | 'INVALID_COORDINATES'
      }
    }
    CalculatePriceVariantNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          'CENOTE_NOT_FOUND' | 'TOUR_NOT_FOUND' | 'MEETING_POINT_NOT_FOUND' | 'SERVICE_NOT_FOUND' | 'COUPON_NOT_FOUND'
      }
    }
    CalculatePriceVariantResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      currency: components['schemas']['CurrencySymbol']
      data: components['schemas']['PriceCalculation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    CalculatePriceVariantUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'INVALID_AGE_BREAKDOWN'
          | 'PICKUP_REQUIRED'
          | 'PICKUP_OUT_OF_ZONE'
          | 'SERVICE_NOT_AVAILABLE'
          | 'SERVICE_NOT_BOOKABLE'
          | 'COUPON_EXPIRED'
          | 'COUPON_usage_LIMIT_REACHED'
          | 'COUPON_MIN_SPEND_NOT_MET'
          | 'COUPON_NOT_APPLICABLE'
          | 'COUPON_NOT_YET_VALID'
          | 'COUPON_INACTIVE'
      }
    }
    CalendarDay: {
      /** @description Whether there is room for the party. */
      available: boolean
      capacity: components['schemas']['CalendarDayCapacity'] | null
      /** Format: date */
      date: string
      firstTime: string | null
      fromPrice: number | null
      reason: string | null
    }
    /** @description People. Null on a day that is not sold. */
    CalendarDayCapacity: {
      remaining: number
      total: number
    }
    CancellationQuote: {
      cancellation: components['schemas']['CancellationQuoteCancellation']
      currency: string
      /** Format: uuid */
      id: string
      refund: components['schemas']['Refund']
      status: components['schemas']['ReservationStatus']
    }
    CancellationQuoteCancellation: {
      /** @description Whether the guest may cancel now; while pending until the visit. */
      allowed: boolean
      /**
       * Format: date-time
       * @description Until when the guest may cancel once confirmed; it changes with the visit alone.
       */
      deadline: string
      policy: components['schemas']['CancellationQuoteCancellationPolicy']
    }
    CancellationQuoteCancellationPolicy: {
      fullRefund: string
      noRefund: string
      partialRefund: string
    }
    /** @enum {string} */
    CancellationReason:
      'guest_request' | 'weather' | 'maintenance' | 'capacity_issue' | 'force_majeure' | 'hold_expired'
    CancelledReservation: {
      cancellation: components['schemas']['CancelledReservationCancellation']
      communications: components['schemas']['CancelledReservationCommunications']
      /** Format: uuid */
      id: string
      refund: components['schemas']['Refund']
      status: components['schemas']['ReservationStatus']
    }
    CancelledReservationCancellation: {
      cancelledAt: string | null
      cancelledBy: string | null
      note: string | null
      reason: components['schemas']['CancellationReason'] | null
    }
    CancelledReservationCommunications: {
      cancellationEmail: components['schemas']['Sending']
    }
    CancelReservationConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'INVALID_STATE_TRANSITION'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    CancelReservationRequest: {
      note?: string
      /** @default false */
      notifyGuest?: boolean
      /** @enum {string} */
      reason: 'guest_request' | 'weather' | 'maintenance' | 'capacity_issue' | 'force_majeure'
      refund?: components['schemas']['CancelReservationRequestRefund']
    }
    CancelReservationRequestRefund: {
      /** @description `auto`, or whole units of the currency: may lower the computed refund, never raise it nor take away a credit. */
      amount?: 'auto' | number
      /** @description Such as original_payment_method. */
      method?: string
      /** @default true */
      requested?: boolean
    }
    CancelReservationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['CancelledReservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    CancelReservationUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_REUSED' | 'CANCELLATION_NOT_ALLOWED'
      }
    }
    Cenote: {
      amenities: components['schemas']['CenoteAmenity'][]
      availability?: components['schemas']['Availability']
      bookingCutoffMinutes: number
      capacity: components['schemas']['CenoteCapacity']
      certifications?: components['schemas']['CenoteCertification'][]
      conservation?: components['schemas']['CenoteConservation']
      contact?: components['schemas']['CenoteContact']
      /** Format: date-time */
      createdAt: string
      description: string
      features: components['schemas']['CenoteFeatures']
      guidelines?: components['schemas']['CenoteGuidelines']
      /** Format: uuid */
      id: string
      images: components['schemas']['Image'][]
      isActive: boolean
      location: components['schemas']['Location']
      /** @description Detail only. */
      longDescription?: string
      metadata: components['schemas']['CenoteMetadata']
      name: string
      /** @description expand=nearby: the 5 closest within 50 km. */
      nearby?: components['schemas']['NearbyCenote'][]
      pricing: components['schemas']['CenotePricing']
      rating: components['schemas']['CenoteRating']
      /** @description expand=reviews: the latest 10. */
      reviews?: components['schemas']['Review'][]
      schedule: components['schemas']['CenoteSchedule']
      slug: string
      /** @description expand=tours: active tours that include it. */
      tours?: components['schemas']['Tour'][]
      /** Format: date-time */
      updatedAt: string
      weather?: components['schemas']['CenoteWeather']
    }
    CenoteAmenity: {
      available: boolean
      /** @description Detail or expand=amenities. */
      capacity?: number
      /** @enum {string} */
      category: 'facilities' | 'activities' | 'dining'
      /** @description Whole MXN, 0 when free. */
      cost: number
      /** @description Detail or expand=amenities. */
      description?: string
      features?: string[]
      hours?: string
      /** @description Detail or expand=amenities. */
      icon?: string
      id: string
      menu?: components['schemas']['CenoteAmenityMenuItem'][]
      name: string
      requirements?: string[]
    }
    CenoteAmenityMenuItem: {
      description?: string
      item: string
      price: number
    }
    CenoteCalendar: {
      /** Format: uuid */
      cenoteId: string
      days: components['schemas']['CalendarDay'][]
      /** Format: date */
      endDate: string
      /** Format: date */
      startDate: string
    }
    CenoteCapacity: {
      /** @description Places taken for today. */
      current: number
      daily: number
      hourly: number
    }
    CenoteCertification: {
      criteria: string[]
      issuer: string
      name: string
      /** Format: date */
      validUntil: string
    }
    CenoteConservation: {
      conservation_efforts: string[]
      impact: components['schemas']['CenoteConservationImpact']
      protectedBy: string
      status: string
    }
    CenoteConservationImpact: {
      community: string
      economic: string
      environmental: string
    }
    CenoteContact: {
      email?: string
      phone?: string
      social?: components['schemas']['CenoteContactSocial']
      website?: string
    }
    CenoteContactSocial: {
      facebook?: string
      instagram?: string
      tripadvisor?: string
    }
    CenoteFeatures: {
      accessibility: components['schemas']['CenoteFeaturesAccessibility']
      depth: components['schemas']['CenoteFeaturesDepth']
      /** @enum {string} */
      difficulty: 'beginner' | 'intermediate' | 'advanced'
      temperature: components['schemas']['CenoteFeaturesTemperature']
      /** @enum {string} */
      type: 'open' | 'semi-open' | 'cave' | 'underground'
      visibility?: components['schemas']['CenoteFeaturesVisibility']
    }
    CenoteFeaturesAccessibility: {
      platformAvailable: boolean
      stairsToWater?: number
      wheelchairAccessible: boolean
    }
    CenoteFeaturesDepth: {
      max: number
      min: number
      /** @enum {string} */
      unit: 'meters' | 'feet' | 'other'
    }
    CenoteFeaturesTemperature: {
      avg: number
      /** @enum {string} */
      unit: 'celsius' | 'fahrenheit' | 'other'
    }
    CenoteFeaturesVisibility: {
      avg: number
      /** @enum {string} */
      unit: 'meters' | 'feet' | 'other'
    }
    CenoteGuidelines: {
      beforeVisit: string[]
      duringVisit: string[]
      safety: string[]
    }
    CenoteMetadata: {
      featured: boolean
      /** Format: date-time */
      lastUpdated: string
      popularity: number
      verifiedAt: string | null
    }
    CenoteNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'CENOTE_NOT_FOUND'
      }
    }
    CenotePricing: {
      /** @description Whole units of the currency. */
      adult: number
      child: number
      currency: string
      excludes?: string[]
      groupDiscounts?: components['schemas']['CenotePricingGroupDiscount'][]
      includes: string[]
      senior?: number
    }
    CenotePricingGroupDiscount: {
      discount: number
      minSize: number
    }
    CenoteRating: {
      average: number
      breakdown: components['schemas']['CenoteRatingBreakdown']
      count: number
    }
    CenoteRatingBreakdown: {
      1: number
      2: number
      3: number
      4: number
      5: number
    }
    CenoteSchedule: {
      closeTime: string
      cutoffs: components['schemas']['CenoteScheduleCutoff'][]
      daysOpen: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
      openTime: string
      timezone: string
    }
    CenoteScheduleCutoff: {
      minutes: number
      /** @enum {string} */
      weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
    }
    CenoteService: {
      /** @enum {string} */
      category: 'transportation' | 'equipment' | 'guide' | 'food' | 'photo' | 'other'
      description: components['schemas']['LocalizedText']
      displayOrder: number
      /** Format: uuid */
      id: string
      /** @enum {string} */
      inclusionType: 'included' | 'optional' | 'not_available'
      isActive: boolean
      isBookable: boolean
      name: components['schemas']['LocalizedText']
      /** @description Cents; null when not available. */
      price: number | null
      /** Format: uuid */
      serviceId: string
      transportConfig?: components['schemas']['CenoteServiceTransportConfig']
    }
    CenoteServiceTransportConfig: {
      maxCapacity: number
      /** @description Cents. */
      pricePerKm: number
      vehicleTypes: string[]
    }
    CenoteWeather: {
      bestVisitingMonths: string[]
      rainySeasonImpact: string
      temperature: components['schemas']['CenoteWeatherTemperature']
    }
    CenoteWeatherTemperature: {
      air: components['schemas']['CenoteWeatherTemperatureAir']
      water: components['schemas']['CenoteWeatherTemperatureWater']
    }
    CenoteWeatherTemperatureAir: {
      max: number
      min: number
      /** @enum {string} */
      unit: 'celsius' | 'fahrenheit' | 'other'
    }
    CenoteWeatherTemperatureWater: {
      avg: number
      /** @enum {string} */
      unit: 'celsius' | 'fahrenheit' | 'other'
    }
    CheckCouponResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      currency: components['schemas']['CurrencySymbol']
      data: components['schemas']['CouponCheck']
      message: string
      /** @enum {boolean} */
      success: true
    }
    CheckedInReservation: {
      checkIn: components['schemas']['CheckIn']
      /** Format: uuid */
      id: string
      payment?: components['schemas']['CheckedInReservationPayment']
      status: components['schemas']['ReservationStatus']
    }
    /** @description The balance to collect on site, if any. */
    CheckedInReservationPayment: {
      /** @description The total paid, in whole units. */
      amountPaid: number
      /** @description The amount still due, in whole units: the present price less all payments, plus returned credits. */
      balanceDue: number
      currency: string
    }
    CheckIn: {
      actualVisitors: components['schemas']['CheckInActualVisitors']
      /** Format: date-time */
      checkedInAt: string
      /** Format: date-time */
      expectedDeparture: string
      /** @description Who received the guests; null when not given. */
      staff: components['schemas']['CheckInStaff'] | null
    }
    CheckInActualVisitors: {
      adults: number
      children: number
      /** @description Absent when there are none. */
      infants?: number
      seniors: number
      /** @description Absent when there are none. */
      teens?: number
    }
    CheckInReservationConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'INVALID_STATE_TRANSITION'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    CheckInReservationRequest: {
      actualVisitors?: components['schemas']['ActualVisitorsRequest']
      /**
       * Format: date-time
       * @description Now when absent; not in the future.
       */
      checkedInAt?: string
      /** @description Internal notes. */
      notes?: string
      /**
       * @description Refuses with PAYMENT_REQUIRED while something is still to be paid.
       * @default false
       */
      requirePaid?: boolean
      staff?: components['schemas']['StaffRequest']
    }
    CheckInReservationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['CheckedInReservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    CheckInReservationUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_REUSED' | 'MODIFICATION_NOT_ALLOWED' | 'PAYMENT_REQUIRED'
      }
    }
    CheckInStaff: {
      id?: string
      name?: string
    }
    Communication: {
      /** @description Oldest first, at most the latest 50. */
      attempts: components['schemas']['CommunicationAttempt'][]
      /** Format: uuid */
      id: string
      /** @description The guest's address at the latest attempt. */
      recipient: string
      /**
       * Format: date-time
       * @description When the next attempt is due, while `scheduled`.
       */
      scheduledFor?: string
      /**
       * Format: date-time
       * @description When the mail server first accepted the mail.
       */
      sentAt?: string
      /** @description `scheduled` until the mail server has accepted the mail (`sent`) or no attempt is left (`failed`); `scheduled` again after it was requested again. */
      status: string
      /** @description confirmation_email, modification_email, payment_link_email, cancellation_email, review_request, follow_up_email or reminder_email */
      type: string
    }
    CommunicationAttempt: {
      /** Format: date-time */
      at: string
      error: string | null
      /** @description sent or failed */
      outcome: string
    }
    CompletedReservation: {
      completion: components['schemas']['Completion']
      /** Format: uuid */
      id: string
      reviewRequest: components['schemas']['ReviewRequest']
      status: components['schemas']['ReservationStatus']
    }
    CompleteReservationConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'INVALID_STATE_TRANSITION'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    CompleteReservationRequest: {
      /** @description Minutes. */
      actualDuration?: number
      /**
       * Format: date-time
       * @description Now when absent.
       */
      completedAt?: string
      feedback?: components['schemas']['CompleteReservationRequestFeedback']
      /** @description Internal notes. */
      notes?: string
      staff?: components['schemas']['StaffRequest']
    }
    CompleteReservationRequestFeedback: {
      /**
       * @description Thanks the guest by e-mail.
       * @default false
       */
      followUpEmail?: boolean
      /**
       * @description Asks the guest for a review by e-mail.
       * @default false
       */
      requestReview?: boolean
    }
    CompleteReservationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['CompletedReservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    Completion: {
      /** @description Minutes. */
      actualDuration: number
      /** Format: date-time */
      completedAt: string
      /** @description Who saw the guests off, as given when completing; null when not given. */
      staff: components['schemas']['CompletionStaff'] | null
      /** @description Minutes from check-in to the end. */
      totalVisitTime: number
    }
    CompletionStaff: {
      id?: string
      name?: string
    }
    ConfirmedReservation: {
      communications: components['schemas']['ConfirmedReservationCommunications']
      confirmationCode: string
      documents: components['schemas']['ConfirmedReservationDocuments']
      /** Format: uuid */
      id: string
      /** @description The payment that was recorded; null without one, when it is collected on site. */
      payment: components['schemas']['ConfirmedReservationPayment'] | null
      status: components['schemas']['ReservationStatus']
    }
    ConfirmedReservationCommunications: {
      confirmationEmail: components['schemas']['Sending']
    }
    ConfirmedReservationDocuments: {
      confirmation: string | null
      ticket: string | null
    }
    ConfirmedReservationPayment: {
      /** @description The total paid, in whole units. */
      amountPaid: number
      /** @description The amount still due, in whole units: the present price less all payments, plus returned credits. */
      balanceDue: number
      /** Format: date-time */
      confirmedAt: string
      id: string
      status: string
    }
    ConfirmReservationConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'INVALID_STATE_TRANSITION'
          | 'PAYMENT_ALREADY_RECORDED'
          | 'EDIT_CONFLICT'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    ConfirmReservationNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'RESERVATION_NOT_FOUND' | 'SERVICE_NOT_FOUND'
      }
    }
    ConfirmReservationRequest: {
      /** @description Whole units of the currency; all that is due when absent. */
      amount?: number
      /** @default false */
      confirmationEmail?: boolean
      /** @description Confirms it although its day or slot was closed since or its cenote is off sale. For keys of the operator's staff; 403 for others. */
      force?: boolean
      /** @default false */
      generateDocuments?: boolean
      guest?: components['schemas']['ConfirmReservationRequestGuest']
      /** @description Id of the payment at the provider. One sent twice counts once. */
      paymentId?: string
      /** @description Such as credit_card. */
      paymentMethod?: string
      /** @description Who took the payment, such as stripe. */
      provider?: string
      /** @description The partner's own reference. */
      resellerReference?: string
      services?: components['schemas']['ConfirmReservationRequestService'][]
      /**
       * @description One ticket for the party, or one for each person; all carry the same code. As it is when absent.
       * @enum {string}
       */
      tickets?: 'party' | 'person'
      transactionId?: string
      visitors?: components['schemas']['ConfirmReservationRequestVisitors']
    }
    /** @description A field that is absent stays; null empties it. */
    ConfirmReservationRequestGuest: {
      dateOfBirth?: string | null
      /** Format: idn-email */
      email?: string
      emergencyContact?: components['schemas']['EmergencyContactRequest'] | null
      loyaltyMember?: components['schemas']['StoredObject'] | null
      name?: string
      nationality?: string | null
      /** @description Telephone number. */
      phone?: string
      preferences?: components['schemas']['StoredObject'] | null
    }
    ConfirmReservationRequestService: {
      /** @enum {string} */
      action: 'add' | 'remove' | 'update'
      /** @description Id of a service of the cenote. */
      id: string
      pickup?: components['schemas']['PickupRequest']
      quantity?: number
    }
    /** @description A count that is absent stays. 1 to 50 people afterwards. */
    ConfirmReservationRequestVisitors: {
      /** @description Adults. */
      adults?: number
      /** @description Children. */
      children?: number
      /** @description Infants. */
      infants?: number
      /** @description Seniors. */
      seniors?: number
      /** @description Teens. */
      teens?: number
    }
    ConfirmReservationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ConfirmedReservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ConfirmReservationUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'CENOTE_NOT_AVAILABLE'
          | 'TOUR_NOT_AVAILABLE'
          | 'PAYMENT_EXCEEDS_BALANCE'
          | 'INSUFFICIENT_CAPACITY'
          | 'HOLD_LIMIT_EXCEEDED'
          | 'INVALID_AGE_BREAKDOWN'
          | 'MODIFICATION_NOT_ALLOWED'
          | 'SERVICE_NOT_AVAILABLE'
          | 'SERVICE_NOT_BOOKABLE'
      }
    }
    Coordinates: {
      /** @description Degrees north. */
      latitude: number
      /** @description Degrees east. */
      longitude: number
    }
    Coupon: {
      code: string
      /** @enum {string} */
      discountType: 'percentage' | 'fixed_amount' | 'free_service'
      /** @description Percentage points, or cents. */
      discountValue: number
      id: string
      isActive: boolean
      maxDiscountAmount: number | null
      minPurchaseAmount: number | null
      name: string
      usageCount: number
      usageLimit: number | null
      validFrom: string | null
      validUntil: string | null
    }
    CouponCheck: {
      coupon: components['schemas']['Coupon'] | null
      /** @description Why it cannot be used. */
      errors: string[]
      isValid: boolean
      /** @description In the language of Accept-Language. */
      message: string
    }
    CouponCheckRequest: {
      /** @description Upper and lower case are the same. */
      code: string
    }
    CouponQuote: {
      code: string
      currency: string
      description: string
      /** @description Cents. */
      discountAmount: number
      /** @enum {string} */
      discountType: 'percentage' | 'fixed_amount' | 'free_service'
      /** @description Percentage points, or cents. */
      discountValue: number
      /** @description Cents. */
      finalPrice: number
      /** @description Whether the cenote is active: one that is not cannot be reserved. */
      isActive: boolean
      /** @enum {boolean} */
      isValid: true
    }
    CouponValidation: {
      coupon: components['schemas']['Coupon'] | null
      /** @description Why it cannot be used. */
      errors: string[]
      isValid: boolean
      /** @description In the language of Accept-Language. */
      message: string
      potentialDiscount: number | null
    }
    CouponValidationRequest: {
      /**
       * Format: uuid
       * @description Cenote that is to be visited.
       */
      cenoteId?: string
      /** @description Upper and lower case are the same. */
      code: string
      /** @description Cents of MXN before the coupon. */
      subtotal?: number
    }
    CreatedReservation: {
      bookingReference: string
      cancellation: components['schemas']['CreatedReservationCancellation']
      cenoteId: string | null
      confirmationCode: string
      /** Format: date-time */
      createdAt: string
      expiresAt: string | null
      /**
       * Format: uuid
       * @description The id that the partner chose.
       */
      externalId?: string
      /** Format: uuid */
      id: string
      payment: components['schemas']['PaymentDue']
      pricing: components['schemas']['ReservationPricing']
      product: components['schemas']['Product']
      qrCode: components['schemas']['QrCode']
      /** @description The partner's own reference. */
      resellerReference?: string
      status: components['schemas']['ReservationStatus']
      tourId: string | null
      transport: components['schemas']['Transport'] | null
      /** Format: date */
      visitDate: string
      visitors: components['schemas']['Visitors']
      visitTime: string
    }
    CreatedReservationCancellation: {
      /** @description Whether the guest may cancel now; while pending until the visit. */
      allowed: boolean
      /**
       * Format: date-time
       * @description Until when the guest may cancel once confirmed; it changes with the visit alone.
       */
      deadline: string
      policy: components['schemas']['CreatedReservationCancellationPolicy']
    }
    CreatedReservationCancellationPolicy: {
      fullRefund: string
      noRefund: string
      partialRefund: string
    }
    CreateReservationConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_IN_USE' | 'IDEMPOTENCY_ANSWER_NOT_STORED' | 'RESERVATION_ALREADY_EXISTS'
      }
    }
    CreateReservationNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'PARTNER_NOT_FOUND'
          | 'CENOTE_NOT_FOUND'
          | 'TOUR_NOT_FOUND'
          | 'MEETING_POINT_NOT_FOUND'
          | 'SERVICE_NOT_FOUND'
          | 'COUPON_NOT_FOUND'
      }
    }
    CreateReservationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['CreatedReservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    CreateReservationsRequest: {
      reservations: unknown[]
    }
    CreateReservationsResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['BulkOutcome']
      message: string
      /** @enum {boolean} */
      success: true
    }
    CreateReservationsUnavailableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'SERVICE_UNAVAILABLE' | 'BULK_FAILED'
      }
    }
    CreateReservationsUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_REUSED' | 'BULK_FAILED'
      }
    }
    CreateReservationUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'CENOTE_NOT_AVAILABLE'
          | 'TOUR_NOT_AVAILABLE'
          | 'INSUFFICIENT_CAPACITY'
          | 'HOLD_LIMIT_EXCEEDED'
          | 'INVALID_AGE_BREAKDOWN'
          | 'PICKUP_REQUIRED'
          | 'PICKUP_OUT_OF_ZONE'
          | 'SERVICE_NOT_AVAILABLE'
          | 'SERVICE_NOT_BOOKABLE'
          | 'COUPON_EXPIRED'
          | 'COUPON_usage_LIMIT_REACHED'
          | 'COUPON_MIN_SPEND_NOT_MET'
          | 'COUPON_NOT_APPLICABLE'
          | 'COUPON_NOT_YET_VALID'
          | 'COUPON_INACTIVE'
          | 'QUOTE_INVALID'
          | 'QUOTE_EXPIRED'
          | 'QUOTE_MISMATCH'
      }
    }
    CreateWebhookConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_IN_USE' | 'IDEMPOTENCY_ANSWER_NOT_STORED' | 'WEBHOOK_ALREADY_EXISTS'
      }
    }
    CreateWebhookRequest: {
      description?: string
      /** @description Types of events, and wildcards for several. Events of availability, products and prices are not of one partner, and need the scope `catalog:read`; `*` needs `reservations:read`, too. */
      events: components['schemas']['EventTypeName'][]
      /** @description Public https address; the sandbox also takes http and loopback. */
      url: string
    }
    CreateWebhookResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['IssuedWebhook']
      message: string
      /** @enum {boolean} */
      success: true
    }
    CreateWebhookUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_REUSED' | 'WEBHOOK_LIMIT_REACHED'
      }
    }
    Currencies: {
      base: string
      currencies: components['schemas']['CurrenciesCurrency'][]
      /** Format: date-time */
      lastUpdated: string
      /** @description How much of each currency one of `base` buys. */
      rates: {
        [key: string]: number
      }
    }
    CurrenciesCurrency: {
      code: string
      name: string
      rate: number
      symbol: string
    }
    CurrencySymbol: {
      code: string
      symbol: string
    }
    DepartureException: {
      cancelled: boolean
      /** @description People on that date. Absent when cancelled. */
      capacity?: number
      /** Format: date */
      date: string
      /** @description HH:MM, in the time zone of the tour. */
      startTime: string
    }
    DepartureSlot: {
      available: boolean
      /**
       * Format: date-time
       * @description The instant at which booking it ends: its start less the cutoff of the tour.
       */
      bookableUntil: string
      booked: number
      /** @description People it holds. */
      capacity: number
      /** @description End, HH:MM, in the tour's time zone; it may be of the next day. */
      endTime: string
      /** @description The smallest party that can book it, in people. */
      minParty: number
      /** @description Why it has no room for the party, the first that holds: departure_cancelled, past_date, closed_by_operator, stop_closed, cutoff_passed, below_minimum, too_many_visitors, fully_booked, stop_full. */
      reason?: string
      /** @description The least of its own places and of those left at its stops. */
      remaining: number
      stop?: components['schemas']['DepartureSlotStop']
      /** @description Start, HH:MM, in the tour's time zone. */
      time: string
      waitlist?: boolean
    }
    /** @description With the reasons stop_closed and stop_full: the stop that is closed or full. */
    DepartureSlotStop: {
      /** Format: uuid */
      cenoteId: string
      time: string | null
    }
    DepartureTime: {
      /** @description People each time; at 0 it is not sold. */
      capacity: number
      /**
       * Format: date
       * @description First day of the season.
       */
      from?: string
      /** @description HH:MM, in the time zone of the tour. */
      startTime: string
      /**
       * Format: date
       * @description Last day of the season, inclusive.
       */
      until?: string
      weekdays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
    }
    DiscountRule: {
      /** @enum {string} */
      appliesTo: 'all' | 'cenote' | 'tour' | 'specific'
      autoApply: boolean
      currency: string
      description: string
      /** @enum {string} */
      discountType: 'percentage' | 'fixed' | 'quantity_based'
      excludeTransportFromDiscount: boolean
      id: string
      isActive: boolean
      /**
       * Format: uuid
       * @description The one cenote or tour that a `specific` rule is for.
       */
      itemId?: string
      /** @description Cents. */
      maxDiscountAmount: number
      minAmount: number | null
      name: string
      priority: number
      promotion?: components['schemas']['DiscountRulePromotion']
      stackable: boolean
      /** @enum {string} */
      userEligibility: 'all' | 'authenticated' | 'vip' | 'first_purchase' | 'local_resident' | 'mexican_national'
      /** @description Percentage points, or cents for a fixed one. */
      value: number
    }
    DiscountRulePromotion: {
      /** Format: date-time */
      endDate: string
      id: string
      name: string
      promotionType: string
      slug: string
      /** Format: date-time */
      startDate: string
      /** @enum {string} */
      status: 'draft' | 'active' | 'paused' | 'ended'
    }
    EmergencyContactRequest: {
      name: string
      /** @description Telephone number. */
      phone: string
      relationship: string
    }
    /**
     * @description New codes may be added: treat one that you do not know by its status.
     * @enum {string}
     */
    ErrorCode:
      | 'INVALID_API_KEY'
      | 'AUTHENTICATION_REQUIRED'
      | 'INSUFFICIENT_PERMISSIONS'
      | 'ORIGIN_NOT_ALLOWED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'SUBSCRIPTION_LIMIT_REACHED'
      | 'SUBSCRIPTION_BUDGET_EXCEEDED'
      | 'ERROR_VALIDACION'
      | 'NOT_FOUND'
      | 'TICKET_NOT_VALID'
      | 'METHOD_NOT_ALLOWED'
      | 'PAYLOAD_TOO_LARGE'
      | 'NOT_ACCEPTABLE'
      | 'UNSUPPORTED_MEDIA_TYPE'
      | 'MALFORMED_REQUEST'
      | 'REQUEST_TIMEOUT'
      | 'HEADERS_TOO_LARGE'
      | 'DOCUMENT_TOO_LARGE'
      | 'OPERATION_TOO_COSTLY'
      | 'ANSWER_TOO_LARGE'
      | 'DOCUMENT_NOT_TRUSTED'
      | 'INTERNAL_ERROR'
      | 'SERVICE_UNAVAILABLE'
      | 'CENOTE_NOT_FOUND'
      | 'AMENITY_NOT_FOUND'
      | 'TOUR_NOT_FOUND'
      | 'RESERVATION_NOT_FOUND'
      | 'RESERVATION_ALREADY_EXISTS'
      | 'REFERENCE_NOT_UNIQUE'
      | 'COMMUNICATION_NOT_FOUND'
      | 'COMMUNICATION_NOT_APPLICABLE'
      | 'INVALID_CURSOR'
      | 'API_KEY_NOT_FOUND'
      | 'API_KEY_LIMIT_REACHED'
      | 'PARTNER_NOT_FOUND'
      | 'WEBHOOK_NOT_FOUND'
      | 'WEBHOOK_ALREADY_EXISTS'
      | 'WEBHOOK_LIMIT_REACHED'
      | 'REPLAY_IN_PROGRESS'
      | 'INVALID_COORDINATES'
      | 'CENOTE_NOT_AVAILABLE'
      | 'TOUR_NOT_AVAILABLE'
      | 'INSUFFICIENT_CAPACITY'
      | 'HOLD_LIMIT_EXCEEDED'
      | 'RESERVATIONS_AFFECTED'
      | 'EXISTING_RESERVATIONS'
      | 'DISRUPTION_NOT_FOUND'
      | 'CALENDAR_ENTRY_NOT_FOUND'
      | 'AVAILABILITY_CHECK_FAILED'
      | 'MODIFICATION_NOT_ALLOWED'
      | 'CANCELLATION_NOT_ALLOWED'
      | 'INVALID_STATE_TRANSITION'
      | 'REFUND_NOT_DUE'
      | 'BULK_FAILED'
      | 'PAYMENT_EXCEEDS_BALANCE'
      | 'PAYMENT_REQUIRED'
      | 'PAYMENT_ALREADY_RECORDED'
      | 'REVIEW_ALREADY_WRITTEN'
      | 'AMOUNT_CHANGED'
      | 'EDIT_CONFLICT'
      | 'IDEMPOTENCY_KEY_IN_USE'
      | 'IDEMPOTENCY_KEY_REUSED'
      | 'IDEMPOTENCY_ANSWER_NOT_STORED'
      | 'INVALID_ITEM_TYPE'
      | 'INVALID_AGE_BREAKDOWN'
      | 'PICKUP_REQUIRED'
      | 'PICKUP_OUT_OF_ZONE'
      | 'MEETING_POINT_NOT_FOUND'
      | 'SERVICE_NOT_FOUND'
      | 'SERVICE_NOT_AVAILABLE'
      | 'SERVICE_NOT_BOOKABLE'
      | 'PRICE_FACT_NOT_FOUND'
      | 'COUPON_LIMIT_BELOW_USES'
      | 'COUPON_NOT_FOUND'
      | 'COUPON_EXPIRED'
      | 'COUPON_usage_LIMIT_REACHED'
      | 'COUPON_MIN_SPEND_NOT_MET'
      | 'COUPON_NOT_APPLICABLE'
      | 'COUPON_NOT_YET_VALID'
      | 'COUPON_INACTIVE'
      | 'QUOTE_INVALID'
      | 'QUOTE_EXPIRED'
      | 'QUOTE_MISMATCH'
    Event:
      | components['schemas']['ReservationEvent']
      | components['schemas']['AvailabilityEvent']
      | components['schemas']['ProductEvent']
      | components['schemas']['PricingEvent']
    EventPagination: {
      /** @description Null in cursor mode. */
      currentPage: number | null
      lastPage: number
      /** @description The `after` of the next page; null at the end, where the `cursor` of the last event continues later. With `after=now` the end itself. */
      nextCursor: string | null
      perPage: number
      /** @description Stored events that match, on all pages. */
      total: number
    }
    /**
     * @description Of events of reservations. New types may be added: ignore one that you do not know.
     * @enum {string}
     */
    EventType:
      | 'reservation.created'
      | 'reservation.confirmed'
      | 'reservation.modified'
      | 'reservation.cancelled'
      | 'reservation.expired'
      | 'reservation.checked_in'
      | 'reservation.completed'
      | 'reservation.no_show'
      | 'reservation.refunded'
      | 'reservation.disrupted'
    /**
     * @description A type of event, or a wildcard for all types that begin so, also those that are added later.
     * @enum {string}
     */
    EventTypeName:
      | 'reservation.created'
      | 'reservation.confirmed'
      | 'reservation.modified'
      | 'reservation.cancelled'
      | 'reservation.expired'
      | 'reservation.checked_in'
      | 'reservation.completed'
      | 'reservation.no_show'
      | 'reservation.refunded'
      | 'reservation.disrupted'
      | 'availability.updated'
      | 'product.created'
      | 'product.updated'
      | 'product.deactivated'
      | 'pricing.updated'
      | 'reservation.*'
      | 'availability.*'
      | 'product.*'
      | 'pricing.*'
      | '*'
    ExchangeRates: {
      base: string
      /** Format: date-time */
      lastUpdated: string
      /** @description How much of a currency one unit of base buys. */
      rates: {
        [key: string]: number
      }
    }
    ExistingReservationsFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'EXISTING_RESERVATIONS'
      }
    }
    ExtendedReservation: {
      expiresAt: string | null
      /** Format: uuid */
      id: string
      payment: components['schemas']['PaymentDue']
      status: components['schemas']['ReservationStatus']
    }
    ExtendReservationConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'INVALID_STATE_TRANSITION'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    ExtendReservationRequest: {
      /** @description From now until the hold ends, at most `RESERVATION_HOLD_MINUTES`; fewer than are left shorten it. Without them the hold is extended by `RESERVATION_HOLD_MINUTES`, once. */
      minutes?: number
    }
    ExtendReservationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ExtendedReservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ExtendReservationUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_REUSED' | 'MODIFICATION_NOT_ALLOWED'
      }
    }
    Failure: {
      /** @constant */
      _sandbox?: true
      error: components['schemas']['FailureError']
      /** @constant */
      success: false
    }
    FailureError: {
      code: components['schemas']['ErrorCode']
      details?: components['schemas']['FailureErrorDetails']
      /**
       * Format: uri
       * @description URL of the description of the code.
       */
      docs?: string
      /** @description In the language of Accept-Language. */
      message: string
      messageKey?: string
      /** @description Also in the header X-Request-Id. */
      requestId?: string
      /** @description The status of the response. */
      status: number
    }
    /** @description Details of the error; each code has its own members. */
    FailureErrorDetails: {
      [key: string]: unknown
    }
    FlatReservationRequest: {
      /**
       * Format: uuid
       * @description Which cenote; exactly one of `cenoteId` and `tourId`.
       */
      cenoteId?: string
      /**
       * Format: date-or-date-time
       * @description Day of the visit and its slot, when the time names one; otherwise the first with room. With an offset or `Z` an instant, which is turned into the day and time at the cenote; without one local to it.
       */
      date: string
      /** Format: idn-email */
      email: string
      /**
       * Format: uuid
       * @description An id that the caller chooses; it stands wherever `{id}` does. Sent again for the same product, visit and party it is the same reservation (200).
       */
      externalId?: string
      /**
       * Format: uuid
       * @description The partner that sells it, for keys of operators; others name at most their own. `direct` when absent there.
       */
      partnerId?: string
      /** @description The partner's own reference. */
      resellerReference?: string
      /**
       * Format: uuid
       * @description Which tour; its slots are its departures.
       */
      tourId?: string
      /** @description Adults. */
      visitors: number
    }
    ForbiddenFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'INSUFFICIENT_PERMISSIONS'
      }
    }
    Guest: {
      /** Format: date */
      dateOfBirth?: string
      email: string
      emergencyContact?: components['schemas']['GuestEmergencyContact']
      loyaltyMember?: components['schemas']['StoredObject']
      name: string
      nationality?: string
      phone: string
      preferences?: components['schemas']['StoredObject']
    }
    GuestEmergencyContact: {
      name: string
      phone: string
      relationship: string
    }
    /** @description Actions of the guest on the page of the visit, while it can be cancelled or changed: as given for this reservation, else as in the settings of the partner. */
    GuestMay: {
      /** @description Cancel the visit. */
      cancel: boolean
      /** @description Choose another hour of the same day. */
      change: boolean
    }
    /** @description Actions of the guest on the page of the visit. As in the settings of the partner when absent. */
    GuestMayRequest: {
      /** @description Cancel the visit. */
      cancel?: boolean
      /** @description Choose another hour of the same day. */
      change?: boolean
    }
    GuestRequest: {
      /**
       * Format: date
       * @description Date of birth.
       */
      dateOfBirth?: string
      /** Format: idn-email */
      email: string
      emergencyContact?: components['schemas']['EmergencyContactRequest']
      loyaltyMember?: components['schemas']['StoredObject']
      name: string
      /**
       * Format: country-code
       * @description ISO 3166 country code, two letters.
       */
      nationality?: string
      /** @description Telephone number. */
      phone: string
      preferences?: components['schemas']['StoredObject']
    }
    Health: {
      /** @enum {string} */
      status: 'healthy'
    }
    HoldRequest: {
      /** @description The same for a guest who leaves the payment page without having paid. */
      cancelUrl?: string
      /**
       * Format: uuid
       * @description Which cenote; exactly one of `cenoteId` and `tourId`.
       */
      cenoteId?: string
      /**
       * Format: uuid
       * @description An id that the caller chooses; it stands wherever `{id}` does. Sent again for the same product, visit and party it is the same reservation (200).
       */
      externalId?: string
      guest?: components['schemas']['GuestRequest']
      guestMay?: components['schemas']['GuestMayRequest']
      /** @description Whether the guest sees no prices: on pages, in documents and in e-mails. As in the settings of the partner when absent. */
      hidePrice?: boolean
      /**
       * @description Places are only held: `guest` may be left out until confirming.
       * @enum {boolean}
       */
      hold: true
      /** @description Until the hold ends, at most `RESERVATION_HOLD_MINUTES` of the installation, which is the default; never beyond the start of the visit. */
      holdMinutes?: number
      metadata?: components['schemas']['HoldRequestMetadata']
      /**
       * Format: uuid
       * @description The partner that sells it, for keys of operators; others name at most their own. `direct` when absent there.
       */
      partnerId?: string
      /** @description Coupon code. */
      promoCode?: string
      /** @description Of a price calculation of the last 15 minutes for the same cenote or tour, party, services, coupon and residency, for the same transport if it is given here, and for the same day when the calculation named one. */
      quoteToken?: string
      /** @description The partner's own reference. */
      resellerReference?: string
      /**
       * @description Where the guests live, as they can prove at the entrance.
       * @enum {string}
       */
      residency?: 'quintana_roo' | 'mexico' | 'foreign'
      /** @description Where the payment page leads the guest once it is paid; `bookingReference` is added to its query. An https address without credentials, whose origin is one of `returnOrigins` in the settings of the partner; in the sandbox also one on loopback. */
      returnUrl?: string
      services?: components['schemas']['HoldRequestService'][]
      specialRequests?: string
      /**
       * @description One ticket for the party, or one for each person; all carry the same code. As in the settings of the partner when absent.
       * @enum {string}
       */
      tickets?: 'party' | 'person'
      /**
       * Format: uuid
       * @description Which tour; its slots are its departures.
       */
      tourId?: string
      transport?: components['schemas']['TransportRequest']
      /**
       * Format: date
       * @description Day of the visit, YYYY-MM-DD.
       */
      visitDate: string
      visitors: components['schemas']['HoldVisitorsRequest']
      /** @description Slot, HH:MM; the first with room when absent. */
      visitTime?: string
    }
    HoldRequestMetadata: {
      affiliateId?: string | null
      source?: string
    }
    HoldRequestService: {
      /** @description Id of a service of the cenote. */
      id: string
      pickup?: components['schemas']['PickupRequest']
      /** @default 1 */
      quantity?: number
    }
    HoldVisitorsRequest: {
      /** @description Adults. */
      adults: number
      /** @description Children. */
      children?: number
      /** @description Infants. */
      infants?: number
      /** @description Seniors. */
      seniors?: number
      /** @description Teens. */
      teens?: number
    }
    IdempotencyConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_IN_USE' | 'IDEMPOTENCY_ANSWER_NOT_STORED'
      }
    }
    IdempotencyKeyReusedFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_REUSED'
      }
    }
    Image: {
      alt: string
      id: string
      order: number
      /** @description main or gallery */
      type: string
      url: string
    }
    InternalErrorFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'INTERNAL_ERROR'
      }
    }
    InvalidCoordinatesFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'INVALID_COORDINATES'
      }
    }
    InvalidCursorFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'INVALID_CURSOR'
      }
    }
    InvalidItemTypeFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'INVALID_ITEM_TYPE'
      }
    }
    IssuedWebhook: {
      /**
       * Format: date-time
       * @description When it was registered.
       */
      createdAt: string
      description?: string
      /** @description As it was registered for. */
      events: components['schemas']['EventTypeName'][]
      /**
       * @description With notifications of OCTO as bodies; absent without.
       * @enum {string}
       */
      format?: 'octo'
      headerNames?: string[] | null
      /** Format: uuid */
      id: string
      /** @description False once the receiver responded with 410, or when switched off. */
      isActive: boolean
      /**
       * Format: date-time
       * @description Until when the secret before the present one signs too.
       */
      previousSecretExpiresAt?: string
      /** @description `whsec_...` (Standard Webhooks); shown this once. */
      secret: string
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string
      url: string
    }
    ListAgeConfigurationsResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['AgeConfiguration'][]
      message: string
      /** @enum {boolean} */
      success: true
    }
    ListAutomaticDiscountRulesResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      currency: components['schemas']['CurrencySymbol']
      data: components['schemas']['DiscountRule'][]
      message: string
      /** @enum {boolean} */
      success: true
    }
    ListAvailabilityChangesResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['AvailabilityChange'][]
      message: string
      pagination: components['schemas']['AvailabilityChangePagination']
      /** @enum {boolean} */
      success: true
    }
    ListCenoteAgeConfigurationsResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['AgeConfiguration'][]
      message: string
      /** @enum {boolean} */
      success: true
    }
    ListCenoteMeetingPointsResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['MeetingPoint'][]
      message: string
      /** @enum {boolean} */
      success: true
    }
    ListCenoteServicesResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      currency: components['schemas']['CurrencySymbol']
      data: components['schemas']['CenoteService'][]
      message: string
      /** @enum {boolean} */
      success: true
    }
    ListCenotesResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      currency: components['schemas']['ExchangeRates']
      data: components['schemas']['Cenote'][]
      message: string
      pagination: components['schemas']['Pagination']
      /** @enum {boolean} */
      success: true
    }
    ListCurrenciesResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      currency: components['schemas']['ListCurrenciesResponseCurrency']
      data: components['schemas']['Currencies']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ListCurrenciesResponseCurrency: {
      base: string
      /** Format: date-time */
      lastUpdated: string
      /** @description How much of each currency one of `base` buys. */
      rates: {
        [key: string]: number
      }
    }
    ListEventsResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Event'][]
      message: string
      pagination: components['schemas']['EventPagination']
      /** @enum {boolean} */
      success: true
    }
    ListMunicipalitiesResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Municipality'][]
      message: string
      /** @enum {boolean} */
      success: true
    }
    ListReservationsResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Reservation'][]
      message: string
      pagination: components['schemas']['Pagination']
      /** @enum {boolean} */
      success: true
    }
    ListStatesResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['State'][]
      message: string
      /** @enum {boolean} */
      success: true
    }
    ListTourAgeConfigurationsResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['AgeConfiguration'][]
      message: string
      /** @enum {boolean} */
      success: true
    }
    ListTourMeetingPointsResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['MeetingPoint'][]
      message: string
      /** @enum {boolean} */
      success: true
    }
    ListToursResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Tour'][]
      message: string
      pagination: components['schemas']['TourPagination']
      /** @enum {boolean} */
      success: true
    }
    ListWebhookDeliveriesResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['WebhookDelivery'][]
      message: string
      pagination: components['schemas']['Pagination']
      /** @enum {boolean} */
      success: true
    }
    ListWebhooksResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Webhook'][]
      message: string
      pagination: components['schemas']['Pagination']
      /** @enum {boolean} */
      success: true
    }
    LocalizedText: {
      en: string
      es: string
    }
    Location: {
      address: string
      directions?: string
      landmarks?: string[]
      latitude: number
      longitude: number
      municipality: string
      state: string
      zipCode?: string
    }
    Manifest: {
      /**
       * Format: date
       * @description Day of the departure or slot.
       */
      date: string
      product: components['schemas']['ManifestProduct']
      /** @description In the order of the pickups, those without last, then by guest. */
      rows: components['schemas']['ManifestRow'][]
      /** @description Start of the departure or slot. */
      time: string
      totals: components['schemas']['ManifestTotals']
    }
    /** @description Null for a party that comes on its own. */
    ManifestPickup: {
      /**
       * Format: date
       * @description Day, in the time zone of the party's own product.
       */
      date: string
      notes: string | null
      place: string | null
      /** @description HH:MM: the start less the minutes of the meeting point or pickup zone. */
      time: string
    }
    ManifestProduct: {
      /** Format: uuid */
      id: string
      /** @description In the language of the request. */
      name: string
      /** @enum {string} */
      type: 'cenote' | 'tour'
    }
    ManifestRow: {
      /** @description Still to pay, in whole units of the currency, two decimals at most. */
      balanceDue: number
      bookingReference: string
      checkedInAt: string | null
      currency: string
      guest: components['schemas']['ManifestRowGuest']
      notes: components['schemas']['ManifestRowNotes'] | null
      partnerName: string | null
      pickup: components['schemas']['ManifestPickup'] | null
      services: components['schemas']['ManifestRowService'][]
      specialRequests: string | null
      /** @enum {string} */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed'
      via: components['schemas']['ManifestTour'] | null
      visitors: components['schemas']['ManifestVisitors']
    }
    ManifestRowGuest: {
      email: string
      name: string
      phone: string
    }
    ManifestRowNotes: {
      guest?: string
      internal?: string
    }
    ManifestRowService: {
      /** Format: uuid */
      id: string
      name: string
      quantity: number
      type: string
    }
    ManifestTotals: {
      balanceDue: number | null
      /** @description The same for each currency; empty without parties. */
      balances: components['schemas']['ManifestTotalsBalance'][]
      /** @description Parties that have arrived, those that have left included. */
      checkedIn: number
      reservations: number
      visitors: components['schemas']['ManifestVisitors']
    }
    ManifestTotalsBalance: {
      balanceDue: number
      currency: string
    }
    /** @description The tour that brings the party to a cenote; null for a party of the product itself. */
    ManifestTour: {
      /** @description HH:MM, in the time zone of the tour. */
      departure: string
      /**
       * Format: date
       * @description Day of the departure.
       */
      departureDate: string
      name: string
      /** Format: uuid */
      tourId: string
    }
    ManifestVisitors: {
      adults: number
      children: number
      infants: number
      seniors: number
      teens: number
      total: number
    }
    MarkReservationNoShowConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'INVALID_STATE_TRANSITION'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    MarkReservationNoShowRequest: {
      /** @description For the status history. */
      note?: string
    }
    MarkReservationNoShowResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['MissedReservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    MarkReservationNoShowUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_REUSED' | 'MODIFICATION_NOT_ALLOWED'
      }
    }
    MeetingPoint: {
      currency: string
      description: string
      directions?: string
      displayOrder: number
      /** Format: uuid */
      id: string
      isActive: boolean
      location: components['schemas']['MeetingPointLocation']
      /** @description How long before the start to be there. */
      minutesBefore: number
      name: string
      /** @description Cents. */
      price: number
      /** @enum {string} */
      type: 'meeting_point' | 'pickup_zone'
    }
    MeetingPointLocation: {
      address: string
      latitude: number
      longitude: number
    }
    MissedReservation: {
      /** Format: uuid */
      id: string
      status: components['schemas']['ReservationStatus']
      /** Format: date-time */
      updatedAt: string
    }
    ModificationRequest: {
      /**
       * Format: uuid
       * @description Another cenote. Services go along where it offers the same service; otherwise 422 SERVICE_NOT_AVAILABLE.
       */
      cenoteId?: string
      /** @description Only false: it takes place although its day was closed, and is no longer marked. For keys of the operator's staff. */
      disrupted?: boolean
      guest?: components['schemas']['ModificationRequestGuest']
      guestMay?: components['schemas']['ModificationRequestGuestMay'] | null
      hidePrice?: boolean | null
      /** @description Whether the guest is mailed, true when absent, a change of the day, hour, product, party or pickup. Changes within 60 seconds of each other are one mail. */
      notifyGuest?: boolean
      /** @description null drops the coupon. A text is refused: a coupon is given when reserving. */
      promoCode?: null
      resellerReference?: string | null
      services?: components['schemas']['ModificationRequestService'][]
      specialRequests?: string | null
      tickets?: ('party' | 'person') | null
      /**
       * Format: uuid
       * @description Another tour, also in place of a cenote; not together with `cenoteId`.
       */
      tourId?: string
      transport?: components['schemas']['TransportRequest'] | null
      /**
       * Format: date
       * @description Another day, YYYY-MM-DD, in the time zone of the cenote or tour.
       */
      visitDate?: string
      visitors?: components['schemas']['ModificationRequestVisitors']
      /** @description Another slot or departure, HH:MM. When absent on a move to another day, cenote or tour, the current hour is kept if it has room; otherwise the first slot with room is taken. */
      visitTime?: string
    }
    /** @description A field that is absent stays; null empties it. */
    ModificationRequestGuest: {
      dateOfBirth?: string | null
      /** Format: idn-email */
      email?: string
      emergencyContact?: components['schemas']['EmergencyContactRequest'] | null
      loyaltyMember?: components['schemas']['StoredObject'] | null
      name?: string
      nationality?: string | null
      /** @description Telephone number. */
      phone?: string
      preferences?: components['schemas']['StoredObject'] | null
    }
    /** @description Actions of the guest on the page of the visit. An absent one stays; null leaves it to the settings of the partner. */
    ModificationRequestGuestMay: {
      cancel?: boolean | null
      change?: boolean | null
    }
    ModificationRequestService: {
      /** @enum {string} */
      action: 'add' | 'remove' | 'update'
      /** @description Id of a service of the cenote. */
      id: string
      pickup?: components['schemas']['PickupRequest']
      quantity?: number
    }
    /** @description A count that is absent stays. 1 to 50 people afterwards. */
    ModificationRequestVisitors: {
      /** @description Adults. */
      adults?: number
      /** @description Children. */
      children?: number
      /** @description Infants. */
      infants?: number
      /** @description Seniors. */
      seniors?: number
      /** @description Teens. */
      teens?: number
    }
    ModifiedReservation: {
      changes: (
        | components['schemas']['ModifiedReservationChangeVariant1']
        | components['schemas']['ModifiedReservationChangeVariant2']
      )[]
      /** Format: uuid */
      id: string
      payment: components['schemas']['ModifiedReservationPayment']
      pricing: components['schemas']['ModifiedReservationPricing']
    }
    ModifiedReservationChangeVariant1: {
      /** @description Dotted for inner fields, such as visitors.adults. */
      field: string
      newValue: unknown
      oldValue: unknown
    }
    ModifiedReservationChangeVariant2: {
      /** @description Ids of services. */
      added: string[]
      /** @enum {string} */
      field: 'services'
      removed: string[]
    }
    ModifiedReservationPayment: {
      additionalPaymentRequired: boolean
      amount: number
      /** @description The amount paid above the present price and not returned, in whole units. 0 once cancelled: the refund contains it. */
      creditDue?: number
      deadline: string | null
      paymentUrl: string | null
    }
    ModifiedReservationPricing: {
      currency: string
      difference: number
      newTotal: number
      /** @description A coupon that is left out, and why: another discount may not be combined with it, or the price is not lower with it. Of a reservation also one that a change dropped, because the subtotal no longer reaches its minimum, or because it is not for what is reserved now. */
      notApplied?: components['schemas']['ModifiedReservationPricingNotAppliedItem'][]
      previousTotal: number
    }
    ModifiedReservationPricingNotAppliedItem: {
      code: string
      /** @enum {string} */
      reason: 'not_combinable' | 'better_without' | 'min_spend_not_met' | 'not_applicable'
    }
    ModifyReservationConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_IN_USE' | 'IDEMPOTENCY_ANSWER_NOT_STORED' | 'EDIT_CONFLICT' | 'REFERENCE_NOT_UNIQUE'
      }
    }
    ModifyReservationNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'RESERVATION_NOT_FOUND'
          | 'CENOTE_NOT_FOUND'
          | 'TOUR_NOT_FOUND'
          | 'MEETING_POINT_NOT_FOUND'
          | 'SERVICE_NOT_FOUND'
      }
    }
    ModifyReservationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ModifiedReservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ModifyReservationUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'MODIFICATION_NOT_ALLOWED'
          | 'CENOTE_NOT_AVAILABLE'
          | 'TOUR_NOT_AVAILABLE'
          | 'INSUFFICIENT_CAPACITY'
          | 'HOLD_LIMIT_EXCEEDED'
          | 'INVALID_AGE_BREAKDOWN'
          | 'PICKUP_REQUIRED'
          | 'PICKUP_OUT_OF_ZONE'
          | 'SERVICE_NOT_AVAILABLE'
          | 'SERVICE_NOT_BOOKABLE'
      }
    }
    Municipality: {
      /** @description Number of active cenotes. */
      cenoteCount: number
      name: string
      state: string
    }
    NearbyCenote: {
      /** @description Whether there is room for one person on any of the next 7 days. */
      available: boolean
      distance: components['schemas']['NearbyCenoteDistance']
      /** Format: uuid */
      id: string
      location: components['schemas']['NearbyCenoteLocation']
      name: string
      pricing: components['schemas']['NearbyCenotePricing']
      rating: number
    }
    NearbyCenoteDistance: {
      km: number
      miles: number
    }
    NearbyCenoteLocation: {
      latitude: number
      longitude: number
    }
    NearbyCenotePricing: {
      /** @description Whole MXN. */
      adult: number
      currency: string
    }
    NotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'NOT_FOUND'
      }
    }
    OverrideCenoteAvailabilityRequest: {
      /**
       * @description Why they are cancelled; `reason` of the slots when it is one of these words, else FORCE_MAJEURE.
       * @enum {string}
       */
      cancellationReason?: 'WEATHER' | 'MAINTENANCE' | 'CAPACITY_ISSUE' | 'FORCE_MAJEURE'
      /**
       * Format: date
       * @description The date, not in the past.
       */
      date: string
      /**
       * @description Whether guests of cancelled reservations are notified by e-mail.
       * @default true
       */
      notifyGuests?: boolean
      /**
       * @description How reservations in slots that are closed are treated: KEEP marks them as disrupted, CANCEL cancels them in the background with full refunds. With any and without this the response is 409 EXISTING_RESERVATIONS. For keys of the operator's staff; 403 for others.
       * @enum {string}
       */
      reservations?: 'KEEP' | 'CANCEL'
      /** @description All events of that date; as they are when absent. */
      specialEvents?: components['schemas']['OverrideCenoteAvailabilityRequestSpecialEvent'][]
      /** @description Slots to replace, each at most once; one given only its time is as usual again. */
      timeSlots?: components['schemas']['OverrideCenoteAvailabilityRequestTimeSlot'][]
    }
    OverrideCenoteAvailabilityRequestSpecialEvent: {
      /** @description People that each slot beginning during it holds, at most `capacity.hourly`; a slot with its own capacity is not changed. */
      capacity?: number
      /** @description When it ends, after it begins. */
      endTime: string
      name: string
      /** @description When it begins. */
      startTime: string
    }
    OverrideCenoteAvailabilityRequestTimeSlot: {
      /**
       * @description False closes it for more bookings.
       * @default true
       */
      available?: boolean
      /** @description People it holds, not fewer than are booked nor more than `capacity.hourly`; as usual when absent. */
      capacity?: number
      /** @description Why; partners read it among the restrictions. */
      reason?: string
      /** @description A slot of that date. */
      time: string
    }
    OverrideCenoteAvailabilityResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Availability']
      message: string
      /** @enum {boolean} */
      success: true
    }
    Pagination: {
      /** @description Null in cursor mode. */
      currentPage: number | null
      hasNextPage: boolean
      hasPreviousPage: boolean
      lastPage: number
      /** @description Cursor mode only; null at the end. */
      nextCursor?: string | null
      perPage: number
      total: number
    }
    PaidReservation: {
      /** Format: uuid */
      id: string
      payment: components['schemas']['PaidReservationPayment']
      status: components['schemas']['ReservationStatus']
    }
    PaidReservationPayment: {
      /** @description Whole units of the currency. */
      amount: number
      /** @description The total paid, in whole units. */
      amountPaid: number
      /** @description The amount returned to the guest, in whole units: returned credits, and the settled part of a refund. */
      amountReturned: number
      /** @description The amount still due, in whole units: the present price less all payments, plus returned credits. */
      balanceDue: number
      /** @description The amount paid above the present price and not returned, in whole units. 0 once cancelled: the refund contains it. */
      creditDue: number
      currency: string
      id: string
      method: string | null
      note: string | null
      /** Format: date-time */
      paidAt: string
      transactionId: string | null
    }
    PayloadTooLargeFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'PAYLOAD_TOO_LARGE'
      }
    }
    PaymentDue: {
      deadline?: string | null
      instructions?: components['schemas']['PaymentDueInstructions']
      methods: string[]
      required: boolean
    }
    PaymentDueInstructions: {
      creditCard: components['schemas']['PaymentDueInstructionsCreditCard']
    }
    PaymentDueInstructionsCreditCard: {
      url: string
    }
    /** @description Without it 422 PICKUP_REQUIRED. */
    PickupCoordinates: {
      /** @description Degrees north, -90 to 90. */
      latitude: number
      /** @description Degrees east, -180 to 180. */
      longitude: number
    }
    /** @description Only with `hotel_pickup` and `private_transfer`, and required there. */
    PickupPlaceRequest: {
      /** @description Address. */
      address?: string
      coordinates?: components['schemas']['PickupCoordinates']
      /** @description Name of the hotel or place. */
      hotel?: string
      /** @description Notes for the driver. */
      notes?: string
      /** @description Room. */
      room?: string
    }
    PickupRequest: {
      location: string
      /** @description HH:MM, local. */
      time: string
    }
    PingWebhookResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['WebhookDelivery']
      message: string
      /** @enum {boolean} */
      success: true
    }
    PreviousApiKey: {
      /**
       * Format: date-time
       * @description When it was issued.
       */
      createdAt: string
      /**
       * Format: date-time
       * @description When it expires: 24 hours after it was refreshed.
       */
      expiresAt: string
      /**
       * Format: uuid
       * @description Identifier; no secret.
       */
      id: string
      /** @description Last four characters of the secret. */
      lastFour: string
      prefix: string
    }
    PriceCalculation: {
      ageAdjustments: components['schemas']['PriceCalculationAgeAdjustments']
      /** @description Cents. */
      basePrice: number
      discounts: components['schemas']['PriceCalculationDiscounts']
      /** @description Whether the cenote or tour is active: one that is not cannot be reserved. */
      isActive: boolean
      quoteExpiresAt?: string | null
      quoteToken?: string | null
      services: components['schemas']['PriceCalculationServices']
      summary: components['schemas']['PriceCalculationSummary']
      transportationCost: components['schemas']['PriceCalculationTransportationCost']
    }
    PriceCalculationAgeAdjustments: {
      adult: components['schemas']['AgeAdjustment']
      child: components['schemas']['AgeAdjustment']
      infant: components['schemas']['AgeAdjustment']
      senior: components['schemas']['AgeAdjustment']
      teen: components['schemas']['AgeAdjustment']
      /** @description Cents. */
      total: number
    }
    PriceCalculationDiscounts: {
      automatic: components['schemas']['PriceCalculationDiscountsAutomaticItem'][]
      coupon?: components['schemas']['PriceCalculationDiscountsCoupon']
      /** @description A coupon that is left out, and why: another discount may not be combined with it, or the price is not lower with it. Of a reservation also one that a change dropped, because the subtotal no longer reaches its minimum, or because it is not for what is reserved now. */
      notApplied?: components['schemas']['PriceCalculationDiscountsNotAppliedItem'][]
    }
    PriceCalculationDiscountsAutomaticItem: {
      /** @description Cents. */
      amount: number
      id: string
      name: string
      type: string
    }
    PriceCalculationDiscountsCoupon: {
      /** @description Cents. */
      amount: number
      code: string
      type: string
    }
    PriceCalculationDiscountsNotAppliedItem: {
      code: string
      /** @enum {string} */
      reason: 'not_combinable' | 'better_without' | 'min_spend_not_met' | 'not_applicable'
    }
    PriceCalculationRequest: {
      ageBreakdown: components['schemas']['PriceCalculationRequestAgeBreakdown']
      couponCode?: string
      /**
       * @default MXN
       * @enum {string}
       */
      currency?: 'MXN' | 'USD'
      /**
       * Format: uuid
       * @description Cenote or tour id.
       */
      itemId: string
      /**
       * @description What is visited.
       * @enum {string}
       */
      itemType: 'cenote' | 'tour'
      /**
       * @description Of `message`, names and reasons; that of Accept-Language when absent. Names that have no French are English, as Content-Language says then.
       * @enum {string}
       */
      language?: 'es' | 'en' | 'fr'
      /**
       * Format: uuid
       * @description Meeting point of the cenote or tour, at its own price; with `transportationType: meeting_point` only. Without it a meeting point has the price that is set for all of them.
       */
      meetingPointId?: string
      pickupCoordinates?: components['schemas']['PriceCalculationRequestPickupCoordinates']
      /** @description Degrees, -90 to 90. */
      pickupLatitude?: number
      /** @description Name of the pickup place. */
      pickupLocation?: string
      /** @description Degrees, -180 to 180. */
      pickupLongitude?: number
      /**
       * @description Adds `quoteToken`, which guarantees the price for 15 minutes.
       * @default false
       */
      quote?: boolean
      /**
       * @description Where the guests live, as they can prove at the entrance.
       * @enum {string}
       */
      residency?: 'quintana_roo' | 'mexico' | 'foreign'
      /** @description Optional services: their ids, or ids with quantities. One that is named again counts again. */
      selectedServices?: (string | components['schemas']['PriceCalculationRequestSelectedServiceVariant2'])[]
      /** @default false */
      skipTransportValidation?: boolean
      /** @enum {string} */
      transportationType?: 'meeting_point' | 'hotel_pickup' | 'private_transfer'
      /**
       * Format: date
       * @description Day of the visit, on which rules and promotions are judged; today at the cenote or tour when absent.
       */
      visitDate?: string
    }
    PriceCalculationRequestAgeBreakdown: {
      /** @default 0 */
      adult?: number
      /** @default 0 */
      child?: number
      /** @default 0 */
      infant?: number
      /** @default 0 */
      senior?: number
      /** @default 0 */
      teen?: number
    }
    /** @description Instead of pickupLatitude and pickupLongitude. */
    PriceCalculationRequestPickupCoordinates: {
      /** @description Degrees, -90 to 90. */
      latitude: number
      /** @description Degrees, -180 to 180. */
      longitude: number
    }
    PriceCalculationRequestSelectedServiceVariant2: {
      id: string
      /** @default 1 */
      quantity?: number
    }
    PriceCalculationServices: {
      included: components['schemas']['PriceCalculationServicesIncludedItem'][]
      selected: components['schemas']['PriceCalculationServicesSelectedItem'][]
      /** @description Cents. */
      totalServicesCost: number
    }
    PriceCalculationServicesIncludedItem: {
      /** @enum {string} */
      category: 'transportation' | 'equipment' | 'guide' | 'food' | 'photo' | 'other'
      /** @description Cents. */
      cost: number
      id: string
      isTransport: boolean
      name: string
      reason: string | null
    }
    PriceCalculationServicesSelectedItem: {
      /** @enum {string} */
      category: 'transportation' | 'equipment' | 'guide' | 'food' | 'photo' | 'other'
      /** @description Cents. */
      cost: number
      id: string
      isTransport: boolean
      name: string
      /** @description How many; `cost` is for all of them. */
      quantity: number
    }
    PriceCalculationSummary: {
      currency: string
      /** @description Cents. */
      discounts: number
      /** @description Cents, charged on top of the total for a reservation; absent without fees. */
      fees?: number
      /** @description Cents. */
      subtotal: number
      /** @description Cents. */
      taxes: number
      /** @description Cents. */
      total: number
    }
    PriceCalculationTransportationCost: {
      /** @description Cents. */
      baseCost: number
      /** @description Cents. */
      groupDiscount: number
      meetingPointId?: string | null
      /** @description How long before the start the guests are met or picked up, in minutes; 0 where nothing is known. Absent without transport. */
      minutesBefore?: number
      pickupLocation: string | null
      /** @description calculated, fixed, skipped or none */
      strategy: string
      /** @description Cents. */
      total: number
      type: string | null
    }
    PriceSummary: {
      /** @description Cents. */
      basePrice: number
      currency: string
      /** @description Whether the cenote or tour is active: one that is not cannot be reserved. */
      isActive: boolean
      itemId: string
      itemName: string
      /** @enum {string} */
      itemType: 'cenote' | 'tour'
      /** @description Cents: basePrice times people. */
      total: number
    }
    PricingChange: {
      productId: string | null
      productType: ('cenote' | 'tour') | null
    }
    PricingEvent: {
      /** @description Opaque position in the log; only grows. */
      cursor: string
      /** Format: uuid */
      id: string
      /** Format: date-time */
      occurredAt: string
      productId: string | null
      productType: ('cenote' | 'tour') | null
      /** @enum {string} */
      type: 'pricing.updated'
    }
    PricingUpdatedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['PricingChange']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'pricing.updated'
    }
    /** @description The cenote or tour that was reserved. */
    Product: {
      /** Format: uuid */
      id: string
      /** @description As it was when it was reserved, in the language of the request; in a webhook, of the reservation. */
      name: string
      /** @enum {string} */
      type: 'cenote' | 'tour'
    }
    ProductChange: {
      /** @description Names of the members of the cenote or tour that changed. New ones may be added. */
      changed: string[]
      /**
       * Format: uuid
       * @description Id of the cenote or tour.
       */
      productId: string
      /** @enum {string} */
      productType: 'cenote' | 'tour'
    }
    ProductCreatedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ProductChange']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'product.created'
    }
    ProductDeactivatedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ProductChange']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'product.deactivated'
    }
    ProductEvent: {
      /** @description Names of the members of the cenote or tour that changed. New ones may be added. */
      changed: string[]
      /** @description Opaque position in the log; only grows. */
      cursor: string
      /** Format: uuid */
      id: string
      /** Format: date-time */
      occurredAt: string
      /**
       * Format: uuid
       * @description Id of the cenote or tour.
       */
      productId: string
      /** @enum {string} */
      productType: 'cenote' | 'tour'
      /** @enum {string} */
      type: 'product.created' | 'product.updated' | 'product.deactivated'
    }
    ProductUpdatedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ProductChange']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'product.updated'
    }
    QrCode: {
      /** @description The content of the code: the booking reference, a dot, and a token of 20 hexadecimal digits that proves who issued it. */
      data: string
      /** @description Address of the picture, signed: needs no key. */
      url: string
    }
    QuoteCancellationConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'INVALID_STATE_TRANSITION'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    QuoteCancellationRequest: {
      note?: string
      /** @default false */
      notifyGuest?: boolean
      /** @enum {string} */
      reason: 'guest_request' | 'weather' | 'maintenance' | 'capacity_issue' | 'force_majeure'
      refund?: components['schemas']['QuoteCancellationRequestRefund']
    }
    QuoteCancellationRequestRefund: {
      /** @description `auto`, or whole units of the currency: may lower the computed refund, never raise it nor take away a credit. */
      amount?: 'auto' | number
      /** @description Such as original_payment_method. */
      method?: string
      /** @default true */
      requested?: boolean
    }
    QuoteCancellationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['CancellationQuote']
      message: string
      /** @enum {boolean} */
      success: true
    }
    QuoteCancellationUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_REUSED' | 'CANCELLATION_NOT_ALLOWED'
      }
    }
    ReadAvailabilityResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Availability']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadCenoteAvailabilityResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Availability']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadCenoteCalendarResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['CenoteCalendar']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadCenoteResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Cenote']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadHealthResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Health']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadManifestNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'CENOTE_NOT_FOUND' | 'TOUR_NOT_FOUND'
      }
    }
    ReadManifestResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Manifest']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadReservationQrCodeNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'RESERVATION_NOT_FOUND' | 'NOT_FOUND'
      }
    }
    ReadReservationQrCodeResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReadReservationQrCodeResponseData']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadReservationQrCodeResponseData: {
      data: string
      format: string
      url: string
    }
    ReadReservationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Reservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadStatusResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Status']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadTourAvailabilityResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['TourAvailability']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadTourCalendarResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['TourCalendar']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadTourResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Tour']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadWebhookReplayResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['WebhookReplay']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReadWebhookResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Webhook']
      message: string
      /** @enum {boolean} */
      success: true
    }
    RecordPaymentConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'INVALID_STATE_TRANSITION'
          | 'PAYMENT_ALREADY_RECORDED'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    RecordPaymentRequest: {
      /** @description Whole units of the currency; at most what is due. */
      amount: number
      /** @enum {string} */
      method: 'credit_card' | 'paypal' | 'bank_transfer' | 'cash' | 'card_present' | 'other'
      /** @description Internal notes. */
      note?: string
      /** @description Id of the payment. One sent twice counts once; without an id each is a payment. */
      paymentId?: string
      /** @description Transaction at the provider; the id of the payment when there is no other. */
      transactionId?: string
    }
    RecordPaymentResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['PaidReservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    RecordPaymentUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_REUSED' | 'PAYMENT_EXCEEDS_BALANCE'
      }
    }
    RedeliverWebhookDeliveryResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['WebhookDelivery']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ReferenceNotUniqueFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'REFERENCE_NOT_UNIQUE'
      }
    }
    RefreshedKey: {
      /** @description The new key itself, shown this once. */
      apiKey: string
      key: components['schemas']['ApiKey']
      previousKey: components['schemas']['PreviousApiKey']
    }
    RefreshKeyResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['RefreshedKey']
      message: string
      /** @enum {boolean} */
      success: true
    }
    Refund: {
      /** @description The total refund. */
      amount: number
      eligible: boolean
      /** @description Fee that is not refunded. */
      fees: number
      processingTime: string | null
      refundId: string | null
      /** @description How much of the amount has been paid back so far. */
      settled: number
      /** @description processing, completed, not_paid (no payment was ever recorded) or not_applicable */
      status: string
    }
    RefundedReservation: {
      /** Format: uuid */
      id: string
      payment: components['schemas']['RefundedReservationPayment']
      refund: components['schemas']['Refund']
      status: components['schemas']['ReservationStatus']
    }
    RefundedReservationPayment: {
      /** @description The total paid, in whole units. */
      amountPaid: number
      /** @description The amount returned to the guest, in whole units: returned credits, and the settled part of a refund. */
      amountReturned: number
      /** @description The amount still due, in whole units: the present price less all payments, plus returned credits. */
      balanceDue: number
      /** @description The amount paid above the present price and not returned, in whole units. 0 once cancelled: the refund contains it. */
      creditDue: number
      currency: string
    }
    RefundReservationConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'INVALID_STATE_TRANSITION'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    RefundReservationRequest: {
      /** @description `auto`, all that is left of the refund or the credit, or a part in whole units of the currency. */
      amount?: 'auto' | number
    }
    RefundReservationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['RefundedReservation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    RefundReservationUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_REUSED' | 'REFUND_NOT_DUE'
      }
    }
    ReplayWebhookConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_IN_USE' | 'IDEMPOTENCY_ANSWER_NOT_STORED' | 'REPLAY_IN_PROGRESS'
      }
    }
    ReplayWebhookRequest: {
      /** @description `cursor` of an event: those after it are delivered. */
      after?: string
      /**
       * Format: date-time
       * @description Events from then on are delivered; at most 30 days ago.
       */
      since?: string
    }
    ReplayWebhookResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['WebhookReplay']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ResendCommunicationConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'COMMUNICATION_NOT_APPLICABLE'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    ResendCommunicationNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'RESERVATION_NOT_FOUND' | 'COMMUNICATION_NOT_FOUND'
      }
    }
    ResendCommunicationResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Communication']
      message: string
      /** @enum {boolean} */
      success: true
    }
    Reservation: {
      bookingReference: string
      cancellation: components['schemas']['ReservationCancellation']
      /** @description Where the payment page leads a guest who has not paid. */
      cancelUrl?: string
      cenote?: components['schemas']['ReservationCenote'] | null
      cenoteId: string | null
      checkIn: components['schemas']['CheckIn'] | null
      communications?: components['schemas']['Communication'][]
      completion?: components['schemas']['Completion']
      confirmationCode: string
      confirmationSent: boolean
      /** Format: date-time */
      createdAt: string
      /** @description Whether its day or slot was closed, or its product taken off sale, and the operator kept it. Until its start it can be moved, or cancelled with a full refund; either ends it. */
      disrupted: boolean
      documents?: components['schemas']['ReservationDocument'][]
      /**
       * Format: date-time
       * @description End of the hold; only while pending.
       */
      expiresAt?: string
      /**
       * Format: uuid
       * @description The id that the partner chose.
       */
      externalId?: string
      guest: components['schemas']['Guest']
      guestMay?: components['schemas']['GuestMay']
      /** @description Whether the guest sees no prices: on pages, in documents and in e-mails. */
      hidePrice?: boolean
      /** Format: uuid */
      id: string
      metadata: components['schemas']['ReservationMetadata']
      modifications?: components['schemas']['ReservationModifications']
      notes?: components['schemas']['ReservationNotes']
      partner?: components['schemas']['SellingPartner']
      payment?: components['schemas']['ReservationPayment']
      pricing: components['schemas']['ReservationPricing']
      product: components['schemas']['Product']
      qrCode?: components['schemas']['QrCode']
      refund?: components['schemas']['Refund']
      reminderSent: boolean
      /** @description The partner's own reference. */
      resellerReference?: string
      /** @description Where the payment page leads the guest once it is paid. */
      returnUrl?: string
      reviewRequest?: components['schemas']['ReviewRequest']
      /** @description expand=reviews, once completed. */
      reviews?: components['schemas']['Review'][]
      services?: components['schemas']['ReservationService'][]
      specialRequests?: string
      status: components['schemas']['ReservationStatus']
      statusHistory?: components['schemas']['ReservationStatusHistoryItem'][]
      /**
       * @description One ticket for the party, or one for each person; all carry the same code.
       * @enum {string}
       */
      tickets?: 'party' | 'person'
      timeline?: components['schemas']['ReservationTimeline']
      tour?: components['schemas']['ReservationTour']
      tourId: string | null
      transport: components['schemas']['Transport'] | null
      /** Format: date-time */
      updatedAt: string
      /** Format: date */
      visitDate: string
      visitors: components['schemas']['Visitors']
      visitTime: string
    }
    ReservationCancellation: {
      /** @description Whether the guest may cancel now; while pending until the visit. */
      allowed: boolean
      /** Format: date-time */
      cancelledAt?: string
      /** @description guest, partner, operator or system */
      cancelledBy?: string
      /**
       * Format: date-time
       * @description Until when the guest may cancel once confirmed; it changes with the visit alone.
       */
      deadline: string
      note?: string | null
      policy: components['schemas']['ReservationCancellationPolicy']
      reason?: components['schemas']['CancellationReason']
      /** @description The share of what was paid, 0 to 1, that a cancellation for `guest_request` refunds at most: the share that held when it was last moved after it was paid; 1 if it never was. */
      refundCeiling: number
    }
    ReservationCancellationPolicy: {
      fullRefund: string
      noRefund: string
      partialRefund: string
    }
    ReservationCancelledDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReservationSnapshot']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'reservation.cancelled'
    }
    /** @description expand=cenote; null when a tour was reserved. */
    ReservationCenote: {
      contact?: components['schemas']['ReservationCenoteContact']
      /** Format: uuid */
      id: string
      location: components['schemas']['ReservationCenoteLocation']
      name: string
    }
    ReservationCenoteContact: {
      phone?: string
    }
    ReservationCenoteLocation: {
      address: string
      latitude: number
      longitude: number
    }
    ReservationCheckedInDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReservationSnapshot']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'reservation.checked_in'
    }
    ReservationCompletedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReservationSnapshot']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'reservation.completed'
    }
    ReservationConfirmedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReservationSnapshot']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'reservation.confirmed'
    }
    ReservationCreatedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReservationSnapshot']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'reservation.created'
    }
    ReservationDisruptedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReservationSnapshot']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'reservation.disrupted'
    }
    ReservationDocument: {
      /** Format: date-time */
      generatedAt: string
      name: string
      qrCode?: string
      /** @description confirmation or ticket */
      type: string
      /** @description Signed: needs no key. */
      url: string
    }
    ReservationEvent: {
      by: components['schemas']['Author'] | null
      /** @description Opaque position in the log; only grows. */
      cursor: string
      /** Format: uuid */
      id: string
      /** Format: date-time */
      occurredAt: string
      partner?: components['schemas']['SellingPartner']
      reservation: components['schemas']['Reservation']
      type: components['schemas']['EventType']
      /** @description Number of the reservation's change, from 1, without gaps. */
      version: number
    }
    ReservationExpiredDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReservationSnapshot']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'reservation.expired'
    }
    ReservationMetadata: {
      affiliateId: string | null
      referrer: string
      source: string
      userAgent: string
    }
    ReservationModifications: {
      allowed: boolean
      /** @description visitTime, visitorCount, services, visitDate, product (the cenote or tour), promoCode, transport; none when nothing may be changed. */
      allowedChanges: string[]
      /** Format: date-time */
      deadline: string
      /** @description The modifications that were made, oldest first. */
      history: components['schemas']['ReservationModificationsHistoryItem'][]
      restrictions: string[]
    }
    ReservationModificationsHistoryItem: {
      /** Format: date-time */
      at: string
      by: components['schemas']['Author'] | null
      changes: (
        | components['schemas']['ReservationModificationsHistoryItemChangeVariant1']
        | components['schemas']['ReservationModificationsHistoryItemChangeVariant2']
      )[]
      pricing: components['schemas']['ReservationModificationsHistoryItemPricing']
    }
    ReservationModificationsHistoryItemChangeVariant1: {
      /** @description Dotted for inner fields, such as visitors.adults. */
      field: string
      newValue: unknown
      oldValue: unknown
    }
    ReservationModificationsHistoryItemChangeVariant2: {
      /** @description Ids of services. */
      added: string[]
      /** @enum {string} */
      field: 'services'
      removed: string[]
    }
    ReservationModificationsHistoryItemPricing: {
      difference: number
      newTotal: number
      previousTotal: number
    }
    ReservationModifiedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReservationSnapshot']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'reservation.modified'
    }
    ReservationNoShowDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReservationSnapshot']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'reservation.no_show'
    }
    ReservationNotes: {
      guest?: string
      internal?: string
    }
    ReservationNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'RESERVATION_NOT_FOUND'
      }
    }
    ReservationPayment: {
      /** @description Payments recorded after the first, oldest first. */
      additional?: components['schemas']['ReservationPaymentAdditionalItem'][]
      /** @description The total paid, in whole units. */
      amountPaid: number
      /** @description The amount returned to the guest, in whole units: returned credits, and the settled part of a refund. */
      amountReturned: number
      /** @description The amount still due, in whole units: the present price less all payments, plus returned credits. */
      balanceDue: number
      /** @description The amount paid above the present price and not returned, in whole units. 0 once cancelled: the refund contains it. */
      creditDue: number
      id: string
      method?: string
      /** Format: date-time */
      paidAt: string
      /** @description Who took the payment, as given when confirming. */
      provider?: string
      /** @description Credits that went back after changes that made the reservation cheaper, oldest first. */
      returns?: components['schemas']['ReservationPaymentReturn'][]
      status: string
      transactionId?: string
    }
    ReservationPaymentAdditionalItem: {
      amount: number
      id: string
      method?: string
      /** Format: date-time */
      paidAt: string
      provider?: string
      transactionId?: string
    }
    ReservationPaymentReturn: {
      amount: number
      /** Format: uuid */
      id: string
      /** Format: date-time */
      returnedAt: string
    }
    ReservationPricing: {
      breakdown: components['schemas']['ReservationPricingBreakdownItem'][]
      currency: string
      discounts?: components['schemas']['ReservationPricingDiscount'][]
      fees: number
      /** @description A coupon that is left out, and why: another discount may not be combined with it, or the price is not lower with it. Of a reservation also one that a change dropped, because the subtotal no longer reaches its minimum, or because it is not for what is reserved now. */
      notApplied?: components['schemas']['ReservationPricingNotAppliedItem'][]
      /**
       * @description Where the guests live, as this price counts it.
       * @enum {string}
       */
      residency?: 'quintana_roo' | 'mexico' | 'foreign'
      /** @description Whole units of the currency, two decimals at most. */
      subtotal: number
      taxes: number
      total: number
    }
    ReservationPricingBreakdownItem: {
      /** @description Of a service or transport, and of infants and teens, in the language of the request. */
      name?: string
      quantity: number
      total: number
      /** @description adult, child, senior, infant, teen, service or transport */
      type: string
      unitPrice: number
    }
    ReservationPricingDiscount: {
      amount: number
      name: string
      /** @description The share that the rule or coupon takes, 0 to 1; 0 when it takes an amount. */
      percentage: number
      type: string
    }
    ReservationPricingNotAppliedItem: {
      code: string
      /** @enum {string} */
      reason: 'not_combinable' | 'better_without' | 'min_spend_not_met' | 'not_applicable'
    }
    ReservationRefundedDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['ReservationSnapshot']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'reservation.refunded'
    }
    ReservationRequest: {
      /** @description The same for a guest who leaves the payment page without having paid. */
      cancelUrl?: string
      /**
       * Format: uuid
       * @description Which cenote; exactly one of `cenoteId` and `tourId`.
       */
      cenoteId?: string
      /**
       * Format: uuid
       * @description An id that the caller chooses; it stands wherever `{id}` does. Sent again for the same product, visit and party it is the same reservation (200).
       */
      externalId?: string
      guest: components['schemas']['GuestRequest']
      guestMay?: components['schemas']['GuestMayRequest']
      /** @description Whether the guest sees no prices: on pages, in documents and in e-mails. As in the settings of the partner when absent. */
      hidePrice?: boolean
      /**
       * @description Whether places are only held: `guest` may be left out until confirming.
       * @default false
       */
      hold?: boolean
      /** @description Until the hold ends, at most `RESERVATION_HOLD_MINUTES` of the installation, which is the default; never beyond the start of the visit. */
      holdMinutes?: number
      metadata?: components['schemas']['ReservationRequestMetadata']
      /**
       * Format: uuid
       * @description The partner that sells it, for keys of operators; others name at most their own. `direct` when absent there.
       */
      partnerId?: string
      /** @description Coupon code. */
      promoCode?: string
      /** @description Of a price calculation of the last 15 minutes for the same cenote or tour, party, services, coupon and residency, for the same transport if it is given here, and for the same day when the calculation named one. */
      quoteToken?: string
      /** @description The partner's own reference. */
      resellerReference?: string
      /**
       * @description Where the guests live, as they can prove at the entrance.
       * @enum {string}
       */
      residency?: 'quintana_roo' | 'mexico' | 'foreign'
      /** @description Where the payment page leads the guest once it is paid; `bookingReference` is added to its query. An https address without credentials, whose origin is one of `returnOrigins` in the settings of the partner; in the sandbox also one on loopback. */
      returnUrl?: string
      services?: components['schemas']['ReservationRequestService'][]
      specialRequests?: string
      /**
       * @description One ticket for the party, or one for each person; all carry the same code. As in the settings of the partner when absent.
       * @enum {string}
       */
      tickets?: 'party' | 'person'
      /**
       * Format: uuid
       * @description Which tour; its slots are its departures.
       */
      tourId?: string
      transport?: components['schemas']['TransportRequest']
      /**
       * Format: date
       * @description Day of the visit, YYYY-MM-DD.
       */
      visitDate: string
      visitors: components['schemas']['VisitorsRequest']
      /** @description Slot, HH:MM; the first with room when absent. */
      visitTime?: string
    }
    ReservationRequestMetadata: {
      affiliateId?: string | null
      source?: string
    }
    ReservationRequestService: {
      /** @description Id of a service of the cenote. */
      id: string
      pickup?: components['schemas']['PickupRequest']
      /** @default 1 */
      quantity?: number
    }
    ReservationService: {
      /** @description Minutes. */
      duration?: number
      /** Format: uuid */
      id: string
      included: boolean
      name: string
      pickup?: components['schemas']['ReservationServicePickup']
      price: number
      quantity: number
      /** @description Such as guide or transport. */
      type: string
    }
    ReservationServicePickup: {
      location: string
      time: string
    }
    /** @description The reservation as the event left it. */
    ReservationSnapshot: components['schemas']['Reservation'] & {
      by: {
        keyId: string | null
        keyLabel: string | null
        /** @enum {unknown} */
        type: 'partner' | 'operator' | 'guest' | 'system'
      } | null
      /** @description Number of the reservation's change, from 1. */
      version: number
    }
    /** @enum {string} */
    ReservationStatus: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled' | 'no_show' | 'refunded'
    ReservationStatusHistoryItem: {
      by: components['schemas']['Author'] | null
      note: string | null
      status: components['schemas']['ReservationStatus']
      /** Format: date-time */
      timestamp: string
    }
    ReservationTimeline: {
      /** Format: date-time */
      cancellationDeadline: string
      /** Format: date-time */
      completionDeadline: string
      /** Format: date-time */
      created: string
      /** Format: date-time */
      paymentDeadline: string
      /** Format: date-time */
      visitDate: string
    }
    /** @description expand=cenote, when a tour was reserved: `location` is its first meeting point, absent without one. */
    ReservationTour: {
      /** Format: uuid */
      id: string
      location?: components['schemas']['ReservationTourLocation']
      name: string
    }
    ReservationTourLocation: {
      address: string
      latitude: number
      longitude: number
    }
    Review: {
      author: string
      content: string
      /** Format: date */
      date: string
      helpful: number
      /** Format: uuid */
      id: string
      location?: string
      photos: components['schemas']['ReviewPhoto'][]
      rating: number
      title: string
      verified: boolean
    }
    ReviewPhoto: {
      caption?: string
      url: string
    }
    ReviewRequest: {
      expires: string | null
      link: string | null
      /** @description Whether the e-mail went out. */
      sent: boolean
    }
    RotateWebhookSecretResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['IssuedWebhook']
      message: string
      /** @enum {boolean} */
      success: true
    }
    SearchNearbyCenotesResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['NearbyCenote'][]
      message: string
      searchCriteria: components['schemas']['SearchNearbyCenotesResponseSearchCriteria']
      /** @enum {boolean} */
      success: true
    }
    SearchNearbyCenotesResponseSearchCriteria: {
      center: components['schemas']['SearchNearbyCenotesResponseSearchCriteriaCenter']
      radius: number
      resultsFound: number
      /** @description Milliseconds. */
      searchTime: number
    }
    SearchNearbyCenotesResponseSearchCriteriaCenter: {
      latitude: number
      longitude: number
    }
    /** @description The partner that it belongs to; for keys of the operator's staff alone. */
    SellingPartner: {
      /** Format: uuid */
      id: string
      name: string
    }
    Sending: {
      sent: boolean
      sentAt: string | null
    }
    SendPaymentLinkConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_IN_USE'
          | 'IDEMPOTENCY_ANSWER_NOT_STORED'
          | 'INVALID_STATE_TRANSITION'
          | 'REFERENCE_NOT_UNIQUE'
      }
    }
    SendPaymentLinkResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Communication']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ServiceUnavailableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'SERVICE_UNAVAILABLE'
      }
    }
    StaffRequest: {
      id?: string
      name?: string
    }
    State: {
      /** @description Number of active cenotes. */
      cenoteCount: number
      name: string
    }
    Status: {
      components: components['schemas']['StatusComponents']
      /** @enum {string} */
      status: 'operational' | 'degraded' | 'unavailable'
    }
    StatusComponents: {
      /** @enum {string} */
      booking: 'operational' | 'unavailable'
      /** @enum {string} */
      catalog: 'operational' | 'unavailable'
      /** @enum {string} */
      gateway: 'operational' | 'unavailable'
      /** @enum {string} */
      pricing: 'operational' | 'unavailable'
    }
    /** @description Stored and returned as given; at most 2000 characters of JSON and 16 levels deep. Numbers beyond 2^53 - 1 are refused. */
    StoredObject: {
      [key: string]: unknown
    }
    SummarizePriceNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'CENOTE_NOT_FOUND' | 'TOUR_NOT_FOUND'
      }
    }
    SummarizePriceResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      currency: components['schemas']['CurrencySymbol']
      data: components['schemas']['PriceSummary']
      message: string
      /** @enum {boolean} */
      success: true
    }
    TicketNotValidFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'TICKET_NOT_VALID'
      }
    }
    TimeSlot: {
      available: boolean
      /**
       * Format: date-time
       * @description The instant at which booking it ends: its start less the cutoff of the cenote or of the weekday.
       */
      bookableUntil: string
      booked: number
      capacity: number
      remaining: number
      time: string
      waitlist?: boolean
    }
    TooManyRequestsFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'RATE_LIMIT_EXCEEDED'
      }
    }
    Tour: {
      /** @description Minutes before a departure at which booking it ends. */
      bookingCutoffMinutes: number
      /** @description The largest capacity of its departures, in people. */
      capacity: number
      /** @description In the order of the visit. */
      cenoteIds: string[]
      /** Format: date-time */
      createdAt: string
      departures: components['schemas']['TourDepartures']
      description: string
      durationMinutes: number
      excludes: string[]
      /** Format: uuid */
      id: string
      images: components['schemas']['Image'][]
      includes: string[]
      isActive: boolean
      /** @description The smallest party that can book it, in people. */
      minParty: number
      name: string
      pricing: components['schemas']['TourPricing']
      slug: string
      /** @description The different start times of its departures, in order. */
      startTimes: string[]
      /** @description The visits to its cenotes, in order. */
      stops: components['schemas']['TourStop'][]
      /** @description IANA time zone of its departures. */
      timezone: string
      /** Format: date-time */
      updatedAt: string
    }
    TourAvailability: {
      availability: components['schemas']['TourAvailabilityDay'][]
      dateRange: components['schemas']['TourAvailabilityDateRange']
      recommendations: components['schemas']['TourAvailabilityRecommendation'][]
      requestedVisitors: number
      restrictions: components['schemas']['TourAvailabilityRestriction'][]
      /** Format: uuid */
      tourId: string
    }
    TourAvailabilityDateRange: {
      /** Format: date */
      end: string
      /** Format: date */
      start: string
    }
    TourAvailabilityDay: {
      available: boolean
      capacity?: components['schemas']['TourAvailabilityDayCapacity']
      closure?: components['schemas']['TourAvailabilityDayClosure']
      /** Format: date */
      date: string
      nextAvailable?: string | null
      pricing?: components['schemas']['TourAvailabilityDayPricing']
      /** @description The first that holds: inactive, past_date, too_far_ahead, maintenance, closed_weekday, not_a_slot, and then the reason of the departure that came furthest among departure_cancelled, past_date, closed_by_operator, stop_closed, cutoff_passed, below_minimum, too_many_visitors, fully_booked, stop_full. */
      reason?: string
      timeSlots?: components['schemas']['DepartureSlot'][]
    }
    /** @description People. Absent on a day that is not sold, except one that a closure closes. */
    TourAvailabilityDayCapacity: {
      booked: number
      remaining: number
      total: number
    }
    /** @description Of a day that a closure closes: why, and the text that guests read. */
    TourAvailabilityDayClosure: {
      message: string
      reason: string
    }
    TourAvailabilityDayPricing: {
      adult: number
      child: number
      currency: string
    }
    TourAvailabilityRecommendation: {
      /** Format: date */
      date: string
      reason: string
      time: string
    }
    TourAvailabilityRestriction: {
      datesAffected: string[]
      message: string
      type: string
    }
    TourCalendar: {
      days: components['schemas']['CalendarDay'][]
      /** Format: date */
      endDate: string
      /** Format: date */
      startDate: string
      /** Format: uuid */
      tourId: string
    }
    /** @description When it departs, in its time zone. */
    TourDepartures: {
      /** @description Single departures that are cancelled, have another capacity, or are not among the times; one for each date and start time. */
      exceptions: components['schemas']['DepartureException'][]
      /** @description Departures by weekday and season. */
      times: components['schemas']['DepartureTime'][]
    }
    TourNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'TOUR_NOT_FOUND'
      }
    }
    TourPagination: {
      currentPage: number
      lastPage: number
      perPage: number
      total: number
    }
    TourPricing: {
      /** @description Whole units of the currency. */
      adult: number
      child: number
      currency: string
      senior?: number
    }
    TourStop: {
      /** Format: uuid */
      cenoteId: string
      /** @description Minutes from the departure to the arrival. */
      offsetMinutes: number
      /** @description Whether a party takes places of the cenote, in the slot that contains the arrival. */
      takesPlaces: boolean
    }
    /** @description How the party comes. Its price is the line `transport` of `pricing.breakdown`. */
    Transport: {
      meetingPoint?: components['schemas']['TransportMeetingPoint']
      /** Format: uuid */
      meetingPointId?: string
      /** @enum {string} */
      option: 'meeting_point' | 'hotel_pickup' | 'private_transfer'
      pickup: components['schemas']['TransportPickup']
    }
    /** @description As it was when the transport was last priced. */
    TransportMeetingPoint: {
      address: string
      coordinates: components['schemas']['Coordinates']
      /** Format: uuid */
      id: string
      /** @description In the language of the request. */
      name: string
    }
    /** @description When and where the party is picked up, or meets. */
    TransportPickup: {
      address?: string
      coordinates?: components['schemas']['Coordinates']
      /**
       * Format: date
       * @description Only when it is not the day of the visit: the day before.
       */
      date?: string
      /** @description Name of the hotel or place. */
      hotel?: string
      /** @description Notes for the driver. */
      notes?: string
      /** @description In a few words: the meeting point, the hotel or the address. */
      place?: string
      room?: string
      /** @description HH:MM, in the time zone of the visit: its start less the minutes of the meeting point or zone. */
      time: string
    }
    /** @description How the party comes. Left out of a creation it is that of the quote, or none; a PATCH replaces it as a whole, and null or `none` removes it. */
    TransportRequest: {
      /**
       * Format: uuid
       * @description Id of the meeting point. Only allowed with `meeting_point`; required if the cenote or tour has more than one active meeting point.
       */
      meetingPointId?: string
      /** @enum {string} */
      option: 'none' | 'meeting_point' | 'hotel_pickup' | 'private_transfer'
      pickup?: components['schemas']['PickupPlaceRequest']
    }
    UnauthorizedFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'AUTHENTICATION_REQUIRED' | 'INVALID_API_KEY'
      }
    }
    UnsupportedMediaTypeFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'UNSUPPORTED_MEDIA_TYPE'
      }
    }
    UpdateWebhookConflictFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'IDEMPOTENCY_KEY_IN_USE' | 'IDEMPOTENCY_ANSWER_NOT_STORED' | 'WEBHOOK_ALREADY_EXISTS'
      }
    }
    UpdateWebhookRequest: {
      /** @description Null removes it. */
      description?: string | null
      /** @description Types of events, and wildcards for several. Events of availability, products and prices are not of one partner, and need the scope `catalog:read`; `*` needs `reservations:read`, too. */
      events?: components['schemas']['EventTypeName'][]
      /** @description Off: nothing is queued, and queued deliveries become dead. */
      isActive?: boolean
      /** @description Public https address; the sandbox also takes http and loopback. */
      url?: string
    }
    UpdateWebhookResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Webhook']
      message: string
      /** @enum {boolean} */
      success: true
    }
    UploadedImage: {
      /** @description Every size, the largest last. */
      sizes: components['schemas']['UploadedImageSize'][]
      /**
       * Format: uri
       * @description Address of the largest size, for `images` of a cenote or a tour.
       */
      url: string
    }
    UploadedImageSize: {
      /** @description In pixels. */
      height: number
      /** Format: uri */
      url: string
      /** @description In pixels. */
      width: number
    }
    UploadImageResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['UploadedImage']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ValidateAgeBreakdownResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['AgeBreakdownCheck']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ValidateCouponNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'CENOTE_NOT_FOUND' | 'COUPON_NOT_FOUND'
      }
    }
    ValidateCouponResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      currency: components['schemas']['CurrencySymbol']
      data: components['schemas']['CouponQuote'] | components['schemas']['CouponValidation']
      message: string
      /** @enum {boolean} */
      success: true
    }
    ValidateCouponUnprocessableFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?:
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'COUPON_EXPIRED'
          | 'COUPON_NOT_YET_VALID'
          | 'COUPON_usage_LIMIT_REACHED'
          | 'COUPON_INACTIVE'
          | 'COUPON_MIN_SPEND_NOT_MET'
          | 'COUPON_NOT_APPLICABLE'
      }
    }
    ValidationFailure: {
      /** @constant */
      _sandbox?: true
      /** @constant */
      code: 'ERROR_VALIDACION'
      /** @description A sentence that names the offending fields, in the language of Accept-Language. */
      detail: string
      /**
       * Format: uri
       * @description URL of the description of the code.
       */
      docs?: string
      error: string
      errors: components['schemas']['ValidationFailureErrors']
      /** @description The key `error.validation`. */
      message: string
      path: string
      /** @description Also in the header X-Request-Id. */
      requestId: string
      /** @constant */
      statusCode: 400
      /** @constant */
      success: false
      /** Format: date-time */
      timestamp: string
    }
    ValidationFailureErrors: {
      /** @description Every offending field, dotted. */
      fields: {
        [key: string]: string[]
      }
      messages: string[]
    }
    Verification: {
      /** @enum {string} */
      environment: 'live' | 'sandbox'
      key: components['schemas']['ApiKey']
      limits: components['schemas']['VerificationLimits']
      partner: components['schemas']['VerificationPartner']
      /** @enum {string} */
      plan: 'basic' | 'pro' | 'enterprise'
      scopes: string[]
      /** @enum {boolean} */
      valid: true
    }
    /** @description Maximum requests in an hour, a minute and any second; 2147483647 where there is no limit. */
    VerificationLimits: {
      burst: number
      perHour: number
      perMinute: number
    }
    VerificationPartner: {
      /**
       * Format: uuid
       * @description Identifier.
       */
      id: string
      name: string
    }
    VerifyKeyResponse: {
      /**
       * @description Present on responses to a sandbox key.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['Verification']
      message: string
      /** @enum {boolean} */
      success: true
    }
    Visitors: {
      breakdown: components['schemas']['VisitorsBreakdown']
      total: number
    }
    VisitorsBreakdown: {
      adults: number
      children: number
      /** @description Absent when there are none. */
      infants?: number
      seniors: number
      /** @description Absent when there are none. */
      teens?: number
    }
    VisitorsRequest: {
      /** @description Adults. */
      adults: number
      /** @description Children. */
      children: number
      /** @description Infants. */
      infants?: number
      /** @description Seniors. */
      seniors?: number
      /** @description Teens. */
      teens?: number
    }
    Webhook: {
      /**
       * Format: date-time
       * @description When it was registered.
       */
      createdAt: string
      description?: string
      /** @description As it was registered for. */
      events: components['schemas']['EventTypeName'][]
      /**
       * @description With notifications of OCTO as bodies; absent without.
       * @enum {string}
       */
      format?: 'octo'
      headerNames?: string[] | null
      /** Format: uuid */
      id: string
      /** @description False once the receiver responded with 410, or when switched off. */
      isActive: boolean
      /**
       * Format: date-time
       * @description Until when the secret before the present one signs too.
       */
      previousSecretExpiresAt?: string
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string
      url: string
    }
    WebhookDelivery: {
      /** @description The latest, at most 50, oldest first. */
      attempts: components['schemas']['WebhookDeliveryAttempt'][]
      /**
       * Format: date-time
       * @description When it was queued.
       */
      createdAt: string
      eventId: string | null
      /** Format: uuid */
      id: string
      nextAttemptAt: string | null
      /**
       * @description failed: will be retried at nextAttemptAt; dead: no more retries, can be redelivered.
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed' | 'dead'
      /** @description Such as reservation.confirmed, or webhook.ping. */
      type: string
    }
    WebhookDeliveryAttempt: {
      /**
       * Format: date-time
       * @description When it began.
       */
      at: string
      durationMs: number
      error: string | null
      statusCode: number | null
    }
    WebhookNotFoundFailure: components['schemas']['Failure'] & {
      error?: {
        /** @enum {unknown} */
        code?: 'WEBHOOK_NOT_FOUND'
      }
    }
    WebhookPing: {
      /** Format: uuid */
      webhookId: string
    }
    WebhookPingDelivery: {
      /**
       * @description Present in the sandbox only.
       * @enum {boolean}
       */
      _sandbox?: true
      data: components['schemas']['WebhookPing']
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string
      /** @enum {string} */
      type: 'webhook.ping'
    }
    WebhookReplay: {
      /**
       * Format: date-time
       * @description When it was requested.
       */
      createdAt: string
      /** @description Deliveries that succeeded. */
      done: number
      /** @description Deliveries that failed for the last time. */
      failed: number
      /** Format: uuid */
      id: string
      /**
       * @description done: every event was delivered, or has failed for the last time.
       * @enum {string}
       */
      status: 'running' | 'done'
      /** @description Events to deliver. */
      total: number
    }
  }
  responses: {
    /** @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types. */
    BadRequest: {
      headers: {
        'Content-Language': components['headers']['ContentLanguage']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ValidationFailure']
      }
    }
    /** @description - `INSUFFICIENT_PERMISSIONS`: The key is valid but lacks a scope; details name the scopes required and granted. */
    Forbidden: {
      headers: {
        'Content-Language': components['headers']['ContentLanguage']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ForbiddenFailure']
      }
    }
    /**
     * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
     *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
     */
    IdempotencyConflict: {
      headers: {
        'Content-Language': components['headers']['ContentLanguage']
        'Idempotent-Replayed': components['headers']['IdempotentReplayed']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['IdempotencyConflictFailure']
      }
    }
    /** @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done. */
    IdempotencyKeyReused: {
      headers: {
        'Content-Language': components['headers']['ContentLanguage']
        'Idempotent-Replayed': components['headers']['IdempotentReplayed']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['IdempotencyKeyReusedFailure']
      }
    }
    /** @description - `INTERNAL_ERROR`: A failure of the service that the request did not cause. */
    InternalError: {
      headers: {
        'Content-Language': components['headers']['ContentLanguage']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['InternalErrorFailure']
      }
    }
    /** @description Nothing has changed since the tag in If-None-Match; no body. */
    NotModified: {
      headers: {
        'Cache-Control': components['headers']['CacheControl']
        'Content-Language': components['headers']['ContentLanguage']
        ETag: components['headers']['ETag']
        Link: components['headers']['Link']
        'X-Cache': components['headers']['Cache']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content?: never
    }
    /** @description - `PAYLOAD_TOO_LARGE`: The body is larger than `details.limitBytes`: 1 MiB with a key, 64 KiB without one. */
    PayloadTooLarge: {
      headers: {
        'Content-Language': components['headers']['ContentLanguage']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['PayloadTooLargeFailure']
      }
    }
    /** @description - `SERVICE_UNAVAILABLE`: A dependency of the service is unavailable. */
    ServiceUnavailable: {
      headers: {
        'Content-Language': components['headers']['ContentLanguage']
        'Retry-After': components['headers']['RetryAfter']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ServiceUnavailableFailure']
      }
    }
    /** @description - `RATE_LIMIT_EXCEEDED`: The key, or the address of a caller without one, has exceeded a limit; details {limit, window, resetTime, retryAfter}. */
    TooManyRequests: {
      headers: {
        'Content-Language': components['headers']['ContentLanguage']
        'Retry-After': components['headers']['RetryAfter']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Retry-After': components['headers']['RateLimitRetryAfter']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['TooManyRequestsFailure']
      }
    }
    /**
     * @description - `AUTHENTICATION_REQUIRED`: The request needs a key and has none.
     *     - `INVALID_API_KEY`: The key is malformed, unknown, revoked or expired.
     */
    Unauthorized: {
      headers: {
        'Content-Language': components['headers']['ContentLanguage']
        'WWW-Authenticate': components['headers']['WWWAuthenticate']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['UnauthorizedFailure']
      }
    }
    /** @description - `UNSUPPORTED_MEDIA_TYPE`: The body has a media type that is not accepted; details {accepted}. */
    UnsupportedMediaType: {
      headers: {
        'Content-Language': components['headers']['ContentLanguage']
        'X-Environment': components['headers']['Environment']
        'X-RateLimit-Limit': components['headers']['RateLimitLimit']
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
        'X-RateLimit-Reset': components['headers']['RateLimitReset']
        'X-RateLimit-Window': components['headers']['RateLimitWindow']
        'X-Request-Id': components['headers']['RequestId']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['UnsupportedMediaTypeFailure']
      }
    }
  }
  parameters: {
    /** @description Language of messages, names and descriptions: `en` by default. */
    AcceptLanguage: string
    /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
    IdempotencyKey: string
    /** @description The `ETag` of a read reservation: when it has changed since, 409 EDIT_CONFLICT. */
    IfMatch: string
    /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
    IfNoneMatch: string
  }
  requestBodies: never
  headers: {
    /** @description Whether the data was cached; absent for data that is never cached. */
    Cache: 'hit' | 'miss'
    /** @description Public for a minute without a key, private with one. */
    CacheControl: string
    /** @description `attachment` with the name of the file. */
    ContentDisposition: string
    /** @description Language of the response: `en`, `es` or `es-MX`. */
    ContentLanguage: string
    /** @description Where the request was made. */
    Environment: 'live' | 'sandbox'
    /** @description Weak tag of the content, for If-None-Match and If-Match. */
    ETag: string
    /** @description `private, no-store`: the file is never stored. */
    FileCacheControl: string
    /** @description `attachment` with the name of the file; absent on JSON. */
    FileDisposition: string
    /** @description On the stored response to an earlier request with the same Idempotency-Key. */
    IdempotentReplayed: 'true'
    /** @description Weak tag of JSON, for If-None-Match; a file has none. */
    JsonETag: string
    /** @description In page mode while there is a next page: its address by cursor, with rel="next". */
    Link: string
    /** @description Private; `no-store` for a file. */
    MixedCacheControl: string
    /** @description Tag of the new version, for If-Match; absent with `dryRun`. */
    ModifiedETag: string
    /** @description Requests that the tightest window allows. */
    RateLimitLimit: number
    /** @description Requests left in it. */
    RateLimitRemaining: number
    /** @description When it ends, in Unix seconds. */
    RateLimitReset: number
    /** @description Seconds to wait. */
    RateLimitRetryAfter: number
    /** @description Its length in seconds. */
    RateLimitWindow: number
    /** @description Id of the request; quote it when you report a problem. */
    RequestId: string
    /** @description Seconds to wait before the next attempt. */
    RetryAfter: number
    /** @description `Bearer realm="partner-api"`; with `error="invalid_token"` for a wrong key. */
    WWWAuthenticate: string
  }
  pathItems: never
}
export type ActualVisitorsRequest = components['schemas']['ActualVisitorsRequest']
export type AgeAdjustment = components['schemas']['AgeAdjustment']
export type AgeBreakdownCheck = components['schemas']['AgeBreakdownCheck']
export type AgeBreakdownCheckBreakdownItem = components['schemas']['AgeBreakdownCheckBreakdownItem']
export type AgeBreakdownCheckError = components['schemas']['AgeBreakdownCheckError']
export type AgeBreakdownRequest = components['schemas']['AgeBreakdownRequest']
export type AgeConfiguration = components['schemas']['AgeConfiguration']
export type ApiKey = components['schemas']['ApiKey']
export type ApplyAutomaticDiscountsResponse = components['schemas']['ApplyAutomaticDiscountsResponse']
export type Author = components['schemas']['Author']
export type AutomaticDiscounts = components['schemas']['AutomaticDiscounts']
export type AutomaticDiscountsAppliedDiscount = components['schemas']['AutomaticDiscountsAppliedDiscount']
export type AutomaticDiscountsRequest = components['schemas']['AutomaticDiscountsRequest']
export type Availability = components['schemas']['Availability']
export type AvailabilityChange = components['schemas']['AvailabilityChange']
export type AvailabilityChangePagination = components['schemas']['AvailabilityChangePagination']
export type AvailabilityCheckFailedFailure = components['schemas']['AvailabilityCheckFailedFailure']
export type AvailabilityDateRange = components['schemas']['AvailabilityDateRange']
export type AvailabilityDay = components['schemas']['AvailabilityDay']
export type AvailabilityDayCapacity = components['schemas']['AvailabilityDayCapacity']
export type AvailabilityDayClosure = components['schemas']['AvailabilityDayClosure']
export type AvailabilityDayPricing = components['schemas']['AvailabilityDayPricing']
export type AvailabilityDisruption = components['schemas']['AvailabilityDisruption']
export type AvailabilityEvent = components['schemas']['AvailabilityEvent']
export type AvailabilityRecommendation = components['schemas']['AvailabilityRecommendation']
export type AvailabilityRestriction = components['schemas']['AvailabilityRestriction']
export type AvailabilityUpdatedDelivery = components['schemas']['AvailabilityUpdatedDelivery']
export type BulkOutcome = components['schemas']['BulkOutcome']
export type BulkOutcomeResult = components['schemas']['BulkOutcomeResult']
export type BulkOutcomeResultError = components['schemas']['BulkOutcomeResultError']
export type BulkOutcomeResultErrorDetails = components['schemas']['BulkOutcomeResultErrorDetails']
export type BulkOutcomeSummary = components['schemas']['BulkOutcomeSummary']
export type CalculatePriceBadRequestFailure = components['schemas']['CalculatePriceBadRequestFailure']
export type CalculatePriceNotFoundFailure = components['schemas']['CalculatePriceNotFoundFailure']
export type CalculatePriceResponse = components['schemas']['CalculatePriceResponse']
export type CalculatePriceUnprocessableFailure = components['schemas']['CalculatePriceUnprocessableFailure']
export type CalculatePriceVariantBadRequestFailure = components['schemas']['CalculatePriceVariantBadRequestFailure']
export type CalculatePriceVariantNotFoundFailure = components['schemas']['CalculatePriceVariantNotFoundFailure']
export type CalculatePriceVariantResponse = components['schemas']['CalculatePriceVariantResponse']
export type CalculatePriceVariantUnprocessableFailure =
  components['schemas']['CalculatePriceVariantUnprocessableFailure']
export type CalendarDay = components['schemas']['CalendarDay']
export type CalendarDayCapacity = components['schemas']['CalendarDayCapacity']
export type CancellationQuote = components['schemas']['CancellationQuote']
export type CancellationQuoteCancellation = components['schemas']['CancellationQuoteCancellation']
export type CancellationQuoteCancellationPolicy = components['schemas']['CancellationQuoteCancellationPolicy']
export type CancellationReason = components['schemas']['CancellationReason']
export type CancelledReservation = components['schemas']['CancelledReservation']
export type CancelledReservationCancellation = components['schemas']['CancelledReservationCancellation']
export type CancelledReservationCommunications = components['schemas']['CancelledReservationCommunications']
export type CancelReservationConflictFailure = components['schemas']['CancelReservationConflictFailure']
export type CancelReservationRequest = components['schemas']['CancelReservationRequest']
export type CancelReservationRequestRefund = components['schemas']['CancelReservationRequestRefund']
export type CancelReservationResponse = components['schemas']['CancelReservationResponse']
export type CancelReservationUnprocessableFailure = components['schemas']['CancelReservationUnprocessableFailure']
export type Cenote = components['schemas']['Cenote']
export type CenoteAmenity = components['schemas']['CenoteAmenity']
export type CenoteAmenityMenuItem = components['schemas']['CenoteAmenityMenuItem']
export type CenoteCalendar = components['schemas']['CenoteCalendar']
export type CenoteCapacity = components['schemas']['CenoteCapacity']
export type CenoteCertification = components['schemas']['CenoteCertification']
export type CenoteConservation = components['schemas']['CenoteConservation']
export type CenoteConservationImpact = components['schemas']['CenoteConservationImpact']
export type CenoteContact = components['schemas']['CenoteContact']
export type CenoteContactSocial = components['schemas']['CenoteContactSocial']
export type CenoteFeatures = components['schemas']['CenoteFeatures']
export type CenoteFeaturesAccessibility = components['schemas']['CenoteFeaturesAccessibility']
export type CenoteFeaturesDepth = components['schemas']['CenoteFeaturesDepth']
export type CenoteFeaturesTemperature = components['schemas']['CenoteFeaturesTemperature']
export type CenoteFeaturesVisibility = components['schemas']['CenoteFeaturesVisibility']
export type CenoteGuidelines = components['schemas']['CenoteGuidelines']
export type CenoteMetadata = components['schemas']['CenoteMetadata']
export type CenoteNotFoundFailure = components['schemas']['CenoteNotFoundFailure']
export type CenotePricing = components['schemas']['CenotePricing']
export type CenotePricingGroupDiscount = components['schemas']['CenotePricingGroupDiscount']
export type CenoteRating = components['schemas']['CenoteRating']
export type CenoteRatingBreakdown = components['schemas']['CenoteRatingBreakdown']
export type CenoteSchedule = components['schemas']['CenoteSchedule']
export type CenoteScheduleCutoff = components['schemas']['CenoteScheduleCutoff']
export type CenoteService = components['schemas']['CenoteService']
export type CenoteServiceTransportConfig = components['schemas']['CenoteServiceTransportConfig']
export type CenoteWeather = components['schemas']['CenoteWeather']
export type CenoteWeatherTemperature = components['schemas']['CenoteWeatherTemperature']
export type CenoteWeatherTemperatureAir = components['schemas']['CenoteWeatherTemperatureAir']
export type CenoteWeatherTemperatureWater = components['schemas']['CenoteWeatherTemperatureWater']
export type CheckCouponResponse = components['schemas']['CheckCouponResponse']
export type CheckedInReservation = components['schemas']['CheckedInReservation']
export type CheckedInReservationPayment = components['schemas']['CheckedInReservationPayment']
export type CheckIn = components['schemas']['CheckIn']
export type CheckInActualVisitors = components['schemas']['CheckInActualVisitors']
export type CheckInReservationConflictFailure = components['schemas']['CheckInReservationConflictFailure']
export type CheckInReservationRequest = components['schemas']['CheckInReservationRequest']
export type CheckInReservationResponse = components['schemas']['CheckInReservationResponse']
export type CheckInReservationUnprocessableFailure = components['schemas']['CheckInReservationUnprocessableFailure']
export type CheckInStaff = components['schemas']['CheckInStaff']
export type Communication = components['schemas']['Communication']
export type CommunicationAttempt = components['schemas']['CommunicationAttempt']
export type CompletedReservation = components['schemas']['CompletedReservation']
export type CompleteReservationConflictFailure = components['schemas']['CompleteReservationConflictFailure']
export type CompleteReservationRequest = components['schemas']['CompleteReservationRequest']
export type CompleteReservationRequestFeedback = components['schemas']['CompleteReservationRequestFeedback']
export type CompleteReservationResponse = components['schemas']['CompleteReservationResponse']
export type Completion = components['schemas']['Completion']
export type CompletionStaff = components['schemas']['CompletionStaff']
export type ConfirmedReservation = components['schemas']['ConfirmedReservation']
export type ConfirmedReservationCommunications = components['schemas']['ConfirmedReservationCommunications']
export type ConfirmedReservationDocuments = components['schemas']['ConfirmedReservationDocuments']
export type ConfirmedReservationPayment = components['schemas']['ConfirmedReservationPayment']
export type ConfirmReservationConflictFailure = components['schemas']['ConfirmReservationConflictFailure']
export type ConfirmReservationNotFoundFailure = components['schemas']['ConfirmReservationNotFoundFailure']
export type ConfirmReservationRequest = components['schemas']['ConfirmReservationRequest']
export type ConfirmReservationRequestGuest = components['schemas']['ConfirmReservationRequestGuest']
export type ConfirmReservationRequestService = components['schemas']['ConfirmReservationRequestService']
export type ConfirmReservationRequestVisitors = components['schemas']['ConfirmReservationRequestVisitors']
export type ConfirmReservationResponse = components['schemas']['ConfirmReservationResponse']
export type ConfirmReservationUnprocessableFailure = components['schemas']['ConfirmReservationUnprocessableFailure']
export type Coordinates = components['schemas']['Coordinates']
export type Coupon = components['schemas']['Coupon']
export type CouponCheck = components['schemas']['CouponCheck']
export type CouponCheckRequest = components['schemas']['CouponCheckRequest']
export type CouponQuote = components['schemas']['CouponQuote']
export type CouponValidation = components['schemas']['CouponValidation']
export type CouponValidationRequest = components['schemas']['CouponValidationRequest']
export type CreatedReservation = components['schemas']['CreatedReservation']
export type CreatedReservationCancellation = components['schemas']['CreatedReservationCancellation']
export type CreatedReservationCancellationPolicy = components['schemas']['CreatedReservationCancellationPolicy']
export type CreateReservationConflictFailure = components['schemas']['CreateReservationConflictFailure']
export type CreateReservationNotFoundFailure = components['schemas']['CreateReservationNotFoundFailure']
export type CreateReservationResponse = components['schemas']['CreateReservationResponse']
export type CreateReservationsRequest = components['schemas']['CreateReservationsRequest']
export type CreateReservationsResponse = components['schemas']['CreateReservationsResponse']
export type CreateReservationsUnavailableFailure = components['schemas']['CreateReservationsUnavailableFailure']
export type CreateReservationsUnprocessableFailure = components['schemas']['CreateReservationsUnprocessableFailure']
export type CreateReservationUnprocessableFailure = components['schemas']['CreateReservationUnprocessableFailure']
export type CreateWebhookConflictFailure = components['schemas']['CreateWebhookConflictFailure']
export type CreateWebhookRequest = components['schemas']['CreateWebhookRequest']
export type CreateWebhookResponse = components['schemas']['CreateWebhookResponse']
export type CreateWebhookUnprocessableFailure = components['schemas']['CreateWebhookUnprocessableFailure']
export type Currencies = components['schemas']['Currencies']
export type CurrenciesCurrency = components['schemas']['CurrenciesCurrency']
export type CurrencySymbol = components['schemas']['CurrencySymbol']
export type DepartureException = components['schemas']['DepartureException']
export type DepartureSlot = components['schemas']['DepartureSlot']
export type DepartureSlotStop = components['schemas']['DepartureSlotStop']
export type DepartureTime = components['schemas']['DepartureTime']
export type DiscountRule = components['schemas']['DiscountRule']
export type DiscountRulePromotion = components['schemas']['DiscountRulePromotion']
export type EmergencyContactRequest = components['schemas']['EmergencyContactRequest']
export type ErrorCode = components['schemas']['ErrorCode']
export type Event = components['schemas']['Event']
export type EventPagination = components['schemas']['EventPagination']
export type EventType = components['schemas']['EventType']
export type EventTypeName = components['schemas']['EventTypeName']
export type ExchangeRates = components['schemas']['ExchangeRates']
export type ExistingReservationsFailure = components['schemas']['ExistingReservationsFailure']
export type ExtendedReservation = components['schemas']['ExtendedReservation']
export type ExtendReservationConflictFailure = components['schemas']['ExtendReservationConflictFailure']
export type ExtendReservationRequest = components['schemas']['ExtendReservationRequest']
export type ExtendReservationResponse = components['schemas']['ExtendReservationResponse']
export type ExtendReservationUnprocessableFailure = components['schemas']['ExtendReservationUnprocessableFailure']
export type Failure = components['schemas']['Failure']
export type FailureError = components['schemas']['FailureError']
export type FailureErrorDetails = components['schemas']['FailureErrorDetails']
export type FlatReservationRequest = components['schemas']['FlatReservationRequest']
export type ForbiddenFailure = components['schemas']['ForbiddenFailure']
export type Guest = components['schemas']['Guest']
export type GuestEmergencyContact = components['schemas']['GuestEmergencyContact']
export type GuestMay = components['schemas']['GuestMay']
export type GuestMayRequest = components['schemas']['GuestMayRequest']
export type GuestRequest = components['schemas']['GuestRequest']
export type Health = components['schemas']['Health']
export type HoldRequest = components['schemas']['HoldRequest']
export type HoldRequestMetadata = components['schemas']['HoldRequestMetadata']
export type HoldRequestService = components['schemas']['HoldRequestService']
export type HoldVisitorsRequest = components['schemas']['HoldVisitorsRequest']
export type IdempotencyConflictFailure = components['schemas']['IdempotencyConflictFailure']
export type IdempotencyKeyReusedFailure = components['schemas']['IdempotencyKeyReusedFailure']
export type Image = components['schemas']['Image']
export type InternalErrorFailure = components['schemas']['InternalErrorFailure']
export type InvalidCoordinatesFailure = components['schemas']['InvalidCoordinatesFailure']
export type InvalidCursorFailure = components['schemas']['InvalidCursorFailure']
export type InvalidItemTypeFailure = components['schemas']['InvalidItemTypeFailure']
export type IssuedWebhook = components['schemas']['IssuedWebhook']
export type ListAgeConfigurationsResponse = components['schemas']['ListAgeConfigurationsResponse']
export type ListAutomaticDiscountRulesResponse = components['schemas']['ListAutomaticDiscountRulesResponse']
export type ListAvailabilityChangesResponse = components['schemas']['ListAvailabilityChangesResponse']
export type ListCenoteAgeConfigurationsResponse = components['schemas']['ListCenoteAgeConfigurationsResponse']
export type ListCenoteMeetingPointsResponse = components['schemas']['ListCenoteMeetingPointsResponse']
export type ListCenoteServicesResponse = components['schemas']['ListCenoteServicesResponse']
export type ListCenotesResponse = components['schemas']['ListCenotesResponse']
export type ListCurrenciesResponse = components['schemas']['ListCurrenciesResponse']
export type ListCurrenciesResponseCurrency = components['schemas']['ListCurrenciesResponseCurrency']
export type ListEventsResponse = components['schemas']['ListEventsResponse']
export type ListMunicipalitiesResponse = components['schemas']['ListMunicipalitiesResponse']
export type ListReservationsResponse = components['schemas']['ListReservationsResponse']
export type ListStatesResponse = components['schemas']['ListStatesResponse']
export type ListTourAgeConfigurationsResponse = components['schemas']['ListTourAgeConfigurationsResponse']
export type ListTourMeetingPointsResponse = components['schemas']['ListTourMeetingPointsResponse']
export type ListToursResponse = components['schemas']['ListToursResponse']
export type ListWebhookDeliveriesResponse = components['schemas']['ListWebhookDeliveriesResponse']
export type ListWebhooksResponse = components['schemas']['ListWebhooksResponse']
export type LocalizedText = components['schemas']['LocalizedText']
export type Location = components['schemas']['Location']
export type Manifest = components['schemas']['Manifest']
export type ManifestPickup = components['schemas']['ManifestPickup']
export type ManifestProduct = components['schemas']['ManifestProduct']
export type ManifestRow = components['schemas']['ManifestRow']
export type ManifestRowGuest = components['schemas']['ManifestRowGuest']
export type ManifestRowNotes = components['schemas']['ManifestRowNotes']
export type ManifestRowService = components['schemas']['ManifestRowService']
export type ManifestTotals = components['schemas']['ManifestTotals']
export type ManifestTotalsBalance = components['schemas']['ManifestTotalsBalance']
export type ManifestTour = components['schemas']['ManifestTour']
export type ManifestVisitors = components['schemas']['ManifestVisitors']
export type MarkReservationNoShowConflictFailure = components['schemas']['MarkReservationNoShowConflictFailure']
export type MarkReservationNoShowRequest = components['schemas']['MarkReservationNoShowRequest']
export type MarkReservationNoShowResponse = components['schemas']['MarkReservationNoShowResponse']
export type MarkReservationNoShowUnprocessableFailure =
  components['schemas']['MarkReservationNoShowUnprocessableFailure']
export type MeetingPoint = components['schemas']['MeetingPoint']
export type MeetingPointLocation = components['schemas']['MeetingPointLocation']
export type MissedReservation = components['schemas']['MissedReservation']
export type ModificationRequest = components['schemas']['ModificationRequest']
export type ModificationRequestGuest = components['schemas']['ModificationRequestGuest']
export type ModificationRequestGuestMay = components['schemas']['ModificationRequestGuestMay']
export type ModificationRequestService = components['schemas']['ModificationRequestService']
export type ModificationRequestVisitors = components['schemas']['ModificationRequestVisitors']
export type ModifiedReservation = components['schemas']['ModifiedReservation']
export type ModifiedReservationChangeVariant1 = components['schemas']['ModifiedReservationChangeVariant1']
export type ModifiedReservationChangeVariant2 = components['schemas']['ModifiedReservationChangeVariant2']
export type ModifiedReservationPayment = components['schemas']['ModifiedReservationPayment']
export type ModifiedReservationPricing = components['schemas']['ModifiedReservationPricing']
export type ModifiedReservationPricingNotAppliedItem = components['schemas']['ModifiedReservationPricingNotAppliedItem']
export type ModifyReservationConflictFailure = components['schemas']['ModifyReservationConflictFailure']
export type ModifyReservationNotFoundFailure = components['schemas']['ModifyReservationNotFoundFailure']
export type ModifyReservationResponse = components['schemas']['ModifyReservationResponse']
export type ModifyReservationUnprocessableFailure = components['schemas']['ModifyReservationUnprocessableFailure']
export type Municipality = components['schemas']['Municipality']
export type NearbyCenote = components['schemas']['NearbyCenote']
export type NearbyCenoteDistance = components['schemas']['NearbyCenoteDistance']
export type NearbyCenoteLocation = components['schemas']['NearbyCenoteLocation']
export type NearbyCenotePricing = components['schemas']['NearbyCenotePricing']
export type NotFoundFailure = components['schemas']['NotFoundFailure']
export type OverrideCenoteAvailabilityRequest = components['schemas']['OverrideCenoteAvailabilityRequest']
export type OverrideCenoteAvailabilityRequestSpecialEvent =
  components['schemas']['OverrideCenoteAvailabilityRequestSpecialEvent']
export type OverrideCenoteAvailabilityRequestTimeSlot =
  components['schemas']['OverrideCenoteAvailabilityRequestTimeSlot']
export type OverrideCenoteAvailabilityResponse = components['schemas']['OverrideCenoteAvailabilityResponse']
export type Pagination = components['schemas']['Pagination']
export type PaidReservation = components['schemas']['PaidReservation']
export type PaidReservationPayment = components['schemas']['PaidReservationPayment']
export type PayloadTooLargeFailure = components['schemas']['PayloadTooLargeFailure']
export type PaymentDue = components['schemas']['PaymentDue']
export type PaymentDueInstructions = components['schemas']['PaymentDueInstructions']
export type PaymentDueInstructionsCreditCard = components['schemas']['PaymentDueInstructionsCreditCard']
export type PickupCoordinates = components['schemas']['PickupCoordinates']
export type PickupPlaceRequest = components['schemas']['PickupPlaceRequest']
export type PickupRequest = components['schemas']['PickupRequest']
export type PingWebhookResponse = components['schemas']['PingWebhookResponse']
export type PreviousApiKey = components['schemas']['PreviousApiKey']
export type PriceCalculation = components['schemas']['PriceCalculation']
export type PriceCalculationAgeAdjustments = components['schemas']['PriceCalculationAgeAdjustments']
export type PriceCalculationDiscounts = components['schemas']['PriceCalculationDiscounts']
export type PriceCalculationDiscountsAutomaticItem = components['schemas']['PriceCalculationDiscountsAutomaticItem']
export type PriceCalculationDiscountsCoupon = components['schemas']['PriceCalculationDiscountsCoupon']
export type PriceCalculationDiscountsNotAppliedItem = components['schemas']['PriceCalculationDiscountsNotAppliedItem']
export type PriceCalculationRequest = components['schemas']['PriceCalculationRequest']
export type PriceCalculationRequestAgeBreakdown = components['schemas']['PriceCalculationRequestAgeBreakdown']
export type PriceCalculationRequestPickupCoordinates = components['schemas']['PriceCalculationRequestPickupCoordinates']
export type PriceCalculationRequestSelectedServiceVariant2 =
  components['schemas']['PriceCalculationRequestSelectedServiceVariant2']
export type PriceCalculationServices = components['schemas']['PriceCalculationServices']
export type PriceCalculationServicesIncludedItem = components['schemas']['PriceCalculationServicesIncludedItem']
export type PriceCalculationServicesSelectedItem = components['schemas']['PriceCalculationServicesSelectedItem']
export type PriceCalculationSummary = components['schemas']['PriceCalculationSummary']
export type PriceCalculationTransportationCost = components['schemas']['PriceCalculationTransportationCost']
export type PriceSummary = components['schemas']['PriceSummary']
export type PricingChange = components['schemas']['PricingChange']
export type PricingEvent = components['schemas']['PricingEvent']
export type PricingUpdatedDelivery = components['schemas']['PricingUpdatedDelivery']
export type Product = components['schemas']['Product']
export type ProductChange = components['schemas']['ProductChange']
export type ProductCreatedDelivery = components['schemas']['ProductCreatedDelivery']
export type ProductDeactivatedDelivery = components['schemas']['ProductDeactivatedDelivery']
export type ProductEvent = components['schemas']['ProductEvent']
export type ProductUpdatedDelivery = components['schemas']['ProductUpdatedDelivery']
export type QrCode = components['schemas']['QrCode']
export type QuoteCancellationConflictFailure = components['schemas']['QuoteCancellationConflictFailure']
export type QuoteCancellationRequest = components['schemas']['QuoteCancellationRequest']
export type QuoteCancellationRequestRefund = components['schemas']['QuoteCancellationRequestRefund']
export type QuoteCancellationResponse = components['schemas']['QuoteCancellationResponse']
export type QuoteCancellationUnprocessableFailure = components['schemas']['QuoteCancellationUnprocessableFailure']
export type ReadAvailabilityResponse = components['schemas']['ReadAvailabilityResponse']
export type ReadCenoteAvailabilityResponse = components['schemas']['ReadCenoteAvailabilityResponse']
export type ReadCenoteCalendarResponse = components['schemas']['ReadCenoteCalendarResponse']
export type ReadCenoteResponse = components['schemas']['ReadCenoteResponse']
export type ReadHealthResponse = components['schemas']['ReadHealthResponse']
export type ReadManifestNotFoundFailure = components['schemas']['ReadManifestNotFoundFailure']
export type ReadManifestResponse = components['schemas']['ReadManifestResponse']
export type ReadReservationQrCodeNotFoundFailure = components['schemas']['ReadReservationQrCodeNotFoundFailure']
export type ReadReservationQrCodeResponse = components['schemas']['ReadReservationQrCodeResponse']
export type ReadReservationQrCodeResponseData = components['schemas']['ReadReservationQrCodeResponseData']
export type ReadReservationResponse = components['schemas']['ReadReservationResponse']
export type ReadStatusResponse = components['schemas']['ReadStatusResponse']
export type ReadTourAvailabilityResponse = components['schemas']['ReadTourAvailabilityResponse']
export type ReadTourCalendarResponse = components['schemas']['ReadTourCalendarResponse']
export type ReadTourResponse = components['schemas']['ReadTourResponse']
export type ReadWebhookReplayResponse = components['schemas']['ReadWebhookReplayResponse']
export type ReadWebhookResponse = components['schemas']['ReadWebhookResponse']
export type RecordPaymentConflictFailure = components['schemas']['RecordPaymentConflictFailure']
export type RecordPaymentRequest = components['schemas']['RecordPaymentRequest']
export type RecordPaymentResponse = components['schemas']['RecordPaymentResponse']
export type RecordPaymentUnprocessableFailure = components['schemas']['RecordPaymentUnprocessableFailure']
export type RedeliverWebhookDeliveryResponse = components['schemas']['RedeliverWebhookDeliveryResponse']
export type ReferenceNotUniqueFailure = components['schemas']['ReferenceNotUniqueFailure']
export type RefreshedKey = components['schemas']['RefreshedKey']
export type RefreshKeyResponse = components['schemas']['RefreshKeyResponse']
export type Refund = components['schemas']['Refund']
export type RefundedReservation = components['schemas']['RefundedReservation']
export type RefundedReservationPayment = components['schemas']['RefundedReservationPayment']
export type RefundReservationConflictFailure = components['schemas']['RefundReservationConflictFailure']
export type RefundReservationRequest = components['schemas']['RefundReservationRequest']
export type RefundReservationResponse = components['schemas']['RefundReservationResponse']
export type RefundReservationUnprocessableFailure = components['schemas']['RefundReservationUnprocessableFailure']
export type ReplayWebhookConflictFailure = components['schemas']['ReplayWebhookConflictFailure']
export type ReplayWebhookRequest = components['schemas']['ReplayWebhookRequest']
export type ReplayWebhookResponse = components['schemas']['ReplayWebhookResponse']
export type ResendCommunicationConflictFailure = components['schemas']['ResendCommunicationConflictFailure']
export type ResendCommunicationNotFoundFailure = components['schemas']['ResendCommunicationNotFoundFailure']
export type ResendCommunicationResponse = components['schemas']['ResendCommunicationResponse']
export type Reservation = components['schemas']['Reservation']
export type ReservationCancellation = components['schemas']['ReservationCancellation']
export type ReservationCancellationPolicy = components['schemas']['ReservationCancellationPolicy']
export type ReservationCancelledDelivery = components['schemas']['ReservationCancelledDelivery']
export type ReservationCenote = components['schemas']['ReservationCenote']
export type ReservationCenoteContact = components['schemas']['ReservationCenoteContact']
export type ReservationCenoteLocation = components['schemas']['ReservationCenoteLocation']
export type ReservationCheckedInDelivery = components['schemas']['ReservationCheckedInDelivery']
export type ReservationCompletedDelivery = components['schemas']['ReservationCompletedDelivery']
export type ReservationConfirmedDelivery = components['schemas']['ReservationConfirmedDelivery']
export type ReservationCreatedDelivery = components['schemas']['ReservationCreatedDelivery']
export type ReservationDisruptedDelivery = components['schemas']['ReservationDisruptedDelivery']
export type ReservationDocument = components['schemas']['ReservationDocument']
export type ReservationEvent = components['schemas']['ReservationEvent']
export type ReservationExpiredDelivery = components['schemas']['ReservationExpiredDelivery']
export type ReservationMetadata = components['schemas']['ReservationMetadata']
export type ReservationModifications = components['schemas']['ReservationModifications']
export type ReservationModificationsHistoryItem = components['schemas']['ReservationModificationsHistoryItem']
export type ReservationModificationsHistoryItemChangeVariant1 =
  components['schemas']['ReservationModificationsHistoryItemChangeVariant1']
export type ReservationModificationsHistoryItemChangeVariant2 =
  components['schemas']['ReservationModificationsHistoryItemChangeVariant2']
export type ReservationModificationsHistoryItemPricing =
  components['schemas']['ReservationModificationsHistoryItemPricing']
export type ReservationModifiedDelivery = components['schemas']['ReservationModifiedDelivery']
export type ReservationNoShowDelivery = components['schemas']['ReservationNoShowDelivery']
export type ReservationNotes = components['schemas']['ReservationNotes']
export type ReservationNotFoundFailure = components['schemas']['ReservationNotFoundFailure']
export type ReservationPayment = components['schemas']['ReservationPayment']
export type ReservationPaymentAdditionalItem = components['schemas']['ReservationPaymentAdditionalItem']
export type ReservationPaymentReturn = components['schemas']['ReservationPaymentReturn']
export type ReservationPricing = components['schemas']['ReservationPricing']
export type ReservationPricingBreakdownItem = components['schemas']['ReservationPricingBreakdownItem']
export type ReservationPricingDiscount = components['schemas']['ReservationPricingDiscount']
export type ReservationPricingNotAppliedItem = components['schemas']['ReservationPricingNotAppliedItem']
export type ReservationRefundedDelivery = components['schemas']['ReservationRefundedDelivery']
export type ReservationRequest = components['schemas']['ReservationRequest']
export type ReservationRequestMetadata = components['schemas']['ReservationRequestMetadata']
export type ReservationRequestService = components['schemas']['ReservationRequestService']
export type ReservationService = components['schemas']['ReservationService']
export type ReservationServicePickup = components['schemas']['ReservationServicePickup']
export type ReservationSnapshot = components['schemas']['ReservationSnapshot']
export type ReservationStatus = components['schemas']['ReservationStatus']
export type ReservationStatusHistoryItem = components['schemas']['ReservationStatusHistoryItem']
export type ReservationTimeline = components['schemas']['ReservationTimeline']
export type ReservationTour = components['schemas']['ReservationTour']
export type ReservationTourLocation = components['schemas']['ReservationTourLocation']
export type Review = components['schemas']['Review']
export type ReviewPhoto = components['schemas']['ReviewPhoto']
export type ReviewRequest = components['schemas']['ReviewRequest']
export type RotateWebhookSecretResponse = components['schemas']['RotateWebhookSecretResponse']
export type SearchNearbyCenotesResponse = components['schemas']['SearchNearbyCenotesResponse']
export type SearchNearbyCenotesResponseSearchCriteria =
  components['schemas']['SearchNearbyCenotesResponseSearchCriteria']
export type SearchNearbyCenotesResponseSearchCriteriaCenter =
  components['schemas']['SearchNearbyCenotesResponseSearchCriteriaCenter']
export type SellingPartner = components['schemas']['SellingPartner']
export type Sending = components['schemas']['Sending']
export type SendPaymentLinkConflictFailure = components['schemas']['SendPaymentLinkConflictFailure']
export type SendPaymentLinkResponse = components['schemas']['SendPaymentLinkResponse']
export type ServiceUnavailableFailure = components['schemas']['ServiceUnavailableFailure']
export type StaffRequest = components['schemas']['StaffRequest']
export type State = components['schemas']['State']
export type Status = components['schemas']['Status']
export type StatusComponents = components['schemas']['StatusComponents']
export type StoredObject = components['schemas']['StoredObject']
export type SummarizePriceNotFoundFailure = components['schemas']['SummarizePriceNotFoundFailure']
export type SummarizePriceResponse = components['schemas']['SummarizePriceResponse']
export type TicketNotValidFailure = components['schemas']['TicketNotValidFailure']
export type TimeSlot = components['schemas']['TimeSlot']
export type TooManyRequestsFailure = components['schemas']['TooManyRequestsFailure']
export type Tour = components['schemas']['Tour']
export type TourAvailability = components['schemas']['TourAvailability']
export type TourAvailabilityDateRange = components['schemas']['TourAvailabilityDateRange']
export type TourAvailabilityDay = components['schemas']['TourAvailabilityDay']
export type TourAvailabilityDayCapacity = components['schemas']['TourAvailabilityDayCapacity']
export type TourAvailabilityDayClosure = components['schemas']['TourAvailabilityDayClosure']
export type TourAvailabilityDayPricing = components['schemas']['TourAvailabilityDayPricing']
export type TourAvailabilityRecommendation = components['schemas']['TourAvailabilityRecommendation']
export type TourAvailabilityRestriction = components['schemas']['TourAvailabilityRestriction']
export type TourCalendar = components['schemas']['TourCalendar']
export type TourDepartures = components['schemas']['TourDepartures']
export type TourNotFoundFailure = components['schemas']['TourNotFoundFailure']
export type TourPagination = components['schemas']['TourPagination']
export type TourPricing = components['schemas']['TourPricing']
export type TourStop = components['schemas']['TourStop']
export type Transport = components['schemas']['Transport']
export type TransportMeetingPoint = components['schemas']['TransportMeetingPoint']
export type TransportPickup = components['schemas']['TransportPickup']
export type TransportRequest = components['schemas']['TransportRequest']
export type UnauthorizedFailure = components['schemas']['UnauthorizedFailure']
export type UnsupportedMediaTypeFailure = components['schemas']['UnsupportedMediaTypeFailure']
export type UpdateWebhookConflictFailure = components['schemas']['UpdateWebhookConflictFailure']
export type UpdateWebhookRequest = components['schemas']['UpdateWebhookRequest']
export type UpdateWebhookResponse = components['schemas']['UpdateWebhookResponse']
export type UploadedImage = components['schemas']['UploadedImage']
export type UploadedImageSize = components['schemas']['UploadedImageSize']
export type UploadImageResponse = components['schemas']['UploadImageResponse']
export type ValidateAgeBreakdownResponse = components['schemas']['ValidateAgeBreakdownResponse']
export type ValidateCouponNotFoundFailure = components['schemas']['ValidateCouponNotFoundFailure']
export type ValidateCouponResponse = components['schemas']['ValidateCouponResponse']
export type ValidateCouponUnprocessableFailure = components['schemas']['ValidateCouponUnprocessableFailure']
export type ValidationFailure = components['schemas']['ValidationFailure']
export type ValidationFailureErrors = components['schemas']['ValidationFailureErrors']
export type Verification = components['schemas']['Verification']
export type VerificationLimits = components['schemas']['VerificationLimits']
export type VerificationPartner = components['schemas']['VerificationPartner']
export type VerifyKeyResponse = components['schemas']['VerifyKeyResponse']
export type Visitors = components['schemas']['Visitors']
export type VisitorsBreakdown = components['schemas']['VisitorsBreakdown']
export type VisitorsRequest = components['schemas']['VisitorsRequest']
export type Webhook = components['schemas']['Webhook']
export type WebhookDelivery = components['schemas']['WebhookDelivery']
export type WebhookDeliveryAttempt = components['schemas']['WebhookDeliveryAttempt']
export type WebhookNotFoundFailure = components['schemas']['WebhookNotFoundFailure']
export type WebhookPing = components['schemas']['WebhookPing']
export type WebhookPingDelivery = components['schemas']['WebhookPingDelivery']
export type WebhookReplay = components['schemas']['WebhookReplay']
export type ResponseBadRequest = components['responses']['BadRequest']
export type ResponseForbidden = components['responses']['Forbidden']
export type ResponseIdempotencyConflict = components['responses']['IdempotencyConflict']
export type ResponseIdempotencyKeyReused = components['responses']['IdempotencyKeyReused']
export type ResponseInternalError = components['responses']['InternalError']
export type ResponseNotModified = components['responses']['NotModified']
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge']
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable']
export type ResponseTooManyRequests = components['responses']['TooManyRequests']
export type ResponseUnauthorized = components['responses']['Unauthorized']
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType']
export type ParameterAcceptLanguage = components['parameters']['AcceptLanguage']
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey']
export type ParameterIfMatch = components['parameters']['IfMatch']
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch']
export type HeaderCache = components['headers']['Cache']
export type HeaderCacheControl = components['headers']['CacheControl']
export type HeaderContentDisposition = components['headers']['ContentDisposition']
export type HeaderContentLanguage = components['headers']['ContentLanguage']
export type HeaderEnvironment = components['headers']['Environment']
export type HeaderETag = components['headers']['ETag']
export type HeaderFileCacheControl = components['headers']['FileCacheControl']
export type HeaderFileDisposition = components['headers']['FileDisposition']
export type HeaderIdempotentReplayed = components['headers']['IdempotentReplayed']
export type HeaderJsonETag = components['headers']['JsonETag']
export type HeaderLink = components['headers']['Link']
export type HeaderMixedCacheControl = components['headers']['MixedCacheControl']
export type HeaderModifiedETag = components['headers']['ModifiedETag']
export type HeaderRateLimitLimit = components['headers']['RateLimitLimit']
export type HeaderRateLimitRemaining = components['headers']['RateLimitRemaining']
export type HeaderRateLimitReset = components['headers']['RateLimitReset']
export type HeaderRateLimitRetryAfter = components['headers']['RateLimitRetryAfter']
export type HeaderRateLimitWindow = components['headers']['RateLimitWindow']
export type HeaderRequestId = components['headers']['RequestId']
export type HeaderRetryAfter = components['headers']['RetryAfter']
export type HeaderWwwAuthenticate = components['headers']['WWWAuthenticate']
export type $defs = Record<string, never>
export interface operations {
  listAgeConfigurations: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The five that apply where nothing else was set. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListAgeConfigurationsResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listCenoteAgeConfigurations: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        cenoteId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The five that apply here. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListCenoteAgeConfigurationsResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `CENOTE_NOT_FOUND`: No cenote has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CenoteNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listTourAgeConfigurations: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        tourId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The five that apply here. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListTourAgeConfigurationsResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `TOUR_NOT_FOUND`: No tour has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TourNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  refreshKey: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The new key, shown this once. */
      201: {
        headers: {
          /** @description It holds a secret. */
          'Cache-Control'?: 'no-store'
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RefreshKeyResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  verifyKey: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The key is valid. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['VerifyKeyResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listCurrencies: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description By code. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListCurrenciesResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listMunicipalities: {
    parameters: {
      query?: {
        /** @description Only those of this state, whatever its case and accents. */
        state?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description By state and name. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListMunicipalitiesResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listStates: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description By name. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListStatesResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readAvailability: {
    parameters: {
      query: {
        /** @description Last day, later than startDate, at most 30 days. */
        endDate?: string
        /** @description First day, YYYY-MM-DD, not in the past. */
        startDate: string
        /** @description Only the slot at HH:MM. */
        time?: string
        visitors?: number
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Cenote UUID. */
        cenoteId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Days and slots with their places. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadAvailabilityResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `CENOTE_NOT_FOUND`: No cenote has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CenoteNotFoundFailure']
        }
      }
      /** @description - `AVAILABILITY_CHECK_FAILED`: The date range is malformed, past, reversed or too long; or an override names what is no slot, or a capacity below what is booked. Details name the rule. */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AvailabilityCheckFailedFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listAvailabilityChanges: {
    parameters: {
      query: {
        /** @description `pagination.nextCursor` of an earlier response, or the `cursor` of an event; `now` for the end of the log. */
        after: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The ranges, those that changed last at the end. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListAvailabilityChangesResponse']
        }
      }
      304: components['responses']['NotModified']
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_CURSOR`: The cursor was changed, or comes from a list with other filters or another sort. Of the event log, details {reason}: `unknown`, or `expired` when events after it are older than the 30 days that are stored.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationFailure'] | components['schemas']['InvalidCursorFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listCenotes: {
    parameters: {
      query?: {
        /** @description Created at or after. */
        createdAfter?: string
        /** @description Created at or before; a date includes that day. */
        createdBefore?: string
        /** @description Opaque position: the `pagination.nextCursor` or `Link` of an earlier response with the same filter and sort. Not together with `page`. */
        cursor?: string
        /** @description Parts that are left out unless they are named here. */
        expand?: ('amenities' | 'reviews' | 'availability' | 'nearby' | 'tours')[]
        /** @description Comma-separated names of fields, inner ones dotted; `id` always comes. */
        fields?: string
        /** @description Id of an amenity. */
        hasAmenity?: string
        /** @description Active cenotes when true or absent, inactive ones when false. */
        isActive?: boolean
        'location.municipality'?: string
        'location.state'?: string
        /** @description `latitude,longitude`; needed by sortBy=location.distance. */
        near?: string
        /** @description Page, from 1. */
        page?: number
        /** @description Items a page, 1 to 100. */
        perPage?: number
        /** @description Highest adult price, whole MXN. */
        'priceRange.max'?: number
        /** @description Lowest adult price, whole MXN. */
        'priceRange.min'?: number
        'rating.min'?: number
        /** @description Text in name or description, whatever its case and accents. */
        search?: string
        sortBy?: 'name' | 'rating' | 'pricing.adult' | 'location.distance' | 'createdAt' | 'updatedAt' | 'popularity'
        sortDirection?: 'asc' | 'desc'
        /** @description Updated at or after, as `updatedAt` says. */
        updatedAfter?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of cenotes. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          Link: components['headers']['Link']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListCenotesResponse']
        }
      }
      304: components['responses']['NotModified']
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_CURSOR`: The cursor was changed, or comes from a list with other filters or another sort. Of the event log, details {reason}: `unknown`, or `expired` when events after it are older than the 30 days that are stored.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationFailure'] | components['schemas']['InvalidCursorFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readCenote: {
    parameters: {
      query?: {
        /** @description Parts that are left out unless they are named here. */
        expand?: ('amenities' | 'reviews' | 'availability' | 'nearby' | 'tours')[]
        /** @description Comma-separated names of fields, inner ones dotted; `id` always comes. */
        fields?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Cenote UUID. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The cenote. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadCenoteResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `CENOTE_NOT_FOUND`: No cenote has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CenoteNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readCenoteAvailability: {
    parameters: {
      query: {
        /** @description Last day, later than startDate, at most 30 days. */
        endDate?: string
        /** @description First day, YYYY-MM-DD, not in the past. */
        startDate: string
        /** @description Only the slot at HH:MM. */
        time?: string
        visitors?: number
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Cenote UUID. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Days and slots with their places. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadCenoteAvailabilityResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `CENOTE_NOT_FOUND`: No cenote has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CenoteNotFoundFailure']
        }
      }
      /** @description - `AVAILABILITY_CHECK_FAILED`: The date range is malformed, past, reversed or too long; or an override names what is no slot, or a capacity below what is booked. Details name the rule. */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AvailabilityCheckFailedFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  overrideCenoteAvailability: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
      }
      path: {
        /** @description Cenote UUID. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OverrideCenoteAvailabilityRequest']
      }
    }
    responses: {
      /** @description Days and slots with their places. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OverrideCenoteAvailabilityResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `CENOTE_NOT_FOUND`: No cenote has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CenoteNotFoundFailure']
        }
      }
      /** @description - `EXISTING_RESERVATIONS`: A closure, closed slots, departures that are taken away or hold fewer people than are booked, or the deactivation of a cenote or tour meets pending, confirmed or begun reservations, those of tours that stop at a cenote too; details {reservations, people} and for keys with `platform:manage` refunds: what full refunds would pay back, each {currency, amountCents}, over REST {currency, amount} in whole units, and first: at most 50 of them by visit, then reference, each {id, bookingReference, partner {id, name}, visitDate, visitTime, people, status} and of a tour its tourId. Nothing was changed. */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExistingReservationsFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /** @description - `AVAILABILITY_CHECK_FAILED`: The date range is malformed, past, reversed or too long; or an override names what is no slot, or a capacity below what is booked. Details name the rule. */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AvailabilityCheckFailedFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readCenoteCalendar: {
    parameters: {
      query: {
        /** @description Last day, startDate or later; at most 366 days, both counted. */
        endDate?: string
        /** @description First day, YYYY-MM-DD, not in the past. */
        startDate: string
        visitors?: number
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Cenote UUID. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One entry a day. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadCenoteCalendarResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `CENOTE_NOT_FOUND`: No cenote has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CenoteNotFoundFailure']
        }
      }
      /** @description - `AVAILABILITY_CHECK_FAILED`: The date range is malformed, past, reversed or too long; or an override names what is no slot, or a capacity below what is booked. Details name the rule. */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AvailabilityCheckFailedFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  searchNearbyCenotes: {
    parameters: {
      query: {
        /** @description Degrees, -90 to 90. */
        latitude: number
        limit?: number
        /** @description Degrees, -180 to 180. */
        longitude: number
        /** @description Kilometres. */
        radius?: number
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Cenotes, nearest first. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SearchNearbyCenotesResponse']
        }
      }
      304: components['responses']['NotModified']
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_COORDINATES`: Latitude or longitude is out of range; details name the bound, details.violations each that is violated.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json':
            components['schemas']['ValidationFailure'] | components['schemas']['InvalidCoordinatesFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  uploadImage: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'image/jpeg': string
        'image/png': string
        'image/webp': string
      }
    }
    responses: {
      /** @description The picture is stored. */
      201: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          /** @description URL of the new resource. */
          Location?: string
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UploadImageResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readManifest: {
    parameters: {
      query: {
        /** @description Day of the departure or slot, in the time zone of the product. */
        date: string
        /** @description JSON or a CSV file; without it `Accept: text/csv` requests the file, too. */
        format?: 'json' | 'csv'
        /** @description Id of the product. */
        productId: string
        /** @description Whether the product is a cenote or a tour. */
        productType: 'cenote' | 'tour'
        /** @description Start of the departure or slot, in the time zone of the product. */
        time: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The manifest. As a file it has one line for each party; `partner` is for keys of the operator only. UTF-8 with a line of headings, streamed. Columns: `pickupDate`, `pickupTime`, `pickupPlace`, `pickupNotes`, `guestName`, `guestPhone`, `guestEmail`, `bookingReference`, `status`, `visitors`, `adults`, `children`, `seniors`, `infants`, `teens`, `services`, `balance`, `currency`, `specialRequests`, `internalNotes`, `guestNotes`, `checkedInAt`, `tourId`, `tour`, `departureDate`, `departure`, `partner`. */
      200: {
        headers: {
          'Cache-Control': components['headers']['MixedCacheControl']
          'Content-Disposition': components['headers']['FileDisposition']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['JsonETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadManifestResponse']
          'text/csv': string
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `CENOTE_NOT_FOUND`: No cenote has this id.
       *     - `TOUR_NOT_FOUND`: No tour has this id.
       */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadManifestNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  exportSales: {
    parameters: {
      query: {
        /** @description Whether a reservation counts on the day of its visit or on the day on which it was made. */
        basis?: 'visit' | 'creation'
        /** @description The dimensions, in any case and in the order of the columns. One row in all when absent. */
        by?: ('day' | 'month' | 'partner' | 'product' | 'status')[]
        /** @description First day, in the time zone of each product. */
        from: string
        /** @description Of this partner. Others than one's own are for keys of the operator's staff. */
        partnerId?: string
        /** @description Of this cenote or tour. */
        productId?: string
        /** @description Of cenotes or of tours. */
        productType?: 'cenote' | 'tour'
        status?: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled' | 'no_show' | 'refunded'
        /** @description Last day; at most 400 days. */
        to: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The file: the columns of the requested dimensions, those of the partner for keys of the operator only, and then the sums; `productType` with the dimension `product`, then what is sold, cancelled and to refund. UTF-8 with a line of headings, streamed. Columns: `day`, `month`, `partnerId`, `partner`, `productId`, `product`, `status`, `currency`, `reservations`, `visitors`, `gross`, `discount`, `tax`, `fee`, `total`, `paid`, `refunded`, `balance`, `productType`, `soldReservations`, `soldVisitors`, `soldTotal`, `cancelledReservations`, `cancelledTotal`, `refundDue`. */
      200: {
        headers: {
          'Cache-Control': components['headers']['FileCacheControl']
          'Content-Disposition': components['headers']['ContentDisposition']
          'Content-Language': components['headers']['ContentLanguage']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'text/csv': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listReservations: {
    parameters: {
      query?: {
        /** @description Of this cenote. */
        cenoteId?: string
        /** @description Created at or after. */
        createdAfter?: string
        /** @description Created at or before; a date includes that day. */
        createdBefore?: string
        /** @description Opaque position: the `pagination.nextCursor` or `Link` of an earlier response with the same filter and sort. Not together with `page`. */
        cursor?: string
        /** @description Visits on or after. */
        dateFrom?: string
        /** @description Visits on or before. */
        dateTo?: string
        /** @description Of this disruption: where something was closed. For keys of the operator's staff; 403 for others. */
        disruptionId?: string
        /** @description Parts that are left out unless they are named here. */
        expand?: ('cenote' | 'payment' | 'services' | 'reviews' | 'guest')[]
        /** @description Comma-separated names of fields, inner ones dotted; `id` always comes. */
        fields?: string
        /** @description E-mail address of the guest, whatever its case. */
        guestEmail?: string
        /** @description Pending, confirmed or in progress when true; over in one way or another when false. */
        isActive?: boolean
        /** @description Page, from 1. */
        page?: number
        /** @description Of this partner. Others than one's own are for keys of the operator's staff. */
        partnerId?: string
        /** @description Items a page, 1 to 100. */
        perPage?: number
        /** @description Of cenotes or of tours. */
        productType?: 'cenote' | 'tour'
        /** @description With a refund to pay when true, a credit or the refund of a cancellation; without one when false. */
        refundDue?: boolean
        /** @description Only reservations with exactly this `resellerReference`. */
        resellerReference?: string
        /** @description Text in the booking reference, the reseller reference, or the name or e-mail address of the guest, ignoring case and accents. */
        search?: string
        sortBy?: 'createdAt' | 'updatedAt' | 'visitDate'
        sortDirection?: 'asc' | 'desc'
        status?: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled' | 'no_show' | 'refunded'
        /** @description Of this tour. */
        tourId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of reservations. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          Link: components['headers']['Link']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListReservationsResponse']
        }
      }
      304: components['responses']['NotModified']
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_CURSOR`: The cursor was changed, or comes from a list with other filters or another sort. Of the event log, details {reason}: `unknown`, or `expired` when events after it are older than the 30 days that are stored.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationFailure'] | components['schemas']['InvalidCursorFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  createReservation: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json':
          | components['schemas']['ReservationRequest']
          | components['schemas']['HoldRequest']
          | components['schemas']['FlatReservationRequest']
      }
    }
    responses: {
      /** @description The reservation of this `externalId`, which was made before, as it is now. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateReservationResponse']
        }
      }
      /** @description The pending reservation. */
      201: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          /** @description URL of the new resource. */
          Location?: string
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateReservationResponse']
        }
      }
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_COORDINATES`: Latitude or longitude is out of range; details name the bound, details.violations each that is violated.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json':
            components['schemas']['ValidationFailure'] | components['schemas']['InvalidCoordinatesFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `PARTNER_NOT_FOUND`: No partner that the caller may manage has this id in this environment.
       *     - `CENOTE_NOT_FOUND`: No cenote has this id.
       *     - `TOUR_NOT_FOUND`: No tour has this id.
       *     - `MEETING_POINT_NOT_FOUND`: No active meeting point of the cenote or tour has this id; details {meetingPointId}.
       *     - `SERVICE_NOT_FOUND`: No service of the item has this id.
       *     - `COUPON_NOT_FOUND`: No coupon has this code.
       */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `RESERVATION_ALREADY_EXISTS`: The externalId of a creation was used for another product, visit or party, or is the id of one of the partner's reservations; details {externalId, reservationId, bookingReference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateReservationConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `CENOTE_NOT_AVAILABLE`: The day or slot cannot be booked; details have the reason and up to three alternatives.
       *     - `TOUR_NOT_AVAILABLE`: The day or departure cannot be booked; details have the reason, up to three alternatives, and the `stop` (cenote and slot) that is the reason where one is.
       *     - `INSUFFICIENT_CAPACITY`: Some places are free, but too few for the party. For a tour details have the `stop` (cenote and slot) that has too few.
       *     - `HOLD_LIMIT_EXCEEDED`: The partner's pending reservations would hold more places on one day of visit than the pricing tier allows; details {limit, held, requested, date}.
       *     - `INVALID_AGE_BREAKDOWN`: The party has minors but no adult or senior.
       *     - `PICKUP_REQUIRED`: The selected transport needs a pickup place.
       *     - `PICKUP_OUT_OF_ZONE`: The pickup place is in no zone, or too far away.
       *     - `SERVICE_NOT_AVAILABLE`: The service exists but is not offered for this item.
       *     - `SERVICE_NOT_BOOKABLE`: The service is included already and cannot be added.
       *     - `COUPON_EXPIRED`: The coupon has expired; details say when.
       *     - `COUPON_usage_LIMIT_REACHED`: The coupon has reached its usage limit.
       *     - `COUPON_MIN_SPEND_NOT_MET`: The purchase is smaller than the coupon's minimum.
       *     - `COUPON_NOT_APPLICABLE`: The coupon is for another cenote, or for other dates.
       *     - `COUPON_NOT_YET_VALID`: The coupon is not valid yet.
       *     - `COUPON_INACTIVE`: The coupon is inactive.
       *     - `QUOTE_INVALID`: The token is not one that a price calculation returned, or it was changed.
       *     - `QUOTE_EXPIRED`: The quote has expired after 15 minutes; details {expiredAt, currentTime}.
       *     - `QUOTE_MISMATCH`: The reservation differs from the quote; details.fields names what differs: cenoteId or tourId, visitors, services, promoCode, visitDate, residency, transport, partner or environment.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateReservationUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  exportReservations: {
    parameters: {
      query?: {
        /** @description Of this cenote. */
        cenoteId?: string
        /** @description Created at or after. */
        createdAfter?: string
        /** @description Created at or before; a date includes that day. */
        createdBefore?: string
        /** @description Visits on or after. */
        dateFrom?: string
        /** @description Visits on or before. */
        dateTo?: string
        /** @description Of this disruption: where something was closed. For keys of the operator's staff; 403 for others. */
        disruptionId?: string
        /** @description E-mail address of the guest, whatever its case. */
        guestEmail?: string
        /** @description Pending, confirmed or in progress when true; over in one way or another when false. */
        isActive?: boolean
        /** @description Of this partner. Others than one's own are for keys of the operator's staff. */
        partnerId?: string
        /** @description Of cenotes or of tours. */
        productType?: 'cenote' | 'tour'
        /** @description With a refund to pay when true, a credit or the refund of a cancellation; without one when false. */
        refundDue?: boolean
        /** @description Only reservations with exactly this `resellerReference`. */
        resellerReference?: string
        /** @description Text in the booking reference, the reseller reference, or the name or e-mail address of the guest, ignoring case and accents. */
        search?: string
        status?: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled' | 'no_show' | 'refunded'
        /** @description Of this tour. */
        tourId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The file; `partnerId` and `partner` are for keys of the operator only. UTF-8 with a line of headings, streamed. Columns: `id`, `bookingReference`, `confirmationCode`, `status`, `productId`, `product`, `visitDate`, `visitTime`, `visitors`, `adults`, `children`, `seniors`, `guestName`, `guestEmail`, `guestPhone`, `guestNationality`, `currency`, `gross`, `discount`, `tax`, `fee`, `total`, `paid`, `refunded`, `balance`, `source`, `affiliateId`, `specialRequests`, `createdAt`, `updatedAt`, `partnerId`, `partner`, `infants`, `teens`, `resellerReference`, `externalId`, `productType`, `transport`, `pickupDate`, `pickupTime`, `pickupPlace`, `pickupAddress`, `pickupRoom`, `pickupNotes`. */
      200: {
        headers: {
          'Cache-Control': components['headers']['FileCacheControl']
          'Content-Disposition': components['headers']['ContentDisposition']
          'Content-Language': components['headers']['ContentLanguage']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'text/csv': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readReservation: {
    parameters: {
      query?: {
        /** @description Parts that are left out unless they are named here. */
        expand?: ('cenote' | 'payment' | 'services' | 'reviews' | 'guest')[]
        /** @description Comma-separated names of fields, inner ones dotted; `id` always comes. */
        fields?: string
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The reservation. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadReservationResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReservationNotFoundFailure']
        }
      }
      /** @description - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}. */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReferenceNotUniqueFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  modifyReservation: {
    parameters: {
      query?: {
        /** @description Returns what would happen and changes nothing. */
        dryRun?: boolean
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
        /** @description The `ETag` of a read reservation: when it has changed since, 409 EDIT_CONFLICT. */
        'If-Match'?: components['parameters']['IfMatch']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ModificationRequest']
      }
    }
    responses: {
      /** @description The changes and their price; nothing changed when `changes` is empty. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ModifiedETag']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ModifyReservationResponse']
        }
      }
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_COORDINATES`: Latitude or longitude is out of range; details name the bound, details.violations each that is violated.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json':
            components['schemas']['ValidationFailure'] | components['schemas']['InvalidCoordinatesFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId.
       *     - `CENOTE_NOT_FOUND`: No cenote has this id.
       *     - `TOUR_NOT_FOUND`: No tour has this id.
       *     - `MEETING_POINT_NOT_FOUND`: No active meeting point of the cenote or tour has this id; details {meetingPointId}.
       *     - `SERVICE_NOT_FOUND`: No service of the item has this id.
       */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ModifyReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `EDIT_CONFLICT`: If-Match names another version of the reservation than the current one, or the input of an administration mutation another version of what it changes; details {currentVersion}.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ModifyReservationConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `MODIFICATION_NOT_ALLOWED`: The operation is not possible on the reservation as it is; details {reason, deadline, currentTime}, the reason one of status_<status>, too_close_to_visit_date, already_extended, hold_limit, quoted_price, not_visit_date, visit_not_started; not_for_guests when the partner does not let guests do it.
       *     - `CENOTE_NOT_AVAILABLE`: The day or slot cannot be booked; details have the reason and up to three alternatives.
       *     - `TOUR_NOT_AVAILABLE`: The day or departure cannot be booked; details have the reason, up to three alternatives, and the `stop` (cenote and slot) that is the reason where one is.
       *     - `INSUFFICIENT_CAPACITY`: Some places are free, but too few for the party. For a tour details have the `stop` (cenote and slot) that has too few.
       *     - `HOLD_LIMIT_EXCEEDED`: The partner's pending reservations would hold more places on one day of visit than the pricing tier allows; details {limit, held, requested, date}.
       *     - `INVALID_AGE_BREAKDOWN`: The party has minors but no adult or senior.
       *     - `PICKUP_REQUIRED`: The selected transport needs a pickup place.
       *     - `PICKUP_OUT_OF_ZONE`: The pickup place is in no zone, or too far away.
       *     - `SERVICE_NOT_AVAILABLE`: The service exists but is not offered for this item.
       *     - `SERVICE_NOT_BOOKABLE`: The service is included already and cannot be added.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ModifyReservationUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  cancelReservation: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CancelReservationRequest']
      }
    }
    responses: {
      /** @description The cancelled reservation with its refund. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CancelReservationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `INVALID_STATE_TRANSITION`: The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CancelReservationConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `CANCELLATION_NOT_ALLOWED`: The deadline for cancelling has passed, or, with the reason not_for_guests, the partner does not let guests cancel; details {reason, deadline, currentTime}.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CancelReservationUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  quoteCancellation: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['QuoteCancellationRequest']
      }
    }
    responses: {
      /** @description The refund as cancelling with this body would compute it. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['QuoteCancellationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `INVALID_STATE_TRANSITION`: The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['QuoteCancellationConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `CANCELLATION_NOT_ALLOWED`: The deadline for cancelling has passed, or, with the reason not_for_guests, the partner does not let guests cancel; details {reason, deadline, currentTime}.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['QuoteCancellationUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  checkInReservation: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. Confirm it first. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckInReservationRequest']
      }
    }
    responses: {
      /** @description The visit in progress. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CheckInReservationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `INVALID_STATE_TRANSITION`: The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CheckInReservationConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `MODIFICATION_NOT_ALLOWED`: The operation is not possible on the reservation as it is; details {reason, deadline, currentTime}, the reason one of status_<status>, too_close_to_visit_date, already_extended, hold_limit, quoted_price, not_visit_date, visit_not_started; not_for_guests when the partner does not let guests do it.
       *     - `PAYMENT_REQUIRED`: A check-in with `requirePaid` found a balance; details {balanceDueCents, currency}, over REST {balanceDue, currency} in whole units.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CheckInReservationUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  resendCommunication: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Id of one of `communications` of the reservation. `communications[].id` of `GET /api/partner/reservations/{id}`. Confirm it with `confirmationEmail` first. */
        communicationId: string
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. Confirm it with `confirmationEmail` first. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The message, queued; its attempts show when it has been sent. */
      202: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResendCommunicationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId.
       *     - `COMMUNICATION_NOT_FOUND`: The reservation has no message with this id.
       */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResendCommunicationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `COMMUNICATION_NOT_APPLICABLE`: The message would not be true any more, such as the confirmation of a reservation that was cancelled, or has no recipient; details {type, status}.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResendCommunicationConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  completeReservation: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. Confirm it and check it in first. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CompleteReservationRequest']
      }
    }
    responses: {
      /** @description The completed visit. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CompleteReservationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `INVALID_STATE_TRANSITION`: The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CompleteReservationConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  confirmReservation: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfirmReservationRequest']
      }
    }
    responses: {
      /** @description The confirmed reservation. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ConfirmReservationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId.
       *     - `SERVICE_NOT_FOUND`: No service of the item has this id.
       */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ConfirmReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `INVALID_STATE_TRANSITION`: The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.
       *     - `PAYMENT_ALREADY_RECORDED`: The reservation has a payment of this id with another amount; details {paymentId, recordedCents, requestedCents, currency}, over REST {paymentId, recorded, requested, currency} in whole units.
       *     - `EDIT_CONFLICT`: If-Match names another version of the reservation than the current one, or the input of an administration mutation another version of what it changes; details {currentVersion}.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ConfirmReservationConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `CENOTE_NOT_AVAILABLE`: The day or slot cannot be booked; details have the reason and up to three alternatives.
       *     - `TOUR_NOT_AVAILABLE`: The day or departure cannot be booked; details have the reason, up to three alternatives, and the `stop` (cenote and slot) that is the reason where one is.
       *     - `PAYMENT_EXCEEDS_BALANCE`: The amount exceeds the balance due; details {requestedCents, balanceDueCents, currency}, over REST {requested, balanceDue, currency} in whole units.
       *     - `INSUFFICIENT_CAPACITY`: Some places are free, but too few for the party. For a tour details have the `stop` (cenote and slot) that has too few.
       *     - `HOLD_LIMIT_EXCEEDED`: The partner's pending reservations would hold more places on one day of visit than the pricing tier allows; details {limit, held, requested, date}.
       *     - `INVALID_AGE_BREAKDOWN`: The party has minors but no adult or senior.
       *     - `MODIFICATION_NOT_ALLOWED`: The operation is not possible on the reservation as it is; details {reason, deadline, currentTime}, the reason one of status_<status>, too_close_to_visit_date, already_extended, hold_limit, quoted_price, not_visit_date, visit_not_started; not_for_guests when the partner does not let guests do it.
       *     - `SERVICE_NOT_AVAILABLE`: The service exists but is not offered for this item.
       *     - `SERVICE_NOT_BOOKABLE`: The service is included already and cannot be added.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ConfirmReservationUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  extendReservation: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. */
        id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ExtendReservationRequest']
      }
    }
    responses: {
      /** @description The reservation with its new deadline. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExtendReservationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `INVALID_STATE_TRANSITION`: The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExtendReservationConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `MODIFICATION_NOT_ALLOWED`: The operation is not possible on the reservation as it is; details {reason, deadline, currentTime}, the reason one of status_<status>, too_close_to_visit_date, already_extended, hold_limit, quoted_price, not_visit_date, visit_not_started; not_for_guests when the partner does not let guests do it.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExtendReservationUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  markReservationNoShow: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. Confirm it first. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['MarkReservationNoShowRequest']
      }
    }
    responses: {
      /** @description The reservation, now a no-show. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MarkReservationNoShowResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `INVALID_STATE_TRANSITION`: The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MarkReservationNoShowConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `MODIFICATION_NOT_ALLOWED`: The operation is not possible on the reservation as it is; details {reason, deadline, currentTime}, the reason one of status_<status>, too_close_to_visit_date, already_extended, hold_limit, quoted_price, not_visit_date, visit_not_started; not_for_guests when the partner does not let guests do it.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MarkReservationNoShowUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  sendPaymentLink: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The message, queued; its attempts show when it has been sent. */
      202: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SendPaymentLinkResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `INVALID_STATE_TRANSITION`: The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SendPaymentLinkConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  recordPayment: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RecordPaymentRequest']
      }
    }
    responses: {
      /** @description The payment was recorded before. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RecordPaymentResponse']
        }
      }
      /** @description The payment is recorded. */
      201: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RecordPaymentResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `INVALID_STATE_TRANSITION`: The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.
       *     - `PAYMENT_ALREADY_RECORDED`: The reservation has a payment of this id with another amount; details {paymentId, recordedCents, requestedCents, currency}, over REST {paymentId, recorded, requested, currency} in whole units.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RecordPaymentConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `PAYMENT_EXCEEDS_BALANCE`: The amount exceeds the balance due; details {requestedCents, balanceDueCents, currency}, over REST {requested, balanceDue, currency} in whole units.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RecordPaymentUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readReservationQrCode: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
        /** @description Signature of the address; with it no key is needed. */
        token?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The QR code. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadReservationQrCodeResponse']
          'image/png': string
          'image/svg+xml': string
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId.
       *     - `NOT_FOUND`: No path, document or file has this address.
       */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadReservationQrCodeNotFoundFailure']
        }
      }
      /** @description - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}. */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReferenceNotUniqueFailure']
        }
      }
      /** @description The reservation is cancelled, refunded or missed; a picture says so. */
      410: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TicketNotValidFailure']
          'image/png': string
          'image/svg+xml': string
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  refundReservation: {
    parameters: {
      query?: {
        /** @description The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator. */
        partnerId?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description Reservation id, booking reference or `externalId`. `data.id` or `data.bookingReference` of what `POST /api/partner/reservations` returned, or of an item of `GET /api/partner/reservations`. Confirm it with a payment and cancel it first. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RefundReservationRequest']
      }
    }
    responses: {
      /** @description The reservation with its refunds. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RefundReservationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `RESERVATION_NOT_FOUND`: None of the partner's reservations in this environment has this id, booking reference or externalId. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReservationNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `INVALID_STATE_TRANSITION`: The reservation's status does not allow the operation; details name the statuses it can go to. For a payment link, details.reason is one of status_<status>, price_hidden, sold_by_reseller, nothing_due.
       *     - `REFERENCE_NOT_UNIQUE`: An operator named a reservation by an externalId that several partners use; details {reference}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RefundReservationConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `REFUND_NOT_DUE`: Nothing was paid, or the amount exceeds what is left; details {requestedCents, remainingCents, currency}, over REST {requested, remaining, currency} in whole units.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RefundReservationUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  createReservations: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateReservationsRequest']
      }
    }
    responses: {
      /** @description Some succeeded. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateReservationsResponse']
        }
      }
      /** @description All succeeded. */
      201: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateReservationsResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `BULK_FAILED`: Every item of a bulk request was refused; details {results, summary} have the error of each. With status 503 all failed because the same dependency is unavailable.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateReservationsUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      /**
       * @description - `SERVICE_UNAVAILABLE`: A dependency of the service is unavailable.
       *     - `BULK_FAILED`: Every item of a bulk request was refused; details {results, summary} have the error of each. With status 503 all failed because the same dependency is unavailable.
       */
      503: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Retry-After': components['headers']['RetryAfter']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateReservationsUnavailableFailure']
        }
      }
    }
  }
  calculatePriceVariant: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PriceCalculationRequest']
      }
    }
    responses: {
      /** @description The price with every line that leads to it. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CalculatePriceVariantResponse']
        }
      }
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_ITEM_TYPE`: The item type is neither cenote nor tour.
       *     - `INVALID_COORDINATES`: Latitude or longitude is out of range; details name the bound, details.violations each that is violated.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json':
            components['schemas']['ValidationFailure'] | components['schemas']['CalculatePriceVariantBadRequestFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `CENOTE_NOT_FOUND`: No cenote has this id.
       *     - `TOUR_NOT_FOUND`: No tour has this id.
       *     - `MEETING_POINT_NOT_FOUND`: No active meeting point of the cenote or tour has this id; details {meetingPointId}.
       *     - `SERVICE_NOT_FOUND`: No service of the item has this id.
       *     - `COUPON_NOT_FOUND`: No coupon has this code.
       */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CalculatePriceVariantNotFoundFailure']
        }
      }
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `INVALID_AGE_BREAKDOWN`: The party has minors but no adult or senior.
       *     - `PICKUP_REQUIRED`: The selected transport needs a pickup place.
       *     - `PICKUP_OUT_OF_ZONE`: The pickup place is in no zone, or too far away.
       *     - `SERVICE_NOT_AVAILABLE`: The service exists but is not offered for this item.
       *     - `SERVICE_NOT_BOOKABLE`: The service is included already and cannot be added.
       *     - `COUPON_EXPIRED`: The coupon has expired; details say when.
       *     - `COUPON_usage_LIMIT_REACHED`: The coupon has reached its usage limit.
       *     - `COUPON_MIN_SPEND_NOT_MET`: The purchase is smaller than the coupon's minimum.
       *     - `COUPON_NOT_APPLICABLE`: The coupon is for another cenote, or for other dates.
       *     - `COUPON_NOT_YET_VALID`: The coupon is not valid yet.
       *     - `COUPON_INACTIVE`: The coupon is inactive.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CalculatePriceVariantUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readHealth: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It can. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadHealthResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readStatus: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The parts. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadStatusResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listTours: {
    parameters: {
      query?: {
        /** @description Only tours that visit this cenote. */
        cenoteId?: string
        /** @description Added at or after. */
        createdAfter?: string
        /** @description Added at or before; a date includes that day. */
        createdBefore?: string
        /** @description Comma-separated names of fields, inner ones dotted; `id` always comes. */
        fields?: string
        /** @description Active tours when true or absent, inactive ones when false. */
        isActive?: boolean
        /** @description Page, from 1. */
        page?: number
        /** @description Items a page, 1 to 100. */
        perPage?: number
        /** @description Text in name or description, whatever its case and accents. */
        search?: string
        sortBy?: 'name' | 'pricing.adult' | 'durationMinutes' | 'createdAt' | 'updatedAt'
        /** @description `asc` by default. */
        sortDirection?: 'asc' | 'desc'
        /** @description Updated at or after, as `updatedAt` says. */
        updatedAfter?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of tours. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListToursResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readTour: {
    parameters: {
      query?: {
        /** @description Comma-separated names of fields, inner ones dotted; `id` always comes. */
        fields?: string
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Tour UUID. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The tour. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadTourResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `TOUR_NOT_FOUND`: No tour has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TourNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readTourAvailability: {
    parameters: {
      query: {
        /** @description Last day, later than startDate, at most 30 days. */
        endDate?: string
        /** @description First day, YYYY-MM-DD, not in the past. */
        startDate: string
        /** @description Only the departure at HH:MM. */
        time?: string
        /** @description 1 when absent. The minimum of the tour applies only where it is given. */
        visitors?: number
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Tour UUID. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Days and departures with their places. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadTourAvailabilityResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `TOUR_NOT_FOUND`: No tour has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TourNotFoundFailure']
        }
      }
      /** @description - `AVAILABILITY_CHECK_FAILED`: The date range is malformed, past, reversed or too long; or an override names what is no slot, or a capacity below what is booked. Details name the rule. */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AvailabilityCheckFailedFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readTourCalendar: {
    parameters: {
      query: {
        /** @description Last day, startDate or later; at most 366 days, both counted. */
        endDate?: string
        /** @description First day, YYYY-MM-DD, not in the past. */
        startDate: string
        /** @description 1 when absent. The minimum of the tour applies only where it is given. */
        visitors?: number
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Tour UUID. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One entry a day. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadTourCalendarResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `TOUR_NOT_FOUND`: No tour has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TourNotFoundFailure']
        }
      }
      /** @description - `AVAILABILITY_CHECK_FAILED`: The date range is malformed, past, reversed or too long; or an override names what is no slot, or a capacity below what is booked. Details name the rule. */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AvailabilityCheckFailedFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listTourMeetingPoints: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Tour UUID. */
        tourId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description In display order; may be empty. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListTourMeetingPointsResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `TOUR_NOT_FOUND`: No tour has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TourNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listCenoteMeetingPoints: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Cenote UUID. */
        cenoteId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description In display order; may be empty. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListCenoteMeetingPointsResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `CENOTE_NOT_FOUND`: No cenote has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CenoteNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listCenoteServices: {
    parameters: {
      query?: {
        /** @description Only services that can be booked separately. */
        bookableOnly?: boolean
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Cenote UUID. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description In display order. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListCenoteServicesResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `CENOTE_NOT_FOUND`: No cenote has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CenoteNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  checkCoupon: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CouponCheckRequest']
      }
    }
    responses: {
      /** @description Whether it can be used. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CheckCouponResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  validateCoupon: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CouponValidationRequest']
      }
    }
    responses: {
      /** @description The value of the coupon. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidateCouponResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `CENOTE_NOT_FOUND`: No cenote has this id.
       *     - `COUPON_NOT_FOUND`: No coupon has this code.
       */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidateCouponNotFoundFailure']
        }
      }
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `COUPON_EXPIRED`: The coupon has expired; details say when.
       *     - `COUPON_NOT_YET_VALID`: The coupon is not valid yet.
       *     - `COUPON_usage_LIMIT_REACHED`: The coupon has reached its usage limit.
       *     - `COUPON_INACTIVE`: The coupon is inactive.
       *     - `COUPON_MIN_SPEND_NOT_MET`: The purchase is smaller than the coupon's minimum.
       *     - `COUPON_NOT_APPLICABLE`: The coupon is for another cenote, or for other dates.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidateCouponUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readDocument: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description Signed token, as given in `documents`. The end of `documents[].url` of a reservation with documents. */
        token: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/pdf': string
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `NOT_FOUND`: No path, document or file has this address. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NotFoundFailure']
        }
      }
      /** @description The reservation is cancelled, refunded or missed: a file that says so. */
      410: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/pdf': string
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listEvents: {
    parameters: {
      query?: {
        /** @description `cursor` of the last event seen, or `now` for the end of the log; from the beginning when absent. */
        after?: string
        /** @description The same for a cenote. */
        cenoteId?: string
        /** @description Happened at or after. */
        createdAfter?: string
        /** @description Happened at or before; a date includes that day. */
        createdBefore?: string
        /** @description Alias of `after`, as in other lists. */
        cursor?: string
        /** @description Comma-separated names of fields, inner ones dotted; `id` always comes. */
        fields?: string
        /** @description Only events that left the reservation pending, confirmed or in progress when true, those that ended it when false. */
        isActive?: boolean
        /** @description Page, from 1. */
        page?: number
        /** @description Only events of this partner's reservations. Operators may name any partner; for another partner's id a partner gets no events. */
        partnerId?: string
        /** @description Items a page, 1 to 100. */
        perPage?: number
        /** @description Only events of this cenote or tour, and of its reservations. A change of all products matches, too, and a move to another product is of both. */
        productId?: string
        /** @description Only events of cenotes or of tours. One that moved a reservation from a cenote to a tour, or back, is of both, and so is a change of all products. */
        productType?: 'cenote' | 'tour'
        /** @description Only events of this reservation, and no changes of what is sold. */
        reservationId?: string
        /** @description Of reservations with this text in the booking reference, or in the guest's name or e-mail address, whatever its case and accents. */
        search?: string
        /** @description The same for a tour. */
        tourId?: string
        /** @description Types, and wildcards for several; all events of reservations when absent. `reservation.*` and its types need the scope `reservations:read`, the others `catalog:read`, `*` both. */
        types?: (
          | 'reservation.created'
          | 'reservation.confirmed'
          | 'reservation.modified'
          | 'reservation.cancelled'
          | 'reservation.expired'
          | 'reservation.checked_in'
          | 'reservation.completed'
          | 'reservation.no_show'
          | 'reservation.refunded'
          | 'reservation.disrupted'
          | 'availability.updated'
          | 'product.created'
          | 'product.updated'
          | 'product.deactivated'
          | 'pricing.updated'
          | 'reservation.*'
          | 'availability.*'
          | 'product.*'
          | 'pricing.*'
          | '*'
        )[]
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of events. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListEventsResponse']
        }
      }
      304: components['responses']['NotModified']
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_CURSOR`: The cursor was changed, or comes from a list with other filters or another sort. Of the event log, details {reason}: `unknown`, or `expired` when events after it are older than the 30 days that are stored.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationFailure'] | components['schemas']['InvalidCursorFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  calculatePrice: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PriceCalculationRequest']
      }
    }
    responses: {
      /** @description The price with every line that leads to it. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CalculatePriceResponse']
        }
      }
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_ITEM_TYPE`: The item type is neither cenote nor tour.
       *     - `INVALID_COORDINATES`: Latitude or longitude is out of range; details name the bound, details.violations each that is violated.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json':
            components['schemas']['ValidationFailure'] | components['schemas']['CalculatePriceBadRequestFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `CENOTE_NOT_FOUND`: No cenote has this id.
       *     - `TOUR_NOT_FOUND`: No tour has this id.
       *     - `MEETING_POINT_NOT_FOUND`: No active meeting point of the cenote or tour has this id; details {meetingPointId}.
       *     - `SERVICE_NOT_FOUND`: No service of the item has this id.
       *     - `COUPON_NOT_FOUND`: No coupon has this code.
       */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CalculatePriceNotFoundFailure']
        }
      }
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `INVALID_AGE_BREAKDOWN`: The party has minors but no adult or senior.
       *     - `PICKUP_REQUIRED`: The selected transport needs a pickup place.
       *     - `PICKUP_OUT_OF_ZONE`: The pickup place is in no zone, or too far away.
       *     - `SERVICE_NOT_AVAILABLE`: The service exists but is not offered for this item.
       *     - `SERVICE_NOT_BOOKABLE`: The service is included already and cannot be added.
       *     - `COUPON_EXPIRED`: The coupon has expired; details say when.
       *     - `COUPON_usage_LIMIT_REACHED`: The coupon has reached its usage limit.
       *     - `COUPON_MIN_SPEND_NOT_MET`: The purchase is smaller than the coupon's minimum.
       *     - `COUPON_NOT_APPLICABLE`: The coupon is for another cenote, or for other dates.
       *     - `COUPON_NOT_YET_VALID`: The coupon is not valid yet.
       *     - `COUPON_INACTIVE`: The coupon is inactive.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CalculatePriceUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  summarizePrice: {
    parameters: {
      query?: {
        people?: number
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        itemId: string
        itemType: 'cenote' | 'tour'
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Without discounts and taxes. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SummarizePriceResponse']
        }
      }
      304: components['responses']['NotModified']
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_ITEM_TYPE`: The item type is neither cenote nor tour.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json':
            components['schemas']['ValidationFailure'] | components['schemas']['InvalidItemTypeFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `CENOTE_NOT_FOUND`: No cenote has this id.
       *     - `TOUR_NOT_FOUND`: No tour has this id.
       */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SummarizePriceNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  validateAgeBreakdown: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AgeBreakdownRequest']
      }
    }
    responses: {
      /** @description Whether these people can be booked together, and the errors. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidateAgeBreakdownResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listAutomaticDiscountRules: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Highest priority first. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListAutomaticDiscountRulesResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  applyAutomaticDiscounts: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AutomaticDiscountsRequest']
      }
    }
    responses: {
      /** @description The applied discounts, in order. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApplyAutomaticDiscountsResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `CENOTE_NOT_FOUND`: No cenote has this id. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CenoteNotFoundFailure']
        }
      }
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listWebhooks: {
    parameters: {
      query?: {
        /** @description Registered at or after. */
        createdAfter?: string
        /** @description Registered at or before; a date includes that day. */
        createdBefore?: string
        /** @description Opaque position: the `pagination.nextCursor` or `Link` of an earlier response with the same filter and sort. Not together with `page`. */
        cursor?: string
        /** @description Comma-separated names of fields, inner ones dotted; `id` always comes. */
        fields?: string
        /** @description Webhooks that are on when true, off when false. */
        isActive?: boolean
        /** @description Page, from 1. */
        page?: number
        /** @description Items a page, 1 to 100. */
        perPage?: number
        /** @description Text in the address or the description, whatever its case and accents. */
        search?: string
        sortBy?: 'createdAt'
        sortDirection?: 'asc' | 'desc'
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of webhooks. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          Link: components['headers']['Link']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListWebhooksResponse']
        }
      }
      304: components['responses']['NotModified']
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_CURSOR`: The cursor was changed, or comes from a list with other filters or another sort. Of the event log, details {reason}: `unknown`, or `expired` when events after it are older than the 30 days that are stored.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationFailure'] | components['schemas']['InvalidCursorFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  createWebhook: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhookRequest']
      }
    }
    responses: {
      /** @description The webhook with its secret. */
      201: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          /** @description URL of the new resource. */
          Location?: string
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateWebhookResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `WEBHOOK_ALREADY_EXISTS`: The partner has a webhook with this address in this environment; details {webhookId, url}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateWebhookConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      /**
       * @description - `IDEMPOTENCY_KEY_REUSED`: The key was sent before with another body, query string or If-Match. Nothing was done.
       *     - `WEBHOOK_LIMIT_REACHED`: The partner has the maximum number of webhooks in this environment; details {limit}.
       */
      422: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateWebhookUnprocessableFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readWebhook: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description `data.id` of what `POST /webhooks` returned, or of an item of `GET /webhooks`. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The webhook. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadWebhookResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `WEBHOOK_NOT_FOUND`: No webhook of the partner, or no delivery of it, has this id in this environment. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteWebhook: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
      }
      path: {
        /** @description `data.id` of what `POST /webhooks` returned, or of an item of `GET /webhooks`. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The webhook was deleted. */
      204: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `WEBHOOK_NOT_FOUND`: No webhook of the partner, or no delivery of it, has this id in this environment. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookNotFoundFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  updateWebhook: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description `data.id` of what `POST /webhooks` returned, or of an item of `GET /webhooks`. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateWebhookRequest']
      }
    }
    responses: {
      /** @description The webhook as it is now. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UpdateWebhookResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `WEBHOOK_NOT_FOUND`: No webhook of the partner, or no delivery of it, has this id in this environment. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `WEBHOOK_ALREADY_EXISTS`: The partner has a webhook with this address in this environment; details {webhookId, url}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UpdateWebhookConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Queued at or after. */
        createdAfter?: string
        /** @description Queued at or before; a date includes that day. */
        createdBefore?: string
        /** @description Opaque position: the `pagination.nextCursor` or `Link` of an earlier response with the same filter and sort. Not together with `page`. */
        cursor?: string
        /** @description Comma-separated names of fields, inner ones dotted; `id` always comes. */
        fields?: string
        /** @description Deliveries that will be retried when true, those that succeeded or will not be retried when false. */
        isActive?: boolean
        /** @description Page, from 1. */
        page?: number
        /** @description Items a page, 1 to 100. */
        perPage?: number
        /** @description Text in the type, such as `confirmed`; or the id of the delivery or of its event. */
        search?: string
        sortBy?: 'createdAt'
        sortDirection?: 'asc' | 'desc'
        status?: 'pending' | 'succeeded' | 'failed' | 'dead'
      }
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description `data.id` of what `POST /webhooks` returned, or of an item of `GET /webhooks`. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of deliveries, which are stored for 30 days. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          Link: components['headers']['Link']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListWebhookDeliveriesResponse']
        }
      }
      304: components['responses']['NotModified']
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_CURSOR`: The cursor was changed, or comes from a list with other filters or another sort. Of the event log, details {reason}: `unknown`, or `expired` when events after it are older than the 30 days that are stored.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationFailure'] | components['schemas']['InvalidCursorFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `WEBHOOK_NOT_FOUND`: No webhook of the partner, or no delivery of it, has this id in this environment. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  redeliverWebhookDelivery: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description `data[].id` of `GET /webhooks/{id}/deliveries`, such as of a ping. */
        deliveryId: string
        /** @description `data.id` of what `POST /webhooks` returned, or of an item of `GET /webhooks`. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The delivery, queued again. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RedeliverWebhookDeliveryResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `WEBHOOK_NOT_FOUND`: No webhook of the partner, or no delivery of it, has this id in this environment. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookNotFoundFailure']
        }
      }
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  pingWebhook: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description `data.id` of what `POST /webhooks` returned, or of an item of `GET /webhooks`. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The delivery, now queued. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PingWebhookResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `WEBHOOK_NOT_FOUND`: No webhook of the partner, or no delivery of it, has this id in this environment. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookNotFoundFailure']
        }
      }
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  replayWebhook: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description `data.id` of what `POST /webhooks` returned, or of an item of `GET /webhooks`. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplayWebhookRequest']
      }
    }
    responses: {
      /** @description The replay, now running. */
      202: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          /** @description URL of its progress. */
          Location?: string
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReplayWebhookResponse']
        }
      }
      /**
       * @description - `ERROR_VALIDACION`: The body or a parameter does not fit the documented types.
       *     - `INVALID_CURSOR`: The cursor was changed, or comes from a list with other filters or another sort. Of the event log, details {reason}: `unknown`, or `expired` when events after it are older than the 30 days that are stored.
       */
      400: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ValidationFailure'] | components['schemas']['InvalidCursorFailure']
        }
      }
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `WEBHOOK_NOT_FOUND`: No webhook of the partner, or no delivery of it, has this id in this environment. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookNotFoundFailure']
        }
      }
      /**
       * @description - `IDEMPOTENCY_KEY_IN_USE`: A copy of this request is in progress, here or at another replica.
       *     - `IDEMPOTENCY_ANSWER_NOT_STORED`: The request was done under this key and is not done again. Its response was too large to store, or the API key has stored too much since. Details {idempotencyKey}.
       *     - `REPLAY_IN_PROGRESS`: Events are still being delivered to this webhook again; details {replayId}.
       */
      409: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReplayWebhookConflictFailure']
        }
      }
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  readWebhookReplay: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description The `ETag` of an earlier response: 304 when nothing has changed since. */
        'If-None-Match'?: components['parameters']['IfNoneMatch']
      }
      path: {
        /** @description `data.id` of what `POST /webhooks` returned, or of an item of `GET /webhooks`. */
        id: string
        /** @description `data.id` of what `POST /webhooks/{id}/replay` returned. */
        replayId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The replay. */
      200: {
        headers: {
          'Cache-Control': components['headers']['CacheControl']
          'Content-Language': components['headers']['ContentLanguage']
          ETag: components['headers']['ETag']
          'X-Cache': components['headers']['Cache']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadWebhookReplayResponse']
        }
      }
      304: components['responses']['NotModified']
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `WEBHOOK_NOT_FOUND`: No webhook of the partner, or no delivery of it, has this id in this environment. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookNotFoundFailure']
        }
      }
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  rotateWebhookSecret: {
    parameters: {
      query?: never
      header?: {
        /** @description Language of messages, names and descriptions: `en` by default. */
        'Accept-Language'?: components['parameters']['AcceptLanguage']
        /** @description A random UUID for each operation: a retry with it gets the stored response. Needs an API key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @description `data.id` of what `POST /webhooks` returned, or of an item of `GET /webhooks`. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The webhook with its new secret. */
      200: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RotateWebhookSecretResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      /** @description - `WEBHOOK_NOT_FOUND`: No webhook of the partner, or no delivery of it, has this id in this environment. */
      404: {
        headers: {
          'Content-Language': components['headers']['ContentLanguage']
          'Idempotent-Replayed': components['headers']['IdempotentReplayed']
          'X-Environment': components['headers']['Environment']
          'X-RateLimit-Limit': components['headers']['RateLimitLimit']
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining']
          'X-RateLimit-Reset': components['headers']['RateLimitReset']
          'X-RateLimit-Window': components['headers']['RateLimitWindow']
          'X-Request-Id': components['headers']['RequestId']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WebhookNotFoundFailure']
        }
      }
      409: components['responses']['IdempotencyConflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['IdempotencyKeyReused']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  receiveAvailabilityUpdated: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AvailabilityUpdatedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receivePricingUpdated: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PricingUpdatedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveProductCreated: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProductCreatedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveProductDeactivated: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProductDeactivatedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveProductUpdated: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProductUpdatedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveReservationCancelled: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReservationCancelledDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveReservationCheckedIn: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReservationCheckedInDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveReservationCompleted: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReservationCompletedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveReservationConfirmed: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReservationConfirmedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveReservationCreated: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReservationCreatedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveReservationDisrupted: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReservationDisruptedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveReservationExpired: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReservationExpiredDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveReservationModified: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReservationModifiedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveReservationNoShow: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReservationNoShowDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveReservationRefunded: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReservationRefundedDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  receiveWebhookPing: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the event; the same at every attempt. */
        'webhook-id': string
        /** @description Signatures by Standard Webhooks, separated by spaces: `v1,` and base 64. */
        'webhook-signature': string
        /** @description When this attempt was signed, in Unix seconds. */
        'webhook-timestamp': number
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookPingDelivery']
      }
    }
    responses: {
      /** @description Received; so is any other 2xx. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Anything else is a failure, and the delivery is retried. */
      default: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
}
