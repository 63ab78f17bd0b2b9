-- An event, or a ping, to be sent to one webhook, with its attempts. The queue turns settled events of the log into
-- deliveries; pings and replays add their own. Deliveries are removed with their event, with their webhook, or by age.
CREATE TABLE webhook_delivery (
  id uuid PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY, -- The order in which deliveries that are due at one instant go out.
  webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  -- In reservation_event or product_event; null for a ping. A foreign key would need an id that is unique over all
  -- partitions: triggers remove the deliveries of deleted events instead.
  event_id uuid,
  type text NOT NULL, -- The event's type, or webhook.ping.
  -- Failed means that another attempt follows, dead that none does.
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'dead')),
  -- The latest attempts, 50 at most, the oldest first: [{at, statusCode, error, durationMs}] with at in ISO 8601.
  attempts jsonb NOT NULL DEFAULT '[]',
  -- The number of all attempts. An outcome is written only if this is what it was when the attempt began.
  attempt_count integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0, -- Since it was last queued or requested: the place in the retry schedule.
  on_demand boolean NOT NULL DEFAULT false, -- Requested by the partner: it goes out even while the webhook is off.
  next_attempt_at timestamptz, -- Null when nothing is left to do.
  created_at timestamptz NOT NULL,
  replay_id uuid, -- The replay that it belongs to, until its outcome is counted there.
  UNIQUE (event_id, webhook_id) -- Each event is queued once for each webhook, whichever process queues it.
) WITH (fillfactor = 70); -- Each attempt changes the row: some of each page stays free for that.
-- Old deliveries are removed by age.
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_attempt_at, sequence)
  WHERE next_attempt_at IS NOT NULL;
-- Lists are filtered and counted in the index, without the rows.
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, sequence) INCLUDE (status, type, created_at);
CREATE INDEX webhook_delivery_of_replay ON webhook_delivery (replay_id, status) WHERE replay_id IS NOT NULL;

-- How far the log was turned into deliveries, in a single row. The process that queues deliveries locks it and moves it
-- in the same transaction; dropping a month of events locks it as well.
CREATE TABLE webhook_queue_position (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL
);
INSERT INTO webhook_queue_position (transaction_id, sequence) VALUES ('0', 0);

-- Removes the deliveries of events that were deleted, or of all events of a table that was emptied. The four triggers
-- below fire it, once for each statement on reservation_event or product_event as a whole. A statement on a single
-- partition fires none: whoever deletes there removes the deliveries itself.
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
