-- Holds every filter but search and amenities, so that a list is counted from the index alone, without the wide rows.
DROP INDEX cenote_by_state;
CREATE INDEX cenote_by_place ON cenote (is_active, state_folded, municipality_folded, adult_cents, rating_average, created_at, id);

-- Every process keeps counts in memory and is told when they may have changed, and in which environment (the schema).
CREATE FUNCTION tell_catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', TG_TABLE_SCHEMA);
  RETURN NULL;
END $$;
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON cenote EXECUTE FUNCTION tell_catalogue_changed();
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON cenote_amenity EXECUTE FUNCTION tell_catalogue_changed();
