-- Work done under an Idempotency-Key, written in the transaction that did it: whoever does it again after a crash finds
-- it here and answers from the event that the work left (docs/idempotency.md).
CREATE TABLE completed_operation (
  partner_id uuid NOT NULL,
  operation text NOT NULL,
  reservation_id uuid NOT NULL,
  version integer NOT NULL,
  completed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (partner_id, operation)
);
CREATE INDEX completed_operation_completed_at ON completed_operation (completed_at);
