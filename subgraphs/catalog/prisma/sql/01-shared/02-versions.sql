-- Makes a changed row the next version. An update by an operator names the version that was read, so that nobody
-- overwrites a change unseen, and readers that cache a cenote compare its version.
-- It fires before each updated row of cenote, tour and amenity.
CREATE FUNCTION grow_version()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

-- Returns the current time, or one millisecond after the given instant if that is later. The updated_at of a product
-- thus grows with every change, even within one transaction or after the clock was set back. One millisecond is the
-- precision of those columns.
-- Example: SELECT later_than('2026-12-24 09:00:00.123+00');
CREATE FUNCTION later_than(p_instant timestamptz)
RETURNS timestamptz LANGUAGE sql AS $$
  SELECT greatest(clock_timestamp(), p_instant + interval '1 millisecond') $$;
