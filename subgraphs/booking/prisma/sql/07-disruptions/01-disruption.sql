-- Closures and other changes that affect existing reservations, with the operator's choice for these: mark them as
-- disrupted, or cancel them with a full refund. Inserted in the transaction of the change; a job then works on each
-- reservation (disruption_reservation).
CREATE TABLE disruption (
  id uuid PRIMARY KEY,
  -- Closed days, closed slots, a product taken off sale, departures removed from a tour, or departures whose capacity
  -- fell below their booked places (the same change may have removed others).
  cause text NOT NULL CHECK (cause IN ('closure', 'slots', 'deactivation', 'departures', 'capacity')),
  product_id uuid NOT NULL, -- A cenote or a tour, see product_type.
  closure_id uuid, -- Null for every cause but 'closure'.
  first_date text NOT NULL, -- YYYY-MM-DD in the product's time zone, like last_date.
  last_date text, -- Null for no end.
  times text[], -- HH:MM; null for all times of these days.
  choice text NOT NULL CHECK (choice IN ('keep', 'cancel')),
  reason text NOT NULL, -- Reason of the cancellations: weather, maintenance, capacity_issue or force_majeure.
  note jsonb, -- Note of the cancellations: {en, es}.
  notify_guests boolean NOT NULL, -- Whether guests are mailed about the cancellation.
  author jsonb NOT NULL, -- Who made the latest choice: {type, keyId, keyLabel}.
  operation text UNIQUE, -- Identifies the work of a request with an Idempotency-Key, so that a retry finds this row.
  created_at timestamptz NOT NULL,
  is_cleared boolean NOT NULL, -- The closure was deleted, so reservations are no longer disrupted by it.
  -- When the job looks for more reservations, because those found hold fewer places than are booked; null once they
  -- agree.
  look_at timestamptz,
  product_type text NOT NULL CHECK (product_type IN ('cenote', 'tour')),
  slots jsonb -- Single departures of a tour among these days and times: [{date, time}]; null for all.
);
CREATE INDEX disruption_by_creation ON disruption (created_at, id);
CREATE INDEX disruption_of_product ON disruption (product_id, created_at);
CREATE INDEX disruption_of_closure ON disruption (closure_id) WHERE closure_id IS NOT NULL;
CREATE INDEX disruption_to_look ON disruption (look_at) WHERE look_at IS NOT NULL;
