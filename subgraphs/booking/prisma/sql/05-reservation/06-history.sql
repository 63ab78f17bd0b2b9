-- One row is a status that a reservation came into, its first one included. `write_reservation` and
-- `rewrite_reservation` write it, and nothing updates it.
CREATE TABLE status_change (
  reservation_id uuid,
  version integer, -- The version of the reservation that the change left.
  status text NOT NULL,
  at timestamptz NOT NULL,
  note text,
  partner_id uuid,
  author jsonb NOT NULL, -- Who made the change: {type, keyId, keyLabel}.
  PRIMARY KEY (partner_id, reservation_id, version),
  CONSTRAINT status_change_reservation_fkey FOREIGN KEY (partner_id, reservation_id)
    REFERENCES reservation (partner_id, id)
);

-- One row says what a modification changed. Events say it, too, but expire. The command that modifies a reservation
-- writes it in its transaction, and nothing updates it.
CREATE TABLE reservation_modification (
  partner_id uuid,
  reservation_id uuid,
  version integer, -- The version of the reservation that the modification left.
  at timestamptz NOT NULL,
  author jsonb NOT NULL, -- Who made the change: {type, keyId, keyLabel}.
  changes jsonb NOT NULL, -- A list of {field, oldValue, newValue}, or of {field, added, removed} for services.
  previous_total_cents integer NOT NULL,
  new_total_cents integer NOT NULL,
  PRIMARY KEY (partner_id, reservation_id, version)
);
