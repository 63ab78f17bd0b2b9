-- The form of a webhook's bodies, and the headers of its deliveries, encrypted like its secrets. Null without any.
ALTER TABLE webhook
  ADD COLUMN IF NOT EXISTS format text NOT NULL DEFAULT 'standard' CHECK (format IN ('standard', 'octo')),
  ADD COLUMN IF NOT EXISTS headers bytea;
-- Several subscriptions to notifications of OCTO may have one address.
DROP INDEX IF EXISTS webhook_address;
CREATE UNIQUE INDEX webhook_address ON webhook (partner_id, url) WHERE deleted_at IS NULL AND format = 'standard';
