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

-- Records a change of the cenote that a row belongs to; of both cenotes if the row moves between them. Fires for each
-- changed row of cenote_amenity, meeting_point and review.
CREATE FUNCTION record_cenote_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.cenote_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('cenote:' || OLD.cenote_id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.cenote_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('cenote:' || NEW.cenote_id);
  END IF;
  RETURN NULL;
END $$;

-- Records a change of the tour that a row belongs to; of both tours if the row moves between them. Fires for each
-- changed row of tour_cenote and meeting_point.
CREATE FUNCTION record_tour_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.tour_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('tour:' || OLD.tour_id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.tour_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('tour:' || NEW.tour_id);
  END IF;
  RETURN NULL;
END $$;

-- Notifies every catalog process at commit, on the channel catalogue_changed with the schema as payload. The process
-- then reads fact_change and evicts the counts and meeting points that it has in memory. Fires after each statement
-- that writes to cenote or cenote_amenity.
CREATE FUNCTION announce_catalog_change()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', TG_TABLE_SCHEMA);
  RETURN NULL;
END $$;
