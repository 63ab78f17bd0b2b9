-- Whose answers are stored, so that one API key cannot store without bound (docs/idempotency.md): a hash of the key.
-- An answer of no bytes was not stored, or not for the whole day.
ALTER TABLE idempotent_request ADD COLUMN owner bytea;
CREATE INDEX idempotent_request_stored ON idempotent_request (owner, claimed_at DESC) WHERE octet_length(answer) > 0;
