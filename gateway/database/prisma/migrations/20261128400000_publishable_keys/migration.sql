-- The origins of the pages that may use a publishable key; a secret key has none.
ALTER TABLE api_key
  ADD COLUMN origins text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT api_key_origins CHECK (starts_with(prefix, 'web_') = (origins <> '{}'));
CREATE INDEX api_key_with_origins ON api_key (id) WHERE origins <> '{}';
