-- Reservations, one row each. This folder defines the tables and functions with which they are created and changed.
--
-- A creation is one call of `create_reservation`. If it is refused, it changes nothing.
--   1. It checks the partner's limit of unpaid places (`held_unpaid`) and the coupon claim.
--   2. It takes the places (`change_places`), unless the product is closed or has no room.
--   3. It calls `store_reservation`. That inserts the codes (reservation_code) and calls `write_reservation`, which
--      inserts the row (`insert_reservation`), its first status_change and its search text, and counts it in
--      reservation_total. Then `write_reservation_event` inserts the event and notes when a job has to work on the
--      reservation (reservation_due).
--   4. It confirms the coupon claim and, for a request with an Idempotency-Key, inserts completed_operation.
--
-- A change locks the row and calls `change_reservation` with the whole reservation as it will be
-- (subgraphs/booking/reservation/store/update.ts). `rewrite_reservation` updates the row (`update_reservation`) and, if
-- affected, history, search text and totals; then `write_reservation_event` does the same as above. The command itself
-- changes places, coupon claim, modification and mails in the same transaction. Sending a mail sets `confirmation_sent`
-- or `reminder_sent` directly, without a new version or event.
--
-- In a cluster, the tables that ops/citus/tables.json lists as distributed are distributed by partner; all others are
-- on one server. The primary keys, unique indexes and foreign keys of distributed tables therefore begin with
-- `partner_id`, and there are no triggers on them. `write_reservation` and `rewrite_reservation` run where the
-- partner's rows are: such functions have the partner as first parameter and their own search path.
--
-- JSON columns have the types that prisma/schema.prisma names. Their amounts are cents, their instants ISO 8601 texts.
CREATE TABLE reservation (
  id uuid,
  partner_id uuid,
  booking_reference text NOT NULL, -- CEN- and six characters; `reservation_code` makes it unique across partners.
  confirmation_code text NOT NULL, -- CNF- and six characters, unique in the same way.
  status text NOT NULL
    CHECK (status IN ('pending', 'confirmed', 'in_progress', 'completed', 'cancelled', 'no_show', 'refunded')),
  product_id uuid NOT NULL, -- A cenote or a tour, see product_type.
  visit_date text NOT NULL,
  visit_time text NOT NULL,
  timezone text NOT NULL, -- Time zone of the product, such as America/Cancun.
  visit_at timestamptz NOT NULL, -- Start of the visit.
  day_ends_at timestamptz NOT NULL, -- End of the visit's local day; a guest who has not come by then is a no-show.
  adults integer NOT NULL CHECK (adults >= 0),
  children integer NOT NULL CHECK (children >= 0),
  seniors integer NOT NULL CHECK (seniors >= 0),
  guest jsonb NOT NULL, -- Leader of the party: {name, email, phone, …}; these are empty while unknown.
  guest_email text NOT NULL, -- The guest's e-mail address in lower case, for look-ups.
  pricing jsonb NOT NULL, -- Totals, taxes, price lines and discounts in one currency: {totalCents, currency, …}.
  services jsonb NOT NULL, -- Reserved services: [{id, name, type, quantity, priceCents, …}].
  special_requests text,
  notes jsonb, -- {internal}: what staff noted at check-in and completion, one note per line.
  metadata jsonb NOT NULL, -- Origin of the request that created it: {source, userAgent, referrer, affiliateId}.
  -- The first payment, with the sum of all payments in amountCents: {method, status, amountCents, additional,
  -- returnedCents, …}. Null until something is paid.
  payment jsonb,
  cancellation jsonb, -- {reason, cancelledAt, cancelledBy, note}
  -- Refund due to the guest: {amountCents, settledCents, feesCents, …}. settledCents has been paid back.
  refund jsonb,
  documents jsonb NOT NULL, -- Documents issued with the confirmation: [{type, name, generatedAt}].
  check_in jsonb, -- {checkedInAt, expectedDeparture, actualVisitors, staff}
  confirmation_sent boolean NOT NULL,
  reminder_sent boolean NOT NULL,
  -- End of the hold: `hold_ends_at`, or the start of the visit if that is earlier. When staff sell or move a visit on
  -- site, the hold may last past the start, 15 minutes at most.
  payment_deadline timestamptz NOT NULL,
  version integer NOT NULL, -- Incremented by each change; each version has one event.
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  coupon_code text, -- The coupon it uses (coupon_claim); null again once a change drops the coupon.
  completion jsonb, -- {completedAt, actualDurationMinutes, totalVisitMinutes, staff, review}
  extended_at timestamptz, -- When the hold was extended by its full length, which is possible once.
  -- People for whom the reservation holds places: the whole party, or 0. A completed visit holds its places even after a
  -- refund, so that its day never has more people than allowed.
  held_people integer NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN status IN ('pending', 'confirmed', 'in_progress', 'completed')
        OR (status = 'refunded' AND completion IS NOT NULL)
      THEN adults + children + seniors + infants + teens
      ELSE 0
    END
  ) STORED,
  -- Language of the creating request, for mails and documents unless the guest's preferences name another.
  language text NOT NULL CHECK (language IN ('en', 'es')),
  partner_name text, -- The partner's name at creation, for mails and documents; null for the operator's own sales.
  disrupted boolean NOT NULL, -- Affected by a later closure or similar, but not cancelled (disruption).
  infants integer NOT NULL CHECK (infants >= 0),
  teens integer NOT NULL CHECK (teens >= 0),
  reseller_reference text, -- The partner's own reference, in any format.
  external_id uuid, -- UUID that the partner chose at creation; identifies the reservation like `id`.
  -- Visit requested with external_id, to compare repetitions: {productId, visitDate, time, visitTime, visitors}.
  requested jsonb,
  is_hold boolean NOT NULL, -- Created to hold places; needs a guest's name before it is confirmed.
  hold_ends_at timestamptz NOT NULL, -- End of the hold, not limited by the start of the visit.
  -- Maximum share of the payment, 0 to 1, that a guest's cancellation refunds. Moving a paid visit sets it to the share
  -- that applied before, so that the move gains no better refund.
  refund_ceiling double precision NOT NULL,
  product_type text NOT NULL CHECK (product_type IN ('cenote', 'tour')),
  stops jsonb, -- Slots in which a tour's party takes places at cenotes: [{cenoteId, date, time}]; null for a cenote.
  transport jsonb, -- How the party gets there: {option, meetingPoint, pickup, minutesBefore}; null without transport.
  -- Name of the product when it was reserved: {en, es}. Reading a reservation does not need the catalog, and its
  -- representation changes only with its version.
  product_names jsonb NOT NULL,
  -- Overrides of the partner's settings, {guestMay, hidePrice, tickets, mailsGuest}, and where the payment page sends
  -- the guest, {returnUrl, cancelUrl}. Null for most reservations.
  guest_terms jsonb,
  -- The people of the party: [{id, category, resellerReference, contact}]; null if only their number is known.
  participants jsonb,
  PRIMARY KEY (partner_id, id)
);
-- For the lists of one partner. Each sort order ends in the id, like the keyset cursors. Included columns are other
-- filters of the list, so that rows are counted and skipped without reading the wide table.
CREATE INDEX reservation_by_creation ON reservation (partner_id, created_at, id)
  INCLUDE (status, product_id, visit_date);
