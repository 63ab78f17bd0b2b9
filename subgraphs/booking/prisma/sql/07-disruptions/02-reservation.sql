-- A reservation of a disruption. It is written as waiting together with the disruption, or when the job finds it later.
-- The job works on each one in a transaction of its own and records the outcome here.
CREATE TABLE disruption_reservation (
  partner_id uuid,
  disruption_id uuid,
  reservation_id uuid,
  -- Waiting for the job, marked as disrupted, cancelled, failed (its status did not allow the change), moved away from
  -- where it was disrupted, or cleared of its mark.
  state text NOT NULL CHECK (state IN ('waiting', 'marked', 'cancelled', 'failed', 'moved', 'cleared')),
  due_at timestamptz, -- When the job works on it; null when nothing is left to do.
  PRIMARY KEY (partner_id, disruption_id, reservation_id)
);
CREATE INDEX disruption_reservation_due ON disruption_reservation (due_at) WHERE due_at IS NOT NULL;
-- When a marked reservation is cancelled or moved, all of its disruptions record that.
CREATE INDEX disruption_reservation_marked ON disruption_reservation (partner_id, reservation_id);
-- The progress of a disruption: the number of its reservations in each state.
CREATE INDEX disruption_reservation_of ON disruption_reservation (disruption_id, state);
