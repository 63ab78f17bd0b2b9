-- Each row is a kind of amenity, such as parking, apart from the cenotes that offer it. Operators write it by mutations
-- and installation files (subgraphs/catalog/amenity/repository.ts).
CREATE TABLE amenity (
  id text PRIMARY KEY, -- The operator chooses it, such as bicycle-rental; it never changes.
  category text NOT NULL CHECK (category IN ('facilities', 'activities', 'dining')),
  name jsonb NOT NULL, -- It is a text in both languages: {"en": "…", "es": "…"}.
  description jsonb, -- It is a text in both languages.
  icon text, -- It is the name of an icon.
  version integer NOT NULL DEFAULT 1 -- The trigger version_grows sets it.
);

CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON amenity
  FOR EACH ROW EXECUTE FUNCTION record_fact_change('amenity');
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON amenity
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();

-- Only updates are noted: an amenity that was just added, or that can be deleted, belongs to no cenote.
CREATE TRIGGER product_change_updated AFTER UPDATE ON amenity
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_amenity_changes();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON amenity
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();

CREATE TRIGGER version_grows BEFORE UPDATE ON amenity
  FOR EACH ROW EXECUTE FUNCTION grow_version();

-- Each row is an amenity that a cenote offers. It is written with the cenote, and only if it differs, because each row
-- that is written is announced as a change (subgraphs/catalog/cenote/store/forms.ts).
CREATE TABLE cenote_amenity (
  cenote_id uuid NOT NULL REFERENCES cenote ON DELETE CASCADE,
  amenity_id text NOT NULL REFERENCES amenity,
  available boolean NOT NULL DEFAULT true, -- It is true if the amenity can be used at present.
  cost_cents integer NOT NULL DEFAULT 0 CHECK (cost_cents >= 0), -- It is in integer cents of MXN.
  hours text, -- These are the opening hours in words.
  requirements jsonb, -- They are requirements and things to bring, as a list for each language: {"en": […], "es": […]}.
  capacity integer CHECK (capacity >= 0), -- It serves so many people.
  features jsonb, -- They are particulars, as a list for each language.
  menu jsonb, -- A kitchen has one: [{"item", "priceCents", "description"}], with prices in integer cents.
  PRIMARY KEY (cenote_id, amenity_id)
);
-- It serves the filter of lists by an amenity.
CREATE INDEX cenote_amenity_by_amenity ON cenote_amenity (amenity_id, cenote_id) WHERE available;

CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON cenote_amenity
  FOR EACH ROW EXECUTE FUNCTION record_cenote_change();
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON cenote_amenity
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON cenote_amenity
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalog_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON cenote_amenity
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('amenities');
CREATE TRIGGER product_change_updated AFTER UPDATE ON cenote_amenity
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('amenities');
CREATE TRIGGER product_change_deleted AFTER DELETE ON cenote_amenity
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('amenities');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON cenote_amenity
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