CREATE INDEX reservation_by_change ON reservation (partner_id, updated_at, id)
  INCLUDE (status, product_id, visit_date, created_at);
CREATE INDEX reservation_by_visit ON reservation (partner_id, visit_date, visit_time, id)
  INCLUDE (status, product_id, created_at);
CREATE INDEX reservation_of_status_by_creation ON reservation (partner_id, status, created_at, id)
  INCLUDE (product_id, visit_date);
CREATE INDEX reservation_of_status_by_change ON reservation (partner_id, status, updated_at, id)
  INCLUDE (product_id, visit_date, created_at);
CREATE INDEX reservation_of_status_by_visit ON reservation (partner_id, status, visit_date, visit_time, id)
  INCLUDE (product_id, created_at);
CREATE INDEX reservation_of_product_by_creation ON reservation (partner_id, product_id, created_at, id)
  INCLUDE (status, visit_date);
CREATE INDEX reservation_of_product_by_change ON reservation (partner_id, product_id, updated_at, id)
  INCLUDE (status, visit_date, created_at);
CREATE INDEX reservation_of_product_by_visit ON reservation (partner_id, product_id, visit_date, visit_time, id)
  INCLUDE (status, created_at);
CREATE INDEX reservation_of_guest_by_creation ON reservation (partner_id, guest_email, created_at, id);
CREATE INDEX reservation_of_tour_by_creation ON reservation (partner_id, created_at, id) WHERE product_type = 'tour';
-- For operators' lists of all partners, in the same orders. The rows of a page are then read by id.
CREATE INDEX reservation_of_all_by_creation ON reservation (created_at, id) INCLUDE (status, product_id, visit_date);
CREATE INDEX reservation_of_all_by_change ON reservation (updated_at, id)
  INCLUDE (status, product_id, visit_date, created_at);
CREATE INDEX reservation_of_all_by_visit ON reservation (visit_date, visit_time, id)
  INCLUDE (status, product_id, created_at);
CREATE INDEX reservation_by_id ON reservation (id);
-- Operators search all partners for a reference, so it comes first.
CREATE INDEX reservation_of_reseller_reference ON reservation (reseller_reference, partner_id, created_at, id)
  WHERE reseller_reference IS NOT NULL;
-- Finds holds that have ended but are not recorded as expired yet; lists and counts show them as cancelled.
CREATE INDEX reservation_hold ON reservation (payment_deadline) WHERE status = 'pending';
-- Reservations that may have a refund due, for the list of refunds to pay. For a pending one it depends on the clock,
-- so the query decides. The query repeats this condition word for word
-- (subgraphs/booking/reservation/read/store/refund-due.ts), because PostgreSQL uses the index only if it can prove that the
-- query implies its condition.
CREATE INDEX reservation_refund_due ON reservation (partner_id, created_at, id)
  WHERE payment IS NOT NULL AND CASE
    WHEN status = 'pending' THEN true
    WHEN status = 'cancelled' THEN (refund->>'amountCents')::bigint > (refund->>'settledCents')::bigint
    WHEN status IN ('confirmed', 'in_progress') THEN (payment->>'amountCents')::bigint
      > coalesce((payment->>'returnedCents')::bigint, 0) + (pricing->>'totalCents')::bigint
    ELSE false END;
-- Reservations that hold places in a slot, and tours whose parties hold places at a stop, for manifests and calendar
-- changes. A stop is found by containment: stops @> '[{"cenoteId": …, "date": …}]'.
CREATE INDEX reservation_slot ON reservation (product_id, visit_date, visit_time) WHERE held_people > 0;
CREATE INDEX reservation_stop ON reservation USING gin (stops jsonb_path_ops)
  WHERE stops IS NOT NULL AND held_people > 0;
