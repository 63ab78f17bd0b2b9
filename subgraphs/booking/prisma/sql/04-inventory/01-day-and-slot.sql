-- Booked people per product and day; a day without a row has none. `change_places` writes the row in the transaction of
-- the reservation; to lock an empty day, a transaction inserts a row with 0. Half of each page stays free for new
-- versions of the rows, because busy days are updated often.
CREATE TABLE inventory_day (
  product_id uuid, -- A cenote or a tour.
  visit_date text,
  booked integer NOT NULL CHECK (booked >= 0), -- A party counts once, however many of its stops are on this day.
  PRIMARY KEY (product_id, visit_date)
) WITH (fillfactor = 50);
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON inventory_day
  FOR EACH ROW EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON inventory_day
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();

-- Slots: hours of a cenote, or departures of a tour. A slot without a row is empty and unchanged. `booked` is written
-- like that of the day; the other columns are changes by an operator or a special event. Their limits have a column
-- each, so that either can be replaced without the other.
CREATE TABLE inventory_slot (
  product_id uuid, -- A cenote or a tour.
  visit_date text,
  visit_time text,
  booked integer NOT NULL DEFAULT 0 CHECK (booked >= 0),
  capacity integer, -- The operator's limit, which overrides event_capacity; null without one.
  closed boolean NOT NULL DEFAULT false, -- Closed by the operator; places that were booked before may remain.
  note text, -- Why the operator changed the slot.
  event_capacity integer, -- The lowest capacity of the special events during which the slot begins.
  PRIMARY KEY (product_id, visit_date, visit_time),
  CONSTRAINT inventory_slot_event_capacity CHECK (COALESCE(capacity, event_capacity) >= booked)
) WITH (fillfactor = 50);
-- A change to booked people also updates the row of the day, so slots record only changes to other columns.
CREATE TRIGGER fact_added AFTER INSERT ON inventory_slot
  FOR EACH ROW
  WHEN (NEW.capacity IS NOT NULL OR NEW.event_capacity IS NOT NULL OR NEW.closed OR NEW.note IS NOT NULL)
  EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER fact_changed AFTER UPDATE ON inventory_slot
  FOR EACH ROW
  WHEN ((OLD.capacity, OLD.event_capacity, OLD.closed, OLD.note)
    IS DISTINCT FROM (NEW.capacity, NEW.event_capacity, NEW.closed, NEW.note))
  EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER fact_removed AFTER DELETE ON inventory_slot
  FOR EACH ROW EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON inventory_slot
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
