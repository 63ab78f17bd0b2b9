-- One row is the claim of a reservation to a use of a coupon, which pricing counts in a database of its own. It is
-- written before the use is counted, confirmed by the transaction that writes the reservation, and otherwise the job
-- releases the use. A process that dies anywhere in between therefore neither loses a use nor leaves one counted.
CREATE TABLE coupon_claim (
  reservation_id uuid PRIMARY KEY,
  code text NOT NULL,
  -- A claim is 'claimed' until its reservation is written and 'kept' from then on. It is 'returning' while pricing is
  -- still to release the use, and 'returned' once it has.
  state text NOT NULL CHECK (state IN ('claimed', 'kept', 'returning', 'returned')),
  claimed_at timestamptz NOT NULL,
  -- The job takes up an open claim at this instant at the earliest. It moves the instant while it works on the claim,
  -- so that no other replica takes it.
  due_at timestamptz NOT NULL
);
CREATE INDEX coupon_claim_due ON coupon_claim (due_at) WHERE state IN ('claimed', 'returning');
