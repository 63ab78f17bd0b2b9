-- Grow with each change, so that an operator never overwrites a change that he has not seen.
ALTER TABLE amenity ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE cenote ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE tour ADD COLUMN version integer NOT NULL DEFAULT 1;
