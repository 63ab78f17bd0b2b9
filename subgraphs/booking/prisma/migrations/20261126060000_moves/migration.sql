-- The share of what was paid that a cancellation refunds at most, 0 to 1: that of the moment when it was last moved.
ALTER TABLE reservation ADD COLUMN refund_ceiling double precision NOT NULL DEFAULT 1;

-- Where the reservation was before an event that moved it to another cenote: it concerns the subscribers of both. On a large
-- installation add the column and create the index on each partition beforehand, by CREATE INDEX CONCURRENTLY: it is
-- attached here.
ALTER TABLE reservation_event ADD COLUMN IF NOT EXISTS previous_cenote_id uuid;
CREATE INDEX reservation_event_of_previous_cenote ON reservation_event (previous_cenote_id, transaction_id, sequence)
  INCLUDE (type, occurred_at) WHERE previous_cenote_id IS NOT NULL;

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
  INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, previous_cenote_id, type, version, occurred_at,
      snapshot, traceparent)
    VALUES (p_event, p_partner, p_id, (p_reservation ->> 'cenoteId')::uuid, (p_reservation ->> 'previousCenoteId')::uuid, p_type,
      p_version, p_at, p_reservation, p_traceparent);
  PERFORM set_reservation_due(p_partner, p_id, p_status, (p_reservation ->> 'paymentDeadline')::timestamptz,
    (p_reservation ->> 'dayEndsAt')::timestamptz, (p_reservation ->> 'cenoteId')::uuid, p_date);
END $$;

-- Releases the places of a party and takes those of another slot. False when these cannot be taken; then the caller must
-- roll back, for the others may be released already. All that move, book and close lock the calendar first, then the days
-- in the order of cenote and date, so that no two wait for one another.
CREATE FUNCTION move_places(p_from_cenote uuid, p_from_date text, p_from_time text, p_from_people integer,
  p_cenote uuid, p_date text, p_time text, p_people integer, p_day_capacity integer, p_slot_capacity integer, p_version integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(calendar_lock(p_cenote));
  IF (p_cenote, p_date COLLATE "C") < (p_from_cenote, p_from_date COLLATE "C") THEN
    IF NOT take_places(p_cenote, p_date, p_time, p_people, p_day_capacity, p_slot_capacity, p_version) THEN RETURN false; END IF;
    PERFORM release_places(p_from_cenote, p_from_date, p_from_time, p_from_people);
    RETURN true;
  END IF;
  PERFORM release_places(p_from_cenote, p_from_date, p_from_time, p_from_people);
  RETURN take_places(p_cenote, p_date, p_time, p_people, p_day_capacity, p_slot_capacity, p_version);
END $$;

SELECT define_insert_reservation();
