-- What changed, for caches: written in the transaction that changes it, read by position (platform/postgres/fact-changes.ts).
CREATE TABLE fact_change (
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  tag text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX fact_change_by_transaction ON fact_change (transaction);

-- Every change of what is booked changes its day's row, so that slots need to name only what else differs.
CREATE FUNCTION record_availability_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO fact_change (tag) VALUES ('availability:' || OLD.cenote_id || ':' || OLD.visit_date);
  ELSE
    INSERT INTO fact_change (tag) VALUES ('availability:' || NEW.cenote_id || ':' || NEW.visit_date);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON inventory_day FOR EACH ROW EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER fact_added AFTER INSERT ON inventory_slot FOR EACH ROW
  WHEN (NEW.capacity IS NOT NULL OR NEW.event_capacity IS NOT NULL OR NEW.closed OR NEW.note IS NOT NULL)
  EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER fact_changed AFTER UPDATE ON inventory_slot FOR EACH ROW
  WHEN ((OLD.capacity, OLD.event_capacity, OLD.closed, OLD.note)
    IS DISTINCT FROM (NEW.capacity, NEW.event_capacity, NEW.closed, NEW.note))
  EXECUTE FUNCTION record_availability_change();
CREATE TRIGGER fact_removed AFTER DELETE ON inventory_slot FOR EACH ROW EXECUTE FUNCTION record_availability_change();

-- A closure concerns many days: it names the cenote.
CREATE FUNCTION record_calendar_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('availability:' || COALESCE(NEW.cenote_id, OLD.cenote_id));
  RETURN NULL;
END $$;
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON closure FOR EACH ROW EXECUTE FUNCTION record_calendar_change();
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON special_event FOR EACH ROW EXECUTE FUNCTION record_calendar_change();

-- A table that was emptied: everything may have changed.
CREATE FUNCTION record_all_facts_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('*');
  RETURN NULL;
END $$;
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON inventory_day EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON inventory_slot EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON closure EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON special_event EXECUTE FUNCTION record_all_facts_changed();
