-- The database pricing as its migrations leave it: the schema live, which sandbox equals, without partitions.
-- `npm run schema:sql` writes it and a test compares it; nothing executes it (docs/contributors/database.md).

CREATE TABLE age_configuration (
  id uuid NOT NULL,
  item_type text NOT NULL,
  item_id uuid,
  category text NOT NULL,
  names jsonb NOT NULL,
  descriptions jsonb NOT NULL,
  min_age integer NOT NULL,
  max_age integer,
  multiplier integer NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  display_order integer NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT age_configuration_pkey PRIMARY KEY (id),
  CONSTRAINT age_configuration_item_type_item_id_category_key UNIQUE NULLS NOT DISTINCT (item_type, item_id, category),
  CONSTRAINT age_configuration_category_check CHECK (category = ANY (ARRAY['infant'::text, 'child'::text, 'teen'::text, 'adult'::text, 'senior'::text])),
  CONSTRAINT age_configuration_check CHECK (max_age >= min_age),
  CONSTRAINT age_configuration_check1 CHECK ((item_type = 'global'::text) = (item_id IS NULL)),
  CONSTRAINT age_configuration_item_type_check CHECK (item_type = ANY (ARRAY['global'::text, 'cenote'::text, 'tour'::text])),
  CONSTRAINT age_configuration_min_age_check CHECK (min_age >= 0),
  CONSTRAINT age_configuration_multiplier_check CHECK (multiplier >= 0)
);
CREATE INDEX age_configuration_of_item ON age_configuration USING btree (item_id, id);
CREATE INDEX age_configuration_of_type ON age_configuration USING btree (item_type, id);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON age_configuration FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON age_configuration REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON age_configuration FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON age_configuration REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON age_configuration REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON age_configuration FOR EACH STATEMENT EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER version_grows BEFORE UPDATE ON age_configuration FOR EACH ROW EXECUTE FUNCTION grow_version();

CREATE TABLE cenote_service (
  id uuid NOT NULL,
  cenote_id uuid NOT NULL,
  service_id uuid NOT NULL,
  name jsonb NOT NULL,
  description jsonb NOT NULL,
  category text NOT NULL,
  inclusion_type text NOT NULL,
  price_cents integer,
  is_active boolean DEFAULT true NOT NULL,
  display_order integer NOT NULL,
  duration_minutes integer,
  transport_config jsonb,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT cenote_service_pkey PRIMARY KEY (id),
  CONSTRAINT cenote_service_cenote_id_service_id_key UNIQUE (cenote_id, service_id),
  CONSTRAINT cenote_service_check CHECK (
CASE inclusion_type
    WHEN 'included'::text THEN price_cents = 0
    WHEN 'optional'::text THEN price_cents > 0
    ELSE price_cents IS NULL
END),
  CONSTRAINT cenote_service_check1 CHECK (transport_config IS NULL OR category = 'transportation'::text),
  CONSTRAINT cenote_service_inclusion_type_check CHECK (inclusion_type = ANY (ARRAY['included'::text, 'optional'::text, 'not_available'::text]))
);
CREATE INDEX cenote_service_in_order ON cenote_service USING btree (cenote_id, display_order, id);
CREATE INDEX cenote_service_of_service ON cenote_service USING btree (service_id, cenote_id, display_order, id);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON cenote_service FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON cenote_service REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON cenote_service FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON cenote_service REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON cenote_service REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON cenote_service FOR EACH STATEMENT EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER version_grows BEFORE UPDATE ON cenote_service FOR EACH ROW EXECUTE FUNCTION grow_version();

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

CREATE TABLE coupon (
  id uuid NOT NULL,
  code text NOT NULL,
  name jsonb NOT NULL,
  discount_type text NOT NULL,
  value integer NOT NULL,
  service_id uuid,
  item_id uuid,
  min_purchase_cents integer,
  max_discount_cents integer,
  usage_limit integer,
  usage_count integer DEFAULT 0 NOT NULL,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  stackable boolean NOT NULL,
  priority integer NOT NULL,
  is_active boolean NOT NULL,
  usage_before integer DEFAULT 0 NOT NULL,
  description jsonb DEFAULT '{"en": "", "es": ""}'::jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT coupon_pkey PRIMARY KEY (id),
  CONSTRAINT coupon_code_key UNIQUE (code),
  CONSTRAINT coupon_check CHECK (usage_count >= 0 AND (usage_limit IS NULL OR usage_count <= usage_limit)),
  CONSTRAINT coupon_check1 CHECK (value >= 0 AND (discount_type <> 'percentage'::text OR value <= 100)),
  CONSTRAINT coupon_discount_type_check CHECK (discount_type = ANY (ARRAY['percentage'::text, 'fixed_amount'::text, 'free_service'::text])),
  CONSTRAINT coupon_usage_before_check CHECK (usage_before >= 0)
);
CREATE INDEX coupon_by_item ON coupon USING btree (item_id, code);
CREATE INDEX coupon_by_state ON coupon USING btree (is_active, code);
CREATE TRIGGER version_grows BEFORE UPDATE OF name, description, discount_type, value, service_id, item_id, min_purchase_cents, max_discount_cents, usage_limit, valid_from, valid_until, stackable, priority, is_active ON coupon FOR EACH ROW EXECUTE FUNCTION grow_version();

