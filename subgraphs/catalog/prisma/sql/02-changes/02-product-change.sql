-- Each row notes what one statement changed of products, one row for each kind of change. Triggers write it in the
-- transaction of the change. The change feed of booking reads the rows of transactions that have ended since its last
-- position (platform/postgres/product-changes.ts) and makes events of them. A background job removes rows after a week.
CREATE TABLE product_change (
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL CHECK (kind IN ('availability', 'product', 'pricing')),
  product_type text CHECK (product_type IN ('cenote', 'tour')), -- It is NULL if the row concerns every product.
  product_ids uuid[], -- NULL stands for every product.
  action text CHECK (action IN ('created', 'updated', 'deactivated')), -- Only a change of the kind product has one.
  -- These are the members of the product's representation that changed, such as name or images. They are listed for the
  -- kind product, except for one that was created.
  changed text[] NOT NULL DEFAULT '{}',
  -- These are the first and the last date of a change of availability, YYYY-MM-DD. NULL means from today on and without
  -- an end, which holds for every change in this database.
  date_from text,
  date_to text,
  CHECK ((kind = 'product') = (action IS NOT NULL))
);
CREATE INDEX product_change_by_transaction ON product_change (transaction);

-- Notes the products that a statement added. It fires after INSERT on cenote and tour.
CREATE FUNCTION note_products_created()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO product_change (kind, product_type, product_ids, action)
  SELECT 'product', TG_TABLE_NAME, array_agg(id), 'created' FROM new_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- Notes the products that a statement deleted, in the same way as products that were taken off sale.
-- It fires after DELETE on cenote and tour.
CREATE FUNCTION note_products_deleted()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO product_change (kind, product_type, product_ids, action, changed)
  SELECT 'product', TG_TABLE_NAME, array_agg(id), 'deactivated', '{isActive}' FROM old_rows HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- Notes that anything may have changed of every product, because a table was emptied.
-- It fires after TRUNCATE of each table of products and their parts.
CREATE FUNCTION note_products_emptied()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO product_change (kind, action) VALUES ('availability', NULL), ('product', 'updated'), ('pricing', NULL);
  RETURN NULL;
END $$;

-- Notes a change of a member of products that is stored in another table, and makes their updated_at grow; with NULL
-- for the ids it does nothing. It locks the products FOR NO KEY UPDATE in the order of their ids, which is the order in
-- which commands lock them. It does not update a product that this transaction has just added, which is new as a whole.
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
