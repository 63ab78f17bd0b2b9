-- How many reservations a partner has in each state, by day of the visit, so that the total of a list need not be
-- counted from its rows. The triggers below change it in the transaction that changes the reservations, so whoever reads
-- both at one moment finds them alike.
--
-- The number of a day is the sum of its parts, one of which may be negative. A transaction changes a part that nobody
-- else has at that moment, or adds one: writers never wait for one another here, and so never for ever.
CREATE TABLE reservation_total (
  partner_id uuid NOT NULL,
  visit_date text NOT NULL,
  part bigint GENERATED ALWAYS AS IDENTITY,
  pending integer NOT NULL DEFAULT 0,
  confirmed integer NOT NULL DEFAULT 0,
  in_progress integer NOT NULL DEFAULT 0,
  completed integer NOT NULL DEFAULT 0,
  cancelled integer NOT NULL DEFAULT 0,
  no_show integer NOT NULL DEFAULT 0,
  refunded integer NOT NULL DEFAULT 0,
  PRIMARY KEY (partner_id, visit_date, part)
) WITH (fillfactor = 50);

CREATE FUNCTION add_to_reservation_total(p_partner uuid, p_date text, p_status text, p_number bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free bigint;
BEGIN
  SELECT part INTO free FROM reservation_total WHERE partner_id = p_partner AND visit_date = p_date
    LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    INSERT INTO reservation_total (partner_id, visit_date) VALUES (p_partner, p_date) RETURNING part INTO free;
  END IF;
  UPDATE reservation_total SET
    pending = pending + CASE p_status WHEN 'pending' THEN p_number ELSE 0 END,
    confirmed = confirmed + CASE p_status WHEN 'confirmed' THEN p_number ELSE 0 END,
    in_progress = in_progress + CASE p_status WHEN 'in_progress' THEN p_number ELSE 0 END,
    completed = completed + CASE p_status WHEN 'completed' THEN p_number ELSE 0 END,
    cancelled = cancelled + CASE p_status WHEN 'cancelled' THEN p_number ELSE 0 END,
    no_show = no_show + CASE p_status WHEN 'no_show' THEN p_number ELSE 0 END,
    refunded = refunded + CASE p_status WHEN 'refunded' THEN p_number ELSE 0 END
    WHERE partner_id = p_partner AND visit_date = p_date AND part = free;
END $$;

-- Once for a statement, however many rows it writes. The search path is that of the environment whose table it is, for
-- whoever writes to the table from elsewhere.
CREATE FUNCTION total_reservations() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_reservation_total(partner_id, visit_date, status, count(*))
      FROM added GROUP BY partner_id, visit_date, status;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM add_to_reservation_total(partner_id, visit_date, status, sum(number))
      FROM (SELECT partner_id, visit_date, status, 1 AS number FROM added
        UNION ALL SELECT partner_id, visit_date, status, -1 FROM removed) AS changed
      GROUP BY partner_id, visit_date, status HAVING sum(number) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_reservation_total(partner_id, visit_date, status, -count(*))
      FROM removed GROUP BY partner_id, visit_date, status;
  ELSE
    DELETE FROM reservation_total;
  END IF;
  RETURN NULL;
END $$;

-- The triggers keep writers away until this transaction ends: nothing comes between what is counted now and them.
CREATE TRIGGER total_added AFTER INSERT ON reservation REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION total_reservations();
CREATE TRIGGER total_changed AFTER UPDATE ON reservation REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION total_reservations();
CREATE TRIGGER total_removed AFTER DELETE ON reservation REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION total_reservations();
CREATE TRIGGER total_emptied AFTER TRUNCATE ON reservation
  FOR EACH STATEMENT EXECUTE FUNCTION total_reservations();
INSERT INTO reservation_total (partner_id, visit_date, pending, confirmed, in_progress, completed, cancelled, no_show, refunded)
  SELECT partner_id, visit_date, count(*) FILTER (WHERE status = 'pending'), count(*) FILTER (WHERE status = 'confirmed'),
    count(*) FILTER (WHERE status = 'in_progress'), count(*) FILTER (WHERE status = 'completed'),
    count(*) FILTER (WHERE status = 'cancelled'), count(*) FILTER (WHERE status = 'no_show'),
    count(*) FILTER (WHERE status = 'refunded')
  FROM reservation GROUP BY partner_id, visit_date;

-- Every list is one partner's, and each order ends in the id, as the keyset cursors do. What a list can be narrowed by
-- beside the order is in its index, so that it is judged, counted and skipped without reading the wide rows.
DROP INDEX reservation_partner_created, reservation_partner_updated, reservation_partner_visit,
  reservation_partner_status, reservation_partner_cenote, reservation_partner_guest;
CREATE INDEX reservation_by_creation ON reservation (partner_id, created_at, id) INCLUDE (status, cenote_id, visit_date);
CREATE INDEX reservation_by_change ON reservation (partner_id, updated_at, id) INCLUDE (status, cenote_id, visit_date, created_at);
CREATE INDEX reservation_by_visit ON reservation (partner_id, visit_date, visit_time, id) INCLUDE (status, cenote_id, created_at);
CREATE INDEX reservation_of_status_by_creation ON reservation (partner_id, status, created_at, id) INCLUDE (cenote_id, visit_date);
CREATE INDEX reservation_of_status_by_change ON reservation (partner_id, status, updated_at, id) INCLUDE (cenote_id, visit_date, created_at);
CREATE INDEX reservation_of_status_by_visit ON reservation (partner_id, status, visit_date, visit_time, id) INCLUDE (cenote_id, created_at);
CREATE INDEX reservation_of_cenote_by_creation ON reservation (partner_id, cenote_id, created_at, id) INCLUDE (status, visit_date);
CREATE INDEX reservation_of_cenote_by_change ON reservation (partner_id, cenote_id, updated_at, id) INCLUDE (status, visit_date, created_at);
CREATE INDEX reservation_of_cenote_by_visit ON reservation (partner_id, cenote_id, visit_date, visit_time, id) INCLUDE (status, created_at);
CREATE INDEX reservation_of_guest_by_creation ON reservation (partner_id, guest_email, created_at, id);
