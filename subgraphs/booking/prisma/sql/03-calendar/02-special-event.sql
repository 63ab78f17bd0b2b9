-- Special events at a cenote, one row per day, written by an operator or an installation file. The same transaction
-- updates `inventory_slot.event_capacity`, the resulting limit of each slot.
CREATE TABLE special_event (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL,
  event_date text NOT NULL,
  message jsonb NOT NULL, -- For guests: {en, es}.
  start_time text, -- An event has both times or neither.
  end_time text,
  capacity integer CHECK (capacity >= 0), -- Maximum people in each slot that begins during it; null for no limit.
  series_id uuid NOT NULL DEFAULT gen_random_uuid() -- Shared by the days of an event that was added for several days.
);
CREATE INDEX special_event_cenote ON special_event (cenote_id, event_date);
CREATE INDEX special_event_series ON special_event (series_id, event_date);
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON special_event
  FOR EACH ROW EXECUTE FUNCTION record_calendar_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON special_event
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_inserted AFTER INSERT ON special_event
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON special_event
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON special_event
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON special_event
  FOR EACH STATEMENT EXECUTE FUNCTION note_calendar_change();
