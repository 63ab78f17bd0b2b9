-- Each row is a cenote, on sale or not. Operators write it by mutations and installation files
-- (subgraphs/catalog/cenote/store/forms.ts), and reviews are counted in its ratings. Which columns are read together is
-- decided in subgraphs/catalog/cenote/columns.ts. Objects and lists in JSON have the members of CreateCenoteInput, and
-- a text in both languages is {"en": "…", "es": "…"}.
CREATE TABLE cenote (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name_en text NOT NULL,
  name_es text NOT NULL,
  description_en text NOT NULL,
  description_es text NOT NULL,
  -- The coordinates are in degrees.
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  address text NOT NULL,
  state text NOT NULL, -- It is a name, such as Quintana Roo.
  municipality text NOT NULL,
  zip_code text,
  directions jsonb, -- It is a text in both languages.
  landmarks text[], -- They are names of places nearby.
  contact jsonb, -- {"phone", "email", "website", "social"}, each of which is optional.
  -- This is the price of an adult in integer cents. Prices of children, seniors and groups follow from it in pricing.
  adult_cents integer NOT NULL CHECK (adult_cents >= 0),
  currency char(3) NOT NULL DEFAULT 'MXN',
  includes jsonb NOT NULL, -- It has a list of texts for each language: {"en": […], "es": […]}.
  excludes jsonb, -- It has the same form as includes.
  features jsonb NOT NULL, -- {"type", "depth", "temperature", "visibility", "difficulty", "accessibility"}
  daily_capacity integer NOT NULL CHECK (daily_capacity >= 0), -- It counts people a day.
  hourly_capacity integer NOT NULL CHECK (hourly_capacity >= 0), -- It counts people a slot of one hour.
  open_time text NOT NULL CHECK (open_time ~ '^([01]\d|2[0-3]):[0-5]\d$'), -- HH:MM in the time zone of the cenote.
  close_time text NOT NULL, -- HH:MM in the time zone of the cenote. It may be 24:00.
  timezone text NOT NULL, -- It is an IANA name, such as America/Cancun.
  -- GraphQL shows weekdays as an enum, so nothing else may be stored here or in cutoffs.
  days_open text[] NOT NULL
    CHECK (days_open <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]),
  -- These columns count the ratings with so many stars: the reviews that readers see, and for the cenotes of the demo
  -- also ratings without a review.
  ratings_five integer NOT NULL DEFAULT 0 CHECK (ratings_five >= 0),
  ratings_four integer NOT NULL DEFAULT 0 CHECK (ratings_four >= 0),
  ratings_three integer NOT NULL DEFAULT 0 CHECK (ratings_three >= 0),
  ratings_two integer NOT NULL DEFAULT 0 CHECK (ratings_two >= 0),
  ratings_one integer NOT NULL DEFAULT 0 CHECK (ratings_one >= 0),
  images jsonb NOT NULL DEFAULT '[]', -- [{"id", "url", "alt", "type", "order"}]; the type is main or gallery.
  -- The next five columns are most of a row. A statement of their own reads them, and only if they are selected.
  long_description jsonb, -- It is a text in both languages.
  guidelines jsonb, -- {"beforeVisit", "duringVisit", "safety"}, each a list of texts for each language.
  weather jsonb, -- {"bestVisitingMonths", "rainySeasonImpact", "temperature"}
  conservation jsonb, -- {"status", "protectedBy", "conservationEfforts", "impact"}
  certifications jsonb, -- [{"name", "issuer", "validUntil", "criteria"}]
  featured boolean NOT NULL DEFAULT false,
  popularity double precision NOT NULL DEFAULT 0, -- Operators set this score; a higher one is more popular.
  verified_at timestamptz(3), -- The entry was last verified on site at this time.
  is_active boolean NOT NULL DEFAULT true, -- It is true while the cenote is on sale.
  -- Instants have the precision of milliseconds, which JavaScript knows, because a cursor must name one exactly.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(), -- The trigger updated_at_grows sets it.

  -- The following columns are derived, so that they can be indexed.
  rating_average double precision NOT NULL GENERATED ALWAYS AS (
    coalesce(round(
      (5 * ratings_five + 4 * ratings_four + 3 * ratings_three + 2 * ratings_two + ratings_one)::numeric
        / nullif(ratings_five + ratings_four + ratings_three + ratings_two + ratings_one, 0), 2), 0)::double precision
  ) STORED, -- It has two decimals, and is 0 without ratings.
  position cube NOT NULL GENERATED ALWAYS AS (ll_to_earth(latitude, longitude)) STORED, -- It is a point on a sphere.
  state_folded text NOT NULL GENERATED ALWAYS AS (fold(state)) STORED,
  municipality_folded text NOT NULL GENERATED ALWAYS AS (fold(municipality)) STORED,
  -- The line break prevents a search from matching the end of the name and the start of the description together.
  search_en text NOT NULL GENERATED ALWAYS AS (fold(name_en || E'\n' || description_en)) STORED,
  search_es text NOT NULL GENERATED ALWAYS AS (fold(name_es || E'\n' || description_es)) STORED,

  version integer NOT NULL DEFAULT 1, -- The trigger version_grows sets it.
  -- Booking a slot ends so many minutes before its start.
  booking_cutoff_minutes integer NOT NULL DEFAULT 0 CHECK (booking_cutoff_minutes BETWEEN 0 AND 43200),
  -- [{"weekday", "minutes"}]: on these weekdays the minutes replace booking_cutoff_minutes.
  cutoffs jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_path_query_array(cutoffs, '$[*].weekday')
      <@ '["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]'),
  CHECK (close_time ~ '^([01]\d|2[0-4]):[0-5]\d$' AND close_time > open_time),
  -- A search for a longer text finds nothing without a query, because no text is longer (subgraphs/catalog/text.ts).
  CHECK (greatest(char_length(name_en), char_length(name_es), char_length(description_en), char_length(description_es))
    <= 1000)
);

