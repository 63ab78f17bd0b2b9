-- Documents that an operator trusts, by the SHA-256 of their text.
CREATE TABLE trusted_document (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{64}$'),
  name text NOT NULL,
  text text NOT NULL,
  trusted_at timestamptz NOT NULL DEFAULT now()
);
