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

-- The products whose prices a row affects; a null id stands for all of them. This database does not know the type of a
-- product that a rule names.
CREATE FUNCTION products_of_price(p_table text, p_entry jsonb, OUT product_type text, OUT product_id uuid)
RETURNS SETOF record LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  CASE p_table
    WHEN 'cenote_service' THEN
      RETURN QUERY SELECT 'cenote', (p_entry->>'cenote_id')::uuid;
    WHEN 'age_configuration', 'transport_option' THEN
      RETURN QUERY SELECT p_entry->>'item_type', (p_entry->>'item_id')::uuid;
    WHEN 'discount_rule' THEN
      RETURN QUERY SELECT NULL, (p_entry->>'item_id')::uuid;
    WHEN 'promotion' THEN
      RETURN QUERY SELECT NULL, rule.item_id FROM (SELECT) AS one
        LEFT JOIN discount_rule AS rule ON rule.promotion_id = (p_entry->>'id')::uuid;
    ELSE
      RETURN QUERY SELECT NULL, NULL::uuid;
  END CASE;
END $$;

-- A statement that concerns many products is noted as one that concerns all of them.
CREATE FUNCTION note_price_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  entries jsonb[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    INSERT INTO product_change (kind) VALUES ('pricing');
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT array_agg(to_jsonb(new_row)) INTO entries FROM new_rows AS new_row;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(to_jsonb(old_row)) INTO entries FROM old_rows AS old_row;
  ELSE
    WITH before AS (SELECT to_jsonb(old_row) - 'version' AS entry FROM old_rows AS old_row),
      after AS (SELECT to_jsonb(new_row) - 'version' AS entry FROM new_rows AS new_row)
    SELECT array_agg(entry) INTO entries FROM (
      (SELECT entry FROM before EXCEPT SELECT entry FROM after)
      UNION ALL (SELECT entry FROM after EXCEPT SELECT entry FROM before)) AS differing;
  END IF;
  WITH products AS MATERIALIZED (
    SELECT DISTINCT product_type, product_id
    FROM unnest(entries) AS entry, LATERAL products_of_price(TG_TABLE_NAME, entry)),
  reach AS (SELECT count(*) > 100 OR bool_or(product_id IS NULL) AS is_everything FROM products HAVING count(*) > 0)
  INSERT INTO product_change (kind, product_type, product_ids)
  SELECT 'pricing', NULL, NULL FROM reach WHERE is_everything
  UNION ALL
  SELECT 'pricing', product_type, array_agg(product_id) FROM products, reach WHERE NOT is_everything GROUP BY product_type;
  RETURN NULL;
END $$;

CREATE TRIGGER product_change_inserted AFTER INSERT ON age_configuration
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON age_configuration
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON age_configuration
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON age_configuration
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON cenote_service
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON cenote_service
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON cenote_service
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON cenote_service
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON discount_rule
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON discount_rule
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON discount_rule
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON discount_rule
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON exchange_rate
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON exchange_rate
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON exchange_rate
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON exchange_rate
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON fee
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON fee
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON fee
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON fee
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON promotion
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON promotion
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON promotion
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON promotion
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON tax_rate
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON tax_rate
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON tax_rate
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON tax_rate
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON transport_group_discount
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON transport_group_discount
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON transport_group_discount
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON transport_group_discount
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();

CREATE TRIGGER product_change_inserted AFTER INSERT ON transport_option
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_updated AFTER UPDATE ON transport_option
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_deleted AFTER DELETE ON transport_option
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
CREATE TRIGGER product_change_emptied AFTER TRUNCATE ON transport_option
  FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
