-- Each row is a GraphQL document that an operator trusts: clients send its id instead of its text. The command of
-- cli/trust adds and removes rows.
CREATE TABLE trusted_document (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{64}$'), -- This is the SHA-256 of the text.
  name text NOT NULL, -- It names the operations of the document, for people.
  text text NOT NULL,
  trusted_at timestamptz NOT NULL DEFAULT now()
);
