\i subgraphs/shared/sql/product-change.sql

-- Notes the products that a statement added. Fires after INSERT on cenote and tour.
CREATE FUNCTION note_products_created()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO product_change (kind, product_type, product_ids, action)
  SELECT 'product', TG_TABLE_NAME, array_agg(id), 'created' FROM new_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- Notes the products that a statement deleted as deactivated. Fires after DELETE on cenote and tour.
CREATE FUNCTION note_products_deleted()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO product_change (kind, product_type, product_ids, action, changed)
  SELECT 'product', TG_TABLE_NAME, array_agg(id), 'deactivated', '{isActive}' FROM old_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- Notes that every product may have changed. Fires after a TRUNCATE of any table of products or their parts.
CREATE FUNCTION note_products_emptied()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO product_change (kind, action) VALUES ('availability', NULL), ('product', 'updated'), ('pricing', NULL);
  RETURN NULL;
END $$;

-- Notes a change of a member that is stored in another table, and advances the updated_at of its products, except of
-- those that this transaction has added. Locks the products in the order of their ids, as commands do, to avoid
-- deadlocks. Does nothing if the ids are null.
-- Example: SELECT note_member_change('cenote', '{6f1c2f0e-8a53-4c1e-9d0b-2f7a4c1be901}', 'amenities');
CREATE FUNCTION note_member_change(p_type text, p_ids uuid[], p_member text)
RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
