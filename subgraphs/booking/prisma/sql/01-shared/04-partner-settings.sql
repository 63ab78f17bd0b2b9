-- One row holds the settings for all reservations of a partner; the `guest_terms` of a reservation replace them for
-- that reservation. The mutation `updatePartnerSettings` writes it. A partner without a row has the settings of
-- `defaultSettings` in subgraphs/booking/partner-settings/settings.ts, whose version is 0.
CREATE TABLE partner_settings (
  partner_id uuid PRIMARY KEY,
  version integer NOT NULL, -- It grows by one with each change, and a change must name the version that it replaces.
  guest_may_cancel boolean NOT NULL, -- Guests may cancel on the page of their visit.
  guest_may_change boolean NOT NULL, -- Guests may change their visit on that page.
  hide_price boolean NOT NULL, -- Documents, mails and pages for guests leave out the prices.
  tickets text NOT NULL CHECK (tickets IN ('party', 'person')), -- There is one ticket for a party, or for each person.
  return_origins text[] NOT NULL, -- The payment page sends guests back to these, such as https://agency.example.
  updated_at timestamptz NOT NULL
);
