-- The change feed turns tags with a date, and '*', into availability events, and rows that it has yet to read are not
-- deleted.
\i platform/postgres/sql/fact-change.sql
\i platform/postgres/sql/record-all-facts-changed.sql

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
