-- Takes places, or changes nothing and returns false: a full slot is an expected answer, not an error of the database.
-- Always the day first, then the slot, so that two callers can never wait for each other. `require_places` remains for
-- processes of an earlier version that run beside this one.
CREATE OR REPLACE FUNCTION take_places(p_cenote uuid, p_date text, p_time text, p_people integer, p_day_capacity integer, p_slot_capacity integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inventory_day SET booked = booked + p_people
    WHERE cenote_id = p_cenote AND visit_date = p_date AND booked + p_people <= p_day_capacity;
  IF NOT FOUND THEN
    INSERT INTO inventory_day AS d (cenote_id, visit_date, booked)
      SELECT p_cenote, p_date, p_people WHERE p_people <= p_day_capacity
      ON CONFLICT (cenote_id, visit_date) DO UPDATE SET booked = d.booked + p_people
      WHERE d.booked + p_people <= p_day_capacity;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  UPDATE inventory_slot SET booked = booked + p_people
    WHERE cenote_id = p_cenote AND visit_date = p_date AND visit_time = p_time
      AND NOT closed AND booked + p_people <= LEAST(COALESCE(capacity, event_capacity), p_slot_capacity);
  IF NOT FOUND THEN
    INSERT INTO inventory_slot AS s (cenote_id, visit_date, visit_time, booked)
      SELECT p_cenote, p_date, p_time, p_people WHERE p_people <= p_slot_capacity
      ON CONFLICT (cenote_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + p_people
      WHERE NOT s.closed AND s.booked + p_people <= LEAST(COALESCE(s.capacity, s.event_capacity), p_slot_capacity);
    IF NOT FOUND THEN
      -- The day's row has been locked since it was changed, so nobody has seen the people that are taken off again.
      UPDATE inventory_day SET booked = booked - p_people WHERE cenote_id = p_cenote AND visit_date = p_date;
      RETURN false;
    END IF;
  END IF;
  RETURN true;
END $$;
