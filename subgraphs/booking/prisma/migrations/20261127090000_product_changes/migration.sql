-- What changed of products, for the events about them: written in the transaction of the change, one row for each statement
-- and kind, read by position (platform/postgres/product-changes.ts).
CREATE TABLE product_change (
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL CHECK (kind IN ('availability', 'product', 'pricing')),
  product_type text CHECK (product_type IN ('cenote', 'tour')),
  -- Null: every product.
  product_ids uuid[],
  action text CHECK (action IN ('created', 'updated', 'deactivated')),
  -- The members of the representation that changed, of the kind product.
  changed text[] NOT NULL DEFAULT '{}',
  -- The first and the last date, of the kind availability; null: from today on, and without an end.
  date_from text,
  date_to text,
  CHECK ((kind = 'product') = (action IS NOT NULL))
);
CREATE INDEX product_change_by_transaction ON product_change (transaction);

-- Closures and special events concern the dates that they had and those that they have. What is booked is in fact_change.
CREATE FUNCTION note_calendar_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

CREATE TRIGGER product_change_inserted AFTER INSERT ON closure
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON closure
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON closure
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON closure
  FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON special_event
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON special_event
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON special_event
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON special_event
  FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
