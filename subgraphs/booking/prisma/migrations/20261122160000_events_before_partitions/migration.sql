-- The next two migrations make the table that exists the first partition of the log. That its events belong there is
-- checked before, without blocking writers: a partition is attached without reading it when a constraint proves it.
DO $$
DECLARE
  -- More than a week ahead, so that no event is refused until the constraint is dropped.
  bound timestamptz := (date_trunc('month', greatest(now(), (SELECT max(occurred_at) FROM reservation_event)) AT TIME ZONE 'UTC'
    + interval '7 days') + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  EXECUTE format('ALTER TABLE reservation_event ADD CONSTRAINT before_partitions CHECK (occurred_at < %L) NOT VALID', bound);
END $$;

-- Deliveries expire by their own age: dropping a partition of events does not look for them one by one.
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);
DROP INDEX webhook_delivery_ping_age;
