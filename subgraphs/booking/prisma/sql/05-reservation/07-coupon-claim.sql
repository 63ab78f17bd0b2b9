-- Claims of reservations on a use of a coupon. Pricing counts the uses in its own database, so the claim is inserted
-- before the use is counted, and confirmed by the transaction that inserts the reservation; otherwise a job releases
-- the use. A process that dies in between neither loses a use nor leaves one counted.
CREATE TABLE coupon_claim (
  reservation_id uuid PRIMARY KEY,
  code text NOT NULL,
  -- 'claimed' until the reservation is written, then 'kept'; 'returning' until pricing releases the use, then
  -- 'returned'.
  state text NOT NULL CHECK (state IN ('claimed', 'kept', 'returning', 'returned')),
  claimed_at timestamptz NOT NULL,
  -- When the job may pick up an open claim. The job postpones this while it works on the claim, so that no other
  -- replica picks it up.
  due_at timestamptz NOT NULL
);
CREATE INDEX coupon_claim_due ON coupon_claim (due_at) WHERE state IN ('claimed', 'returning');
