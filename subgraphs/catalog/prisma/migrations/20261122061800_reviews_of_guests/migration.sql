-- A visit has one review; an operator may hide it. Reviews of an earlier version belong to no known reservation.
ALTER TABLE review ADD COLUMN reservation_id uuid UNIQUE;
ALTER TABLE review ADD COLUMN hidden_at timestamptz;
CREATE INDEX review_shown ON review (cenote_id, date DESC, id) WHERE hidden_at IS NULL;
DROP INDEX review_latest;
