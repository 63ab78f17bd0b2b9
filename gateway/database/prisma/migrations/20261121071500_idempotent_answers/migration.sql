-- Answers kept for callers who repeat a request under the same Idempotency-Key (docs/idempotency.md).
CREATE TABLE idempotent_request (
  -- SHA-256 of the API key, the method, the path and the Idempotency-Key.
  id bytea PRIMARY KEY,
  -- SHA-256 of the request itself: another one under the same key is refused.
  fingerprint bytea NOT NULL,
  -- Names the work to the subgraphs, who record it in the transaction that does it.
  operation uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The process that works on it: a number it holds an advisory lock on while it lives. Null when nobody does.
  worker integer,
  claimed_at timestamptz NOT NULL DEFAULT now(),
  -- The answer, encrypted for whoever has the API key; null until there is one to keep.
  answer bytea
);
CREATE INDEX idempotent_request_claimed_at ON idempotent_request (claimed_at);
