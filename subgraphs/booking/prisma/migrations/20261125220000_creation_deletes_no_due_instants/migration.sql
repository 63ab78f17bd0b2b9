-- A pending reservation has had no other state, so it has no instant to remove. The statement that looked for one at each
-- creation read the whole table as long as its plan was from when the table was almost empty.
CREATE OR REPLACE FUNCTION set_reservation_due(
  p_partner uuid, p_id uuid, p_status text, p_payment_deadline timestamptz, p_day_ends_at timestamptz, p_cenote uuid, p_date text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  due_kind text := CASE p_status WHEN 'pending' THEN 'hold' WHEN 'confirmed' THEN 'no_show' END;
  instant timestamptz := CASE p_status WHEN 'pending' THEN p_payment_deadline ELSE p_day_ends_at END;
BEGIN
  IF p_status <> 'pending' THEN
    DELETE FROM reservation_due WHERE reservation_id = p_id AND kind IN ('hold', 'no_show') AND kind IS DISTINCT FROM due_kind;
  END IF;
  IF due_kind IS NULL THEN RETURN; END IF;
  INSERT INTO reservation_due AS d (reservation_id, kind, partner_id, due_at, cenote_id, visit_date)
    VALUES (p_id, due_kind, p_partner, instant, p_cenote, p_date)
    ON CONFLICT (reservation_id, kind) DO UPDATE
      SET due_at = excluded.due_at, cenote_id = excluded.cenote_id, visit_date = excluded.visit_date
      WHERE (d.due_at, d.cenote_id, d.visit_date) IS DISTINCT FROM (excluded.due_at, excluded.cenote_id, excluded.visit_date);
END $$;
