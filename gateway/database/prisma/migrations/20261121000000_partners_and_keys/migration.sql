CREATE TABLE partner (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_key (
  id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partner (id),
  hash bytea NOT NULL UNIQUE,
  prefix text NOT NULL,
  last_four text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('basic', 'pro', 'enterprise')),
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);

CREATE INDEX api_key_partner_id ON api_key (partner_id);
