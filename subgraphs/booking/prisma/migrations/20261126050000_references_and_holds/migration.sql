-- `reseller_reference` is the partner's own reference. `external_id` is an id that it chose at creation, and `requested`
-- the visit that was requested with it, as JSON {cenoteId, visitDate, time, visitTime, visitors}: a repetition is compared
-- with that. `is_hold` says that it was made with `hold`, and needs a guest before it can be confirmed; `hold_ends_at` is
-- when its hold would end were the visit later.
ALTER TABLE reservation ADD COLUMN reseller_reference text, ADD COLUMN external_id uuid, ADD COLUMN requested jsonb,
  ADD COLUMN is_hold boolean NOT NULL DEFAULT false, ADD COLUMN hold_ends_at timestamptz;
-- On large tables created beforehand, CONCURRENTLY. Operators look for a reference of any partner.
CREATE INDEX IF NOT EXISTS reservation_of_reseller_reference ON reservation (reseller_reference, partner_id, created_at, id)
  WHERE reseller_reference IS NOT NULL;

-- An external id is looked up without a partner, too. On large tables created beforehand, CONCURRENTLY.
CREATE UNIQUE INDEX IF NOT EXISTS reservation_code_external_id ON reservation_code (kind, code, partner_id) WHERE kind = 'external_id';
DROP INDEX reservation_code_external;

CREATE OR REPLACE FUNCTION store_reservation(p_partner uuid, p_reservation jsonb, p_event uuid, p_type text, p_traceparent text)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  p_id uuid := p_reservation ->> 'id';
BEGIN
  -- First, so that another creation with the same external id waits here for this one.
  IF p_reservation ->> 'externalId' IS NOT NULL THEN
    INSERT INTO reservation_code (kind, code, partner_id, reservation_id)
      VALUES ('external_id', p_reservation ->> 'externalId', p_partner, p_id);
  END IF;
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

-- The search finds both references.
CREATE OR REPLACE FUNCTION write_reservation(p_partner uuid, p_reservation jsonb) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM insert_reservation(p_partner, p_reservation);
  INSERT INTO status_change (partner_id, reservation_id, version, status, at, author)
    VALUES (p_partner, (p_reservation ->> 'id')::uuid, (p_reservation ->> 'version')::integer, p_reservation ->> 'status',
      (p_reservation ->> 'createdAt')::timestamptz, p_reservation -> 'changedBy');
  INSERT INTO reservation_search (partner_id, reservation_id, content)
    VALUES (p_partner, (p_reservation ->> 'id')::uuid,
      reservation_search_content(concat_ws(E'\n', p_reservation ->> 'bookingReference', p_reservation ->> 'resellerReference'),
        p_reservation -> 'guest'));
  PERFORM add_to_reservation_total(p_partner, p_reservation ->> 'visitDate', p_reservation ->> 'status', 1);
END $$;

CREATE OR REPLACE FUNCTION note_reservation_change(
  p_partner uuid, p_id uuid, p_version integer, p_status_before text, p_status text, p_date_before text, p_date text,
  p_at timestamptz, p_note text, p_reference text, p_guest jsonb, p_author jsonb DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF p_status_before <> p_status THEN
    INSERT INTO status_change (partner_id, reservation_id, version, status, at, note, author)
      VALUES (p_partner, p_id, p_version, p_status, p_at, p_note, p_author);
  END IF;
  IF p_status_before <> p_status OR p_date_before <> p_date THEN
    PERFORM add_to_reservation_total(p_partner, p_date_before, p_status_before, -1);
    PERFORM add_to_reservation_total(p_partner, p_date, p_status, 1);
  END IF;
  -- The row was changed before this; the release before does not give the other reference.
  IF p_guest IS NOT NULL THEN
    UPDATE reservation_search SET content = reservation_search_content(
        concat_ws(E'\n', p_reference, (SELECT reseller_reference FROM reservation WHERE partner_id = p_partner AND id = p_id)),
        p_guest)
      WHERE partner_id = p_partner AND reservation_id = p_id;
  END IF;
END $$;

DO $do$
BEGIN
  -- Gone where the release before has ended.
  IF to_regproc('previous_release_change') IS NOT NULL THEN
    CREATE OR REPLACE FUNCTION previous_release_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE reservation_search
        SET content = reservation_search_content(concat_ws(E'\n', NEW.booking_reference, NEW.reseller_reference), NEW.guest)
        WHERE partner_id = NEW.partner_id AND reservation_id = NEW.id;
      PERFORM set_reservation_due(NEW.partner_id, NEW.id, NEW.status, NEW.payment_deadline, NEW.day_ends_at, NEW.cenote_id, NEW.visit_date);
      RETURN NULL;
    END $$;
  END IF;
END $do$;

SELECT define_insert_reservation();
