-- One row per GraphQL document that an operator trusts; clients can send its id instead of its text. `npm run trust`
-- adds and removes rows.
CREATE TABLE trusted_document (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{64}$'), -- SHA-256 of the text.
  name text NOT NULL, -- Names of its operations, such as 'Cenotes, CenoteById'; for display.
  text text NOT NULL,
  trusted_at timestamptz NOT NULL DEFAULT now()
);
