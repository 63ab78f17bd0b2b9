-- The database catalog as its migrations leave it: the schema live, which sandbox equals, without partitions.
-- `npm run schema:sql` writes it and a test compares it; nothing executes it (docs/contributors/database.md).

CREATE EXTENSION cube;

CREATE EXTENSION earthdistance;

CREATE EXTENSION pg_trgm;

CREATE EXTENSION unaccent;

CREATE TABLE amenity (
  id text NOT NULL,
  category text NOT NULL,
  name jsonb NOT NULL,
  description jsonb,
  icon text,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT amenity_pkey PRIMARY KEY (id),
  CONSTRAINT amenity_category_check CHECK (category = ANY (ARRAY['facilities'::text, 'activities'::text, 'dining'::text]))
);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE ON amenity FOR EACH ROW EXECUTE FUNCTION record_fact_change('amenity');
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON amenity FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON amenity FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
CREATE TRIGGER product_change_updated AFTER UPDATE ON amenity REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_amenity_changes();
CREATE TRIGGER version_grows BEFORE UPDATE ON amenity FOR EACH ROW EXECUTE FUNCTION grow_version();

CREATE TABLE cenote (
  id uuid NOT NULL,
  slug text NOT NULL,
  name_en text NOT NULL,
  name_es text NOT NULL,
  description_en text NOT NULL,
  description_es text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  address text NOT NULL,
  state text NOT NULL,
  municipality text NOT NULL,
  zip_code text,
  directions jsonb,
  landmarks text[],
  contact jsonb,
  adult_cents integer NOT NULL,
  currency character(3) DEFAULT 'MXN'::bpchar NOT NULL,
  includes jsonb NOT NULL,
  excludes jsonb,
  features jsonb NOT NULL,
  daily_capacity integer NOT NULL,
  hourly_capacity integer NOT NULL,
  open_time text NOT NULL,
  close_time text NOT NULL,
  timezone text NOT NULL,
  days_open text[] NOT NULL,
  ratings_five integer DEFAULT 0 NOT NULL,
  ratings_four integer DEFAULT 0 NOT NULL,
  ratings_three integer DEFAULT 0 NOT NULL,
  ratings_two integer DEFAULT 0 NOT NULL,
  ratings_one integer DEFAULT 0 NOT NULL,
  images jsonb DEFAULT '[]'::jsonb NOT NULL,
  long_description jsonb,
  guidelines jsonb,
  weather jsonb,
  conservation jsonb,
  certifications jsonb,
  featured boolean DEFAULT false NOT NULL,
  popularity double precision DEFAULT 0 NOT NULL,
  verified_at timestamp(3) with time zone,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  rating_average double precision GENERATED ALWAYS AS (COALESCE(round((5 * ratings_five + 4 * ratings_four + 3 * ratings_three + 2 * ratings_two + ratings_one)::numeric / NULLIF(ratings_five + ratings_four + ratings_three + ratings_two + ratings_one, 0)::numeric, 2), 0::numeric)::double precision) STORED NOT NULL,
  "position" cube GENERATED ALWAYS AS (ll_to_earth(latitude, longitude)) STORED NOT NULL,
  state_folded text GENERATED ALWAYS AS (fold(state)) STORED NOT NULL,
  municipality_folded text GENERATED ALWAYS AS (fold(municipality)) STORED NOT NULL,
  search_en text GENERATED ALWAYS AS (fold((name_en || '
'::text) || description_en)) STORED NOT NULL,
  search_es text GENERATED ALWAYS AS (fold((name_es || '
'::text) || description_es)) STORED NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  booking_cutoff_minutes integer DEFAULT 0 NOT NULL,
  cutoffs jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT cenote_pkey PRIMARY KEY (id),
  CONSTRAINT cenote_slug_key UNIQUE (slug),
  CONSTRAINT cenote_adult_cents_check CHECK (adult_cents >= 0),
  CONSTRAINT cenote_booking_cutoff_minutes_check CHECK (booking_cutoff_minutes >= 0 AND booking_cutoff_minutes <= 43200),
  CONSTRAINT cenote_check CHECK (close_time ~ '^([01]\d|2[0-4]):[0-5]\d$'::text AND close_time > open_time),
  CONSTRAINT cenote_check1 CHECK (GREATEST(char_length(name_en), char_length(name_es), char_length(description_en), char_length(description_es)) <= 1000),
  CONSTRAINT cenote_cutoffs_check CHECK (jsonb_path_query_array(cutoffs, '$[*]."weekday"'::jsonpath) <@ '["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]'::jsonb),
  CONSTRAINT cenote_daily_capacity_check CHECK (daily_capacity >= 0),
  CONSTRAINT cenote_days_open_check CHECK (days_open <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]),
  CONSTRAINT cenote_hourly_capacity_check CHECK (hourly_capacity >= 0),
  CONSTRAINT cenote_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT cenote_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT cenote_open_time_check CHECK (open_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  CONSTRAINT cenote_ratings_five_check CHECK (ratings_five >= 0),
  CONSTRAINT cenote_ratings_four_check CHECK (ratings_four >= 0),
  CONSTRAINT cenote_ratings_one_check CHECK (ratings_one >= 0),
  CONSTRAINT cenote_ratings_three_check CHECK (ratings_three >= 0),
  CONSTRAINT cenote_ratings_two_check CHECK (ratings_two >= 0)
);
CREATE INDEX cenote_by_created_at ON cenote USING btree (is_active, created_at, id) INCLUDE (state_folded, municipality_folded, adult_cents, rating_average);
CREATE INDEX cenote_by_municipality ON cenote USING btree (municipality_folded, is_active);
CREATE INDEX cenote_by_name_en ON cenote USING btree (is_active, name_en COLLATE "en-x-icu", id) INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
CREATE INDEX cenote_by_name_es ON cenote USING btree (is_active, name_es COLLATE "es-x-icu", id) INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
CREATE INDEX cenote_by_place ON cenote USING btree (is_active, state_folded, municipality_folded, adult_cents, rating_average, created_at, id);
CREATE INDEX cenote_by_popularity ON cenote USING btree (is_active, popularity, id) INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
CREATE INDEX cenote_by_position ON cenote USING gist ("position");
CREATE INDEX cenote_by_price ON cenote USING btree (is_active, adult_cents, id) INCLUDE (state_folded, municipality_folded, rating_average, created_at);
CREATE INDEX cenote_by_rating ON cenote USING btree (is_active, rating_average, id) INCLUDE (state_folded, municipality_folded, adult_cents, created_at);
CREATE INDEX cenote_by_text_en ON cenote USING gin (search_en gin_trgm_ops);
CREATE INDEX cenote_by_text_es ON cenote USING gin (search_es gin_trgm_ops);
CREATE INDEX cenote_by_updated_at ON cenote USING btree (is_active, updated_at, id) INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE ON cenote FOR EACH ROW EXECUTE FUNCTION record_fact_change('cenote');
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON cenote FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_deleted AFTER DELETE ON cenote REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_deleted();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON cenote FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
CREATE TRIGGER product_change_inserted AFTER INSERT ON cenote REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_created();
CREATE TRIGGER product_change_updated AFTER UPDATE ON cenote REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_product_updates();
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON cenote FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();
CREATE TRIGGER updated_at_grows BEFORE UPDATE ON cenote FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_updated_at();
CREATE TRIGGER version_grows BEFORE UPDATE ON cenote FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND NOT (old.ratings_one IS DISTINCT FROM new.ratings_one OR old.ratings_two IS DISTINCT FROM new.ratings_two OR old.ratings_three IS DISTINCT FROM new.ratings_three OR old.ratings_four IS DISTINCT FROM new.ratings_four OR old.ratings_five IS DISTINCT FROM new.ratings_five)) EXECUTE FUNCTION grow_version();

CREATE TABLE cenote_amenity (
  cenote_id uuid NOT NULL,
  amenity_id text NOT NULL,
  available boolean DEFAULT true NOT NULL,
  cost_cents integer DEFAULT 0 NOT NULL,
  hours text,
  requirements jsonb,
  capacity integer,
  features jsonb,
  menu jsonb,
  CONSTRAINT cenote_amenity_pkey PRIMARY KEY (cenote_id, amenity_id),
  CONSTRAINT cenote_amenity_capacity_check CHECK (capacity >= 0),
  CONSTRAINT cenote_amenity_cost_cents_check CHECK (cost_cents >= 0),
  CONSTRAINT cenote_amenity_amenity_id_fkey FOREIGN KEY (amenity_id) REFERENCES amenity(id),
  CONSTRAINT cenote_amenity_cenote_id_fkey FOREIGN KEY (cenote_id) REFERENCES cenote(id) ON DELETE CASCADE
);
CREATE INDEX cenote_amenity_by_amenity ON cenote_amenity USING btree (amenity_id, cenote_id) WHERE available;
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE ON cenote_amenity FOR EACH ROW EXECUTE FUNCTION record_cenote_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON cenote_amenity FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_deleted AFTER DELETE ON cenote_amenity REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('amenities');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON cenote_amenity FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
CREATE TRIGGER product_change_inserted AFTER INSERT ON cenote_amenity REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('amenities');
CREATE TRIGGER product_change_updated AFTER UPDATE ON cenote_amenity REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('amenities');
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON cenote_amenity FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();

CREATE TABLE change (
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  type text NOT NULL,
  subject_id text NOT NULL,
  action text NOT NULL,
  at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
  key_id uuid,
  key_last_four text,
  before jsonb,
  after jsonb,
  operation text,
  author_type text,
  key_label text,
  CONSTRAINT change_pkey PRIMARY KEY (sequence),
  CONSTRAINT change_operation_key UNIQUE (operation),
  CONSTRAINT change_action_check CHECK (action = ANY (ARRAY['CREATED'::text, 'UPDATED'::text, 'PUBLISHED'::text, 'DEACTIVATED'::text, 'DELETED'::text]))
);
CREATE INDEX change_by_key ON change USING btree (key_id, at DESC, sequence DESC);
CREATE INDEX change_by_label ON change USING btree (key_label, at DESC, sequence DESC);
CREATE INDEX change_by_subject ON change USING btree (type, subject_id, at DESC, sequence DESC);
CREATE INDEX change_by_time ON change USING btree (at DESC, sequence DESC);
CREATE INDEX change_by_type ON change USING btree (type, at DESC, sequence DESC);

CREATE TABLE fact_change (
  transaction xid8 DEFAULT pg_current_xact_id() NOT NULL,
  tag text NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE INDEX fact_change_by_transaction ON fact_change USING btree (transaction);

CREATE TABLE job_run (
  name text NOT NULL,
  last_run_at timestamp with time zone NOT NULL,
  last_duration_ms integer NOT NULL,
  last_failed_at timestamp with time zone,
  last_error text,
  failures integer DEFAULT 0 NOT NULL,
  CONSTRAINT job_run_pkey PRIMARY KEY (name)
) WITH (fillfactor=50);

CREATE TABLE meeting_point (
  id uuid NOT NULL,
  cenote_id uuid,
  tour_id uuid,
  name jsonb NOT NULL,
  description jsonb NOT NULL,
  directions jsonb,
  type text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  address text NOT NULL,
  minutes_before integer NOT NULL,
  price_cents integer DEFAULT 0 NOT NULL,
  currency character(3) DEFAULT 'MXN'::bpchar NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  display_order integer DEFAULT 1 NOT NULL,
  CONSTRAINT meeting_point_pkey PRIMARY KEY (id),
  CONSTRAINT meeting_point_check CHECK (num_nonnulls(cenote_id, tour_id) = 1),
  CONSTRAINT meeting_point_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT meeting_point_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT meeting_point_minutes_before_check CHECK (minutes_before >= 0),
  CONSTRAINT meeting_point_price_cents_check CHECK (price_cents >= 0),
  CONSTRAINT meeting_point_type_check CHECK (type = ANY (ARRAY['MEETING_POINT'::text, 'PICKUP_ZONE'::text])),
  CONSTRAINT meeting_point_cenote_id_fkey FOREIGN KEY (cenote_id) REFERENCES cenote(id) ON DELETE CASCADE,
  CONSTRAINT meeting_point_tour_id_fkey FOREIGN KEY (tour_id) REFERENCES tour(id) ON DELETE CASCADE
);
CREATE INDEX meeting_point_of_cenote ON meeting_point USING btree (cenote_id, display_order, id) WHERE cenote_id IS NOT NULL;
CREATE INDEX meeting_point_of_tour ON meeting_point USING btree (tour_id, display_order, id) WHERE tour_id IS NOT NULL;
CREATE TRIGGER cenote_fact_changed AFTER INSERT OR DELETE OR UPDATE ON meeting_point FOR EACH ROW EXECUTE FUNCTION record_cenote_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON meeting_point FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_deleted AFTER DELETE ON meeting_point REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('meetingPoints');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON meeting_point FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
CREATE TRIGGER product_change_inserted AFTER INSERT ON meeting_point REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('meetingPoints');
CREATE TRIGGER product_change_updated AFTER UPDATE ON meeting_point REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('meetingPoints');
CREATE TRIGGER tour_fact_changed AFTER INSERT OR DELETE OR UPDATE ON meeting_point FOR EACH ROW EXECUTE FUNCTION record_tour_change();

CREATE TABLE product_change (
  transaction xid8 DEFAULT pg_current_xact_id() NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  kind text NOT NULL,
  product_type text,
  product_ids uuid[],
  action text,
  changed text[] DEFAULT '{}'::text[] NOT NULL,
  date_from text,
  date_to text,
  CONSTRAINT product_change_action_check CHECK (action = ANY (ARRAY['created'::text, 'updated'::text, 'deactivated'::text])),
  CONSTRAINT product_change_check CHECK ((kind = 'product'::text) = (action IS NOT NULL)),
  CONSTRAINT product_change_kind_check CHECK (kind = ANY (ARRAY['availability'::text, 'product'::text, 'pricing'::text])),
  CONSTRAINT product_change_product_type_check CHECK (product_type = ANY (ARRAY['cenote'::text, 'tour'::text]))
);
CREATE INDEX product_change_by_transaction ON product_change USING btree (transaction);

CREATE TABLE review (
  id uuid NOT NULL,
  cenote_id uuid NOT NULL,
  rating integer NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  author text NOT NULL,
  location text,
  date date NOT NULL,
  verified boolean DEFAULT false NOT NULL,
  helpful integer DEFAULT 0 NOT NULL,
  photos jsonb DEFAULT '[]'::jsonb NOT NULL,
  reservation_id uuid,
  hidden_at timestamp with time zone,
  CONSTRAINT review_pkey PRIMARY KEY (id),
  CONSTRAINT review_reservation_id_key UNIQUE (reservation_id),
  CONSTRAINT review_helpful_check CHECK (helpful >= 0),
  CONSTRAINT review_rating_check CHECK (rating >= 1 AND rating <= 5),
  CONSTRAINT review_cenote_id_fkey FOREIGN KEY (cenote_id) REFERENCES cenote(id) ON DELETE CASCADE
);
CREATE INDEX review_shown ON review USING btree (cenote_id, date DESC, id) WHERE hidden_at IS NULL;
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE ON review FOR EACH ROW EXECUTE FUNCTION record_cenote_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON review FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_deleted AFTER DELETE ON review REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('reviews');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON review FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
CREATE TRIGGER product_change_inserted AFTER INSERT ON review REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('reviews');
CREATE TRIGGER product_change_updated AFTER UPDATE ON review REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('reviews');

CREATE TABLE tour (
  id uuid NOT NULL,
  slug text NOT NULL,
  name_en text NOT NULL,
  name_es text NOT NULL,
  description jsonb NOT NULL,
  duration_minutes integer NOT NULL,
  adult_cents integer NOT NULL,
  currency character(3) DEFAULT 'MXN'::bpchar NOT NULL,
  start_times text[] NOT NULL,
  capacity integer NOT NULL,
  includes jsonb NOT NULL,
  excludes jsonb NOT NULL,
  images jsonb DEFAULT '[]'::jsonb NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  booking_cutoff_minutes integer DEFAULT 0 NOT NULL,
  timezone text DEFAULT 'America/Cancun'::text NOT NULL,
  min_party integer DEFAULT 1 NOT NULL,
  departures jsonb NOT NULL,
  stops jsonb DEFAULT '[]'::jsonb NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT tour_pkey PRIMARY KEY (id),
  CONSTRAINT tour_slug_key UNIQUE (slug),
  CONSTRAINT tour_adult_cents_check CHECK (adult_cents >= 0),
  CONSTRAINT tour_booking_cutoff_minutes_check CHECK (booking_cutoff_minutes >= 0 AND booking_cutoff_minutes <= 43200),
  CONSTRAINT tour_capacity_check CHECK (capacity >= 0),
  CONSTRAINT tour_check CHECK (GREATEST(char_length(name_en), char_length(name_es), char_length(description ->> 'en'::text), char_length(description ->> 'es'::text)) <= 1000),
  CONSTRAINT tour_departures_check CHECK (jsonb_path_query_array(departures, '$."times"[*]."weekdays"[*]'::jsonpath) <@ '["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]'::jsonb),
  CONSTRAINT tour_duration_minutes_check CHECK (duration_minutes > 0),
  CONSTRAINT tour_min_party_check CHECK (min_party >= 1 AND min_party <= 50)
);
CREATE INDEX tour_by_created_at ON tour USING btree (is_active, created_at, id);
CREATE INDEX tour_by_name_en ON tour USING btree (is_active, name_en COLLATE "en-x-icu", id);
CREATE INDEX tour_by_name_es ON tour USING btree (is_active, name_es COLLATE "es-x-icu", id);
CREATE INDEX tour_by_text_en ON tour USING gin (fold((name_en || '
'::text) || (description ->> 'en'::text)) gin_trgm_ops);
CREATE INDEX tour_by_text_es ON tour USING gin (fold((name_es || '
'::text) || (description ->> 'es'::text)) gin_trgm_ops);
CREATE INDEX tour_by_updated_at ON tour USING btree (is_active, updated_at, id);
CREATE TRIGGER departures_derived BEFORE INSERT OR UPDATE ON tour FOR EACH ROW EXECUTE FUNCTION derive_departures();
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE ON tour FOR EACH ROW EXECUTE FUNCTION record_fact_change('tour');
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON tour FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_deleted AFTER DELETE ON tour REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_deleted();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON tour FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
CREATE TRIGGER product_change_inserted AFTER INSERT ON tour REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_created();
CREATE TRIGGER product_change_updated AFTER UPDATE ON tour REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_product_updates();
CREATE TRIGGER updated_at_grows BEFORE UPDATE ON tour FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_updated_at();
CREATE TRIGGER version_grows BEFORE UPDATE ON tour FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_version();

CREATE TABLE tour_cenote (
  tour_id uuid NOT NULL,
  cenote_id uuid NOT NULL,
  visit_order integer NOT NULL,
  CONSTRAINT tour_cenote_pkey PRIMARY KEY (tour_id, cenote_id),
  CONSTRAINT tour_cenote_cenote_id_fkey FOREIGN KEY (cenote_id) REFERENCES cenote(id),
  CONSTRAINT tour_cenote_tour_id_fkey FOREIGN KEY (tour_id) REFERENCES tour(id) ON DELETE CASCADE
);
CREATE INDEX tour_cenote_by_cenote ON tour_cenote USING btree (cenote_id, tour_id);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE ON tour_cenote FOR EACH ROW EXECUTE FUNCTION record_tour_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON tour_cenote FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER product_change_deleted AFTER DELETE ON tour_cenote REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('cenoteIds');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON tour_cenote FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
CREATE TRIGGER product_change_inserted AFTER INSERT ON tour_cenote REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('cenoteIds');
CREATE TRIGGER product_change_updated AFTER UPDATE ON tour_cenote REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('cenoteIds');

CREATE FUNCTION changed_members(o cenote, n cenote)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  SELECT array_remove(ARRAY[
    CASE WHEN (o.name_en, o.name_es) IS DISTINCT FROM (n.name_en, n.name_es) THEN 'name' END,
    CASE WHEN o.slug IS DISTINCT FROM n.slug THEN 'slug' END,
    CASE WHEN (o.description_en, o.description_es) IS DISTINCT FROM (n.description_en, n.description_es) THEN 'description' END,
    CASE WHEN o.long_description IS DISTINCT FROM n.long_description THEN 'longDescription' END,
    CASE WHEN (o.latitude, o.longitude, o.address, o.state, o.municipality, o.zip_code, o.directions, o.landmarks)
      IS DISTINCT FROM (n.latitude, n.longitude, n.address, n.state, n.municipality, n.zip_code, n.directions, n.landmarks)
      THEN 'location' END,
    CASE WHEN o.contact IS DISTINCT FROM n.contact THEN 'contact' END,
    CASE WHEN (o.currency, o.includes, o.excludes) IS DISTINCT FROM (n.currency, n.includes, n.excludes) THEN 'pricing' END,
    CASE WHEN o.features IS DISTINCT FROM n.features THEN 'features' END,
    CASE WHEN (o.daily_capacity, o.hourly_capacity) IS DISTINCT FROM (n.daily_capacity, n.hourly_capacity) THEN 'capacity' END,
    CASE WHEN (o.open_time, o.close_time, o.timezone, o.days_open, o.cutoffs)
      IS DISTINCT FROM (n.open_time, n.close_time, n.timezone, n.days_open, n.cutoffs) THEN 'schedule' END,
    CASE WHEN o.booking_cutoff_minutes IS DISTINCT FROM n.booking_cutoff_minutes THEN 'bookingCutoffMinutes' END,
    CASE WHEN (o.ratings_one, o.ratings_two, o.ratings_three, o.ratings_four, o.ratings_five)
      IS DISTINCT FROM (n.ratings_one, n.ratings_two, n.ratings_three, n.ratings_four, n.ratings_five) THEN 'rating' END,
    CASE WHEN o.images IS DISTINCT FROM n.images THEN 'images' END,
    CASE WHEN o.guidelines IS DISTINCT FROM n.guidelines THEN 'guidelines' END,
    CASE WHEN o.weather IS DISTINCT FROM n.weather THEN 'weather' END,
    CASE WHEN o.conservation IS DISTINCT FROM n.conservation THEN 'conservation' END,
    CASE WHEN o.certifications IS DISTINCT FROM n.certifications THEN 'certifications' END,
    CASE WHEN (o.featured, o.verified_at) IS DISTINCT FROM (n.featured, n.verified_at) THEN 'metadata' END,
    CASE WHEN o.is_active IS DISTINCT FROM n.is_active THEN 'isActive' END,
    CASE WHEN o.created_at IS DISTINCT FROM n.created_at THEN 'createdAt' END
  ], NULL) $function$;

CREATE FUNCTION changed_members(o tour, n tour)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  SELECT array_remove(ARRAY[
    CASE WHEN (o.name_en, o.name_es) IS DISTINCT FROM (n.name_en, n.name_es) THEN 'name' END,
    CASE WHEN o.slug IS DISTINCT FROM n.slug THEN 'slug' END,
    CASE WHEN o.description IS DISTINCT FROM n.description THEN 'description' END,
    CASE WHEN o.duration_minutes IS DISTINCT FROM n.duration_minutes THEN 'durationMinutes' END,
    CASE WHEN o.currency IS DISTINCT FROM n.currency THEN 'pricing' END,
    CASE WHEN o.timezone IS DISTINCT FROM n.timezone THEN 'timezone' END,
    CASE WHEN o.departures IS DISTINCT FROM n.departures THEN 'departures' END,
    CASE WHEN o.start_times IS DISTINCT FROM n.start_times THEN 'startTimes' END,
    CASE WHEN o.capacity IS DISTINCT FROM n.capacity THEN 'capacity' END,
    CASE WHEN o.min_party IS DISTINCT FROM n.min_party THEN 'minParty' END,
    CASE WHEN o.stops IS DISTINCT FROM n.stops THEN 'stops' END,
    CASE WHEN o.booking_cutoff_minutes IS DISTINCT FROM n.booking_cutoff_minutes THEN 'bookingCutoffMinutes' END,
    CASE WHEN o.includes IS DISTINCT FROM n.includes THEN 'includes' END,
    CASE WHEN o.excludes IS DISTINCT FROM n.excludes THEN 'excludes' END,
    CASE WHEN o.images IS DISTINCT FROM n.images THEN 'images' END,
    CASE WHEN o.is_active IS DISTINCT FROM n.is_active THEN 'isActive' END,
    CASE WHEN o.created_at IS DISTINCT FROM n.created_at THEN 'createdAt' END
  ], NULL) $function$;

CREATE FUNCTION contents_of_part(p_table text, p_entry jsonb, OUT owner_type text, OUT owner_id uuid, OUT is_price boolean, OUT content jsonb)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'live', 'public'
AS $function$
DECLARE
  prices jsonb;
BEGIN
  owner_type := CASE WHEN p_entry->>'cenote_id' IS NULL OR p_table = 'tour_cenote' THEN 'tour' ELSE 'cenote' END;
  owner_id := (p_entry->>(owner_type || '_id'))::uuid;
  IF p_table = 'cenote_amenity' THEN
    prices := jsonb_build_array(p_entry->'cost_cents', menu_prices(p_entry->'menu'));
    is_price := true;
    content := jsonb_build_array(p_entry->'amenity_id', prices);
    IF prices <> '[0, null]' THEN RETURN NEXT; END IF;
    p_entry := p_entry - 'cost_cents' || jsonb_build_object('menu', menu_texts(p_entry->'menu'));
  ELSIF p_table = 'meeting_point' THEN
    is_price := true;
    content := jsonb_build_array(p_entry->'id', p_entry->'price_cents');
    IF p_entry->'price_cents' <> '0' THEN RETURN NEXT; END IF;
    p_entry := p_entry - 'price_cents';
  END IF;
  is_price := false;
  content := p_entry;
  RETURN NEXT;
END $function$;

CREATE FUNCTION derive_departures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.departures IS NULL OR (TG_OP = 'UPDATE' AND NEW.departures = OLD.departures
    AND (NEW.start_times, NEW.capacity) IS DISTINCT FROM (OLD.start_times, OLD.capacity)) THEN
    NEW.departures := jsonb_build_object(
      'times', (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'weekdays', '["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]'::jsonb,
          'startTime', start_time, 'capacity', NEW.capacity) ORDER BY start_time), '[]')
        FROM unnest(NEW.start_times) AS start_time),
      'exceptions', coalesce(CASE WHEN TG_OP = 'UPDATE' THEN OLD.departures->'exceptions' END, '[]'));
  END IF;
  SELECT coalesce(array_agg(DISTINCT departure->>'startTime'), '{}'), coalesce(max((departure->>'capacity')::integer), 0)
  INTO NEW.start_times, NEW.capacity FROM jsonb_array_elements(NEW.departures->'times') AS departure;
  RETURN NEW;
END $function$;

CREATE FUNCTION fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(replace(replace(replace(translate(lower((regexp_replace(NORMALIZE(translate(value, '´`'::text, ''''''::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text) COLLATE "und-x-icu")), 'øłđðħıŋŧς‘’‚‛ʹʻʼʽ′‐‒–—―−“”„‟'::text, 'olddhintσ''''''''''''''''''------""""'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text);

CREATE FUNCTION grow_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  NEW.updated_at := CASE WHEN changed_members(OLD, NEW) = '{}' THEN OLD.updated_at ELSE later_than(OLD.updated_at) END;
  RETURN NEW;
END $function$;

CREATE FUNCTION grow_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $function$;

CREATE FUNCTION later_than(p_instant timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  SELECT greatest(clock_timestamp(), p_instant + interval '1 millisecond') $function$;

CREATE FUNCTION menu_prices(p_menu jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT jsonb_agg(dish->'priceCents' ORDER BY position)
  FROM jsonb_array_elements(nullif(p_menu, 'null')) WITH ORDINALITY AS entry (dish, position) $function$;

CREATE FUNCTION menu_texts(p_menu jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT jsonb_agg(dish - 'priceCents' ORDER BY position)
  FROM jsonb_array_elements(nullif(p_menu, 'null')) WITH ORDINALITY AS entry (dish, position) $function$;

CREATE FUNCTION note_amenity_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  PERFORM note_member_change('cenote', array_agg(DISTINCT cenote_id), 'amenities') FROM cenote_amenity
  WHERE amenity_id IN (
    SELECT id FROM (SELECT id, category, name, description, icon FROM new_rows
      EXCEPT SELECT id, category, name, description, icon FROM old_rows) AS differing);
  RETURN NULL;
END $function$;

CREATE FUNCTION note_member_change(p_type text, p_ids uuid[], p_member text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  IF p_ids IS NULL THEN RETURN; END IF;
  INSERT INTO product_change (kind, product_type, product_ids, action, changed)
  VALUES ('product', p_type, p_ids, 'updated', ARRAY[p_member]);
  EXECUTE format(
    'UPDATE %1$I AS product SET updated_at = later_than(product.updated_at)
     FROM (SELECT id FROM %1$I WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE) AS locked
     WHERE product.id = locked.id AND NOT (product.version = 1 AND product.xmin = pg_current_xact_id()::xid)', p_type)
  USING p_ids;
END $function$;

CREATE FUNCTION note_part_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
DECLARE
  old_entries jsonb[];
  new_entries jsonb[];
  owners record;
BEGIN
  IF TG_OP <> 'INSERT' THEN SELECT array_agg(to_jsonb(old_row)) INTO old_entries FROM old_rows AS old_row; END IF;
  IF TG_OP <> 'DELETE' THEN SELECT array_agg(to_jsonb(new_row)) INTO new_entries FROM new_rows AS new_row; END IF;
  FOR owners IN
    WITH before AS (
      SELECT part.* FROM unnest(old_entries) AS entry, LATERAL contents_of_part(TG_TABLE_NAME, entry) AS part),
    after AS (
      SELECT part.* FROM unnest(new_entries) AS entry, LATERAL contents_of_part(TG_TABLE_NAME, entry) AS part),
    differing AS ((TABLE before EXCEPT TABLE after) UNION ALL (TABLE after EXCEPT TABLE before))
    SELECT owner_type, is_price, array_agg(DISTINCT owner_id) AS ids FROM differing GROUP BY owner_type, is_price
  LOOP
    IF owners.is_price THEN
      INSERT INTO product_change (kind, product_type, product_ids) VALUES ('pricing', owners.owner_type, owners.ids);
    ELSE
      PERFORM note_member_change(owners.owner_type, owners.ids, TG_ARGV[0]);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;

CREATE FUNCTION note_product_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'cenote' THEN
    INSERT INTO product_change (kind, product_type, product_ids, action, changed)
    WITH updates AS MATERIALIZED (
      SELECT n.id, changed_members(o::cenote, n::cenote) AS members, o.is_active AND NOT n.is_active AS is_deactivated,
        o.adult_cents <> n.adult_cents AS has_new_price
      FROM old_rows AS o JOIN new_rows AS n ON n.id = o.id)
    SELECT 'product', 'cenote', array_agg(id), CASE WHEN is_deactivated THEN 'deactivated' ELSE 'updated' END, members
      FROM updates WHERE members <> '{}' GROUP BY members, is_deactivated
    UNION ALL SELECT 'availability', 'cenote', array_agg(id), NULL, '{}' FROM updates
      WHERE members && '{capacity,schedule,bookingCutoffMinutes,isActive}' HAVING count(*) > 0
    UNION ALL SELECT 'pricing', 'cenote', array_agg(id), NULL, '{}' FROM updates
      WHERE has_new_price HAVING count(*) > 0;
  ELSE
    INSERT INTO product_change (kind, product_type, product_ids, action, changed)
    WITH updates AS MATERIALIZED (
      SELECT n.id, changed_members(o::tour, n::tour) AS members, o.is_active AND NOT n.is_active AS is_deactivated,
        o.adult_cents <> n.adult_cents AS has_new_price
      FROM old_rows AS o JOIN new_rows AS n ON n.id = o.id)
    SELECT 'product', 'tour', array_agg(id), CASE WHEN is_deactivated THEN 'deactivated' ELSE 'updated' END, members
      FROM updates WHERE members <> '{}' GROUP BY members, is_deactivated
    UNION ALL SELECT 'availability', 'tour', array_agg(id), NULL, '{}' FROM updates
      WHERE members && '{durationMinutes,timezone,departures,minParty,stops,bookingCutoffMinutes,isActive}' HAVING count(*) > 0
    UNION ALL SELECT 'pricing', 'tour', array_agg(id), NULL, '{}' FROM updates
      WHERE has_new_price HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION note_products_created()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  INSERT INTO product_change (kind, product_type, product_ids, action)
  SELECT 'product', TG_TABLE_NAME, array_agg(id), 'created' FROM new_rows HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE FUNCTION note_products_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  INSERT INTO product_change (kind, product_type, product_ids, action, changed)
  SELECT 'product', TG_TABLE_NAME, array_agg(id), 'deactivated', '{isActive}' FROM old_rows HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE FUNCTION note_products_emptied()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  INSERT INTO product_change (kind, action) VALUES ('availability', NULL), ('product', 'updated'), ('pricing', NULL);
  RETURN NULL;
END $function$;

CREATE FUNCTION record_all_facts_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('*');
  RETURN NULL;
END $function$;

CREATE FUNCTION record_cenote_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.cenote_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('cenote:' || OLD.cenote_id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.cenote_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('cenote:' || NEW.cenote_id);
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION record_fact_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  INSERT INTO fact_change (tag) VALUES (TG_ARGV[0] || ':' || COALESCE(NEW.id::text, OLD.id::text));
  RETURN NULL;
END $function$;

CREATE FUNCTION record_tour_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.tour_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('tour:' || OLD.tour_id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.tour_id IS NOT NULL THEN
    INSERT INTO fact_change (tag) VALUES ('tour:' || NEW.tour_id);
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION tell_catalogue_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('catalogue_changed', TG_TABLE_SCHEMA);
  RETURN NULL;
END $function$;
