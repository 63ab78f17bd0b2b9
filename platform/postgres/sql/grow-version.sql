-- Increments the version of an updated row. An edit names the version that it is based on, so concurrent edits conflict
-- instead of overwriting each other. The triggers `version_grows` fire it.
-- In catalog the version also tells booking whether its cached cenote or tour is current.
CREATE FUNCTION grow_version()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
