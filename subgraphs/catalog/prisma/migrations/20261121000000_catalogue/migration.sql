-- Runs once in each environment's schema (search_path = environment, public). Extensions are shared by both.
CREATE EXTENSION IF NOT EXISTS cube SCHEMA public;
CREATE EXTENSION IF NOT EXISTS earthdistance SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public;

-- unaccent() alone is only STABLE, since its dictionary might be edited; an index needs the promise that ours is not.
CREATE FUNCTION fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));

CREATE TABLE cenote (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name_en text NOT NULL,
  name_es text NOT NULL,
  description_en text NOT NULL,
  description_es text NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  address text NOT NULL,
  state text NOT NULL,
  municipality text NOT NULL,
  zip_code text,
  directions jsonb,
  landmarks text[],
  contact jsonb,
  adult_cents integer NOT NULL CHECK (adult_cents >= 0),
  child_cents integer NOT NULL CHECK (child_cents >= 0),
  senior_cents integer CHECK (senior_cents >= 0),
  currency char(3) NOT NULL DEFAULT 'MXN',
  includes jsonb NOT NULL,
  excludes jsonb,
  group_discounts jsonb,
  features jsonb NOT NULL,
  daily_capacity integer NOT NULL CHECK (daily_capacity >= 0),
  hourly_capacity integer NOT NULL CHECK (hourly_capacity >= 0),
  open_time text NOT NULL CHECK (open_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  close_time text NOT NULL CHECK (close_time ~ '^([01]\d|2[0-4]):[0-5]\d$' AND close_time > open_time),
  timezone text NOT NULL,
  days_open text[] NOT NULL,
  ratings_five integer NOT NULL DEFAULT 0 CHECK (ratings_five >= 0),
  ratings_four integer NOT NULL DEFAULT 0 CHECK (ratings_four >= 0),
  ratings_three integer NOT NULL DEFAULT 0 CHECK (ratings_three >= 0),
  ratings_two integer NOT NULL DEFAULT 0 CHECK (ratings_two >= 0),
  ratings_one integer NOT NULL DEFAULT 0 CHECK (ratings_one >= 0),
  images jsonb NOT NULL DEFAULT '[]',
  -- Read only when asked for, by a statement of their own: they are most of a row.
  long_description jsonb,
  guidelines jsonb,
  weather jsonb,
  conservation jsonb,
  certifications jsonb,
  featured boolean NOT NULL DEFAULT false,
  popularity double precision NOT NULL DEFAULT 0,
  verified_at timestamptz(3),
  is_active boolean NOT NULL DEFAULT true,
  -- Milliseconds, as JavaScript knows them: a cursor must be able to name an instant exactly.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),

  -- What follows is derived, so that it can be indexed.
  rating_average double precision NOT NULL GENERATED ALWAYS AS (
    coalesce(round(
      (5 * ratings_five + 4 * ratings_four + 3 * ratings_three + 2 * ratings_two + ratings_one)::numeric
        / nullif(ratings_five + ratings_four + ratings_three + ratings_two + ratings_one, 0), 2), 0)::double precision
  ) STORED,
  position public.cube NOT NULL GENERATED ALWAYS AS (public.ll_to_earth(latitude, longitude)) STORED,
  state_folded text NOT NULL GENERATED ALWAYS AS (fold(state)) STORED,
  municipality_folded text NOT NULL GENERATED ALWAYS AS (fold(municipality)) STORED,
  -- A line break keeps a text from matching the end of the name and the start of the description together.
  search_en text NOT NULL GENERATED ALWAYS AS (fold(name_en || E'\n' || description_en)) STORED,
  search_es text NOT NULL GENERATED ALWAYS AS (fold(name_es || E'\n' || description_es)) STORED
);

-- Every list is of active or of inactive cenotes and ends in the id, so one index serves filter, order and keyset.
CREATE INDEX cenote_by_name_en ON cenote (is_active, name_en COLLATE "en-x-icu", id);
CREATE INDEX cenote_by_name_es ON cenote (is_active, name_es COLLATE "es-x-icu", id);
CREATE INDEX cenote_by_rating ON cenote (is_active, rating_average, id);
CREATE INDEX cenote_by_price ON cenote (is_active, adult_cents, id);
CREATE INDEX cenote_by_created_at ON cenote (is_active, created_at, id);
CREATE INDEX cenote_by_popularity ON cenote (is_active, popularity, id);
CREATE INDEX cenote_by_state ON cenote (state_folded, is_active);
CREATE INDEX cenote_by_municipality ON cenote (municipality_folded, is_active);
CREATE INDEX cenote_by_position ON cenote USING gist (position);
CREATE INDEX cenote_by_text_en ON cenote USING gin (search_en public.gin_trgm_ops);
CREATE INDEX cenote_by_text_es ON cenote USING gin (search_es public.gin_trgm_ops);

