-- A party counts infants and teens, too.
ALTER TABLE reservation ADD COLUMN infants integer NOT NULL DEFAULT 0, ADD COLUMN teens integer NOT NULL DEFAULT 0;
ALTER TABLE reservation ADD CONSTRAINT reservation_infants_check CHECK (infants >= 0) NOT VALID;
ALTER TABLE reservation ADD CONSTRAINT reservation_teens_check CHECK (teens >= 0) NOT VALID;

-- `held_people` is above 0 while a reservation holds places, for no party is without an adult or senior. How many it holds
-- is the sum of all ages: other values of a stored column would rewrite the table.
CREATE OR REPLACE FUNCTION held_unpaid(p_partner uuid, p_date text, p_now timestamptz, p_except uuid)
RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(format('held unpaid %s %s %s', current_schema, p_partner, p_date), 0));
  RETURN (SELECT COALESCE(sum(adults + children + seniors + infants + teens), 0) FROM reservation
    WHERE partner_id = p_partner AND status = 'pending' AND visit_date = p_date AND payment_deadline > p_now AND id <> p_except);
END $$;

SELECT define_insert_reservation();
