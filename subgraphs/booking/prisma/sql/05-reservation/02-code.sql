-- Codes that identify a reservation without its partner, for operators, guests' links and gates. All are on one server,
-- even if reservations are distributed, so they are unique across partners. `store_reservation` inserts them.
CREATE TABLE reservation_code (
  -- A 'confirmation' code is never looked up; its row only makes the code unique.
  kind text NOT NULL CHECK (kind IN ('id', 'reference', 'confirmation', 'external_id')),
  code text NOT NULL,
  partner_id uuid NOT NULL,
  reservation_id uuid NOT NULL
);
-- External ids are chosen by partners, so they are unique per partner. Queries repeat the condition of their index.
CREATE UNIQUE INDEX reservation_code_key ON reservation_code (kind, code) WHERE kind <> 'external_id';
CREATE UNIQUE INDEX reservation_code_external_id ON reservation_code (kind, code, partner_id)
  WHERE kind = 'external_id';
