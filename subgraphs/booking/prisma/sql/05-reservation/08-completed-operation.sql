-- Completed work of requests with an Idempotency-Key, inserted in the transaction of the work. A retry finds the row
-- and responds with the snapshot of that version's event; a concurrent duplicate waits and then violates the primary
-- key. A job deletes rows after 25 hours.
CREATE TABLE completed_operation (
  partner_id uuid,
  operation text, -- The gateway's key for the work, followed by a number for one of several items.
  reservation_id uuid NOT NULL,
  version integer NOT NULL, -- The reservation's version after the work.
  completed_at timestamptz NOT NULL DEFAULT now(),
  -- What the response has beyond the reservation, such as the differences that a modification made.
  result jsonb,
  PRIMARY KEY (partner_id, operation)
);
CREATE INDEX completed_operation_completed_at ON completed_operation (completed_at);