CREATE TABLE amenity (
  id text PRIMARY KEY,
  category text NOT NULL CHECK (category IN ('facilities', 'activities', 'dining')),
  name jsonb NOT NULL,
  description jsonb,
  icon text
);

CREATE TABLE cenote_amenity (
  cenote_id uuid NOT NULL REFERENCES cenote ON DELETE CASCADE,
  amenity_id text NOT NULL REFERENCES amenity,
  available boolean NOT NULL DEFAULT true,
  cost_cents integer NOT NULL DEFAULT 0 CHECK (cost_cents >= 0),
  hours text,
  requirements jsonb,
  capacity integer CHECK (capacity >= 0),
  features jsonb,
  menu jsonb,
  PRIMARY KEY (cenote_id, amenity_id)
);
CREATE INDEX cenote_amenity_by_amenity ON cenote_amenity (amenity_id, cenote_id) WHERE available;

CREATE TABLE review (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL REFERENCES cenote ON DELETE CASCADE,
  rating integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  title text NOT NULL,
  content text NOT NULL,
  author text NOT NULL,
  location text,
  date date NOT NULL,
  verified boolean NOT NULL DEFAULT false,
  helpful integer NOT NULL DEFAULT 0 CHECK (helpful >= 0),
  photos jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX review_latest ON review (cenote_id, date DESC, id);

CREATE TABLE tour (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name_en text NOT NULL,
  name_es text NOT NULL,
  description jsonb NOT NULL,
  duration_minutes integer NOT NULL CHECK (duration_minutes > 0),
  adult_cents integer NOT NULL CHECK (adult_cents >= 0),
  child_cents integer NOT NULL CHECK (child_cents >= 0),
  senior_cents integer CHECK (senior_cents >= 0),
  currency char(3) NOT NULL DEFAULT 'MXN',
  start_times text[] NOT NULL,
  capacity integer NOT NULL CHECK (capacity >= 0),
  includes jsonb NOT NULL,
  excludes jsonb NOT NULL,
  images jsonb NOT NULL DEFAULT '[]',
  is_active boolean NOT NULL DEFAULT true
);
CREATE INDEX tour_by_name_en ON tour (is_active, name_en COLLATE "en-x-icu", id);
CREATE INDEX tour_by_name_es ON tour (is_active, name_es COLLATE "es-x-icu", id);

CREATE TABLE tour_cenote (
  tour_id uuid NOT NULL REFERENCES tour ON DELETE CASCADE,
  cenote_id uuid NOT NULL REFERENCES cenote,
  visit_order integer NOT NULL,
  PRIMARY KEY (tour_id, cenote_id)
);
CREATE INDEX tour_cenote_by_cenote ON tour_cenote (cenote_id, tour_id);

CREATE TABLE meeting_point (
  id uuid PRIMARY KEY,
  cenote_id uuid REFERENCES cenote ON DELETE CASCADE,
  tour_id uuid REFERENCES tour ON DELETE CASCADE,
  name jsonb NOT NULL,
  description jsonb NOT NULL,
  directions jsonb,
  type text NOT NULL CHECK (type IN ('MEETING_POINT', 'PICKUP_ZONE')),
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  address text NOT NULL,
  minutes_before integer NOT NULL CHECK (minutes_before >= 0),
  price_cents integer NOT NULL DEFAULT 0 CHECK (price_cents >= 0),
  currency char(3) NOT NULL DEFAULT 'MXN',
  is_active boolean NOT NULL DEFAULT true,
  display_order integer NOT NULL DEFAULT 1,
  CHECK (num_nonnulls(cenote_id, tour_id) = 1)
);
CREATE INDEX meeting_point_of_cenote ON meeting_point (cenote_id, display_order, id) WHERE cenote_id IS NOT NULL;
CREATE INDEX meeting_point_of_tour ON meeting_point (tour_id, display_order, id) WHERE tour_id IS NOT NULL;
