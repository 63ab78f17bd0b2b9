-- Events and pings to be sent to one webhook, with their attempts. The queue creates deliveries from the log once the
-- order of the events is final; pings and replays queue more. A delivery is deleted with its event or webhook, or by
-- age.
CREATE TABLE webhook_delivery (
  id uuid PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY, -- Order of deliveries that are due at the same instant.
  webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  -- In reservation_event or product_event; null for a ping. A foreign key would need an id that is unique across
  -- partitions, so triggers delete the deliveries of deleted events instead.
  event_id uuid,
  type text NOT NULL, -- Type of the event, or webhook.ping.
  -- 'failed' deliveries are retried, 'dead' ones are not.
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'dead')),
  -- The latest attempts, 50 at most, oldest first: [{at, statusCode, error, durationMs}].
  attempts jsonb NOT NULL DEFAULT '[]',
  -- All attempts. An outcome is written only if this number is the same as when the attempt began.
  attempt_count integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0, -- Since it was last queued or requested: the place in the retry schedule.
  on_demand boolean NOT NULL DEFAULT false, -- Requested by the partner, and sent even while the webhook is off.
  next_attempt_at timestamptz, -- Null once no further attempt follows.
  created_at timestamptz NOT NULL,
  replay_id uuid, -- Its replay, until the replay has counted the outcome.
  UNIQUE (event_id, webhook_id) -- Each event is queued once per webhook, even by several processes.
) WITH (fillfactor = 70); -- Part of each page stays free, because each attempt updates the row.
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_attempt_at, sequence)
  WHERE next_attempt_at IS NOT NULL;
-- Lists are filtered and counted in this index alone.
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, sequence) INCLUDE (status, type, created_at);
CREATE INDEX webhook_delivery_of_replay ON webhook_delivery (replay_id, status) WHERE replay_id IS NOT NULL;

-- Up to where the log was turned into deliveries, in a single row. The process that queues deliveries locks and
-- advances it in the same transaction; dropping a month of events locks it, too.
CREATE TABLE webhook_queue_position (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL
);
INSERT INTO webhook_queue_position (transaction_id, sequence) VALUES ('0', 0);

-- Deletes the deliveries of deleted events, or of all events of a truncated table. The four triggers below call it once
-- per statement on reservation_event or product_event. They do not fire for a statement on a single partition, which
-- must delete the deliveries itself.
CREATE FUNCTION remove_deliveries_of_events()
RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM webhook_delivery
      WHERE event_id IS NOT NULL AND (type LIKE 'reservation.%') = (TG_TABLE_NAME <> 'product_event');
  ELSE DELETE FROM webhook_delivery WHERE event_id IN (SELECT id FROM removed);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_removed AFTER DELETE ON reservation_event
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();
CREATE TRIGGER deliveries_emptied AFTER TRUNCATE ON reservation_event
  FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();
CREATE TRIGGER deliveries_removed AFTER DELETE ON product_event
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();
CREATE TRIGGER deliveries_emptied AFTER TRUNCATE ON product_event
  FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();
