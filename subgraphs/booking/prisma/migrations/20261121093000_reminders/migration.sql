-- Reminders wait here until they are due. `language` is the guest's, as far as the request that confirmed told it;
-- `due_at` is when the job may take one up: first when it is scheduled for, then again when whoever took it has died.
ALTER TABLE communication
  ADD COLUMN language text,
  ADD COLUMN due_at timestamptz,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0;
-- A reservation is reminded of once, however often it is asked for.
CREATE UNIQUE INDEX communication_reminder ON communication (reservation_id) WHERE type = 'reminder_email';
CREATE INDEX communication_due ON communication (due_at) WHERE status = 'scheduled';
