-- What changed, for caches: written in the transaction that changes it, read by position (platform/postgres/fact-changes.ts).
CREATE TABLE fact_change (
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  tag text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX fact_change_by_transaction ON fact_change (transaction);

-- `kind:id` for a row with an id of its own; the kind is the argument.
CREATE FUNCTION record_fact_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES (TG_ARGV[0] || ':' || COALESCE(NEW.id::text, OLD.id::text));
  RETURN NULL;
END $$;
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON cenote FOR EACH ROW EXECUTE FUNCTION record_fact_change('cenote');
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON tour FOR EACH ROW EXECUTE FUNCTION record_fact_change('tour');
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON amenity FOR EACH ROW EXECUTE FUNCTION record_fact_change('amenity');

-- What belongs to a cenote.
CREATE FUNCTION record_cenote_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.cenote_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('cenote:' || OLD.cenote_id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.cenote_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('cenote:' || NEW.cenote_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON cenote_amenity FOR EACH ROW EXECUTE FUNCTION record_cenote_change();
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON review FOR EACH ROW EXECUTE FUNCTION record_cenote_change();
CREATE TRIGGER cenote_fact_changed AFTER INSERT OR UPDATE OR DELETE ON meeting_point FOR EACH ROW EXECUTE FUNCTION record_cenote_change();

-- What belongs to a tour.
CREATE FUNCTION record_tour_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.tour_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('tour:' || OLD.tour_id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.tour_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('tour:' || NEW.tour_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON tour_cenote FOR EACH ROW EXECUTE FUNCTION record_tour_change();
CREATE TRIGGER tour_fact_changed AFTER INSERT OR UPDATE OR DELETE ON meeting_point FOR EACH ROW EXECUTE FUNCTION record_tour_change();

-- A table that was emptied: everything may have changed.
CREATE FUNCTION record_all_facts_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('*');
  RETURN NULL;
END $$;
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON cenote EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON tour EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON amenity EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON cenote_amenity EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON review EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON meeting_point EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON tour_cenote EXECUTE FUNCTION record_all_facts_changed();
