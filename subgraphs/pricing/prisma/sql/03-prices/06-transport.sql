-- Each row is a way to bring guests to a cenote or tour, with its price. Operators change it, one by one or by an
-- installation file. Several options may reach the same place: the cheapest counts.
CREATE TABLE transport_option (
  id uuid PRIMARY KEY,
  item_type text NOT NULL CHECK (item_type IN ('cenote', 'tour')),
  -- It is the one cenote or tour of the catalog; null for every one that has no option of this type of its own.
  item_id uuid,
  type text NOT NULL CHECK (type IN ('meeting_point', 'hotel_pickup', 'private_transfer')),
  base_cents integer NOT NULL CHECK (base_cents >= 0), -- Cents of MXN, for each vehicle if it is a private transfer.
  cents_per_km integer NOT NULL CHECK (cents_per_km >= 0), -- Cents of MXN, on top of the base.
  vehicle_capacity integer NOT NULL CHECK (vehicle_capacity > 0), -- It decides how many vehicles are paid for.
  -- Distances are measured from this place, the centre of the zone; null for the cenote itself.
  latitude double precision,
  longitude double precision,
  -- Guests are picked up within this distance; null means the 150 km that no pickup may exceed.
  zone_radius_km double precision,
  version integer NOT NULL DEFAULT 1,
  -- Operators and installation files refer to the option by this name.
  slug text NOT NULL UNIQUE DEFAULT 'transport-' || gen_random_uuid(),
  is_active boolean NOT NULL DEFAULT true,
  -- Guests are met or picked up this many minutes before the start.
  minutes_before integer NOT NULL DEFAULT 60 CHECK (minutes_before BETWEEN 0 AND 600),
  CHECK ((latitude IS NULL) = (longitude IS NULL)),
  -- Tours start in many places, so a pickup is from a zone.
  CHECK (item_type = 'cenote' OR type = 'meeting_point' OR (latitude IS NOT NULL AND zone_radius_km IS NOT NULL))
);
-- The options of an item are read to calculate its prices.
CREATE INDEX transport_option_item ON transport_option (item_id, type);
-- Operators list the options of an item in the order of their slugs.
CREATE INDEX transport_option_of_item ON transport_option (item_id, slug);
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

-- Each row is a discount on transport for groups; of those that a group is large enough for, the largest applies.
-- Operators replace all rows together; their version is in price_list under 'transport_group_discounts'.
CREATE TABLE transport_group_discount (
  min_people integer PRIMARY KEY CHECK (min_people > 1),
  percent integer NOT NULL CHECK (percent BETWEEN 0 AND 100)
);
INSERT INTO transport_group_discount (min_people, percent) VALUES (6, 10), (10, 15);

-- The triggers come after the first rows, so that those are not recorded as changes.
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