CREATE TABLE coupon_redemption (
  reservation_id uuid NOT NULL,
  coupon_id uuid,
  redeemed_at timestamp with time zone,
  released_at timestamp with time zone,
  CONSTRAINT coupon_redemption_pkey PRIMARY KEY (reservation_id),
  CONSTRAINT coupon_redemption_check CHECK ((coupon_id IS NULL) = (redeemed_at IS NULL)),
  CONSTRAINT coupon_redemption_check1 CHECK (coupon_id IS NOT NULL OR released_at IS NOT NULL),
  CONSTRAINT coupon_redemption_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupon(id)
);
CREATE INDEX coupon_redemption_counted ON coupon_redemption USING btree (coupon_id) WHERE released_at IS NULL;

CREATE TABLE discount_rule (
  id uuid NOT NULL,
  name jsonb NOT NULL,
  discount_type text NOT NULL,
  applies_to text NOT NULL,
  item_id uuid,
  value integer NOT NULL,
  min_amount_cents integer,
  max_discount_cents integer NOT NULL,
  min_people integer,
  priority integer NOT NULL,
  stackable boolean NOT NULL,
  exclude_transport boolean NOT NULL,
  user_eligibility text NOT NULL,
  is_active boolean NOT NULL,
  description jsonb DEFAULT '{"en": "", "es": ""}'::jsonb NOT NULL,
  auto_apply boolean DEFAULT true NOT NULL,
  promotion_id uuid,
  version integer DEFAULT 1 NOT NULL,
  slug text DEFAULT 'rule-'::text || gen_random_uuid() NOT NULL,
  CONSTRAINT discount_rule_pkey PRIMARY KEY (id),
  CONSTRAINT discount_rule_slug_key UNIQUE (slug),
  CONSTRAINT discount_rule_applies_to_check CHECK (applies_to = ANY (ARRAY['all'::text, 'cenote'::text, 'tour'::text, 'specific'::text])),
  CONSTRAINT discount_rule_check CHECK (discount_type = 'fixed'::text OR value <= 100),
  CONSTRAINT discount_rule_check1 CHECK ((applies_to = 'specific'::text) = (item_id IS NOT NULL)),
  CONSTRAINT discount_rule_discount_type_check CHECK (discount_type = ANY (ARRAY['percentage'::text, 'fixed'::text, 'quantity_based'::text])),
  CONSTRAINT discount_rule_max_discount_cents_check CHECK (max_discount_cents >= 0),
  CONSTRAINT discount_rule_min_amount_cents_check CHECK (min_amount_cents >= 0),
  CONSTRAINT discount_rule_user_eligibility_check CHECK (user_eligibility = ANY (ARRAY['all'::text, 'authenticated'::text, 'vip'::text, 'first_purchase'::text, 'local_resident'::text, 'mexican_national'::text])),
  CONSTRAINT discount_rule_value_check CHECK (value > 0),
  CONSTRAINT discount_rule_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotion(id)
);
CREATE INDEX discount_rule_automatic ON discount_rule USING btree (priority DESC) WHERE is_active AND auto_apply;
CREATE INDEX discount_rule_by_item ON discount_rule USING btree (item_id, priority DESC, id DESC);
CREATE INDEX discount_rule_by_priority ON discount_rule USING btree (priority DESC, id DESC);
CREATE INDEX discount_rule_by_state ON discount_rule USING btree (is_active, priority DESC, id DESC);
CREATE INDEX discount_rule_promotion ON discount_rule USING btree (promotion_id, priority DESC, id DESC);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON discount_rule FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON discount_rule REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON discount_rule FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON discount_rule REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON discount_rule REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON discount_rule FOR EACH STATEMENT EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER version_grows BEFORE UPDATE ON discount_rule FOR EACH ROW EXECUTE FUNCTION grow_version();

