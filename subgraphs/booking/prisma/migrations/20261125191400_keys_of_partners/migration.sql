-- The partner comes first in every key. On large tables the indexes are created beforehand, CONCURRENTLY.

DO $$
DECLARE
  named record;
BEGIN
  FOR named IN SELECT conrelid::regclass AS child, conname FROM pg_constraint
    WHERE contype = 'f' AND confrelid IN ('reservation'::regclass, 'communication'::regclass) AND conparentid = 0
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', named.child, named.conname);
  END LOOP;
  IF (SELECT relkind FROM pg_class WHERE oid = 'reservation'::regclass) = 'p' THEN
    -- Of each month; over all months they have been unique in `reservation_code`.
    FOR named IN SELECT conrelid::regclass AS child, conname FROM pg_constraint
      WHERE contype = 'u' AND conrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'reservation'::regclass)
    LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', named.child, named.conname);
    END LOOP;
    ALTER TABLE reservation DROP CONSTRAINT reservation_pkey, ADD PRIMARY KEY (partner_id, id);
  ELSE
    CREATE UNIQUE INDEX IF NOT EXISTS reservation_of_partner ON reservation (partner_id, id);
    ALTER TABLE reservation DROP CONSTRAINT reservation_pkey,
      ADD CONSTRAINT reservation_pkey PRIMARY KEY USING INDEX reservation_of_partner,
      DROP CONSTRAINT reservation_booking_reference_key, DROP CONSTRAINT reservation_confirmation_code_key;
  END IF;
END $$;
-- For partitions by month, which are ranges of ids.
CREATE INDEX IF NOT EXISTS reservation_by_id ON reservation (id);

CREATE UNIQUE INDEX IF NOT EXISTS reservation_search_of_reservation ON reservation_search (partner_id, reservation_id);
ALTER TABLE reservation_search DROP CONSTRAINT reservation_search_pkey,
  ADD CONSTRAINT reservation_search_pkey PRIMARY KEY USING INDEX reservation_search_of_reservation;
DROP INDEX reservation_search_of_partner;

CREATE UNIQUE INDEX IF NOT EXISTS status_change_of_partner ON status_change (partner_id, reservation_id, version);
ALTER TABLE status_change ALTER COLUMN partner_id SET NOT NULL, DROP CONSTRAINT status_change_has_partner,
  DROP CONSTRAINT status_change_pkey, ADD CONSTRAINT status_change_pkey PRIMARY KEY USING INDEX status_change_of_partner;

CREATE UNIQUE INDEX IF NOT EXISTS communication_of_partner ON communication (partner_id, id);
ALTER TABLE communication ALTER COLUMN partner_id SET NOT NULL, DROP CONSTRAINT communication_has_partner,
  DROP CONSTRAINT communication_pkey, ADD CONSTRAINT communication_pkey PRIMARY KEY USING INDEX communication_of_partner;
CREATE UNIQUE INDEX IF NOT EXISTS communication_reminder_of_partner ON communication (partner_id, reservation_id)
  WHERE type = 'reminder_email';

CREATE UNIQUE INDEX IF NOT EXISTS test_mail_of_partner ON test_mail (partner_id, communication_id);
ALTER TABLE test_mail ALTER COLUMN partner_id SET NOT NULL, DROP CONSTRAINT test_mail_has_partner,
  DROP CONSTRAINT test_mail_pkey, ADD CONSTRAINT test_mail_pkey PRIMARY KEY USING INDEX test_mail_of_partner;

ALTER TABLE status_change ADD CONSTRAINT status_change_reservation_fkey
  FOREIGN KEY (partner_id, reservation_id) REFERENCES reservation (partner_id, id) NOT VALID;
ALTER TABLE communication ADD CONSTRAINT communication_reservation_fkey
  FOREIGN KEY (partner_id, reservation_id) REFERENCES reservation (partner_id, id) NOT VALID;
ALTER TABLE reservation_search ADD CONSTRAINT reservation_search_reservation_fkey
  FOREIGN KEY (partner_id, reservation_id) REFERENCES reservation (partner_id, id) ON DELETE CASCADE NOT VALID;
ALTER TABLE test_mail ADD CONSTRAINT test_mail_communication_fkey
  FOREIGN KEY (partner_id, communication_id) REFERENCES communication (partner_id, id) ON DELETE CASCADE NOT VALID;

-- Only the release before reads by these.
CREATE INDEX IF NOT EXISTS reservation_previous_release ON reservation (booking_reference);
CREATE INDEX IF NOT EXISTS previous_release_history ON status_change (reservation_id);
CREATE INDEX IF NOT EXISTS previous_release_message ON communication (id);
CREATE INDEX IF NOT EXISTS previous_release_test_mail ON test_mail (communication_id);

-- Removes what is only there for the release before; nothing happens when it is gone.
CREATE FUNCTION end_previous_release() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DROP TRIGGER IF EXISTS previous_release_history ON status_change;
  DROP TRIGGER IF EXISTS previous_release_change ON reservation;
  DROP TRIGGER IF EXISTS previous_release_message ON communication;
  DROP TRIGGER IF EXISTS previous_release_test_mail ON test_mail;
  DROP FUNCTION IF EXISTS previous_release_history(), previous_release_change(), previous_release_message(), previous_release_test_mail();
  DROP INDEX IF EXISTS reservation_previous_release, previous_release_history, previous_release_message, previous_release_test_mail,
    communication_reminder, communication_due, reservation_day_end, test_mail_created_at;
END $$;
