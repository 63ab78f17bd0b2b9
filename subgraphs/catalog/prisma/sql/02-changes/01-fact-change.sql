-- One row per changed fact, named by the tag of its cache entries. Triggers insert it in the transaction of the change.
-- Each process with facts in memory, and the gateway for its cache, reads the rows of the transactions that ended since
-- its last read (platform/postgres/fact-changes.ts). A job deletes rows five minutes after their transaction ended.
CREATE TABLE fact_change (
  -- A reader compares it with the snapshot of its last read.
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- In catalog 'cenote:<id>', 'tour:<id>' or 'amenity:<id>'; in pricing 'prices:<table>'; in booking
  -- 'availability:<product>:<date>' or 'availability:<cenote>' for its whole calendar. '*' means every fact.
  tag text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX fact_change_by_transaction ON fact_change (transaction);

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

-- Records that every fact may have changed. Fires after a TRUNCATE of any table of products or their parts.
CREATE FUNCTION record_all_facts_changed()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('*');
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
