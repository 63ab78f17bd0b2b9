-- Returns why a pending reservation of a slot can no longer be confirmed: 'maintenance' on a closed day,
-- 'closed_by_operator' in a closed slot, and null when it can. It shares the lock of the calendar until the transaction
-- ends, so the result holds until then.
-- Example: SELECT closed_since('5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31', '2026-12-24', '10:00');
CREATE FUNCTION closed_since(p_product uuid, p_date text, p_time text)
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
  RETURN NULL;
END $$;

-- Returns the same, or 'outdated' when the fence of the product is above p_version, the version of the facts that the
-- caller has read: the departure may have been removed since then, or the product taken off sale.
-- Example: SELECT closed_since('5e1f0c3a-8d42-4b7e-9f15-2c6a7b9d0e31', '2026-12-24', '10:00', 7);
CREATE FUNCTION closed_since(p_product uuid, p_date text, p_time text, p_version integer)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  -- This call waits for a change that is being written, and the statement below sees that change.
  reason text := closed_since(p_product, p_date, p_time);
BEGIN
  IF reason IS NULL AND EXISTS (SELECT FROM product_fence WHERE product_id = p_product AND version > p_version) THEN
    RETURN 'outdated';
  END IF;
  RETURN reason;
END $$;
