-- A mail that waits to be sent, at once or at a later time. The row is written with its communication, and removed once
-- the mail is sent, has failed for good or no longer applies. A process takes a lease before it tries a mail, so that
-- no two processes send the same one.
CREATE TABLE queued_mail (
  partner_id uuid,
  reservation_id uuid NOT NULL,
  communication_id uuid,
  type text NOT NULL, -- The same as the communication's.
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0, -- Failed attempts since the mail was queued or requested again.
  -- How often the mail was requested again, or moved to another time during an attempt. It is part of the Message-ID,
  -- and shows a process that the attempt it made is no longer the latest one.
  round integer NOT NULL DEFAULT 0,
  lease_holder uuid, -- The process that is trying the mail; null when none is.
  leased_until timestamptz, -- After this instant another process may try the mail: the holder has died.
  PRIMARY KEY (partner_id, communication_id)
);
CREATE INDEX queued_mail_due ON queued_mail (due_at);
