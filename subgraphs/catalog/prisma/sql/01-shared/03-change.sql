-- Each row records one change by an operator or by a command on the server: who changed what, when and how.
-- It is written in the transaction of the change (platform/postgres/changes.ts) and never updated.
CREATE TABLE change (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- It orders changes of the same instant.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL, -- This is the type of the subject: CENOTE, TOUR, AMENITY or REVIEW.
  subject_id text NOT NULL, -- It is a text because the ids of amenities are words such as parking.
  action text NOT NULL CHECK (action IN ('CREATED', 'UPDATED', 'PUBLISHED', 'DEACTIVATED', 'DELETED')),
  -- The time is that of the recording and not that of the transaction's start: changes of one subject wait for each
  -- other, so their times are in order. Cursors contain it, and JavaScript knows milliseconds.
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  key_id uuid, -- It is NULL for a command on the server, which has no API key.
  key_last_four text,
  before jsonb, -- It holds the members that differ, as they were before the change. It is NULL for a creation.
  after jsonb, -- It holds the same members after the change. It is NULL for a deletion.
  operation text UNIQUE, -- It names a request with an Idempotency-Key, so that a repetition finds the work done.
  author_type text NOT NULL, -- It is partner, operator, guest or system.
  key_label text -- This is the label that the key had at the time of the change.
);

-- Each filter of the list of changes has an index in the order of the list, which begins with the latest change.
CREATE INDEX change_by_time ON change (at DESC, sequence DESC);
CREATE INDEX change_by_type ON change (type, at DESC, sequence DESC);
CREATE INDEX change_by_subject ON change (type, subject_id, at DESC, sequence DESC);
CREATE INDEX change_by_key ON change (key_id, at DESC, sequence DESC);
CREATE INDEX change_by_label ON change (key_label, at DESC, sequence DESC);
