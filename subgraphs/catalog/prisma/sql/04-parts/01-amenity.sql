-- One row per amenity, such as parking, independent of the cenotes that offer it. Mutations of operators and
-- installation files write it (subgraphs/catalog/amenity/repository.ts).
CREATE TABLE amenity (
  id text PRIMARY KEY, -- Slug, such as 'bicycle-rental'; chosen by the operator and never changed.
  category text NOT NULL CHECK (category IN ('facilities', 'activities', 'dining')),
  name jsonb NOT NULL, -- {"en": "…", "es": "…"}
  description jsonb, -- {"en": "…", "es": "…"}
  icon text, -- Name of an icon.
  version integer NOT NULL DEFAULT 1 -- Set by the trigger version_grows.
);

CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON amenity
  FOR EACH ROW EXECUTE FUNCTION record_fact_change('amenity');
CREATE TRIGGER facts_emptied AFTER TRUNCATE ON amenity
  FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed();

-- Only updates are noted, because no cenote has an amenity when it is added or deleted.
CREATE TRIGGER product_change_updated AFTER UPDATE ON amenity
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_amenity_changes();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON amenity
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();

CREATE TRIGGER version_grows BEFORE UPDATE ON amenity
  FOR EACH ROW EXECUTE FUNCTION grow_version();

-- One row per amenity that a cenote offers. Written together with the cenote (subgraphs/catalog/cenote/store/forms.ts),
-- and only if it differs, because each written row is announced as a change.
CREATE TABLE cenote_amenity (
  cenote_id uuid NOT NULL REFERENCES cenote ON DELETE CASCADE,
  amenity_id text NOT NULL REFERENCES amenity,
  available boolean NOT NULL DEFAULT true, -- False while the amenity cannot be used.
  cost_cents integer NOT NULL DEFAULT 0 CHECK (cost_cents >= 0), -- Price in integer cents of MXN.
  hours text, -- Opening hours as text, such as '08:30-17:30'.
  requirements jsonb, -- Requirements and things to bring: {"en": ["…"], "es": ["…"]}.
  capacity integer CHECK (capacity >= 0), -- People it can serve.
  features jsonb, -- Details: {"en": ["…"], "es": ["…"]}.
  menu jsonb, -- Menu of a kitchen: [{"item": {"en", "es"}, "priceCents", "description": {"en", "es"}}].
  PRIMARY KEY (cenote_id, amenity_id)
);
-- Serves the filter of lists by amenity.
CREATE INDEX cenote_amenity_by_amenity ON cenote_amenity (amenity_id, cenote_id) WHERE available;

CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE ON cenote_amenity
  FOR EACH ROW EXECUTE FUNCTION record_owner_change('cenote');
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
