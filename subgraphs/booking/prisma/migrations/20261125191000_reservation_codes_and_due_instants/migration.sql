-- The tables of reservations can lie on several servers, each partner's rows on one of them: every key has the partner
-- first, and every statement names the partner (docs/decisions/0208-reservations-by-partner.md). Triggers that wrote other
-- tables become functions that the statements call.

-- The partner and the reservation of a code, for look-ups without a partner. Codes are unique here over all partners;
-- an external id is unique with its partner.
DROP TRIGGER IF EXISTS codes_added ON reservation;
DROP TRIGGER IF EXISTS codes_removed ON reservation;
DROP TRIGGER IF EXISTS codes_emptied ON reservation;
DROP FUNCTION register_reservation_codes();
DROP TABLE IF EXISTS reservation_code;
CREATE TABLE reservation_code (
  kind text NOT NULL CHECK (kind IN ('id', 'reference', 'confirmation', 'external_id')),
  code text NOT NULL,
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL
);
CREATE UNIQUE INDEX reservation_code_key ON reservation_code (kind, code) WHERE kind <> 'external_id';
CREATE UNIQUE INDEX reservation_code_external ON reservation_code (partner_id, code) WHERE kind = 'external_id';

-- When a reservation is due for a job: the end of its hold, of its day, its reminder, the removal of its stored mails.
-- `cenote_id` and `visit_date` are those of holds and of days.
CREATE TABLE reservation_due (
  reservation_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('hold', 'no_show', 'reminder', 'test_mail')),
  partner_id uuid NOT NULL,
  due_at timestamptz NOT NULL,
  cenote_id uuid,
  visit_date text,
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (reservation_id, kind)
);
CREATE INDEX reservation_due_at ON reservation_due (kind, due_at);

ALTER TABLE status_change ADD COLUMN partner_id uuid;
ALTER TABLE communication ADD COLUMN partner_id uuid;
ALTER TABLE test_mail ADD COLUMN partner_id uuid;

DROP TRIGGER total_added ON reservation;
DROP TRIGGER total_changed ON reservation;
DROP TRIGGER total_removed ON reservation;
DROP TRIGGER total_emptied ON reservation;
DROP TRIGGER search_added ON reservation;
DROP TRIGGER search_changed ON reservation;
DROP FUNCTION total_reservations();
DROP FUNCTION index_added_reservations();
DROP FUNCTION index_changed_reservation();

-- Functions of a partner's rows: they run where these are.

-- A comparison of each name: `CASE p_status WHEN` does not survive being sent to another server.
CREATE OR REPLACE FUNCTION add_to_reservation_total(p_partner uuid, p_date text, p_status text, p_number bigint)
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
    pending = pending + CASE WHEN p_status = 'pending' THEN p_number ELSE 0 END,
    confirmed = confirmed + CASE WHEN p_status = 'confirmed' THEN p_number ELSE 0 END,
    in_progress = in_progress + CASE WHEN p_status = 'in_progress' THEN p_number ELSE 0 END,
    completed = completed + CASE WHEN p_status = 'completed' THEN p_number ELSE 0 END,
    cancelled = cancelled + CASE WHEN p_status = 'cancelled' THEN p_number ELSE 0 END,
    no_show = no_show + CASE WHEN p_status = 'no_show' THEN p_number ELSE 0 END,
    refunded = refunded + CASE WHEN p_status = 'refunded' THEN p_number ELSE 0 END
    WHERE partner_id = p_partner AND visit_date = p_date AND part = free;
END $$;

-- Defines `insert_reservation` from the columns there are; a migration that changes the columns of reservations calls it
-- at its end. A member that a reservation lacks has the default of its column.
CREATE FUNCTION define_insert_reservation() RETURNS void LANGUAGE plpgsql AS $define$
BEGIN
  EXECUTE (
    SELECT format($function$
CREATE OR REPLACE FUNCTION insert_reservation(p_partner uuid, p_reservation jsonb) RETURNS void LANGUAGE plpgsql AS $insert$
DECLARE
  given record;
BEGIN
  SELECT * INTO given FROM jsonb_to_record(p_reservation) AS r (%s);
  INSERT INTO reservation (%s)
    VALUES (%s);
END $insert$$function$,
      string_agg(format('%I %s', member, type), ', ' ORDER BY attnum),
      string_agg(format('%I', attname), ', ' ORDER BY attnum),
      string_agg(CASE WHEN attname = 'partner_id' THEN 'p_partner'
        WHEN fallback IS NULL THEN format('given.%I', member)
        ELSE format('coalesce(given.%I, %s)', member, fallback) END, ', ' ORDER BY attnum))
    FROM (
      SELECT attname, attnum, format_type(atttypid, atttypmod) AS type, pg_get_expr(adbin, adrelid) AS fallback,
        (SELECT string_agg(CASE WHEN n = 1 THEN part ELSE initcap(part) END, '' ORDER BY n)
          FROM unnest(string_to_array(attname, '_')) WITH ORDINALITY AS word (part, n)) AS member
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = 'reservation'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ) AS stored
  );
