-- What changed of products, for the events about them: written in the transaction of the change, one row for each statement
-- and kind, read by position (platform/postgres/product-changes.ts).
CREATE TABLE product_change (
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL CHECK (kind IN ('availability', 'product', 'pricing')),
  product_type text CHECK (product_type IN ('cenote', 'tour')),
  -- Null: every product.
  product_ids uuid[],
  action text CHECK (action IN ('created', 'updated', 'deactivated')),
  -- The members of the representation that changed, of the kind product.
  changed text[] NOT NULL DEFAULT '{}',
  -- The first and the last date, of the kind availability; null: from today on, and without an end.
  date_from text,
  date_to text,
  CHECK ((kind = 'product') = (action IS NOT NULL))
);
CREATE INDEX product_change_by_transaction ON product_change (transaction);

ALTER TABLE tour ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now();
UPDATE tour SET updated_at = created_at;
CREATE INDEX cenote_by_updated_at ON cenote (is_active, updated_at, id)
  INCLUDE (state_folded, municipality_folded, adult_cents, rating_average, created_at);
CREATE INDEX tour_by_updated_at ON tour (is_active, updated_at, id);

-- Which members of the representation differ between two states of a row. A column that is in none of them, such as the
-- popularity, changes nothing that is announced; the adult price is announced as a price.
CREATE FUNCTION changed_members(o cenote, n cenote) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN (o.name_en, o.name_es) IS DISTINCT FROM (n.name_en, n.name_es) THEN 'name' END,
    CASE WHEN o.slug IS DISTINCT FROM n.slug THEN 'slug' END,
    CASE WHEN (o.description_en, o.description_es) IS DISTINCT FROM (n.description_en, n.description_es) THEN 'description' END,
    CASE WHEN o.long_description IS DISTINCT FROM n.long_description THEN 'longDescription' END,
    CASE WHEN (o.latitude, o.longitude, o.address, o.state, o.municipality, o.zip_code, o.directions, o.landmarks)
      IS DISTINCT FROM (n.latitude, n.longitude, n.address, n.state, n.municipality, n.zip_code, n.directions, n.landmarks)
      THEN 'location' END,
    CASE WHEN o.contact IS DISTINCT FROM n.contact THEN 'contact' END,
    CASE WHEN (o.currency, o.includes, o.excludes) IS DISTINCT FROM (n.currency, n.includes, n.excludes) THEN 'pricing' END,
    CASE WHEN o.features IS DISTINCT FROM n.features THEN 'features' END,
    CASE WHEN (o.daily_capacity, o.hourly_capacity) IS DISTINCT FROM (n.daily_capacity, n.hourly_capacity) THEN 'capacity' END,
    CASE WHEN (o.open_time, o.close_time, o.timezone, o.days_open, o.cutoffs)
      IS DISTINCT FROM (n.open_time, n.close_time, n.timezone, n.days_open, n.cutoffs) THEN 'schedule' END,
    CASE WHEN o.booking_cutoff_minutes IS DISTINCT FROM n.booking_cutoff_minutes THEN 'bookingCutoffMinutes' END,
    CASE WHEN (o.ratings_one, o.ratings_two, o.ratings_three, o.ratings_four, o.ratings_five)
      IS DISTINCT FROM (n.ratings_one, n.ratings_two, n.ratings_three, n.ratings_four, n.ratings_five) THEN 'rating' END,
    CASE WHEN o.images IS DISTINCT FROM n.images THEN 'images' END,
    CASE WHEN o.guidelines IS DISTINCT FROM n.guidelines THEN 'guidelines' END,
    CASE WHEN o.weather IS DISTINCT FROM n.weather THEN 'weather' END,
    CASE WHEN o.conservation IS DISTINCT FROM n.conservation THEN 'conservation' END,
    CASE WHEN o.certifications IS DISTINCT FROM n.certifications THEN 'certifications' END,
    CASE WHEN (o.featured, o.verified_at) IS DISTINCT FROM (n.featured, n.verified_at) THEN 'metadata' END,
    CASE WHEN o.is_active IS DISTINCT FROM n.is_active THEN 'isActive' END,
    CASE WHEN o.created_at IS DISTINCT FROM n.created_at THEN 'createdAt' END
  ], NULL) $$;

