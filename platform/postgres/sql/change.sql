-- One row per change by an operator, a partner or a command on the server: who changed what, when, and which members
-- differ. `recordChanges` (platform/postgres/changes.ts) inserts it in the transaction of the change.
CREATE TABLE change (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- Orders changes with the same `at`.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL, -- Type of the subject, such as 'cenote' or 'api_key' (schema/change-subjects.ts).
  subject_id text NOT NULL, -- A UUID, or a name such as 'parking' (amenity) or 'charges' (price list).
  action text NOT NULL CHECK (action IN ('created', 'updated', 'published', 'deactivated', 'deleted')),
  -- Time of the insertion, not of the transaction's start: changes of one subject wait for each other, so insertion
  -- times are in order. Whole milliseconds, as in the cursors of lists.
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  key_id uuid, -- Null for a command on the server.
  key_last_four text, -- Also null for a change to a reservation.
  -- The members that differ, or the whole subject of a creation (`before` is null) or a deletion (`after` is null).
  before jsonb,
  after jsonb,
  -- Operation and field of a request under an Idempotency-Key, such as '3f0c… updateAmenity': a retry finds its change
  -- here instead of making it again.
  operation text UNIQUE,
  author_type text NOT NULL, -- 'partner', 'operator', 'guest' or 'system' (a job or a command on the server).
  key_label text -- Label of the key at that time.
);
-- Lists of changes show the latest first, unfiltered or by key, label, subject or type.
CREATE INDEX change_by_time ON change (at DESC, sequence DESC);
CREATE INDEX change_by_type ON change (type, at DESC, sequence DESC);
CREATE INDEX change_by_subject ON change (type, subject_id, at DESC, sequence DESC);
CREATE INDEX change_by_key ON change (key_id, at DESC, sequence DESC);
CREATE INDEX change_by_label ON change (key_label, at DESC, sequence DESC);
