-- One row is one code by which a reservation is found without its partner, for operators, guests' links and gates. It
-- lies on one server, wherever the reservation is, so codes are unique over all partners. `store_reservation` writes
-- it.
CREATE TABLE reservation_code (
  -- Nothing looks up a 'confirmation' code; its row only makes the code unique.
  kind text NOT NULL CHECK (kind IN ('id', 'reference', 'confirmation', 'external_id')),
  code text NOT NULL,
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL
);
-- An external id is unique only with its partner, who chose it. Queries repeat the condition of the index they need.
CREATE UNIQUE INDEX reservation_code_key ON reservation_code (kind, code) WHERE kind <> 'external_id';
CREATE UNIQUE INDEX reservation_code_external_id ON reservation_code (kind, code, partner_id)
  WHERE kind = 'external_id';
