-- Grow with each change, so that an operator never overwrites a change that he has not seen.
ALTER TABLE age_configuration ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE cenote_service ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE transport_option ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE discount_rule ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE promotion ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE coupon ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE FUNCTION grow_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER version_grows BEFORE UPDATE ON age_configuration FOR EACH ROW EXECUTE FUNCTION grow_version();
CREATE TRIGGER version_grows BEFORE UPDATE ON cenote_service FOR EACH ROW EXECUTE FUNCTION grow_version();
CREATE TRIGGER version_grows BEFORE UPDATE ON transport_option FOR EACH ROW EXECUTE FUNCTION grow_version();
CREATE TRIGGER version_grows BEFORE UPDATE ON discount_rule FOR EACH ROW EXECUTE FUNCTION grow_version();
CREATE TRIGGER version_grows BEFORE UPDATE ON promotion FOR EACH ROW EXECUTE FUNCTION grow_version();
-- Counting a use is no change of the coupon.
CREATE TRIGGER version_grows BEFORE UPDATE OF name, description, discount_type, value, service_id, item_id,
  min_purchase_cents, max_discount_cents, usage_limit, valid_from, valid_until, stackable, priority, is_active
  ON coupon FOR EACH ROW EXECUTE FUNCTION grow_version();

-- Names by which files and operators refer to rules and options.
ALTER TABLE discount_rule ADD COLUMN slug text NOT NULL UNIQUE DEFAULT 'rule-' || gen_random_uuid();
ALTER TABLE transport_option
  ADD COLUMN slug text NOT NULL UNIQUE DEFAULT 'transport-' || gen_random_uuid(),
  ADD COLUMN is_active boolean NOT NULL DEFAULT true;

-- Charged once for each reservation, on top of everything else.
CREATE TABLE fee (
  name text PRIMARY KEY,
  amount_cents integer NOT NULL CHECK (amount_cents >= 0)
);
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON fee EXECUTE FUNCTION tell_prices_changed();

-- Versions of what is changed as a whole list.
CREATE TABLE price_list (
  id text PRIMARY KEY,
  version integer NOT NULL DEFAULT 1
);
INSERT INTO price_list (id) VALUES ('charges'), ('exchange_rates'), ('transport_group_discounts');

-- The lists that operators page through, by filter and order.
CREATE INDEX coupon_by_state ON coupon (is_active, code);
CREATE INDEX coupon_by_item ON coupon (item_id, code);
CREATE INDEX promotion_by_state ON promotion (status, slug);
CREATE INDEX discount_rule_by_priority ON discount_rule (priority DESC, id DESC);
CREATE INDEX discount_rule_by_state ON discount_rule (is_active, priority DESC, id DESC);
CREATE INDEX discount_rule_by_item ON discount_rule (item_id, priority DESC, id DESC);
DROP INDEX discount_rule_promotion;
CREATE INDEX discount_rule_promotion ON discount_rule (promotion_id, priority DESC, id DESC);
CREATE INDEX cenote_service_in_order ON cenote_service (cenote_id, display_order, id);
CREATE INDEX cenote_service_of_service ON cenote_service (service_id, cenote_id, display_order, id);
CREATE INDEX transport_option_of_item ON transport_option (item_id, slug);
CREATE INDEX age_configuration_of_item ON age_configuration (item_id, id);
CREATE INDEX age_configuration_of_type ON age_configuration (item_type, id);
