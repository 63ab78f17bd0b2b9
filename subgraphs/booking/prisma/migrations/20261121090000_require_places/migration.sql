-- Takes places, or fails the statement it stands in, so that one statement can write a reservation and take its places.
CREATE FUNCTION require_places(p_cenote uuid, p_date text, p_time text, p_people integer, p_day_capacity integer, p_slot_capacity integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT take_places(p_cenote, p_date, p_time, p_people, p_day_capacity, p_slot_capacity) THEN
    RAISE EXCEPTION 'no room at % on % %', p_cenote, p_date, p_time USING ERRCODE = 'CEN01';
  END IF;
END $$;
