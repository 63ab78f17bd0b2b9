-- Places of tours are in the tables of the places of cenotes, by the product's id, which the columns name cenote_id. The day
-- of a tour has no limit of its own.

-- Releases places and takes others, of any number of products, or changes nothing and returns false. Each element of the
-- array is what changes on one date of one product:
--
--   {product, date, released, taken, dayCapacity, version, slots: [{time, released, taken, capacity}]}
--
-- `released` and `taken` are numbers of people, on the day and in each of its slots; absent, they are 0. What is released
-- counts as free for what is taken. `dayCapacity`, `version` (of the facts of the product) and `capacity` only limit what is
-- taken; without `dayCapacity` a day has no limit. A party counts once on the day and once in each slot, however many of its
-- stops are there: the caller counts.
--
-- Nothing is taken on a closed day, in a closed slot, beyond a capacity or with facts that are older than the fence of their
-- product. Releasing places that are not taken is an error.
--
-- All that take places, change calendars and close days lock in one order, so that no two of them wait for one another:
-- calendars first, in the order of products, then in the order of product and date each day, and after a day its slots in the
-- order of their times.
CREATE FUNCTION change_places(p_changes jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  change record;
  slot record;
BEGIN
  FOR change IN
    SELECT * FROM jsonb_to_recordset(p_changes) AS c (product uuid, date text, taken integer, version integer)
    WHERE taken > 0 ORDER BY product, date COLLATE "C"
  LOOP
    -- Each statement in here sees what was committed while the one before it waited.
    PERFORM pg_advisory_xact_lock_shared(calendar_lock(change.product));
    IF EXISTS (SELECT FROM cenote_fence WHERE cenote_id = change.product AND version > change.version)
      OR EXISTS (SELECT FROM closure WHERE cenote_id = change.product AND change.date BETWEEN start_date AND end_date)
    THEN RETURN false; END IF;
  END LOOP;
  FOR change IN
    SELECT product, date, coalesce(released, 0) AS released, coalesce(taken, 0) AS taken, "dayCapacity" AS capacity, slots
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
  -- No room: an expected result, of which the log of the database has nothing.
  WHEN SQLSTATE 'CEN02' THEN RETURN false;
END $$;

-- Changes the booked places of a day, or changes nothing and returns false. For `change_places` only.
CREATE FUNCTION change_day(p_product uuid, p_date text, p_released integer, p_taken integer, p_capacity integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inventory_day SET booked = booked - p_released + p_taken
    WHERE cenote_id = p_product AND visit_date = p_date
      AND (p_taken = 0 OR p_capacity IS NULL OR booked - p_released + p_taken <= p_capacity);
  IF FOUND THEN RETURN true; END IF;
  IF p_released > 0 THEN
    IF NOT EXISTS (SELECT FROM inventory_day WHERE cenote_id = p_product AND visit_date = p_date) THEN
      RAISE EXCEPTION 'no places are taken at % on %', p_product, p_date;
    END IF;
    RETURN false;
  END IF;
  INSERT INTO inventory_day AS d (cenote_id, visit_date, booked)
    SELECT p_product, p_date, p_taken WHERE p_capacity IS NULL OR p_taken <= p_capacity
    ON CONFLICT (cenote_id, visit_date) DO UPDATE SET booked = d.booked + p_taken
    WHERE p_capacity IS NULL OR d.booked + p_taken <= p_capacity;
  RETURN FOUND;
END $$;

-- The same for a slot, after its day.
CREATE FUNCTION change_slot(p_product uuid, p_date text, p_time text, p_released integer, p_taken integer, p_capacity integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inventory_slot SET booked = booked - p_released + p_taken
    WHERE cenote_id = p_product AND visit_date = p_date AND visit_time = p_time
      AND (p_taken = 0
        OR (NOT closed AND booked - p_released + p_taken <= LEAST(COALESCE(capacity, event_capacity), p_capacity)));
  IF FOUND THEN RETURN true; END IF;
  IF p_released > 0 THEN
    IF NOT EXISTS (SELECT FROM inventory_slot WHERE cenote_id = p_product AND visit_date = p_date AND visit_time = p_time) THEN
      RAISE EXCEPTION 'no places are taken at % on % %', p_product, p_date, p_time;
    END IF;
    RETURN false;
  END IF;
  INSERT INTO inventory_slot AS s (cenote_id, visit_date, visit_time, booked)
    SELECT p_product, p_date, p_time, p_taken WHERE p_taken <= p_capacity
    ON CONFLICT (cenote_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + p_taken
    WHERE NOT s.closed AND s.booked + p_taken <= LEAST(COALESCE(s.capacity, s.event_capacity), p_capacity);
  RETURN FOUND;
END $$;

-- Only the release before moves and releases places by functions of their own.
CREATE OR REPLACE FUNCTION end_previous_release() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DROP TRIGGER IF EXISTS previous_release_history ON status_change;
  DROP TRIGGER IF EXISTS previous_release_change ON reservation;
  DROP TRIGGER IF EXISTS previous_release_message ON communication;
  DROP TRIGGER IF EXISTS previous_release_test_mail ON test_mail;
  DROP FUNCTION IF EXISTS previous_release_history(), previous_release_change(), previous_release_message(), previous_release_test_mail(),
    move_places(uuid, text, text, integer, uuid, text, text, integer, integer, integer, integer),
    release_places(uuid, text, text, integer), require_places(uuid, text, text, integer, integer, integer);
  DROP INDEX IF EXISTS reservation_previous_release, previous_release_history, previous_release_message, previous_release_test_mail,
    communication_reminder, communication_due, reservation_day_end, test_mail_created_at;
END $$;