END $define$;
SELECT define_insert_reservation();

-- A new reservation with what belongs to it.
CREATE FUNCTION write_reservation(p_partner uuid, p_reservation jsonb) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM insert_reservation(p_partner, p_reservation);
  INSERT INTO status_change (partner_id, reservation_id, version, status, at)
    VALUES (p_partner, (p_reservation ->> 'id')::uuid, (p_reservation ->> 'version')::integer, p_reservation ->> 'status',
      (p_reservation ->> 'createdAt')::timestamptz);
  INSERT INTO reservation_search (partner_id, reservation_id, content)
    VALUES (p_partner, (p_reservation ->> 'id')::uuid,
      reservation_search_content(p_reservation ->> 'bookingReference', p_reservation -> 'guest'));
  PERFORM add_to_reservation_total(p_partner, p_reservation ->> 'visitDate', p_reservation ->> 'status', 1);
END $$;

-- What a change of a reservation changes beside its row. `p_guest` is null when the guest is the same.
CREATE FUNCTION note_reservation_change(
  p_partner uuid, p_id uuid, p_version integer, p_status_before text, p_status text, p_date_before text, p_date text,
  p_at timestamptz, p_note text, p_reference text, p_guest jsonb
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF p_status_before <> p_status THEN
    INSERT INTO status_change (partner_id, reservation_id, version, status, at, note)
      VALUES (p_partner, p_id, p_version, p_status, p_at, p_note);
  END IF;
  IF p_status_before <> p_status OR p_date_before <> p_date THEN
    PERFORM add_to_reservation_total(p_partner, p_date_before, p_status_before, -1);
    PERFORM add_to_reservation_total(p_partner, p_date, p_status, 1);
  END IF;
  IF p_guest IS NOT NULL THEN
    UPDATE reservation_search SET content = reservation_search_content(p_reference, p_guest)
      WHERE partner_id = p_partner AND reservation_id = p_id;
  END IF;
END $$;

-- Functions of the server that has the codes, the due instants, the events and the inventory.

-- Notes when a reservation in a state is due: while pending at the end of its hold, while confirmed at that of its day.
CREATE FUNCTION set_reservation_due(
  p_partner uuid, p_id uuid, p_status text, p_payment_deadline timestamptz, p_day_ends_at timestamptz, p_cenote uuid, p_date text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  due_kind text := CASE p_status WHEN 'pending' THEN 'hold' WHEN 'confirmed' THEN 'no_show' END;
BEGIN
  DELETE FROM reservation_due WHERE reservation_id = p_id AND kind IN ('hold', 'no_show') AND kind IS DISTINCT FROM due_kind;
  IF due_kind IS NULL THEN RETURN; END IF;
  INSERT INTO reservation_due AS d (reservation_id, kind, partner_id, due_at, cenote_id, visit_date)
    VALUES (p_id, due_kind, p_partner, CASE due_kind WHEN 'hold' THEN p_payment_deadline ELSE p_day_ends_at END, p_cenote, p_date)
    ON CONFLICT (reservation_id, kind) DO UPDATE
      SET due_at = excluded.due_at, cenote_id = excluded.cenote_id, visit_date = excluded.visit_date
      WHERE (d.due_at, d.cenote_id, d.visit_date) IS DISTINCT FROM (excluded.due_at, excluded.cenote_id, excluded.visit_date);
END $$;

-- Stores a new reservation with its codes, its event and the end of its hold; true.
CREATE FUNCTION store_reservation(p_partner uuid, p_reservation jsonb, p_event uuid, p_type text, p_traceparent text)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  p_id uuid := p_reservation ->> 'id';
BEGIN
  INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
    VALUES ('id', p_id::text, p_partner, p_id), ('reference', p_reservation ->> 'bookingReference', p_partner, p_id),
      ('confirmation', p_reservation ->> 'confirmationCode', p_partner, p_id);
  PERFORM write_reservation(p_partner, p_reservation);
  INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot, traceparent)
    VALUES (p_event, p_partner, p_id, (p_reservation ->> 'cenoteId')::uuid, p_type, (p_reservation ->> 'version')::integer,
      (p_reservation ->> 'createdAt')::timestamptz, p_reservation, p_traceparent);
  PERFORM set_reservation_due(p_partner, p_id, p_reservation ->> 'status', (p_reservation ->> 'paymentDeadline')::timestamptz,
    (p_reservation ->> 'dayEndsAt')::timestamptz, (p_reservation ->> 'cenoteId')::uuid, p_reservation ->> 'visitDate');
  RETURN true;
END $$;

-- Records a change of a reservation whose row was changed in the same transaction, with its event and when it is due.
CREATE FUNCTION record_reservation_change(
  p_partner uuid, p_reservation jsonb, p_status_before text, p_date_before text, p_has_new_guest boolean, p_event uuid, p_type text,
  p_at timestamptz, p_note text, p_traceparent text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  p_id uuid := p_reservation ->> 'id';
  p_version integer := p_reservation ->> 'version';
  p_status text := p_reservation ->> 'status';
  p_date text := p_reservation ->> 'visitDate';
BEGIN
  IF p_status_before <> p_status OR p_date_before <> p_date OR p_has_new_guest THEN
    PERFORM note_reservation_change(p_partner, p_id, p_version, p_status_before, p_status, p_date_before, p_date, p_at, p_note,
      p_reservation ->> 'bookingReference', CASE WHEN p_has_new_guest THEN p_reservation -> 'guest' END);
  END IF;
  INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot, traceparent)
    VALUES (p_event, p_partner, p_id, (p_reservation ->> 'cenoteId')::uuid, p_type, p_version, p_at, p_reservation, p_traceparent);
  PERFORM set_reservation_due(p_partner, p_id, p_status, (p_reservation ->> 'paymentDeadline')::timestamptz,
    (p_reservation ->> 'dayEndsAt')::timestamptz, (p_reservation ->> 'cenoteId')::uuid, p_date);
END $$;

-- The release before writes rows without the partner, and relies on triggers. These do what its statements do not;
-- `end_previous_release` removes them with all else that is only there for it.

CREATE FUNCTION previous_release_history() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  r reservation;
  status_before text;
BEGIN
  SELECT * INTO STRICT r FROM reservation WHERE id = NEW.reservation_id;
  NEW.partner_id := r.partner_id;
  SELECT status INTO status_before FROM status_change WHERE reservation_id = r.id ORDER BY version DESC LIMIT 1;
  IF FOUND THEN
    PERFORM add_to_reservation_total(r.partner_id, r.visit_date, status_before, -1);
  ELSE
    INSERT INTO reservation_search (partner_id, reservation_id, content)
      VALUES (r.partner_id, r.id, reservation_search_content(r.booking_reference, r.guest));
    INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
      VALUES ('id', r.id::text, r.partner_id, r.id), ('reference', r.booking_reference, r.partner_id, r.id),
        ('confirmation', r.confirmation_code, r.partner_id, r.id);
  END IF;
  PERFORM add_to_reservation_total(r.partner_id, r.visit_date, NEW.status, 1);
  PERFORM set_reservation_due(r.partner_id, r.id, r.status, r.payment_deadline, r.day_ends_at, r.cenote_id, r.visit_date);
  RETURN NEW;
END $$;
CREATE TRIGGER previous_release_history BEFORE INSERT ON status_change
  FOR EACH ROW WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION previous_release_history();

CREATE FUNCTION previous_release_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE reservation_search SET content = reservation_search_content(NEW.booking_reference, NEW.guest)
    WHERE partner_id = NEW.partner_id AND reservation_id = NEW.id;
  PERFORM set_reservation_due(NEW.partner_id, NEW.id, NEW.status, NEW.payment_deadline, NEW.day_ends_at, NEW.cenote_id, NEW.visit_date);
  RETURN NULL;
END $$;
CREATE TRIGGER previous_release_change AFTER UPDATE ON reservation FOR EACH ROW
  WHEN (OLD.guest IS DISTINCT FROM NEW.guest OR OLD.payment_deadline IS DISTINCT FROM NEW.payment_deadline)
  EXECUTE FUNCTION previous_release_change();

CREATE FUNCTION previous_release_message() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  SELECT partner_id INTO STRICT NEW.partner_id FROM reservation WHERE id = NEW.reservation_id;
  IF NEW.status = 'scheduled' THEN
    INSERT INTO reservation_due (reservation_id, kind, partner_id, due_at)
      VALUES (NEW.reservation_id, 'reminder', NEW.partner_id, NEW.due_at) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER previous_release_message BEFORE INSERT ON communication
  FOR EACH ROW WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION previous_release_message();

CREATE FUNCTION previous_release_test_mail() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  reservation uuid;
BEGIN
  SELECT partner_id, reservation_id INTO STRICT NEW.partner_id, reservation FROM communication WHERE id = NEW.communication_id;
  INSERT INTO reservation_due (reservation_id, kind, partner_id, due_at)
    VALUES (reservation, 'test_mail', NEW.partner_id, NEW.created_at + interval '30 days') ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;
CREATE TRIGGER previous_release_test_mail BEFORE INSERT ON test_mail
  FOR EACH ROW WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION previous_release_test_mail();
