-- Requests by partners to deliver past events to a webhook again. A job queues the deliveries in batches while few are
-- waiting, counts their outcomes, and ends the replay. Old rows are deleted by age.
CREATE TABLE webhook_replay (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  types text[] NOT NULL, -- Event types that the webhook was registered for when the replay was requested.
  -- Events after this position are still to be queued, up to the end of the log at the time of the request, which is in
  -- the next two columns.
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL,
  end_transaction_id xid8 NOT NULL,
  end_sequence bigint NOT NULL,
  since timestamptz, -- Only events from this instant on; null for all after the position.
  queued_until timestamptz NOT NULL, -- When the last queued delivery is due; the next ones are due after it.
  is_queued boolean NOT NULL, -- All deliveries are queued; the replay ends when the last of them does.
  status text NOT NULL CHECK (status IN ('running', 'done')),
  total bigint NOT NULL, -- Number of events; at the end without those that expired meanwhile.
  done bigint NOT NULL DEFAULT 0, -- Counted deliveries that succeeded.
  failed bigint NOT NULL DEFAULT 0, -- Counted deliveries that are dead.
  created_at timestamptz NOT NULL
) WITH (fillfactor = 50); -- Half of each page stays free for the frequent updates.
CREATE INDEX webhook_replay_age ON webhook_replay (created_at);
CREATE INDEX webhook_replay_of_webhook ON webhook_replay (webhook_id);
-- A webhook has one replay at a time.
CREATE UNIQUE INDEX webhook_replay_running ON webhook_replay (webhook_id) WHERE status = 'running';
