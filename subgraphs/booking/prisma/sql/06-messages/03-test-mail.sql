-- The content of a mail of the sandbox, stored so that partners can read what their guests will receive. It is written
-- with the successful attempt and replaced when the message is sent again. A job removes it after 30 days
-- (reservation_due of the kind test_mail). Mails of the live environment are not stored: there the table stays empty.
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
