ALTER TABLE api_key
  ADD COLUMN label text,
  ADD COLUMN own_limits jsonb NOT NULL DEFAULT '{}',
  -- Keys made from one another by refreshing share one count.
  ADD COLUMN family_id uuid,
  ADD COLUMN expires_at timestamptz,
  ADD COLUMN last_used_at timestamptz;

UPDATE api_key SET family_id = id;

ALTER TABLE api_key ALTER COLUMN family_id SET NOT NULL;

CREATE INDEX api_key_family_id ON api_key (family_id);
CREATE INDEX partner_name ON partner (name);
