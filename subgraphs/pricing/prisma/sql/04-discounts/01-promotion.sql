-- One row per campaign. Its discount rules apply only while its status is 'active', from its start until its end.
-- Operators edit promotions one by one or by an installation file.
CREATE TABLE promotion (
  id uuid PRIMARY KEY,
  name jsonb NOT NULL, -- {"en": "…", "es": "…"}
  slug text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'ended')),
  promotion_type text NOT NULL, -- Free text, such as 'seasonal'.
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL, -- Exclusive.
  version integer NOT NULL DEFAULT 1,
  CHECK (ends_at > starts_at)
);
-- Serves lists of promotions of one status, in the order of their slugs.
CREATE INDEX promotion_by_state ON promotion (status, slug);
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON promotion
  FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON promotion
  FOR EACH STATEMENT EXECUTE FUNCTION announce_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON promotion
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON promotion
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON promotion
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON promotion
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER version_grows BEFORE UPDATE ON promotion
  FOR EACH ROW EXECUTE FUNCTION grow_version();

-- One row per discount that needs no code and applies to each purchase that meets its conditions. Operators edit them
-- one by one or by an installation file.
CREATE TABLE discount_rule (
  id uuid PRIMARY KEY,
  name jsonb NOT NULL, -- {"en": "…", "es": "…", "fr": "…"}; "fr" is optional.
  discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed', 'quantity_based')),
  applies_to text NOT NULL CHECK (applies_to IN ('all', 'cenote', 'tour', 'specific')),
  product_id uuid, -- Cenote or tour of a specific rule.
  value integer NOT NULL CHECK (value > 0), -- Cents of MXN for a fixed discount, otherwise percentage points.
  min_amount_cents integer CHECK (min_amount_cents >= 0), -- Smallest subtotal, in cents of MXN.
  -- Largest discount, in cents of MXN. The API shows a number, so each rule has one: by default the value of a fixed
  -- discount, otherwise a million MXN.
  max_discount_cents integer NOT NULL CHECK (max_discount_cents >= 0),
  min_people integer,
  priority integer NOT NULL, -- Highest first.
  stackable boolean NOT NULL, -- If false for any applicable discount, only the first applies.
  exclude_transport boolean NOT NULL, -- For type 'percentage': excludes transport from its base.
  user_eligibility text NOT NULL CHECK (
    user_eligibility IN ('all', 'authenticated', 'vip', 'first_purchase', 'local_resident', 'mexican_national')
  ),
  is_active boolean NOT NULL,
  description jsonb NOT NULL DEFAULT '{"en": "", "es": ""}',
  auto_apply boolean NOT NULL DEFAULT true, -- If false, no price uses the rule.
  promotion_id uuid REFERENCES promotion (id), -- Null: applies at any time.
  version integer NOT NULL DEFAULT 1,
  -- Name of the rule in installation files.
  slug text NOT NULL UNIQUE DEFAULT 'rule-' || gen_random_uuid(),
  CHECK (discount_type = 'fixed' OR value <= 100),
  CHECK ((applies_to = 'specific') = (product_id IS NOT NULL))
);
-- Each process reads all active automatic rules into memory.
CREATE INDEX discount_rule_automatic ON discount_rule (priority DESC) WHERE is_active AND auto_apply;
-- Lists of rules show the highest priority first, unfiltered or by product, is_active or promotion.
CREATE INDEX discount_rule_by_product ON discount_rule (product_id, priority DESC, id DESC);
CREATE INDEX discount_rule_by_priority ON discount_rule (priority DESC, id DESC);
CREATE INDEX discount_rule_by_state ON discount_rule (is_active, priority DESC, id DESC);
CREATE INDEX discount_rule_promotion ON discount_rule (promotion_id, priority DESC, id DESC);
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON discount_rule
  FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON discount_rule
  FOR EACH STATEMENT EXECUTE FUNCTION announce_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON discount_rule
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON discount_rule
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON discount_rule
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON discount_rule
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER version_grows BEFORE UPDATE ON discount_rule
  FOR EACH ROW EXECUTE FUNCTION grow_version();
