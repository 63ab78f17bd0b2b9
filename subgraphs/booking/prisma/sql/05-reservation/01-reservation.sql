-- One row is one reservation of a partner for a cenote or a tour. `store_reservation` inserts it; a command locks it and
-- calls `change_reservation` in the same transaction. JSON columns have the types that prisma/schema.prisma names,
-- amounts in them are cents, and instants in them are ISO 8601 texts.
--
-- This table, reservation_search, reservation_total, status_change, reservation_modification, communication and
-- test_mail can lie on several servers, each partner's rows on one of them. Their primary keys, unique indexes and
-- foreign keys therefore begin with `partner_id`, and they have no triggers. `write_reservation` and
-- `rewrite_reservation` run where the rows are: such functions have the partner as their first parameter and a
-- search path of their own.
CREATE TABLE reservation (
  id uuid,
  partner_id uuid,
  booking_reference text NOT NULL, -- CEN- and six characters; `reservation_code` makes it unique over all partners.
  confirmation_code text NOT NULL, -- CNF- and six characters, unique in the same way.
  status text NOT NULL
    CHECK (status IN ('pending', 'confirmed', 'in_progress', 'completed', 'cancelled', 'no_show', 'refunded')),
  product_id uuid NOT NULL, -- The id of a cenote or a tour, as `product_type` says.
  visit_date text NOT NULL,
  visit_time text NOT NULL,
  timezone text NOT NULL, -- The time zone of the product, such as America/Cancun.
  visit_at timestamptz NOT NULL, -- The start of the visit.
  day_ends_at timestamptz NOT NULL, -- The end of the local day of the visit; a guest who has not come is a no-show.
  adults integer NOT NULL CHECK (adults >= 0),
  children integer NOT NULL CHECK (children >= 0),
  seniors integer NOT NULL CHECK (seniors >= 0),
  guest jsonb NOT NULL, -- The leader of the party: {name, email, phone, …}.
  guest_email text NOT NULL, -- The e-mail address of the guest in lower case, by which lists find it.
  pricing jsonb NOT NULL, -- Totals, taxes, price lines and discounts in one currency: {totalCents, currency, …}.
  services jsonb NOT NULL, -- A list of the reserved services: [{id, name, type, quantity, priceCents, …}].
  special_requests text,
  notes jsonb, -- {internal, guest}, either of which may be absent.
  metadata jsonb NOT NULL, -- The origin of the request that created it: {source, userAgent, referrer, affiliateId}.
  -- The first payment and the sum of all, {method, status, amountCents, returnedCents, …}; null while nothing was paid.
  payment jsonb,
  cancellation jsonb, -- {reason, cancelledAt, cancelledBy, note}
  -- The refund that the guest is due, {amountCents, settledCents, feesCents, …}; settledCents is already paid back.
  refund jsonb,
  documents jsonb NOT NULL DEFAULT '[]', -- A list of the documents that were made: [{type, name, generatedAt}].
  check_in jsonb, -- {checkedInAt, expectedDeparture, actualVisitors, staff}
  confirmation_sent boolean NOT NULL DEFAULT false,
  reminder_sent boolean NOT NULL DEFAULT false,
  payment_deadline timestamptz NOT NULL, -- The end of the hold: `hold_ends_at`, or the start of the visit if earlier.
  version integer NOT NULL, -- It grows by one with each change, and each version has one event.
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  coupon_code text, -- The coupon whose use is counted for it; null again once a change has dropped the coupon.
  completion jsonb, -- {completedAt, actualDurationMinutes, totalVisitMinutes, staff, review}
  extended_at timestamptz, -- When the hold was extended by its whole length, which is possible once.
  -- This is above 0 while the reservation holds places, and only says that: no party is without an adult or a senior,
  -- and how many people it has is the sum of all five ages. A visit that took place holds its places even when it is
  -- refunded, so that a day never has more people than it may.
  held_people integer NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN status IN ('pending', 'confirmed', 'in_progress', 'completed')
        OR (status = 'refunded' AND completion IS NOT NULL)
      THEN adults + children + seniors
      ELSE 0
    END
  ) STORED,
  -- The language of the request that created it: mails and documents are in it, whoever causes them.
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es')),
  partner_name text, -- The name of the partner when the reservation was made, for mails and documents.
  disrupted boolean NOT NULL DEFAULT false, -- Its slot, day or product was closed later, and the reservation stands.
  infants integer NOT NULL DEFAULT 0 CHECK (infants >= 0),
  teens integer NOT NULL DEFAULT 0 CHECK (teens >= 0),
  reseller_reference text, -- The partner's own reference, of any form.
  external_id uuid, -- An id that the partner chose at the creation; it names the reservation as `id` does.
  -- The visit that was requested with the external id, {productId, visitDate, time, visitTime, visitors}. A repetition
  -- of the request is compared with it.
  requested jsonb,
  is_hold boolean NOT NULL DEFAULT false, -- It was made to hold places, and needs a guest before it can be confirmed.
  hold_ends_at timestamptz NOT NULL, -- When the hold would end if the visit were later.
  -- The share of what was paid, 0 to 1, that a cancellation refunds at most, fixed when the visit was last moved.
  refund_ceiling double precision NOT NULL DEFAULT 1,
  product_type text NOT NULL DEFAULT 'cenote' CHECK (product_type IN ('cenote', 'tour')),
  stops jsonb, -- The places of cenotes that a tour's party takes, sorted: [{cenoteId, date, time}]; null for a cenote.
  transport jsonb, -- How the party gets there, {option, meetingPoint, pickup, minutesBefore}; null without transport.
  -- The name of the product when it was reserved, {en, es}, so that reading a reservation needs nothing of the catalog
  -- and its representation changes only with its version.
  product_names jsonb NOT NULL,
  -- Terms in place of the partner's settings, {guestMay, hidePrice, tickets, …}, and where the guest goes from the
  -- payment page, {returnUrl, cancelUrl}. It is null for most reservations.
  guest_terms jsonb,
  -- The people one by one, [{id, category, resellerReference, contact}]; null when only their number is known.
  participants jsonb,
  PRIMARY KEY (partner_id, id)
);
-- These indexes serve the lists of one partner. Each order ends in the id, as the keyset cursors do. An index also
-- includes the other columns by which a list can be filtered, so that rows are counted and skipped without reading the
-- wide table.
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
-- These indexes serve the lists of operators, which show the reservations of all partners in the same orders. A page is
-- read by the ids of its rows.
CREATE INDEX reservation_of_all_by_creation ON reservation (created_at, id) INCLUDE (status, product_id, visit_date);
CREATE INDEX reservation_of_all_by_change ON reservation (updated_at, id)
  INCLUDE (status, product_id, visit_date, created_at);
