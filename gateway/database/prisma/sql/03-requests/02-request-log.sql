-- Recent requests of API keys, without text that may describe a guest. gateway/request-log inserts them in batches and
-- deletes them after 7 days. Under load some are left out.
CREATE TABLE request_log (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- Order of lists.
  key_id uuid NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL,
  path text NOT NULL, -- With the query; values that may describe a guest are replaced.
  operation text, -- GraphQL only: type and name of the operation, or the fields that it selects.
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  request_id text NOT NULL,
  error_code text, -- Code of the first error, or the HTTP status; null for a success.
  body text, -- Sandbox only.
  client text -- 'console' for a request that the console marked as its own, otherwise null.
);
-- Serves the job that deletes old requests.
CREATE INDEX request_log_age ON request_log (at);
-- Partners list the requests of a key, the latest first: all, failed ones, or (by default) those that the console did
-- not mark.
CREATE INDEX request_log_of_key ON request_log (key_id, sequence DESC);
CREATE INDEX request_log_errors_of_key ON request_log (key_id, sequence DESC) WHERE error_code IS NOT NULL;
CREATE INDEX request_log_unmarked_of_key ON request_log (key_id, sequence DESC) WHERE client IS NULL;
