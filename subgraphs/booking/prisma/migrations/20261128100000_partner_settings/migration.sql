-- What a partner has settled for all its reservations. Without a row it is the default, which is version 0.
CREATE TABLE partner_settings (
  partner_id uuid PRIMARY KEY,
  version integer NOT NULL,
  guest_may_cancel boolean NOT NULL,
  guest_may_change boolean NOT NULL,
  hide_price boolean NOT NULL,
  tickets text NOT NULL CHECK (tickets IN ('party', 'person')),
  return_origins text[] NOT NULL,
  updated_at timestamptz NOT NULL
);
