-- Returns why a pending reservation can no longer be confirmed in its slot: 'maintenance' on a closed day,
-- 'closed_by_operator' in a closed slot, and 'outdated' if product_fence is above p_version, the version of the facts
-- that the caller has read: the departure may have been removed since, or the product taken off sale. Otherwise null; a
-- null p_version skips the last check. Shares the calendar lock until the transaction ends, so that the result holds
-- until then; the statements after the lock see what was committed while it waited.
-- Example: SELECT closed_since('5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31', '2026-12-24', '10:00', 7);
CREATE FUNCTION closed_since(p_product uuid, p_date text, p_time text, p_version integer)
RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(calendar_lock(p_product));
  IF EXISTS (SELECT FROM closure WHERE cenote_id = p_product AND p_date BETWEEN start_date AND end_date) THEN
    RETURN 'maintenance';
  END IF;
  IF EXISTS (
    SELECT FROM inventory_slot WHERE product_id = p_product AND visit_date = p_date AND visit_time = p_time AND closed
  ) THEN
    RETURN 'closed_by_operator';
  END IF;
  IF EXISTS (SELECT FROM product_fence WHERE product_id = p_product AND version > p_version) THEN
    RETURN 'outdated';
  END IF;
  RETURN NULL;
END $$;
