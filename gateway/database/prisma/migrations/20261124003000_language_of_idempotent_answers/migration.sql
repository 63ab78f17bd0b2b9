-- The language of the texts in a stored response: a replay names it, whatever language its own request prefers.
-- Null of responses that an earlier release stored.
ALTER TABLE idempotent_request ADD COLUMN locale text;
