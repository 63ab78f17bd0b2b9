-- A partner's receiver of events. Partners register and change it; the delivery worker of one process at a time leases
-- it, so that its deliveries go out in their order.
CREATE TABLE webhook (
  id uuid PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY, -- The order of registration, which lists and their cursors follow.
  partner_id uuid NOT NULL,
  url text NOT NULL,
  -- Types such as reservation.created, and the wildcards reservation.*, availability.*, product.*, pricing.* and *.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  description text,
  is_active boolean NOT NULL DEFAULT true, -- Switched off by the partner, or when the receiver answers that it is gone.
  -- The key of its signatures, encrypted with SIGNING_SECRET: nobody who reads the database can forge a delivery.
  secret bytea NOT NULL,
  previous_secret bytea, -- After a replacement it signs as well, until the instant in the next column.
  previous_secret_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz, -- From then on its partner does not see it; a job removes its deliveries, then the row.
  lease_holder uuid, -- The process that makes its deliveries; null when none does.
  -- The end of the lease. It stays when the lease is released, so that the least recently served receiver comes first.
  leased_until timestamptz,
  format text NOT NULL DEFAULT 'standard' CHECK (format IN ('standard', 'octo')), -- The form of the bodies.
  headers bytea -- The partner's own headers for deliveries: [{name, value}], encrypted like the secrets. Null for none.
) WITH (fillfactor = 70); -- Leases change often: some of each page stays free for that.
-- Several subscriptions to notifications of OCTO may have one address.
CREATE UNIQUE INDEX webhook_address ON webhook (partner_id, url) WHERE deleted_at IS NULL AND format = 'standard';
CREATE INDEX webhook_partner ON webhook (partner_id, sequence) WHERE deleted_at IS NULL;
