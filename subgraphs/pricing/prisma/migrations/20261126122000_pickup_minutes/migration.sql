-- How long before the start guests are picked up.
ALTER TABLE transport_option
  ADD COLUMN minutes_before integer NOT NULL DEFAULT 60 CHECK (minutes_before BETWEEN 0 AND 600);
