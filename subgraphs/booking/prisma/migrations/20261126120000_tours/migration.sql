-- A reservation is of a product: a cenote or a tour, as `product_type` says. `cenote_id` holds the id of the product, whatever
-- it is; it is named so since before tours were sold. Ids are unique over both kinds, so inventory, closures and all else that
-- follows a product go on using the id alone. `stops` are the places of cenotes that a tour's party took, a sorted JSON list of
-- {cenoteId, date, time}; `transport` is how the party gets there. Either is null without.
ALTER TABLE reservation ADD COLUMN IF NOT EXISTS product_type text NOT NULL DEFAULT 'cenote',
  ADD COLUMN IF NOT EXISTS stops jsonb, ADD COLUMN IF NOT EXISTS transport jsonb;
-- The next migration validates it, without a lock that keeps writers waiting.
ALTER TABLE reservation ADD CONSTRAINT reservation_product_type_check CHECK (product_type IN ('cenote', 'tour')) NOT VALID;
-- On large tables add the column and create the index beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS reservation_of_tour_by_creation ON reservation (partner_id, created_at, id)
  WHERE product_type = 'tour';

-- Those of an event, and of the product that the event moved the reservation away from. On a large installation add the
-- columns and create the index on each partition beforehand, CONCURRENTLY: it is attached here.
ALTER TABLE reservation_event ADD COLUMN IF NOT EXISTS product_type text NOT NULL DEFAULT 'cenote',
  ADD COLUMN IF NOT EXISTS previous_product_type text;
CREATE INDEX reservation_event_of_tour ON reservation_event (transaction_id, sequence) INCLUDE (partner_id, type, occurred_at)
  WHERE product_type = 'tour' OR previous_product_type = 'tour';

CREATE OR REPLACE FUNCTION record_reservation_change(p_partner uuid, p_reservation jsonb, p_status_before text, p_date_before text,
  p_has_new_guest boolean, p_event uuid, p_type text, p_at timestamptz, p_note text, p_traceparent text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  p_id uuid := p_reservation ->> 'id';
  p_version integer := p_reservation ->> 'version';
  p_status text := p_reservation ->> 'status';
  p_date text := p_reservation ->> 'visitDate';
BEGIN
  IF p_status_before <> p_status OR p_date_before <> p_date OR p_has_new_guest THEN
    PERFORM note_reservation_change(p_partner, p_id, p_version, p_status_before, p_status, p_date_before, p_date, p_at, p_note,
      p_reservation ->> 'bookingReference', CASE WHEN p_has_new_guest THEN p_reservation -> 'guest' END,
      p_reservation -> 'changedBy');
  END IF;
  INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, product_type, previous_cenote_id, previous_product_type,
      type, version, occurred_at, snapshot, traceparent)
    VALUES (p_event, p_partner, p_id, (p_reservation ->> 'cenoteId')::uuid, COALESCE(p_reservation ->> 'productType', 'cenote'),
      (p_reservation ->> 'previousCenoteId')::uuid, p_reservation ->> 'previousProductType', p_type, p_version, p_at,
      p_reservation, p_traceparent);
  PERFORM set_reservation_due(p_partner, p_id, p_status, (p_reservation ->> 'paymentDeadline')::timestamptz,
    (p_reservation ->> 'dayEndsAt')::timestamptz, (p_reservation ->> 'cenoteId')::uuid, p_date);
END $$;

CREATE OR REPLACE FUNCTION store_reservation(p_partner uuid, p_reservation jsonb, p_event uuid, p_type text, p_traceparent text)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  p_id uuid := p_reservation ->> 'id';
BEGIN
  -- First, so that another creation with the same external id waits here for this one.
  IF p_reservation ->> 'externalId' IS NOT NULL THEN
    INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
      VALUES ('external_id', p_reservation ->> 'externalId', p_partner, p_id);
  END IF;
  INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
    VALUES ('id', p_id::text, p_partner, p_id), ('reference', p_reservation ->> 'bookingReference', p_partner, p_id),
      ('confirmation', p_reservation ->> 'confirmationCode', p_partner, p_id);
  PERFORM write_reservation(p_partner, p_reservation);
  INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, product_type, type, version, occurred_at, snapshot,
      traceparent)
    VALUES (p_event, p_partner, p_id, (p_reservation ->> 'cenoteId')::uuid, COALESCE(p_reservation ->> 'productType', 'cenote'),
      p_type, (p_reservation ->> 'version')::integer, (p_reservation ->> 'createdAt')::timestamptz, p_reservation, p_traceparent);
  PERFORM set_reservation_due(p_partner, p_id, p_reservation ->> 'status', (p_reservation ->> 'paymentDeadline')::timestamptz,
    (p_reservation ->> 'dayEndsAt')::timestamptz, (p_reservation ->> 'cenoteId')::uuid, p_reservation ->> 'visitDate');
  RETURN true;
END $$;

SELECT define_insert_reservation();
