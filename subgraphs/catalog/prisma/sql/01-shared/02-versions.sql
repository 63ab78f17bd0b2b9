\i platform/postgres/sql/grow-version.sql

-- Returns the current time, or one millisecond after the given instant if that is later. Each change of a product thus
-- advances its updated_at, even twice in one transaction or after the clock was set back. One millisecond is the
-- precision of these columns.
-- Example: SELECT later_than('2026-12-24 09:00:00.123+00');
CREATE FUNCTION later_than(p_instant timestamptz)
RETURNS timestamptz LANGUAGE sql AS $$
  SELECT greatest(clock_timestamp(), p_instant + interval '1 millisecond') $$;
