-- Each row is a company that has API keys. Operators add partners by the API or by command, and none is ever removed.
-- The table does not enforce unique names: the API locks it while it checks that the name of a new partner is free.
CREATE TABLE partner (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- These partners exist in every installation (schema/built-in-partners.ts): operators act for every partner, and sell
-- for `direct` themselves. The ids are the same in both environments.
INSERT INTO partner (id, name) VALUES
  ('6f706572-6174-8f72-8000-000000000001', 'Operator'),
  ('64697265-6374-8000-8000-000000000001', 'direct');

-- The pages of partners are ordered by name and id.
CREATE INDEX partner_by_name ON partner (name, id);
CREATE INDEX partner_name ON partner (name);
