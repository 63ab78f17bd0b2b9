-- The people of a party one by one, as far as they were given: their ids, categories, references and contacts. Null for most
-- reservations, which know only how many people come.
ALTER TABLE reservation ADD COLUMN IF NOT EXISTS participants jsonb;
SELECT define_insert_reservation();
