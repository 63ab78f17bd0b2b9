-- One row is a day of a product with its booked people; a day without a row has none. `take_places` and `change_places`
-- write it in the transaction of the reservation, and a transaction that locks an empty day adds a row with 0. Rows of
-- busy days are updated so often that half of each page stays free for their new versions.
CREATE TABLE inventory_day (
  product_id uuid, -- The id of a cenote or a tour.
  visit_date text,
  booked integer NOT NULL CHECK (booked >= 0), -- A party counts once, however many of its stops are on this day.
  PRIMARY KEY (product_id, visit_date)
) WITH (fillfactor = 50);
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON inventory_day
  FOR EACH ROW EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON inventory_day
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();

-- One row is a slot of a day, a cenote's hour or a tour's departure; a slot without a row is empty and as usual. It
-- holds the booked people, written like those of the day, and how an operator or a special event changed the slot.
-- These two are stored side by side, so that either can be replaced without the other.
CREATE TABLE inventory_slot (
  product_id uuid, -- The id of a cenote or a tour.
  visit_date text,
  visit_time text,
  booked integer NOT NULL DEFAULT 0 CHECK (booked >= 0),
  capacity integer, -- The operator's limit for this slot, which precedes that of events; null leaves it as usual.
  closed boolean NOT NULL DEFAULT false, -- The operator closed the slot; booked places may remain.
  note text, -- Why the slot differs from usual, in the operator's words.
  event_capacity integer, -- The least capacity of the special events during which the slot begins.
  PRIMARY KEY (product_id, visit_date, visit_time),
  CHECK (capacity >= booked),
  CONSTRAINT inventory_slot_event_capacity CHECK (COALESCE(capacity, event_capacity) >= booked)
) WITH (fillfactor = 50);
-- A change of booked people changes the row of the day, too, so slots only record a change of anything else.
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
