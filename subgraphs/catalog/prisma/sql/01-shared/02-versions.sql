-- Increments the version of an updated row. An edit names the version that it is based on, so concurrent edits conflict
-- instead of overwriting each other. The triggers `version_grows` fire it.
-- Booking reuses a cached cenote or tour only while its version is the current one.
CREATE FUNCTION grow_version()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

-- Returns the current time, or one millisecond after the given instant if that is later. Each change of a product thus
-- advances its updated_at, even twice in one transaction or after the clock was set back. One millisecond is the
-- precision of these columns.
-- Example: SELECT later_than('2026-12-24 09:00:00.123+00');
CREATE FUNCTION later_than(p_instant timestamptz)
RETURNS timestamptz LANGUAGE sql AS $$
  SELECT greatest(clock_timestamp(), p_instant + interval '1 millisecond') $$;
