-- One row per age category, with its ages and its share of the adult price: global, or overridden for one cenote or
-- tour. Operators edit them. The five global rows always exist; every change locks them first, so that concurrent
-- changes cannot make ages overlap.
CREATE TABLE age_configuration (
  id uuid PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('global', 'cenote', 'tour')),
  product_id uuid, -- Cenote or tour in the catalog; null if global.
  category text NOT NULL CHECK (category IN ('infant', 'child', 'teen', 'adult', 'senior')),
  names jsonb NOT NULL, -- {"en": "Child", "es": "Niño"}
  descriptions jsonb NOT NULL, -- {"en": "3 to 12 years", "es": "De 3 a 12 años"}
  min_age integer NOT NULL CHECK (min_age >= 0),
  max_age integer, -- Inclusive; null for no limit.
  multiplier integer NOT NULL CHECK (multiplier >= 0), -- Ten-thousandths of the adult price, such as 8500.
  -- An inactive override is ignored in favour of the global row. An inactive global row means that the category is not
  -- sold.
  is_active boolean NOT NULL DEFAULT true,
  display_order integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  UNIQUE NULLS NOT DISTINCT (source, product_id, category),
  CHECK (max_age >= min_age),
  CHECK ((source = 'global') = (product_id IS NULL))
);
INSERT INTO age_configuration
  (id, source, category, names, descriptions, min_age, max_age, multiplier, display_order)
VALUES
  (gen_random_uuid(), 'global', 'infant', '{"es": "Infante", "en": "Infant"}',
    '{"es": "De 0 a 2 años", "en": "0 to 2 years"}', 0, 2, 0, 1),
  (gen_random_uuid(), 'global', 'child', '{"es": "Niño", "en": "Child"}',
    '{"es": "De 3 a 12 años", "en": "3 to 12 years"}', 3, 12, 8000, 2),
  (gen_random_uuid(), 'global', 'teen', '{"es": "Adolescente", "en": "Teen"}',
    '{"es": "De 13 a 17 años", "en": "13 to 17 years"}', 13, 17, 9000, 3),
  (gen_random_uuid(), 'global', 'adult', '{"es": "Adulto", "en": "Adult"}',
    '{"es": "De 18 a 64 años", "en": "18 to 64 years"}', 18, 64, 10000, 4),
  (gen_random_uuid(), 'global', 'senior', '{"es": "Adulto mayor", "en": "Senior"}',
    '{"es": "Desde 65 años", "en": "65 years and over"}', 65, NULL, 8500, 5);

CREATE INDEX age_configuration_of_product ON age_configuration (product_id, id);
CREATE INDEX age_configuration_of_source ON age_configuration (source, id);

-- The triggers follow the first rows, so that these are not recorded as changes.
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON age_configuration
  FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON age_configuration
  FOR EACH STATEMENT EXECUTE FUNCTION announce_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON age_configuration
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON age_configuration
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON age_configuration
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON age_configuration
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER version_grows BEFORE UPDATE ON age_configuration
  FOR EACH ROW EXECUTE FUNCTION grow_version();
