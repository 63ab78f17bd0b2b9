-- Derives start_times (distinct and in order) and capacity (the largest) from the regular departures of a tour, without
-- its exceptions. Fires before each inserted or updated row of tour.
CREATE FUNCTION derive_departures()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(array_agg(DISTINCT departure->>'startTime'), '{}'),
    coalesce(max((departure->>'capacity')::integer), 0)
  INTO NEW.start_times, NEW.capacity FROM jsonb_array_elements(NEW.departures->'times') AS departure;
  RETURN NEW;
END $$;

-- One row per tour, on sale or not. Mutations of operators and installation files write it
-- (subgraphs/catalog/product/store/forms.ts). The cenotes that it visits are in tour_cenote. JSON has the members of
-- CreateTourInput.
CREATE TABLE tour (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name_en text NOT NULL,
  name_es text NOT NULL,
  description jsonb NOT NULL, -- {"en": "…", "es": "…"}
  duration_minutes integer NOT NULL CHECK (duration_minutes > 0),
  -- Price of an adult in integer cents, from which pricing derives those of other ages and of groups.
  adult_cents integer NOT NULL CHECK (adult_cents >= 0),
  currency char(3) NOT NULL DEFAULT 'MXN',
  -- The trigger departures_derived sets both from the regular departures, without exceptions.
  start_times text[] NOT NULL, -- Distinct and in order, HH:MM local.
  capacity integer NOT NULL CHECK (capacity >= 0), -- Largest capacity of a departure, in people.
  includes jsonb NOT NULL, -- {"en": ["…"], "es": ["…"]}
  excludes jsonb NOT NULL, -- The same; empty lists if omitted.
  images jsonb NOT NULL DEFAULT '[]', -- [{"id", "url", "alt", "type": "main" or "gallery", "order"}]
  is_active boolean NOT NULL DEFAULT true, -- True while the tour is on sale.
  -- Whole milliseconds, the precision of Date, because a cursor must contain the exact value.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1, -- Set by the trigger version_grows.
  -- Minutes before a departure at which booking it ends.
  booking_cutoff_minutes integer NOT NULL DEFAULT 0 CHECK (booking_cutoff_minutes BETWEEN 0 AND 43200),
  timezone text NOT NULL, -- IANA name; all dates and times of the tour are in this zone.
  -- Smallest party that can book, in people.
  min_party integer NOT NULL DEFAULT 1 CHECK (min_party BETWEEN 1 AND 50),
  -- {"times": [{"weekdays", "startTime", "capacity", "from", "until"}],
  --   "exceptions": [{"date", "startTime", "cancelled", "capacity"}]}
  -- "from" and "until", inclusive, bound a season and are optional. A cancelled exception has no capacity. Weekdays are
  -- checked because they are an enum in GraphQL.
  departures jsonb NOT NULL
    CHECK (jsonb_path_query_array(departures, '$.times[*].weekdays[*]')
      <@ '["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]'),
  -- [{"cenoteId", "offsetMinutes", "takesPlaces"}]: visits to cenotes, each with the minutes from departure to arrival
  -- and whether the party occupies places there.
  stops jsonb NOT NULL DEFAULT '[]',
  updated_at timestamptz(3) NOT NULL DEFAULT now(), -- Set by the trigger updated_at_grows.
  -- Lets `canMatch` (subgraphs/catalog/text.ts) answer a search for a longer text without a query.
  CHECK (greatest(char_length(name_en), char_length(name_es), char_length(description->>'en'),
    char_length(description->>'es')) <= 1000)
);

-- Each list has either active or inactive tours and is ordered by id last, so one index serves filter, order and
-- keyset. Lists by price or duration are sorted without an index.
CREATE INDEX tour_by_name_en ON tour (is_active, name_en COLLATE "en-x-icu", id);
CREATE INDEX tour_by_name_es ON tour (is_active, name_es COLLATE "es-x-icu", id);
CREATE INDEX tour_by_created_at ON tour (is_active, created_at, id);
CREATE INDEX tour_by_updated_at ON tour (is_active, updated_at, id);
-- The search repeats these expressions (subgraphs/catalog/tour/repository.ts). The line break prevents a match that
-- begins in the name and ends in the description.
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

-- PostgreSQL fires triggers in the order of their names, so this one precedes updated_at_grows, which compares its
-- result.
CREATE TRIGGER departures_derived BEFORE INSERT OR UPDATE ON tour
  FOR EACH ROW EXECUTE FUNCTION derive_departures();
-- An update by a trigger (pg_trigger_depth() > 0) sets updated_at because of a change in another table, and does not
-- change the version.
CREATE TRIGGER updated_at_grows BEFORE UPDATE ON tour
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_updated_at();
CREATE TRIGGER version_grows BEFORE UPDATE ON tour
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_version();
