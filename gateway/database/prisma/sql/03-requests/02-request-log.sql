-- Each row is one of the last requests of a key, without what may describe a guest. gateway/request-log adds rows in
-- batches, never changes them, and removes them after 7 days.
CREATE TABLE request_log (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- Lists are ordered by it.
  key_id uuid NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL,
  path text NOT NULL, -- It includes the query, without values that may describe a guest.
  operation text, -- Only a GraphQL request has one.
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  request_id text NOT NULL,
  error_code text, -- It is null for a success.
  body text, -- Bodies are recorded in the sandbox only.
  client text -- It is 'console' for a request that the console marked as its own, and null for any other.
);
-- The job that removes old requests finds them by this index.
CREATE INDEX request_log_age ON request_log (at);
-- Partners list the requests of a key with the latest first: all of them, the failed ones, or those that the console
-- did not mark, which is the default.
CREATE INDEX request_log_of_key ON request_log (key_id, sequence DESC);
CREATE INDEX request_log_errors_of_key ON request_log (key_id, sequence DESC) WHERE error_code IS NOT NULL;
CREATE INDEX request_log_unmarked_of_key ON request_log (key_id, sequence DESC) WHERE client IS NULL;
