-- Each row names a fact that changed, for caches. Triggers write it in the transaction of the change, and caches read
-- the rows of transactions that have ended since their last position (platform/postgres/fact-changes.ts). A background
-- job removes rows after five minutes.
CREATE TABLE fact_change (
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  tag text NOT NULL, -- It has the form kind:id with the kind cenote, tour or amenity; * stands for every fact.
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX fact_change_by_transaction ON fact_change (transaction);

-- Records a change of a row that is a fact with an id of its own. The trigger's argument is the kind in the tag.
-- It fires after each changed row of cenote, tour and amenity.
CREATE FUNCTION record_fact_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES (TG_ARGV[0] || ':' || COALESCE(NEW.id::text, OLD.id::text));
  RETURN NULL;
END $$;

-- Records a change of the cenote that a row belongs to, before and after the change if it moves to another one.
-- It fires after each changed row of cenote_amenity, meeting_point and review.
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

-- Records a change of the tour that a row belongs to, before and after the change if it moves to another one.
-- It fires after each changed row of tour_cenote and meeting_point.
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

-- Records that every fact may have changed, because a table was emptied.
-- It fires after TRUNCATE of each table of products and their parts.
CREATE FUNCTION record_all_facts_changed()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('*');
  RETURN NULL;
END $$;

-- Notifies the channel catalogue_changed, when the transaction commits, with the name of the schema. Every process
-- listens there and then reads fact_change, so that it forgets the counts of cenotes that it has in memory.
-- It fires after each statement that writes to cenote or cenote_amenity, on which these counts depend.
CREATE FUNCTION announce_catalog_change()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', TG_TABLE_SCHEMA);
  RETURN NULL;
END $$;
