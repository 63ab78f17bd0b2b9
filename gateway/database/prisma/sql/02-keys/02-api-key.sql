-- One row per API key. The key itself is shown once and stored only as a hash. gateway/auth issues, refreshes and
-- revokes keys; revoked ones stay in the table.
CREATE TABLE api_key (
  id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partner (id),
  hash bytea NOT NULL UNIQUE, -- SHA-256 of the whole key, prefix included.
  prefix text NOT NULL, -- 'pk_live_' or 'sk_test_'; of a publishable key 'web_live_' or 'web_test_'.
  last_four text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('basic', 'pro', 'enterprise')), -- Pricing tier.
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  label text, -- Chosen by the operator or the partner to tell keys apart.
  -- Limits that override those of the plan, by name: {"hour": {"limit": 5000, "seconds": 3600}}.
  own_limits jsonb NOT NULL DEFAULT '{}',
  -- Keys of a family share their request limits: a key, its successors by refresh, and the keys that the partner issued
  -- with one of these.
  family_id uuid NOT NULL,
  -- Set by a refresh to 24 hours later; until then the key works alongside its successor.
  expires_at timestamptz,
  last_used_at timestamptz, -- Written in batches, up to ten seconds late.
  -- Origins of the web pages that may use a publishable key; empty for a secret key.
  origins text[] NOT NULL DEFAULT '{}',
  CONSTRAINT api_key_origins CHECK (starts_with(prefix, 'web_') = (origins <> '{}'))
);
-- Lists of keys show the newest first, of all partners or of one.
CREATE INDEX api_key_by_creation ON api_key (created_at DESC, id);
CREATE INDEX api_key_of_partner_by_creation ON api_key (partner_id, created_at DESC, id);
-- The working keys of a family or a partner are counted, and a family can be revoked as a whole.
CREATE INDEX api_key_family_id ON api_key (family_id);
CREATE INDEX api_key_partner_id ON api_key (partner_id);
-- The gateway reads the origins of all publishable keys, a small part of the table.
CREATE INDEX api_key_with_origins ON api_key (id) WHERE origins <> '{}';
