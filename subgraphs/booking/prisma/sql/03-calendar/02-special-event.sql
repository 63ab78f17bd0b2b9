-- One row is a special event at a cenote on one day. An operator or an installation file writes it while the day is
-- locked, and `inventory_slot.event_capacity` repeats what the event makes of the slots.
CREATE TABLE special_event (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL,
  event_date text NOT NULL,
  message jsonb NOT NULL, -- The text that guests read, {en, es}.
  start_time text, -- An event has both times or neither.
  end_time text,
  capacity integer CHECK (capacity >= 0), -- People in each slot that begins during the event; null sets no limit.
  series_id uuid NOT NULL DEFAULT gen_random_uuid() -- The days of one series are added and removed together.
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
