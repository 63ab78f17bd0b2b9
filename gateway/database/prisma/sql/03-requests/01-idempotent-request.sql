-- Each row is a request under an Idempotency-Key, with its response once there is one
-- (docs/contributors/idempotency.md). gateway/idempotency writes the rows and removes them after 24 hours.
CREATE TABLE idempotent_request (
  -- This is the SHA-256 of the API key, the method, the path and the Idempotency-Key.
  id bytea PRIMARY KEY,
  -- This is the SHA-256 of the request itself: a different request under the same key is refused.
  fingerprint bytea NOT NULL,
  -- It names the work to the subgraphs, which record it in the transaction that does the work.
  operation uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The process that works on the request has this number, and holds an advisory lock on it while it lives.
  -- It is null when no process works on the request.
  worker integer,
  claimed_at timestamptz NOT NULL DEFAULT now(), -- The 24 hours begin at this time.
  -- The response is encrypted with a key that only the caller's API key yields. It is null until the request is done,
  -- and empty when the request is done but its response was too long, or was dropped to stay within the owner's limits.
  answer bytea,
  owner bytea, -- This hash of the API key says whose limits the response counts towards.
  locale text -- The text of the response is in this language, whatever language a repeated request prefers.
);
-- The job that removes old requests finds them by this index.
CREATE INDEX idempotent_request_claimed_at ON idempotent_request (claimed_at);
-- When an owner is above its limits, its oldest responses are dropped; empty ones take no room and are left out.
CREATE INDEX idempotent_request_stored ON idempotent_request (owner, claimed_at DESC) WHERE octet_length(answer) > 0;
