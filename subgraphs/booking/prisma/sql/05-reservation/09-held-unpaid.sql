-- Returns the number of people for whom a partner's pending reservations hold places on a day of visit, without the
-- reservation p_except and holds that end by p_now. Acquires an advisory lock on the partner and the day until the
-- transaction ends, so that the second of two transactions that add holds counts those of the first. Call it before
-- locking days and slots.
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
