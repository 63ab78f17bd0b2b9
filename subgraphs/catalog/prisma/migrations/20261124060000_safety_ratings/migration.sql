ALTER TABLE cenote ADD COLUMN safety_rating integer CHECK (safety_rating BETWEEN 1 AND 5);
