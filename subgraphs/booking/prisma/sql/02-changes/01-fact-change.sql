-- Changes to availability, for caches and the change feed. Triggers insert the rows in the transaction of the change,
-- and readers find them by position (platform/postgres/fact-changes.ts). The change feed turns tags with a date, and
-- '*', into availability events. A job deletes rows after five minutes, but not before the change feed has read them.
CREATE TABLE fact_change (
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- 'availability:<product>:<date>' is one day, 'availability:<cenote>' a whole calendar, and '*' everything.
  tag text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX fact_change_by_transaction ON fact_change (transaction);

-- Records that everything may have changed. The TRUNCATE triggers of inventory_day, inventory_slot, closure and
-- special_event call it.
CREATE FUNCTION record_all_facts_changed()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('*');
  RETURN NULL;
END $$;

-- Records a change to one day of a product. Row triggers of inventory_day and inventory_slot call it.
CREATE FUNCTION record_availability_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO fact_change (tag) VALUES ('availability:' || OLD.product_id || ':' || OLD.visit_date);
  ELSE
    INSERT INTO fact_change (tag) VALUES ('availability:' || NEW.product_id || ':' || NEW.visit_date);
  END IF;
  RETURN NULL;
END $$;

-- Records a change to the calendar of a cenote. Row triggers of closure and special_event call it. The tag has no date,
-- because a closure may cover many days.
CREATE FUNCTION record_calendar_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('availability:' || COALESCE(NEW.cenote_id, OLD.cenote_id));
  RETURN NULL;
END $$;
