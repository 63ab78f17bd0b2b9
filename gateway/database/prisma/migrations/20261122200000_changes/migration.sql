-- Who changed what, when and how: written in the transaction of the change, and never updated.
CREATE TABLE change (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL,
  subject_id text NOT NULL,
  action text NOT NULL CHECK (action IN ('CREATED', 'UPDATED', 'PUBLISHED', 'DEACTIVATED', 'DELETED')),
  at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null for a command of the operator, which has no key.
  key_id uuid,
  key_last_four text,
  -- The fields that differ; null before what was created and after what was deleted.
  before jsonb,
  after jsonb,
  -- Names the work of a request under an Idempotency-Key, so that a repetition finds it done.
  operation text UNIQUE
);
CREATE INDEX change_of_subject ON change (type, subject_id, sequence DESC);
