-- Places that a partner's pending reservations hold on a day of visit, one of them left out. Until the caller's
-- transaction ends no other adds to them in this way: of two that come together the second counts what the first took.
-- The lock comes before those of days and slots; a statement in a function sees what was committed while it waited.
CREATE FUNCTION held_unpaid(p_partner uuid, p_date text, p_now timestamptz, p_except uuid)
RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(format('held unpaid %s %s %s', current_schema, p_partner, p_date), 0));
  RETURN (SELECT COALESCE(sum(held_people), 0) FROM reservation
    WHERE partner_id = p_partner AND status = 'pending' AND visit_date = p_date AND payment_deadline > p_now AND id <> p_except);
END $$;
