-- When a job has to work on a reservation. All rows are on one server, even if reservations are distributed, so that
-- jobs find the work of all partners in one place. The job for ended holds and days locks the reservation before it
-- changes its row here, so that it cannot deadlock with a change of the reservation.
CREATE TABLE reservation_due (
  reservation_id uuid,
  -- 'hold': a hold ends. 'no_show': the day of a confirmed visit ends. 'test_mail': stored mails are to be removed.
  -- 'demo_review': a demo guest's review is to be written. Reminders are in queued_mail.
  kind text CHECK (kind IN ('hold', 'no_show', 'test_mail', 'demo_review')),
  partner_id uuid NOT NULL,
  due_at timestamptz NOT NULL,
  -- For 'hold' and 'no_show': the product, the day, and the cenotes at which a tour stops. A request that finds no room
  -- uses them to look up ended holds in its way, and expires these before it tries again.
  product_id uuid,
  visit_date text,
  stops uuid[],
  PRIMARY KEY (reservation_id, kind)
);
CREATE INDEX reservation_due_at ON reservation_due (kind, due_at);

-- Notes when the reservation is due, which follows from its status: at the end of its hold while pending, at the end of
-- its day while confirmed, otherwise never. p_stops is its column `stops`. `write_reservation_event` calls it.
-- Example: SELECT set_reservation_due('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071', 'pending', '2026-12-01 15:30Z', '2026-12-25 05:00Z',
--   '5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31', '2026-12-24');
CREATE FUNCTION set_reservation_due(p_partner uuid, p_id uuid, p_status text, p_payment_deadline timestamptz,
  p_day_ends_at timestamptz, p_product uuid, p_date text, p_stops jsonb DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- Computed before the statements: a cluster may send a statement to another server as text, where `CASE … WHEN` with
  -- an operand fails.
  due_kind text := CASE p_status WHEN 'pending' THEN 'hold' WHEN 'confirmed' THEN 'no_show' END;
  instant timestamptz := CASE p_status WHEN 'pending' THEN p_payment_deadline ELSE p_day_ends_at END;
  stopped uuid[];
BEGIN
  -- A pending reservation never had another status, so a creation has no rows to remove.
  IF p_status <> 'pending' THEN
    DELETE FROM reservation_due
      WHERE reservation_id = p_id AND kind IN ('hold', 'no_show') AND kind IS DISTINCT FROM due_kind;
  END IF;
  IF due_kind IS NULL THEN RETURN; END IF;
  IF jsonb_typeof(p_stops) = 'array' THEN
    stopped := ARRAY(SELECT DISTINCT (stop ->> 'cenoteId')::uuid FROM jsonb_array_elements(p_stops) AS stop ORDER BY 1);
  END IF;
  INSERT INTO reservation_due AS d (reservation_id, kind, partner_id, due_at, product_id, visit_date, stops)
    VALUES (p_id, due_kind, p_partner, instant, p_product, p_date, stopped)
    ON CONFLICT (reservation_id, kind) DO UPDATE
      SET due_at = excluded.due_at, product_id = excluded.product_id, visit_date = excluded.visit_date,
        stops = excluded.stops
      WHERE (d.due_at, d.product_id, d.visit_date, d.stops)
        IS DISTINCT FROM (excluded.due_at, excluded.product_id, excluded.visit_date, excluded.stops);
END $$;
