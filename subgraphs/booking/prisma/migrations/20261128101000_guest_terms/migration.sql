-- What binds one reservation in place of the settings of its partner, and where its guest goes from the payment page. Null for
-- most reservations.
ALTER TABLE reservation ADD COLUMN IF NOT EXISTS guest_terms jsonb;
SELECT define_insert_reservation();
