-- Returns the key of the advisory lock on the calendar of a product. A transaction that closes days or slots, changes a
-- schedule or departures, or takes a product off sale locks it exclusively; one that takes places or confirms a
-- reservation shares it; both until they end. So no places are taken between the checks of a change and its commit.
-- Example: SELECT pg_advisory_xact_lock(calendar_lock('5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31'));
CREATE FUNCTION calendar_lock(p_product uuid)
RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN hashtextextended('calendar ' || p_product::text, 0);

-- The oldest version of a product's facts with which places may be taken. The transaction that changes the schedule or
-- departures of the product, or takes it off sale, raises the version, so that a process with outdated facts is
-- refused. The version is never lowered.
CREATE TABLE product_fence (
  product_id uuid PRIMARY KEY, -- A cenote or a tour.
  version integer NOT NULL
);

-- Ranges of days on which a cenote is closed. An operator or an installation file inserts them under `calendar_lock`.
-- Local dates and times are text in every table, YYYY-MM-DD and HH:MM: they are not instants, they sort correctly, and
-- no driver converts them.
CREATE TABLE closure (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL,
  start_date text NOT NULL, -- Both dates are included.
  end_date text NOT NULL,
  reason text NOT NULL, -- A code such as maintenance, or the operator's own words.
  message jsonb NOT NULL, -- For guests: {en, es}.
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
