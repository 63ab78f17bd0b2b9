-- The reservations of a disruption, inserted as 'waiting' together with it, or later when the job finds more. The job
-- works on each reservation in a separate transaction and records the outcome here.
CREATE TABLE disruption_reservation (
  partner_id uuid,
  disruption_id uuid,
  reservation_id uuid,
  -- 'waiting' for the job; 'marked' as disrupted; 'cancelled'; 'failed', because the status did not allow the change;
  -- 'moved' away from what was closed; 'cleared' of the mark.
  state text NOT NULL CHECK (state IN ('waiting', 'marked', 'cancelled', 'failed', 'moved', 'cleared')),
  due_at timestamptz, -- When the job works on it; null once it is done.
  PRIMARY KEY (partner_id, disruption_id, reservation_id)
);
CREATE INDEX disruption_reservation_due ON disruption_reservation (due_at) WHERE due_at IS NOT NULL;
-- When a marked reservation is cancelled, moved or cleared, all of its disruptions record that.
CREATE INDEX disruption_reservation_marked ON disruption_reservation (partner_id, reservation_id);
-- Counts the reservations of a disruption by state, to show its progress.
CREATE INDEX disruption_reservation_of ON disruption_reservation (disruption_id, state);
