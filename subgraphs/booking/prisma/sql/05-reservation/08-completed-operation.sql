-- One row is the work of a request under an Idempotency-Key that is done. The transaction that does the work writes it.
-- A repetition finds it and answers from the event of that version; one at the same time waits and violates the primary
-- key. A job removes rows after 25 hours.
CREATE TABLE completed_operation (
  partner_id uuid,
  operation text, -- The key that the gateway gives to the work, with a number for one of several items.
  reservation_id uuid NOT NULL,
  version integer NOT NULL, -- The version of the reservation that the work left.
  completed_at timestamptz NOT NULL DEFAULT now(),
  -- The part of the response that the reservation does not show, such as the differences that a modification made.
  result jsonb,
  PRIMARY KEY (partner_id, operation)
);
CREATE INDEX completed_operation_completed_at ON completed_operation (completed_at);
