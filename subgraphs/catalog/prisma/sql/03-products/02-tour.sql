-- Derives two columns from the departures of a tour: start_times, which are the different start times in order, and
-- capacity, which is the largest of a departure. It fires before each inserted or updated row of tour.
CREATE FUNCTION derive_departures()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(array_agg(DISTINCT departure->>'startTime'), '{}'),
    coalesce(max((departure->>'capacity')::integer), 0)
  INTO NEW.start_times, NEW.capacity FROM jsonb_array_elements(NEW.departures->'times') AS departure;
  RETURN NEW;
END $$;

-- Each row is a tour, on sale or not. Operators write it by mutations and installation files
-- (subgraphs/catalog/tour/store/forms.ts). The cenotes that it visits are in tour_cenote. Objects and lists in JSON
-- have the members of CreateTourInput.
CREATE TABLE tour (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name_en text NOT NULL,
  name_es text NOT NULL,
  description jsonb NOT NULL, -- It is a text in both languages: {"en": "…", "es": "…"}.
  duration_minutes integer NOT NULL CHECK (duration_minutes > 0),
  -- This is the price of an adult in integer cents. Prices of children, seniors and groups follow from it in pricing.
  adult_cents integer NOT NULL CHECK (adult_cents >= 0),
  currency char(3) NOT NULL DEFAULT 'MXN',
  -- The next two columns are derived from the departures by the trigger departures_derived.
  start_times text[] NOT NULL, -- They have the form HH:MM, in the time zone of the tour.
  capacity integer NOT NULL CHECK (capacity >= 0), -- It is the most people that a departure holds.
  includes jsonb NOT NULL, -- It has a list of texts for each language: {"en": […], "es": […]}.
  excludes jsonb NOT NULL, -- It has the same form; a tour always says what its price leaves out.
  images jsonb NOT NULL DEFAULT '[]', -- [{"id", "url", "alt", "type", "order"}]; the type is main or gallery.
  is_active boolean NOT NULL DEFAULT true, -- It is true while the tour is on sale.
  -- Instants have the precision of milliseconds, because a cursor must name one exactly.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1, -- The trigger version_grows sets it.
  -- Booking a departure ends so many minutes before it.
  booking_cutoff_minutes integer NOT NULL DEFAULT 0 CHECK (booking_cutoff_minutes BETWEEN 0 AND 43200),
  timezone text NOT NULL, -- It is an IANA name; departures follow its clock.
  -- A party of fewer people cannot book.
  min_party integer NOT NULL DEFAULT 1 CHECK (min_party BETWEEN 1 AND 50),
  -- {"times": [{"weekdays", "startTime", "capacity", "from", "until"}],
  -- "exceptions": [{"date", "startTime", "cancelled", "capacity"}]}. A season from and until is optional, and an
  -- exception that is not cancelled has a capacity. Weekdays are checked because GraphQL shows them as an enum.
  departures jsonb NOT NULL
    CHECK (jsonb_path_query_array(departures, '$.times[*].weekdays[*]')
      <@ '["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]'),
  -- [{"cenoteId", "offsetMinutes", "takesPlaces"}] in order. Each stop says how many minutes after its departure the
  -- tour arrives at the cenote, and whether the party takes places there.
  stops jsonb NOT NULL DEFAULT '[]',
  updated_at timestamptz(3) NOT NULL DEFAULT now(), -- The trigger updated_at_grows sets it.
  -- A search for a longer text finds nothing without a query, because no text is longer (subgraphs/catalog/text.ts).
  CHECK (greatest(char_length(name_en), char_length(name_es), char_length(description->>'en'),
    char_length(description->>'es')) <= 1000)
);

-- Every list is of active or of inactive tours and ends in the id, so that one index serves filter, order and keyset.
CREATE INDEX tour_by_name_en ON tour (is_active, name_en COLLATE "en-x-icu", id);
CREATE INDEX tour_by_name_es ON tour (is_active, name_es COLLATE "es-x-icu", id);
CREATE INDEX tour_by_created_at ON tour (is_active, created_at, id);
CREATE INDEX tour_by_updated_at ON tour (is_active, updated_at, id);
-- These are the expressions that a search compares (subgraphs/catalog/tour/repository.ts). The line break prevents it
-- from matching the end of the name and the start of the description together.
CREATE INDEX tour_by_text_en ON tour USING gin (fold(name_en || E'\n' || (description->>'en')) gin_trgm_ops);
CREATE INDEX tour_by_text_es ON tour USING gin (fold(name_es || E'\n' || (description->>'es')) gin_trgm_ops);

CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON tour
  FOR EACH ROW EXECUTE FUNCTION record_fact_change('tour');
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON tour
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();

CREATE TRIGGER product_change_inserted AFTER INSERT ON tour
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_created();
CREATE TRIGGER product_change_updated AFTER UPDATE ON tour
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_product_updates();
CREATE TRIGGER product_change_deleted AFTER DELETE ON tour
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_deleted();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON tour
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();

-- PostgreSQL fires triggers in the order of their names: departures are derived before updated_at_grows compares them.
CREATE TRIGGER departures_derived BEFORE INSERT OR UPDATE ON tour
  FOR EACH ROW EXECUTE FUNCTION derive_departures();
-- An update by a trigger (pg_trigger_depth() > 0) sets updated_at because of a change in another table, and leaves the
-- version as it is.
CREATE TRIGGER updated_at_grows BEFORE UPDATE ON tour
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_updated_at();
CREATE TRIGGER version_grows BEFORE UPDATE ON tour
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_version();
