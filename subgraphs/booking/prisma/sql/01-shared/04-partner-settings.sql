-- A partner's settings for all of its reservations; the `guest_terms` of a reservation override them. The mutation
-- `updatePartnerSettings` writes them. A partner without a row has the `defaultSettings` in
-- subgraphs/booking/partner-settings/settings.ts, whose version is 0.
CREATE TABLE partner_settings (
  partner_id uuid PRIMARY KEY,
  version integer NOT NULL, -- Incremented by each change, which must name the version it replaces.
  guest_may_cancel boolean NOT NULL, -- On the page of their visit.
  guest_may_change boolean NOT NULL, -- On the same page.
  hide_price boolean NOT NULL, -- Omits prices from documents, mails and pages for guests.
  tickets text NOT NULL CHECK (tickets IN ('party', 'person')), -- One ticket for the party, or one for each person.
  return_origins text[] NOT NULL, -- Where the payment page may send guests back to, such as https://agency.example.
  updated_at timestamptz NOT NULL
);