CREATE FUNCTION changed_members(o tour, n tour) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN (o.name_en, o.name_es) IS DISTINCT FROM (n.name_en, n.name_es) THEN 'name' END,
    CASE WHEN o.slug IS DISTINCT FROM n.slug THEN 'slug' END,
    CASE WHEN o.description IS DISTINCT FROM n.description THEN 'description' END,
    CASE WHEN o.duration_minutes IS DISTINCT FROM n.duration_minutes THEN 'durationMinutes' END,
    CASE WHEN o.currency IS DISTINCT FROM n.currency THEN 'pricing' END,
    CASE WHEN o.timezone IS DISTINCT FROM n.timezone THEN 'timezone' END,
    CASE WHEN o.departures IS DISTINCT FROM n.departures THEN 'departures' END,
    CASE WHEN o.start_times IS DISTINCT FROM n.start_times THEN 'startTimes' END,
    CASE WHEN o.capacity IS DISTINCT FROM n.capacity THEN 'capacity' END,
    CASE WHEN o.min_party IS DISTINCT FROM n.min_party THEN 'minParty' END,
    CASE WHEN o.stops IS DISTINCT FROM n.stops THEN 'stops' END,
    CASE WHEN o.booking_cutoff_minutes IS DISTINCT FROM n.booking_cutoff_minutes THEN 'bookingCutoffMinutes' END,
    CASE WHEN o.includes IS DISTINCT FROM n.includes THEN 'includes' END,
    CASE WHEN o.excludes IS DISTINCT FROM n.excludes THEN 'excludes' END,
    CASE WHEN o.images IS DISTINCT FROM n.images THEN 'images' END,
    CASE WHEN o.is_active IS DISTINCT FROM n.is_active THEN 'isActive' END,
    CASE WHEN o.created_at IS DISTINCT FROM n.created_at THEN 'createdAt' END
  ], NULL) $$;

-- When a product was updated: it grows with each change that is announced as one of the product, and with nothing else.
CREATE FUNCTION later_than(p_instant timestamptz) RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT greatest(clock_timestamp(), p_instant + interval '1 millisecond') $$;

CREATE FUNCTION grow_updated_at() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.updated_at := CASE WHEN changed_members(OLD, NEW) = '{}' THEN OLD.updated_at ELSE later_than(OLD.updated_at) END;
  RETURN NEW;
END $$;
-- A statement of a trigger sets it because of a change elsewhere, which leaves the version as it is.
CREATE TRIGGER updated_at_grows BEFORE UPDATE ON cenote FOR EACH ROW
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_updated_at();
CREATE TRIGGER updated_at_grows BEFORE UPDATE ON tour FOR EACH ROW
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_updated_at();
DROP TRIGGER version_grows ON cenote;
CREATE TRIGGER version_grows BEFORE UPDATE ON cenote FOR EACH ROW
  WHEN (pg_trigger_depth() = 0
    AND (OLD.ratings_one, OLD.ratings_two, OLD.ratings_three, OLD.ratings_four, OLD.ratings_five)
      IS NOT DISTINCT FROM (NEW.ratings_one, NEW.ratings_two, NEW.ratings_three, NEW.ratings_four, NEW.ratings_five))
  EXECUTE FUNCTION grow_version();
DROP TRIGGER version_grows ON tour;
CREATE TRIGGER version_grows BEFORE UPDATE ON tour FOR EACH ROW
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION grow_version();

