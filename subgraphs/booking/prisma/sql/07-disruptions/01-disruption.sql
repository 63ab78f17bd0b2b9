-- Something that was closed or taken away where reservations stood, and the operator's choice for them: they stay,
-- marked as disrupted, or they are cancelled with a full refund. The row is written in the transaction that closes; a
-- job then works through the reservations, which are in disruption_reservation.
CREATE TABLE disruption (
  id uuid PRIMARY KEY,
  -- A closure of days, closed slots, a product taken off sale, departures of a tour taken away, or a departure whose
  -- capacity fell below the number of booked places (others may have been taken away in the same change).
  cause text NOT NULL CHECK (cause IN ('closure', 'slots', 'deactivation', 'departures', 'capacity')),
  product_id uuid NOT NULL, -- The id of a cenote or a tour, as `product_type` says.
  closure_id uuid, -- Null for every other cause.
  first_date text NOT NULL, -- YYYY-MM-DD in the product's time zone, as is last_date.
  last_date text, -- Null without an end.
  times text[], -- HH:MM; null for all times of these days.
  choice text NOT NULL CHECK (choice IN ('keep', 'cancel')),
  reason text NOT NULL, -- The reason of the cancellations: weather, maintenance, capacity_issue or force_majeure.
  note jsonb, -- The note of the cancellations: {en, es}.
  notify_guests boolean NOT NULL, -- Whether guests get a mail about the cancellation.
  author jsonb NOT NULL, -- Who ordered it last: {type, keyId, keyLabel}.
  operation text UNIQUE, -- Names the work of a request with an Idempotency-Key, so that a repetition finds this row.
  created_at timestamptz NOT NULL,
  is_cleared boolean NOT NULL DEFAULT false, -- The closure was removed: the marks of its reservations are taken away.
  -- When the job looks for further reservations, because those that were found hold fewer places than are booked; null
  -- once the two numbers agree.
  look_at timestamptz,
  product_type text NOT NULL DEFAULT 'cenote' CHECK (product_type IN ('cenote', 'tour')),
  slots jsonb -- Single departures of a tour among these days and times: [{date, time}]; null for all.
);
CREATE INDEX disruption_by_creation ON disruption (created_at, id);
CREATE INDEX disruption_of_product ON disruption (product_id, created_at);
CREATE INDEX disruption_of_closure ON disruption (closure_id) WHERE closure_id IS NOT NULL;
CREATE INDEX disruption_to_look ON disruption (look_at) WHERE look_at IS NOT NULL;
