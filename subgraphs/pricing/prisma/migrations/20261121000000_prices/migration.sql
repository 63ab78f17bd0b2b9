CREATE TABLE age_configuration (
  id uuid PRIMARY KEY,
  item_type text NOT NULL CHECK (item_type IN ('global', 'cenote', 'tour')),
  item_id uuid,
  category text NOT NULL CHECK (category IN ('infant', 'child', 'teen', 'adult', 'senior')),
  names jsonb NOT NULL,
  descriptions jsonb NOT NULL,
  min_age integer NOT NULL CHECK (min_age >= 0),
  max_age integer CHECK (max_age >= min_age),
  multiplier integer NOT NULL CHECK (multiplier >= 0),
  is_active boolean NOT NULL DEFAULT true,
  display_order integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (item_type, item_id, category),
  CHECK ((item_type = 'global') = (item_id IS NULL))
);

CREATE TABLE cenote_service (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL,
  service_id uuid NOT NULL,
  name jsonb NOT NULL,
  description jsonb NOT NULL,
  category text NOT NULL,
  inclusion_type text NOT NULL CHECK (inclusion_type IN ('included', 'optional', 'not_available')),
  price_cents integer,
  is_active boolean NOT NULL DEFAULT true,
  display_order integer NOT NULL,
  duration_minutes integer,
  CHECK (CASE inclusion_type WHEN 'included' THEN price_cents = 0 WHEN 'optional' THEN price_cents > 0 ELSE price_cents IS NULL END),
  UNIQUE (cenote_id, service_id)
);

CREATE TABLE transport_option (
  id uuid PRIMARY KEY,
  item_type text NOT NULL CHECK (item_type IN ('cenote', 'tour')),
  item_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('meeting_point', 'hotel_pickup', 'private_transfer')),
  base_cents integer NOT NULL CHECK (base_cents >= 0),
  cents_per_km integer NOT NULL CHECK (cents_per_km >= 0),
  vehicle_capacity integer NOT NULL CHECK (vehicle_capacity > 0),
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  zone_radius_km double precision
);
CREATE INDEX transport_option_item ON transport_option (item_id, type);

CREATE TABLE transport_group_discount (
  min_people integer PRIMARY KEY CHECK (min_people > 1),
  percent integer NOT NULL CHECK (percent BETWEEN 0 AND 100)
);
INSERT INTO transport_group_discount VALUES (6, 10), (10, 15);

CREATE TABLE discount_rule (
  id uuid PRIMARY KEY,
  name jsonb NOT NULL,
  discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed', 'quantity_based')),
  applies_to text NOT NULL CHECK (applies_to IN ('all', 'cenote', 'tour', 'specific')),
  item_id uuid,
  value integer NOT NULL CHECK (value > 0),
  min_amount_cents integer,
  max_discount_cents integer,
  min_people integer,
  priority integer NOT NULL,
  stackable boolean NOT NULL,
  exclude_transport boolean NOT NULL,
  user_eligibility text NOT NULL,
  starts_at timestamptz,
  ends_at timestamptz,
  is_active boolean NOT NULL
);
CREATE INDEX discount_rule_active ON discount_rule (priority DESC) WHERE is_active;

CREATE TABLE coupon (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name jsonb NOT NULL,
  discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed_amount', 'free_service')),
  value integer NOT NULL,
  service_id uuid,
  item_id uuid,
  min_purchase_cents integer,
  max_discount_cents integer,
  usage_limit integer,
  usage_count integer NOT NULL DEFAULT 0 CHECK (usage_count >= 0 AND (usage_limit IS NULL OR usage_count <= usage_limit)),
  valid_from timestamptz,
  valid_until timestamptz,
  stackable boolean NOT NULL,
  priority integer NOT NULL,
  is_active boolean NOT NULL
);

CREATE TABLE exchange_rate (
  currency text PRIMARY KEY,
  micros bigint NOT NULL CHECK (micros > 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- How much of each one MXN buys.
INSERT INTO exchange_rate (currency, micros) VALUES ('MXN', 1000000), ('USD', 54000), ('EUR', 50000), ('CAD', 75000), ('GBP', 43000);

CREATE TABLE tax_rate (
  name text PRIMARY KEY,
  percent integer NOT NULL CHECK (percent >= 0)
);
INSERT INTO tax_rate VALUES ('IVA', 16);

-- The global configurations of the specification (2.7).
INSERT INTO age_configuration (id, item_type, category, names, descriptions, min_age, max_age, multiplier, display_order) VALUES
  (gen_random_uuid(), 'global', 'infant', '{"es": "Infante", "en": "Infant"}', '{"es": "De 0 a 2 años", "en": "0 to 2 years"}', 0, 2, 0, 1),
  (gen_random_uuid(), 'global', 'child', '{"es": "Niño", "en": "Child"}', '{"es": "De 3 a 12 años", "en": "3 to 12 years"}', 3, 12, 8000, 2),
  (gen_random_uuid(), 'global', 'teen', '{"es": "Adolescente", "en": "Teen"}', '{"es": "De 13 a 17 años", "en": "13 to 17 years"}', 13, 17, 9000, 3),
  (gen_random_uuid(), 'global', 'adult', '{"es": "Adulto", "en": "Adult"}', '{"es": "De 18 a 64 años", "en": "18 to 64 years"}', 18, 64, 10000, 4),
  (gen_random_uuid(), 'global', 'senior', '{"es": "Adulto mayor", "en": "Senior"}', '{"es": "Desde 65 años", "en": "65 years and over"}', 65, NULL, 8500, 5);
