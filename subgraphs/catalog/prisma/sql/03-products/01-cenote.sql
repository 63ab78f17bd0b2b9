-- One row per cenote, on sale or not. Mutations of operators and installation files write it
-- (subgraphs/catalog/product/store/forms.ts), and reviews update its ratings. subgraphs/catalog/cenote/columns.ts says
-- which columns are read together. JSON has the members of CreateCenoteInput; a localized text is
-- {"en": "…", "es": "…"}, a localized list {"en": ["…"], "es": ["…"]}.
CREATE TABLE cenote (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name_en text NOT NULL,
  name_es text NOT NULL,
  description_en text NOT NULL,
  description_es text NOT NULL,
  -- Degrees.
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  address text NOT NULL,
  state text NOT NULL, -- Such as Quintana Roo.
  municipality text NOT NULL,
  zip_code text,
  directions jsonb, -- Localized text.
  landmarks text[], -- Places nearby.
  contact jsonb, -- {"phone", "email", "website", "social"}, all optional.
  -- Price of an adult in integer cents, from which pricing derives those of other ages and of groups.
  adult_cents integer NOT NULL CHECK (adult_cents >= 0),
  currency char(3) NOT NULL DEFAULT 'MXN',
  includes jsonb NOT NULL, -- Localized list of the items that the price includes.
  excludes jsonb, -- Localized list of the items that it does not include.
  features jsonb NOT NULL, -- {"type", "depth", "temperature", "visibility", "difficulty", "accessibility"}
  daily_capacity integer NOT NULL CHECK (daily_capacity >= 0), -- People per day.
  hourly_capacity integer NOT NULL CHECK (hourly_capacity >= 0), -- People per slot of one hour.
  open_time text NOT NULL CHECK (open_time ~ '^([01]\d|2[0-3]):[0-5]\d$'), -- HH:MM local, the first slot.
  close_time text NOT NULL, -- HH:MM local. Forms accept 23:59 at most.
  timezone text NOT NULL, -- IANA name, such as America/Cancun.
  -- Checked, as in cutoffs, because weekdays are an enum in GraphQL.
  days_open text[] NOT NULL
    CHECK (days_open <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]),
  -- Number of ratings by stars: the reviews that are not hidden, and in the demo data also ratings without a review.
  ratings_five integer NOT NULL DEFAULT 0 CHECK (ratings_five >= 0),
  ratings_four integer NOT NULL DEFAULT 0 CHECK (ratings_four >= 0),
  ratings_three integer NOT NULL DEFAULT 0 CHECK (ratings_three >= 0),
  ratings_two integer NOT NULL DEFAULT 0 CHECK (ratings_two >= 0),
  ratings_one integer NOT NULL DEFAULT 0 CHECK (ratings_one >= 0),
  images jsonb NOT NULL DEFAULT '[]', -- [{"id", "url", "alt", "type": "main" or "gallery", "order"}]
  -- The next five columns are most of a row, so lists and details read them separately, only when selected.
  long_description jsonb, -- Localized text.
  guidelines jsonb, -- {"beforeVisit", "duringVisit", "safety"}, each a localized list.
  weather jsonb, -- {"bestVisitingMonths", "rainySeasonImpact", "temperature"}
  conservation jsonb, -- {"status", "protectedBy", "conservationEfforts", "impact"}
  certifications jsonb, -- [{"name", "issuer", "validUntil", "criteria"}]
  featured boolean NOT NULL DEFAULT false,
  popularity double precision NOT NULL DEFAULT 0, -- Score set by operators; higher is more popular.
  verified_at timestamptz(3), -- When the entry was last verified on site.
  is_active boolean NOT NULL DEFAULT true, -- True while the cenote is on sale.
  -- Whole milliseconds, the precision of Date, because a cursor must contain the exact value.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(), -- Set by the trigger updated_at_grows.

  -- Generated columns for indexes.
  rating_average double precision NOT NULL GENERATED ALWAYS AS (
    coalesce(round(
      (5 * ratings_five + 4 * ratings_four + 3 * ratings_three + 2 * ratings_two + ratings_one)::numeric
        / nullif(ratings_five + ratings_four + ratings_three + ratings_two + ratings_one, 0), 2), 0)::double precision
  ) STORED, -- Two decimals; 0 without ratings.
  position cube NOT NULL GENERATED ALWAYS AS (ll_to_earth(latitude, longitude)) STORED, -- Point for earth_distance.
  state_folded text NOT NULL GENERATED ALWAYS AS (fold(state)) STORED,
  municipality_folded text NOT NULL GENERATED ALWAYS AS (fold(municipality)) STORED,
  -- The line break prevents a match that begins in the name and ends in the description.
  search_en text NOT NULL GENERATED ALWAYS AS (fold(name_en || E'\n' || description_en)) STORED,
  search_es text NOT NULL GENERATED ALWAYS AS (fold(name_es || E'\n' || description_es)) STORED,

  version integer NOT NULL DEFAULT 1, -- Set by the trigger version_grows.
  -- Minutes before the start of a slot at which booking it ends.
  booking_cutoff_minutes integer NOT NULL DEFAULT 0 CHECK (booking_cutoff_minutes BETWEEN 0 AND 43200),
  -- [{"weekday": "sunday", "minutes": 720}]; overrides booking_cutoff_minutes on these weekdays.
  cutoffs jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_path_query_array(cutoffs, '$[*].weekday')
      <@ '["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]'),
  CHECK (close_time ~ '^([01]\d|2[0-4]):[0-5]\d$' AND close_time > open_time),
  -- Lets `canMatch` (subgraphs/catalog/text.ts) answer a search for a longer text without a query.
  CHECK (greatest(char_length(name_en), char_length(name_es), char_length(description_en), char_length(description_es))
    <= 1000)
);

-- Each list has either active or inactive cenotes and is ordered by id last, so one index serves filter, order and
-- keyset. A list scans the index of its order until its page is full. The included columns let it skip what the filters
-- exclude without reading the wide rows.
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
-- Serves the filter by state. It also has the columns of the other filters, except search, amenity and updated_at, so
-- that lists are counted by an index-only scan.
CREATE INDEX cenote_by_place ON cenote
  (is_active, state_folded, municipality_folded, adult_cents, rating_average, created_at, id);
-- Serves the filter by municipality without a state.
CREATE INDEX cenote_by_municipality ON cenote (municipality_folded, is_active);
-- Serves searches around a point, and lists by distance.
CREATE INDEX cenote_by_position ON cenote USING gist (position);
-- Serve searches for a part of the name or description.
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

-- An update by a trigger (pg_trigger_depth() > 0) sets updated_at because of a change in another table, and does not
-- change the version.
CREATE TRIGGER updated_at_grows BEFORE UPDATE ON cenote
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_updated_at();
-- Ratings do not change the version either: an operator can edit a cenote without having seen its latest review.
CREATE TRIGGER version_grows BEFORE UPDATE ON cenote
  FOR EACH ROW WHEN (pg_trigger_depth() = 0
    AND (OLD.ratings_one, OLD.ratings_two, OLD.ratings_three, OLD.ratings_four, OLD.ratings_five)
      IS NOT DISTINCT FROM (NEW.ratings_one, NEW.ratings_two, NEW.ratings_three, NEW.ratings_four, NEW.ratings_five))
  EXECUTE FUNCTION grow_version();
