-- How long before its start a slot or a departure can no longer be booked, and that of single weekdays.
ALTER TABLE cenote
  ADD COLUMN booking_cutoff_minutes integer NOT NULL DEFAULT 0 CHECK (booking_cutoff_minutes BETWEEN 0 AND 43200),
  ADD COLUMN cutoffs jsonb NOT NULL DEFAULT '[]';
ALTER TABLE tour
  ADD COLUMN booking_cutoff_minutes integer NOT NULL DEFAULT 0 CHECK (booking_cutoff_minutes BETWEEN 0 AND 43200);
