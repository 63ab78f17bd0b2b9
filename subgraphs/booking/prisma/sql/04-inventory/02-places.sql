-- Releases and takes places of cenotes and tours: of new reservations, of changes to their visit or party, and of
-- cancellations. Returns false and changes nothing if it cannot take all of them, which is an expected result and not
-- an error. Each element of p_changes is a day of a product (without `time`) or one of its slots:
--
--   {product, date, time, released, taken, capacity, version}
--
-- `released` and `taken` count people, and both are required. Released places can be taken in the same call. `capacity`
-- is the catalog's limit, null for the day of a tour, which has none; `version` is that of the product's facts that the
-- limits come from. A cenote is one stop: its day and one slot. A tour has its own day and departure, and the day and
-- slot of each stop. The caller counts a party once per day and once per slot, however many of its stops are there.
--
-- It takes no places on a closed day, in a closed slot, beyond a capacity, or with facts older than product_fence
-- allows. A slot never holds more people than the catalog's limit, even if its own row allows more. Releasing places
-- that are not booked violates the check of `booked`.
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
    SELECT * FROM jsonb_to_recordset(p_changes)
      AS c (product uuid, date text, time text, released integer, taken integer, capacity integer)
    ORDER BY product, date COLLATE "C", time COLLATE "C" NULLS FIRST
  LOOP
    IF place.time IS NULL THEN
      INSERT INTO inventory_day VALUES (place.product, place.date, 0) ON CONFLICT DO NOTHING;
      UPDATE inventory_day SET booked = booked - place.released + place.taken
        WHERE product_id = place.product AND visit_date = place.date
          AND (place.taken = 0 OR place.capacity IS NULL OR booked - place.released + place.taken <= place.capacity);
    ELSE
      INSERT INTO inventory_slot VALUES (place.product, place.date, place.time) ON CONFLICT DO NOTHING;
      UPDATE inventory_slot SET booked = booked - place.released + place.taken
        WHERE product_id = place.product AND visit_date = place.date AND visit_time = place.time
          AND (place.taken = 0 OR NOT closed AND booked - place.released + place.taken
            <= LEAST(COALESCE(inventory_slot.capacity, event_capacity), place.capacity));
    END IF;
    IF NOT FOUND THEN RAISE SQLSTATE 'CEN02'; END IF;
  END LOOP;
  RETURN true;
EXCEPTION
  -- No room. The handler undoes the changes above, and the server logs no error.
  WHEN SQLSTATE 'CEN02' THEN RETURN false;
END $$;
