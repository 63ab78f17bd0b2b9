-- The last requests of each key, for 7 days. Rows are only added, in batches, and removed when they are old.
CREATE TABLE request_log (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id uuid NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  -- Of a GraphQL request.
  operation text,
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  request_id text NOT NULL,
  error_code text,
  -- Sandbox only, without what describes a guest.
  body text
);
CREATE INDEX request_log_of_key ON request_log (key_id, sequence DESC);
CREATE INDEX request_log_errors_of_key ON request_log (key_id, sequence DESC) WHERE error_code IS NOT NULL;
CREATE INDEX request_log_age ON request_log (at);

-- Lists of keys, newest first, of one partner or of all.
CREATE INDEX api_key_of_partner_by_creation ON api_key (partner_id, created_at DESC, id);
CREATE INDEX api_key_by_creation ON api_key (created_at DESC, id);
CREATE INDEX partner_by_name ON partner (name, id);
