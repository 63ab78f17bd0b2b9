-- The identity of the event log, in a single row. The log consists of reservation_event and product_event. Its order is
-- given by transaction ids, which are those of one database server. When a booking process starts on another server, as
-- after a restore from a dump, it numbers the log again and gives it a new id, which makes earlier cursors invalid.
CREATE TABLE event_log (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL, -- Part of every cursor.
  system_identifier bigint NOT NULL -- The server whose transactions number the log.
);
INSERT INTO event_log (id, system_identifier) SELECT gen_random_uuid(), system_identifier FROM pg_control_system();

-- How far the events of reservations have expired, in a single row that the pruning job moves forward. Readers leave
-- out events that occurred before this instant; they are dropped together with the month that they are in.
CREATE TABLE event_retention (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  expired_before timestamptz NOT NULL
);
INSERT INTO event_retention (expired_before) VALUES ('-infinity');
