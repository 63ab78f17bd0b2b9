-- The kind of author and the label that its key had; null for changes before this migration. A change takes the time at
-- which it is recorded, so that those of one thing, which wait for each other, are in order.
ALTER TABLE change ADD COLUMN author_type text, ADD COLUMN key_label text;
ALTER TABLE change ALTER COLUMN at SET DEFAULT clock_timestamp();
CREATE INDEX change_by_time ON change (at DESC, sequence DESC);
CREATE INDEX change_by_type ON change (type, at DESC, sequence DESC);
CREATE INDEX change_by_subject ON change (type, subject_id, at DESC, sequence DESC);
CREATE INDEX change_by_key ON change (key_id, at DESC, sequence DESC);
CREATE INDEX change_by_label ON change (key_label, at DESC, sequence DESC);
DROP INDEX change_of_subject;
