-- The statuses that a reservation has had, including the first. `write_reservation` and `rewrite_reservation` insert
-- them. Rows are never updated.
CREATE TABLE status_change (
  reservation_id uuid,
  version integer, -- The reservation's version after the change.
  status text NOT NULL,
  at timestamptz NOT NULL,
  note text, -- Free text, or a code such as visit_day_ended for a change by the system.
  partner_id uuid,
  author jsonb NOT NULL, -- {type, keyId, keyLabel}
  PRIMARY KEY (partner_id, reservation_id, version),
  CONSTRAINT status_change_reservation_fkey FOREIGN KEY (partner_id, reservation_id)
    REFERENCES reservation (partner_id, id)
);

-- What each modification changed; its event shows this, too, but expires. The command that modifies a reservation
-- inserts the row in the same transaction. Rows are never updated.
CREATE TABLE reservation_modification (
  partner_id uuid,
  reservation_id uuid,
  version integer, -- The reservation's version after the modification.
  at timestamptz NOT NULL,
  author jsonb NOT NULL, -- {type, keyId, keyLabel}
  changes jsonb NOT NULL, -- [{field, oldValue, newValue}], or {field, added, removed} for services.
  previous_total_cents integer NOT NULL,
  new_total_cents integer NOT NULL,
  PRIMARY KEY (partner_id, reservation_id, version)
);
