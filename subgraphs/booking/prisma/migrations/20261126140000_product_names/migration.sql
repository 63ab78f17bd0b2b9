-- What the product was called when it was reserved, {en, es}: reading a reservation needs nothing of the catalog, and its
-- representation changes with its version alone. Null in reservations of the release before.
ALTER TABLE reservation ADD COLUMN IF NOT EXISTS product_names jsonb;
SELECT define_insert_reservation();
