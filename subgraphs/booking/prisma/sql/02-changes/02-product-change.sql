\i subgraphs/shared/sql/product-change.sql

-- Records the dates of the closures or special events that a statement wrote; an update records the dates before and
-- after of the rows that differ. The statement triggers of closure and special_event call it, with the transition
-- tables old_rows and new_rows. Booked places are recorded in fact_change instead.
CREATE FUNCTION note_calendar_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  entries jsonb[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    INSERT INTO product_change (kind) VALUES ('availability');
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT array_agg(to_jsonb(new_row)) INTO entries FROM new_rows AS new_row;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(to_jsonb(old_row)) INTO entries FROM old_rows AS old_row;
  ELSE
    WITH before AS (SELECT to_jsonb(old_row) AS entry FROM old_rows AS old_row),
      after AS (SELECT to_jsonb(new_row) AS entry FROM new_rows AS new_row)
    SELECT array_agg(entry) INTO entries FROM (
      (SELECT entry FROM before EXCEPT SELECT entry FROM after)
      UNION ALL (SELECT entry FROM after EXCEPT SELECT entry FROM before)) AS differing;
  END IF;
  INSERT INTO product_change (kind, product_type, product_ids, date_from, date_to)
  SELECT 'availability', 'cenote', array_agg(DISTINCT (entry->>'cenote_id')::uuid), date_from, date_to
  FROM unnest(entries) AS entry,
    LATERAL (SELECT coalesce(entry->>'event_date', entry->>'start_date') AS date_from,
      coalesce(entry->>'event_date', entry->>'end_date') AS date_to) AS dates
  GROUP BY date_from, date_to;
  RETURN NULL;
END $$;
