-- A partner's events are read in the order of the log, and counted by type without looking at the rows themselves.
DROP INDEX reservation_event_partner;
CREATE INDEX reservation_event_partner ON reservation_event (partner_id, transaction_id, sequence) INCLUDE (type);
-- Pruning goes by age.
CREATE INDEX reservation_event_age ON reservation_event (occurred_at);

-- Where the last pruned event of each partner stood: a cursor before it would silently miss events, so it is refused.
CREATE TABLE event_horizon (
  partner_id uuid PRIMARY KEY,
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL
);

CREATE TABLE webhook (
  id uuid PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  partner_id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  description text,
  is_active boolean NOT NULL DEFAULT true,
  -- Encrypted: whoever reads the database can forge no delivery.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A deleted webhook is gone for its partner at once; its deliveries are removed in the background.
  deleted_at timestamptz,
  -- The worker that delivers to this receiver now; one at a time, so that its deliveries keep their order.
  lease_holder uuid,
  leased_until timestamptz
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX webhook_address ON webhook (partner_id, url) WHERE deleted_at IS NULL;
CREATE INDEX webhook_partner ON webhook (partner_id, sequence) WHERE deleted_at IS NULL;

CREATE TABLE webhook_delivery (
  id uuid PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  webhook_id uuid NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  -- Null for a ping. A pruned event takes its deliveries along.
  event_id uuid REFERENCES reservation_event (id) ON DELETE CASCADE,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'dead')),
  attempts jsonb NOT NULL DEFAULT '[]',
  attempt_count integer NOT NULL DEFAULT 0,
  -- Failures since it was queued or asked for again: the place in the retry schedule.
  failures integer NOT NULL DEFAULT 0,
  -- Asked for by the partner: a ping or a redelivery, which also goes out while the webhook is off.
  on_demand boolean NOT NULL DEFAULT false,
  -- Null once nothing is left to do.
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Each event is queued once for each webhook, whoever queues it.
  UNIQUE (event_id, webhook_id)
) WITH (fillfactor = 70);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_attempt_at, sequence) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, sequence);
CREATE INDEX webhook_delivery_ping_age ON webhook_delivery (created_at) WHERE event_id IS NULL;

-- How far the log has been turned into deliveries. Its one row is locked by whoever does it.
CREATE TABLE webhook_queue_position (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  transaction_id xid8 NOT NULL,
  sequence bigint NOT NULL
);
INSERT INTO webhook_queue_position (transaction_id, sequence) VALUES ('0', 0);
