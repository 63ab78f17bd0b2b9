-- Returns the prices of a menu in its order, or null without a menu. Prices and texts are compared separately: a price
-- is noted as 'pricing', a text as a change of the product.
-- Example: SELECT menu_prices('[{"item": {"en": "Tea", "es": "Té"}, "priceCents": 4500}]') returns [4500].
CREATE FUNCTION menu_prices(p_menu jsonb)
RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(dish->'priceCents' ORDER BY position)
  FROM jsonb_array_elements(nullif(p_menu, 'null')) WITH ORDINALITY AS entry (dish, position) $$;

-- Returns a menu without its prices, or null without a menu.
-- Example: SELECT menu_texts('[{"item": {"en": "Tea", "es": "Té"}, "priceCents": 4500}]') returns
--   [{"item": {"en": "Tea", "es": "Té"}}].
CREATE FUNCTION menu_texts(p_menu jsonb)
RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(dish - 'priceCents' ORDER BY position)
  FROM jsonb_array_elements(nullif(p_menu, 'null')) WITH ORDINALITY AS entry (dish, position) $$;

-- Splits a row of a part into its amounts (is_price) and the rest, which note_part_changes compares separately. A free
-- amenity or meeting point has no amounts, so adding one is not a change of prices.
-- Example: SELECT * FROM contents_of_part('cenote_amenity',
--   '{"cenote_id": "6f1c2f0e-8a53-4c1e-9d0b-2f7a4c1be901", "amenity_id": "kayak", "cost_cents": 15000, "menu": null}')
-- returns ('cenote', '6f1c…', true, ["kayak", [15000, null]]) and ('cenote', '6f1c…', false, {…} without cost_cents).
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

-- Notes the cenotes and tours whose parts a statement changed; rows that it left the same are ignored. The argument of
-- the trigger is the member of the product that shows the parts. Fires after INSERT, UPDATE and DELETE on tour_cenote,
-- cenote_amenity, meeting_point and review. Locks the products as note_member_change does.
CREATE FUNCTION note_part_changes()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

-- Notes every cenote with an amenity whose category, texts or icon changed, because the cenote shows them. Fires after
-- UPDATE on amenity. Locks the cenotes as note_member_change does.
CREATE FUNCTION note_amenity_changes()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_member_change('cenote', array_agg(DISTINCT cenote_id), 'amenities') FROM cenote_amenity
  WHERE amenity_id IN (
    SELECT id FROM (SELECT id, category, name, description, icon FROM new_rows
      EXCEPT SELECT id, category, name, description, icon FROM old_rows) AS differing);
  RETURN NULL;
END $$;
