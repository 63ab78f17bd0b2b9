-- One row per request under an Idempotency-Key, with its response once it is done (docs/contributors/idempotency.md).
-- gateway/idempotency deletes it after 24 hours, or at once if validation, authorization or a limit refused it.
CREATE TABLE idempotent_request (
  -- SHA-256 of the API key, the method, the path and the Idempotency-Key.
  id bytea PRIMARY KEY,
  -- SHA-256 of the request itself; a different request under the same key is refused.
  fingerprint bytea NOT NULL,
  -- Identifies the work to the subgraphs, which record it in the transaction that does the work.
  operation uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Random number of the process that executes the request, which holds an advisory lock on it: once the lock is gone,
  -- another process may claim the request. Null while no process executes it.
  worker integer,
  claimed_at timestamptz NOT NULL DEFAULT now(), -- First claim; the row expires 24 hours later.
  -- Response, encrypted with a key derived from the caller's API key. Null until the request is done; empty if the
  -- response was too long to store, or was dropped to stay within the owner's limits.
  answer bytea,
  owner bytea, -- Hash of the API key; limits on stored responses apply per owner.
  locale text -- Language of the response; a retry gets it in this language even if it prefers another.
);
-- Serves the job that deletes expired requests.
CREATE INDEX idempotent_request_claimed_at ON idempotent_request (claimed_at);
-- When an owner exceeds its limits, its oldest responses are dropped; rows without a stored response do not count.
CREATE INDEX idempotent_request_stored ON idempotent_request (owner, claimed_at DESC) WHERE octet_length(answer) > 0;