CREATE TABLE exchange_rate (
  currency text NOT NULL,
  micros bigint NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT exchange_rate_pkey PRIMARY KEY (currency),
  CONSTRAINT exchange_rate_micros_check CHECK (micros > 0)
);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON exchange_rate FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON exchange_rate REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON exchange_rate FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON exchange_rate REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON exchange_rate REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON exchange_rate FOR EACH STATEMENT EXECUTE FUNCTION tell_prices_changed();

CREATE TABLE fact_change (
  transaction xid8 DEFAULT pg_current_xact_id() NOT NULL,
  tag text NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE INDEX fact_change_by_transaction ON fact_change USING btree (transaction);

CREATE TABLE fee (
  name text NOT NULL,
  amount_cents integer NOT NULL,
  CONSTRAINT fee_pkey PRIMARY KEY (name),
  CONSTRAINT fee_amount_cents_check CHECK (amount_cents >= 0)
);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON fee FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON fee REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON fee FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON fee REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON fee REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON fee FOR EACH STATEMENT EXECUTE FUNCTION tell_prices_changed();

CREATE TABLE job_run (
  name text NOT NULL,
  last_run_at timestamp with time zone NOT NULL,
  last_duration_ms integer NOT NULL,
  last_failed_at timestamp with time zone,
  last_error text,
  failures integer DEFAULT 0 NOT NULL,
  CONSTRAINT job_run_pkey PRIMARY KEY (name)
) WITH (fillfactor=50);

CREATE TABLE price_list (
  id text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT price_list_pkey PRIMARY KEY (id)
);

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

CREATE TABLE promotion (
  id uuid NOT NULL,
  name jsonb NOT NULL,
  slug text NOT NULL,
  status text NOT NULL,
  promotion_type text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT promotion_pkey PRIMARY KEY (id),
  CONSTRAINT promotion_slug_key UNIQUE (slug),
  CONSTRAINT promotion_check CHECK (ends_at > starts_at),
  CONSTRAINT promotion_status_check CHECK (status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'ended'::text]))
);
CREATE INDEX promotion_by_state ON promotion USING btree (status, slug);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON promotion FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON promotion REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON promotion FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON promotion REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON promotion REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON promotion FOR EACH STATEMENT EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER version_grows BEFORE UPDATE ON promotion FOR EACH ROW EXECUTE FUNCTION grow_version();

CREATE TABLE service_slug (
  service_id uuid NOT NULL,
  slug text NOT NULL,
  CONSTRAINT service_slug_pkey PRIMARY KEY (service_id)
);

CREATE TABLE tax_rate (
  name text NOT NULL,
  percent integer NOT NULL,
  CONSTRAINT tax_rate_pkey PRIMARY KEY (name),
  CONSTRAINT tax_rate_percent_check CHECK (percent >= 0)
);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON tax_rate FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON tax_rate REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON tax_rate FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON tax_rate REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON tax_rate REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON tax_rate FOR EACH STATEMENT EXECUTE FUNCTION tell_prices_changed();

CREATE TABLE transport_group_discount (
  min_people integer NOT NULL,
  percent integer NOT NULL,
  CONSTRAINT transport_group_discount_pkey PRIMARY KEY (min_people),
  CONSTRAINT transport_group_discount_min_people_check CHECK (min_people > 1),
  CONSTRAINT transport_group_discount_percent_check CHECK (percent >= 0 AND percent <= 100)
);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON transport_group_discount FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON transport_group_discount REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON transport_group_discount FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON transport_group_discount REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON transport_group_discount REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON transport_group_discount FOR EACH STATEMENT EXECUTE FUNCTION tell_prices_changed();

