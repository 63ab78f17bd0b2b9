-- Mails that are to be sent, now or later. A row is inserted with its communication, and deleted once the mail is sent,
-- has finally failed or no longer applies. A process leases a mail before trying it, so that no two send it.
CREATE TABLE queued_mail (
  partner_id uuid,
  reservation_id uuid NOT NULL,
  communication_id uuid,
  type text NOT NULL, -- As in communication.
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0, -- Failed attempts since the mail was queued or rescheduled.
  -- How often the mail was queued again, or rescheduled during an attempt. Part of the Message-ID; also shows a process
  -- that its attempt is outdated.
  round integer NOT NULL DEFAULT 0,
  lease_holder uuid, -- The process that is trying the mail; null if there is none.
  leased_until timestamptz, -- Afterwards another process may try the mail, because the holder has died.
  PRIMARY KEY (partner_id, communication_id)
);
CREATE INDEX queued_mail_due ON queued_mail (due_at);
