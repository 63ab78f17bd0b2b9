-- The visit before the change that a message reports.
ALTER TABLE communication ADD COLUMN changed_from jsonb;
