-- Takes places on one day and in one slot. Returns false and changes nothing if either is full or the slot is closed: a
-- full slot is an expected result, not an error. A slot never holds more people than p_slot_capacity, the catalog's
-- limit, even if its own row allows more. Locks the row of the day and then that of the slot until the transaction
-- ends; every caller locks in this order, so that they cannot deadlock. Only the function below calls it.
-- Example: SELECT take_places('5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31', '2026-12-24', '10:00', 4, 200, 25);
CREATE FUNCTION take_places(p_product uuid, p_date text, p_time text, p_people integer, p_day_capacity integer,
  p_slot_capacity integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inventory_day SET booked = booked + p_people
    WHERE product_id = p_product AND visit_date = p_date AND booked + p_people <= p_day_capacity;
  IF NOT FOUND THEN
    INSERT INTO inventory_day AS d (product_id, visit_date, booked)
      SELECT p_product, p_date, p_people WHERE p_people <= p_day_capacity
      ON CONFLICT (product_id, visit_date) DO UPDATE SET booked = d.booked + p_people
      WHERE d.booked + p_people <= p_day_capacity;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  UPDATE inventory_slot SET booked = booked + p_people
    WHERE product_id = p_product AND visit_date = p_date AND visit_time = p_time
      AND NOT closed AND booked + p_people <= LEAST(COALESCE(capacity, event_capacity), p_slot_capacity);
  IF NOT FOUND THEN
    INSERT INTO inventory_slot AS s (product_id, visit_date, visit_time, booked)
      SELECT p_product, p_date, p_time, p_people WHERE p_people <= p_slot_capacity
      ON CONFLICT (product_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + p_people
      WHERE NOT s.closed AND s.booked + p_people <= LEAST(COALESCE(s.capacity, s.event_capacity), p_slot_capacity);
    IF NOT FOUND THEN
      -- The day has been locked since the update above, so no other transaction has seen these people.
      UPDATE inventory_day SET booked = booked - p_people WHERE product_id = p_product AND visit_date = p_date;
      RETURN false;
    END IF;
  END IF;
  RETURN true;
END $$;

-- Takes the places of a new reservation for a cenote. Beyond what the function above checks, it returns false on a
-- closed day, and if product_fence is above p_version, the version of the facts that the capacities come from. Shares
-- the calendar lock until the transaction ends; each statement sees what was committed while the one before it waited.
-- Example: SELECT take_places('5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31', '2026-12-24', '10:00', 4, 200, 25, 7);
CREATE FUNCTION take_places(p_product uuid, p_date text, p_time text, p_people integer, p_day_capacity integer,
  p_slot_capacity integer, p_version integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(calendar_lock(p_product));
  IF EXISTS (SELECT FROM product_fence WHERE product_id = p_product AND version > p_version)
    OR EXISTS (SELECT FROM closure WHERE cenote_id = p_product AND p_date BETWEEN start_date AND end_date)
  THEN RETURN false; END IF;
  RETURN take_places(p_product, p_date, p_time, p_people, p_day_capacity, p_slot_capacity);
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

-- Does the same in one slot, where it takes no places if the slot is closed. p_capacity is the catalog's limit.
-- `change_places` calls it after `change_day` for the day of the slot.
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

-- Releases and takes places of any number of products. Returns false and changes nothing if it cannot take all of them.
-- It takes the places of a new reservation for a tour, and makes every later change of places. Each element of
-- p_changes is one date of one product:
--
--   {product, date, released, taken, dayCapacity, version, slots: [{time, released, taken, capacity}]}
--
-- `released` and `taken` count people on the day and in each slot, 0 if omitted. Released places can be taken in the
-- same call. `dayCapacity`, `capacity` and `version` (of the product's facts) limit only what is taken; a day without
-- `dayCapacity` has no limit, as for tours. The caller counts a party once per day and once per slot, however many of
-- its stops are there.
--
-- It takes no places on a closed day, in a closed slot, beyond a capacity, or with facts older than product_fence
-- allows. It raises an exception if the places to release are not booked.
--
-- To avoid deadlocks, all transactions that take places, change calendars or close days lock in one order: first
-- calendars by product (shared here), then days by product and date, each followed by its slots by time.
-- Example: SELECT change_places('[{"product": "5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31", "date": "2026-12-24", "taken": 4,
--   "dayCapacity": 200, "version": 7, "slots": [{"time": "10:00", "taken": 4, "capacity": 25}]}]');
CREATE FUNCTION change_places(p_changes jsonb)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  change record;
  slot record;
BEGIN
  FOR change IN
    SELECT * FROM jsonb_to_recordset(p_changes) AS c (product uuid, date text, taken integer, version integer)
    WHERE taken > 0 ORDER BY product, date COLLATE "C"
  LOOP
    -- The check after this lock sees what was committed while it waited.
    PERFORM pg_advisory_xact_lock_shared(calendar_lock(change.product));
    IF EXISTS (SELECT FROM product_fence WHERE product_id = change.product AND version > change.version)
      OR EXISTS (SELECT FROM closure WHERE cenote_id = change.product AND change.date BETWEEN start_date AND end_date)
    THEN RETURN false; END IF;
  END LOOP;
  FOR change IN
    SELECT product, date, coalesce(released, 0) AS released, coalesce(taken, 0) AS taken, "dayCapacity" AS capacity,
      slots
    FROM jsonb_to_recordset(p_changes)
      AS c (product uuid, date text, released integer, taken integer, "dayCapacity" integer, slots jsonb)
    ORDER BY product, date COLLATE "C"
  LOOP
    IF NOT change_day(change.product, change.date, change.released, change.taken, change.capacity) THEN
      RAISE SQLSTATE 'CEN02';
    END IF;
    FOR slot IN
      SELECT time, coalesce(released, 0) AS released, coalesce(taken, 0) AS taken, capacity
      FROM jsonb_to_recordset(change.slots) AS s (time text, released integer, taken integer, capacity integer)
      ORDER BY time COLLATE "C"
    LOOP
      IF NOT change_slot(change.product, change.date, slot.time, slot.released, slot.taken, slot.capacity) THEN
        RAISE SQLSTATE 'CEN02';
      END IF;
    END LOOP;
  END LOOP;
  RETURN true;
EXCEPTION
  -- No room. The handler undoes the changes above, and the server logs no error.
  WHEN SQLSTATE 'CEN02' THEN RETURN false;
END $$;
