-- The content of sandbox mails, stored so that partners can read what their guests will receive. Written with the
-- successful attempt, and replaced if the mail is sent again. A job deletes it after 30 days (reservation_due, kind
-- 'test_mail'). Live mails are not stored: there the table stays empty.
CREATE TABLE test_mail (
  communication_id uuid,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  created_at timestamptz NOT NULL,
  partner_id uuid,
  PRIMARY KEY (partner_id, communication_id),
  CONSTRAINT test_mail_communication_fkey
    FOREIGN KEY (partner_id, communication_id) REFERENCES communication (partner_id, id) ON DELETE CASCADE
);
