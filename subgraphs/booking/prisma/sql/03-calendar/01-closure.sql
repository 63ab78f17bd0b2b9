-- Returns the key of the advisory lock on the calendar of a product. A transaction that changes a calendar takes the
-- lock alone, and one that takes places shares it, both until their end. Booked places therefore stay as they were
-- checked until the change of the calendar is committed.
-- Example: SELECT pg_advisory_xact_lock(calendar_lock('5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31'));
CREATE FUNCTION calendar_lock(p_product uuid)
RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN hashtextextended('calendar ' || p_product::text, 0);

-- One row is one product whose schedule, departures or sale changed. A process that holds older facts of the product
-- takes no places with them. The transaction that changes the calendar writes it and never lowers the version.
CREATE TABLE product_fence (
  product_id uuid PRIMARY KEY, -- The id of a cenote or a tour.
  version integer NOT NULL -- Facts of the product below this version are outdated.
);

-- One row closes a cenote on a range of days. An operator or an installation file writes it while `calendar_lock` is
-- held. Local dates and times are text in ISO form, YYYY-MM-DD and HH:MM, in every table: they name no instant, sort
-- rightly, and no driver converts them.
CREATE TABLE closure (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL,
  start_date text NOT NULL, -- Both dates are included.
  end_date text NOT NULL,
  reason text NOT NULL, -- A code such as maintenance, or the operator's own words.
  message jsonb NOT NULL, -- The text that guests read, {en, es}.
  CHECK (end_date >= start_date)
);
CREATE INDEX closure_cenote ON closure (cenote_id, end_date);
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON closure
  FOR EACH ROW EXECUTE FUNCTION record_calendar_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON closure
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_inserted AFTER INSERT ON closure
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON closure
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON closure
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON closure
  FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
