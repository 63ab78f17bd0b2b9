-- One row is one change by administration, or by an operator to a reservation: who changed what, when and how.
-- `recordChanges` in platform/postgres/changes.ts writes it in the transaction of the change, and nothing updates it.
CREATE TABLE change (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL, -- The type of the subject, such as CLOSURE or RESERVATION.
  subject_id text NOT NULL,
  action text NOT NULL CHECK (action IN ('CREATED', 'UPDATED', 'PUBLISHED', 'DEACTIVATED', 'DELETED')),
  -- Changes of one subject wait for each other, so the clock at the insertion puts them in order; the start of their
  -- transactions would not. Cursors of lists have whole milliseconds, and so does this.
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  key_id uuid, -- The API key that was used; null for a command on the server, which has none.
  key_last_four text, -- The end of the key; null for a change of a reservation as well.
  -- These JSON objects have only the members that differ. `before` is null for a creation, `after` for a deletion.
  before jsonb,
  after jsonb,
  -- The name of the work of a request under an Idempotency-Key, by which a repetition finds that it is done.
  operation text UNIQUE,
  author_type text NOT NULL, -- The author is a 'partner', an 'operator', a 'guest' or the 'system' itself.
  key_label text -- The label that the key had at that time.
);
-- Changes are listed from the latest to the oldest, and each index serves one filter of that list.
CREATE INDEX change_by_time ON change (at DESC, sequence DESC);
CREATE INDEX change_by_type ON change (type, at DESC, sequence DESC);
CREATE INDEX change_by_subject ON change (type, subject_id, at DESC, sequence DESC);
CREATE INDEX change_by_key ON change (key_id, at DESC, sequence DESC);
CREATE INDEX change_by_label ON change (key_label, at DESC, sequence DESC);
