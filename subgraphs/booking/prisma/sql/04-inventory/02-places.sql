-- Releases and takes places of cenotes and tours: of new reservations, of changes to their visit or party, and of
-- cancellations. Returns false and changes nothing if it cannot take all of them, which is an expected result and not an
-- error. Each element of p_changes is a day of a product (without `time`) or one of its slots:
--
--   {product, date, time, released, taken, capacity, version}
--
-- `released` and `taken` count people, and both are required. Released places can be taken in the same call. `capacity` is the catalog's limit,
-- null for the day of a tour, which has none; `version` is that of the product's facts that the limits come from. A
-- cenote is one stop: its day and one slot. A tour has its own day and departure, and the day and slot of each stop. The
-- caller counts a party once per day and once per slot, however many of its stops are there.
--
-- It takes no places on a closed day, in a closed slot, beyond a capacity, or with facts older than product_fence
-- allows. It raises an exception if the places to release are not booked.
--
-- To avoid deadlocks, all transactions that take places, change calendars or close days lock in one order: first
-- calendars by product (shared here), then days by product and date, each followed by its slots by time.
-- Example: SELECT change_places('[
--   {"product": "5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31", "date": "2026-12-24", "released": 0, "taken": 4,
--    "capacity": 200, "version": 7},
--   {"product": "5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31", "date": "2026-12-24", "time": "10:00", "released": 0,
--    "taken": 4, "capacity": 25}]');
CREATE FUNCTION change_places(p_changes jsonb)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  place record;
BEGIN
  FOR place IN
    SELECT product, date, version
    FROM jsonb_to_recordset(p_changes) AS c (product uuid, date text, time text, taken integer, version integer)
    WHERE time IS NULL AND taken > 0 ORDER BY product, date COLLATE "C"
  LOOP
    -- The check after this lock sees what was committed while it waited.
    PERFORM pg_advisory_xact_lock_shared(calendar_lock(place.product));
    IF EXISTS (SELECT FROM product_fence WHERE product_id = place.product AND version > place.version)
      OR EXISTS (SELECT FROM closure WHERE cenote_id = place.product AND place.date BETWEEN start_date AND end_date)
    THEN RETURN false; END IF;
  END LOOP;
  FOR place IN
    SELECT *
    FROM jsonb_to_recordset(p_changes)
      AS c (product uuid, date text, time text, released integer, taken integer, capacity integer)
    ORDER BY product, date COLLATE "C", time COLLATE "C" NULLS FIRST
  LOOP
    IF place.time IS NULL AND NOT change_day(place.product, place.date, place.released, place.taken, place.capacity)
      OR place.time IS NOT NULL
        AND NOT change_slot(place.product, place.date, place.time, place.released, place.taken, place.capacity)
    THEN RAISE SQLSTATE 'CEN02'; END IF;
  END LOOP;
  RETURN true;
EXCEPTION
  -- No room. The handler undoes the changes above, and the server logs no error.
  WHEN SQLSTATE 'CEN02' THEN RETURN false;
END $$;

-- Releases and takes places on one day. Returns false and changes nothing if there is no room; a null p_capacity sets
-- no limit. Raises an exception if the places to release are not booked. Locks the row of the day until the transaction
-- ends. Only `change_places` calls it.
-- Example: SELECT change_day('5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31', '2026-12-24', 2, 3, 200);
CREATE FUNCTION change_day(p_product uuid, p_date text, p_released integer, p_taken integer, p_capacity integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inventory_day SET booked = booked - p_released + p_taken
    WHERE product_id = p_product AND visit_date = p_date
      AND (p_taken = 0 OR p_capacity IS NULL OR booked - p_released + p_taken <= p_capacity);
  IF FOUND THEN RETURN true; END IF;
  IF p_released > 0 THEN
    IF NOT EXISTS (SELECT FROM inventory_day WHERE product_id = p_product AND visit_date = p_date) THEN
      RAISE EXCEPTION 'no places are taken at % on %', p_product, p_date;
    END IF;
    RETURN false;
  END IF;
  INSERT INTO inventory_day AS d (product_id, visit_date, booked)
    SELECT p_product, p_date, p_taken WHERE p_capacity IS NULL OR p_taken <= p_capacity
    ON CONFLICT (product_id, visit_date) DO UPDATE SET booked = d.booked + p_taken
    WHERE p_capacity IS NULL OR d.booked + p_taken <= p_capacity;
  RETURN FOUND;
END $$;

-- Does the same in one slot, where it takes no places if the slot is closed. A slot never holds more people than
-- p_capacity, the catalog's limit, even if its own row allows more. `change_places` calls it after `change_day` for the
-- day of the slot.
-- Example: SELECT change_slot('5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31', '2026-12-24', '10:00', 2, 3, 25);
CREATE FUNCTION change_slot(p_product uuid, p_date text, p_time text, p_released integer, p_taken integer,
  p_capacity integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inventory_slot SET booked = booked - p_released + p_taken
    WHERE product_id = p_product AND visit_date = p_date AND visit_time = p_time
      AND (p_taken = 0
        OR (NOT closed AND booked - p_released + p_taken <= LEAST(COALESCE(capacity, event_capacity), p_capacity)));
  IF FOUND THEN RETURN true; END IF;
  IF p_released > 0 THEN
    IF NOT EXISTS (
      SELECT FROM inventory_slot WHERE product_id = p_product AND visit_date = p_date AND visit_time = p_time
    ) THEN
      RAISE EXCEPTION 'no places are taken at % on % %', p_product, p_date, p_time;
    END IF;
    RETURN false;
  END IF;
  INSERT INTO inventory_slot AS s (product_id, visit_date, visit_time, booked)
    SELECT p_product, p_date, p_time, p_taken WHERE p_taken <= p_capacity
    ON CONFLICT (product_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + p_taken
    WHERE NOT s.closed AND s.booked + p_taken <= LEAST(COALESCE(s.capacity, s.event_capacity), p_capacity);
  RETURN FOUND;
END $$;
