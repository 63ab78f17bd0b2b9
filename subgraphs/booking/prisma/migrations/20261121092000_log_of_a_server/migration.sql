-- Which log this is, and the database server whose transactions number it. On another server, as after a restore from a
-- dump, the numbers begin anew: the log is then numbered again and becomes another one, so that no cursor is misread.
CREATE TABLE event_log (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL,
  system_identifier bigint NOT NULL
);
INSERT INTO event_log (id, system_identifier) SELECT gen_random_uuid(), system_identifier FROM pg_control_system();
