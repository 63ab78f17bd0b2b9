\i platform/postgres/sql/fact-change.sql
\i platform/postgres/sql/record-all-facts-changed.sql

-- Records a change of a row whose id is in its tag; the argument of the trigger is the kind, such as 'tour'. Fires for
-- each changed row of cenote, tour and amenity.
CREATE FUNCTION record_fact_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES (TG_ARGV[0] || ':' || COALESCE(NEW.id::text, OLD.id::text));
  RETURN NULL;
END $$;

-- Records a change of the cenote or tour that a row belongs to; of both owners if the row moves between them. The
-- argument of the trigger is the kind, such as 'tour' for the column tour_id. Fires for each changed row of
-- cenote_amenity, review and tour_cenote, and for each kind on meeting_point.
CREATE FUNCTION record_owner_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  owner_column text := TG_ARGV[0] || '_id';
BEGIN
  INSERT INTO fact_change (tag)
  SELECT DISTINCT TG_ARGV[0] || ':' || owner_id
  FROM unnest(ARRAY[to_jsonb(OLD)->>owner_column, to_jsonb(NEW)->>owner_column]) AS owner_id
  WHERE owner_id IS NOT NULL;
  RETURN NULL;
END $$;

-- Notifies every catalog process at commit, on the channel catalogue_changed with the schema as payload. The process
-- then reads fact_change and evicts the counts and meeting points that it has in memory. Fires after each statement
-- that writes to cenote, cenote_amenity or meeting_point.
CREATE FUNCTION announce_catalog_change()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', TG_TABLE_SCHEMA);
  RETURN NULL;
END $$;
