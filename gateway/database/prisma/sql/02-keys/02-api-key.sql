-- Each row is an API key of a partner. The secret is shown once and stored only as a hash. gateway/auth issues,
-- refreshes and revokes keys; a revoked key stays in the table.
CREATE TABLE api_key (
  id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partner (id),
  hash bytea NOT NULL UNIQUE, -- This is the SHA-256 of the whole key.
  prefix text NOT NULL, -- It is 'pk_live_', 'sk_test_', 'web_live_' or 'web_test_'.
  last_four text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('basic', 'pro', 'enterprise')),
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  label text, -- The operator or the partner gives it to tell keys apart.
  -- Limits that replace those of the plan, by name: {"hour": {"limit": 5000, "seconds": 3600}}.
  own_limits jsonb NOT NULL DEFAULT '{}',
  -- Keys that were made from one another by refreshing have the same family, and share one count of requests.
  family_id uuid NOT NULL,
  -- It is set when the key is refreshed: until then the key works beside its successor.
  expires_at timestamptz,
  last_used_at timestamptz, -- It is written in batches, so it may lag by some seconds.
  -- The origins of the web pages that may use a publishable key; a secret key has none.
  origins text[] NOT NULL DEFAULT '{}',
  CONSTRAINT api_key_origins CHECK (starts_with(prefix, 'web_') = (origins <> '{}'))
);
-- The pages of keys show the newest first, of all partners or of one.
CREATE INDEX api_key_by_creation ON api_key (created_at DESC, id);
CREATE INDEX api_key_of_partner_by_creation ON api_key (partner_id, created_at DESC, id);
CREATE INDEX api_key_family_id ON api_key (family_id);
CREATE INDEX api_key_partner_id ON api_key (partner_id);
-- The gateway reads the origins of all publishable keys, which are few among many keys.
CREATE INDEX api_key_with_origins ON api_key (id) WHERE origins <> '{}';
