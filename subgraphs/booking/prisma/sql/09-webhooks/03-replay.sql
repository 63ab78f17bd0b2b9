-- Past events that a partner has delivered to a webhook again. A request writes the row; a job queues the deliveries in
-- batches while few of them wait, counts their outcomes and ends the replay. Old rows are removed by age.
CREATE TABLE webhook_replay (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  types text[] NOT NULL, -- The event types that the webhook was registered for at the request.
  -- Events after this position are still to be queued, up to the end of the log at the request, which the next two
  -- columns hold.
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL,
  end_transaction_id xid8 NOT NULL,
  end_sequence bigint NOT NULL,
  since timestamptz, -- Only events from this instant on; null for all after the position.
  queued_until timestamptz NOT NULL, -- When the last queued delivery is due: the next ones come after it.
  is_queued boolean NOT NULL DEFAULT false, -- All deliveries are queued; the replay ends with the last of them.
  status text NOT NULL CHECK (status IN ('running', 'done')),
  total bigint NOT NULL, -- The number of events, at the end without those that expired in the meantime.
  done bigint NOT NULL DEFAULT 0, -- Counted deliveries that succeeded.
  failed bigint NOT NULL DEFAULT 0, -- Counted deliveries that are dead.
  created_at timestamptz NOT NULL
) WITH (fillfactor = 50); -- Half of each page stays free for the frequent updates.
CREATE INDEX webhook_replay_age ON webhook_replay (created_at);
CREATE INDEX webhook_replay_of_webhook ON webhook_replay (webhook_id);
-- A webhook has one replay at a time.
CREATE UNIQUE INDEX webhook_replay_running ON webhook_replay (webhook_id) WHERE status = 'running';
