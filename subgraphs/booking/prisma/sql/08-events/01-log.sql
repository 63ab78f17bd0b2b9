-- The identity of the event log, in a single row. The log is reservation_event and product_event, ordered by
-- transaction ids, which belong to one database server. When a booking process starts on another server, as after
-- restoring a dump, it renumbers the log and gives it a new id, which invalidates earlier cursors.
CREATE TABLE event_log (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL, -- Part of every cursor.
  system_identifier bigint NOT NULL -- The server whose transactions number the log.
);
INSERT INTO event_log (id, system_identifier) SELECT gen_random_uuid(), system_identifier FROM pg_control_system();

-- Up to when events of reservations have expired, in a single row that the pruning job advances. Readers skip events
-- that occurred before this instant; they are dropped together with their month.
CREATE TABLE event_retention (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  expired_before timestamptz NOT NULL
);
INSERT INTO event_retention (expired_before) VALUES ('-infinity');
