-- The cenotes at which the party of a tour takes places: a hold that has ended is recorded before those are refused to others.
ALTER TABLE reservation_due ADD COLUMN IF NOT EXISTS stops uuid[];

-- The release before gives no stops.
DROP FUNCTION set_reservation_due(uuid, uuid, text, timestamptz, timestamptz, uuid, text);
CREATE FUNCTION set_reservation_due(p_partner uuid, p_id uuid, p_status text, p_payment_deadline timestamptz,
  p_day_ends_at timestamptz, p_cenote uuid, p_date text, p_stops jsonb DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  due_kind text := CASE p_status WHEN 'pending' THEN 'hold' WHEN 'confirmed' THEN 'no_show' END;
  instant timestamptz := CASE p_status WHEN 'pending' THEN p_payment_deadline ELSE p_day_ends_at END;
  stopped uuid[];
BEGIN
  IF p_status <> 'pending' THEN
    DELETE FROM reservation_due WHERE reservation_id = p_id AND kind IN ('hold', 'no_show') AND kind IS DISTINCT FROM due_kind;
  END IF;
  IF due_kind IS NULL THEN RETURN; END IF;
  IF jsonb_typeof(p_stops) = 'array' THEN
    stopped := ARRAY(SELECT DISTINCT (stop ->> 'cenoteId')::uuid FROM jsonb_array_elements(p_stops) AS stop ORDER BY 1);
  END IF;
  INSERT INTO reservation_due AS d (reservation_id, kind, partner_id, due_at, cenote_id, visit_date, stops)
    VALUES (p_id, due_kind, p_partner, instant, p_cenote, p_date, stopped)
    ON CONFLICT (reservation_id, kind) DO UPDATE
      SET due_at = excluded.due_at, cenote_id = excluded.cenote_id, visit_date = excluded.visit_date, stops = excluded.stops
      WHERE (d.due_at, d.cenote_id, d.visit_date, d.stops)
        IS DISTINCT FROM (excluded.due_at, excluded.cenote_id, excluded.visit_date, excluded.stops);
END $$;

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
    (p_reservation ->> 'dayEndsAt')::timestamptz, (p_reservation ->> 'cenoteId')::uuid, p_date, p_reservation -> 'stops');
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
    (p_reservation ->> 'dayEndsAt')::timestamptz, (p_reservation ->> 'cenoteId')::uuid, p_reservation ->> 'visitDate', p_reservation -> 'stops');
  RETURN true;
END $$;

DO $do$
BEGIN
  -- Gone where the release before has ended.
  IF to_regproc('previous_release_change') IS NOT NULL THEN
    CREATE OR REPLACE FUNCTION previous_release_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE reservation_search
        SET content = reservation_search_content(concat_ws(E'\n', NEW.booking_reference, NEW.reseller_reference), NEW.guest)
        WHERE partner_id = NEW.partner_id AND reservation_id = NEW.id;
      PERFORM set_reservation_due(NEW.partner_id, NEW.id, NEW.status, NEW.payment_deadline, NEW.day_ends_at, NEW.cenote_id,
        NEW.visit_date, NEW.stops);
      RETURN NULL;
    END $$;
  END IF;
END $do$;