-- The rows of cenotes and tours. A plan made for one row is used for thousands, so that it must not be a nested loop.
CREATE FUNCTION note_product_updates() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT SET enable_nestloop = off AS $$
BEGIN
  IF TG_TABLE_NAME = 'cenote' THEN
    INSERT INTO product_change (kind, product_type, product_ids, action, changed)
    WITH updates AS MATERIALIZED (
      SELECT n.id, changed_members(o::cenote, n::cenote) AS members, o.is_active AND NOT n.is_active AS is_deactivated,
        o.adult_cents <> n.adult_cents AS has_new_price
      FROM old_rows AS o JOIN new_rows AS n ON n.id = o.id)
    SELECT 'product', 'cenote', array_agg(id), CASE WHEN is_deactivated THEN 'deactivated' ELSE 'updated' END, members
      FROM updates WHERE members <> '{}' GROUP BY members, is_deactivated
    UNION ALL SELECT 'availability', 'cenote', array_agg(id), NULL, '{}' FROM updates
      WHERE members && '{capacity,schedule,bookingCutoffMinutes,isActive}' HAVING count(*) > 0
    UNION ALL SELECT 'pricing', 'cenote', array_agg(id), NULL, '{}' FROM updates
      WHERE has_new_price HAVING count(*) > 0;
  ELSE
    INSERT INTO product_change (kind, product_type, product_ids, action, changed)
    WITH updates AS MATERIALIZED (
      SELECT n.id, changed_members(o::tour, n::tour) AS members, o.is_active AND NOT n.is_active AS is_deactivated,
        o.adult_cents <> n.adult_cents AS has_new_price
      FROM old_rows AS o JOIN new_rows AS n ON n.id = o.id)
    SELECT 'product', 'tour', array_agg(id), CASE WHEN is_deactivated THEN 'deactivated' ELSE 'updated' END, members
      FROM updates WHERE members <> '{}' GROUP BY members, is_deactivated
    UNION ALL SELECT 'availability', 'tour', array_agg(id), NULL, '{}' FROM updates
      WHERE members && '{durationMinutes,timezone,departures,minParty,stops,bookingCutoffMinutes,isActive}' HAVING count(*) > 0
    UNION ALL SELECT 'pricing', 'tour', array_agg(id), NULL, '{}' FROM updates
      WHERE has_new_price HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION note_products_created() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO product_change (kind, product_type, product_ids, action)
  SELECT 'product', TG_TABLE_NAME, array_agg(id), 'created' FROM new_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION note_products_deleted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO product_change (kind, product_type, product_ids, action, changed)
  SELECT 'product', TG_TABLE_NAME, array_agg(id), 'deactivated', '{isActive}' FROM old_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION note_products_emptied() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO product_change (kind, action) VALUES ('availability', NULL), ('product', 'updated'), ('pricing', NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER product_change_inserted AFTER INSERT ON cenote
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_created();
CREATE TRIGGER product_change_updated AFTER UPDATE ON cenote
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_product_updates();
CREATE TRIGGER product_change_deleted AFTER DELETE ON cenote
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_deleted();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON cenote
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();

CREATE TRIGGER product_change_inserted AFTER INSERT ON tour
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_created();
CREATE TRIGGER product_change_updated AFTER UPDATE ON tour
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_product_updates();
CREATE TRIGGER product_change_deleted AFTER DELETE ON tour
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products_deleted();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON tour
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();

-- Notes a member of products that is stored elsewhere, and lets their updated_at grow: in the order in which commands lock
-- them, and except for those that this transaction has just added.
CREATE FUNCTION note_member_change(p_type text, p_ids uuid[], p_member text) RETURNS void LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  IF p_ids IS NULL THEN RETURN; END IF;
  INSERT INTO product_change (kind, product_type, product_ids, action, changed)
  VALUES ('product', p_type, p_ids, 'updated', ARRAY[p_member]);
  EXECUTE format(
    'UPDATE %1$I AS product SET updated_at = later_than(product.updated_at)
     FROM (SELECT id FROM %1$I WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE) AS locked
     WHERE product.id = locked.id AND NOT (product.version = 1 AND product.xmin = pg_current_xact_id()::xid)', p_type)
  USING p_ids;
END $$;

-- The texts and the prices of a menu apart, as only the former change the product.
CREATE FUNCTION menu_texts(p_menu jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(dish - 'priceCents' ORDER BY position)
  FROM jsonb_array_elements(nullif(p_menu, 'null')) WITH ORDINALITY AS entry (dish, position) $$;
CREATE FUNCTION menu_prices(p_menu jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(dish->'priceCents' ORDER BY position)
  FROM jsonb_array_elements(nullif(p_menu, 'null')) WITH ORDINALITY AS entry (dish, position) $$;

-- What a row says about the cenote or the tour that it belongs to: its amounts, which are announced as prices, and the rest.
CREATE FUNCTION contents_of_part(
  p_table text, p_entry jsonb, OUT owner_type text, OUT owner_id uuid, OUT is_price boolean, OUT content jsonb)
RETURNS SETOF record LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
  prices jsonb;
BEGIN
  owner_type := CASE WHEN p_entry->>'cenote_id' IS NULL OR p_table = 'tour_cenote' THEN 'tour' ELSE 'cenote' END;
  owner_id := (p_entry->>(owner_type || '_id'))::uuid;
  IF p_table = 'cenote_amenity' THEN
    prices := jsonb_build_array(p_entry->'cost_cents', menu_prices(p_entry->'menu'));
    is_price := true;
    content := jsonb_build_array(p_entry->'amenity_id', prices);
    IF prices <> '[0, null]' THEN RETURN NEXT; END IF;
    p_entry := p_entry - 'cost_cents' || jsonb_build_object('menu', menu_texts(p_entry->'menu'));
  ELSIF p_table = 'meeting_point' THEN
    is_price := true;
    content := jsonb_build_array(p_entry->'id', p_entry->'price_cents');
    IF p_entry->'price_cents' <> '0' THEN RETURN NEXT; END IF;
    p_entry := p_entry - 'price_cents';
  END IF;
  is_price := false;
  content := p_entry;
  RETURN NEXT;
END $$;

-- The argument is the member of the owner that the rows are shown in.
CREATE FUNCTION note_part_changes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  old_entries jsonb[];
  new_entries jsonb[];
  owners record;
BEGIN
  IF TG_OP <> 'INSERT' THEN SELECT array_agg(to_jsonb(old_row)) INTO old_entries FROM old_rows AS old_row; END IF;
  IF TG_OP <> 'DELETE' THEN SELECT array_agg(to_jsonb(new_row)) INTO new_entries FROM new_rows AS new_row; END IF;
  FOR owners IN
    WITH before AS (
      SELECT part.* FROM unnest(old_entries) AS entry, LATERAL contents_of_part(TG_TABLE_NAME, entry) AS part),
    after AS (
      SELECT part.* FROM unnest(new_entries) AS entry, LATERAL contents_of_part(TG_TABLE_NAME, entry) AS part),
    differing AS ((TABLE before EXCEPT TABLE after) UNION ALL (TABLE after EXCEPT TABLE before))
    SELECT owner_type, is_price, array_agg(DISTINCT owner_id) AS ids FROM differing GROUP BY owner_type, is_price
  LOOP
    IF owners.is_price THEN
      INSERT INTO product_change (kind, product_type, product_ids) VALUES ('pricing', owners.owner_type, owners.ids);
    ELSE
      PERFORM note_member_change(owners.owner_type, owners.ids, TG_ARGV[0]);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER product_change_inserted AFTER INSERT ON cenote_amenity
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('amenities');
CREATE TRIGGER product_change_updated AFTER UPDATE ON cenote_amenity
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('amenities');
CREATE TRIGGER product_change_deleted AFTER DELETE ON cenote_amenity
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('amenities');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON cenote_amenity
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();

CREATE TRIGGER product_change_inserted AFTER INSERT ON meeting_point
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('meetingPoints');
CREATE TRIGGER product_change_updated AFTER UPDATE ON meeting_point
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('meetingPoints');
CREATE TRIGGER product_change_deleted AFTER DELETE ON meeting_point
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('meetingPoints');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON meeting_point
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();

CREATE TRIGGER product_change_inserted AFTER INSERT ON review
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('reviews');
CREATE TRIGGER product_change_updated AFTER UPDATE ON review
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('reviews');
CREATE TRIGGER product_change_deleted AFTER DELETE ON review
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('reviews');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON review
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();

CREATE TRIGGER product_change_inserted AFTER INSERT ON tour_cenote
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('cenoteIds');
CREATE TRIGGER product_change_updated AFTER UPDATE ON tour_cenote
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('cenoteIds');
CREATE TRIGGER product_change_deleted AFTER DELETE ON tour_cenote
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_part_changes('cenoteIds');
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON tour_cenote
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();

-- An amenity's own texts are those of every cenote that has it.
CREATE FUNCTION note_amenity_changes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_member_change('cenote', array_agg(DISTINCT cenote_id), 'amenities') FROM cenote_amenity
  WHERE amenity_id IN (
    SELECT id FROM (SELECT id, category, name, description, icon FROM new_rows
      EXCEPT SELECT id, category, name, description, icon FROM old_rows) AS differing);
  RETURN NULL;
END $$;
CREATE TRIGGER product_change_updated AFTER UPDATE ON amenity
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_amenity_changes();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON amenity
  FOR EACH STATEMENT EXECUTE FUNCTION note_products_emptied();
