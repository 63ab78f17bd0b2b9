\i subgraphs/shared/sql/product-change.sql

-- Returns the products whose prices depend on a row of a table, which is passed as JSON; a null id means every
-- product. A promotion affects the products of its rules, and every product if it has no rule.
-- Example: SELECT * FROM products_of_price('cenote_service', '{"cenote_id": "84ae4fbe-b67e-8444-88f9-3d405c1730b4"}');
CREATE FUNCTION products_of_price(p_table text, p_entry jsonb, OUT product_type text, OUT product_id uuid)
RETURNS SETOF record LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  CASE p_table
    WHEN 'cenote_service' THEN
      RETURN QUERY SELECT 'cenote', (p_entry->>'cenote_id')::uuid;
    WHEN 'age_configuration' THEN
      RETURN QUERY SELECT p_entry->>'source', (p_entry->>'product_id')::uuid;
    WHEN 'transport_option' THEN
      RETURN QUERY SELECT p_entry->>'product_type', (p_entry->>'product_id')::uuid;
    WHEN 'discount_rule' THEN
      RETURN QUERY SELECT NULL, (p_entry->>'product_id')::uuid;
    WHEN 'promotion' THEN
      RETURN QUERY SELECT NULL, rule.product_id FROM (SELECT) AS one
        LEFT JOIN discount_rule AS rule ON rule.promotion_id = (p_entry->>'id')::uuid;
    ELSE
      RETURN QUERY SELECT NULL, NULL::uuid;
  END CASE;
END $$;

-- Notes the products whose prices a statement changed. An update affects the products of the old and the new rows,
-- unless only the version differs. More than 100 products are noted as every product. The triggers `product_change_…`
-- fire it after each statement, with the transition tables old_rows and new_rows.
CREATE FUNCTION note_price_change()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
  SELECT 'pricing', product_type, array_agg(product_id) FROM products, reach
    WHERE NOT is_everything GROUP BY product_type;
  RETURN NULL;
END $$;
