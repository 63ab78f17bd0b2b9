-- Partners' receivers of events, which partners register and change. The delivery worker of one process at a time
-- leases a webhook, so that deliveries about one subject are sent in order.
CREATE TABLE webhook (
  id uuid PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY, -- Order of registration, in which they are listed.
  partner_id uuid NOT NULL,
  url text NOT NULL,
  -- Types such as reservation.created, and the wildcards reservation.*, availability.*, product.*, pricing.* and *.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  description text,
  is_active boolean NOT NULL DEFAULT true, -- Disabled by the partner, or when the receiver responds with 410 Gone.
  -- Key of the signatures, encrypted with SIGNING_SECRET: reading the database is not enough to forge a delivery.
  secret bytea NOT NULL,
  previous_secret bytea, -- The replaced key, which also signs until it expires.
  previous_secret_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz, -- Hidden from the partner from then on; a job deletes its deliveries, then the row.
  lease_holder uuid, -- The process that makes its deliveries; null if there is none.
  -- End of the lease, or when it was released: the least recently served webhook is leased first.
  leased_until timestamptz,
  format text NOT NULL DEFAULT 'standard' CHECK (format IN ('standard', 'octo')), -- Format of the bodies.
  headers bytea -- The partner's headers for deliveries, [{name, value}], encrypted like the secrets; null for none.
) WITH (fillfactor = 70); -- Part of each page stays free for the frequent changes of leases.
-- A partner's standard webhooks have different addresses; OCTO subscriptions may share one.
CREATE UNIQUE INDEX webhook_address ON webhook (partner_id, url) WHERE deleted_at IS NULL AND format = 'standard';
CREATE INDEX webhook_partner ON webhook (partner_id, sequence) WHERE deleted_at IS NULL;
