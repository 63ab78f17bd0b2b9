-- A message to a reservation's guest: one row for each mail that was sent, has failed or is still to be sent. It is
-- written in the transaction of the change that it reports; the mail job records its attempts here. Partners read it
-- as `communications`. While it is to be sent it has a row in queued_mail as well.
CREATE TABLE communication (
  id uuid,
  reservation_id uuid NOT NULL,
  type text NOT NULL, -- confirmation_email, reminder_email, cancellation_email and so on.
  status text NOT NULL, -- scheduled, sent or failed.
  sent_at timestamptz, -- The first time that the mail server accepted the mail.
  scheduled_for timestamptz, -- When the next attempt is due; null unless scheduled.
  recipient text NOT NULL, -- The e-mail address of the latest attempt, which follows a change of the guest's address.
  created_at timestamptz NOT NULL,
  partner_id uuid,
  -- The latest attempts, 50 at most, the oldest first: [{at, failure}] with at in ISO 8601 and failure null or
  -- {reason, smtpCode}.
  delivery_attempts jsonb NOT NULL DEFAULT '[]',
  resent_at timestamptz[] NOT NULL DEFAULT '{}', -- Each time that the message was requested again.
  -- The visit before the change that a modification_email reports (product, day, time, party, pickup); otherwise null.
  -- Further changes before the mail is sent leave it as it is, so that one mail reports all of them.
  changed_from jsonb,
  PRIMARY KEY (partner_id, id),
  CONSTRAINT communication_reservation_fkey
    FOREIGN KEY (partner_id, reservation_id) REFERENCES reservation (partner_id, id)
);
-- A reservation has one reminder, however often it is confirmed or moved.
CREATE UNIQUE INDEX communication_reminder_of_partner ON communication (partner_id, reservation_id)
  WHERE type = 'reminder_email';
CREATE INDEX communication_reservation ON communication (reservation_id, created_at);