CREATE TABLE transport_option (
  id uuid NOT NULL,
  item_type text NOT NULL,
  item_id uuid,
  type text NOT NULL,
  base_cents integer NOT NULL,
  cents_per_km integer NOT NULL,
  vehicle_capacity integer NOT NULL,
  latitude double precision,
  longitude double precision,
  zone_radius_km double precision,
  version integer DEFAULT 1 NOT NULL,
  slug text DEFAULT 'transport-'::text || gen_random_uuid() NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  minutes_before integer DEFAULT 60 NOT NULL,
  CONSTRAINT transport_option_pkey PRIMARY KEY (id),
  CONSTRAINT transport_option_slug_key UNIQUE (slug),
  CONSTRAINT transport_option_base_cents_check CHECK (base_cents >= 0),
  CONSTRAINT transport_option_cents_per_km_check CHECK (cents_per_km >= 0),
  CONSTRAINT transport_option_check CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT transport_option_check1 CHECK (item_type = 'cenote'::text OR type = 'meeting_point'::text OR latitude IS NOT NULL AND zone_radius_km IS NOT NULL),
  CONSTRAINT transport_option_item_type_check CHECK (item_type = ANY (ARRAY['cenote'::text, 'tour'::text])),
  CONSTRAINT transport_option_minutes_before_check CHECK (minutes_before >= 0 AND minutes_before <= 600),
  CONSTRAINT transport_option_type_check CHECK (type = ANY (ARRAY['meeting_point'::text, 'hotel_pickup'::text, 'private_transfer'::text])),
  CONSTRAINT transport_option_vehicle_capacity_check CHECK (vehicle_capacity > 0)
);
CREATE INDEX transport_option_item ON transport_option USING btree (item_id, type);
CREATE INDEX transport_option_of_item ON transport_option USING btree (item_id, slug);
CREATE TRIGGER fact_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON transport_option FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON transport_option REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON transport_option FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON transport_option REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON transport_option REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON transport_option FOR EACH STATEMENT EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER version_grows BEFORE UPDATE ON transport_option FOR EACH ROW EXECUTE FUNCTION grow_version();

CREATE FUNCTION grow_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $function$;

CREATE FUNCTION note_price_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
DECLARE
  entries jsonb[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    INSERT INTO product_change (kind) VALUES ('pricing');
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT array_agg(to_jsonb(new_row)) INTO entries FROM new_rows AS new_row;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(to_jsonb(old_row)) INTO entries FROM old_rows AS old_row;
  ELSE
    WITH before AS (SELECT to_jsonb(old_row) - 'version' AS entry FROM old_rows AS old_row),
      after AS (SELECT to_jsonb(new_row) - 'version' AS entry FROM new_rows AS new_row)
    SELECT array_agg(entry) INTO entries FROM (
      (SELECT entry FROM before EXCEPT SELECT entry FROM after)
      UNION ALL (SELECT entry FROM after EXCEPT SELECT entry FROM before)) AS differing;
  END IF;
  WITH products AS MATERIALIZED (
    SELECT DISTINCT product_type, product_id
    FROM unnest(entries) AS entry, LATERAL products_of_price(TG_TABLE_NAME, entry)),
  reach AS (SELECT count(*) > 100 OR bool_or(product_id IS NULL) AS is_everything FROM products HAVING count(*) > 0)
  INSERT INTO product_change (kind, product_type, product_ids)
  SELECT 'pricing', NULL, NULL FROM reach WHERE is_everything
  UNION ALL
  SELECT 'pricing', product_type, array_agg(product_id) FROM products, reach WHERE NOT is_everything GROUP BY product_type;
  RETURN NULL;
END $function$;

CREATE FUNCTION products_of_price(p_table text, p_entry jsonb, OUT product_type text, OUT product_id uuid)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  CASE p_table
    WHEN 'cenote_service' THEN
      RETURN QUERY SELECT 'cenote', (p_entry->>'cenote_id')::uuid;
    WHEN 'age_configuration', 'transport_option' THEN
      RETURN QUERY SELECT p_entry->>'item_type', (p_entry->>'item_id')::uuid;
    WHEN 'discount_rule' THEN
      RETURN QUERY SELECT NULL, (p_entry->>'item_id')::uuid;
    WHEN 'promotion' THEN
      RETURN QUERY SELECT NULL, rule.item_id FROM (SELECT) AS one
        LEFT JOIN discount_rule AS rule ON rule.promotion_id = (p_entry->>'id')::uuid;
    ELSE
      RETURN QUERY SELECT NULL, NULL::uuid;
  END CASE;
END $function$;

CREATE FUNCTION record_price_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'live', 'public'
AS $function$
BEGIN
  INSERT INTO fact_change (tag) VALUES ('prices:' || TG_TABLE_NAME);
  RETURN NULL;
END $function$;

CREATE FUNCTION redeem_coupon(p_reservation uuid, p_coupon uuid, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO coupon_redemption (reservation_id, coupon_id, redeemed_at) VALUES (p_reservation, p_coupon, p_now)
    ON CONFLICT (reservation_id) DO NOTHING;
  IF NOT FOUND THEN RETURN 'known'; END IF;
  UPDATE coupon SET usage_count = usage_count + 1
    WHERE id = p_coupon AND (usage_limit IS NULL OR usage_count < usage_limit);
  IF FOUND THEN RETURN 'redeemed'; END IF;
  DELETE FROM coupon_redemption WHERE reservation_id = p_reservation;
  RETURN 'used_up';
END $function$;

CREATE FUNCTION tell_prices_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('prices_changed', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME);
  RETURN NULL;
END $function$;
