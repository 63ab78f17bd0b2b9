-- Administration of a cenote's calendar and new places exclude each other: whoever changes a calendar holds an advisory
-- lock alone, whoever takes places shares it. So what is booked stays as it was checked until the change is committed.

-- Places are not taken with facts of a cenote that are older than the version named here.
CREATE TABLE cenote_fence (
  cenote_id uuid PRIMARY KEY,
  version integer NOT NULL
);

CREATE FUNCTION calendar_lock(p_cenote uuid) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN hashtextextended('calendar ' || p_cenote::text, 0);

-- As with six parameters, but not on a closed day nor with outdated facts. Each statement in here sees what was committed
-- while the one before it waited.
CREATE FUNCTION take_places(p_cenote uuid, p_date text, p_time text, p_people integer, p_day_capacity integer, p_slot_capacity integer, p_version integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(calendar_lock(p_cenote));
  IF EXISTS (SELECT FROM cenote_fence WHERE cenote_id = p_cenote AND version > p_version)
    OR EXISTS (SELECT FROM closure WHERE cenote_id = p_cenote AND p_date BETWEEN start_date AND end_date)
  THEN RETURN false; END IF;
  RETURN take_places(p_cenote, p_date, p_time, p_people, p_day_capacity, p_slot_capacity);
END $$;

-- Events that were added together are removed together.
ALTER TABLE special_event ADD COLUMN series_id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE INDEX special_event_series ON special_event (series_id, event_date);
