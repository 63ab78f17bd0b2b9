ALTER TABLE reservation
  ADD COLUMN completion jsonb,
  ADD COLUMN extended_at timestamptz;

-- What was paid and what of a refund has been paid back are facts of their own: the price may change after a payment.
UPDATE reservation SET payment = payment || jsonb_build_object('amountCents', pricing -> 'totalCents') WHERE payment IS NOT NULL;
UPDATE reservation SET refund = refund || '{"settledCents": 0}' WHERE refund IS NOT NULL;

-- Places that a reservation takes of its day and slot. Whoever came has used them: a completed visit keeps its places,
-- also when it is refunded afterwards, so that a day never holds more people than it may.
ALTER TABLE reservation ADD COLUMN held_people integer NOT NULL GENERATED ALWAYS AS (
  CASE WHEN status IN ('pending', 'confirmed', 'in_progress', 'completed') OR (status = 'refunded' AND completion IS NOT NULL)
    THEN adults + children + seniors ELSE 0 END
) STORED;
DROP INDEX reservation_slot;
CREATE INDEX reservation_slot ON reservation (cenote_id, visit_date, visit_time) WHERE held_people > 0;

-- For the job that marks who did not come.
CREATE INDEX reservation_day_end ON reservation (day_ends_at) WHERE status = 'confirmed';