-- Every list is of active or of inactive cenotes and ends in the id, so that one index serves filter, order and keyset.
-- A list walks the index of its order until its page is full. Where a filter leaves out most of what comes first, that
-- is a long way, and the included columns, which the filters compare, spare it reading the wide rows.
CREATE INDEX cenote_by_name_en ON cenote (is_active, name_en COLLATE "en-x-icu", id)
  INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
CREATE INDEX cenote_by_name_es ON cenote (is_active, name_es COLLATE "es-x-icu", id)
  INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
CREATE INDEX cenote_by_rating ON cenote (is_active, rating_average, id)
  INCLUDE (state_folded, municipality_folded, adult_cents, created_at);
CREATE INDEX cenote_by_price ON cenote (is_active, adult_cents, id)
  INCLUDE (state_folded, municipality_folded, rating_average, created_at);
CREATE INDEX cenote_by_created_at ON cenote (is_active, created_at, id)
  INCLUDE (state_folded, municipality_folded, adult_cents, rating_average);
CREATE INDEX cenote_by_updated_at ON cenote (is_active, updated_at, id)
  INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
CREATE INDEX cenote_by_popularity ON cenote (is_active, popularity, id)
  INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
-- It serves the filter by state, and holds what the other filters compare except search, amenities and updated_at, so
-- that a list is counted from the index alone.
CREATE INDEX cenote_by_place ON cenote
  (is_active, state_folded, municipality_folded, adult_cents, rating_average, created_at, id);
-- It serves the filter by municipality without a state.
CREATE INDEX cenote_by_municipality ON cenote (municipality_folded, is_active);
-- It finds the cenotes nearest to a point.
CREATE INDEX cenote_by_position ON cenote USING gist (position);
-- They serve the search for a part of the name or description.
CREATE INDEX cenote_by_text_en ON cenote USING gin (search_en gin_trgm_ops);
CREATE INDEX cenote_by_text_es ON cenote USING gin (search_es gin_trgm_ops);

CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON cenote
  FOR EACH ROW EXECUTE FUNCTION record_fact_change('cenote');
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON cenote
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON cenote
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalog_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON cenote
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_created();
CREATE TRIGGER product_change_updated AFTER UPDATE ON cenote
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_product_updates();
CREATE TRIGGER product_change_deleted AFTER DELETE ON cenote
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_deleted();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON cenote
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();

-- An update by a trigger (pg_trigger_depth() > 0) sets updated_at because of a change in another table, and leaves the
-- version as it is.
CREATE TRIGGER updated_at_grows BEFORE UPDATE ON cenote
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_updated_at();
-- A rating leaves the version as it is too: a review is not a change that an operator has to see before editing.
CREATE TRIGGER version_grows BEFORE UPDATE ON cenote
  FOR EACH ROW WHEN (pg_trigger_depth() = 0
    AND (OLD.ratings_one, OLD.ratings_two, OLD.ratings_three, OLD.ratings_four, OLD.ratings_five)
      IS NOT DISTINCT FROM (NEW.ratings_one, NEW.ratings_two, NEW.ratings_three, NEW.ratings_four, NEW.ratings_five))
  EXECUTE FUNCTION grow_version();
