-- Returns how many people the pending reservations of a partner hold places for on a day of visit, without the
-- reservation p_except and without holds that end by p_now. It takes an advisory lock for the partner and the day until
-- the transaction ends: of two transactions that add holds at the same time, the second counts those of the first. The
-- lock comes before those of days and slots.
-- Example: SELECT held_unpaid('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d', '2026-12-24', now(),
--   '019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071');
CREATE FUNCTION held_unpaid(p_partner uuid, p_date text, p_now timestamptz, p_except uuid)
RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(format('held unpaid %s %s %s', current_schema, p_partner, p_date), 0));
  RETURN (SELECT COALESCE(sum(adults + children + seniors + infants + teens), 0) FROM reservation
    WHERE partner_id = p_partner AND status = 'pending' AND visit_date = p_date
      AND payment_deadline > p_now AND id <> p_except);
END $$;
