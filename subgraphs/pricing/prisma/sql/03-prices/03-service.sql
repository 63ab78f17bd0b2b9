-- One row per service that an installation file has named by a slug. The id is a hash of the slug, so exported files
-- need this table to show the slug again. Applying a file inserts the row.
CREATE TABLE service_slug (
  service_id uuid PRIMARY KEY,
  slug text NOT NULL
);

-- One row per service of a cenote, such as a guide or equipment: included in the entrance, optional, or not available.
-- Operators edit them one by one or by an installation file.
CREATE TABLE cenote_service (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL, -- Cenote in the catalog.
  service_id uuid NOT NULL, -- Shared by all cenotes that offer the service.
  name jsonb NOT NULL, -- {"en": "Guide", "es": "Guía", "fr": "Guide"}; "fr" is optional.
  description jsonb NOT NULL, -- {"en": "…", "es": "…"}
  category text NOT NULL, -- 'transportation', 'equipment', 'guide', 'food', 'photo' or 'other'.
  inclusion_type text NOT NULL CHECK (inclusion_type IN ('included', 'optional', 'not_available')),
  price_cents integer, -- Price of one, in cents of MXN.
  is_active boolean NOT NULL DEFAULT true,
  display_order integer NOT NULL,
  duration_minutes integer,
  -- Vehicles of a transportation service: {"vehicleTypes": ["van"], "maxCapacity": 12, "pricePerKmCents": 900}.
  transport_config jsonb,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (cenote_id, service_id),
  CHECK (
    CASE inclusion_type
      WHEN 'included' THEN price_cents = 0
      WHEN 'optional' THEN price_cents > 0
      ELSE price_cents IS NULL
    END
  ),
  CHECK (transport_config IS NULL OR category = 'transportation')
);
-- Serve lists of the services of one cenote, and of one service at all cenotes.
CREATE INDEX cenote_service_in_order ON cenote_service (cenote_id, display_order, id);
CREATE INDEX cenote_service_of_service ON cenote_service (service_id, cenote_id, display_order, id);
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON cenote_service
  FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON cenote_service
  FOR EACH STATEMENT EXECUTE FUNCTION announce_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON cenote_service
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON cenote_service
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON cenote_service
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON cenote_service
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER version_grows BEFORE UPDATE ON cenote_service
  FOR EACH ROW EXECUTE FUNCTION grow_version();
