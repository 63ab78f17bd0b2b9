-- One row per way to reach a cenote or tour, with its price. Operators edit them one by one or by an installation file.
-- If several options of a type reach the pickup, the cheapest applies.
CREATE TABLE transport_option (
  id uuid PRIMARY KEY,
  product_type text NOT NULL CHECK (product_type IN ('cenote', 'tour')),
  -- Cenote or tour in the catalog; null for every product of product_type without its own option of this type.
  product_id uuid,
  type text NOT NULL CHECK (type IN ('meeting_point', 'hotel_pickup', 'private_transfer')),
  base_cents integer NOT NULL CHECK (base_cents >= 0), -- Cents of MXN; per vehicle for a private transfer.
  cents_per_km integer NOT NULL CHECK (cents_per_km >= 0), -- Cents of MXN, added to the base.
  vehicle_capacity integer NOT NULL CHECK (vehicle_capacity > 0), -- People; only used for private transfers.
  -- Centre of the zone, from which distances are measured, in degrees; null for the location of the cenote.
  latitude double precision,
  longitude double precision,
  -- Pickups must be within this distance; null for the general maximum of 150 km.
  zone_radius_km double precision,
  version integer NOT NULL DEFAULT 1,
  -- Name of the option in installation files and lists.
  slug text NOT NULL UNIQUE DEFAULT 'transport-' || gen_random_uuid(),
  is_active boolean NOT NULL DEFAULT true,
  -- Minutes before the start at which guests are met or picked up.
  minutes_before integer NOT NULL DEFAULT 60 CHECK (minutes_before BETWEEN 0 AND 600),
  CHECK ((latitude IS NULL) = (longitude IS NULL)),
  -- A tour has no location to measure from, so its pickups need a zone.
  CHECK (product_type = 'cenote' OR type = 'meeting_point' OR (latitude IS NOT NULL AND zone_radius_km IS NOT NULL))
);
-- Serves the calculation of prices.
CREATE INDEX transport_option_product ON transport_option (product_id, type);
-- Serves lists of the options of a product, in the order of their slugs.
CREATE INDEX transport_option_of_product ON transport_option (product_id, slug);
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transport_option
  FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transport_option
  FOR EACH STATEMENT EXECUTE FUNCTION announce_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON transport_option
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON transport_option
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON transport_option
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON transport_option
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER version_grows BEFORE UPDATE ON transport_option
  FOR EACH ROW EXECUTE FUNCTION grow_version();

-- One row per group discount on transport; the largest discount that a group is big enough for applies. Operators
-- replace all rows together; their version is in price_list as 'transport_group_discounts'.
CREATE TABLE transport_group_discount (
  min_people integer PRIMARY KEY CHECK (min_people > 1),
  percent integer NOT NULL CHECK (percent BETWEEN 0 AND 100)
);
INSERT INTO transport_group_discount (min_people, percent) VALUES (6, 10), (10, 15);

-- The triggers follow the first rows, so that these are not recorded as changes.
CREATE TRIGGER fact_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transport_group_discount
  FOR EACH STATEMENT EXECUTE FUNCTION record_price_change();
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transport_group_discount
  FOR EACH STATEMENT EXECUTE FUNCTION announce_price_change();
CREATE TRIGGER product_change_inserted AFTER INSERT ON transport_group_discount
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON transport_group_discount
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON transport_group_discount
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON transport_group_discount
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
