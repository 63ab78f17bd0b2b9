-- Promotions have a name and a state of their own, and several rules may belong to one (specification 2.10).
CREATE TABLE promotion (
  id uuid PRIMARY KEY,
  name jsonb NOT NULL,
  slug text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'ended')),
  promotion_type text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CHECK (ends_at > starts_at)
);
ALTER TABLE discount_rule
  ADD COLUMN description jsonb NOT NULL DEFAULT '{"en": "", "es": ""}',
  ADD COLUMN auto_apply boolean NOT NULL DEFAULT true,
  ADD COLUMN promotion_id uuid REFERENCES promotion (id);
INSERT INTO promotion (id, name, slug, status, promotion_type, starts_at, ends_at)
  SELECT id, name, 'rule-' || id, 'active', 'seasonal', COALESCE(starts_at, '2000-01-01Z'), COALESCE(ends_at, '2100-01-01Z')
  FROM discount_rule WHERE starts_at IS NOT NULL OR ends_at IS NOT NULL;
UPDATE discount_rule SET promotion_id = id WHERE starts_at IS NOT NULL OR ends_at IS NOT NULL;
-- Every rule has a ceiling (maxDiscountAmount is a number, never null): for a fixed one what it takes off anyway.
UPDATE discount_rule SET max_discount_cents = CASE discount_type WHEN 'fixed' THEN value ELSE 100000000 END
  WHERE max_discount_cents IS NULL;
ALTER TABLE discount_rule
  DROP COLUMN starts_at,
  DROP COLUMN ends_at,
  ALTER COLUMN max_discount_cents SET NOT NULL,
  ADD CHECK (max_discount_cents >= 0),
  ADD CHECK (min_amount_cents >= 0),
  ADD CHECK (discount_type = 'fixed' OR value <= 100),
  ADD CHECK ((applies_to = 'specific') = (item_id IS NOT NULL)),
  ADD CHECK (user_eligibility IN ('all', 'authenticated', 'vip', 'first_purchase', 'local_resident', 'mexican_national'));
DROP INDEX discount_rule_active;
CREATE INDEX discount_rule_automatic ON discount_rule (priority DESC) WHERE is_active AND auto_apply;
CREATE INDEX discount_rule_promotion ON discount_rule (promotion_id);

ALTER TABLE coupon
  ADD COLUMN description jsonb NOT NULL DEFAULT '{"en": "", "es": ""}',
  ADD CHECK (value >= 0 AND (discount_type <> 'percentage' OR value <= 100));

-- Without an item an option is for every cenote or tour that has none of that type of its own; without coordinates
-- distances are measured from the item itself. Tours are reached by zones only.
ALTER TABLE transport_option
  ALTER COLUMN item_id DROP NOT NULL,
  ALTER COLUMN latitude DROP NOT NULL,
  ALTER COLUMN longitude DROP NOT NULL,
  ADD CHECK ((latitude IS NULL) = (longitude IS NULL)),
  ADD CHECK (item_type = 'cenote' OR type = 'meeting_point' OR (latitude IS NOT NULL AND zone_radius_km IS NOT NULL));

-- Every process keeps these tables in memory and is told when one of them changed, in which environment (the schema).
CREATE FUNCTION tell_prices_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('prices_changed', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON age_configuration EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON cenote_service EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transport_option EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transport_group_discount EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON discount_rule EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON promotion EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON exchange_rate EXECUTE FUNCTION tell_prices_changed();
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tax_rate EXECUTE FUNCTION tell_prices_changed();
