-- Changes by administration, and changes by operators to reservations: who changed what, when and how. `recordChanges`
-- (platform/postgres/changes.ts) inserts each row in the transaction of the change. Rows are never updated.
CREATE TABLE change (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL, -- Type of the subject, such as CLOSURE or RESERVATION.
  subject_id text NOT NULL,
  action text NOT NULL CHECK (action IN ('CREATED', 'UPDATED', 'PUBLISHED', 'DEACTIVATED', 'DELETED')),
  -- The clock, not the start of the transaction: changes of one subject wait for each other, so the clock puts them in
  -- order. In whole milliseconds, like the cursors of lists.
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  key_id uuid, -- Null without a key, as for a command on the server.
  key_last_four text, -- Also null for a change to a reservation.
  -- Objects with only the members that differ, or with the whole subject for a creation (`before` is null) or a
  -- deletion (`after` is null).
  before jsonb,
  after jsonb,
  -- Identifies the work of a request with an Idempotency-Key, so that a retry finds it done.
  operation text UNIQUE,
  author_type text NOT NULL, -- partner, operator, guest or system.
  key_label text -- The label of the key at the time of the change.
);
-- Changes are listed newest first; each index serves one filter of that list.
CREATE INDEX change_by_time ON change (at DESC, sequence DESC);
CREATE INDEX change_by_type ON change (type, at DESC, sequence DESC);
CREATE INDEX change_by_subject ON change (type, subject_id, at DESC, sequence DESC);
CREATE INDEX change_by_key ON change (key_id, at DESC, sequence DESC);
CREATE INDEX change_by_label ON change (key_label, at DESC, sequence DESC);
