-- Past events that a partner has delivered to a webhook again.
CREATE TABLE webhook_replay (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  -- What the webhook was registered for at the request.
  types text[] NOT NULL,
  -- Events after the position, up to the end of the log at the request, are still to be queued.
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL,
  end_transaction_id xid8 NOT NULL,
  end_sequence bigint NOT NULL,
  -- Only events from this instant on; null for all after the position.
  since timestamptz,
  -- When the last delivery that was queued became due: the next ones come after it.
  queued_until timestamptz NOT NULL,
  is_queued boolean NOT NULL DEFAULT false,
  status text NOT NULL CHECK (status IN ('running', 'done')),
  total bigint NOT NULL,
  done bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX webhook_replay_running ON webhook_replay (webhook_id) WHERE status = 'running';
CREATE INDEX webhook_replay_of_webhook ON webhook_replay (webhook_id);
CREATE INDEX webhook_replay_age ON webhook_replay (created_at);

-- The replay that a delivery belongs to, until its outcome is counted there.
ALTER TABLE webhook_delivery ADD COLUMN replay_id uuid;
CREATE INDEX webhook_delivery_of_replay ON webhook_delivery (replay_id, status) WHERE replay_id IS NOT NULL;

-- TRUNCATE removes the deliveries of its own table's events only, as DELETE does.
CREATE OR REPLACE FUNCTION remove_deliveries_of_events() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM webhook_delivery
      WHERE event_id IS NOT NULL AND (type LIKE 'reservation.%') = (TG_TABLE_NAME <> 'product_event');
  ELSE DELETE FROM webhook_delivery WHERE event_id IN (SELECT id FROM removed);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_emptied AFTER TRUNCATE ON product_event
  FOR EACH STATEMENT EXECUTE FUNCTION remove_deliveries_of_events();