CREATE INDEX reservation_of_all_by_visit ON reservation (visit_date, visit_time, id)
  INCLUDE (status, product_id, created_at);
CREATE INDEX reservation_by_id ON reservation (id);
-- Operators look for a reference of any partner, so the reference comes first.
CREATE INDEX reservation_of_reseller_reference ON reservation (reseller_reference, partner_id, created_at, id)
  WHERE reseller_reference IS NOT NULL;
-- This finds holds that have ended before the job has recorded it. Lists and counts show them as cancelled.
CREATE INDEX reservation_hold ON reservation (payment_deadline) WHERE status = 'pending';
-- This has the reservations that may have a refund due, for the list of refunds to pay. Whether the hold of a pending
-- reservation has ended depends on the clock, so the query decides that. It repeats this condition word for word
-- (subgraphs/booking/reservation/store/refund-due.ts), because PostgreSQL must see that one implies the other.
CREATE INDEX reservation_refund_due ON reservation (partner_id, created_at, id)
  WHERE payment IS NOT NULL AND CASE
    WHEN status = 'pending' THEN true
    WHEN status = 'cancelled' THEN (refund->>'amountCents')::bigint > (refund->>'settledCents')::bigint
    WHEN status IN ('confirmed', 'in_progress') THEN (payment->>'amountCents')::bigint
      > coalesce((payment->>'returnedCents')::bigint, 0) + (pricing->>'totalCents')::bigint
    ELSE false END;
-- These find the reservations that hold places in a slot, and those of tours whose parties hold places at a stop, for
-- manifests and for changes of a calendar. A stop is found by containment: stops @> '[{"cenoteId": …, "date": …}]'.
CREATE INDEX reservation_slot ON reservation (product_id, visit_date, visit_time) WHERE held_people > 0;
CREATE INDEX reservation_stop ON reservation USING gin (stops jsonb_path_ops)
  WHERE stops IS NOT NULL AND held_people > 0;
