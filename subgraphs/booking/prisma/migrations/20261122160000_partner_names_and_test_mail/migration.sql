-- Name of the partner when the reservation was made, for mails and documents; none for earlier reservations.
ALTER TABLE reservation ADD COLUMN partner_name text;

-- Mails of the sandbox as they were sent, for partners to read; mails of the live environment are not stored.
CREATE TABLE test_mail (
  communication_id uuid PRIMARY KEY REFERENCES communication (id) ON DELETE CASCADE,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX test_mail_created_at ON test_mail (created_at);
