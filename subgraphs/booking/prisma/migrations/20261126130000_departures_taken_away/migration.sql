-- A disruption is of a product; `cenote_id` holds its id, as in `reservation`.
ALTER TABLE disruption ADD COLUMN product_type text NOT NULL DEFAULT 'cenote' CHECK (product_type IN ('cenote', 'tour')),
  -- Departures of a tour, a JSON list of {date, time}: of the days and times these alone. Null for all.
  ADD COLUMN slots jsonb;

-- 'departures' were taken away; a 'capacity' fell below what is booked, beside others that may have been taken away.
ALTER TABLE disruption DROP CONSTRAINT disruption_cause_check;
ALTER TABLE disruption ADD CONSTRAINT disruption_cause_check
  CHECK (cause IN ('closure', 'slots', 'deactivation', 'departures', 'capacity'));

-- As with three parameters, or 'outdated' for facts of the product that are older than its fence: a departure may have been
-- taken away since they were read, or the product taken off sale.
CREATE FUNCTION closed_since(p_product uuid, p_date text, p_time text, p_version integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  -- Waits for a change that is being written; what follows sees it.
  reason text := closed_since(p_product, p_date, p_time);
BEGIN
  IF reason IS NULL AND EXISTS (SELECT FROM cenote_fence WHERE cenote_id = p_product AND version > p_version) THEN
    RETURN 'outdated';
  END IF;
  RETURN reason;
END $$;
