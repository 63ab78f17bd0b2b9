-- Local dates and times are kept as text in their ISO form: they have no instant, sort rightly, and no driver bends them.
CREATE TABLE inventory_day (
  cenote_id uuid NOT NULL,
  visit_date text NOT NULL,
  booked integer NOT NULL CHECK (booked >= 0),
  PRIMARY KEY (cenote_id, visit_date)
) WITH (fillfactor = 50);

CREATE TABLE inventory_slot (
  cenote_id uuid NOT NULL,
  visit_date text NOT NULL,
  visit_time text NOT NULL,
  booked integer NOT NULL DEFAULT 0 CHECK (booked >= 0),
  capacity integer CHECK (capacity >= booked),
  closed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (cenote_id, visit_date, visit_time)
) WITH (fillfactor = 50);

CREATE TABLE closure (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL,
  start_date text NOT NULL,
  end_date text NOT NULL CHECK (end_date >= start_date),
  reason text NOT NULL,
  message jsonb NOT NULL
);
CREATE INDEX closure_cenote ON closure (cenote_id, end_date);

CREATE TABLE special_event (
  id uuid PRIMARY KEY,
  cenote_id uuid NOT NULL,
  event_date text NOT NULL,
  message jsonb NOT NULL
);
CREATE INDEX special_event_cenote ON special_event (cenote_id, event_date);

CREATE TABLE reservation (
  id uuid PRIMARY KEY,
  partner_id uuid NOT NULL,
  booking_reference text NOT NULL UNIQUE,
  confirmation_code text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('pending', 'confirmed', 'in_progress', 'completed', 'cancelled', 'no_show', 'refunded')),
  cenote_id uuid NOT NULL,
  visit_date text NOT NULL,
  visit_time text NOT NULL,
  timezone text NOT NULL,
  visit_at timestamptz NOT NULL,
  day_ends_at timestamptz NOT NULL,
  adults integer NOT NULL CHECK (adults >= 0),
  children integer NOT NULL CHECK (children >= 0),
  seniors integer NOT NULL CHECK (seniors >= 0),
  guest jsonb NOT NULL,
  guest_email text NOT NULL,
  pricing jsonb NOT NULL,
  services jsonb NOT NULL,
  special_requests text,
  notes jsonb,
  metadata jsonb NOT NULL,
  payment jsonb,
  cancellation jsonb,
  refund jsonb,
  documents jsonb NOT NULL DEFAULT '[]',
  check_in jsonb,
  confirmation_sent boolean NOT NULL DEFAULT false,
  reminder_sent boolean NOT NULL DEFAULT false,
  payment_deadline timestamptz NOT NULL,
  version integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
-- Every list is one partner's; each sort ends in the id, as the keyset cursors do.
CREATE INDEX reservation_partner_created ON reservation (partner_id, created_at DESC, id DESC);
CREATE INDEX reservation_partner_updated ON reservation (partner_id, updated_at DESC, id DESC);
CREATE INDEX reservation_partner_visit ON reservation (partner_id, visit_date DESC, visit_time DESC, id DESC);
CREATE INDEX reservation_partner_status ON reservation (partner_id, status, created_at DESC, id DESC);
CREATE INDEX reservation_partner_cenote ON reservation (partner_id, cenote_id, created_at DESC, id DESC);
CREATE INDEX reservation_partner_guest ON reservation (partner_id, guest_email, created_at DESC, id DESC);
CREATE INDEX reservation_hold ON reservation (payment_deadline) WHERE status = 'pending';
CREATE INDEX reservation_slot ON reservation (cenote_id, visit_date, visit_time) WHERE status IN ('pending', 'confirmed', 'in_progress');

CREATE TABLE status_change (
  reservation_id uuid NOT NULL REFERENCES reservation (id),
  version integer NOT NULL,
  status text NOT NULL,
  at timestamptz NOT NULL,
  note text,
  PRIMARY KEY (reservation_id, version)
);

CREATE TABLE communication (
  id uuid PRIMARY KEY,
  reservation_id uuid NOT NULL REFERENCES reservation (id),
  type text NOT NULL,
  status text NOT NULL,
  sent_at timestamptz,
  scheduled_for timestamptz,
  recipient text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX communication_reservation ON communication (reservation_id, created_at);

-- The outbox. A sequence alone would lie about order: a transaction that took a lower number may commit later, and a
-- reader past it would miss it. Readers go by (transaction_id, sequence) and stop before the oldest running transaction.
CREATE TABLE reservation_event (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL UNIQUE,
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  cenote_id uuid NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  occurred_at timestamptz NOT NULL,
  snapshot jsonb NOT NULL,
  PRIMARY KEY (transaction_id, sequence),
  UNIQUE (reservation_id, version)
);
CREATE INDEX reservation_event_partner ON reservation_event (partner_id, transaction_id, sequence);

-- Takes places of a day and a slot by conditional updates; false, and nothing to keep, when either is full. Callers roll
-- back on false. Always the day first, then the slot, so that two callers can never wait for one another.
CREATE FUNCTION take_places(p_cenote uuid, p_date text, p_time text, p_people integer, p_day_capacity integer, p_slot_capacity integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inventory_day SET booked = booked + p_people
    WHERE cenote_id = p_cenote AND visit_date = p_date AND booked + p_people <= p_day_capacity;
  IF NOT FOUND THEN
    INSERT INTO inventory_day AS d (cenote_id, visit_date, booked)
      SELECT p_cenote, p_date, p_people WHERE p_people <= p_day_capacity
      ON CONFLICT (cenote_id, visit_date) DO UPDATE SET booked = d.booked + p_people
      WHERE d.booked + p_people <= p_day_capacity;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  UPDATE inventory_slot SET booked = booked + p_people
    WHERE cenote_id = p_cenote AND visit_date = p_date AND visit_time = p_time
      AND NOT closed AND booked + p_people <= COALESCE(capacity, p_slot_capacity);
  IF NOT FOUND THEN
    INSERT INTO inventory_slot AS s (cenote_id, visit_date, visit_time, booked)
      SELECT p_cenote, p_date, p_time, p_people WHERE p_people <= p_slot_capacity
      ON CONFLICT (cenote_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + p_people
      WHERE NOT s.closed AND s.booked + p_people <= COALESCE(s.capacity, p_slot_capacity);
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  RETURN true;
END $$;

-- Gives places back. Raises when more would come back than were taken: the books would no longer balance.
CREATE FUNCTION release_places(p_cenote uuid, p_date text, p_time text, p_people integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inventory_day SET booked = booked - p_people WHERE cenote_id = p_cenote AND visit_date = p_date;
  IF NOT FOUND THEN RAISE EXCEPTION 'no places are taken at % on %', p_cenote, p_date; END IF;
  UPDATE inventory_slot SET booked = booked - p_people WHERE cenote_id = p_cenote AND visit_date = p_date AND visit_time = p_time;
  IF NOT FOUND THEN RAISE EXCEPTION 'no places are taken at % on % %', p_cenote, p_date, p_time; END IF;
END $$;
