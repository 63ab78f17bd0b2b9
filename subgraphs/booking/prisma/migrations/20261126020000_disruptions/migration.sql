-- Whether it stands on a day or slot that was closed since, or with a cenote that was taken off sale, and was kept.
ALTER TABLE reservation ADD COLUMN disrupted boolean NOT NULL DEFAULT false;

-- A closure, closed slots or a cenote taken off sale that reservations stood in the way of, and what becomes of them.
CREATE TABLE disruption (
  id uuid PRIMARY KEY,
  cause text NOT NULL CHECK (cause IN ('closure', 'slots', 'deactivation')),
  cenote_id uuid NOT NULL,
  closure_id uuid,
  first_date text NOT NULL,
  -- Null without an end.
  last_date text,
  -- Null for all.
  times text[],
  choice text NOT NULL CHECK (choice IN ('keep', 'cancel')),
  reason text NOT NULL,
  note jsonb,
  notify_guests boolean NOT NULL,
  -- Whose key asked, as JSON {type, keyId, keyLabel}.
  author jsonb NOT NULL,
  -- Names the work of a request under an Idempotency-Key.
  operation text UNIQUE,
  created_at timestamptz NOT NULL,
  -- Its closure was removed: marks are taken away.
  is_cleared boolean NOT NULL DEFAULT false,
  -- When reservations are looked for again; null once those that were found account for all booked places.
  look_at timestamptz
);
CREATE INDEX disruption_by_creation ON disruption (created_at, id);
CREATE INDEX disruption_of_cenote ON disruption (cenote_id, created_at);
CREATE INDEX disruption_of_closure ON disruption (closure_id) WHERE closure_id IS NOT NULL;
CREATE INDEX disruption_to_look ON disruption (look_at) WHERE look_at IS NOT NULL;

-- Its reservations. Not distributed, so that one index has all that is due.
CREATE TABLE disruption_reservation (
  partner_id uuid NOT NULL,
  disruption_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'marked', 'cancelled', 'failed', 'moved', 'cleared')),
  -- When the job works on it next; null when nothing is left to do.
  due_at timestamptz,
  PRIMARY KEY (partner_id, disruption_id, reservation_id)
);
CREATE INDEX disruption_reservation_due ON disruption_reservation (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX disruption_reservation_of ON disruption_reservation (disruption_id, state);
CREATE INDEX disruption_reservation_marked ON disruption_reservation (partner_id, reservation_id);

-- Why nothing can be confirmed for a slot any more; null when it can. A closure that is being written is waited for.
CREATE FUNCTION closed_since(p_cenote uuid, p_date text, p_time text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(calendar_lock(p_cenote));
  IF EXISTS (SELECT FROM closure WHERE cenote_id = p_cenote AND p_date BETWEEN start_date AND end_date) THEN
    RETURN 'maintenance';
  END IF;
  IF EXISTS (SELECT FROM inventory_slot WHERE cenote_id = p_cenote AND visit_date = p_date AND visit_time = p_time AND closed) THEN
    RETURN 'closed_by_operator';
  END IF;
  RETURN NULL;
END $$;

SELECT define_insert_reservation();
