-- Each row is a campaign that discount rules belong to: its rules apply only while it is active and between its start
-- and its end. Operators change it.
CREATE TABLE promotion (
  id uuid PRIMARY KEY,
  name jsonb NOT NULL, -- {"en": "…", "es": "…"}
  slug text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'ended')),
  promotion_type text NOT NULL, -- It is a word of the operator's choice, such as 'seasonal'.
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL, -- The promotion is over at this instant.
  version integer NOT NULL DEFAULT 1,
  CHECK (ends_at > starts_at)
);
-- Operators list promotions of one state in the order of their slugs.
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

-- Each row is a discount that purchases get without a code, where they meet its conditions. Operators change it, one by
-- one or by an installation file.
CREATE TABLE discount_rule (
  id uuid PRIMARY KEY,
  name jsonb NOT NULL, -- {"en": "…", "es": "…", "fr": "…"}; French may be absent.
  discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed', 'quantity_based')),
  applies_to text NOT NULL CHECK (applies_to IN ('all', 'cenote', 'tour', 'specific')),
  item_id uuid, -- It is the one cenote or tour of a specific rule.
  value integer NOT NULL CHECK (value > 0), -- Percentage points, or cents of MXN for a fixed discount.
  min_amount_cents integer CHECK (min_amount_cents >= 0), -- The subtotal must be at least this, in cents of MXN.
  -- The rule takes off this much at most, in cents of MXN. The API shows a number, so every rule has a limit.
  max_discount_cents integer NOT NULL CHECK (max_discount_cents >= 0),
  min_people integer,
  priority integer NOT NULL, -- The highest applies first.
  stackable boolean NOT NULL, -- One that is not stackable shares a price with no other discount.
  exclude_transport boolean NOT NULL, -- If true, a percentage is taken of the amount without transport.
  user_eligibility text NOT NULL CHECK (
    user_eligibility IN ('all', 'authenticated', 'vip', 'first_purchase', 'local_resident', 'mexican_national')
  ),
  is_active boolean NOT NULL,
  description jsonb NOT NULL DEFAULT '{"en": "", "es": ""}',
  auto_apply boolean NOT NULL DEFAULT true, -- Only rules that apply automatically are looked at for a price.
  promotion_id uuid REFERENCES promotion (id), -- A rule without a promotion applies at any time.
  version integer NOT NULL DEFAULT 1,
  -- Operators and installation files refer to the rule by this name.
  slug text NOT NULL UNIQUE DEFAULT 'rule-' || gen_random_uuid(),
  CHECK (discount_type = 'fixed' OR value <= 100),
  CHECK ((applies_to = 'specific') = (item_id IS NOT NULL))
);
-- Every process reads all automatic rules that are in use.
CREATE INDEX discount_rule_automatic ON discount_rule (priority DESC) WHERE is_active AND auto_apply;
-- Operators list rules with the highest priority first: all of them, or those of one item, state or promotion.
CREATE INDEX discount_rule_by_item ON discount_rule (item_id, priority DESC, id DESC);
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
