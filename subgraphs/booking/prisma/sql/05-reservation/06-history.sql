-- One row is a status that a reservation came into, its first one included. `write_reservation` and
-- `note_reservation_change` write it, and nothing updates it.
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

-- Writes what changes beside the row of a reservation: its history when the status differs, the totals when the status
-- or the day differs, and its search text when p_guest is given. p_reference is the booking reference, and p_guest is
-- null while guest and references are the same. The caller has already updated the row in the same transaction. It runs
-- where the rows of the partner are.
-- Example: SELECT note_reservation_change('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071', 2, 'pending', 'confirmed', '2026-12-24', '2026-12-24', now(), NULL,
--   'CEN-7K2M9P', NULL, '{"type": "system", "keyId": null, "keyLabel": null}');
CREATE FUNCTION note_reservation_change(p_partner uuid, p_id uuid, p_version integer, p_status_before text,
  p_status text, p_date_before text, p_date text, p_at timestamptz, p_note text, p_reference text, p_guest jsonb,
  p_author jsonb)
RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF p_status_before <> p_status THEN
    INSERT INTO status_change (partner_id, reservation_id, version, status, at, note, author)
      VALUES (p_partner, p_id, p_version, p_status, p_at, p_note, p_author);
  END IF;
  IF p_status_before <> p_status OR p_date_before <> p_date THEN
    PERFORM add_to_reservation_total(p_partner, p_date_before, p_status_before, -1);
    PERFORM add_to_reservation_total(p_partner, p_date, p_status, 1);
  END IF;
  -- The reseller's reference is read from the row, because only the row has it.
  IF p_guest IS NOT NULL THEN
    UPDATE reservation_search SET content = reservation_search_content(
        concat_ws(E'\n', p_reference,
          (SELECT reseller_reference FROM reservation WHERE partner_id = p_partner AND id = p_id)),
        p_guest)
      WHERE partner_id = p_partner AND reservation_id = p_id;
  END IF;
END $$;
