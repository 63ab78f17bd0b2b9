-- How many reservations a partner has per day of visit and status, so that the total of a list is not counted from its
-- rows. The number for a day is the sum of its parts, and a part may be negative. A transaction updates a part that no
-- other transaction has locked, or inserts one, so that writers never wait for each other.
CREATE TABLE reservation_total (
  partner_id uuid,
  visit_date text,
  part bigint GENERATED ALWAYS AS IDENTITY,
  pending integer NOT NULL DEFAULT 0,
  confirmed integer NOT NULL DEFAULT 0,
  in_progress integer NOT NULL DEFAULT 0,
  completed integer NOT NULL DEFAULT 0,
  cancelled integer NOT NULL DEFAULT 0,
  no_show integer NOT NULL DEFAULT 0,
  refunded integer NOT NULL DEFAULT 0,
  PRIMARY KEY (partner_id, visit_date, part)
) WITH (fillfactor = 50);

-- Adds p_number, which may be negative, to a partner's reservations with a status on a day. Locks one part of the day
-- until the transaction ends.
-- Example: SELECT add_to_reservation_total('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d', '2026-12-24', 'confirmed', 1);
CREATE FUNCTION add_to_reservation_total(p_partner uuid, p_date text, p_status text, p_number bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free bigint;
BEGIN
  SELECT part INTO free FROM reservation_total WHERE partner_id = p_partner AND visit_date = p_date
    LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    INSERT INTO reservation_total (partner_id, visit_date) VALUES (p_partner, p_date) RETURNING part INTO free;
  END IF;
  -- Each line compares the status itself: `CASE p_status WHEN` does not survive being sent to another server.
  UPDATE reservation_total SET
    pending = pending + CASE WHEN p_status = 'pending' THEN p_number ELSE 0 END,
    confirmed = confirmed + CASE WHEN p_status = 'confirmed' THEN p_number ELSE 0 END,
    in_progress = in_progress + CASE WHEN p_status = 'in_progress' THEN p_number ELSE 0 END,
    completed = completed + CASE WHEN p_status = 'completed' THEN p_number ELSE 0 END,
    cancelled = cancelled + CASE WHEN p_status = 'cancelled' THEN p_number ELSE 0 END,
    no_show = no_show + CASE WHEN p_status = 'no_show' THEN p_number ELSE 0 END,
    refunded = refunded + CASE WHEN p_status = 'refunded' THEN p_number ELSE 0 END
    WHERE partner_id = p_partner AND visit_date = p_date AND part = free;
END $$;
