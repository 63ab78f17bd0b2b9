-- One row per partner. Operators add partners by API or by command; partners are never deleted. The database does not
-- enforce unique names: the API locks the table while it checks that a new name is free.
CREATE TABLE partner (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Every installation has these two, with the same ids in both environments (schema/built-in-partners.ts). `Operator`
-- has the operators' keys and sells nothing itself; operators and gate keys sell for `direct`.
INSERT INTO partner (id, name) VALUES
  ('6f706572-6174-8f72-8000-000000000001', 'Operator'),
  ('64697265-6374-8000-8000-000000000001', 'direct');

-- Pages of partners are in the order of name and id.
CREATE INDEX partner_by_name ON partner (name, id);
-- Commands and the API look up a partner by its exact name.
CREATE INDEX partner_name ON partner (name);
