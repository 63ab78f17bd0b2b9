-- Who made a change, as JSON {type, keyId, keyLabel}; null for what is older. Events have it in the reservation that
-- they report, as `changedBy`.
ALTER TABLE status_change ADD COLUMN author jsonb;

CREATE OR REPLACE FUNCTION write_reservation(p_partner uuid, p_reservation jsonb) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM insert_reservation(p_partner, p_reservation);
  INSERT INTO status_change (partner_id, reservation_id, version, status, at, author)
    VALUES (p_partner, (p_reservation ->> 'id')::uuid, (p_reservation ->> 'version')::integer, p_reservation ->> 'status',
      (p_reservation ->> 'createdAt')::timestamptz, p_reservation -> 'changedBy');
  INSERT INTO reservation_search (partner_id, reservation_id, content)
    VALUES (p_partner, (p_reservation ->> 'id')::uuid,
      reservation_search_content(p_reservation ->> 'bookingReference', p_reservation -> 'guest'));
  PERFORM add_to_reservation_total(p_partner, p_reservation ->> 'visitDate', p_reservation ->> 'status', 1);
END $$;

DROP FUNCTION note_reservation_change(uuid, uuid, integer, text, text, text, text, timestamptz, text, text, jsonb);
CREATE FUNCTION note_reservation_change(
  p_partner uuid, p_id uuid, p_version integer, p_status_before text, p_status text, p_date_before text, p_date text,
  p_at timestamptz, p_note text, p_reference text, p_guest jsonb, p_author jsonb DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF p_status_before <> p_status THEN
    INSERT INTO status_change (partner_id, reservation_id, version, status, at, note, author)
      VALUES (p_partner, p_id, p_version, p_status, p_at, p_note, p_author);
  END IF;
  IF p_status_before <> p_status OR p_date_before <> p_date THEN
    PERFORM add_to_reservation_total(p_partner, p_date_before, p_status_before, -1);
    PERFORM add_to_reservation_total(p_partner, p_date, p_status, 1);
  END IF;
  IF p_guest IS NOT NULL THEN
    UPDATE reservation_search SET content = reservation_search_content(p_reference, p_guest)
      WHERE partner_id = p_partner AND reservation_id = p_id;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION record_reservation_change(
  p_partner uuid, p_reservation jsonb, p_status_before text, p_date_before text, p_has_new_guest boolean, p_event uuid, p_type text,
  p_at timestamptz, p_note text, p_traceparent text
) RETURNS void LANGUAGE plpgsql AS $$
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
  INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot, traceparent)
    VALUES (p_event, p_partner, p_id, (p_reservation ->> 'cenoteId')::uuid, p_type, p_version, p_at, p_reservation, p_traceparent);
  PERFORM set_reservation_due(p_partner, p_id, p_status, (p_reservation ->> 'paymentDeadline')::timestamptz,
    (p_reservation ->> 'dayEndsAt')::timestamptz, (p_reservation ->> 'cenoteId')::uuid, p_date);
END $$;

-- What a modification changed; events say it, too, but expire.
CREATE TABLE reservation_modification (
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  version integer NOT NULL,
  at timestamptz NOT NULL,
  author jsonb,
  changes jsonb NOT NULL,
  previous_total_cents integer NOT NULL,
  new_total_cents integer NOT NULL,
  PRIMARY KEY (partner_id, reservation_id, version)
);
