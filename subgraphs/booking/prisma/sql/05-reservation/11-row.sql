-- This file is written by `node scripts/reservation-sql.mjs` from the list of members of a reservation, and a test
-- compares it with that list and with the table.

-- Inserts the row of a new reservation from its JSON form, whose members are the columns in camel case.
-- `write_reservation` calls it.
-- Example: SELECT insert_reservation('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '{"id": "019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071", "bookingReference": "CEN-7K2M9P", "status": "pending", …}');
CREATE FUNCTION insert_reservation(p_partner uuid, p_reservation jsonb)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given record;
BEGIN
  SELECT * INTO given FROM jsonb_to_record(p_reservation) AS r (
    id uuid, "partnerName" text, "bookingReference" text, "confirmationCode" text, "resellerReference" text,
    "externalId" uuid, requested jsonb, "isHold" boolean, status text, "productId" uuid, "productType" text,
    "productNames" jsonb, stops jsonb, transport jsonb, "visitDate" text, "visitTime" text, timezone text,
    "visitAt" timestamptz, "dayEndsAt" timestamptz, adults integer, children integer, seniors integer, infants integer,
    teens integer, participants jsonb, guest jsonb, "guestEmail" text, language text, pricing jsonb, services jsonb,
    "specialRequests" text, notes jsonb, metadata jsonb, payment jsonb, cancellation jsonb, refund jsonb,
    documents jsonb, "checkIn" jsonb, completion jsonb, "confirmationSent" boolean, "reminderSent" boolean,
    disrupted boolean, "refundCeiling" double precision, "paymentDeadline" timestamptz, "holdEndsAt" timestamptz,
    "extendedAt" timestamptz, "couponCode" text, "guestTerms" jsonb, version integer, "createdAt" timestamptz,
    "updatedAt" timestamptz
  );
  -- Citus plans INSERT with VALUES for the one shard of the partner, but INSERT with SELECT for the whole table.
  INSERT INTO reservation (
    partner_id, id, partner_name, booking_reference, confirmation_code, reseller_reference, external_id, requested,
    is_hold, status, product_id, product_type, product_names, stops, transport, visit_date, visit_time, timezone,
    visit_at, day_ends_at, adults, children, seniors, infants, teens, participants, guest, guest_email, language,
    pricing, services, special_requests, notes, metadata, payment, cancellation, refund, documents, check_in,
    completion, confirmation_sent, reminder_sent, disrupted, refund_ceiling, payment_deadline, hold_ends_at,
    extended_at, coupon_code, guest_terms, version, created_at, updated_at
  ) VALUES (
    p_partner, given.id, given."partnerName", given."bookingReference", given."confirmationCode",
    given."resellerReference", given."externalId", given.requested, given."isHold", given.status, given."productId",
    given."productType", given."productNames", given.stops, given.transport, given."visitDate", given."visitTime",
    given.timezone, given."visitAt", given."dayEndsAt", given.adults, given.children, given.seniors, given.infants,
    given.teens, given.participants, given.guest, given."guestEmail", given.language, given.pricing, given.services,
    given."specialRequests", given.notes, given.metadata, given.payment, given.cancellation, given.refund,
    given.documents, given."checkIn", given.completion, given."confirmationSent", given."reminderSent", given.disrupted,
    given."refundCeiling", given."paymentDeadline", given."holdEndsAt", given."extendedAt", given."couponCode",
    given."guestTerms", given.version, given."createdAt", given."updatedAt"
  );
END $$;

-- Updates all columns of a reservation but its ids from its JSON form. `rewrite_reservation` calls it.
-- Example: SELECT update_reservation('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '{"id": "019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071", "bookingReference": "CEN-7K2M9P", "status": "confirmed", …}');
CREATE FUNCTION update_reservation(p_partner uuid, p_reservation jsonb)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given record;
BEGIN
  SELECT * INTO given FROM jsonb_to_record(p_reservation) AS r (
    id uuid, "partnerName" text, "bookingReference" text, "confirmationCode" text, "resellerReference" text,
    "externalId" uuid, requested jsonb, "isHold" boolean, status text, "productId" uuid, "productType" text,
    "productNames" jsonb, stops jsonb, transport jsonb, "visitDate" text, "visitTime" text, timezone text,
    "visitAt" timestamptz, "dayEndsAt" timestamptz, adults integer, children integer, seniors integer, infants integer,
    teens integer, participants jsonb, guest jsonb, "guestEmail" text, language text, pricing jsonb, services jsonb,
    "specialRequests" text, notes jsonb, metadata jsonb, payment jsonb, cancellation jsonb, refund jsonb,
    documents jsonb, "checkIn" jsonb, completion jsonb, "confirmationSent" boolean, "reminderSent" boolean,
    disrupted boolean, "refundCeiling" double precision, "paymentDeadline" timestamptz, "holdEndsAt" timestamptz,
    "extendedAt" timestamptz, "couponCode" text, "guestTerms" jsonb, version integer, "createdAt" timestamptz,
    "updatedAt" timestamptz
  );
  UPDATE reservation SET
    partner_name = given."partnerName", booking_reference = given."bookingReference",
    confirmation_code = given."confirmationCode", reseller_reference = given."resellerReference",
    external_id = given."externalId", requested = given.requested, is_hold = given."isHold", status = given.status,
    product_id = given."productId", product_type = given."productType", product_names = given."productNames",
    stops = given.stops, transport = given.transport, visit_date = given."visitDate", visit_time = given."visitTime",
    timezone = given.timezone, visit_at = given."visitAt", day_ends_at = given."dayEndsAt", adults = given.adults,
    children = given.children, seniors = given.seniors, infants = given.infants, teens = given.teens,
    participants = given.participants, guest = given.guest, guest_email = given."guestEmail", language = given.language,
    pricing = given.pricing, services = given.services, special_requests = given."specialRequests", notes = given.notes,
    metadata = given.metadata, payment = given.payment, cancellation = given.cancellation, refund = given.refund,
    documents = given.documents, check_in = given."checkIn", completion = given.completion,
    confirmation_sent = given."confirmationSent", reminder_sent = given."reminderSent", disrupted = given.disrupted,
    refund_ceiling = given."refundCeiling", payment_deadline = given."paymentDeadline",
    hold_ends_at = given."holdEndsAt", extended_at = given."extendedAt", coupon_code = given."couponCode",
    guest_terms = given."guestTerms", version = given.version, created_at = given."createdAt",
    updated_at = given."updatedAt"
  WHERE partner_id = p_partner AND id = given.id;
END $$;
