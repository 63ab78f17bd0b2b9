-- Each row is one change of prices by administration: who made it, when, and which fields differ. It is written in the
-- transaction of the change (platform/postgres/changes.ts) and never updated.
CREATE TABLE change (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- It orders changes of the same instant.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL, -- It is the kind of the subject, such as 'COUPON' (schema/change-subjects.ts).
  subject_id text NOT NULL, -- It is a uuid, or the id of a price list such as 'charges'.
  action text NOT NULL CHECK (action IN ('CREATED', 'UPDATED', 'PUBLISHED', 'DEACTIVATED', 'DELETED')),
  -- This is the time of the record and not that of the start of its transaction, so that the changes of one subject,
  -- which wait for each other, are in order. Positions in lists have milliseconds, and so has this column.
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- The key is null for a command on the server, which has none.
  key_id uuid,
  key_last_four text,
  -- These hold only the fields that differ. Before is null for a creation, after for a deletion.
  before jsonb,
  after jsonb,
  -- It names the work of a request under an Idempotency-Key, so that a repeated request finds that it is done.
  operation text UNIQUE,
  author_type text NOT NULL, -- It is 'partner', 'operator', 'guest' or 'system'.
  key_label text -- This is the label that the key had at that time.
);
-- Administrators list changes with the latest first: all of them, or those of one key, label, subject or type.
CREATE INDEX change_by_key ON change (key_id, at DESC, sequence DESC);
CREATE INDEX change_by_label ON change (key_label, at DESC, sequence DESC);
CREATE INDEX change_by_subject ON change (type, subject_id, at DESC, sequence DESC);
CREATE INDEX change_by_time ON change (at DESC, sequence DESC);
CREATE INDEX change_by_type ON change (type, at DESC, sequence DESC);
