-- Each attempt at a message, and when it was requested again.
ALTER TABLE communication
  ADD COLUMN delivery_attempts jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN resent_at timestamptz[] NOT NULL DEFAULT '{}';

-- Mails that wait to be sent. A row is removed once its mail is sent, failed for good or has lost its point.
CREATE TABLE queued_mail (
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  communication_id uuid NOT NULL,
  type text NOT NULL,
  due_at timestamptz NOT NULL,
  -- Failed attempts since it was queued, or requested again.
  failures integer NOT NULL DEFAULT 0,
  -- How often it was requested again: each has a Message-ID of its own.
  round integer NOT NULL DEFAULT 0,
  lease_holder uuid,
  leased_until timestamptz,
  PRIMARY KEY (partner_id, communication_id)
);
CREATE INDEX queued_mail_due ON queued_mail (due_at);

-- Reminders that the release before plans are queued, too; without `due_at` it does not send them itself.
CREATE OR REPLACE FUNCTION previous_release_message() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  SELECT partner_id INTO STRICT NEW.partner_id FROM reservation WHERE id = NEW.reservation_id;
  IF NEW.status = 'scheduled'
      AND NOT EXISTS (SELECT FROM communication WHERE reservation_id = NEW.reservation_id AND type = NEW.type) THEN
    INSERT INTO queued_mail (partner_id, reservation_id, communication_id, type, due_at)
      VALUES (NEW.partner_id, NEW.reservation_id, NEW.id, NEW.type, NEW.due_at) ON CONFLICT DO NOTHING;
    NEW.due_at := NULL;
  END IF;
  RETURN NEW;
END $$;
