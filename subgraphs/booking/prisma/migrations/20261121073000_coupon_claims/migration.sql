-- The use of a coupon is counted by pricing, in a database of its own. A claim tells what is to become of that use,
-- so that a process that dies anywhere in between neither loses it nor keeps it: written before the use is counted,
-- kept by the transaction that writes the reservation, and otherwise returned by the job.
CREATE TABLE coupon_claim (
  reservation_id uuid PRIMARY KEY,
  code text NOT NULL,
  state text NOT NULL CHECK (state IN ('claimed', 'kept', 'returning', 'returned')),
  claimed_at timestamptz NOT NULL,
  -- Earliest instant at which the job may take care of it; another replica that has taken it moves it on.
  due_at timestamptz NOT NULL
);
CREATE INDEX coupon_claim_due ON coupon_claim (due_at) WHERE state IN ('claimed', 'returning');

ALTER TABLE reservation ADD COLUMN coupon_code text;
