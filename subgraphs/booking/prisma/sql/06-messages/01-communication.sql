-- Mails to the guests of reservations that were sent, have failed or are still to be sent. Each is inserted in the
-- transaction of the change it reports; the process that sends it records its attempts here. Partners read them as
-- `communications`. A mail that is still to be sent also has a row in queued_mail.
CREATE TABLE communication (
  id uuid,
  reservation_id uuid NOT NULL,
  type text NOT NULL, -- Such as confirmation_email, reminder_email or cancellation_email.
  status text NOT NULL, -- scheduled, sent or failed.
  sent_at timestamptz, -- When the mail server first accepted the mail.
  scheduled_for timestamptz, -- When the next attempt is due; null unless scheduled.
  recipient text NOT NULL, -- The e-mail address of the latest attempt; at first the guest's.
  created_at timestamptz NOT NULL,
  partner_id uuid,
  -- The latest attempts, 50 at most, oldest first: [{at, failure}], with failure null or {reason, smtpCode}.
  delivery_attempts jsonb NOT NULL DEFAULT '[]',
  resent_at timestamptz[] NOT NULL DEFAULT '{}', -- Each time that the mail was queued again.
  -- For a modification_email: the visit before the change (product, day, time, party, pickup). If more changes follow
  -- before the mail is sent, this remains the visit before the first, so that one mail reports all of them.
  changed_from jsonb,
  PRIMARY KEY (partner_id, id),
  CONSTRAINT communication_reservation_fkey
    FOREIGN KEY (partner_id, reservation_id) REFERENCES reservation (partner_id, id)
);
-- A reservation has one reminder, however often it is confirmed or moved.
CREATE UNIQUE INDEX communication_reminder_of_partner ON communication (partner_id, reservation_id)
  WHERE type = 'reminder_email';
CREATE INDEX communication_reservation ON communication (reservation_id, created_at);
